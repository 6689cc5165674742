/** What a name stands for: a constant's initializer, what a call passed for a parameter, or what all callers pass. */
import ts from 'typescript'
import { bare, type Source, symbolOf } from './program.ts'
import { type Bound, Infeasible, type Run, type Scope, outermost, Unresolved } from './run.ts'

export type Callee = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration

const isCallee = (node: ts.Node): node is Callee =>
  ts.isFunctionDeclaration(node) ||
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ts.isMethodDeclaration(node)

export const known = (value: unknown): Bound => ({ node: undefined, value, scope: outermost })

export class Bindings {
  constructor(readonly source: Source) {}

  symbolOf(node: ts.Node): ts.Symbol | undefined {
    const { checker } = this.source
    if (ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node)
      return checker.getShorthandAssignmentValueSymbol(node.parent)
    return symbolOf(checker, node)
  }

  lookUp(node: ts.Identifier, scope: Scope, run: Run): Bound {
    const symbol = this.symbolOf(node)
    const bound = symbol && scope.names.get(symbol)
    if (bound) return this.#settled(bound, run)
    const declaration = symbol?.valueDeclaration
    if (declaration === undefined) throw new Unresolved(`${node.text} has no declaration`)
    if (ts.isVariableDeclaration(declaration) && declaration.initializer) {
      const isConst = (declaration.parent.flags & ts.NodeFlags.Const) !== 0
      if (isConst) return { node: declaration.initializer, scope }
    }
    const loop = declaration.parent.parent
    if (ts.isVariableDeclaration(declaration) && ts.isForOfStatement(loop))
      return this.elementOf({ node: loop.expression, scope }, run)
    if (ts.isBindingElement(declaration)) return this.#destructured(declaration, scope, run)
    if (ts.isParameter(declaration)) return this.#fromCallers(declaration, undefined, run)
    throw new Unresolved(`${node.text} is not a constant`)
  }

