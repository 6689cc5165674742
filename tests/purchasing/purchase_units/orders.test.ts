/** Order lines in purchase units: either unit may be sent, both must agree, and what is stored counts single units. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { fault, shown, unitFixture } from './unit_fixture.ts'

setDefaultTimeout(60_000)

test('1,000 cases of 3 at 1.00 cost 1,000.00 on the order and in stock', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved([{ sku: 'CANDLE', purchase_quantity: 1_000 }])
  const order = await fixture.read(id)
  expect([order.total_cost, order.line_items[0].total_cost]).toEqual([1_000, 1_000])
  expect(shown(order.line_items[0])).toEqual([3_000, 0.3333, 'CA', 3, 1_000, 1, null])
  const received = await fixture.receive(id, { sku: 'CANDLE', purchase_quantity: 1_000 })
  expect(shown(received.body.data.line_items[0])).toEqual([3_000, 0.3333, 'CA', 3, 1_000, 1, null])
  expect(await fixture.stock('CANDLE')).toEqual([3_000, 100_000])
})

test('a line may be sent in units, in cases, or in both if they agree', async () => {
  const fixture = await unitFixture()
  const bodies = [
    { purchase_quantity: 2 },
    { quantity: 24 },
    { quantity: 24, purchase_quantity: 2 },
    { quantity: 24, purchase_unit: 'CA' },
    { quantity: 24, unit_cost: 1.5, purchase_unit_cost: 18 },
    { purchase_unit: 'PK', purchase_quantity: 4 },
    { purchase_unit: 'EA', quantity: 24 },
    { purchase_unit: 'DZ', purchase_quantity: 2 },
    { purchase_unit: 'CA', purchase_unit_factor: 8, purchase_quantity: 3, purchase_unit_cost: 12 },
    { purchase_unit: 'BX', purchase_unit_factor: 1, quantity: 24 },
  ]
  const made = await fixture.create(bodies.map((line) => ({ sku: 'SOAP', ...line })))
  const { line_items } = await fixture.read(made.body.data.id)
  const byCase = [24, 1.5, 'CA', 12, 2, 18, null]
  expect(line_items.map(shown)).toEqual([
    byCase,
    byCase,
    byCase,
    byCase,
    byCase,
    [24, 1.5, 'PK', 6, 4, 9, null],
    [24, 1.5, 'EA', 1, 24, 1.5, null],
    [24, 1.5, 'DZ', 12, 2, 18, null],
    [24, 1.5, 'CA', 8, 3, 12, null],
    [24, 1.5, 'BX', 1, 24, 1.5, null],
  ])
})

test('what does not agree, or cannot be counted, is refused by its field', async () => {
  const fixture = await unitFixture()
  const refused = async (line: Record<string, unknown>) =>
    fault(await fixture.create([{ sku: 'SOAP', ...line }])).slice(2)
  const field = (name: string) => `line_items[0].${name}`
  expect(await refused({ quantity: 25, purchase_quantity: 2 })).toEqual([
    field('purchase_quantity'),
    'must agree with quantity, 25: 2 cases of 12 are 24 units; send one of them',
  ])
  expect(await refused({ purchase_quantity: 2, unit_cost: 1.4, purchase_unit_cost: 18 })).toEqual([
    field('purchase_unit_cost'),
    'must agree with unit_cost, 1.4: 18 for 12 units is 1.5 for one; send one of them',
  ])
  expect(await refused({})).toEqual([field('quantity'), 'is required, unless purchase_quantity is sent'])
  expect(await refused({ quantity: 10, purchase_unit: 'CA' })).toEqual([
    field('quantity'),
    'must be a multiple of 12, the units in one case, beside purchase_unit; send purchase_quantity instead, or purchase_unit EA',
  ])
  expect(await refused({ purchase_quantity: 1, purchase_unit: 'BX' })).toEqual([
    field('purchase_unit_factor'),
    'is required with purchase_unit BX: the units in one box',
  ])
  expect(await refused({ purchase_quantity: 1, purchase_unit: 'EA', purchase_unit_factor: 2 })).toEqual([
    field('purchase_unit_factor'),
    'must be 1 for purchase_unit EA; send purchase_unit too',
  ])
  expect((await refused({ purchase_quantity: 83_334 }))[0]).toBe(field('purchase_quantity'))
  expect((await fixture.create([{ sku: 'SOAP', purchase_quantity: 83_333 }])).status).toBe(200)
})

test('units that are no whole number of cases are shown without one, with the reason', async () => {
  const fixture = await unitFixture()
  const made = await fixture.create([{ sku: 'SOAP', quantity: 25 }])
  const { line_items, total_cost } = await fixture.read(made.body.data.id)
  expect(shown(line_items[0])).toEqual([25, 1.5, 'CA', 12, null, 18, '25 units are no whole number of cases of 12.'])
  expect(total_cost).toBe(37.5)
})

test('a variant without a purchase unit counts single units', async () => {
  const fixture = await unitFixture()
  const made = await fixture.create([{ sku: 'CLOTH', purchase_quantity: 7 }])
  expect(shown((await fixture.read(made.body.data.id)).line_items[0])).toEqual([7, 2.5, 'EA', 1, 7, 2.5, null])
})

test('placed orders keep their factor when the terms change, and so do their copies', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved([{ sku: 'SOAP', purchase_quantity: 2 }])
  const changed = await fixture.attach({ sku: 'SOAP', purchase_unit_factor: 10, inner_pack_quantity: 5 })
  expect(changed.status).toBe(200)
  expect(shown((await fixture.read(id)).line_items[0])).toEqual([24, 1.5, 'CA', 12, 2, 18, null])
  const received = await fixture.receive(id, { sku: 'SOAP', purchase_quantity: 1 })
  expect(received.body.data.units).toBe(12)
  const copy = await fixture.tenant.post(fixture.at(`/${id}/duplicate`))
  expect(shown((await fixture.read(copy.body.data.id)).line_items[0])).toEqual([24, 1.5, 'CA', 12, 2, 18, null])
  const next = await fixture.create([{ sku: 'SOAP', purchase_quantity: 2 }])
  expect(shown((await fixture.read(next.body.data.id)).line_items[0])).toEqual([20, 1.5, 'CA', 10, 2, 15, null])
})

test('a copy keeps a cost that a case divides endlessly', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved([{ sku: 'CANDLE', purchase_quantity: 1_000 }])
  const copy = await fixture.tenant.post(fixture.at(`/${id}/duplicate`))
  const order = await fixture.read(copy.body.data.id)
  expect([order.total_cost, ...shown(order.line_items[0])]).toEqual([1_000, 3_000, 0.3333, 'CA', 3, 1_000, 1, null])
})

test('a line is changed in either unit, and a line sent back as it is read is no change', async () => {
  const fixture = await unitFixture()
  const made = await fixture.create([
    { sku: 'SOAP', purchase_quantity: 2 },
    { sku: 'CANDLE', purchase_quantity: 5 },
  ])
  const { id } = made.body.data
  const { line_items, updated_at } = await fixture.read(id)
  const [soap, candle] = line_items
  const change = (line: Record<string, unknown>, { line_id } = soap) =>
    fixture.tenant.patch(fixture.at(`/${id}`), { line_items: [{ line_id, ...line }] })
  const sentBack = ({
    quantity,
    unit_cost,
    purchase_unit,
    purchase_unit_factor,
    purchase_quantity,
    purchase_unit_cost,
  }: any) => ({ quantity, unit_cost, purchase_unit, purchase_unit_factor, purchase_quantity, purchase_unit_cost })
  for (const line of [soap, candle]) expect((await change(sentBack(line), line)).body.data.updated_at).toBe(updated_at)
  const changed = async (line: Record<string, unknown>) => shown((await change(line)).body.data.line_items[0])
  expect(await changed({ purchase_quantity: 3 })).toEqual([36, 1.5, 'CA', 12, 3, 18, null])
  expect(await changed({ quantity: 48, purchase_quantity: 4 })).toEqual([48, 1.5, 'CA', 12, 4, 18, null])
  expect(fault(await change({ quantity: 36, purchase_quantity: 4 })).slice(1, 3)).toEqual([
    'bad_request',
    'line_items[0].purchase_quantity',
  ])
  expect(await changed({ purchase_unit_cost: 24 })).toEqual([48, 2, 'CA', 12, 4, 24, null])
  expect(fault(await change({ unit_cost: 3, purchase_unit_cost: 24 })).slice(1, 3)).toEqual([
    'bad_request',
    'line_items[0].purchase_unit_cost',
  ])
  // Another factor: the number of cases that is sent counts by it, though it is the number that was there.
  expect(await changed({ purchase_unit_factor: 10, purchase_quantity: 4 })).toEqual([40, 2, 'CA', 10, 4, 20, null])
  // Units and the cost of one stay where only the unit changes.
  expect(await changed({ purchase_unit: 'EA' })).toEqual([40, 2, 'EA', 1, 40, 2, null])
})

test('units that arrived fix the unit of their line, but not its quantity', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved([{ sku: 'SOAP', purchase_quantity: 3 }])
  await fixture.receive(id, { sku: 'SOAP', purchase_quantity: 1 })
  const [{ line_id }] = (await fixture.read(id)).line_items
  const change = (line: Record<string, unknown>) =>
    fixture.tenant.patch(fixture.at(`/${id}`), { line_items: [{ line_id, ...line }] })
  expect(fault(await change({ purchase_unit_factor: 10 })).slice(1)).toEqual([
    'bad_request',
    'line_items[0].purchase_unit_factor',
    'cannot change after units of the line have arrived',
  ])
  expect(fault(await change({ purchase_unit: 'EA' }))[2]).toBe('line_items[0].purchase_unit')
  expect(fault(await change({ purchase_unit_cost: 24 }))[2]).toBe('line_items[0].purchase_unit_cost')
  expect((await change({ purchase_quantity: 1 })).body.data.line_items[0].quantity).toBe(12)
})

test('with another supplier a line is bought as that one sells it', async () => {
  const fixture = await unitFixture()
  await fixture.attach({ sku: 'SOAP', purchase_unit: 'BX', purchase_unit_factor: 8, purchase_unit_cost: 10 }, 'Other')
  const made = await fixture.create([{ sku: 'SOAP', purchase_quantity: 2 }])
  const answer = await fixture.tenant.patch(fixture.at(`/${made.body.data.id}`), {
    supplier_id: fixture.ids.suppliers.Other,
  })
  expect(shown(answer.body.data.line_items[0])).toEqual([24, 1.25, 'BX', 8, 3, 10, null])
})

test('transfers and manufacturing count single units', async () => {
  const fixture = await unitFixture()
  for (const order_type of ['transfer', 'manufacturing']) {
    const body = {
      order_type,
      supplier_id: undefined,
      source_location_id: fixture.ids.locations.Store,
    }
    const answer = await fixture.create([{ sku: 'SOAP', purchase_quantity: 1, purchase_unit: 'CA' }], body)
    expect(fault(answer).slice(2)).toEqual([
      'line_items[0].purchase_unit',
      `must be EA on a ${order_type} order, which counts single units`,
    ])
  }
})
