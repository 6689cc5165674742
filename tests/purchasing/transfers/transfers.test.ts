import { expect, test } from 'bun:test'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import {
  arrived,
  expectSound,
  refusedSentence,
  ship,
  type ManufacturingFixture,
  manufacturingFixture,
} from '../manufacturing_fixture.ts'

const line = async (fixture: ManufacturingFixture, id: string) => {
  const { status, line_items } = await fixture.read(id)
  const [one] = line_items
  return [status, one.in_transit_quantity, one.delivered_quantity, one.outstanding_quantity, one.unit_cost]
}
const shipped = async (fixture: ManufacturingFixture, quantity = 24): Promise<string> => {
  const id = await fixture.order('transfer', [['COAT', quantity]])
  await ship(fixture, id)
  return id
}

test('a transfer leaves its source when issued, is in transit, and arrives at the cost at which it left', async () => {
  const fixture = await manufacturingFixture()
  const id = await fixture.order('transfer', [['COAT', 24]])
  expect(await fixture.level('COAT')).toEqual([30, 0, 0, 18.5])
  expect(await fixture.level('COAT', 'Store')).toEqual([10, 0, 24, 20])
  await ship(fixture, id)
  expect(await fixture.level('COAT')).toEqual([6, 0, 0, 18.5])
  expect(await fixture.level('COAT', 'Store')).toEqual([10, 0, 24, 20])
  expect(await line(fixture, id)).toEqual(['issued', 24, 0, 24, 18.5])
  expect((await fixture.read(id)).total_cost).toBe(444)
  // A later cost at the source does not change the cost at which the units left.
  await moveStock(fixture.tenant, fixture.ids, [
    { sku: 'COAT', location: 'Main', kind: 'receipt', quantity: 6, unit_cost: '30' },
  ])
  const first = await fixture.act(id, 'deliveries', arrived(fixture, ['COAT', 10]))
  expect([first.status, first.body.data.units]).toEqual([200, 10])
  // (10 × 20 + 10 × 18.50) / 20
  expect(await fixture.level('COAT', 'Store')).toEqual([20, 0, 14, 19.25])
  expect(await line(fixture, id)).toEqual(['partially_delivered', 14, 10, 14, 18.5])
  await expectSound(fixture)
  expect((await fixture.act(id, 'mark_delivered', {})).body.data.status).toBe('delivered')
  expect(await fixture.level('COAT', 'Store')).toEqual([34, 0, 0, 18.9411764706])
  expect(await line(fixture, id)).toEqual(['delivered', 0, 24, 0, 18.5])
  expect(await fixture.rows('COAT')).toEqual([
    ['transfer_out', -24, 18.5, 'left_at'],
    ['receipt', 6, 30, 'stated'],
  ])
  expect(await fixture.rows('COAT', 'Store')).toEqual([
    ['transfer_in', 10, 18.5, 'left_at'],
    ['transfer_in', 14, 18.5, 'left_at'],
  ])
  await expectSound(fixture)
})

test('all movements are booked under the transfer and sum to the units in transit', async () => {
  const fixture = await manufacturingFixture()
  const id = await shipped(fixture)
  const { delivery_id } = (await fixture.act(id, 'deliveries', arrived(fixture, ['COAT', 4]))).body.data
  const { line_id } = (await fixture.read(id)).line_items[0]
  const document = { type: 'transfer_order_delivery', id, name: 'TO-1001' }
  const movements = async () =>
    (await fixture.tenant.get(`/api/v1/inventory/movements?document_type=${document.type}&document_id=${id}`)).body.data
      .rows
  const figures = (rows: any[]) =>
    rows
      .toReversed()
      .map((row) => [row.kind, row.location_name, row.quantity_delta, row.document, row.document_line_id])
  const out = ['transfer_out', 'Main', -24, document, line_id]
  const first = ['transfer_in', 'Store', 4, document, `${line_id} ${delivery_id}`]
  expect(figures(await movements())).toEqual([out, first])
  await fixture.tenant.patch(fixture.at(`/${id}/deliveries/${delivery_id}`), arrived(fixture, ['COAT', 9]))
  const anew = ['transfer_in', 'Store', 9, document, `${line_id} ${delivery_id} 1`]
  expect(figures(await movements())).toEqual([out, first, anew, first.with(2, -4)])
  await fixture.act(id, 'mark_delivered', {})
  expect((await movements()).reduce((sum: number, row: any) => sum + row.quantity_delta, 0)).toBe(0)
  await expectSound(fixture)
})

