/** Compares the statements of a table with a plain filter and sort in memory, on small random tables. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { type Database, openDatabase } from '../../db/client/database.ts'
import {
  CalendarDate,
  Flag,
  Instant,
  Nullable,
  Num,
  OwnId,
  Text,
  type TSchema,
  Type,
  Whole,
} from '../../server/contract/schema.ts'
import { type ColumnType, field, type FilterOperation } from '../../server/tables/field.ts'
import { readPage } from '../../server/tables/page.ts'
import { defineTable } from '../../server/tables/table.ts'
import { testService } from '../support/service/service.ts'

setDefaultTimeout(120_000)

interface Row {
  row_id: string
  label: string | null
  tags: string[] | null
  units: number | null
  cost: number | null
  day: string | null
  seen_at: string | null
  flag: boolean | null
  other_id: string | null
}
type ColumnName = Exclude<keyof Row, 'row_id'>

const types: Record<ColumnName, ColumnType> = {
  label: 'text',
  tags: 'text_list',
  units: 'integer',
  cost: 'number',
  day: 'date',
  seen_at: 'instant',
  flag: 'boolean',
  other_id: 'id',
}
const names = Object.keys(types) as ColumnName[]
const schemas: Record<ColumnType, TSchema> = {
  text: Text('Text.'),
  text_list: Type.Array(Type.String(), { description: 'Texts.' }),
  integer: Whole('Units.'),
  number: Num('Amount.'),
  date: CalendarDate('Day.'),
  instant: Instant('Time.'),
  boolean: Flag('Flag.'),
  id: OwnId('Id.'),
}
const fieldOf = (name: ColumnName) =>
  field(Nullable(schemas[types[name]]), `r.${name}`, {
    filter: true,
    ...(name === 'tags' ? {} : { sort: true }),
    ...(name === 'label' ? { search: true } : {}),
  })
const table = defineTable({
  name: 'random_rows',
  base: { table: 'random_rows', alias: 'r', key: ['row_id'] },
  fields: {
    row_id: field(Text('The row.'), 'r.row_id'),
    ...Object.fromEntries(names.map((name) => [name, fieldOf(name)])),
  },
  default_sort: 'label',
})

let database: Database
beforeAll(async () => {
  const { database: tests } = await testService()
  await tests.sql`
    create table random_rows (organization_id uuid not null, row_id uuid not null, label text, tags text[], units int,
      cost numeric(18, 4), day date, seen_at timestamptz, flag boolean, other_id uuid,
      primary key (organization_id, row_id))`
  database = openDatabase(tests.url)
})
afterAll(async () => {
  await database?.close()
  await (
    await testService()
  ).database.sql`drop table random_rows`
})

const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null, freq: 4 })
const label = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'B', 'b', '%', '_', '\\', "'", ' ', '"', '$'), maxLength: 3 }),
  fc.constantFrom('ab', 'AB', 'a%b', 'a_b', 'a\\b', "'; --"),
)
const ids = Array.from({ length: 4 }, () => uuidv7())
const valueOf: Record<ColumnName, fc.Arbitrary<any>> = {
  label,
  tags: fc.array(fc.constantFrom('x', 'y', 'X', '{', ',', '"'), { maxLength: 3 }),
  units: fc.integer({ min: -3, max: 3 }),
  cost: fc.integer({ min: -8, max: 8 }).map((quarters) => quarters / 4),
  day: fc.constantFrom('2026-02-28', '2024-02-29', '2026-03-01', '1999-12-31'),
  seen_at: fc.constantFrom(
    '2026-03-01T00:00:00Z',
    '2026-03-01T02:00:00+02:00',
    '2026-02-28T23:59:59.5Z',
    '2026-03-01T00:00:00.000001Z',
  ),
  flag: fc.boolean(),
  other_id: fc.constantFrom(...ids),
}
const rows = fc.array(
  fc.record({
    row_id: fc.uuid(),
    ...(Object.fromEntries(names.map((name) => [name, orNull(valueOf[name])])) as Record<
      ColumnName,
      fc.Arbitrary<never>
    >),
  }),
  { maxLength: 14 },
) as fc.Arbitrary<Row[]>

interface Asked {
  key: ColumnName
  operation: FilterOperation
  value?: any
}

/** A value for an operation: of the column's type, a list, a pair or nothing. */
function asked(key: ColumnName, operation: FilterOperation): fc.Arbitrary<Asked> {
  const one = key === 'tags' ? fc.constantFrom('x', 'y', 'X', '{', ',', '"', 'none') : valueOf[key]
  const value =
    operation === 'is_empty' || operation === 'is_not_empty'
      ? fc.constant(undefined)
      : operation === 'in' || operation === 'not_in'
        ? fc.array(one, { minLength: 1, maxLength: 3 })
        : operation === 'between'
          ? fc
              .tuple(one, one)
              .map((pair) => pair.toSorted((a, b) => (comparable(key, a) < comparable(key, b) ? -1 : 1)))
          : one
  return value.map((given) => ({ key, operation, value: given }))
}
const everyQuestion = names.flatMap((name) =>
  table.columns[name]!.operations.map((operation) => [name, operation] as const),
)

/** Comparable form: instants as microseconds, everything else unchanged. */
function comparable(name: ColumnName, value: unknown): any {
  if (name !== 'seen_at' || value === null) return value
  const micros = /\.(\d+)/.exec(String(value))?.[1]?.padEnd(6, '0') ?? '000000'
  return Math.floor(Date.parse(String(value)) / 1000) * 1_000_000 + Number(micros)
}

