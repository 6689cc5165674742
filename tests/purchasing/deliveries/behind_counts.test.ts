/** Deliveries corrected or removed after a stocktake: the count stays true on every day. */
import { expect, test } from 'bun:test'
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import { whileHeld } from '../../support/held.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { type OrderFixture, orderFixture } from '../order_fixture.ts'
import { approved, arrived, level, record } from '../receiving.ts'
import { manufacturingFixture } from '../manufacturing_fixture.ts'

const dayMs = 86_400_000
const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
const morning = (days: number) => `${dayAgo(days)}T08:00:00Z`

async function openCount(
  { tenant, ids }: Pick<OrderFixture, 'tenant' | 'ids'>,
  counts: Record<string, number>,
  location = 'Main',
): Promise<string> {
  const variant_ids = Object.keys(counts).map((sku) => ids.variants[sku])
  const location_id = ids.locations[location]
  const body = { name: 'Autumn count', counted_on: dayAgo(0), location_ids: [location_id], variant_ids }
  const { id } = (await tenant.post('/api/v1/stocktakes', body)).body.data
  const lines = Object.entries(counts).map(([sku, counted_quantity]) => {
    return { variant_id: ids.variants[sku], location_id, counted_quantity }
  })
  expect((await tenant.patch(`/api/v1/stocktakes/${id}/counts`, { counts: lines })).status).toBe(204)
  return id
}
const post = (tenant: Tenant, id: string) => tenant.post(`/api/v1/stocktakes/${id}/post`)

async function count(fixture: Pick<OrderFixture, 'tenant' | 'ids'>, counts: Record<string, number>, location = 'Main') {
  const id = await openCount(fixture, counts, location)
  expect((await post(fixture.tenant, id)).status).toBe(200)
  return id
}

const movementsOf = async ({ tenant }: Pick<OrderFixture, 'tenant'>, type: string, id: string): Promise<any[]> =>
  (await tenant.get(`/api/v1/inventory/movements?document_type=${type}&document_id=${id}&limit=100`)).body.data.rows
const unitsIn = (rows: any[], sku = 'C-S') =>
  rows.filter((row) => row.sku === sku).reduce((sum, row) => sum + row.quantity_delta, 0)

/** The order fixture without its six committed coats. */
async function expectSound({ organization_id, service }: Tenant): Promise<void> {
  const { faults } = await verifyLedger(service.database.sql as never, { organization_id, is_full: true })
  expect(faults.filter(({ kind }) => kind !== 'level_committed_wrong')).toEqual([])
}

/** A backdated delivery of ten coats to the thirty at Main; returns the order and the delivery. */
async function tenCoats(fixture: OrderFixture, received_at?: string, also: { not_in_count?: boolean } = {}) {
  const id = await approved(fixture)
  const delivery = { ...(received_at === undefined ? {} : { received_at }), ...also, ...arrived(fixture, ['C-S', 10]) }
  const { delivery_id } = (await record(fixture, id, delivery)).body.data
  const path = fixture.at(`/${id}/deliveries/${delivery_id}`)
  return { id, delivery_id, correct: (body: unknown) => fixture.tenant.patch(path, body), path }
}

test('a correction does not deduct an error twice that a posted stocktake found, and documents sum to their effect', async () => {
  const fixture = await orderFixture()
  const { delivery_id, correct, path } = await tenCoats(fixture)
  const stocktake = await count(fixture, { 'C-S': 38 })
  expect((await level(fixture, 'C-S'))[0]).toBe(38)
  const corrected = await correct(arrived(fixture, ['C-S', 8]))
  expect(corrected.body.data.units).toBe(8)
  expect((await level(fixture, 'C-S')).slice(0, 2)).toEqual([38, 16])
  expect(unitsIn(await movementsOf(fixture, 'purchase_order_delivery', delivery_id))).toBe(8)
  expect(unitsIn(await movementsOf(fixture, 'stocktake', stocktake))).toBe(-2)
  const offsets = await movementsOf(fixture, 'delivery_correction', delivery_id)
  const posted = (await fixture.tenant.get(`/api/v1/stocktakes/${stocktake}`)).body.data
  expect(offsets).toMatchObject([
    {
      kind: 'stocktake',
      quantity_delta: 2,
      occurred_at: posted.posted_at,
      reverses_movement_id: null,
      evidence: 'Keeps stock as counted in "Autumn count": an earlier delivery of PO-1001 was corrected.',
    },
  ])
  // Corrected once more and then removed: the count still holds.
  await correct(arrived(fixture, ['C-S', 9]))
  expect((await level(fixture, 'C-S'))[0]).toBe(38)
  expect(unitsIn(await movementsOf(fixture, 'delivery_correction', delivery_id))).toBe(1)
  expect((await fixture.tenant.delete(path)).status).toBe(204)
  expect((await level(fixture, 'C-S')).slice(0, 2)).toEqual([38, 24])
  expect(unitsIn(await movementsOf(fixture, 'purchase_order_delivery', delivery_id))).toBe(0)
  expect(unitsIn(await movementsOf(fixture, 'delivery_correction', delivery_id))).toBe(10)
  await expectSound(fixture.tenant)
})

