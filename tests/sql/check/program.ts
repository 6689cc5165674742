/** The source as the TypeScript compiler sees it: its tagged templates, and who calls whom. */
import { dirname, relative, resolve } from 'node:path'
import ts from 'typescript'

export const repository = resolve(dirname(new URL(import.meta.url).pathname), '../../..')

export interface Source {
  checker: ts.TypeChecker
  files: ts.SourceFile[]
  /** Every template written with a `Sql`, and every `sql.unsafe(…)`. */
  templates: ts.TaggedTemplateExpression[]
  unsafe_calls: ts.CallExpression[]
  callersOf: (callee: ts.Symbol) => readonly ts.CallExpression[]
  /** `server/ledger/book.ts:64` */
  placeOf: (node: ts.Node) => string
}

/** Files of server/ and db/ are checked, without what writes the fragments and checks them. */
function readConfig() {
  const file = ts.readConfigFile(`${repository}/tsconfig.json`, (path) => ts.sys.readFile(path))
  const { fileNames, options } = ts.parseJsonConfigFileContent(file.config, ts.sys, repository)
  const isChecked = (path: string) => /^(server|db)\//.test(path) && !path.startsWith('db/sql/')
  return { names: fileNames.filter((name) => isChecked(relative(repository, name))), options }
}

/** `texts` are files by path, checked in place of those of the repository. */
export function readSource(texts?: Record<string, string>): Source {
  const { names, options } = readConfig()
  const checked = new Set(texts === undefined ? names : Object.keys(texts))
  const host = ts.createCompilerHost(options)
  const readFile = host.readFile.bind(host)
  host.readFile = (path) => texts?.[path] ?? readFile(path)
  const program = ts.createProgram([...checked], options, host)
  const checker = program.getTypeChecker()
  const files = program.getSourceFiles().filter(({ fileName }) => checked.has(fileName))
  const templates: ts.TaggedTemplateExpression[] = []
  const unsafe_calls: ts.CallExpression[] = []
  const visit = (node: ts.Node) => {
    if (ts.isTaggedTemplateExpression(node) && isSql(checker, node.tag)) templates.push(node)
    if (ts.isCallExpression(node) && isUnsafe(checker, node)) unsafe_calls.push(node)
    ts.forEachChild(node, visit)
  }
  for (const file of files) visit(file)
  let callers: Map<ts.Symbol, ts.CallExpression[]> | undefined
  return {
    checker,
    files,
    templates,
    unsafe_calls,
    callersOf: (callee) => (callers ??= indexCalls(checker, files)).get(callee) ?? [],
    placeOf(node) {
      const file = node.getSourceFile()
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      return `${relative(repository, file.fileName)}:${line + 1}`
    },
  }
}

export function isSql(checker: ts.TypeChecker, tag: ts.Expression): boolean {
  const name = checker.getTypeAtLocation(tag).symbol?.name
  return name === 'Sql' || name === 'TransactionSql' || name === 'ISql'
}

export const isUnsafe = (checker: ts.TypeChecker, { expression }: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(expression) &&
  expression.name.text === 'unsafe' &&
  isSql(checker, expression.expression)

/** The declaration's symbol, through imports. */
export function symbolOf(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node)
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

function indexCalls(checker: ts.TypeChecker, files: readonly ts.SourceFile[]) {
  const calls = new Map<ts.Symbol, ts.CallExpression[]>()
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const callee = symbolOf(checker, node.expression)
      if (callee) calls.set(callee, [...(calls.get(callee) ?? []), node])
    }
    ts.forEachChild(node, visit)
  }
  for (const file of files) visit(file)
  return calls
}

/** What parentheses, `as`, `satisfies`, `!` and `await` stand around. */
export function bare(node: ts.Expression): ts.Expression {
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  )
    return bare(node.expression)
  return node
}
