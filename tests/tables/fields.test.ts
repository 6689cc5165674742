/** Everything that is derived from the declaration of a field. */
import { expect, test } from 'bun:test'
import type { Sql } from '../../server/contract/call.ts'
import {
  CalendarDate,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Text,
  type TSchema,
  Type,
  Whole,
} from '../../server/contract/schema.ts'
import { csvColumns } from '../../server/tables/csv.ts'
import {
  amountField,
  centsField,
  computed,
  field,
  filterable,
  numberPart,
  searchable,
  sortable,
  unitCostField,
} from '../../server/tables/field.ts'
import { listFilterValues } from '../../server/tables/filter_values.ts'
import { exportStatements, readPage, runStatement } from '../../server/tables/page.ts'
import { defineTable, publishedFilters, publishedSorts, type RowOf, tableQuery } from '../../server/tables/table.ts'
import { testService } from '../support/service/service.ts'

const organization_id = '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'
/** Three rows, one of them without an amount. */
const rows = `(select '${organization_id}'::uuid as organization_id, n as row_id, n * 3000000000 as units,
  case when n < 3 then n * 150 end as price_cents, case when n < 3 then n * 1.23456 end as amount,
  case when n < 3 then n * 0.0125 end as cost, array['a', 'b'] as tags, 'open' as status
  from generate_series(1, 3) n)`

const table = defineTable({
  name: 'declared_rows',
  base: { table: rows, alias: 'r', key: ['row_id'] },
  joins: {
    n: { sql: `cross join lateral (select 'Row ' || r.row_id as name) n` },
    t: { sql: `cross join lateral (select 10 - r.row_id as turned) t` },
  },
  fields: {
    row_id: field(Whole('The row.'), 'r.row_id', sortable),
    name: field(Text('Name of the row.'), 'n.name', searchable),
    units: field(Whole('Units.'), 'r.units', sortable),
    status: field(OpenChoice(['open', 'closed'], 'State.'), 'r.status', sortable),
    tags: field(Type.Array(Type.String(), { description: 'Tags.' }), 'r.tags', filterable),
    price: centsField('Price.', 'r.price_cents', {
      ...sortable,
      currency: `'USD'`,
      reason: 'The row has no price.',
    }),
    value: amountField('Value.', 'r.amount', { ...sortable, currency: `'USD'`, reason: 'The row has no value.' }),
    unit_cost: unitCostField('Unit cost.', 'r.cost', {
      ...sortable,
      currency: `'USD'`,
      reason: 'The row has no cost.',
    }),
    doubled: computed(Nullable(Num('Twice the units.')), { units: numberPart('r.units') }, ({ units }) =>
      units === null ? null : units * 2,
    ),
    note: field(Nullable(Text('Only shown.')), 'null::text'),
    turned: field(Whole('Ten less the row.'), 't.turned', sortable),
  },
  default_sort: 'row_id',
})

const keysOf = (schema: TSchema, extension: string) => schema[extension] as { key: string }[]

test('a field declared once appears in the row, select list, filters, sorts, export and document', () => {
  const query = tableQuery(table).properties
  expect(Object.keys(table.row.properties)).toContain('units')
  expect(table.row.properties.units.description).toBe('Units.')
  expect(table.select).toContain('(r.units)::float8 as "units"')
  expect(publishedFilters(table).find(({ key }) => key === 'units')).toMatchObject({
    type: 'integer',
    description: 'Units.',
  })
  expect(publishedSorts(table)).toContain('units')
  expect(csvColumns(table.row).map(({ header }) => header)).toContain('units')
  expect(keysOf(query.filter_args, 'x-filter-keys').map(({ key }) => key)).toContain('units')
  expect(keysOf(query.sort_args, 'x-sort-keys') as unknown).toEqual(publishedSorts(table))
})

test('rows, filters, sorts and exports keep the order of declaration', () => {
  const names = Object.keys(table.fields)
  expect(Object.keys(table.row.properties)).toEqual(names)
  expect(publishedSorts(table)).toEqual(['row_id', 'name', 'units', 'status', 'price', 'value', 'unit_cost', 'turned'])
  expect([...new Set(csvColumns(table.row).map(({ header }) => header.split('.')[0]!))]).toEqual(names)
})

test('type, known values, operations and nullability of a key are derived from the schema', () => {
  const { columns } = defineTable({
    name: 'types',
    base: { table: 'types', alias: 'r', key: ['id'] },
    fields: {
      id: field(OwnId('Id.'), 'r.id', sortable),
      day: field(Nullable(CalendarDate('Day.')), 'r.day', sortable),
      state: field(OpenChoice(['open', 'closed'], 'State.'), 'r.state', sortable),
      shown: field(Text('Shown.'), 'r.shown'),
    },
    default_sort: 'id',
  })
  expect(columns.id).toMatchObject({ type: 'id', not_null: true })
  expect(columns.day).toMatchObject({ type: 'date', not_null: false })
  expect(columns.state).toMatchObject({ values: ['open', 'closed'], operations: ['eq', 'neq', 'in', 'not_in'] })
  expect(Object.keys(columns)).toEqual(['id', 'day', 'state'])
})

test('a page and an export sorted by a joined field include its join', async () => {
  const { sql } = (await testService()).database
  const page = await readPage(sql, table, organization_id, { sort_args: 'turned' })
  expect(page.rows.map(({ row_id }) => row_id)).toEqual([3, 2, 1])
  const { rows: statement } = exportStatements(table, organization_id, { sort_args: 'turned' })
  const exported = await runStatement<{ row_id: number }>(sql, statement)
  expect(exported.map(({ row_id }) => row_id)).toEqual([3, 2, 1])
})

