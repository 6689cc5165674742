import { expect, test } from 'bun:test'
import { refreshIncoming } from '../../../server/ledger/incoming.ts'
import { type Catalogue, insertRows, moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const path = '/api/v1/inventory/position'

const fixture = (tenant: Tenant): Promise<Catalogue> =>
  setFixture(tenant, {
    locations: ['Main', 'Store', { name: 'Closed', is_active: false }],
    suppliers: ['Mill'],
    products: [
      {
        title: 'Shirt',
        variants: [
          {
            sku: 'A',
            unit_cost: '10',
            stock: {
              Main: { on_hand: 40, committed: 6, occurred_at: '2026-11-01T08:00:00Z' },
              Store: { on_hand: 5, committed: 1, occurred_at: '2026-11-02T08:00:00Z' },
            },
          },
          { sku: 'B', stock: { Main: 100 } },
        ],
      },
    ],
    purchase_orders: [
      {
        name: 'PO-1',
        supplier: 'Mill',
        location: 'Main',
        status: 'partially_delivered',
        expected_delivery_date: '2026-12-10',
        // 20 of 70 arrived; of the 50 left 15 are at sea, 25 more are confirmed, 10 are not; another line is unanswered.
        lines: [
          { sku: 'A', quantity: 70, confirmed_quantity: 60, delivered_quantity: 20, in_transit_quantity: 15 },
          { sku: 'A', quantity: 8 },
          { sku: 'B', quantity: 500 },
        ],
      },
      {
        name: 'T-1',
        order_type: 'transfer',
        location: 'Store',
        source_location: 'Main',
        status: 'issued',
        expected_delivery_date: '2026-11-25',
        lines: [{ sku: 'A', quantity: 12, in_transit_quantity: 12 }],
      },
      { name: 'PO-2', supplier: 'Mill', location: 'Main', status: 'approved', lines: [{ sku: 'A', quantity: 3 }] },
      ...['draft', 'delivered', 'closed', 'cancelled'].map((status) => ({
        name: `PO ${status}`,
        supplier: 'Mill',
        location: 'Main',
        status,
        lines: [{ sku: 'A', quantity: 1000 }],
      })),
    ],
  })

async function expectReturn(
  tenant: Tenant,
  ids: Catalogue,
  state: string,
  location: string | null,
  units: number,
  received = 0,
) {
  const { sql } = tenant.service.database
  const [row] = await sql`
    insert into returns (organization_id, name, state, location_id)
    values (${tenant.organization_id}, 'R', ${state}, ${location && ids.locations[location]!}) returning return_id`
  await insertRows(tenant, 'return_lines', [
    {
      return_id: row!.return_id,
      line_id: crypto.randomUUID(),
      variant_id: ids.variants.A,
      expected_quantity: units,
      received_quantity: received,
    },
  ])
}

test('ATP is on hand less reserved plus inbound by document; returns are shown beside and never counted', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  await expectReturn(tenant, ids, 'expected', 'Main', 4)
  await expectReturn(tenant, ids, 'partially_received', 'Store', 5, 2)
  await expectReturn(tenant, ids, 'expected', null, 7)
  await expectReturn(tenant, ids, 'closed', 'Main', 50)
  await expectReturn(tenant, ids, 'cancelled', 'Main', 50)
  const answer = await tenant.get(`${path}?variant_id=${ids.variants.A}`)
  expect(answer.status).toBe(200)
  const { data } = answer.body
  const order = (name: string, type = 'purchase') => ({ id: ids.purchase_orders[name], name, type })
  expect(data.expected_inbound).toEqual({
    quantity: 73,
    returns_expected: 14,
    by_document: [
      { ...order('T-1', 'transfer'), quantity: 12, due: '2026-11-25', supply_class: 'in_transit' },
      { ...order('PO-1'), quantity: 25, due: '2026-12-10', supply_class: 'confirmed' },
      { ...order('PO-1'), quantity: 15, due: '2026-12-10', supply_class: 'in_transit' },
      { ...order('PO-1'), quantity: 18, due: '2026-12-10', supply_class: 'on_order' },
      { ...order('PO-2'), quantity: 3, due: null, supply_class: 'on_order' },
    ],
  })
  expect(data).toMatchObject({ on_hand: 45, reserved: 7, atp: 111, location_id: null, location_name: null })
  expect(Date.parse(data.as_of)).toBeGreaterThan(Date.now() - 60_000)
  const main = {
    location_id: ids.locations.Main,
    location_name: 'Main',
    on_hand: 40,
    reserved: 6,
    expected_inbound: 61,
    atp: 95,
  }
  const store = {
    location_id: ids.locations.Store,
    location_name: 'Store',
    on_hand: 5,
    reserved: 1,
    expected_inbound: 12,
    atp: 16,
  }
  expect(data.locations).toEqual([main, store])

  const narrowed = (await tenant.get(`${path}?variant_id=${ids.variants.A}&location_id=${ids.locations.Store}`)).body
    .data
  expect(narrowed).toMatchObject({
    on_hand: 5,
    reserved: 1,
    atp: 16,
    location_id: ids.locations.Store,
    location_name: 'Store',
    locations: [store],
  })
  expect(narrowed.expected_inbound).toMatchObject({ quantity: 12, returns_expected: 3 })
  expect(narrowed.expected_inbound.by_document.map((one: any) => one.name)).toEqual(['T-1'])
})

