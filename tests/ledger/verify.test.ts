import { expect, test } from 'bun:test'
import { bookMovements } from '../../server/ledger/book.ts'
import { type Verification, verifyLedger } from '../../server/ledger/verify.ts'
import { faultsOf, isOvercommitted, type PairProof } from '../../server/ledger/verify.rules.ts'
import { type Catalogue, insertRows, moveStock, setFixture } from '../support/fixtures/catalogue.ts'
import { insertOrders } from '../support/fixtures/stock_fixture.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const fixture = (tenant: Tenant): Promise<Catalogue> =>
  setFixture(tenant, {
    locations: ['Main', 'Store'],
    products: [
      {
        title: 'Shirt',
        variants: [
          { sku: 'A', stock: { Main: 10, Store: 5 } },
          { sku: 'B', stock: { Main: 3 } },
        ],
      },
    ],
  })

const verify = (tenant: Tenant, is_full = false) =>
  verifyLedger(tenant.service.database.sql as never, { organization_id: tenant.organization_id, is_full })
const kinds = (found: Verification) => found.faults.map(({ kind }) => kind)
const move = (tenant: Tenant, ids: Catalogue, quantity: number) =>
  moveStock(tenant, ids, [{ sku: 'A', location: 'Main', kind: 'adjustment', quantity }])

/** The database refuses these changes: its triggers are disabled to create the damage that verify must find. */
async function damage(tenant: Tenant, statement: string): Promise<void> {
  await tenant.service.database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(statement.replaceAll('ORG', `'${tenant.organization_id}'`))
  })
}

test('a correct ledger is verified once, and later runs read only new rows', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  expect(await verify(tenant)).toMatchObject({ organizations: 1, pairs: 3, rows: 3, faults: [], overcommitted: [] })
  expect(await verify(tenant)).toMatchObject({ pairs: 3, rows: 0, faults: [] })
  await move(tenant, ids, -4)
  await move(tenant, ids, 6)
  expect(await verify(tenant)).toMatchObject({ pairs: 3, rows: 2, faults: [] })
  expect(await verify(tenant, true)).toMatchObject({ pairs: 3, rows: 5, faults: [] })
})

test('a corrupted level is reported and does not advance its checkpoint', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  await damage(
    tenant,
    `update stock_levels set on_hand = 11 where organization_id = ORG and variant_id = '${ids.variants.A}' and location_id = '${ids.locations.Main}'`,
  )
  for (let run = 0; run < 2; run++) {
    const { faults } = await verify(tenant)
    expect(faults).toEqual([
      {
        organization_id: tenant.organization_id,
        variant_id: ids.variants.A!,
        location_id: ids.locations.Main!,
        kind: 'level_on_hand_wrong',
        sentence: 'the level has 11 on hand, but the movements sum to 10',
      },
    ])
  }
  await damage(
    tenant,
    `update stock_levels set on_hand = 10 where organization_id = ORG and variant_id = '${ids.variants.A}' and location_id = '${ids.locations.Main}'`,
  )
  expect(kinds(await verify(tenant))).toEqual([])
})

test('a level corrupted after it was verified is found by the next run', async () => {
  const tenant = await newTenant()
  await fixture(tenant)
  await verify(tenant)
  await damage(tenant, 'update stock_levels set on_hand = on_hand + 1 where organization_id = ORG')
  expect(kinds(await verify(tenant))).toEqual(Array(3).fill('level_on_hand_wrong'))
})