test('removing a delivery recorded before a stocktake restores the average cost without it', async () => {
  const fixture = await orderFixture()
  const { path } = await tenCoats(fixture)
  await count(fixture, { 'C-S': 30 })
  expect((await level(fixture, 'C-S')).slice(0, 3)).toEqual([30, 14, 18.1875])
  expect((await fixture.tenant.delete(path)).status).toBe(204)
  // 30 coats at 18.50, before ten at 17.25 arrived.
  expect((await level(fixture, 'C-S')).slice(0, 3)).toEqual([30, 24, 18.5])
})

test('units that left since do not block a removal if a stocktake covers the delivery', async () => {
  const fixture = await orderFixture()
  const { path } = await tenCoats(fixture)
  await count(fixture, { 'C-S': 31 })
  await moveStock(fixture.tenant, fixture.ids, [{ sku: 'C-S', location: 'Main', kind: 'fulfilment', quantity: -25 }])
  expect((await fixture.tenant.delete(path)).status).toBe(204)
  expect((await level(fixture, 'C-S'))[0]).toBe(6)
})

test('a stocktake that is open during a correction is posted to the counted quantity', async () => {
  const fixture = await orderFixture()
  const { delivery_id, correct } = await tenCoats(fixture)
  const stocktake = await openCount(fixture, { 'C-S': 38, 'C-M': 5 })
  await correct(arrived(fixture, ['C-S', 8], ['C-M', 2]))
  expect([(await level(fixture, 'C-S'))[0], (await level(fixture, 'C-M'))[0]]).toEqual([38, 7])
  expect((await post(fixture.tenant, stocktake)).status).toBe(200)
  expect([(await level(fixture, 'C-S'))[0], (await level(fixture, 'C-M'))[0]]).toEqual([38, 5])
  const offsets = await movementsOf(fixture, 'delivery_correction', delivery_id)
  expect(offsets.map((row) => [row.sku, row.kind, row.quantity_delta]).toSorted()).toEqual([
    ['C-M', 'stocktake', -2],
    ['C-S', 'stocktake', 2],
  ])
  const lines = (await fixture.tenant.get(`/api/v1/stocktakes/${stocktake}/table`)).body.data.rows
  expect(lines.map((line: any) => [line.sku, line.variance_quantity, line.moved_quantity]).toSorted()).toEqual([
    ['C-M', 0, 0],
    ['C-S', -2, 0],
  ])
})

test('a line added to a counted delivery is offset too', async () => {
  const fixture = await orderFixture()
  const { correct } = await tenCoats(fixture)
  await count(fixture, { 'C-M': 11 })
  expect((await level(fixture, 'C-M'))[0]).toBe(11)
  await correct(arrived(fixture, ['C-M', 6]))
  expect((await level(fixture, 'C-M'))[0]).toBe(11)
})

test('a delivery corrected to after the stocktake adds to the counted quantity', async () => {
  const fixture = await orderFixture()
  const { correct } = await tenCoats(fixture, morning(3))
  await count(fixture, { 'C-S': 30 })
  expect((await correct({ received_at: new Date().toISOString() })).status).toBe(200)
  expect((await level(fixture, 'C-S'))[0]).toBe(40)
  await expectSound(fixture.tenant)
})

