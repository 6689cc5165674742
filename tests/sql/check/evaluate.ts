/**
 * Constants: the texts that `sql.unsafe` and `sql(…)` put into statements, and the arguments of `selection` and
 * `recordset`. What can be known without running the service is worked out here; of server/, tables alone are imported.
 */
import { globSync } from 'node:fs'
import ts from 'typescript'
import { fragment, literals, tableName, textFragment } from '../../../db/sql/fragment.ts'
import { additions, assignments, differences, list, matches, named } from '../../../db/sql/lists.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { selection, selections } from '../../../db/sql/selection.ts'
import { type Bindings, conditionKey, known } from './bindings.ts'
import { bare, repository, symbolOf } from './program.ts'
import { loadTableModules } from './tables.ts'
import { type Bound, type Run, type Scope, Unresolved } from './run.ts'

type Modules = Map<string, Record<string, unknown>>
type Callable = (...values: unknown[]) => unknown

/** The schema, the helpers of db/sql and the declared tables, by file and name, are the real ones. */
export async function loadModules(): Promise<Modules> {
  const folder = `${repository}/db/schema`
  const files = globSync('**/*.ts', { cwd: folder }).map((name) => `${folder}/${name}`)
  const modules = await Promise.all(
    files.map(async (file) => [file, (await import(file)) as Record<string, unknown>] as const),
  )
  return new Map<string, Record<string, unknown>>([
    ...modules,
    ...(await loadTableModules()),
    [`${repository}/db/sql/fragment.ts`, { fragment, literals, tableName, textFragment }],
    [`${repository}/db/sql/selection.ts`, { selection, selections }],
    [`${repository}/db/sql/lists.ts`, { additions, assignments, differences, list, matches, named }],
    [`${repository}/db/sql/recordset.ts`, { recordset }],
  ])
}

const methods = new Set(['map', 'flatMap', 'filter', 'join', 'slice', 'replace', 'replaceAll', 'concat', 'trim'])

export class Evaluator {
  readonly #bindings: Bindings
  readonly #modules: Modules

  constructor(bindings: Bindings, modules: Modules) {
    this.#bindings = bindings
    this.#modules = modules
  }

  evaluate(expression: ts.Expression, scope: Scope, run: Run): unknown {
    const node = bare(expression)
    const of = (inner: ts.Expression) => this.evaluate(inner, scope, run)
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isNumericLiteral(node)) return Number(node.text)
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false
    if (node.kind === ts.SyntaxKind.NullKeyword) return null
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(({ expression: inner, literal }) => textOf(of(inner)) + literal.text)
      return node.head.text + spans.join('')
    }
    if (ts.isArrayLiteralExpression(node))
      return node.elements.flatMap((one) => (ts.isSpreadElement(one) ? (of(one.expression) as unknown[]) : [of(one)]))
    if (ts.isObjectLiteralExpression(node)) return this.#object(node, scope, run)
    if (ts.isIdentifier(node)) return this.#identifier(node, scope, run)
    if (ts.isPropertyAccessExpression(node)) return this.#property(node, scope, run)
    if (ts.isElementAccessExpression(node)) return memberOf(of(node.expression), textOf(of(node.argumentExpression)))
    if (ts.isConditionalExpression(node))
      return of(run.choose(conditionKey(node, scope), 2) === 0 ? node.whenTrue : node.whenFalse)
    if (ts.isArrowFunction(node)) return this.#closure(node, scope, run)
    if (ts.isCallExpression(node)) return this.#call(node, scope, run)
    throw new Unresolved(`${node.getText()} is not a constant`)
  }

  evaluateBound({ node, value, scope }: Bound, run: Run): unknown {
    return node === undefined ? value : this.evaluate(node, scope, run)
  }

  /** A value of the schema or of db/sql, as it really is. */
  real(node: ts.Node): { value: unknown } | undefined {
    const declaration = symbolOf(this.#bindings.source.checker, node)?.valueDeclaration
    const module = declaration && this.#modules.get(declaration.getSourceFile().fileName)
    const name = declaration && ts.getNameOfDeclaration(declaration)?.getText()
    return module && name !== undefined && name in module ? { value: module[name] } : undefined
  }

  #object(node: ts.ObjectLiteralExpression, scope: Scope, run: Run): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    for (const one of node.properties) {
      if (ts.isPropertyAssignment(one)) made[nameText(one.name)] = this.evaluate(one.initializer, scope, run)
      else if (ts.isShorthandPropertyAssignment(one)) made[one.name.text] = this.#identifier(one.name, scope, run)
      else if (ts.isSpreadAssignment(one)) Object.assign(made, this.evaluate(one.expression, scope, run))
      else throw new Unresolved(`${one.getText()} is not a constant`)
    }
    return made
  }

  #identifier(node: ts.Identifier, scope: Scope, run: Run): unknown {
    if (node.text === 'undefined') return undefined
    const real = this.real(node)
    return real ? real.value : this.evaluateBound(this.#bindings.lookUp(node, scope, run), run)
  }

  /** Of an object that is written out, this property alone: others need not be constant. */
  #property({ expression, name }: ts.PropertyAccessExpression, scope: Scope, run: Run): unknown {
    const real = this.real(expression)
    if (real) return memberOf(real.value, name.text)
    try {
      return this.evaluateBound(this.#bindings.member({ node: expression, scope }, name.text, run), run)
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error
      return memberOf(this.evaluate(expression, scope, run), name.text)
    }
  }

  #closure(node: ts.ArrowFunction, scope: Scope, run: Run): Callable {
    if (ts.isBlock(node.body)) throw new Unresolved(`${node.getText()} is not a constant`)
    const body = node.body
    return (...values) => {
      const inner: Scope = { id: scope.id, names: new Map(scope.names) }
      node.parameters.forEach(({ name }, i) => this.#bindings.bind(name, known(values[i]), inner.names))
      return this.evaluate(body, inner, run)
    }
  }

  #call(node: ts.CallExpression, scope: Scope, run: Run): unknown {
    const values = () => node.arguments.map((one) => this.evaluate(one, scope, run))
    const callee = bare(node.expression)
    const real = ts.isIdentifier(callee) ? this.real(callee) : undefined
    if (typeof real?.value === 'function') return (real.value as Callable)(...values())
    if (ts.isPropertyAccessExpression(callee)) {
      const name = callee.name.text
      if (callee.expression.getText() === 'Object')
        return (Object as unknown as Record<string, Callable>)[name]!(...values())
      if (!methods.has(name)) throw new Unresolved(`${node.getText()} is not a constant`)
      const receiver = this.evaluate(callee.expression, scope, run) as Record<string, Callable>
      return receiver[name]!(...values())
    }
    return this.evaluateBound(this.#bindings.returned(node, scope, run), run)
  }
}

const nameText = (name: ts.PropertyName): string =>
  ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : name.getText()

function memberOf(value: unknown, name: string): unknown {
  if (value === null || value === undefined) throw new Unresolved(`${name} of nothing is not a constant`)
  return (value as Record<string, unknown>)[name]
}

export function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new Unresolved('a text that is put into the statement is not a constant')
}