test('an amount is returned as Money, and a missing one with its reason', async () => {
  const { sql } = (await testService()).database
  const { rows: page } = await readPage(sql, table, organization_id, {})
  const [first, , last] = page
  expect(first).toEqual({
    row_id: 1,
    name: 'Row 1',
    units: 3_000_000_000,
    status: 'open',
    tags: ['a', 'b'],
    price: { cents: 150, currency: 'USD', reason: null, usd: 1.5 },
    value: { cents: 123, currency: 'USD', reason: null, usd: 1.23 },
    unit_cost: { cents: 1, currency: 'USD', reason: null, usd: 0.0125 },
    doubled: 6_000_000_000,
    note: null,
    turned: 9,
  })
  expect(Object.keys(first!)).toEqual(Object.keys(table.fields))
  const missing = (reason: string) => ({ cents: null, currency: 'USD', reason, usd: null })
  expect(last!.price).toEqual(missing('The row has no price.'))
  expect(last!.value).toEqual(missing('The row has no value.'))
  expect(last!.unit_cost).toEqual(missing('The row has no cost.'))
})

test('Money is filtered and sorted by the figures that it shows, and empty if the amount is missing', async () => {
  const { sql } = (await testService()).database
  const filters = publishedFilters(table)
  expect(filters.find(({ key }) => key === 'price')).toMatchObject({
    type: 'integer',
    description: 'Price. In cents.',
  })
  const idsOf = async (key: string, operation: string, value: unknown) => {
    const filter_args = JSON.stringify([{ key, operation, value }])
    const page = await readPage(sql, table, organization_id, { filter_args, sort_args: '-unit_cost' })
    return page.rows.map(({ row_id }) => row_id)
  }
  expect(await idsOf('price', 'gte', 150)).toEqual([2, 1])
  expect(await idsOf('value', 'eq', 1.23)).toEqual([1])
  expect(await idsOf('value', 'eq', 1.23456)).toEqual([])
  expect(await idsOf('value', 'gt', 1.23)).toEqual([2])
  expect(await idsOf('unit_cost', 'eq', 0.025)).toEqual([2])
  expect(await idsOf('unit_cost', 'eq', 0.03)).toEqual([2])
  expect(await idsOf('unit_cost', 'neq', 0.03)).toEqual([1, 3])
  expect(await idsOf('unit_cost', 'neq', 0.025)).toEqual([1, 3])
  expect(await idsOf('unit_cost', 'between', [0.01, 0.011])).toEqual([1])
  expect(await idsOf('unit_cost', 'is_empty', null)).toEqual([3])
  expect(await idsOf('price', 'is_empty', null)).toEqual([3])
})

test('a raw value that several fields use is selected once', () => {
  expect(table.select.match(/'USD'/g)).toHaveLength(1)
  // `doubled` is computed from the same value as `units`.
  expect(table.select.match(/r\.units/g)).toHaveLength(1)
})

test('a page joins only what its filters and order need, and then what its rows need', async () => {
  const statements: string[] = []
  const listening = {
    unsafe: async (text: string) => {
      statements.push(text)
      return text.includes('count(*)::int as filtered') ? [{ filtered: 0 }] : []
    },
  } as unknown as Sql
  const joinsOf = async (query: Parameters<typeof readPage>[3]) => {
    statements.length = 0
    await readPage(listening, table, organization_id, query)
    const [count, page] = statements as [string, string]
    const [keys, wide] = page.split(') page') as [string, string]
    return [count, keys, wide].map((text) => [...text.matchAll(/\) (n|t)$/gm)].map(([, alias]) => alias).join(''))
  }
  expect(await joinsOf({})).toEqual(['', '', 'nt'])
  expect(await joinsOf({ sort_args: 'turned' })).toEqual(['', 't', 'nt'])
  expect(await joinsOf({ search: 'row' })).toEqual(['n', 'n', 'nt'])
})

test('declaring a field and a filter with one key, or a sort by an incomparable value, throws', () => {
  const base = { table: 'rows', alias: 'r', key: ['id'] }
  const id = field(OwnId('Id.'), 'r.id', sortable)
  const filters = { id: { operations: ['eq'], type: 'id', description: 'Id.', condition: () => 'true' } } as const
  expect(() => defineTable({ name: 'rows', base, fields: { id }, filters, default_sort: 'id' })).toThrow(
    'a field and a filter have the key id',
  )
  const record = field(Type.Record(Type.String(), Type.String()), 'r.record', { sort: true })
  expect(() => defineTable({ name: 'rows', base, fields: { id, record }, default_sort: 'id' })).toThrow(
    'record can only be shown',
  )
})

test('values can be listed only for filterable fields', () => {
  const list = (fieldName: 'row_id' | 'note') => () =>
    listFilterValues({
      id: 'sandbox.list_filters',
      route: 'GET /api/v1/rows/filters',
      row: ['row', 'rows'],
      table,
      fields: [fieldName],
      example: '1',
    })
  expect(list('row_id')().summary).toBe('List row filters')
  expect(list('note')).toThrow('note is no filter key')
})

test('the type of a row is derived from its fields', () => {
  type Row = RowOf<typeof table>
  const units: Row['units'] = 1
  const note: Row['note'] = null
  const reason: Row['price']['reason'] = null
  // @ts-expect-error A field that is not nullable is never null.
  const wrong: Row['units'] = null
  expect([units, note, reason, wrong as unknown]).toEqual([1, null, null, null])
})
