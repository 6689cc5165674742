/** The statement check (`bun run statements`) on statements with one fault each. */
import { beforeAll, expect, test } from 'bun:test'
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { unitCost } from '../../db/schema/columns.ts'
import { checkStatements } from './check/check.ts'
import { findDrift } from './check/drift.ts'
import { testDatabase } from '../support/database.ts'

const folder = new URL('.', import.meta.url).pathname
const pathOf = (name: string) => `${folder}${name}.ts`

const sound = `
import type { Fragment, Sql } from '../../server/contract/call.ts'
import { stock_levels } from '../../db/schema/stock.ts'
import { assignments, matches } from '../../db/sql/lists.ts'
import { recordset } from '../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../db/sql/selection.ts'

const level_columns = selection(stock_levels, 'l', ['variant_id', 'on_hand', 'average_cost'])
const level_rows = recordset(stock_levels, ['variant_id', 'on_hand'])
interface Row extends RowOf<typeof level_columns> {
  sku: string
  movement_id: number
  is_known: boolean
}

const restrict = (sql: Sql, organization_id: string) => sql\`l.organization_id = \${organization_id}\`
const at = (sql: Sql, location_id?: string) =>
  location_id === undefined ? sql\`\` : sql\`and l.location_id = \${location_id}\`

const within = (sql: Sql, source: Fragment) => sql<{ units: number }[]>\`
  select coalesce(sum(units), 0)::int as units from (\${source}) s\`
const onHand = (sql: Sql, organization_id: string) =>
  sql\`select on_hand as units from stock_levels where organization_id = \${organization_id}\`
export const readUnits = (sql: Sql, organization_id: string) => within(sql, onHand(sql, organization_id))

export const readRows = (sql: Sql, organization_id: string, levels: { variant_id: string; on_hand: number }[], location_id?: string) => sql<Row[]>\`
  select \${level_columns}, v.sku, m.movement_id::float8 as movement_id, \${location_id !== undefined} as is_known
  from stock_levels l
  join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
  join stock_movements m on m.organization_id = l.organization_id and m.sequence = l.sequence
  join \${level_rows.from(levels)} on n.variant_id = l.variant_id
  where \${restrict(sql, organization_id)} and l.on_hand <> n.on_hand \${at(sql, location_id)} and exists (
    select from locations where organization_id = \${organization_id} and location_id = l.location_id)\`

const written = ['on_hand', 'average_cost'] as const
export const writeLevels = (sql: Sql, organization_id: string, levels: { variant_id: string; on_hand: number }[]) => sql\`
  update stock_levels l set \${assignments(written.slice(0, 1), 'n')} from \${level_rows.from(levels)}
  where l.organization_id = \${organization_id} and \${matches(['variant_id'], 'l', 'n')}\`
`

/** Each breaks the sound file in one way. */
const broken: Record<string, [was: string, is: string]> = {
  removed: [', v.sku,', ','],
  misspelt: ['v.sku,', 'v.sqk,'],
  added: ['v.sku,', 'v.sku, v.barcode,'],
  uncast: ['m.movement_id::float8 as movement_id', 'm.movement_id'],
  nullable: ['v.sku,', 'v.barcode as sku,'],
  outer: ['join variants v', 'left join variants v'],
  branch: ['and l.location_id =', 'and l.place ='],
  join_unrestricted: ['v.organization_id = l.organization_id and ', ''],
  fragment_unrestricted: ['l.organization_id = ${organization_id}', 'true'],
  subquery_unrestricted: ['organization_id = ${organization_id} and location_id', 'location_id'],
  fragment: ['select on_hand as units', 'select on_hnd as units'],
  assigned: ["['on_hand', 'average_cost'] as const", "['on_hnd', 'average_cost'] as const"],
  matched: ["matches(['variant_id']", "matches(['product_id']"],
  unknown: ['from stock_levels where', 'from ${sql.unsafe(process.argv[2]!)} where'],
}

let lines: string[]
const faultsOf = (name: string) => lines.filter((line) => line.startsWith(`tests/sql/${name}.ts:`)).join('\n')

beforeAll(async () => {
  const texts = Object.entries(broken).map(([name, [was, is]]) => [pathOf(name), sound.replace(was, () => is)] as const)
  const { url } = await testDatabase()
  lines = (await checkStatements({ url, texts: { [pathOf('sound')]: sound, ...Object.fromEntries(texts) } })).faults
}, 120_000)

test('a statement that agrees with its row type passes', () => {
  expect(faultsOf('sound')).toBe('')
})

test('removing a column from a select fails the check', () => {
  expect(faultsOf('removed')).toContain('missing_column: declared sku: string; the database says no such column')
})

test('misspelling a joined column fails the check', () => {
  expect(faultsOf('misspelt')).toContain('not_prepared: declared a statement; the database says column v.sqk does not')
})

test('a column that no row type declares fails the check', () => {
  expect(faultsOf('added')).toContain('undeclared_column: declared nothing; the database says barcode text')
})

test('a bigint without its cast fails the check, for it arrives as text', () => {
  expect(faultsOf('uncast')).toContain('wrong_type: declared movement_id: number; the database says movement_id int8')
})

test('a column that may be null fails the check where none is declared, through an outer join too', () => {
  expect(faultsOf('nullable')).toContain('null_undeclared: declared sku: string')
  expect(faultsOf('outer')).toContain('null_undeclared: declared sku: string')
})

test('every branch of a conditional fragment, and fragments that are passed, are checked', () => {
  expect(faultsOf('branch')).toContain('column l.place does not exist')
  expect(faultsOf('fragment')).toContain('column "on_hnd" does not exist')
})

test('columns of lists are checked where they are put in', () => {
  expect(faultsOf('assigned')).toContain('column n.on_hnd does not exist')
  expect(faultsOf('matched')).toContain('column l.product_id does not exist')
})

test('removing a condition on the organisation from a statement, a fragment or a subquery fails the check', () => {
  expect(faultsOf('join_unrestricted')).toEndWith('unrestricted: variants')
  expect(faultsOf('fragment_unrestricted')).toEndWith('unrestricted: stock_levels variants stock_movements')
  expect(faultsOf('subquery_unrestricted')).toEndWith('unrestricted: locations')
})

test('a statement that cannot be read fails the check unless it is listed', () => {
  expect(faultsOf('unknown')).toContain('unresolved:')
})

test('the migrations make the schema, and a column without a migration fails the check', async () => {
  expect(await findDrift()).toEqual([])
  const ledger_checkpoints = pgTable('ledger_checkpoints', {
    organization_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    location_id: uuid().notNull(),
    sequence: integer().notNull(),
    on_hand: integer().notNull(),
    value: unitCost(),
    verified_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().defaultNow(),
    note: text(),
  })
  expect(await findDrift({ ledger_checkpoints })).toContain('ALTER TABLE "ledger_checkpoints" ADD COLUMN "note" text;')
})
