import { expect, test } from 'bun:test'
import { bookMovements } from '../../server/ledger/book.ts'
import type { MovementToBook } from '../../server/ledger/rules.ts'
import { type Catalogue, moveStock, setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const fixture = (tenant: Tenant, on_hand = 100): Promise<Catalogue> =>
  setFixture(tenant, {
    locations: ['Main', 'Store'],
    products: [
      {
        title: 'Shirt',
        variants: [
          { sku: 'A', unit_cost: '10', stock: { Main: on_hand } },
          { sku: 'B', unit_cost: null, stock: { Main: 5 } },
        ],
      },
    ],
  })

type Change = Partial<MovementToBook> & { quantity_delta: number }

function movement(ids: Catalogue, change: Change, sku = 'A', location = 'Main'): MovementToBook {
  return {
    variant_id: ids.variants[sku]!,
    location_id: ids.locations[location]!,
    kind: 'adjustment',
    document: { type: 'manual_adjustment', id: 'M-1', name: 'Adjustment 1' },
    document_line_id: crypto.randomUUID(),
    ...change,
  }
}

const book = (tenant: Tenant, movements: MovementToBook[], floor: 'available' | 'none' = 'none') =>
  tenant.service.database.sql.begin((tx) =>
    bookMovements(
      tx as never,
      { organization_id: tenant.organization_id, actor: 'test', now: '2026-11-21T09:00:00Z', currency: 'USD', floor },
      movements,
    ),
  )

async function levelOf(tenant: Tenant, ids: Catalogue, sku = 'A', location = 'Main') {
  const [row] = await tenant.service.database.sql`
    select on_hand, sequence, average_cost from stock_levels where organization_id = ${tenant.organization_id}
      and variant_id = ${ids.variants[sku]!} and location_id = ${ids.locations[location]!}`
  return row
}

test('the database refuses to change, delete or truncate booked rows', async () => {
  const tenant = await newTenant()
  await fixture(tenant)
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const attempts = [
    () => sql`update stock_movements set quantity_delta = 1 where organization_id = ${organization_id}`,
    () => sql`update stock_movements set evidence = 'x' where organization_id = ${organization_id}`,
    () => sql`delete from stock_movements where organization_id = ${organization_id}`,
    () => sql`truncate stock_movements cascade`,
  ]
  for (const attempt of attempts) {
    const error = await attempt().then(
      () => null,
      (thrown: Error & { code: string }) => thrown,
    )
    expect(error?.message).toContain('append-only')
    expect(error?.code).toBe('23000')
  }
  const [row] = await sql`select count(*)::int as rows from stock_movements where organization_id = ${organization_id}`
  expect(row!.rows).toBe(2)
})

test('a document line moves a pair once: a second booking fails as a whole', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const line = movement(ids, { quantity_delta: 6, kind: 'receipt', document_line_id: '1' })
  await book(tenant, [line])
  const again = book(tenant, [movement(ids, { quantity_delta: 2 }, 'B'), line])
  await expect(again).rejects.toMatchObject({ code: '23505', constraint_name: 'stock_movements_once' })
  expect(await levelOf(tenant, ids)).toMatchObject({ on_hand: 106, sequence: 2 })
  expect(await levelOf(tenant, ids, 'B')).toMatchObject({ on_hand: 5, sequence: 1 })
  // Another effect of the same line, and the same line at another location, are separate movements.
  await book(tenant, [
    { ...line, kind: 'write_off', quantity_delta: -1 },
    { ...line, location_id: ids.locations.Store! },
  ])
  expect(await levelOf(tenant, ids, 'A', 'Store')).toMatchObject({ on_hand: 6, sequence: 1 })
})

test('of many concurrent bookings of one line, one succeeds', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const line = movement(ids, { quantity_delta: 6, kind: 'receipt', document_line_id: '1' })
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => book(tenant, [line])))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await levelOf(tenant, ids)).toMatchObject({ on_hand: 106, sequence: 2 })
})

test('the average cost changes with arrivals, is carried by departures, and matches hand-computed figures', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const cost = async () => (await levelOf(tenant, ids))!.average_cost
  expect(await cost()).toBe('10.0000')
  // (100 × 10 + 50 × 13) ÷ 150
  await book(tenant, [movement(ids, { quantity_delta: 50, kind: 'receipt', unit_cost: '13' })])
  expect(await cost()).toBe('11.0000')
  const [out] = await book(tenant, [movement(ids, { quantity_delta: -90, kind: 'fulfilment' })])
  expect(out).toMatchObject({ unit_cost: '11.0000', cost_basis: 'left_at', on_hand_after: 60 })
  expect(await cost()).toBe('11.0000')
  // The landed cost is averaged, not the purchase cost: (60 × 11 + 30 × 14.0005) ÷ 90 = 12.0001666…
  await book(tenant, [
    movement(ids, { quantity_delta: 30, kind: 'receipt', unit_cost: '12.5', landed_unit_cost: '14.0005' }),
  ])
  expect(await cost()).toBe('12.0001666667')
  // Units without a cost arrive at the average and do not change it.
  const [found] = await book(tenant, [movement(ids, { quantity_delta: 10, kind: 'stocktake' })])
  expect(found).toMatchObject({ unit_cost: '12.0001666667', cost_basis: 'average' })
  expect(await cost()).toBe('12.0001666667')
  // When no units are left, the next arrival alone sets the cost.
  await book(tenant, [
    movement(ids, { quantity_delta: -100 }),
    movement(ids, { quantity_delta: 4, kind: 'receipt', unit_cost: '20' }),
  ])
  expect(await cost()).toBe('20.0000')
})

