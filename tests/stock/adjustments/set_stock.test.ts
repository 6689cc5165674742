/** Stock that is set in bulk, as an import does: compared, written and undone. */
import { expect, test } from 'bun:test'
import type { Sql } from '../../../server/contract/call.ts'
import { diffStock, undoStock, writeStock } from '../../../server/stock/adjustments/set_stock.ts'
import type { StockRecord, StockUndo, StockWrite } from '../../../server/stock/adjustments/set_stock.model.ts'
import { moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { faultsIn as ledgerFaults, ledgerOf, onHand, stockRoom } from './stock_room.ts'

const context = ({ organization_id }: Tenant) => ({
  organization_id,
  actor: 'user:Grace',
  now: new Date().toISOString(),
  currency: 'USD',
  time_zone: 'UTC',
})
const inTransaction = <T>({ service }: Tenant, work: (sql: Sql) => Promise<T>): Promise<T> =>
  service.database.sql.begin((tx) => work(tx as never)) as Promise<T>

const diff = (tenant: Tenant, records: readonly StockRecord[]) =>
  diffStock(tenant.service.database.sql as never, context(tenant), records)

async function set(tenant: Tenant, records: readonly StockRecord[]) {
  return inTransaction(tenant, async (sql) => {
    const diffs = await diffStock(sql, context(tenant), records)
    const writes = diffs.flatMap((one): StockWrite[] => ('write' in one ? [one.write] : []))
    const undos = (await writeStock(sql, context(tenant), writes)).map(({ undo }) => undo as StockUndo)
    return { outcomes: diffs.map(({ outcome }) => outcome), undos }
  })
}
const undo = (tenant: Tenant, undos: readonly StockUndo[]) =>
  inTransaction(tenant, (sql) => undoStock(sql, context(tenant), undos))

const faultsIn = (one: Awaited<ReturnType<typeof diff>>[number]) =>
  one.outcome === 'refused' ? one.faults.map(({ field }) => field) : one.outcome

test('a diff says what each record would do and writes nothing', async () => {
  const { tenant, ids } = await stockRoom()
  const before = (await ledgerOf(tenant)).length
  const diffs = await diff(tenant, [
    { sku: 'J-S', location: 'main ', on_hand: 44, unit_cost: '12.5' },
    { variant_id: ids.variants['J-M']!.toUpperCase(), location: ids.locations.Main!, on_hand: 20 },
    { sku: 'J-L', location: 'STORE', on_hand: 9, unit_cost: '8' },
    { sku: 'J-L', location: 'Main', on_hand: 0 },
    { sku: 'J-S', location: 'Store', on_hand: 2 },
    { sku: 'J-S', location: 'Store', on_hand: 4 },
  ])
  expect(diffs).toEqual([
    {
      outcome: 'changed',
      changes: [{ field: 'on_hand', previous_value: '40', value: '44' }],
      write: { variant_id: ids.variants['J-S']!, location_id: ids.locations.Main!, on_hand: 44, unit_cost: '12.5' },
    },
    { outcome: 'unchanged' },
    {
      outcome: 'created',
      write: { variant_id: ids.variants['J-L']!, location_id: ids.locations.Store!, on_hand: 9, unit_cost: '8' },
    },
    { outcome: 'unchanged' },
    {
      outcome: 'refused',
      faults: [
        {
          field: 'on_hand',
          rule: 'must not be below the 3 units committed to orders',
          value: '2',
          allowed: ['3 or more'],
        },
      ],
    },
    { outcome: 'refused', faults: [expect.objectContaining({ field: 'sku' })] },
  ])
  expect((await ledgerOf(tenant)).length).toBe(before)
})

test('no units are set of a bundle that has no stock of its own, but fewer than it has from before', async () => {
  const { tenant, ids } = await stockRoom()
  const [bundle_variant_id, part] = [ids.variants['J-S']!, ids.variants['J-M']!]
  const { sql } = tenant.service.database
  await sql`
    insert into bundles (organization_id, bundle_variant_id, stocking)
    values (${tenant.organization_id}, ${bundle_variant_id}, 'assembled_when_sold')`
  await sql`
    insert into bundle_components (organization_id, bundle_variant_id, component_variant_id, quantity)
    values (${tenant.organization_id}, ${bundle_variant_id}, ${part}, 2)`
  const at = (on_hand: number, name: object) => ({ location: 'Main', on_hand, unit_cost: '1', ...name })
  const name = { variant_id: bundle_variant_id }
  expect((await diff(tenant, [at(41, { sku: 'J-S' })])).map(faultsIn)).toEqual([['sku']])
  expect((await diff(tenant, [at(41, name)])).map(faultsIn)).toEqual([['variant_id']])
  expect((await diff(tenant, [at(40, name)])).map(faultsIn)).toEqual(['unchanged'])
  expect((await diff(tenant, [at(39, name)])).map(faultsIn)).toEqual(['changed'])
  await sql`update bundles set stocking = 'ready_made' where organization_id = ${tenant.organization_id}`
  expect((await diff(tenant, [at(41, name)])).map(faultsIn)).toEqual(['changed'])
})

test('a record that cannot be written names every fault', async () => {
  const { tenant, ids } = await stockRoom()
  const other = await stockRoom()
  const fine = { sku: 'J-S', location: 'Main', on_hand: 1 }
  const diffs = await diff(tenant, [
    { ...fine, sku: 'J-XXL', location: 'Attic', on_hand: -1, unit_cost: 'free' },
    { ...fine, sku: null },
    { ...fine, variant_id: ids.variants['J-S']! },
    { location: 'Main', on_hand: 1, variant_id: other.ids.variants['J-S']! },
    { location: 'Main', on_hand: 1, variant_id: 'J-S' },
    { ...fine, location: other.ids.locations.Main! },
    { ...fine, on_hand: 1.5 },
    { ...fine, on_hand: 1_000_000_001 },
    { ...fine, unit_cost: '1.00001' },
    { ...fine, unit_cost: '1000001' },
  ])
  expect(diffs.map(faultsIn)).toEqual([
    ['sku', 'location', 'on_hand', 'unit_cost'],
    ['sku'],
    ['sku'],
    ['variant_id'],
    ['variant_id'],
    ['location'],
    ['on_hand'],
    ['on_hand'],
    ['unit_cost'],
    ['unit_cost'],
  ])
})

test('stock without a ledger row is opened, other stock adjusted by the difference, and again changes nothing', async () => {
  const { tenant } = await stockRoom()
  const before = (await ledgerOf(tenant)).length
  const records = [
    { sku: 'J-S', location: 'Main', on_hand: 44, unit_cost: '30' },
    { sku: 'J-M', location: 'Main', on_hand: 13, unit_cost: '99' },
    { sku: 'J-L', location: 'Store', on_hand: 9, unit_cost: '8' },
  ]
  expect((await set(tenant, records)).outcomes).toEqual(['changed', 'changed', 'created'])
  const booked = (await ledgerOf(tenant)).slice(before).toSorted((a, b) => (a.sku < b.sku ? -1 : 1))
  expect(booked.map((row) => Object.values({ ...row }))).toEqual([
    ['J-L', 'opening', 9, '8.0000', 'ledger_opening', 'Opening stock', false],
    ['J-M', 'adjustment', -7, '10.0000', 'manual_adjustment', 'ADJ-1001', false],
    ['J-S', 'adjustment', 4, '30.0000', 'manual_adjustment', 'ADJ-1001', false],
  ])
  expect(await onHand(tenant)).toEqual({ 'J-L Store': 9, 'J-M Main': 13, 'J-S Main': 44, 'J-S Store': 5 })
  const again = await set(tenant, records)
  expect(again).toEqual({ outcomes: ['unchanged', 'unchanged', 'unchanged'], undos: [] })
  expect((await ledgerOf(tenant)).length).toBe(before + 3)
})

test('undoing puts back what was on hand, and refuses stock that has changed since', async () => {
  const { tenant, ids, member } = await stockRoom()
  const { undos } = await set(tenant, [
    { sku: 'J-S', location: 'Main', on_hand: 44 },
    { sku: 'J-M', location: 'Main', on_hand: 13 },
    { sku: 'J-L', location: 'Store', on_hand: 9 },
  ])
  await moveStock(tenant, ids, [{ sku: 'J-M', location: 'Main', kind: 'fulfilment', quantity: -1 }])
  const outcomes = await undo(tenant, undos)
  expect(outcomes.map((one) => (one.outcome === 'refused' ? one.faults[0]!.rule : one.outcome))).toEqual([
    'undone',
    'has changed since: 1 later stock movements',
    'undone',
  ])
  expect(await onHand(tenant)).toEqual({ 'J-L Store': 0, 'J-M Main': 12, 'J-S Main': 40, 'J-S Store': 5 })
  const [half] = (await member.get('/api/v1/stock-adjustments')).body.data.rows
  expect(half.undone_at).toBe(null)
  expect((await undo(tenant, undos)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'refused', 'unchanged'])
  const rest = await member.post(`/api/v1/stock-adjustments/${half.adjustment_id}/undo`, {})
  expect(rest.status).toBe(200)
  expect(await onHand(tenant)).toMatchObject({ 'J-M Main': 19, 'J-S Main': 40 })
  expect(await ledgerFaults(tenant)).toEqual([])
})

test('an adjustment whose rows an undo reversed is undone', async () => {
  const { tenant, member } = await stockRoom()
  const { undos } = await set(tenant, [{ sku: 'J-S', location: 'Main', on_hand: 1 }])
  await undo(tenant, undos)
  const [adjustment] = (await member.get('/api/v1/stock-adjustments')).body.data.rows
  expect([adjustment.undone_by, adjustment.note]).toEqual(['user:Grace', 'On hand set by an import.'])
  expect((await member.post(`/api/v1/stock-adjustments/${adjustment.adjustment_id}/undo`, {})).status).toBe(409)
})

test('a write is checked against the units committed meanwhile', async () => {
  const { tenant } = await stockRoom()
  const [recordDiff] = await diff(tenant, [{ sku: 'J-S', location: 'Main', on_hand: 1 }])
  const { write } = recordDiff as { write: StockWrite }
  await tenant.service.database.sql`
    update stock_levels set committed = 2 where organization_id = ${tenant.organization_id}
      and variant_id = ${write.variant_id} and location_id = ${write.location_id}`
  const late = inTransaction(tenant, (sql) => writeStock(sql, context(tenant), [write]))
  await expect(late).rejects.toMatchObject({ code: 'conflict', data: { field: 'on_hand', allowed: ['2 or more'] } })
})

test('a batch of five thousand is compared, written and undone whole', async () => {
  const tenant = await newTenant()
  const size = 2_500
  await setFixture(tenant, {
    locations: ['Main', 'Store'],
    products: [
      {
        title: 'Bead',
        variants: Array.from({ length: size }, (_, i) => ({
          sku: `B-${i}`,
          ...(i < 1_250 ? { stock: { Main: 1 } } : {}),
        })),
      },
    ],
  })
  const records = Array.from({ length: size }, (_, i) =>
    ['Main', 'Store'].map((location, at) => ({
      sku: `B-${i}`,
      location,
      on_hand: (i % 7) + at + 2,
    })),
  ).flat()
  const { outcomes, undos } = await set(tenant, records)
  expect([outcomes.filter((one) => one === 'changed').length, undos.length]).toEqual([1_250, 5_000])
  const levels = await onHand(tenant)
  expect(records.every(({ sku, location, on_hand }) => levels[`${sku} ${location}`] === on_hand)).toBe(true)
  const adjustments = await tenant.service.database.sql`
    select line_count from stock_adjustments where organization_id = ${tenant.organization_id} order by 1`
  expect(adjustments.map(({ line_count }) => line_count)).toEqual([250, 1_000])
  expect(new Set((await undo(tenant, undos)).map(({ outcome }) => outcome))).toEqual(new Set(['undone']))
  const sum = Object.values(await onHand(tenant)).reduce((total, units) => total + units, 0)
  expect(sum).toBe(1_250)
})
