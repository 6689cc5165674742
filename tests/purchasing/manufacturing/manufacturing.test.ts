import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { moveStock, setFixture } from '../../support/catalogue.ts'
import { listen } from '../receiving.ts'
import {
  arrived,
  expectSound,
  refusedSentence,
  type ManufacturingFixture,
  manufacturingFixture,
} from '../manufacturing_fixture.ts'

/** A set is two of wool and three buttons. */
async function making(sets = 4): Promise<{ fixture: ManufacturingFixture; id: string; bom_id: string }> {
  const fixture = await manufacturingFixture()
  const bom_id = await fixture.bill('SET', [
    ['WOOL', 2],
    ['BUTTON', 3],
  ])
  return { fixture, bom_id, id: await fixture.order('manufacturing', [['SET', sets]]) }
}

/** sku, required, reserved, consumed, short. */
const components = (order: any) =>
  order.components.map((one: any) => [
    one.sku,
    one.required_quantity,
    one.reserved_quantity,
    one.consumed_quantity,
    one.short_quantity,
  ])
const gain = ({ tenant, ids }: ManufacturingFixture, sku: string, quantity: number, unit_cost = '0.5') =>
  moveStock(tenant, ids, [{ sku, location: 'Main', kind: 'receipt', quantity, unit_cost }])

test('allocation reserves available components, reports the shortfall, and a later call reserves the rest', async () => {
  const { fixture, id } = await making()
  expect((await fixture.read(id)).components).toEqual([])
  const answer = await fixture.act(id, 'auto-allocate')
  expect(answer.status).toBe(200)
  expect(answer.body.data.components).toEqual([
    {
      variant_id: fixture.ids.variants.BUTTON,
      sku: 'BUTTON',
      title: expect.stringContaining('Button'),
      location_id: fixture.ids.locations.Main,
      required_quantity: 12,
      reserved_quantity: 9,
      consumed_quantity: 0,
      short_quantity: 3,
    },
    {
      variant_id: fixture.ids.variants.WOOL,
      sku: 'WOOL',
      title: expect.stringContaining('Wool'),
      location_id: fixture.ids.locations.Main,
      required_quantity: 8,
      reserved_quantity: 8,
      consumed_quantity: 0,
      short_quantity: 0,
    },
  ])
  expect(await fixture.level('BUTTON')).toEqual([9, 9, 0, 0.5])
  expect(await fixture.level('WOOL')).toEqual([20, 8, 0, 4])
  await expectSound(fixture)
  await gain(fixture, 'BUTTON', 5)
  const again = await fixture.act(id, 'auto-allocate')
  expect(components(again.body.data)).toEqual([
    ['BUTTON', 12, 12, 0, 0],
    ['WOOL', 8, 8, 0, 0],
  ])
  expect(await fixture.level('BUTTON')).toEqual([14, 12, 0, 0.5])
  expect(await fixture.level('WOOL')).toEqual([20, 8, 0, 4])
  await expectSound(fixture)
})

test('reservations show as reserved in positions and committed in stock, and the sets as incoming', async () => {
  const { fixture, id } = await making()
  const { tenant, ids } = fixture
  await fixture.act(id, 'auto-allocate')
  const wool = await tenant.get(`/api/v1/inventory/position?variant_id=${ids.variants.WOOL}`)
  expect(wool.body.data).toMatchObject({ on_hand: 20, reserved: 8, atp: 12 })
  const variant = await tenant.get(`/api/v1/variants/${ids.variants.WOOL}`)
  expect(variant.body.data).toMatchObject({ on_hand_qty: 20, committed_qty: 8, available_qty: 12, incoming_qty: 0 })
  const set = await tenant.get(`/api/v1/inventory/position?variant_id=${ids.variants.SET}`)
  expect(set.body.data.expected_inbound).toMatchObject({
    quantity: 4,
    by_document: [{ id, name: 'MO-1001', type: 'manufacturing', quantity: 4, supply_class: 'on_order' }],
  })
  const incoming = await tenant.get(`/api/v1/product/${ids.products.Set}/incoming-pos`)
  expect(incoming.body.data.rows).toMatchObject([{ id, order_type: 'manufacturing', outstanding_quantity: 4 }])
})