test('units of unknown cost are marked as such until a cost is known', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const [out] = await book(tenant, [movement(ids, { quantity_delta: -1 }, 'B')])
  expect(out).toMatchObject({ unit_cost: null, landed_unit_cost: null, cost_basis: 'unknown' })
  await book(tenant, [movement(ids, { quantity_delta: 6, kind: 'receipt', unit_cost: '8' }, 'B')])
  expect(await levelOf(tenant, ids, 'B')).toMatchObject({ on_hand: 10, average_cost: '8.0000' })
})

test('a movement can be reversed only once', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const [receipt] = await book(tenant, [movement(ids, { quantity_delta: 6, kind: 'receipt' })])
  const reversal = () =>
    movement(ids, { quantity_delta: -6, kind: 'receipt', reverses_movement_id: receipt!.movement_id })
  await book(tenant, [reversal()])
  await expect(book(tenant, [reversal()])).rejects.toMatchObject({
    code: '23505',
    constraint_name: 'stock_movements_reversed_once',
  })
  await expect(
    book(tenant, [movement(ids, { quantity_delta: -6, reverses_movement_id: 999_999_999 })]),
  ).rejects.toMatchObject({ constraint_name: 'stock_movements_reverses_fk' })
  expect(await levelOf(tenant, ids)).toMatchObject({ on_hand: 100, sequence: 3 })
})

test('twenty concurrent bookings of the same pairs in different orders leave gapless sequences and correct sums', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const one = (i: number) => [
    movement(ids, { quantity_delta: -1 }, 'A', 'Main'),
    movement(ids, { quantity_delta: 1 + (i % 3) }, 'A', 'Store'),
    movement(ids, { quantity_delta: 2 }, 'B', 'Main'),
  ]
  await Promise.all(Array.from({ length: 20 }, (_, i) => book(tenant, i % 2 === 0 ? one(i) : one(i).reverse())))
  const rows = await tenant.service.database.sql`
    select v.sku, o.name, array_agg(m.sequence order by m.sequence) = array_agg(row_number) as gapless,
      bool_and(m.on_hand_after = running) as sums, max(m.sequence) as last, l.sequence, l.on_hand, sum(quantity_delta)::int as moved
    from (
      select *, (row_number() over w)::int as row_number, sum(quantity_delta) over w as running from stock_movements
      where organization_id = ${tenant.organization_id}
      window w as (partition by variant_id, location_id order by sequence)
    ) m
    join stock_levels l using (organization_id, variant_id, location_id)
    join variants v using (organization_id, variant_id) join locations o using (organization_id, location_id)
    group by v.sku, o.name, l.sequence, l.on_hand order by 1, 2`
  const sound = { gapless: true, sums: true }
  expect([...rows]).toEqual([
    { sku: 'A', name: 'Main', ...sound, last: 21, sequence: 21, on_hand: 80, moved: 80 },
    { sku: 'A', name: 'Store', ...sound, last: 20, sequence: 20, on_hand: 39, moved: 39 },
    { sku: 'B', name: 'Main', ...sound, last: 21, sequence: 21, on_hand: 45, moved: 45 },
  ])
})

test('concurrent writes take exactly the available units, and the refusal states the shortfall', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant, 10)
  await tenant.service.database.sql`
    update stock_levels set committed = 3 where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.A!}`
  const take = () => [
    movement(ids, { quantity_delta: -1, kind: 'fulfilment' }),
    movement(ids, { quantity_delta: -1, kind: 'fulfilment' }),
  ]
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => book(tenant, take(), 'available')))
  const refused = outcomes.filter((one): one is PromiseRejectedResult => one.status === 'rejected')
  expect(outcomes.length - refused.length).toBe(3)
  for (const { reason } of refused)
    expect(reason).toMatchObject({ code: 'conflict', data: { wanted: 2, available: 1 } })
  expect(await levelOf(tenant, ids)).toMatchObject({ on_hand: 4 })
})

test('booking no movements changes nothing', async () => {
  const tenant = await newTenant()
  expect(await book(tenant, [])).toEqual([])
})

test('a row of one organisation cannot reference a variant of another', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const [ids, others] = [await fixture(tenant), await fixture(other)]
  await expect(
    book(tenant, [{ ...movement(ids, { quantity_delta: 1 }), variant_id: others.variants.A! }]),
  ).rejects.toMatchObject({ code: '23503' })
  await moveStock(tenant, ids, [{ sku: 'A', location: 'Main', kind: 'adjustment', quantity: 1 }])
  expect(await levelOf(other, others)).toMatchObject({ on_hand: 100 })
})
