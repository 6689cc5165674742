import { expect, test } from 'bun:test'
import { allocatedCosts, type CostedLine } from '../../../server/purchasing/landed_costs/received_cost.rules.ts'
import { splitChange } from '../../../server/ledger/costs/adjust.ts'
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { landedCostFixture } from '../landed_cost_fixture.ts'
import type { OrderFixture } from '../order_fixture.ts'
import { listen } from '../receiving.ts'

const landed = (delivery: any) =>
  delivery.line_items.map((line: any) => [line.sku, line.freight_cost, line.duty_cost, line.landed_unit_cost])

/** The example calculated in the decision record on late costs. */
test('planned freight and duty are booked with the receipt, and a late bill adjusts units on hand and units that left', async () => {
  const fixture = await landedCostFixture()
  const plan = (await fixture.read()).container_plan.lines.map((line: any) => line.landed_unit_cost)
  expect(plan).toEqual([26.82, 5.45])
  const first = await fixture.receive(10, 50, 'DN 1')
  expect(landed(first)).toEqual([
    ['COAT', 75, 20.7, 26.82],
    ['SCARF', 60, null, 5.45],
  ])
  expect([first.freight_basis, first.duty_basis, first.freight_cents]).toEqual(['plan', 'plan', null])
  expect(await fixture.level('COAT')).toEqual([40, 20.58])
  expect(await fixture.level('SCARF')).toEqual([50, 5.45])
  await fixture.sell('COAT', 33)

  const billed = await fixture.correct(first.delivery_id, { freight_cents: 13_000, duty_cents: 3_000 })
  expect(billed.status).toBe(200)
  expect(landed(billed.body.data)).toEqual([
    ['COAT', 78, 30, 28.05],
    ['SCARF', 52, 0, 5.29],
  ])
  const { freight_cents, duty_cents, freight_basis, duty_basis } = billed.body.data
  expect([freight_cents, duty_cents, freight_basis, duty_basis]).toEqual([
    13_000,
    3_000,
    'delivery_bill',
    'delivery_bill',
  ])
  expect((await fixture.adjustments(first.delivery_id)).toSorted()).toEqual([
    ['COAT', 'left', 3, 369],
    ['COAT', 'on_hand', 7, 861],
    ['SCARF', 'on_hand', 50, -800],
  ])
  expect(await fixture.level('COAT')).toEqual([7, 21.81])
  expect(await fixture.level('SCARF')).toEqual([50, 5.29])

  const second = await fixture.receive(14, 50, 'DN 2')
  expect(landed(second)).toEqual([
    ['COAT', 105, 28.98, 26.82],
    ['SCARF', 60, null, 5.45],
  ])
  expect(await fixture.level('COAT')).toEqual([21, 25.15])
  expect((await fixture.read()).status).toBe('delivered')

  // The order is delivered, but its bill is still accepted; the delivery with its own bill is not affected.
  const withBill = await fixture.update({ billed_freight_cents: 25_000 })
  expect([withBill.status, withBill.body.data.billed_freight_cents, withBill.body.data.billed_duty_cents]).toEqual([
    200,
    25_000,
    null,
  ])
  const [one, two] = withBill.body.data.deliveries
  expect(landed(one)).toEqual(landed(billed.body.data))
  expect(landed(two)).toEqual([
    ['COAT', 187.5, 28.98, 32.7129],
    ['SCARF', 62.5, null, 5.5],
  ])
  expect([two.freight_basis, two.duty_basis, two.freight_cents]).toEqual(['order_bill', 'plan', null])
  expect(await fixture.level('COAT')).toEqual([21, 29.0785714286])
  expect(await fixture.level('SCARF')).toEqual([100, 5.395])
  expect((await fixture.adjustments(second.delivery_id)).toSorted()).toEqual([
    ['COAT', 'on_hand', 14, 8_250],
    ['SCARF', 'on_hand', 50, 250],
  ])
  // The freight of the two deliveries sums to the bills.
  expect(
    landed(one)
      .concat(landed(two))
      .reduce((sum: number, [, freight]: any) => sum + freight, 0),
  ).toBe(380)
  const proof = await verifyLedger(fixture.tenant.service.database.sql, {
    organization_id: fixture.tenant.organization_id,
    is_full: true,
  })
  expect(proof.faults).toEqual([])
})

