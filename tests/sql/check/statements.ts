/** The texts of every statement: fragments are put in, other values become `$n`, each branch is taken once. */
import ts from 'typescript'
import { Bindings, conditionKey } from './bindings.ts'
import { Evaluator, loadModules, textOf } from './evaluate.ts'
import { bare, isSql, isUnsafe, type Source } from './program.ts'
import { type Bound, everyBranch, Infeasible, type Run, type Scope, outermost, Unresolved } from './run.ts'

export interface Form {
  text: string
  parameters: ('boolean' | 'unknown')[]
}

export interface Statement {
  node: ts.TaggedTemplateExpression
  forms: Form[]
}

export interface UnresolvedStatement {
  node: ts.Node
  reason: string
}

export interface Statements {
  resolved: Statement[]
  unresolved: UnresolvedStatement[]
  /** Templates that are parts of statements. */
  fragments: number
}

const beginsStatement =
  /^\s*\(?\s*(select|insert|update|delete|with|set|discard|lock|values|declare|fetch|close|listen|unlisten|notify|copy|truncate|analyze|vacuum|begin|commit|rollback|savepoint|release|create|alter|drop|explain|call|do|show|reset|merge|table)\b/i

export async function readStatements(source: Source): Promise<Statements> {
  const resolver = new Resolver(source, await loadModules())
  const resolved: Statement[] = []
  const unresolved: UnresolvedStatement[] = []
  const isStatement = (node: ts.TaggedTemplateExpression) =>
    node.typeArguments !== undefined || beginsStatement.test(headOf(node))
  for (const node of source.templates.filter(isStatement)) {
    try {
      resolved.push({ node, forms: resolver.formsOf(node) })
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error
      unresolved.push({ node, reason: error.message })
    }
  }
  const isPart = (node: ts.Node) => resolver.used.has(node)
  const isAlone = ({ node }: Statement) => node.typeArguments !== undefined || !isPart(node)
  const lost = source.templates.filter((node) => !isPart(node) && !isStatement(node) && !isEmpty(node))
  const sent = source.unsafe_calls.filter((node) => !isPart(node))
  return {
    resolved: resolved.filter(isAlone),
    unresolved: [
      ...unresolved.filter(({ node }) => !isPart(node)),
      ...lost.map((node) => ({ node, reason: 'no statement is known that it is part of' })),
      ...sent.map((node) => ({ node, reason: 'sql.unsafe sends a text that is made at run time' })),
    ],
    fragments: resolver.used.size,
  }
}

const headOf = ({ template }: ts.TaggedTemplateExpression): string =>
  ts.isNoSubstitutionTemplateLiteral(template) ? template.text : template.head.text

const isEmpty = ({ template }: ts.TaggedTemplateExpression): boolean =>
  ts.isNoSubstitutionTemplateLiteral(template) && template.text === ''

interface DriverQuery {
  strings: readonly string[]
  args: readonly unknown[]
}
const isDriverQuery = (value: unknown): value is DriverQuery =>
  typeof value === 'object' && value !== null && 'strings' in value && 'args' in value

class Resolver {
  readonly used = new Set<ts.Node>()
  readonly #source: Source
  readonly #bindings: Bindings
  readonly #evaluator: Evaluator

  constructor(source: Source, modules: Awaited<ReturnType<typeof loadModules>>) {
    this.#source = source
    this.#bindings = new Bindings(source)
    this.#evaluator = new Evaluator(this.#bindings, modules)
  }

  formsOf(node: ts.TaggedTemplateExpression): Form[] {
    const forms = everyBranch((run) => ({ text: this.#template(node, outermost, run), parameters: run.parameters }))
    return [...new Map(forms.map((form) => [form.text, form])).values()]
  }

  #template({ template }: ts.TaggedTemplateExpression, scope: Scope, run: Run): string {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text
    let text = template.head.text
    for (const { expression, literal } of template.templateSpans)
      text += this.#part(expression, scope, run, text) + literal.text
    return text
  }

  #part(expression: ts.Expression, scope: Scope, run: Run, before: string): string {
    const node = bare(expression)
    if (ts.isTaggedTemplateExpression(node) && isSql(this.#source.checker, node.tag)) {
      this.used.add(node)
      return this.#template(node, scope, run)
    }
    if (!isFragment(this.#source.checker, node)) return this.#parameter(node, run)
    if (ts.isConditionalExpression(node)) {
      const branch = run.choose(conditionKey(node, scope), 2)
      return this.#part(branch === 0 ? node.whenTrue : node.whenFalse, scope, run, before)
    }
    if (ts.isBinaryExpression(node)) {
      const branch = run.choose(`${scope.id}:${node.getSourceFile().fileName}:${node.pos}`, 2)
      return this.#part(branch === 0 ? node.left : node.right, scope, run, before)
    }
    if (ts.isIdentifier(node)) return this.#bound(this.#bindings.lookUp(node, scope, run), run, before)
    if (ts.isArrayLiteralExpression(node))
      return node.elements.map((one) => this.#part(one, scope, run, before)).join(' ')
    if (ts.isPropertyAccessExpression(node)) return this.#member(node, scope, run, before)
    if (ts.isCallExpression(node)) return this.#call(node, scope, run, before)
    throw new Unresolved(`${node.getText()} is not followed`)
  }

  #bound({ node, value, scope }: Bound, run: Run, before: string): string {
    if (node !== undefined) return this.#part(node, scope, run, before)
    if (value === undefined) throw new Infeasible()
    return this.#written(value, run)
  }

  #parameter(node: ts.Expression, run: Run): string {
    const { flags } = this.#source.checker.getTypeAtLocation(node)
    run.parameters.push((flags & ts.TypeFlags.BooleanLike) !== 0 ? 'boolean' : 'unknown')
    return `$${run.parameters.length}`
  }

  /** A fragment that db/sql made. */
  #written(value: unknown, run: Run): string {
    if (!isDriverQuery(value)) throw new Unresolved('a value that is put into the statement is no fragment')
    const parts = value.args.map((one) => {
      if (isDriverQuery(one)) return this.#written(one, run)
      run.parameters.push('unknown')
      return `$${run.parameters.length}`
    })
    return value.strings.map((text, i) => text + (parts[i] ?? '')).join('')
  }

  #member(node: ts.PropertyAccessExpression, scope: Scope, run: Run, before: string): string {
    // Of a recordset, or of a declared table.
    if (isRecordset(this.#source.checker, node.expression) || this.#evaluator.real(node.expression))
      return this.#written(this.#evaluator.evaluate(node, scope, run), run)
    return this.#bound(this.#bindings.member({ node: node.expression, scope }, node.name.text, run), run, before)
  }

  #call(node: ts.CallExpression, scope: Scope, run: Run, before: string): string {
    const { checker } = this.#source
    const callee = bare(node.expression)
    if (isUnsafe(checker, node)) {
      this.used.add(node)
      return textOf(this.#evaluator.evaluate(node.arguments[0]!, scope, run))
    }
    if (isSql(checker, callee)) return this.#helper(node.arguments[0]!, scope, run, before)
    if (ts.isIdentifier(callee) && this.#evaluator.real(callee))
      return this.#written(this.#evaluator.evaluate(node, scope, run), run)
    if (ts.isPropertyAccessExpression(callee)) {
      if (isRecordset(checker, callee.expression)) {
        const { from } = this.#evaluator.evaluate(callee.expression, scope, run) as { from: (rows: []) => unknown }
        return this.#written(from([]), run)
      }
      if (callee.name.text === 'map') return this.#mapped(node.arguments[0]!, scope, run, before)
    }
    return this.#bound(this.#bindings.returned(node, scope, run), run, before)
  }

  /** One element stands for all that an array is mapped to. */
  #mapped(mapping: ts.Expression, scope: Scope, run: Run, before: string): string {
    const node = bare(mapping)
    if (!ts.isArrowFunction(node) || ts.isBlock(node.body)) throw new Unresolved(`${node.getText()} is not followed`)
    return this.#part(node.body, scope, run, before)
  }

  /** `sql(…)`: an identifier, a list of values, or the columns of rows, by the words before it. */
  #helper(argument: ts.Expression, scope: Scope, run: Run, before: string): string {
    const { checker } = this.#source
    const type = checker.getTypeAtLocation(argument)
    const parameter = () => `$${run.parameters.push('unknown')}`
    if (/\bin\s*$/i.test(before)) return `(${parameter()})`
    if ((type.isUnion() ? type.types : [type]).every(({ flags }) => flags & ts.TypeFlags.StringLike))
      return `"${textOf(this.#evaluator.evaluate(argument, scope, run)).replaceAll('"', '""')}"`
    const row = (checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined) ?? type
    const names = row.getProperties().map(({ name }) => name)
    if (names.length === 0 || row.getStringIndexType()) throw new Unresolved(`${argument.getText()} has no known keys`)
    if (/\bset\s*$/i.test(before)) return names.map((name) => `"${name}" = ${parameter()}`).join(', ')
    if (/\binsert\s+into\s+\S+\s*$/i.test(before))
      return `(${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(parameter).join(', ')})`
    throw new Unresolved(`${argument.getText()} is used in a way that is not followed`)
  }
}

const isRecordset = (checker: ts.TypeChecker, node: ts.Node): boolean =>
  checker.getTypeAtLocation(node).symbol?.name === 'Recordset'

function isFragment(checker: ts.TypeChecker, node: ts.Expression): boolean {
  const isOne = (type: ts.Type): boolean => {
    if (type.isUnionOrIntersection()) return type.types.some(isOne)
    if (checker.isArrayType(type)) return checker.getTypeArguments(type as ts.TypeReference).some(isOne)
    return ['Fragment', 'Statement', 'Written', 'PendingQuery', 'Helper'].includes(type.symbol?.name ?? '')
  }
  return isOne(checker.getTypeAtLocation(node))
}