test('a delivery from before a stocktake that is recorded after it is in the count, and so are its corrections', async () => {
  const fixture = await orderFixture()
  await count(fixture, { 'C-S': 30 })
  const { delivery_id, correct } = await tenCoats(fixture, morning(3))
  expect((await level(fixture, 'C-S'))[0]).toBe(30)
  await correct(arrived(fixture, ['C-S', 8]))
  expect((await level(fixture, 'C-S'))[0]).toBe(30)
  expect(unitsIn(await movementsOf(fixture, 'delivery_correction', delivery_id))).toBe(-8)
  await expectSound(fixture.tenant)
})

test('a delivery of which the units were not in the count adds to it, and so do its corrections', async () => {
  const fixture = await orderFixture()
  await count(fixture, { 'C-S': 30 })
  const { delivery_id, correct } = await tenCoats(fixture, morning(3), { not_in_count: true })
  expect((await level(fixture, 'C-S'))[0]).toBe(40)
  const corrected = await correct(arrived(fixture, ['C-S', 8]))
  expect(corrected.body.data.not_in_count).toBe(true)
  expect((await level(fixture, 'C-S'))[0]).toBe(38)
  expect(await movementsOf(fixture, 'delivery_correction', delivery_id)).toEqual([])
  // A count taken since then includes them.
  await count(fixture, { 'C-S': 37 })
  await correct(arrived(fixture, ['C-S', 9]))
  expect((await level(fixture, 'C-S'))[0]).toBe(37)
  // They were in the first count after all: what the second counted stays.
  expect((await correct({ not_in_count: false })).body.data.not_in_count).toBe(false)
  expect((await level(fixture, 'C-S'))[0]).toBe(37)
  await expectSound(fixture.tenant)
})

test('of a delivery that was said to be missing from the count, the opposite can be said', async () => {
  const fixture = await orderFixture()
  await count(fixture, { 'C-S': 30 })
  const { correct } = await tenCoats(fixture, morning(3), { not_in_count: true })
  expect((await correct({ not_in_count: false })).status).toBe(200)
  expect((await level(fixture, 'C-S'))[0]).toBe(30)
  expect((await correct({ not_in_count: true })).status).toBe(200)
  expect((await level(fixture, 'C-S'))[0]).toBe(40)
  await expectSound(fixture.tenant)
})

test('of two stocktakes the first posted takes the offset, so that both stay true', async () => {
  const fixture = await orderFixture()
  const { delivery_id, correct } = await tenCoats(fixture, morning(3))
  const first = await count(fixture, { 'C-S': 38 })
  await count(fixture, { 'C-S': 38 })
  await correct(arrived(fixture, ['C-S', 8]))
  expect((await level(fixture, 'C-S'))[0]).toBe(38)
  const posted = (await fixture.tenant.get(`/api/v1/stocktakes/${first}`)).body.data.posted_at
  const offsets = await movementsOf(fixture, 'delivery_correction', delivery_id)
  expect(offsets.map((row) => [row.quantity_delta, row.occurred_at])).toEqual([[2, posted]])
})

test('returned components are offset at a stocktake, so that their count stays true', async () => {
  const fixture = await manufacturingFixture()
  await fixture.bill('SET', [
    ['WOOL', 2],
    ['BUTTON', 3],
  ])
  const id = await fixture.order('manufacturing', [['SET', 3]])
  const delivery = { line_items: [{ variant_id: fixture.ids.variants.SET, received_quantity: 2 }] }
  const { delivery_id } = (await fixture.act(id, 'deliveries', delivery)).body.data
  expect([(await fixture.level('WOOL'))[0], (await fixture.level('SET'))[0]]).toEqual([16, 2])
  await count(fixture, { WOOL: 18, SET: 1 })
  const less = { line_items: [{ variant_id: fixture.ids.variants.SET, received_quantity: 1 }] }
  const answer = await fixture.tenant.patch(fixture.at(`/${id}/deliveries/${delivery_id}`), less)
  expect([answer.status, answer.body.data.units]).toEqual([200, 1])
  expect([(await fixture.level('WOOL'))[0], (await fixture.level('SET'))[0]]).toEqual([18, 1])
  // The buttons were not counted, so three return.
  expect((await fixture.level('BUTTON'))[0]).toBe(6)
  const sum = (kind: string, rows: any[]) =>
    rows.filter((row) => row.kind === kind).reduce((units, row) => units + row.quantity_delta, 0)
  const rows = await movementsOf(fixture, 'manufacturing_order', delivery_id)
  expect([sum('assembly_in', rows), sum('assembly_out', rows)]).toEqual([1, -5])
  await expectSound(fixture.tenant)
})