test("a transfer that exceeds its source's stock at issue is refused as a whole", async () => {
  const fixture = await manufacturingFixture()
  const id = await fixture.order('transfer', [
    ['BUTTON', 2],
    ['COAT', 14],
    ['COAT', 16],
  ])
  await moveStock(fixture.tenant, fixture.ids, [{ sku: 'COAT', location: 'Main', kind: 'fulfilment', quantity: -1 }])
  const refused = await fixture.act(id, 'issue', {})
  expect(refusedSentence(refused)).toEqual([
    409,
    'conflict',
    'Only 29 units of COAT are available at Main, but 30 are required.',
  ])
  expect(refused.body.data).toMatchObject({ sku: 'COAT', location_name: 'Main', wanted: 30, available: 29 })
  expect(await fixture.level('COAT')).toEqual([29, 0, 0, 18.5])
  expect(await fixture.level('BUTTON')).toEqual([9, 0, 0, 0.5])
  expect((await line(fixture, id)).slice(0, 2)).toEqual(['approved', 0])
})

test('promised units cannot be transferred', async () => {
  const fixture = await manufacturingFixture()
  await fixture.bill('SET', [['WOOL', 5]])
  const made = await fixture.order('manufacturing', [['SET', 3]])
  const id = await fixture.order('transfer', [['WOOL', 6]])
  expect((await fixture.act(made, 'auto-allocate')).status).toBe(200)
  const refused = await fixture.act(id, 'issue', {})
  expect([refused.status, refused.body.data.wanted, refused.body.data.available]).toEqual([409, 6, 5])
  expect(await fixture.level('WOOL')).toEqual([20, 15, 0, 4])
})

test('units that left are not booked out again', async () => {
  const fixture = await manufacturingFixture()
  const id = await fixture.order('transfer', [['COAT', 24]])
  const answers = await Promise.all([1, 2, 3].map(() => fixture.act(id, 'issue', {})))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await fixture.act(id, 'issue', {})).status).toBe(409)
  expect((await fixture.level('COAT'))[0]).toBe(6)
  expect(await line(fixture, id)).toEqual(['issued', 24, 0, 24, 18.5])
  await expectSound(fixture)
})

test('a transfer must be issued before it is received, and no more arrives than left', async () => {
  const fixture = await manufacturingFixture()
  const id = await fixture.order('transfer', [['COAT', 24]])
  const delivery = arrived(fixture, ['COAT', 4])
  const sentence = 'TO-1001 has not been issued, so it cannot be received. Issue it first.'
  expect(refusedSentence(await fixture.act(id, 'deliveries', delivery))).toEqual([409, 'conflict', sentence])
  expect(refusedSentence(await fixture.act(id, 'mark_delivered', {}))).toEqual([409, 'conflict', sentence])
  await ship(fixture, id)
  await fixture.act(id, 'deliveries', delivery)
  const over = { ...arrived(fixture, ['COAT', 21]), accept_over_receipt: true }
  expect(refusedSentence(await fixture.act(id, 'deliveries', over))).toEqual([
    409,
    'conflict',
    'The delivery brings TO-1001 1 unit more than outstanding: 21 units of COAT where 20 are outstanding. Correct the quantity. If the source sent more than was recorded, count its stock and move the rest with another transfer.',
  ])
  expect((await fixture.level('COAT', 'Store')).slice(0, 3)).toEqual([14, 0, 20])
  const bulk = {
    deliveries: [arrived(fixture, ['COAT', 12]), { ...arrived(fixture, ['COAT', 12]), reference: 'DN 2' }],
  }
  expect((await fixture.tenant.post(fixture.at(`/${id}/deliveries/bulk`), bulk)).status).toBe(409)
  await expectSound(fixture)
})