test("a delivery uses components, reserved ones first, and books the sets at the components' total cost", async () => {
  const { fixture, id } = await making()
  await fixture.act(id, 'auto-allocate')
  const delivery = { received_at: '2026-11-20T08:00:00Z', reference: 'Shift 3', ...arrived(fixture, ['SET', 2]) }
  const answer = await fixture.act(id, 'deliveries', delivery)
  expect([answer.status, answer.body.data.units]).toEqual([200, 2])
  expect(await fixture.level('WOOL')).toEqual([16, 4, 0, 4])
  expect(await fixture.level('BUTTON')).toEqual([3, 3, 0, 0.5])
  // 2 × 4.00 + 3 × 0.50, whatever cost the catalogue has for a set.
  expect(await fixture.level('SET')).toEqual([2, 0, 2, 9.5])
  const order = await fixture.read(id)
  expect([order.status, components(order)]).toEqual([
    'partially_delivered',
    [
      ['BUTTON', 12, 3, 6, 3],
      ['WOOL', 8, 4, 4, 0],
    ],
  ])
  expect(await fixture.rows('SET')).toEqual([['assembly_in', 2, 9.5, 'left_at']])
  expect(await fixture.rows('WOOL')).toEqual([['assembly_out', -4, 4, 'left_at']])
  const { delivery_id, line_items } = answer.body.data
  const rows = await fixture.tenant.get(
    `/api/v1/inventory/movements?document_type=manufacturing_order&document_id=${delivery_id}`,
  )
  expect(
    rows.body.data.rows.map((row: any) => [row.sku, row.kind, row.document.name, row.evidence]).toSorted(),
  ).toEqual([
    ['BUTTON', 'assembly_out', 'MO-1001', 'Shift 3'],
    ['SET', 'assembly_in', 'MO-1001', 'Shift 3'],
    ['WOOL', 'assembly_out', 'MO-1001', 'Shift 3'],
  ])
  expect(line_items).toMatchObject([
    { sku: 'SET', movement_id: rows.body.data.rows.find((row: any) => row.sku === 'SET').id },
  ])
  // Submitted again, it is the delivery on file and uses nothing.
  const on_file = { ...answer.body.data, already_on_file: true, moved_units: 0 }
  expect((await fixture.act(id, 'deliveries', delivery)).body.data).toEqual(on_file)
  expect((await fixture.level('WOOL'))[0]).toBe(16)
  await expectSound(fixture)
})

test('a delivery without available components is refused as a whole, and other reservations stay', async () => {
  const { fixture, id } = await making()
  const other = await fixture.order('manufacturing', [['SET', 2]])
  await fixture.act(other, 'auto-allocate')
  await gain(fixture, 'BUTTON', 8)
  const refused = await fixture.act(id, 'mark_delivered', {})
  expect(refusedSentence(refused)).toEqual([
    409,
    'conflict',
    'Only 11 units of BUTTON are available at Main where 12 are asked for.',
  ])
  expect(await fixture.level('BUTTON')).toEqual([17, 6, 0, 0.5])
  expect(await fixture.level('WOOL')).toEqual([20, 4, 0, 4])
  expect(await fixture.level('SET')).toEqual([0, 0, 6, null])
  expect((await fixture.read(id)).deliveries).toEqual([])
  // An order without reservations uses available components.
  expect((await fixture.act(id, 'deliveries', arrived(fixture, ['SET', 3]))).status).toBe(200)
  expect(await fixture.level('BUTTON')).toEqual([8, 6, 0, 0.5])
  await expectSound(fixture)
})

test('a completed order reserves nothing, and excess units are made only if accepted', async () => {
  const { fixture, id } = await making(2)
  await gain(fixture, 'BUTTON', 3)
  await fixture.act(id, 'auto-allocate')
  const over = arrived(fixture, ['SET', 3])
  expect((await fixture.act(id, 'deliveries', over)).status).toBe(409)
  expect((await fixture.act(id, 'deliveries', { ...over, accept_over_receipt: true })).status).toBe(200)
  const order = await fixture.read(id)
  expect([order.status, components(order)]).toEqual([
    'delivered',
    [
      ['BUTTON', 9, 0, 9, 0],
      ['WOOL', 6, 0, 6, 0],
    ],
  ])
  expect(await fixture.level('BUTTON')).toEqual([3, 0, 0, 0.5])
  expect(await fixture.level('WOOL')).toEqual([14, 0, 0, 4])
  await expectSound(fixture)
})

