/** The documents name what they describe once: no shape stands in two places, and no shape has two names. */
import { expect, test } from 'bun:test'
import type { JsonSchema, OpenApiDocument, OperationObject } from '../../../server/contract/openapi/json.ts'
import { documents } from '../../../server/boot/published/document.ts'
import { publicOperations } from '../../../server/boot/operations.ts'

const parse = (text: string) => JSON.parse(text) as OpenApiDocument
const [wholeText, keysText] = [documents.whole(), documents.keys()]
const [whole, keys] = [parse(wholeText), parse(keysText)]
const both = { whole, keys }

const operationsOf = ({ paths }: OpenApiDocument): OperationObject[] => Object.values(paths).flatMap(Object.values)

/** The text of a schema without what only people read. */
const shapeOf = (schema: JsonSchema): string =>
  JSON.stringify(schema, (name, value: unknown) =>
    name === 'description' && typeof value === 'string' ? undefined : value,
  )

/** Every schema within a value of the document, with its path; samples are not schemas. */
function* schemasIn(value: unknown, path: string): Generator<[string, JsonSchema]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [path, value as JsonSchema]
  for (const [name, one] of Object.entries(value)) if (name !== 'examples') yield* schemasIn(one, `${path}/${name}`)
}

const isWide = ({ type, properties }: JsonSchema) =>
  [type].flat().includes('object') && Object.keys(properties ?? {}).length >= 5

test('no object of five or more fields stands in two places', () => {
  for (const [name, { paths, components, webhooks }] of Object.entries(both)) {
    const places = new Map<string, string[]>()
    for (const [path, schema] of schemasIn({ paths, components, webhooks }, name))
      if (isWide(schema)) places.set(shapeOf(schema), [...(places.get(shapeOf(schema)) ?? []), path])
    expect(places.size).toBeGreaterThan(200)
    expect([...places.values()].filter((found) => found.length > 1)).toEqual([])
  }
})

test('no two components have the same content, and each is named in words', () => {
  const names = new Map<string, string[]>()
  for (const [name, { description: _description, ...content }] of Object.entries(whole.components.schemas)) {
    expect(name).toMatch(/^[A-Z][A-Za-z0-9]{2,}$/)
    // A request may take what an answer has.
    const key = `${name.endsWith('Input')} ${JSON.stringify(content)}`
    names.set(key, [...(names.get(key) ?? []), name])
  }
  expect([...names.values()].filter((same) => same.length > 1)).toEqual([])
})

test('records have the names that people use', () => {
  const named = `ApiKey Bundle Category Commitment Customer Door Import InventoryRow Invoice Location Movement Organization Product
    ProductRowPage PurchaseOrder PurchaseOrderLine Return SalesOrder SalesOrderLine SalesOrderRowPage Stocktake StocktakePage Supplier
    SupplierContact TradingAccount Variant VariantRow VariantRowPage Webhook Money UnitCost Refusal Message ProductStatus`
  const missing = named.split(/\s+/).filter((name) => !(name in whole.components.schemas))
  expect(missing).toEqual([])
})

test('a page of rows is a component with one shape', () => {
  for (const { operationId, responses } of operationsOf(whole)) {
    const [success] = Object.entries(responses).flatMap(([status, one]) => (status.startsWith('2') ? [one] : []))
    const answer =
      success !== undefined && 'content' in success ? success.content?.['application/json']?.schema : undefined
    const data = answer?.properties?.data ?? {}
    const shapes = (data.anyOf ?? [data]).filter(({ type }) => type !== 'null')
    expect([operationId, shapes.length]).toEqual([operationId, 1])
    const page = whole.components.schemas[data.$ref?.split('/').at(-1) ?? ''] ?? data
    const { rows, filtered_max_size } = page.properties ?? {}
    if (rows === undefined || filtered_max_size === undefined) continue
    expect([operationId, page === data, rows.items?.$ref === undefined]).toEqual([operationId, false, false])
    expect(page.required).toEqual(expect.arrayContaining(['rows', 'size', 'offset', 'filtered_max_size']))
    if (page.properties!.export_url !== undefined) expect(page.required).toContain('export_url')
  }
})

test('the document of keys has every keyed operation and nothing else, each as in the whole document', () => {
  const found = operationsOf(keys)
  expect(found.map(({ operationId }) => operationId)).toEqual(publicOperations.map(({ id }) => id))
  const inWhole = new Map(operationsOf(whole).map((one) => [one.operationId, one]))
  for (const operation of found) expect(operation).toEqual(inWhole.get(operation.operationId)!)
  for (const [name, schema] of Object.entries(keys.components.schemas))
    expect(schema).toEqual(whole.components.schemas[name]!)
  expect(keys.webhooks).toBeUndefined()
  expect(Object.keys(keys.components.securitySchemes)).toEqual(['apiKey'])
})

test('every reference leads to a component, and every component is referred to', () => {
  for (const [text, { components }] of [
    [wholeText, whole],
    [keysText, keys],
  ] as const) {
    const referred = new Set(text.match(/#\/components\/\w+\/[\w.-]+/g))
    const held = Object.entries(components).flatMap(([kind, entries]) =>
      Object.keys(entries).map((name) => `#/components/${kind}/${name}`),
    )
    expect([...referred].filter((ref) => !held.includes(ref))).toEqual([])
    const unused = held.filter((ref) => !referred.has(ref) && !ref.includes('/securitySchemes/'))
    expect(unused).toEqual([])
  }
})

test('the documents have a line for each operation and component, no indentation and no code samples', () => {
  for (const [text, document] of [
    [wholeText, whole],
    [keysText, keys],
  ] as const) {
    const lines = text.split('\n')
    const starts = new Set(lines.map((each) => each.slice(0, each.indexOf(':') + 1)))
    for (const name of Object.keys(document.components.schemas)) expect(starts).toContain(`"${name}":`)
    for (const path of Object.keys(document.paths)) expect(starts).toContain(`"${path}":`)
    expect(lines.filter((each) => /^\s/.test(each))).toEqual([])
    expect(text).not.toContain('x-codeSamples')
  }
})

test('the documents stay below their maximum size', () => {
  expect(keysText.length).toBeLessThan(1_800_000)
  expect(wholeText.length).toBeLessThan(3_600_000)
})
