import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Database, openDatabase } from '../../db/client/database.ts'
import { stock_levels, stock_movements } from '../../db/schema/stock.ts'
import { recordset } from '../../db/sql/recordset.ts'
import { type OuterRowOf, type RowOf, selection } from '../../db/sql/selection.ts'
import { testDatabase } from '../support/database.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_equal: Equal<A, B>) => undefined

let database: Database
beforeAll(async () => {
  database = openDatabase((await testDatabase()).url)
})
afterAll(() => database.close())

const movementColumns = selection(stock_movements, 'm', [
  'movement_id as id',
  'kind',
  'occurred_at',
  'unit_cost',
  'landed_unit_cost::float8 as cost',
  'reverses_movement_id',
])
const levelRows = recordset(stock_levels, ['variant_id', 'on_hand', 'average_cost'], {
  extra: { reason: 'text | null' },
})

describe('a selection', () => {
  test('types its row from the schema', () => {
    same<
      RowOf<typeof movementColumns>,
      {
        id: number
        kind: string
        occurred_at: string
        unit_cost: string | null
        cost: number | null
        reverses_movement_id: number | null
      }
    >(true)
    const levelColumns = selection(stock_levels, 'l', ['available', 'health!', 'units_per_day!::float8 as pace'])
    same<RowOf<typeof levelColumns>, { available: number | null; health: string; pace: number }>(true)
    type Outer = OuterRowOf<typeof movementColumns>
    same<Outer['id'], number | null>(true)
  })

  test('refuses columns and casts that do not exist', () => {
    // @ts-expect-error the column is misspelt
    expect(() => selection(stock_movements, 'm', ['movment_id'])).toThrow('no column movment_id')
    // @ts-expect-error the cast is none of ours
    void selection(stock_movements, 'm', ['movement_id::money'])
  })

  test('answers values of the types that it declares', async () => {
    const [row] = await database.reads<RowOf<typeof movementColumns>[]>`
      select ${movementColumns} from (select 9007199254740991 as movement_id, 'receipt' as kind,
        '2026-11-21T09:18:40Z'::timestamptz as occurred_at, 1.2300::numeric(18, 4) as unit_cost,
        4.5::numeric as landed_unit_cost, null::bigint as reverses_movement_id) m`
    expect(row).toEqual({
      id: 9007199254740991,
      kind: 'receipt',
      occurred_at: '2026-11-21T09:18:40+00:00',
      unit_cost: '1.2300',
      cost: 4.5,
      reverses_movement_id: null,
    })
  })

  test('keeps the prepared plan of its statement', async () => {
    const plans = await database.snapshot(async (sql) => {
      for (let i = 0; i < 3; i++) await sql`select ${movementColumns} from stock_movements m where sequence = ${i}`
      return sql<{ statement: string }[]>`
        select statement from pg_prepared_statements where statement like '%m.movement_id::float8 as id%sequence = $1'`
    })
    expect(plans.length).toBe(1)
  })

  test('cannot be sent as a statement', async () => {
    expect(movementColumns.execute()).rejects.toThrow('a fragment was sent as a statement')
  })
})

describe('a recordset', () => {
  const rows = [
    { variant_id: '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41', on_hand: 3, average_cost: '1.2345', reason: null },
    { variant_id: '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a42', on_hand: 0, average_cost: null, reason: 'count' },
  ]

  test('carries rows in one parameter', async () => {
    const read = await database.reads`select ${levelRows.values} from ${levelRows.from(rows)} order by variant_id`
    expect<unknown>([...read]).toEqual(rows)
  })

  test('keeps the prepared plan of its statement', async () => {
    const plans = await database.snapshot(async (sql) => {
      for (let i = 0; i < 3; i++) await sql`select ${levelRows.names} from ${levelRows.from(rows.slice(i))}`
      return sql<{ statement: string }[]>`
        select statement from pg_prepared_statements where statement like 'select variant_id, on_hand%($1::text::json)%'`
    })
    expect(plans.length).toBe(1)
  })

  test('takes rows with its keys, no others and none missing', () => {
    const [row] = rows
    const { reason: _reason, ...short } = row!
    // @ts-expect-error a key is missing
    void levelRows.from([short])
    // @ts-expect-error on_hand is never null
    void levelRows.from([{ ...row!, on_hand: null }])
    const long = { ...row!, committed: 1 }
    // @ts-expect-error a key is not part of the recordset
    void levelRows.from([long])
  })
})
