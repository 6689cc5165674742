/** Which names of variables, parameters and functions are not camelCase although they carry no field. */
import ts from 'typescript'
import { parse, type Source, walk } from './sources.ts'

const snakeCase = /^[a-z0-9]+(_[a-z0-9]+)+$/

/** A name that a property has somewhere is a field, and so is a table of the schema. */
function collectFields(file: ts.SourceFile, fields: Set<string>): void {
  walk(file, (node) => {
    if (
      (ts.isPropertySignature(node) ||
        ts.isPropertyAssignment(node) ||
        ts.isShorthandPropertyAssignment(node) ||
        ts.isPropertyDeclaration(node)) &&
      (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))
    )
      fields.add(node.name.text)
    if (ts.isPropertyAccessExpression(node)) fields.add(node.name.text)
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const property = node.propertyName ?? node.name
      if (ts.isIdentifier(property)) fields.add(property.text)
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'pgTable') {
      const [name] = node.arguments
      if (name !== undefined && ts.isStringLiteral(name)) fields.add(name.text)
    }
  })
}

const declares = (node: ts.Node): node is ts.NamedDeclaration & { name: ts.Identifier } =>
  (ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isBindingElement(node)) &&
  node.name !== undefined &&
  ts.isIdentifier(node.name)

/** `path: name` of each, sorted. */
export function misnamed(sources: readonly Source[]): string[] {
  const files = sources.map(parse)
  const fields = new Set<string>()
  for (const file of files) collectFields(file, fields)
  const found = new Set<string>()
  for (const file of files)
    walk(file, (node) => {
      if (!declares(node)) return
      const { text } = node.name
      if (snakeCase.test(text) && !fields.has(text)) found.add(`${file.fileName}: ${text}`)
    })
  return [...found].sort()
}