test('reservations beyond what was used are released with the last unit', async () => {
  const { fixture, id, bom_id } = await making(3)
  await fixture.act(id, 'auto-allocate')
  await fixture.session.patch(`/api/v1/bills-of-materials/${bom_id}`, {
    components: [{ component_variant_id: fixture.ids.variants.WOOL, quantity: 1 }],
  })
  await fixture.act(id, 'deliveries', arrived(fixture, ['SET', 2]))
  expect(await fixture.level('WOOL')).toEqual([18, 4, 0, 4])
  expect(await fixture.level('BUTTON')).toEqual([9, 9, 0, 0.5])
  const done = await fixture.act(id, 'mark_delivered', {})
  expect([done.body.data.status, components(done.body.data)]).toEqual(['delivered', [['WOOL', 3, 0, 3, 0]]])
  expect(await fixture.level('WOOL')).toEqual([17, 0, 0, 4])
  expect(await fixture.level('BUTTON')).toEqual([9, 0, 0, 0.5])
  await expectSound(fixture)
})

test('a correction rebooks the same components, and a removal returns them at the cost at which they left', async () => {
  const { fixture, id, bom_id } = await making()
  await gain(fixture, 'BUTTON', 3)
  await fixture.act(id, 'auto-allocate')
  const { delivery_id } = (await fixture.act(id, 'deliveries', arrived(fixture, ['SET', 3]))).body.data
  const delivery = fixture.at(`/${id}/deliveries/${delivery_id}`)
  expect(await fixture.level('WOOL')).toEqual([14, 2, 0, 4])
  // A set now takes five of wool at a higher cost, but these sets were made of two at 4.00.
  await fixture.session.patch(`/api/v1/bills-of-materials/${bom_id}`, {
    components: [{ component_variant_id: fixture.ids.variants.WOOL, quantity: 5 }],
  })
  const less = await fixture.tenant.patch(delivery, arrived(fixture, ['SET', 1]))
  expect([less.status, less.body.data.units]).toEqual([200, 1])
  expect(await fixture.level('WOOL')).toEqual([18, 2, 0, 4])
  expect(await fixture.level('BUTTON')).toEqual([9, 3, 0, 0.5])
  expect(await fixture.level('SET')).toEqual([1, 0, 3, 9.5])
  expect(components(await fixture.read(id))).toEqual([
    ['BUTTON', 3, 3, 3, 0],
    ['WOOL', 17, 2, 2, 13],
  ])
  await expectSound(fixture)
  // (18 × 4 + 6 × 8) / 24
  await gain(fixture, 'WOOL', 6, '8')
  expect((await fixture.level('WOOL'))[3]).toBe(5)
  expect((await fixture.tenant.delete(delivery)).status).toBe(204)
  // (24 × 5 + 2 × 4) / 26
  expect(await fixture.level('WOOL')).toEqual([26, 2, 0, 4.9231])
  expect(await fixture.level('BUTTON')).toEqual([12, 3, 0, 0.5])
  expect((await fixture.level('SET')).slice(0, 3)).toEqual([0, 0, 4])
  expect(components(await fixture.read(id))).toEqual([
    ['BUTTON', 0, 3, 0, 0],
    ['WOOL', 20, 2, 0, 18],
  ])
  await expectSound(fixture)
  // Allocating again follows the new bill: buttons are released, wool is reserved.
  expect(components((await fixture.act(id, 'auto-allocate')).body.data)).toEqual([['WOOL', 20, 20, 0, 0]])
  expect((await fixture.level('BUTTON'))[1]).toBe(0)
  await expectSound(fixture)
})

test('sets that were sold cannot be taken back', async () => {
  const { fixture, id } = await making()
  const { delivery_id } = (await fixture.act(id, 'deliveries', arrived(fixture, ['SET', 3]))).body.data
  await moveStock(fixture.tenant, fixture.ids, [{ sku: 'SET', location: 'Main', kind: 'fulfilment', quantity: -2 }])
  const delivery = fixture.at(`/${id}/deliveries/${delivery_id}`)
  expect((await fixture.tenant.delete(delivery)).status).toBe(409)
  expect((await fixture.tenant.patch(delivery, arrived(fixture, ['SET', 1]))).body.message.desc).toBe(
    'Only 1 unit of SET is available at Main where 2 are asked for.',
  )
  expect((await fixture.level('WOOL'))[0]).toBe(14)
  await expectSound(fixture)
})