  #settled(bound: Bound, run: Run): Bound {
    if (bound.property === undefined || bound.node === undefined) return bound
    return this.member({ node: bound.node, scope: bound.scope }, bound.property, run)
  }

  #destructured(element: ts.BindingElement, scope: Scope, run: Run): Bound {
    const property = (element.propertyName ?? element.name).getText()
    const holder = element.parent.parent
    if (ts.isParameter(holder)) return this.#fromCallers(holder, property, run)
    if (ts.isVariableDeclaration(holder) && holder.initializer && ts.isObjectBindingPattern(element.parent))
      return this.member({ node: holder.initializer, scope }, property, run)
    throw new Unresolved(`${element.name.getText()} is destructured in a way that is not followed`)
  }

  /** A parameter of a function that was not entered by a call: every caller in turn. */
  #fromCallers(parameter: ts.ParameterDeclaration, property: string | undefined, run: Run): Bound {
    const callee = parameter.parent
    const callAround = callee.parent
    if (ts.isCallExpression(callAround) && ts.isPropertyAccessExpression(callAround.expression)) {
      // The first parameter of what an array is mapped with is each of its elements.
      const { expression, name } = callAround.expression
      if (callee.parameters[0] === parameter && ['map', 'flatMap', 'forEach'].includes(name.text)) {
        const element = this.elementOf({ node: expression, scope: outermost }, run)
        return property === undefined ? element : this.#settled({ ...element, property }, run)
      }
    }
    const named = isCallee(callee) ? nameOf(callee) : undefined
    const symbol = named && this.symbolOf(named)
    const calls = symbol ? this.source.callersOf(symbol) : []
    if (!isCallee(callee) || calls.length === 0)
      throw new Unresolved(`what is passed for ${parameter.name.getText()} is not known`)
    const call = calls[run.choose(`callers of ${callee.getSourceFile().fileName}:${callee.pos}`, calls.length)]!
    const argument = argumentFor(callee, callee.parameters.indexOf(parameter), call, outermost)
    return property === undefined ? argument : this.#settled({ ...argument, property }, run)
  }

  /** The property of an object that is written out somewhere. */
  member(of: Bound, name: string, run: Run): Bound {
    if (of.node === undefined) return known((of.value as Record<string, unknown> | undefined)?.[name])
    const { scope } = of
    const node = bare(of.node)
    if (ts.isObjectLiteralExpression(node)) return this.#memberOfLiteral(node, name, scope, run)
    if (ts.isIdentifier(node)) return this.member(this.lookUp(node, scope, run), name, run)
    if (ts.isPropertyAccessExpression(node))
      return this.member(this.member({ node: node.expression, scope }, node.name.text, run), name, run)
    if (ts.isConditionalExpression(node)) {
      const branch = run.choose(conditionKey(node, scope), 2)
      return this.member({ node: branch === 0 ? node.whenTrue : node.whenFalse, scope }, name, run)
    }
    if (ts.isCallExpression(node)) return this.member(this.returned(node, scope, run), name, run)
    throw new Unresolved(`${node.getText()}.${name} is not followed`)
  }

  #memberOfLiteral(node: ts.ObjectLiteralExpression, name: string, scope: Scope, run: Run): Bound {
    for (const one of node.properties.toReversed()) {
      if (ts.isSpreadAssignment(one)) {
        const found = this.member({ node: one.expression, scope }, name, run)
        if (found.node !== undefined || found.value !== undefined) return found
      } else if (one.name.getText() === name) {
        if (ts.isPropertyAssignment(one)) return { node: one.initializer, scope }
        if (ts.isShorthandPropertyAssignment(one)) return this.lookUp(one.name, scope, run)
        if (ts.isMethodDeclaration(one)) return { node: one as unknown as ts.Expression, scope }
      }
    }
    return known(undefined)
  }

  /** Each element of an array, or each value of an object, that is written out somewhere. */
  elementOf(of: Bound, run: Run): Bound {
    const node = of.node && bare(of.node)
    const { scope } = of
    if (node && ts.isIdentifier(node)) return this.elementOf(this.lookUp(node, scope, run), run)
    const key = node && `element of ${node.getSourceFile().fileName}:${node.pos}`
    if (node && ts.isArrayLiteralExpression(node))
      return { node: node.elements[run.choose(key!, node.elements.length)]!, scope }
    if (node && ts.isObjectLiteralExpression(node)) {
      const one = node.properties[run.choose(key!, node.properties.length)]!
      return this.member(of, one.name!.getText(), run)
    }
    throw new Unresolved(`${node?.getText() ?? 'a value'} is not written out`)
  }

  /** The function that a call enters. */
  calleeOf(expression: ts.Expression, scope: Scope, run: Run): { callee: Callee; scope: Scope } {
    const node = bare(expression)
    if (isCallee(node)) return { callee: node, scope }
    if (ts.isIdentifier(node)) {
      const declaration = this.symbolOf(node)?.valueDeclaration
      if (declaration && isCallee(declaration)) return { callee: declaration, scope }
      const bound = this.lookUp(node, scope, run)
      if (bound.node) return this.calleeOf(bound.node, bound.scope, run)
      throw new Infeasible()
    }
    if (ts.isPropertyAccessExpression(node)) {
      const bound = this.member({ node: node.expression, scope }, node.name.text, run)
      if (bound.node) return this.calleeOf(bound.node, bound.scope, run)
      throw new Infeasible()
    }
    const made = ts.isElementAccessExpression(node)
      ? this.elementOf({ node: node.expression, scope }, run)
      : ts.isCallExpression(node)
        ? this.returned(node, scope, run)
        : undefined
    if (made?.node) return this.calleeOf(made.node, made.scope, run)
    throw new Unresolved(`${node.getText()} is not a function that is written out`)
  }

  /** What a call returns, one `return` at a time. */
  returned(call: ts.CallExpression, scope: Scope, run: Run): Bound {
    const { callee, scope: closure } = this.calleeOf(call.expression, scope, run)
    const names = new Map([...scope.names, ...closure.names])
    const inner: Scope = { id: `${scope.id}/${call.pos}`, names }
    callee.parameters.forEach((parameter, i) => {
      this.bind(parameter.name, argumentFor(callee, i, call, scope, inner), names)
    })
    const returns = returnsOf(callee)
    if (returns.length === 0) throw new Unresolved(`${call.expression.getText()} returns nothing`)
    return { node: returns[run.choose(`${inner.id} returns`, returns.length)]!, scope: inner }
  }

  bind(name: ts.BindingName, to: Bound, names: Map<ts.Symbol, Bound>): void {
    const set = (node: ts.Node, bound: Bound) => {
      const symbol = this.symbolOf(node)
      if (symbol) names.set(symbol, bound)
    }
    if (ts.isIdentifier(name)) return set(name, to)
    name.elements.forEach((one, i) => {
      if (ts.isOmittedExpression(one)) return
      const property = ts.isArrayBindingPattern(name) ? String(i) : (one.propertyName ?? one.name).getText()
      if (to.node === undefined) this.bind(one.name, known((to.value as Record<string, unknown>)?.[property]), names)
      else if (to.property === undefined) this.bind(one.name, { ...to, property }, names)
    })
  }
}

export const conditionKey = (node: ts.ConditionalExpression, { id }: Scope): string =>
  `${id}:${node.getSourceFile().fileName}:${node.condition.getText()}`

function argumentFor(callee: Callee, index: number, call: ts.CallExpression, scope: Scope, inner = scope): Bound {
  const argument = call.arguments[index]
  if (argument) return { node: argument, scope }
  const { initializer } = callee.parameters[index]!
  return initializer ? { node: initializer, scope: inner } : known(undefined)
}

function nameOf(callee: Callee): ts.Node | undefined {
  if (callee.name) return callee.name
  return ts.isVariableDeclaration(callee.parent) ? callee.parent.name : undefined
}

function returnsOf({ body }: Callee): ts.Expression[] {
  if (body === undefined) return []
  if (!ts.isBlock(body)) return [body]
  const found: ts.Expression[] = []
  const visit = (node: ts.Node) => {
    if (isCallee(node)) return
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression)
    ts.forEachChild(node, visit)
  }
  visit(body)
  return found
}
