import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import { listen } from '../receiving.ts'
import { arrived, expectSound, refusedSentence, manufacturingFixture } from '../manufacturing_fixture.ts'
import { addStock, componentFigures, setOrderFixture } from '../manufacturing_fixture.ts'

test('allocation reserves available components, reports the shortfall, and a later call reserves the rest', async () => {
  const { fixture, id } = await setOrderFixture()
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
  await addStock(fixture, 'BUTTON', 5)
  const again = await fixture.act(id, 'auto-allocate')
  expect(componentFigures(again.body.data)).toEqual([
    ['BUTTON', 12, 12, 0, 0],
    ['WOOL', 8, 8, 0, 0],
  ])
  expect(await fixture.level('BUTTON')).toEqual([14, 12, 0, 0.5])
  expect(await fixture.level('WOOL')).toEqual([20, 8, 0, 4])
  await expectSound(fixture)
})

test('reservations show as reserved in positions and committed in stock, and the sets as incoming', async () => {
  const { fixture, id } = await setOrderFixture()
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

test('cancelling, closing and changing lines release reservations', async () => {
  const { fixture, id } = await setOrderFixture()
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
  expect(componentFigures(closed.body.data)).toEqual([
    ['BUTTON', 3, 0, 3, 0],
    ['WOOL', 2, 0, 2, 0],
  ])
  expect(await held()).toEqual([0, 0])
  await expectSound(fixture)
})

test('two concurrent orders never reserve the same unit', async () => {
  const { fixture, id } = await setOrderFixture()
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
  const [location] = await tenant.service.database.sql<{ location_id: string }[]>`
    select location_id from locations where organization_id = ${tenant.organization_id} and name = 'Shelf'`
  const lines = Array.from({ length: 100 }, (): [string, number] => ['SET', 1])
  const id = await fixture.order('manufacturing', lines, { source_location_id: location!.location_id })
  const refused = await fixture.act(id, 'mark_delivered', {})
  expect(refusedSentence(refused)).toEqual([
    409,
    'conflict',
    'MO-1001 needs 12,100 ledger rows for this delivery; the maximum is 12,000. Record several deliveries with fewer lines each.',
  ])
  const ofOrder = (await fixture.read(id)).line_items.map(({ line_id }: any) => ({ line_id, received_quantity: 1 }))
  expect((await fixture.act(id, 'deliveries', { line_items: ofOrder.slice(0, 40) })).status).toBe(200)
  expect((await fixture.level('SET')).slice(0, 3)).toEqual([40, 0, 60])
  await expectSound(fixture)
})

test('a line added by a correction uses the bill, and a removed line returns its components', async () => {
  const { fixture } = await setOrderFixture()
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
  const { fixture, id } = await setOrderFixture()
  const { tenant, ids } = fixture
  const readEvents = await listen(
    { tenant } as never,
    'receipt.recorded',
    'movement.recorded',
    'purchase_order_updated',
  )
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
