/** The unit in which a supplier sells a variant: its factor, its inner packs, its cost, and currencies without decimals. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { fault, unitFixture } from './unit_fixture.ts'

setDefaultTimeout(60_000)

const packing = (terms: any) => [
  terms.purchase_unit,
  terms.purchase_unit_factor,
  terms.inner_pack_quantity,
  terms.unit_cost,
  terms.purchase_unit_cost,
]

test('terms show the unit, and change only what is sent', async () => {
  const { attach, terms } = await unitFixture()
  expect(packing(await terms('SOAP'))).toEqual(['CA', 12, 6, 1.5, 18])
  expect(packing(await terms('CANDLE'))).toEqual(['CA', 3, null, 0.3333, 1])
  expect(packing(await terms('CLOTH'))).toEqual(['EA', 1, null, 2.5, 2.5])
  await attach({ sku: 'SOAP', lead_time_days: 9 })
  expect(packing(await terms('SOAP'))).toEqual(['CA', 12, 6, 1.5, 18])
  await attach({ sku: 'SOAP', unit_cost: 2 })
  expect(packing(await terms('SOAP'))).toEqual(['CA', 12, 6, 2, 24])
  // The cost of one unit stays where only the unit changes.
  await attach({ sku: 'SOAP', purchase_unit_factor: 24 })
  expect(packing(await terms('SOAP'))).toEqual(['CA', 24, 6, 2, 48])
  await attach({ sku: 'SOAP', purchase_unit: 'EA' })
  expect(packing(await terms('SOAP'))).toEqual(['EA', 1, null, 2, 2])
  await attach({ sku: 'SOAP', purchase_unit: 'DZ', purchase_unit_cost: null })
  expect(packing(await terms('SOAP'))).toEqual(['DZ', 12, null, null, null])
  await attach({ sku: 'CANDLE', unit_cost: 0.3333 })
  expect(packing(await terms('CANDLE'))).toEqual(['CA', 3, null, 0.3333, 1])
  await attach({ sku: 'CANDLE', purchase_unit_cost: 1.0001 })
  expect(packing(await terms('CANDLE'))).toEqual(['CA', 3, null, 0.3334, 1.0001])
})

test('of the batch size and the factor one contains the other, whichever is sent', async () => {
  const { attach, terms } = await unitFixture()
  const refused = async (more: Record<string, unknown>) => fault(await attach({ sku: 'SOAP', ...more })).slice(2)
  const batchRule = ['variants[0].batch_size', 'must be a multiple of purchase_unit_factor, 12, or divide it']
  for (const batch_size of [5, 11, 13, 18]) expect(await refused({ batch_size })).toEqual(batchRule)
  for (const batch_size of [1, 4, 12, 24, 36]) expect((await attach({ sku: 'SOAP', batch_size })).status).toBe(200)
  const factorRule = ['variants[0].purchase_unit_factor', 'must be a multiple of batch_size, 36, or divide it']
  expect(await refused({ purchase_unit_factor: 24, inner_pack_quantity: null })).toEqual(factorRule)
  expect((await terms('SOAP')).purchase_unit_factor).toBe(12)
  expect((await attach({ sku: 'SOAP', purchase_unit_factor: 24, batch_size: null })).status).toBe(200)
  expect((await attach({ sku: 'SOAP', purchase_unit: 'EA', batch_size: 5 })).status).toBe(200)
})

test('a unit without its factor, a factor that a unit cannot have and inner packs that do not fit are refused', async () => {
  const { attach } = await unitFixture()
  const refused = async (terms: Record<string, unknown>) => fault(await attach(terms)).slice(2)
  const field = (name: string) => `variants[0].${name}`
  expect(await refused({ sku: 'CLOTH', purchase_unit: 'BX' })).toEqual([
    field('purchase_unit_factor'),
    'is required with purchase_unit BX: the units in one box',
  ])
  expect((await refused({ sku: 'CLOTH', purchase_unit: 'DZ', purchase_unit_factor: 10 }))[1]).toBe(
    'must be 12 for purchase_unit DZ',
  )
  expect((await refused({ sku: 'CLOTH', purchase_unit_factor: 2 }))[1]).toBe(
    'must be 1 for purchase_unit EA; send purchase_unit too',
  )
  const inner = 'must be smaller than purchase_unit_factor, 12, and divide it without remainder'
  for (const inner_pack_quantity of [5, 12, 13])
    expect(await refused({ sku: 'SOAP', inner_pack_quantity })).toEqual([field('inner_pack_quantity'), inner])
  expect((await attach({ sku: 'SOAP', inner_pack_quantity: 1 })).status).toBe(200)
  // The inner packs on file do not divide the new factor.
  expect((await attach({ sku: 'SOAP', inner_pack_quantity: 6 })).status).toBe(200)
  expect((await refused({ sku: 'SOAP', purchase_unit_factor: 10 }))[0]).toBe(field('inner_pack_quantity'))
  expect((await refused({ sku: 'SOAP', purchase_unit: 'ZZ' }))[0]).toBe(field('purchase_unit'))
  expect((await refused({ sku: 'SOAP', purchase_unit_factor: 0 }))[0]).toBe(field('purchase_unit_factor'))
  expect((await refused({ sku: 'SOAP', unit_cost: 1.4, purchase_unit_cost: 18 }))[0]).toBe(field('purchase_unit_cost'))
  expect((await refused({ sku: 'SOAP', purchase_unit_cost: 1.00001 }))[1]).toBe('may have at most four decimals')
})

test('costs in a currency without decimals have none, those in one with three may have four', async () => {
  const fixture = await unitFixture()
  const whole = 'must be a whole number, because JPY has no decimals'
  const terms = { sku: 'SOAP', purchase_unit: 'CA', purchase_unit_factor: 12 }
  for (const cost of ['unit_cost', 'purchase_unit_cost']) {
    const answer = await fixture.attach({ ...terms, [cost]: 100.5 }, 'Tokyo')
    expect(fault(answer).slice(2)).toEqual([`variants[0].${cost}`, whole])
  }
  expect((await fixture.attach({ ...terms, purchase_unit_cost: 100 }, 'Tokyo')).status).toBe(200)
  expect(packing(await fixture.terms('SOAP', 'Tokyo'))).toEqual(['CA', 12, null, 8.3333, 100])
  expect((await fixture.attach({ sku: 'SOAP', unit_cost: 1.2345 }, 'Kuwait')).status).toBe(200)

  const supplier_id = fixture.ids.suppliers.Tokyo
  const made = await fixture.create([{ sku: 'SOAP', purchase_quantity: 3 }], { supplier_id })
  const order = await fixture.read(made.body.data.id)
  expect([order.currency, order.total_cost]).toEqual(['JPY', 300])
  const refused = await fixture.create([{ sku: 'SOAP', quantity: 12, unit_cost: 8.5 }], { supplier_id })
  expect(fault(refused).slice(2)).toEqual(['line_items[0].unit_cost', whole])
  const [{ line_id }] = order.line_items
  const change = (line: Record<string, unknown>) =>
    fixture.tenant.patch(fixture.at(`/${order.id}`), { line_items: [{ line_id, ...line }] })
  expect(fault(await change({ purchase_unit_cost: 99.9 })).slice(2)).toEqual([
    'line_items[0].purchase_unit_cost',
    whole,
  ])
  expect(fault(await change({ unit_cost: 8.4 })).slice(2)).toEqual(['line_items[0].unit_cost', whole])
  expect((await change({ unit_cost: 9 })).body.data.total_cost).toBe(324)
})

test('a cost on file that has decimals where its currency has none must be stated', async () => {
  const fixture = await unitFixture()
  await fixture.attach({ sku: 'SOAP', purchase_unit: 'CA', purchase_unit_factor: 12, purchase_unit_cost: 100 }, 'Tokyo')
  const body = { supplier_id: fixture.ids.suppliers.Tokyo }
  const refused = await fixture.create([{ sku: 'SOAP', quantity: 5, purchase_unit: 'EA' }], body)
  expect(fault(refused).slice(2)).toEqual([
    'line_items[0].unit_cost',
    'must be stated: the cost of SOAP on file, 8.3333333333, has decimals, and JPY has none',
  ])
  expect((await fixture.create([{ sku: 'SOAP', quantity: 5, purchase_unit: 'EA', unit_cost: 9 }], body)).status).toBe(
    200,
  )
})