test('movements are the latest ten over the locations asked for, newest first', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  await moveStock(
    tenant,
    ids,
    Array.from({ length: 11 }, (_, i) => ({
      sku: 'A',
      location: i % 2 === 0 ? 'Main' : 'Store',
      kind: 'adjustment' as const,
      quantity: i + 1,
      occurred_at: `2026-11-${10 + i}T08:00:00Z`,
    })),
  )
  const all = (await tenant.get(`${path}?variant_id=${ids.variants.A}`)).body.data.movements
  expect(all.map((row: any) => row.quantity_delta)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  expect(all[0]).toMatchObject({ kind: 'adjustment', sku: 'A', location_name: 'Main', unit_cost: { cents: 1000 } })
  const store = await tenant.get(`${path}?variant_id=${ids.variants.A}&location_id=${ids.locations.Store}`)
  expect(store.body.data.movements.map((row: any) => row.quantity_delta)).toEqual([10, 8, 6, 4, 2, 5])
})

test('a variant that never moved has a position of measured zeros', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, { locations: ['Main'], products: [{ title: 'New', variants: [{ sku: 'N' }] }] })
  const { data } = (await tenant.get(`${path}?variant_id=${ids.variants.N}`)).body
  expect(data).toMatchObject({
    atp: 0,
    on_hand: 0,
    reserved: 0,
    expected_inbound: { quantity: 0, returns_expected: 0, by_document: [] },
    movements: [],
    locations: [{ location_name: 'Main', on_hand: 0, reserved: 0, expected_inbound: 0, atp: 0 }],
  })
})

test('incoming of a level is the inbound of its position, also where no level was yet', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const { sql } = tenant.service.database
  await sql`update stock_levels set incoming = 999 where organization_id = ${tenant.organization_id}`
  await setFixture(tenant, { products: [{ title: 'Other', variants: [{ sku: 'C' }] }] })
  await sql.begin((tx) => refreshIncoming(tx as never, tenant.organization_id, [ids.variants.A!, ids.variants.B!]))
  const rows = await sql`
    select v.sku, o.name, l.incoming from stock_levels l join variants v using (organization_id, variant_id)
    join locations o using (organization_id, location_id)
    where l.organization_id = ${tenant.organization_id} order by 1, 2`
  expect([...rows]).toEqual([
    { sku: 'A', name: 'Main', incoming: 61 },
    { sku: 'A', name: 'Store', incoming: 12 },
    { sku: 'B', name: 'Main', incoming: 500 },
  ])
})

test('an unknown variant and an unknown location have different codes, even if another organisation has them', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const [ids, others] = [await fixture(tenant), await fixture(other)]
  const ask = (query: string) => tenant.get(`${path}?${query}`)
  for (const unknown of ['nonsense', others.variants.A]) {
    const answer = await ask(`variant_id=${unknown}`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('variant_not_on_file')
  }
  for (const unknown of ['nonsense', others.locations.Main]) {
    const answer = await ask(`variant_id=${ids.variants.A}&location_id=${unknown}`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('location_not_on_file')
  }
  const missing = await ask('')
  expect(missing.status).toBe(400)
  expect(missing.body.data).toMatchObject({ field: 'variant_id', rule: 'is required' })
})
