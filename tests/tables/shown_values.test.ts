/**
 * What a row shows is what a filter compares: every table of the document, by every key that it publishes. The tables and
 * their keys are read from the declarations, and the values from the rows of two organisations.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { fillDemo } from '../../db/demo/fill.ts'
import { publicOperations, sessionOperations } from '../../server/boot/operations.ts'
import type { Operation } from '../../server/contract/operation.ts'
import type { TSchema } from '../../server/contract/schema.ts'
import { secretBox } from '../../server/secrets/secret_key.ts'
import { idFor, idsOf, kindIn } from '../support/document/foreign.ts'
import { planRequest, targetOf } from '../support/document/requests.ts'
import { openSessionFixture } from '../support/fixtures/session_fixture.ts'
import { startSeparateService, type TestService } from '../support/service/service.ts'
import { newSession } from '../support/service/session.ts'
import { call, newTenant, type Tenant } from '../support/service/tenant.ts'

setDefaultTimeout(300_000)

interface FilterKey {
  key: string
  type: string
  operations: string[]
}

const filtersOf = ({ query }: Operation) =>
  (query?.properties.filter_args?.['x-filter-keys'] ?? []) as readonly FilterKey[]
const sortsOf = ({ query }: Operation) => (query?.properties.sort_args?.['x-sort-keys'] ?? []) as readonly string[]

/** Pages of rows; a grid and figures over a filtered set show none of the keys. */
const tables = [...publicOperations, ...sessionOperations].filter(
  (operation) => filtersOf(operation).length > 0 && sortsOf(operation).length > 0,
)

/** Requests for each kind of rows that a table answers: `type` and `view` select them. */
function kindsOf({ query }: Operation): Record<string, string>[] {
  const choices = (name: string) => ((query?.properties[name] as TSchema | undefined)?.enum ?? []) as string[]
  return [{}, ...['type', 'view'].flatMap((name) => choices(name).map((value) => ({ [name]: value })))]
}

interface Organization {
  tenant: Tenant
  ids: ReadonlyMap<string, string>
}
type Row = Record<string, unknown>

let service: TestService
let organizations: Organization[] = []

/** Costs with four decimals, and figures that follow from them. */
async function addFractions({ tenant }: Organization): Promise<void> {
  const { sql } = service.database
  const { organization_id } = tenant
  await sql`update variants set unit_cost = coalesce(unit_cost, 10) + 0.3456 where organization_id = ${organization_id}`
  const [line] = await sql<{ variant_id: string; location_id: string; on_hand: number }[]>`
    select variant_id, location_id, on_hand from stock_levels where organization_id = ${organization_id} and on_hand > 4 limit 1`
  const { variant_id, location_id, on_hand } = line!
  const made = await tenant.post('/api/v1/stocktakes', {
    name: 'Fractions',
    counted_on: '2026-11-20',
    location_ids: [location_id],
    variant_ids: [variant_id],
  })
  const path = `/api/v1/stocktakes/${made.body.data.id}`
  const counted = await tenant.patch(`${path}/counts`, {
    counts: [{ variant_id, location_id, counted_quantity: on_hand - 3 }],
  })
  expect([made.status, counted.status]).toEqual([200, 204])
}

beforeAll(async () => {
  service = await startSeparateService('shown_values')
  const demo = await newTenant({ service })
  const { settings, database } = service
  const { organization_id } = demo
  const secrets = secretBox(settings)
  await fillDemo(database.url, { variants: 60, seed: 7, today: '2026-11-20', organization_id, secrets })
  const tenant = await newTenant({ service })
  const { ids } = await openSessionFixture(tenant, '')
  organizations = [
    { tenant, ids },
    { tenant: demo, ids: await idsOf(demo) },
  ]
  for (const one of organizations) await addFractions(one)
})

afterAll(() => service.stop())

const rowsMax = 50

/** One for each operation: a key has 600 reads a minute. */
const tokens = new Map<string, Promise<string>>()
function tokenFor({ tenant }: Organization, { id, surface }: Operation): Promise<string> {
  const name = `${tenant.organization_id} ${id}`
  const made = async () =>
    surface === 'public' ? (await tenant.mint()).api_key : (await newSession(tenant)).user_token
  if (!tokens.has(name)) tokens.set(name, made())
  return tokens.get(name)!
}

/** The rows of a table, or of those that meet a filter. */
async function read(
  one: Organization,
  operation: Operation,
  more: Record<string, string>,
): Promise<{ status: number; text: string; rows: Row[] }> {
  const { tenant, ids } = one
  const plan = planRequest(operation, tenant.organization_id, (name) => idFor(ids, kindIn(operation, name)))
  const { status, text, body } = await call(service, 'GET', targetOf(plan, { limit: String(rowsMax), ...more }), {
    key: await tokenFor(one, operation),
    headers: operation.surface === 'public' ? {} : { 'X-Organization-ID': tenant.organization_id },
  })
  return { status, text, rows: body?.data?.rows ?? [] }
}

