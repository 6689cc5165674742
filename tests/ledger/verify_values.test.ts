/** The value of the stock is proven like its units: damage to either side is found, and what is unknown has its reason. */
import { expect, test } from 'bun:test'
import { verifyLedger } from '../../server/ledger/verify.ts'
import { type Catalogue, moveStock, setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

/** 10 at 12.00, then −4, then 3 at 15.00: 9 at 13.00, worth 117.00. Store has 5 of unknown cost. */
async function shop() {
  const tenant = await newTenant()
  const ids: Catalogue = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    products: [{ title: 'Shirt', variants: [{ sku: 'A' }] }],
  })
  const moved = { sku: 'A', location: 'Main' }
  await moveStock(tenant, ids, [
    { ...moved, kind: 'opening', quantity: 10, unit_cost: '12' },
    { sku: 'A', location: 'Store', kind: 'opening', quantity: 5 },
  ])
  await moveStock(tenant, ids, [{ ...moved, kind: 'adjustment', quantity: -4 }])
  await moveStock(tenant, ids, [{ ...moved, kind: 'receipt', quantity: 3, unit_cost: '15' }])
  return { tenant, ids }
}

const verify = async ({ tenant: { service, organization_id } }: { tenant: Tenant }, is_full = false) => {
  const { faults, values } = await verifyLedger(service.database.sql as never, { organization_id, is_full })
  return { faults: faults.map(({ kind, sentence }) => [kind, sentence]), values }
}

/** The database refuses this: its triggers are disabled to create the damage that must be found. */
const damage = ({ tenant, ids }: Awaited<ReturnType<typeof shop>>, statement: string) =>
  tenant.service.database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const pair = `organization_id = '${tenant.organization_id}' and location_id = '${ids.locations.Main}'`
    await tx.unsafe(statement.replace('PAIR', pair))
  })

test('the sum of valued movements is the value of the stock; what has no cost is left out with its reason', async () => {
  const made = await shop()
  const expected = [
    {
      organization_id: made.tenant.organization_id,
      value: '117',
      unproven: [{ reason: 'no cost is known', levels: 1 }],
    },
  ]
  for (const is_full of [false, false, true])
    expect(await verify(made, is_full)).toEqual({ faults: [], values: expected })
  await moveStock(made.tenant, made.ids, [{ sku: 'A', location: 'Main', kind: 'adjustment', quantity: -9 }])
  expect((await verify(made)).values[0]).toMatchObject({ value: '0' })
})

test('a changed average cost is found, before and after the level was verified', async () => {
  for (const isVerified of [false, true]) {
    const made = await shop()
    if (isVerified) expect((await verify(made)).faults).toEqual([])
    await damage(made, 'update stock_levels set average_cost = average_cost + 0.0001 where PAIR')
    const faults = [['level_value_wrong', 'the stock is worth 117.0009, but the movements come to 117']]
    // A pair with a fault does not advance, so it is found again.
    for (let run = 0; run < 2; run++) expect((await verify(made)).faults).toEqual(faults)
    expect((await verify(made, true)).faults).toEqual(faults)
  }
})

test('damaged rows are named', async () => {
  const of = async (statement: string, isVerified = false) => {
    const made = await shop()
    if (isVerified) await verify(made)
    await damage(made, statement)
    const [incremental, full] = [await verify(made), await verify(made, true)]
    return [incremental.faults.map(([kind]) => kind), full.faults.map((fault) => fault.join(': '))]
  }
  const wrong = (row: number) =>
    `value_wrong: value_after of row ${row} is not the value before it and that of its own units`
  expect(await of('update stock_movements set landed_unit_cost = 12.0001 where PAIR and sequence = 2')).toEqual([
    ['value_wrong'],
    [wrong(2)],
  ])
  expect(await of('update stock_movements set value_after = value_after + 1 where PAIR and sequence = 2')).toEqual([
    ['value_wrong'],
    [wrong(2)],
  ])
  expect(await of('update stock_movements set cost_variance = 1 where PAIR and sequence = 3')).toEqual([
    ['value_wrong'],
    [wrong(3)],
  ])
  // A value that disappears in between hides nothing.
  const broken = (row: number) =>
    `value_broken: the value after row ${row} is known or unknown, and nothing there made it so`
  expect(await of('update stock_movements set value_after = null where PAIR and sequence = 2')).toEqual([
    ['value_broken'],
    [broken(2)],
  ])
  // The last verified row is read again; those before it only in full.
  const changed = 'update stock_movements set value_after = 118 where PAIR and sequence = 3'
  expect((await of(changed, true))[0]).toEqual(['proven_row_changed', 'level_value_wrong'])
  const before = 'update stock_movements set landed_unit_cost = 11 where PAIR and sequence = 1'
  expect(await of(before, true)).toEqual([[], [wrong(1)]])
})