test('gaps, wrong running sums, lost rows and changed verified rows are reported as different faults', async () => {
  const of = async (proveFirst: boolean, statement: string) => {
    const tenant = await newTenant()
    const ids = await fixture(tenant)
    for (const quantity of [-1, 2, 3]) await move(tenant, ids, quantity)
    if (proveFirst) await verify(tenant)
    await damage(
      tenant,
      statement.replaceAll(
        'PAIR',
        `organization_id = ORG and variant_id = '${ids.variants.A}' and location_id = '${ids.locations.Main}'`,
      ),
    )
    return { incremental: kinds(await verify(tenant)), full: kinds(await verify(tenant, true)) }
  }
  const lostInTheMiddle = 'delete from stock_movements where PAIR and sequence = 3'
  expect(await of(false, lostInTheMiddle)).toEqual({
    incremental: ['sequence_gap', 'running_sum_wrong', 'level_on_hand_wrong'],
    full: ['sequence_gap', 'running_sum_wrong', 'level_on_hand_wrong'],
  })
  const lostAtTheEnd = 'delete from stock_movements where PAIR and sequence = 4'
  expect((await of(false, lostAtTheEnd)).full).toEqual(['level_sequence_wrong', 'level_on_hand_wrong'])
  expect((await of(true, lostAtTheEnd)).incremental).toEqual(['proven_row_changed'])
  expect(await of(false, 'update stock_movements set on_hand_after = 99 where PAIR and sequence = 2')).toEqual({
    incremental: ['running_sum_wrong'],
    full: ['running_sum_wrong'],
  })
  expect(
    (await of(true, 'update stock_movements set on_hand_after = 99 where PAIR and sequence = 4')).incremental,
  ).toEqual(['proven_row_changed'])
  // Only a full run finds damage before a checkpoint.
  expect(await of(true, 'update stock_movements set quantity_delta = 7 where PAIR and sequence = 2')).toEqual({
    incremental: [],
    full: ['running_sum_wrong', 'level_on_hand_wrong'],
  })
})

/** An order that reserves units of a variant at Main. */
async function hold(tenant: Tenant, ids: Catalogue, sku: string, units: number): Promise<void> {
  const { sql } = tenant.service.database
  const id = crypto.randomUUID()
  await insertOrders(
    tenant,
    [{ name: `MO ${id}`, order_type: 'manufacturing', location: 'Main', status: 'approved', lines: [] }],
    { ...ids, purchase_orders: { [`MO ${id}`]: id } },
  )
  await insertRows(tenant, 'purchase_order_components', [
    {
      purchase_order_id: id,
      variant_id: ids.variants[sku],
      location_id: ids.locations.Main,
      required_quantity: units,
      reserved_quantity: units,
      consumed_quantity: 0,
    },
  ])
  await sql`
    update stock_levels set committed = committed + ${units} where organization_id = ${tenant.organization_id}
      and variant_id = ${ids.variants[sku]!} and location_id = ${ids.locations.Main!}`
}

test('committed stock equals the sum that open orders reserve', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  await hold(tenant, ids, 'A', 4)
  await hold(tenant, ids, 'A', 3)
  expect(kinds(await verify(tenant))).toEqual([])
  await damage(tenant, `update stock_levels set committed = 6 where organization_id = ORG and committed > 0`)
  for (const is_full of [false, true])
    expect((await verify(tenant, is_full)).faults).toEqual([
      {
        organization_id: tenant.organization_id,
        variant_id: ids.variants.A!,
        location_id: ids.locations.Main!,
        kind: 'level_committed_wrong',
        sentence: 'the level has 6 committed, but orders reserve 7',
      },
    ])
})