interface Amount {
  cents: number | null
  usd: number | null
}
const isAmount = (value: unknown): value is Amount => typeof value === 'object' && value !== null && 'cents' in value

/** The values of a field that a caller may send back: money is filtered in cents, or in units of the currency. */
function shownIn(value: unknown, type: string): unknown[] {
  if (value === null || value === undefined) return []
  if (type === 'text_list') return value as unknown[]
  if (!isAmount(value)) return [value]
  if (value.cents === null) return []
  return type === 'integer' ? [value.cents] : [value.cents / 100, ...(value.usd === null ? [] : [value.usd])]
}

const withFilter = (key: string, operation: string, value: unknown) => ({
  filter_args: JSON.stringify([{ key, operation, value }]),
})

/** Every shown value of a few rows, each once, that a filter does not find. */
async function missed(one: Organization, operation: Operation, kind: Record<string, string>, seen: Set<string>) {
  const faults: string[] = []
  const { status, text, rows } = await read(one, operation, kind)
  if (status !== 200) return [`${operation.id}: ${status} ${text.slice(0, 300)}`]
  for (const { key, type, operations } of filtersOf(operation)) {
    if (!operations.includes('eq') || conditions.includes(key)) continue
    const tried = new Map<unknown, Row>()
    for (const row of rows)
      for (const value of shownIn(valueOf(row, key), type)) if (!tried.has(value)) tried.set(value, row)
    for (const [value, row] of [...tried].slice(0, type === 'number' ? 4 : 1)) {
      seen.add(`${operation.id} ${key}`)
      const found = await read(one, operation, { ...kind, ...withFilter(key, 'eq', value) })
      if (!found.rows.some((other) => JSON.stringify(other) === JSON.stringify(row)))
        faults.push(`${operation.id} ${JSON.stringify(kind)} ${key} eq ${JSON.stringify(value)}: ${found.status}`)
    }
  }
  return faults
}

/** Conditions on a row that are no field of it: it has several records of that kind, or the condition limits its sums. */
const conditions = [
  'supplier',
  'location',
  'location_id',
  'missing_fields',
  'metafields',
  'custom_fields',
  'variant_id',
  'category_id',
  'sales_channel_id',
  'channel_type',
]

/** Keys of figures that stand within a field of the row, beside what they are null for. */
const nested: Readonly<Record<string, readonly [field: string, figure: string]>> = {
  sell_through_percentage: ['sell_through', 'percentage'],
  lost_units: ['stockout_losses', 'lost_units'],
  lost_sales_cents: ['stockout_losses', 'lost_sales'],
  markdown_rate: ['markdown', 'rate'],
}

/** Names of what a row shows: of its fields, and the keys of figures within them. */
const keysShown = (fields: Readonly<Record<string, { properties?: object }>>): string[] => [
  ...Object.keys(fields),
  ...Object.entries(nested).flatMap(([key, [field, figure]]) =>
    figure in (fields[field]?.properties ?? {}) ? [key] : [],
  ),
]

const valueOf = (row: Row, key: string): unknown => {
  const [field, figure] = nested[key] ?? []
  return field === undefined || key in row ? row[key] : (row[field] as Row | null)?.[figure!]
}

const rowsOf = ({ answer }: Operation): TSchema[] =>
  ((answer as TSchema).anyOf ?? [answer]).flatMap((page: TSchema) => page.properties?.rows?.items ?? [])

test('a row shows every key by which its table is filtered or sorted', () => {
  const hidden = tables.flatMap((operation) => {
    const shown = new Set(rowsOf(operation).flatMap(({ properties }) => keysShown(properties ?? {})))
    const keys = new Set([...filtersOf(operation).map(({ key }) => key), ...sortsOf(operation)])
    return [...keys].filter((key) => !shown.has(key)).map((key) => ({ table: operation.id, key }))
  })
  expect(hidden.filter(({ key }) => !conditions.includes(key))).toEqual([])
  expect(conditions.filter((key) => !hidden.some((one) => one.key === key))).toEqual([])
})

/** Keys that no row of the two organisations has a value of. */
const withoutValues = [
  'products.list_product_variants shared_sku',
  'products.list_variants shared_sku',
  'purchase_orders.list external_id',
  'sales.list_demand_events archived_at',
]

test('a filter by the value that a row shows finds the row, in every table by every key', async () => {
  const faults: string[] = []
  const seen = new Set<string>()
  for (const one of organizations)
    for (const operation of tables)
      for (const kind of kindsOf(operation)) faults.push(...(await missed(one, operation, kind, seen)))
  expect(faults).toEqual([])
  const unseen = tables.flatMap((operation) =>
    filtersOf(operation)
      .filter(({ key, operations }) => operations.includes('eq') && !conditions.includes(key))
      .map(({ key }) => `${operation.id} ${key}`)
      .filter((name) => !seen.has(name)),
  )
  expect(unseen).toEqual(withoutValues)
})