test('a stocktake posted during a correction counts the error once, in either sequence', async () => {
  const fixture = await orderFixture()
  const { correct } = await tenCoats(fixture)
  for (let units = 9; units > 5; units--) {
    const before = (await level(fixture, 'C-S'))[0]!
    const stocktake = await openCount(fixture, { 'C-S': before - 1 })
    const posting = () => post(fixture.tenant, stocktake)
    const correcting = () => correct(arrived(fixture, ['C-S', units]))
    const answers = await whileHeld(
      fixture.tenant,
      `select from stock_levels where organization_id = '${fixture.tenant.organization_id}' for update`,
      units % 2 === 0 ? [posting, correcting] : [correcting, posting],
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await level(fixture, 'C-S'))[0]).toBe(before - 1)
  }
  await expectSound(fixture.tenant)
})

test('no past day, in-stock day or previous value includes the units of a removed delivery', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    suppliers: ['Mill'],
    sales_channels: ['Shop'],
    categories: ['Coats'],
    products: [
      {
        title: 'Coat',
        category: 'Coats',
        variants: [{ sku: 'COAT', unit_cost: '20', price_cents: 5_000 }],
      },
    ],
  })
  // Five arrived sixty days ago and the last left fifty days ago.
  const at = { sku: 'COAT', location: 'Main' }
  await moveStock(tenant, ids, [
    { ...at, kind: 'receipt', quantity: 5, unit_cost: '20', occurred_at: morning(60) },
    { ...at, kind: 'fulfilment', quantity: -5, occurred_at: morning(50) },
  ])
  const orders = `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
  const line_items = [{ variant_id: ids.variants.COAT, quantity: 20, unit_cost: 20 }]
  const order = { supplier_id: ids.suppliers.Mill, location_id: ids.locations.Main, line_items }
  const { id } = (await tenant.post(orders, order)).body.data
  await tenant.post(`${orders}/${id}/approve`)
  const deliver = (received_at: string, received_quantity: number) =>
    tenant.post(`${orders}/${id}/deliveries`, {
      received_at,
      line_items: [{ variant_id: ids.variants.COAT, received_quantity }],
    })
  const figures = async () => {
    const path = `/api/v1/inventory/stock-on-hand?start_date=${dayAgo(45)}&end_date=${dayAgo(0)}&grain=day`
    const { rows } = (await tenant.get(path)).body.data
    const drawer = (await tenant.get(`/api/v1/variants/${ids.variants.COAT}/drawer-overview`)).body.data
    const overview = await tenant.get(`/api/v1/organizations/${tenant.organization_id}/products/overview`)
    const sensitivity = await tenant.get(`/api/v1/variants/${ids.variants.COAT}/price-sensitivity?weeks=8`)
    return {
      closing: [...new Set(rows.map((row: any) => row.closing))],
      in_stock_days: drawer.total.velocity.in_stock_days,
      previous: overview.body.data.cards.map((card: any) => card.previous_value),
      stockout_days: sensitivity.body.data.weeks.reduce((sum: number, week: any) => sum + week.stockout_days, 0),
    }
  }
  const before = await figures()
  expect(before).toMatchObject({ closing: [0], in_stock_days: 0, previous: [0, null, 0] })
  const early = (await deliver(morning(40), 10)).body.data.delivery_id
  const late = (await deliver(morning(10), 8)).body.data.delivery_id
  expect(await figures()).toMatchObject({ closing: [0, 10, 18], in_stock_days: 28, previous: [200, null, 500] })
  for (const delivery_id of [early, late])
    expect((await tenant.delete(`${orders}/${id}/deliveries/${delivery_id}`)).status).toBe(204)
  expect(await figures()).toEqual(before)
  await expectSound(tenant)
})