test('repeating a bill moves nothing and sends nothing, and removing it restores the planned cost', async () => {
  const fixture = await landedCostFixture()
  const { delivery_id } = await fixture.receive(10, 50, 'DN 1')
  const before = await fixture.level('COAT')
  const readEvents = await listen(
    { tenant: fixture.tenant } as OrderFixture,
    'movement.recorded',
    'purchase_order_updated',
  )
  const bill = { freight_cents: 13_000, duty_cents: 3_000 }
  const first = await fixture.correct(delivery_id, bill)
  const events = await readEvents()
  expect(events.map(([event]) => event).toSorted()).toEqual([
    'movement.recorded',
    'movement.recorded',
    'purchase_order_updated',
  ])
  const coat = events.map(([, body]) => body).find((body) => body.sku === 'COAT')
  expect(coat).toMatchObject({
    kind: 'cost_adjustment',
    quantity_delta: 0,
    cost_basis: 'stated',
    document: { id: delivery_id, name: 'PO-1001', type: 'landed_cost_adjustment' },
    unit_cost: { cents: null, reason: 'A cost adjustment moves no units; see cost_adjustment for the change in cost.' },
    cost_adjustment: { stock: 'on_hand', quantity: 10, cost: { cents: 1_230, currency: 'USD', usd: 12.3 } },
  })
  const again = await fixture.correct(delivery_id, bill)
  expect([again.status, again.body.data]).toEqual([200, first.body.data])
  expect((await readEvents()).length).toBe(3)
  await fixture.correct(delivery_id, { freight_cents: null, duty_cents: null })
  expect(await fixture.level('COAT')).toEqual(before)
  const [coats] = (await fixture.read()).deliveries[0].line_items
  expect([coats.freight_cost, coats.duty_cost, coats.landed_unit_cost]).toEqual([75, 20.7, 26.82])
})

test('a change of the planned costs adjusts the units that already arrived', async () => {
  const fixture = await landedCostFixture()
  const { delivery_id } = await fixture.receive(10, 50, 'DN 1')
  const { line_items } = await fixture.read()
  const changed = await fixture.update({
    freight_per_container_cents: 36_000,
    line_items: [{ line_id: line_items[1].line_id, duty_bp: 1000 }],
  })
  expect(changed.status).toBe(200)
  const { container_plan, deliveries } = changed.body.data
  // 360.00 by volume: 216.00 and 144.00; coats 17.25 + (216 + 49.68) ÷ 24, scarves 4.25 + (144 + 42.50) ÷ 100.
  expect(container_plan.lines.map((line: any) => line.landed_unit_cost)).toEqual([28.32, 6.115])
  expect(deliveries[0].line_items.map((line: any) => line.landed_unit_cost)).toEqual([28.32, 6.115])
  expect((await fixture.adjustments(delivery_id)).toSorted()).toEqual([
    ['COAT', 'on_hand', 10, 1_500],
    ['SCARF', 'on_hand', 50, 3_325],
  ])
  expect(await fixture.level('SCARF')).toEqual([50, 6.115])
})

test('removing or correcting a delivery also reverses its late costs', async () => {
  const fixture = await landedCostFixture()
  const { delivery_id } = await fixture.receive(10, 50, 'DN 1')
  await fixture.correct(delivery_id, { freight_cents: 13_000, duty_cents: 3_000 })
  expect(await fixture.level('COAT')).toEqual([40, 20.8875])
  // 12 coats still fill one carton, so the freight is shared as before, and they get all of the duty.
  const corrected = await fixture.correct(delivery_id, { line_items: fixture.lines(12, 0) })
  expect(landed(corrected.body.data)).toEqual([
    ['COAT', 78, 30, 26.25],
    ['SCARF', 52, 0, 5.29],
  ])
  // (30 × 18.50 + 12 × 26.25) ÷ 42
  expect(await fixture.level('COAT')).toEqual([42, 20.7142857143])
  expect((await fixture.adjustments(delivery_id)).map(([sku, stock, , cents]: any) => [sku, stock, cents])).toEqual([
    ['COAT', 'on_hand', 1_230],
    ['SCARF', 'on_hand', -800],
    ['COAT', 'on_hand', -1_230],
  ])
  // Removing a line leaves all of the freight to the other.
  const off = await fixture.correct(delivery_id, {
    line_items: [{ variant_id: fixture.ids.variants.COAT, received_quantity: 0 }],
  })
  expect(landed(off.body.data)).toEqual([['SCARF', 130, 30, 7.45]])
  expect(await fixture.level('COAT')).toEqual([30, 18.5])
  expect(await fixture.level('SCARF')).toEqual([50, 7.45])
  expect((await fixture.tenant.delete(fixture.at(`/${fixture.id}/deliveries/${delivery_id}`))).status).toBe(204)
  expect((await fixture.level('COAT'))[0]).toBe(30)
  const left = (await fixture.adjustments(delivery_id)).filter(([sku]: any) => sku === 'SCARF')
  expect(left.reduce((sum: number, [, , , cents]: any) => sum + cents, 0)).toBe(0)
})