function matches(row: Row, { key, operation, value }: Asked): boolean {
  const actual = comparable(key, row[key])
  const given = Array.isArray(value) ? value.map((one) => comparable(key, one)) : comparable(key, value ?? null)
  if (key === 'tags') {
    const list = (row.tags ?? []) as string[]
    if (operation === 'eq') return list.includes(value)
    if (operation === 'in') return value.some((one: string) => list.includes(one))
    if (operation === 'not_in') return !value.some((one: string) => list.includes(one))
    return (list.length === 0) === (operation === 'is_empty')
  }
  const text = String(actual ?? '').toLowerCase()
  const empty = actual === null || (types[key] === 'text' && actual === '')
  const answers: Record<FilterOperation, () => boolean> = {
    eq: () => actual !== null && actual === given,
    neq: () => actual !== given,
    in: () => actual !== null && given.includes(actual),
    not_in: () => actual === null || !given.includes(actual),
    contains: () => text.includes(String(value).toLowerCase()),
    not_contains: () => !text.includes(String(value).toLowerCase()),
    starts_with: () => text.startsWith(String(value).toLowerCase()),
    gt: () => actual !== null && actual > given,
    gte: () => actual !== null && actual >= given,
    lt: () => actual !== null && actual < given,
    lte: () => actual !== null && actual <= given,
    between: () => actual !== null && actual >= given[0] && actual <= given[1],
    is_empty: () => empty,
    is_not_empty: () => !empty,
  }
  return answers[operation]()
}

function inOrder(rows: Row[], sorts: { key: ColumnName; descending: boolean }[]): string[] {
  const compare = (a: any, b: any) => (a < b ? -1 : a > b ? 1 : 0)
  const sorted = rows.toSorted((a, b) => {
    for (const { key, descending } of sorts) {
      const [left, right] = [comparable(key, a[key]), comparable(key, b[key])]
      if (left === null || right === null) {
        if (left !== right) return left === null ? 1 : -1
        continue
      }
      const order = compare(left, right)
      if (order !== 0) return descending ? -order : order
    }
    return sorts[0]!.descending ? -compare(a.row_id, b.row_id) : compare(a.row_id, b.row_id)
  })
  return sorted.map(({ row_id }) => row_id)
}

/** A new organisation with these rows, and another one with as many rows, which must never be returned. */
async function store(given: Row[]): Promise<string> {
  const { sql } = (await testService()).database
  const organization_id = uuidv7()
  const all = [
    ...given.map((row) => ({ organization_id, ...row })),
    ...given.map((row) => ({ ...row, organization_id: uuidv7(), row_id: uuidv7() })),
  ]
  await sql`
    insert into random_rows select organization_id, row_id, label,
      case when tags is null or jsonb_typeof(tags) = 'null' then null else array(select jsonb_array_elements_text(tags)) end,
      units, cost, day, seen_at, flag, other_id
    from jsonb_to_recordset(${JSON.stringify(all)}::text::jsonb) as r (organization_id uuid, row_id uuid, label text,
      tags jsonb, units int, cost numeric, day date, seen_at timestamptz, flag boolean, other_id uuid)`
  return organization_id
}

const sorting = fc
  .shuffledSubarray(
    names.filter((name) => name !== 'tags'),
    { minLength: 1, maxLength: 3 },
  )
  .chain((keys) => fc.tuple(...keys.map((key) => fc.record({ key: fc.constant(key), descending: fc.boolean() }))))

for (const [key, operation] of everyQuestion) {
  test(`${key} ${operation} returns the same rows as a filter in memory`, async () => {
    await fc.assert(
      fc.asyncProperty(rows, asked(key, operation), async (given, question) => {
        const organization_id = await store(given)
        const query = { filter_args: JSON.stringify([question]), limit: 100 }
        const page = await readPage(database.reads, table, organization_id, query)
        const expected = inOrder(
          given.filter((row) => matches(row, question)),
          [{ key: 'label', descending: false }],
        )
        expect(page.rows.map(({ row_id }) => row_id)).toEqual(expected)
        expect(page.filtered_max_size).toBe(expected.length)
      }),
      { numRuns: 15, seed: 7 },
    )
  })
}

test('rows must match all filters, and pages of any sort neither skip nor repeat a row', async () => {
  const question = fc.constantFrom(...everyQuestion).chain(([key, operation]) => asked(key, operation))
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(question, { maxLength: 2 }),
      sorting,
      fc.integer({ min: 1, max: 4 }),
      async (given, questions, sorts, limit) => {
        const organization_id = await store(given)
        const sort_args = sorts.map(({ key, descending }) => `${descending ? '-' : ''}${key}`).join(',')
        const expected = inOrder(
          given.filter((row) => questions.every((one) => matches(row, one))),
          sorts,
        )
        const walked: string[] = []
        for (let offset = 0; ; offset += limit) {
          const query = { filter_args: JSON.stringify(questions), sort_args, limit, offset }
          const page = await readPage(database.reads, table, organization_id, query)
          expect(page.filtered_max_size).toBe(expected.length)
          expect(page.size).toBe(page.rows.length)
          if (page.size === 0) break
          walked.push(...page.rows.map(({ row_id }) => row_id))
        }
        expect(walked).toEqual(expected)
      },
    ),
    { numRuns: 120, seed: 11 },
  )
})

test('search matches its text literally, ignoring case', async () => {
  await fc.assert(
    fc.asyncProperty(rows, label.filter(Boolean), async (given, search) => {
      const organization_id = await store(given)
      const page = await readPage(database.reads, table, organization_id, { search, limit: 100 })
      const expected = given.filter((row) => row.label?.toLowerCase().includes(search.toLowerCase()))
      expect(page.rows.map(({ row_id }) => row_id).sort()).toEqual(expected.map(({ row_id }) => row_id).sort())
    }),
    { numRuns: 60, seed: 13 },
  )
})