test('of two concurrent receipts of the last units only one succeeds', async () => {
  const fixture = await manufacturingFixture()
  const id = await shipped(fixture)
  const answers = await Promise.all(
    ['DN 1', 'DN 2'].map((reference) =>
      fixture.act(id, 'deliveries', { ...arrived(fixture, ['COAT', 24]), reference }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await fixture.level('COAT', 'Store'))[0]).toBe(34)
  await expectSound(fixture)
})

test('correcting or removing a receipt reverses it at the destination, and the units are in transit again', async () => {
  const fixture = await manufacturingFixture()
  const id = await shipped(fixture, 30)
  const { delivery_id } = (await fixture.act(id, 'deliveries', arrived(fixture, ['COAT', 10]))).body.data
  const delivery = fixture.at(`/${id}/deliveries/${delivery_id}`)
  const less = await fixture.tenant.patch(delivery, arrived(fixture, ['COAT', 5]))
  expect([less.status, less.body.data.units]).toEqual([200, 5])
  // (10 × 20 + 5 × 18.50) / 15
  expect(await fixture.level('COAT', 'Store')).toEqual([15, 0, 25, 19.5])
  expect(await line(fixture, id)).toEqual(['partially_delivered', 25, 5, 25, 18.5])
  await expectSound(fixture)
  const most = await fixture.tenant.patch(delivery, arrived(fixture, ['COAT', 30]))
  expect([most.status, (await fixture.read(id)).status]).toEqual([200, 'delivered'])
  const more = await fixture.tenant.patch(delivery, { ...arrived(fixture, ['COAT', 31]), accept_over_receipt: true })
  expect([more.status, more.body.code]).toEqual([409, 'conflict'])
  await expectSound(fixture)
  expect((await fixture.tenant.delete(delivery)).status).toBe(204)
  expect(await fixture.level('COAT', 'Store')).toEqual([10, 0, 30, 20])
  expect(await line(fixture, id)).toEqual(['issued', 30, 0, 30, 18.5])
  expect((await fixture.rows('COAT', 'Store')).map((row: any) => row.slice(0, 3))).toEqual([
    ['transfer_in', 10, 18.5],
    // What is there instead comes first, so that the freight of the units stays with them.
    ['transfer_in', 5, 18.5],
    ['transfer_in', -10, 18.5],
    ['transfer_in', 30, 18.5],
    ['transfer_in', -5, 18.5],
    ['transfer_in', -30, 18.5],
  ])
  await expectSound(fixture)
})

test('units in transit block cancelling a transfer, and are written off when it is closed', async () => {
  const fixture = await manufacturingFixture()
  const id = await shipped(fixture)
  const cancelled = await fixture.tenant.patch(fixture.at(`/${id}`), { status: 'cancelled' })
  expect([cancelled.status, cancelled.body.data.act, cancelled.body.data.in_transit_quantity]).toEqual([
    409,
    'cancel',
    24,
  ])
  const closed = await fixture.tenant.patch(fixture.at(`/${id}`), { status: 'closed' })
  expect([closed.status, closed.body.data.status]).toEqual([200, 'closed'])
})

test('units of a closed transfer cannot be taken back, as what had not arrived was written off', async () => {
  const fixture = await manufacturingFixture()
  const id = await shipped(fixture, 6)
  const first = (await fixture.act(id, 'deliveries', arrived(fixture, ['COAT', 4]))).body.data
  const delivery = fixture.at(`/${id}/deliveries/${first.delivery_id}`)
  expect((await fixture.tenant.patch(fixture.at(`/${id}`), { status: 'closed' })).status).toBe(200)
  const before = [await fixture.level('COAT', 'Store'), await line(fixture, id), await fixture.rows('COAT', 'Store')]
  expect(before.slice(0, 2)).toEqual([
    // (10 × 20 + 4 × 18.50) / 14
    [14, 0, 0, 19.5714285714],
    ['closed', 0, 4, 2, 18.5],
  ])
  expect(before[2]).toHaveLength(3)
  const sentence =
    'TO-1001 is closed, and what had not arrived was written off, so no units of its deliveries can be taken back. Adjust the stock at its destination instead.'
  expect(refusedSentence(await fixture.tenant.delete(delivery))).toEqual([409, 'conflict', sentence])
  for (const units of [3, 0])
    expect(refusedSentence(await fixture.tenant.patch(delivery, arrived(fixture, ['COAT', units])))).toEqual([
      409,
      'conflict',
      sentence,
    ])
  expect((await fixture.tenant.patch(delivery, arrived(fixture, ['COAT', 5]))).status).toBe(409)
  expect((await fixture.tenant.patch(delivery, arrived(fixture, ['COAT', 4]))).status).toBe(200)
  const after = [await fixture.level('COAT', 'Store'), await line(fixture, id), await fixture.rows('COAT', 'Store')]
  expect(after).toEqual(before)
  const renamed = await fixture.tenant.patch(delivery, { reference: 'DN 7' })
  expect([renamed.status, renamed.body.data.reference, renamed.body.data.units]).toEqual([200, 'DN 7', 4])
  await expectSound(fixture)
})

test('positions and incoming stock show a transfer in transit at its destination and gone from its source', async () => {
  const fixture = await manufacturingFixture()
  const { tenant, ids } = fixture
  const due = { order_date: '2026-11-20', expected_delivery_date: '2026-12-01' }
  const id = await fixture.order('transfer', [['COAT', 24]], due)
  const position = async (location?: string) =>
    (
      await tenant.get(
        `/api/v1/inventory/position?variant_id=${ids.variants.COAT}${location === undefined ? '' : `&location_id=${ids.locations[location]}`}`,
      )
    ).body.data
  const inbound = async () => (await position('Store')).expected_inbound.by_document
  const document = { id, name: 'TO-1001', type: 'transfer', quantity: 24, due: '2026-12-01' }
  expect(await inbound()).toEqual([{ ...document, supply_class: 'on_order' }])
  await ship(fixture, id)
  expect(await inbound()).toEqual([{ ...document, supply_class: 'in_transit' }])
  expect(await position('Store')).toMatchObject({ on_hand: 10, atp: 34 })
  expect(await position('Main')).toMatchObject({ on_hand: 6, atp: 6, expected_inbound: { quantity: 0 } })
  // Each unit counts once: of 40, 16 are on hand and 24 in transit.
  expect(await position()).toMatchObject({ on_hand: 16, atp: 40 })
  await fixture.act(id, 'deliveries', arrived(fixture, ['COAT', 9]))
  expect(await inbound()).toEqual([{ ...document, quantity: 15, supply_class: 'in_transit' }])

  const incoming = await tenant.get(`/api/v1/variants/${ids.variants.COAT}/incoming-pos`)
  expect(incoming.body.data.rows).toMatchObject([
    {
      id,
      order_type: 'transfer',
      status: 'partially_delivered',
      supplier_id: null,
      location_name: 'Store',
      source_location_name: 'Main',
      ordered_quantity: 24,
      in_transit_quantity: 15,
      delivered_quantity: 9,
      outstanding_quantity: 15,
      by_supply_class: { in_transit: 15, confirmed: 0, on_order: 0 },
      supply_class: 'in_transit',
      outstanding_cost: { cents: 27_750 },
    },
  ])
  const variant = await tenant.get(`/api/v1/variants/${ids.variants.COAT}`)
  expect(variant.body.data).toMatchObject({ on_hand_qty: 25, incoming_qty: 15, available_qty: 25 })
  const product = await tenant.get(`/api/v1/product/${ids.products.Coat}/incoming-pos`)
  expect(product.body.data.rows).toMatchObject([{ id, in_transit_quantity: 15, variants: [{ sku: 'COAT' }] }])
})

test('the ledger check fails if a line has more in transit than left minus arrived', async () => {
  const fixture = await manufacturingFixture()
  const { sql } = fixture.tenant.service.database
  const id = await shipped(fixture)
  await fixture.act(id, 'deliveries', arrived(fixture, ['COAT', 10]))
  await sql`update purchase_order_lines set in_transit_quantity = 13 where purchase_order_id = ${id}`
  await expect(expectSound(fixture)).rejects.toThrow('TO-1001 has 13 in transit, but 24 left the source and 10 arrived')
})