test("an order's bill is shared again when more units arrive, and each delivery gets its share", async () => {
  const fixture = await landedCostFixture({ freight_per_container_cents: undefined })
  const { delivery_id } = await fixture.receive(12, 0, 'DN 1')
  await fixture.update({ billed_freight_cents: 9_001 })
  const [alone] = (await fixture.read()).deliveries
  expect(landed(alone)).toEqual([['COAT', 90.01, 24.84, 26.8208]])
  await fixture.receive(12, 50, 'DN 2')
  const [one, two] = (await fixture.read()).deliveries
  // One carton of 0.09, one of 0.09 and one of 0.06: 33.75375, 33.75375 and 22.5025.
  expect(landed(one)).toEqual([['COAT', 33.76, 24.84, 22.1333]])
  expect(landed(two)).toEqual([
    ['COAT', 33.75, 24.84, 22.1325],
    ['SCARF', 22.5, null, 4.7],
  ])
  expect(await fixture.adjustments(delivery_id)).toEqual([
    ['COAT', 'on_hand', 12, 9_001],
    ['COAT', 'on_hand', 12, -5_625],
  ])
})

test('units received later count as still on hand unless taken back, and of two concurrent equal bills one is booked', async () => {
  const fixture = await landedCostFixture()
  const first = await fixture.receive(10, 0, 'DN 1')
  const second = await fixture.receive(8, 0, 'DN 2')
  await fixture.receive(6, 0, 'DN 3')
  expect((await fixture.tenant.delete(fixture.at(`/${fixture.id}/deliveries/${second.delivery_id}`))).status).toBe(204)
  // 46 less 37 leaves 9: the 6 of the third, and 3 of the first.
  await fixture.sell('COAT', 37)
  const before = (await fixture.level('COAT'))[1]
  const bill = { freight_cents: 10_000 }
  const answers = await Promise.all([1, 2].map(() => fixture.correct(first.delivery_id, bill)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  // 100.00 instead of 75.00.
  expect((await fixture.adjustments(first.delivery_id)).toSorted()).toEqual([
    ['COAT', 'left', 7, 1_750],
    ['COAT', 'on_hand', 3, 750],
  ])
  expect(await fixture.level('COAT')).toEqual([9, Number((before + 7.5 / 9).toFixed(10))])
})

test('bills in another currency are recorded, and not booked in the ledger while there is no rate', async () => {
  const fixture = await landedCostFixture({}, 'Mill')
  const { delivery_id, line_items } = await fixture.receive(10, 0, 'DN 1')
  expect(landed({ line_items })).toEqual([['COAT', null, null, null]])
  const billed = await fixture.correct(delivery_id, { freight_cents: 13_000 })
  expect([billed.body.data.freight_cents, billed.body.data.freight_basis]).toEqual([13_000, 'delivery_bill'])
  expect(landed(billed.body.data)).toEqual([['COAT', null, null, null]])
  expect([await fixture.level('COAT'), await fixture.adjustments(delivery_id)]).toEqual([[40, 0], []])
})

test('bills are accepted on approved, open and ended purchase orders, within the limit', async () => {
  const fixture = await landedCostFixture()
  const fault = ({ status, body }: any) => [status, body.code, body.data?.field ?? body.data?.act]
  const draft = await fixture.tenant.post(fixture.at(), { location_id: fixture.ids.locations.Main })
  const atDraft = await fixture.tenant.patch(fixture.at(`/${draft.body.data.id}`), { billed_duty_cents: 1 })
  expect(fault(atDraft)).toEqual([409, 'conflict', 'bill'])
  expect(fault(await fixture.update({ billed_freight_cents: -1 }))).toEqual([
    400,
    'bad_request',
    'billed_freight_cents',
  ])
  const transfer = await fixture.tenant.post(fixture.at(), {
    order_type: 'transfer',
    location_id: fixture.ids.locations.Store,
    source_location_id: fixture.ids.locations.Main,
    line_items: [{ variant_id: fixture.ids.variants.COAT, quantity: 2 }],
  })
  const moved = transfer.body.data.id
  await fixture.tenant.post(fixture.at(`/${moved}/approve`))
  const onTransfer = await fixture.tenant.patch(fixture.at(`/${moved}`), { billed_freight_cents: 100 })
  expect(fault(onTransfer)).toEqual([400, 'bad_request', 'billed_freight_cents'])
  const { delivery_id } = await fixture.receive(24, 100, 'DN 1')
  // A delivered order accepts a bill and no other change.
  expect(fault(await fixture.update({ billed_duty_cents: 100, notes: 'Late' }))).toEqual([409, 'conflict', 'amend'])
  expect((await fixture.update({ billed_duty_cents: 100 })).status).toBe(200)
  const held = await fixture.correct(delivery_id, { duty_cents: 100_000_000_001 })
  expect(fault(held)).toEqual([400, 'bad_request', 'duty_cents'])
})

const line = (line_id: string, more: Partial<CostedLine> = {}): CostedLine => ({
  line_id,
  variant_id: line_id,
  quantity: 10,
  unit_cost: '5',
  duty_bp: null,
  carton_quantity: 10,
  carton_cbm: '1',
  carton_weight_kg: '100',
  ...more,
})
const terms = { currency: 'USD', container_type_id: null, freight_per_container_cents: null }
const none = { freight_cents: null, duty_cents: null }
const units = (delivery_id: string, line_id: string, received_quantity: number) => ({
  delivery_id,
  line_id,
  received_quantity,
})

test('a bill is shared by volume or binding weight, without measures by cost of goods, without costs by units', () => {
  const share = (lines: CostedLine[], freight_cents: number, received: number[]) =>
    allocatedCosts(
      terms,
      lines,
      none,
      new Map([['d', { freight_cents, duty_cents: null }]]),
      lines.map((one, i) => units('d', one.line_id, received[i]!)),
    ).map(({ freight_cost }) => Number(freight_cost))
  expect(share([line('a'), line('b', { carton_cbm: '3' })], 10_000, [10, 5])).toEqual([25, 75])
  expect(share([line('a'), line('b', { carton_weight_kg: '19900' })], 10_000, [10, 10])).toEqual([0.5, 99.5])
  expect(share([line('a'), line('b', { carton_cbm: null, unit_cost: '15' })], 10_000, [10, 10])).toEqual([25, 75])
  expect(share([line('a'), line('b', { carton_cbm: null, unit_cost: null })], 9_999, [1, 2])).toEqual([33.33, 66.66])
})

test('billed duty is shared by the duty due, or by cost of goods if none is due', () => {
  const share = (lines: CostedLine[]) =>
    allocatedCosts(
      terms,
      lines,
      { freight_cents: null, duty_cents: 1_000 },
      new Map([['d', none]]),
      lines.map((one) => units('d', one.line_id, 10)),
    ).map(({ duty_cost, added_unit_cost }) => [duty_cost, added_unit_cost])
  expect(share([line('a', { duty_bp: 500 }), line('b')])).toEqual([
    ['10.0000', '1.0000'],
    ['0.0000', '0.0000'],
  ])
  expect(share([line('a'), line('b', { unit_cost: '15' })])).toEqual([
    ['2.5000', '0.2500'],
    ['7.5000', '0.7500'],
  ])
  expect(allocatedCosts(terms, [line('a')], none, new Map([['d', none]]), [units('d', 'a', 3)])).toEqual([
    { freight_cost: null, duty_cost: null, added_unit_cost: null },
  ])
})

test('a cost change is split between units on hand and units that left, and the parts sum to the whole', () => {
  const change = {
    movement_id: 1,
    variant_id: 'v',
    location_id: 'l',
    quantity: 3,
    cost: '10.0000',
    document: { type: 'landed_cost_adjustment', id: 'd', name: 'PO-1' },
    document_line_id: 'a 1',
  } as const
  const parts = (on_hand: number, cameSince: number) =>
    splitChange(change, [
      { location_id: change.location_id, stock: 'on_hand', units: Math.max(on_hand - cameSince, 0) },
    ]).map(({ adjusted, document_line_id }) => [document_line_id, adjusted!.quantity, adjusted!.cost])
  expect(parts(9, 0)).toEqual([['a 1 on_hand', 3, '10.0000']])
  expect(parts(9, 7)).toEqual([
    ['a 1 on_hand', 2, '6.6700'],
    ['a 1 left', 1, '3.3300'],
  ])
  expect(parts(9, 9)).toEqual([['a 1 left', 3, '10.0000']])
  expect(parts(-4, 0)).toEqual([['a 1 left', 3, '10.0000']])
})
