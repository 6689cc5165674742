/** The objects of the docs site's model, held against the document from which their pages are made. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'bun:test'
import { object_list } from '../../docs-site/src/lib/object_list.ts'

const read = (path: string): any =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../docs-site/${path}`, import.meta.url)), 'utf8'))
const { schemas } = read('public/openapi/2026-11.json').components
const glossary: { terms: { term: string }[] }[] = read('src/data/glossary.json')

test('every object of the model names schemas of the document and a term of the glossary', () => {
  const terms = new Set(glossary.flatMap((group) => group.terms.map(({ term }) => term)))
  expect(object_list.length).toBeGreaterThan(20)
  for (const { slug, term, schema, other_schemas } of object_list) {
    expect([slug, terms.has(term)]).toEqual([slug, true])
    for (const name of [schema, ...other_schemas]) expect([slug, name, name in schemas]).toEqual([slug, name, true])
  }
})

test('the model says what each state means, and has no state that the document does not have', () => {
  const withStates = object_list.filter(({ states }) => states !== undefined)
  expect(withStates.length).toBeGreaterThan(8)
  for (const { slug, schema, states } of withStates) {
    const field = schemas[schema].properties[states!.field]
    const known = field.$ref === undefined ? field : schemas[field.$ref.split('/').at(-1)]
    const values: string[] = known['x-extensible-enum'] ?? known.enum
    expect([slug, Object.keys(states!.meanings).toSorted()]).toEqual([slug, values.toSorted()])
  }
})

test('an object whose record has a state, a status or a lifecycle shows its states', () => {
  const stateful = object_list.filter(({ schema }) =>
    Object.keys(schemas[schema].properties).some((name) => /^(state|status|lifecycle)$/.test(name)),
  )
  expect(stateful.filter(({ states }) => states === undefined).map(({ slug }) => slug)).toEqual([])
})

test('lines and line_items are where the page of the domain model says', () => {
  const named = (name: string) => ['lines', 'line_items'].filter((field) => field in schemas[name].properties)
  for (const name of [
    'SalesOrder',
    'PurchaseOrder',
    'PurchaseOrderDelivery',
    'NewPurchaseOrderInput',
    'NewDeliveryInput',
  ])
    expect([name, named(name)]).toEqual([name, ['line_items']])
  for (const name of ['NewSalesOrderInput', 'SalesOrderChangeInput', 'Shipment', 'Return', 'Invoice', 'CreditNote'])
    expect([name, named(name)]).toEqual([name, ['lines']])
  for (const name of ['NewShipmentInput', 'NewReturnInput']) expect([name, named(name)]).toEqual([name, ['lines']])
})