test('cancelling, closing and changing lines release reservations', async () => {
  const { fixture, id } = await making()
  const held = async () => [(await fixture.level('WOOL'))[1], (await fixture.level('BUTTON'))[1]]
  const patch = (order: string, body: unknown) => fixture.tenant.patch(fixture.at(`/${order}`), body)
  await fixture.act(id, 'auto-allocate')
  const [line] = (await fixture.read(id)).line_items
  expect((await patch(id, { line_items: [{ line_id: line.line_id, quantity: 3 }] })).status).toBe(200)
  expect(await held()).toEqual([0, 0])
  await fixture.act(id, 'auto-allocate')
  expect(await held()).toEqual([6, 9])
  expect((await patch(id, { status: 'cancelled' })).body.data.components).toEqual([])
  expect(await held()).toEqual([0, 0])
  const begun = await fixture.order('manufacturing', [['SET', 3]])
  await fixture.act(begun, 'auto-allocate')
  await fixture.act(begun, 'deliveries', arrived(fixture, ['SET', 1]))
  expect(await held()).toEqual([4, 6])
  const closed = await patch(begun, { status: 'closed' })
  expect(components(closed.body.data)).toEqual([
    ['BUTTON', 3, 0, 3, 0],
    ['WOOL', 2, 0, 2, 0],
  ])
  expect(await held()).toEqual([0, 0])
  await expectSound(fixture)
})