test('a reversal with another time or number of units than its row is found', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const { sql } = tenant.service.database
  const occurred_at = '2026-11-02T08:00:00.000Z'
  const now = new Date().toISOString()
  const booking = {
    organization_id: tenant.organization_id,
    actor: 'test',
    now,
    currency: 'USD',
    floor: 'none',
  } as const
  const document = { type: 'purchase_order_delivery', id: 'd', name: 'PO-1' } as const
  const row = { variant_id: ids.variants.A!, location_id: ids.locations.Main!, kind: 'receipt', document } as const
  const book = (movement: object) =>
    sql.begin((tx) =>
      bookMovements(tx as never, booking, [{ ...row, document_line_id: '1', quantity_delta: 4, ...movement }]),
    )
  const [receipt] = await book({ occurred_at, unit_cost: '3.0000' })
  const reversal = { quantity_delta: -4, unit_cost: '3.0000', reverses_movement_id: receipt!.movement_id }
  await book({ ...reversal, occurred_at })
  expect(kinds(await verify(tenant))).toEqual([])
  for (const change of ["occurred_at = occurred_at + interval '1 day'", 'unit_cost = 2']) {
    await damage(tenant, `update stock_movements set ${change} where organization_id = ORG and sequence = 3`)
    const found = await verify(tenant, true)
    expect(found.faults.map(({ kind, sentence }) => [kind, sentence])).toEqual([
      ['reversal_wrong', 'row 3 does not match the row that it reverses in units, cost and time'],
    ])
    await damage(
      tenant,
      `update stock_movements set occurred_at = '${occurred_at}', unit_cost = 3 where organization_id = ORG and sequence = 3`,
    )
  }
})

test('a level with more committed than on hand is reported as a warning, not as a mismatch', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  await hold(tenant, ids, 'B', 4)
  const found = await verify(tenant)
  expect(found.faults).toEqual([])
  expect(found.overcommitted).toEqual([
    {
      organization_id: tenant.organization_id,
      variant_id: ids.variants.B!,
      location_id: ids.locations.Main!,
      on_hand: 3,
      committed: 4,
    },
  ])
})

test('each batch sees one snapshot: concurrent bookings are never reported as faults', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const { sql } = tenant.service.database
  const booking = {
    organization_id: tenant.organization_id,
    actor: 'test',
    now: new Date().toISOString(),
    currency: 'USD',
    floor: 'none',
  } as const
  const writer = (async () => {
    for (let i = 0; i < 60; i++)
      await sql.begin((tx) =>
        bookMovements(tx as never, booking, [
          {
            variant_id: ids.variants.A!,
            location_id: ids.locations.Main!,
            kind: 'adjustment',
            quantity_delta: i % 2 === 0 ? 3 : -2,
            document: { type: 'manual_adjustment', id: `w${i}`, name: 'w' },
            document_line_id: '1',
          },
        ]),
      )
  })()
  for (let i = 0; i < 15; i++) expect(kinds(await verify(tenant, i % 2 === 0))).toEqual([])
  await writer
  expect(await verify(tenant, true)).toMatchObject({ rows: 63, faults: [] })
})

test('the verification rules depend only on the figures of a pair', () => {
  const sound: PairProof = {
    variant_id: 'v',
    location_id: 'l',
    level: { on_hand: 7, sequence: 3, committed: 7, value: null, unrated_currency: null },
    reserved: 7,
    proven: { sequence: 1, on_hand: 5, value: null },
    anchor: 5,
    anchor_value: null,
    rows: {
      count: 2,
      last_sequence: 3,
      moved: 2,
      gap_at: null,
      wrong_sum_at: null,
      wrong_reversal_at: null,
      wrong_value_at: null,
      broken_value_at: null,
      states_value: false,
      last_value: null,
    },
  }
  expect(faultsOf(sound)).toEqual([])
  expect(isOvercommitted(sound)).toBe(false)
  expect(isOvercommitted({ level: { ...sound.level, on_hand: -3, committed: 0 } })).toBe(false)
  expect(faultsOf({ ...sound, anchor: null })[0]!.sentence).toBe(
    'row 1 was verified with 5 on hand after it, but the row is missing',
  )
  const untouched = {
    ...sound,
    level: { on_hand: 0, sequence: 0, committed: 0, value: 0, unrated_currency: null },
    reserved: 0,
    proven: { sequence: 0, on_hand: 0, value: null },
    anchor: null,
    rows: { ...sound.rows, count: 0, last_sequence: null, moved: 0 },
  }
  expect(faultsOf(untouched)).toEqual([])
  expect(faultsOf({ ...untouched, level: { ...untouched.level, on_hand: 2 } })[0]!.kind).toBe('level_on_hand_wrong')
})
