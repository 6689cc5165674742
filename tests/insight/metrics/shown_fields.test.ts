/** Fields that are said to show a measure exist, and the measure is in the dictionary. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'bun:test'
import { publishedDictionary } from '../../../server/insight/metrics/published_dictionary.ts'
import { shown } from '../../../server/insight/metrics/shown_fields.ts'

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
interface Responses {
  operationId?: string
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>
}

const document = JSON.parse(
  readFileSync(new URL('../../../docs-site/public/openapi/2026-11.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Responses>>; components: { schemas: Record<string, Schema> } }

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

/** The schemas that a name leads to, through lists, references and alternatives. */
function stepsOf(schema: Schema, name: string): Schema[] {
  if (schema.$ref !== undefined) return stepsOf(document.components.schemas[schema.$ref.split('/').at(-1)!]!, name)
  const here = schema.properties?.[name]
  const within = [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])]
  return [...(here === undefined ? [] : [here]), ...within.flatMap((one) => stepsOf(one, name))]
}

function exists(operationId: string, path: string): boolean {
  const operation = operations.find((one) => one.operationId === operationId)
  const answer = operation?.responses?.['200']?.content?.['application/json']?.schema
  if (answer === undefined) return false
  const roots = [answer, ...stepsOf(answer, 'data')]
  return path.split('.').reduce((found, name) => found.flatMap((one) => stepsOf(one, name)), roots).length > 0
}

test('every field that the documentation links to a measure exists, and so does the measure', () => {
  const measures = new Set(publishedDictionary().metrics.map(({ metric }) => metric))
  const listed = shown.flatMap((fields) => Object.entries(fields))
  expect(listed.length).toBeGreaterThan(30)
  const missing = listed.filter(([measure, field]) => {
    const [operation, path] = field.split(' ') as [string, string]
    return !measures.has(measure) || !exists(operation, path)
  })
  expect(missing).toEqual([])
  expect(exists('sales.list_sales', 'rows.nothing')).toBe(false)
})
