/** Deliveries in purchase units: whole cases, broken ones and inner packs; what is booked and announced counts single units. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { newSession } from '../../support/service/session.ts'
import { fault, shown, unitFixture, type UnitFixture } from './unit_fixture.ts'

setDefaultTimeout(60_000)

const correct = ({ tenant, at }: UnitFixture, id: string, delivery_id: string, line: Record<string, unknown>) =>
  tenant.patch(at(`/${id}/deliveries/${delivery_id}`), { line_items: [line] })

test('cases arrive in part, whole, broken, and by the inner pack', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved([{ sku: 'SOAP', purchase_quantity: 4 }])
  const arrive = async (line: Record<string, unknown>) => {
    const { body } = await fixture.receive(id, { sku: 'SOAP', ...line }, { reference: JSON.stringify(line) })
    return shown(body.data.line_items[0])
  }
  expect(await arrive({ purchase_quantity: 1 })).toEqual([12, 1.5, 'CA', 12, 1, 18, null])
  expect(await arrive({ purchase_quantity: 1, purchase_unit: 'CA' })).toEqual([12, 1.5, 'CA', 12, 1, 18, null])
  const broken = '7 units are no whole number of cases of 12.'
  expect(await arrive({ received_quantity: 7 })).toEqual([7, 1.5, 'CA', 12, null, 18, broken])
  expect((await arrive({ purchase_quantity: 1, purchase_unit: 'PK' }))[0]).toBe(6)
  expect((await arrive({ purchase_quantity: 11, purchase_unit: 'EA' }))[0]).toBe(11)
  const { status, line_items } = await fixture.read(id)
  expect([status, line_items[0].delivered_quantity, line_items[0].quantity]).toEqual(['delivered', 48, 48])
  expect(await fixture.stock('SOAP')).toEqual([48, 7_200])
})

test('a delivery told in cases and again in units is one delivery', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved([{ sku: 'SOAP', purchase_quantity: 4 }])
  const [first, again, both] = [
    await fixture.receive(id, { sku: 'SOAP', purchase_quantity: 2 }, { reference: 'DN 1' }),
    await fixture.receive(id, { sku: 'SOAP', received_quantity: 24 }, { reference: 'DN 1' }),
    await fixture.receive(id, { sku: 'SOAP', received_quantity: 24, purchase_quantity: 2 }, { reference: 'DN 1' }),
  ]
  expect([first, again, both].map(({ body }) => body.data.moved_units)).toEqual([24, 0, 0])
  expect(again.body.data.delivery_id).toBe(first.body.data.delivery_id)
})

test('what a delivery cannot have counted is refused by its field', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved([
    { sku: 'SOAP', purchase_quantity: 4 },
    { sku: 'CLOTH', quantity: 5 },
  ])
  const refused = async (line: Record<string, unknown>) =>
    fault(await fixture.receive(id, { sku: 'SOAP', ...line })).slice(2)
  expect(await refused({ received_quantity: 25, purchase_quantity: 2 })).toEqual([
    'line_items[0].purchase_quantity',
    'must agree with received_quantity, 25: 2 cases of 12 are 24 units; send one of them',
  ])
  expect(await refused({})).toEqual([
    'line_items[0].received_quantity',
    'is required, unless purchase_quantity is sent',
  ])
  expect(await refused({ received_quantity: 2, purchase_unit: 'CA' })).toEqual([
    'line_items[0].purchase_unit',
    'applies to purchase_quantity; send purchase_quantity with it',
  ])
  const other = await fixture.receive(id, { sku: 'SOAP', purchase_quantity: 2, purchase_unit: 'BX' })
  expect([other.status, other.body.data.field, other.body.data.allowed]).toEqual([
    400,
    'line_items[0].purchase_unit',
    ['EA', 'CA', 'PK', 'DZ'],
  ])
  const cloth = await fixture.receive(id, { sku: 'CLOTH', purchase_quantity: 1, purchase_unit: 'PK' })
  expect(cloth.body.data.field).toBe('line_items[0].purchase_unit')
  const tooMany = await fixture.receive(id, { sku: 'SOAP', purchase_quantity: 5 })
  expect([tooMany.status, tooMany.body.code]).toEqual([409, 'conflict'])
  expect(tooMany.body.data).toMatchObject({ received_quantity: 60, outstanding_quantity: 48 })
})

test('a delivery is corrected by the case, in quantity and in cost, and by none', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved([
    { sku: 'SOAP', purchase_quantity: 4 },
    { sku: 'CANDLE', purchase_quantity: 100 },
  ])
  const { delivery_id } = (await fixture.receive(id, { sku: 'SOAP', purchase_quantity: 4 })).body.data
  const variant_id = fixture.ids.variants.SOAP
  const after = async (line: Record<string, unknown>) => {
    const { body } = await correct(fixture, id, delivery_id, { variant_id, ...line })
    return shown(body.data.line_items[0])
  }
  expect(await after({ purchase_quantity: 3 })).toEqual([36, 1.5, 'CA', 12, 3, 18, null])
  expect(await after({ received_quantity: 25 })).toEqual([
    25,
    1.5,
    'CA',
    12,
    null,
    18,
    '25 units are no whole number of cases of 12.',
  ])
  expect(await after({ purchase_quantity: 2, purchase_unit_cost: 20 })).toEqual([24, 1.6667, 'CA', 12, 2, 20, null])
  expect(await fixture.stock('SOAP')).toEqual([24, 4_000])
  const disagreeing = await correct(fixture, id, delivery_id, { variant_id, unit_cost: 1.5, purchase_unit_cost: 20 })
  expect(fault(disagreeing).slice(0, 3)).toEqual([400, 'bad_request', 'line_items[0].purchase_unit_cost'])
  const candles = { variant_id: fixture.ids.variants.CANDLE, purchase_quantity: 100 }
  await correct(fixture, id, delivery_id, candles)
  expect(await fixture.stock('CANDLE')).toEqual([300, 10_000])
  const without = await correct(fixture, id, delivery_id, { variant_id, purchase_quantity: 0 })
  expect(without.body.data.line_items.map(({ sku }: any) => sku)).toEqual(['CANDLE'])
})

test('a cost that is sent back as it is shown books nothing, a corrected cost of a case does', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved([{ sku: 'CANDLE', purchase_quantity: 1_000 }])
  const { delivery_id } = (await fixture.receive(id, { sku: 'CANDLE', purchase_quantity: 1_000 })).body.data
  const variant_id = fixture.ids.variants.CANDLE
  for (const same of [{ unit_cost: 0.3333 }, { purchase_unit_cost: 1 }, { unit_cost: 0.3333, purchase_unit_cost: 1 }]) {
    await correct(fixture, id, delivery_id, { variant_id, ...same })
    expect(await fixture.stock('CANDLE')).toEqual([3_000, 100_000])
  }
  const location_id = fixture.ids.locations.Main
  const movements = `/api/v1/inventory/movements?variant_id=${variant_id}&location_id=${location_id}`
  expect((await fixture.tenant.get(movements)).body.data.rows).toHaveLength(1)
  await correct(fixture, id, delivery_id, { variant_id, purchase_unit_cost: 1.1 })
  expect(await fixture.stock('CANDLE')).toEqual([3_000, 110_000])
})

test('everything outstanding can be marked as delivered', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved([{ sku: 'SOAP', purchase_quantity: 4 }])
  await fixture.receive(id, { sku: 'SOAP', received_quantity: 7 })
  const { body } = await fixture.tenant.post(fixture.at(`/${id}/mark_delivered`))
  expect(body.data.deliveries.map(({ line_items }: any) => line_items[0].received_quantity)).toEqual([7, 41])
})

test('events keep counting single units, with the purchase unit beside them', async () => {
  const fixture = await unitFixture()
  const session = await newSession(fixture.tenant)
  for (const type of ['new_purchase_order', 'receipt.recorded', 'movement.recorded']) {
    const body = { hook_url: 'http://127.0.0.1:9/hook', type }
    expect((await session.post('/api/v1/webhooks', body)).status).toBe(201)
  }
  const id = await fixture.approved([{ sku: 'SOAP', purchase_quantity: 4 }])
  const { delivery_id } = (await fixture.receive(id, { sku: 'SOAP', purchase_quantity: 2 })).body.data
  const rows = await fixture.tenant.service.database.sql<{ event: string; body: string }[]>`
    select event, body from webhook_events where organization_id = ${fixture.tenant.organization_id} order by event_id`
  const bodies = new Map(rows.map(({ event, body }) => [event, JSON.parse(body)]))
  expect(bodies.get('new_purchase_order')).toMatchObject({
    id,
    total_cost: 72,
    line_items: [{ quantity: 48, delivered_quantity: 0, unit_cost: 1.5, purchase_unit: 'CA', purchase_quantity: 4 }],
  })
  expect(bodies.get('receipt.recorded')).toMatchObject({
    delivery_id,
    units: 24,
    line_items: [{ received_quantity: 24, unit_cost: 1.5, purchase_quantity: 2, purchase_unit_cost: 18 }],
  })
  const { purchase_unit: _none, ...movement } = bodies.get('movement.recorded')
  expect(_none).toBeUndefined()
  expect(movement).toMatchObject({ quantity_delta: 24, unit_cost: { cents: 150 } })
})