/** Lists of filter values, each with the table that takes them. */
const lists = [...publicOperations, ...sessionOperations]
  .filter(
    ({ answer, path }) => path.endsWith('/filters') && JSON.stringify(answer).includes('Value that the filter takes'),
  )
  .map((operation) => {
    const path = operation.path
      .replace(/\/filters$/, '')
      .replace(/organizations\/\{organization_id\}\/(?=products)/, '')
    return { operation, table: tables.find((one) => [path, `${path}/table`].includes(one.path)) }
  })

/** Fields that have another name than the key of the table. */
const keyOf = (field: string) => (field === 'categories' ? 'category' : field)

async function refusedValues(one: Organization, operation: Operation, table: Operation, seen: Set<string>) {
  const { status, text } = await read(one, operation, {})
  if (status !== 200) return [`${operation.id}: ${text.slice(0, 300)}`]
  // Where a table has rows of products and of variants, the sales' values are counted by product.
  const kind: Record<string, string> = operation.id === 'sales.list_filters' ? { type: 'products' } : {}
  const faults: string[] = []
  const fields = Object.entries<{ rows: { value: string; count: number }[] }>(JSON.parse(text).data)
  for (const [field, { rows }] of fields.filter(([, { rows }]) => rows !== undefined))
    for (const { value, count } of rows.slice(0, 5)) {
      seen.add(`${operation.id} ${field}`)
      const found = await read(one, table, { ...kind, ...withFilter(keyOf(field), 'eq', value) })
      const size = found.status === 200 ? JSON.parse(found.text).data.filtered_max_size : found.text.slice(0, 300)
      if (size !== count) faults.push(`${operation.id} ${field} eq "${value}" of ${count}: ${size}`)
    }
  return faults
}

test('every value that a list of filters answers is taken by its table, and finds as many rows as it says', async () => {
  expect(lists.filter(({ table }) => table === undefined)).toEqual([])
  expect(lists.length).toBeGreaterThanOrEqual(7)
  const faults: string[] = []
  const seen = new Set<string>()
  for (const one of organizations)
    for (const { operation, table } of lists) faults.push(...(await refusedValues(one, operation, table!, seen)))
  expect(faults).toEqual([])
  const unseen = lists.flatMap(({ operation }) =>
    Object.keys((operation.answer as TSchema).properties)
      .filter((field) => field !== 'ranges')
      .map((field) => `${operation.id} ${field}`)
      .filter((name) => !seen.has(name)),
  )
  expect(unseen).toEqual([])
})

/** What shown values are in order by; null for texts, whose order is the database's. */
function orderOf(value: unknown, type: string): number | string | null {
  if (value === null || value === undefined) return null
  if (isAmount(value)) return value.cents
  if (type === 'instant') return Date.parse(String(value))
  return ['integer', 'number', 'date'].includes(type) ? (value as number | string) : null
}

test('rows are in the order of the values that they show, in every table by every key', async () => {
  const faults: string[] = []
  let sorted = 0
  for (const one of organizations)
    for (const operation of tables)
      for (const { key, type } of filtersOf(operation).filter(({ key: of }) => sortsOf(operation).includes(of))) {
        const { rows } = await read(one, operation, { sort_args: key })
        const values = rows.map((row) => orderOf(row[key], type)).filter((value) => value !== null)
        if (values.some((value, i) => i > 0 && value < values[i - 1]!)) faults.push(`${operation.id} ${key}`)
        if (new Set(values).size > 1) sorted++
      }
  expect(faults).toEqual([])
  expect(sorted).toBeGreaterThan(80)
})

const reversed: Record<string, unknown[]> = {
  integer: [9, 5],
  number: [9.5, 9.25],
  date: ['2026-11-21', '2026-11-20'],
  instant: ['2026-11-21T09:00:00+00:00', '2026-11-21T10:00:00+02:00'],
}

test('bounds of between whose low is above the high are refused by name, in every table by every key', async () => {
  const faults: string[] = []
  let filterCount = 0
  for (const operation of tables)
    for (const { key, type } of filtersOf(operation).filter(({ operations }) => operations.includes('between'))) {
      const bounds = reversed[type]!
      const refused = await read(organizations[0]!, operation, withFilter(key, 'between', bounds))
      const { field, rule } = JSON.parse(refused.text).data ?? {}
      if (refused.status !== 400 || field !== 'filter_args[0].value' || !/lowest first/.test(rule))
        faults.push(`${operation.id} ${key}: ${refused.text.slice(0, 200)}`)
      const rowsBetween = await read(organizations[0]!, operation, withFilter(key, 'between', bounds.toReversed()))
      if (rowsBetween.status !== 200) faults.push(`${operation.id} ${key}: ${rowsBetween.text.slice(0, 200)}`)
      filterCount++
    }
  expect(faults).toEqual([])
  expect(filterCount).toBeGreaterThan(80)
})