test('two concurrent orders never reserve the same unit', async () => {
  const { fixture, id } = await making()
  const other = await fixture.order('manufacturing', [['SET', 4]])
  const answers = await Promise.all([id, other].map((one) => fixture.act(one, 'auto-allocate')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await fixture.level('BUTTON')).toEqual([9, 9, 0, 0.5])
  expect(await fixture.level('WOOL')).toEqual([20, 16, 0, 4])
  await expectSound(fixture)
})

test('components are taken at the source, and the sets arrive at the destination', async () => {
  const fixture = await manufacturingFixture()
  await fixture.bill('SET', [['WOOL', 2]])
  const id = await fixture.order('manufacturing', [['SET', 4]], { location_id: fixture.ids.locations.Store })
  expect((await fixture.act(id, 'auto-allocate')).status).toBe(200)
  expect((await fixture.act(id, 'mark_delivered', {})).body.data.status).toBe('delivered')
  expect(await fixture.level('WOOL')).toEqual([12, 0, 0, 4])
  expect(await fixture.level('SET', 'Store')).toEqual([4, 0, 0, 8])
  expect(await fixture.level('SET')).toEqual([0, 0, 0, null])
  await expectSound(fixture)
})

test('a component of unknown cost leaves the cost of the set to the average', async () => {
  const fixture = await manufacturingFixture()
  await moveStock(fixture.tenant, fixture.ids, [
    { sku: 'BARE', location: 'Main', kind: 'adjustment', quantity: 5, unit_cost: null },
  ])
  await fixture.bill('SET', [
    ['WOOL', 1],
    ['BARE', 1],
  ])
  const id = await fixture.order('manufacturing', [['SET', 2]])
  expect((await fixture.act(id, 'mark_delivered', {})).status).toBe(200)
  expect(await fixture.level('SET')).toEqual([2, 0, 0, null])
  await expectSound(fixture)
})

test('without an active bill of materials nothing is reserved or made, and other order types reserve nothing', async () => {
  const fixture = await manufacturingFixture()
  const bare = await fixture.order('manufacturing', [['BARE', 2]])
  const sentence = 'MO-1001 makes BARE, which has no active bill of materials. Add a bill of materials first.'
  expect(refusedSentence(await fixture.act(bare, 'auto-allocate'))).toEqual([409, 'conflict', sentence])
  expect(refusedSentence(await fixture.act(bare, 'deliveries', arrived(fixture, ['BARE', 1])))).toEqual([
    409,
    'conflict',
    sentence,
  ])
  const transfer = await fixture.order('transfer', [['COAT', 2]])
  expect(refusedSentence(await fixture.act(transfer, 'auto-allocate'))[2]).toBe(
    'TO-1001 is a transfer order; only manufacturing orders reserve components.',
  )
  await fixture.bill('BARE', [['WOOL', 1]])
  await fixture.act(bare, 'hold', { reason: 'No hands' })
  expect(refusedSentence(await fixture.act(bare, 'auto-allocate'))[2]).toBe(
    'MO-1001 is on hold (No hands) and cannot be allocated. Release it first.',
  )
  expect((await fixture.act(uuidv7(), 'auto-allocate')).body.code).toBe('purchase_order_not_on_file')
})

test('a bill that needs more of a component than the limit is refused', async () => {
  const fixture = await manufacturingFixture()
  await fixture.bill('SET', [['WOOL', 10_000]])
  const id = await fixture.order('manufacturing', [['SET', 1_000_000]])
  const answer = await fixture.act(id, 'auto-allocate')
  expect(refusedSentence(answer)).toEqual([
    409,
    'conflict',
    'The order needs 10,000,000,000 units of one component; the maximum is 1,000,000,000. Correct the bill of materials or reduce the quantity.',
  ])
  expect(await fixture.level('WOOL')).toEqual([20, 0, 0, 4])
})

test('a delivery with too many ledger rows is refused, and can be recorded in parts', async () => {
  const fixture = await manufacturingFixture()
  const { tenant, ids } = fixture
  const skus = Array.from({ length: 120 }, (_, i) => `PART-${i}`)
  const { variants } = await setFixture(tenant, {
    locations: ['Shelf'],
    products: [{ title: 'Parts', variants: skus.map((sku) => ({ sku, stock: { Shelf: 200 } })) }],
  })
  Object.assign(ids.variants, variants)
  await fixture.bill(
    'SET',
    skus.map((sku) => [sku, 1]),
  )
  const [shelf] = await tenant.service.database.sql<{ location_id: string }[]>`
    select location_id from locations where organization_id = ${tenant.organization_id} and name = 'Shelf'`
  const lines = Array.from({ length: 100 }, (): [string, number] => ['SET', 1])
  const id = await fixture.order('manufacturing', lines, { source_location_id: shelf!.location_id })
  const refused = await fixture.act(id, 'mark_delivered', {})
  expect(refusedSentence(refused)).toEqual([
    409,
    'conflict',
    'MO-1001 needs 12,100 ledger rows for this delivery; the maximum is 12,000. Record several deliveries with fewer lines each.',
  ])
  const of_order = (await fixture.read(id)).line_items.map(({ line_id }: any) => ({ line_id, received_quantity: 1 }))
  expect((await fixture.act(id, 'deliveries', { line_items: of_order.slice(0, 40) })).status).toBe(200)
  expect((await fixture.level('SET')).slice(0, 3)).toEqual([40, 0, 60])
  await expectSound(fixture)
})

test('a line added by a correction uses the bill, and a removed line returns its components', async () => {
  const { fixture } = await making()
  await fixture.bill('BARE', [['WOOL', 1]])
  const id = await fixture.order('manufacturing', [
    ['SET', 3],
    ['BARE', 5],
  ])
  const { delivery_id } = (await fixture.act(id, 'deliveries', arrived(fixture, ['SET', 2]))).body.data
  const delivery = fixture.at(`/${id}/deliveries/${delivery_id}`)
  const both = await fixture.tenant.patch(delivery, arrived(fixture, ['BARE', 5]))
  expect(both.body.data.line_items.map((line: any) => [line.sku, line.received_quantity]).toSorted()).toEqual([
    ['BARE', 5],
    ['SET', 2],
  ])
  expect(await fixture.level('WOOL')).toEqual([11, 0, 0, 4])
  expect(await fixture.level('BARE')).toEqual([5, 0, 0, 4])
  const without = await fixture.tenant.patch(delivery, arrived(fixture, ['SET', 0]))
  expect([without.status, without.body.data.units]).toEqual([200, 5])
  expect(await fixture.level('WOOL')).toEqual([15, 0, 0, 4])
  expect(await fixture.level('BUTTON')).toEqual([9, 0, 0, 0.5])
  expect((await fixture.level('SET')).slice(0, 3)).toEqual([0, 0, 7])
  await expectSound(fixture)
})

test('each component movement sends an event, and the delivery and the order one each', async () => {
  const { fixture, id } = await making()
  const { tenant, ids } = fixture
  const readEvents = await listen({ tenant } as never, 'receipt.recorded', 'movement.recorded', 'purchase_order_updated')
  await fixture.act(id, 'deliveries', arrived(fixture, ['SET', 2]))
  const events = await readEvents()
  expect(
    events.map(([event, row]) => [event, row.sku ?? row.status ?? row.units, row.quantity_delta]).toSorted(),
  ).toEqual([
    ['movement.recorded', 'BUTTON', -6],
    ['movement.recorded', 'SET', 2],
    ['movement.recorded', 'WOOL', -4],
    ['purchase_order_updated', 'partially_delivered', undefined],
    ['receipt.recorded', 2, undefined],
  ])
  const transfer = await fixture.order('transfer', [['COAT', 3]])
  const before = (await readEvents()).length
  await fixture.act(transfer, 'issue', {})
  await fixture.act(transfer, 'mark_delivered', {})
  expect(
    (await readEvents())
      .slice(before)
      .map(([event, row]) => [event, row.kind ?? row.status ?? row.location_id])
      .toSorted(),
  ).toEqual([
    ['movement.recorded', 'transfer_in'],
    ['movement.recorded', 'transfer_out'],
    ['purchase_order_updated', 'delivered'],
    ['purchase_order_updated', 'issued'],
    ['receipt.recorded', ids.locations.Store],
  ])
})
