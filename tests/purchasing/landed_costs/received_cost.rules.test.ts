/** Which units get the leftover cents of a bill: always the same, in whatever order they are read. */
import { expect, test } from 'bun:test'
import {
  allocatedCosts,
  type Bills,
  type CostedLine,
} from '../../../server/purchasing/landed_costs/received_cost.rules.ts'

const line = (line_id: string) =>
  ({
    line_id,
    variant_id: line_id,
    quantity: 10,
    unit_cost: '10.0000',
    duty_bp: null,
    carton_quantity: null,
    carton_cbm: null,
    carton_weight_kg: null,
  }) as unknown as CostedLine
const terms = { currency: 'USD', container_type_id: null, freight_per_container_cents: null }
const received = (line_id: string) => ({ delivery_id: 'd1', line_id, received_quantity: 10 })

test('leftover cents go to the first lines by their ids, in whatever order the units are given', () => {
  const ids = ['a', 'b', 'c']
  for (const order of [ids, ids.toReversed(), ['b', 'c', 'a']]) {
    const costs = allocatedCosts(
      terms,
      ids.map(line),
      { freight_cents: null, duty_cents: null },
      new Map([['d1', { freight_cents: 1_001, duty_cents: null }]]),
      order.map(received),
    )
    const byLine = Object.fromEntries(order.map((id, i) => [id, costs[i]!.freight_cost]))
    expect(byLine).toEqual({ a: '3.3400', b: '3.3400', c: '3.3300' })
  }
})

const noBills = { freight_cents: null, duty_cents: null }
/** Two lines of 10 units: goods of 100.00 and 300.00, received on d1. */
const two = (a: Partial<CostedLine>, b: Partial<CostedLine>) => [
  { ...line('a'), ...a },
  { ...line('b'), unit_cost: '30.0000', ...b },
]
const billed = (lines: CostedLine[], bills: Partial<Bills>, given = terms) =>
  allocatedCosts(
    given,
    lines,
    noBills,
    new Map([['d1', { ...noBills, ...bills }]]),
    lines.map(({ line_id }) => received(line_id)),
  )
const freightOf = (...lines: [Partial<CostedLine>, Partial<CostedLine>]) =>
  billed(two(...lines), { freight_cents: 4_000 }).map(({ freight_cost }) => freight_cost)
const dutyOf = (...lines: [Partial<CostedLine>, Partial<CostedLine>]) =>
  billed(two(...lines), { duty_cents: 4_000 }).map(({ duty_cost }) => duty_cost)
const carton = (carton_cbm: string | null, carton_weight_kg: string) => ({
  carton_quantity: 10,
  carton_cbm,
  carton_weight_kg,
})

test('freight without measures is shared by cost of goods, or by units once any cost is unknown or zero', () => {
  expect(freightOf({}, {})).toEqual(['10.0000', '30.0000'])
  expect(freightOf({}, { unit_cost: null })).toEqual(['20.0000', '20.0000'])
  expect(freightOf({ unit_cost: '0.0000' }, {})).toEqual(['20.0000', '20.0000'])
})

test('freight is shared by volume, or by weight where weight limits', () => {
  expect(freightOf(carton('3', '1'), carton('1', '1'))).toEqual(['30.0000', '10.0000'])
  // 15,000 of 21,700 kg is more than 4 of 28 m³.
  expect(freightOf(carton('1', '12000'), carton('3', '3000'))).toEqual(['32.0000', '8.0000'])
})

test('freight is shared by cost of goods where a measure is missing, or all are zero', () => {
  const byGoods = ['10.0000', '30.0000']
  expect(freightOf(carton('3', '1'), carton(null, '1'))).toEqual(byGoods)
  expect(freightOf(carton('0', '1'), carton('0', '1'))).toEqual(byGoods)
  expect(freightOf(carton('3', '0'), carton('1', '0'))).toEqual(byGoods)
})

test('a duty bill is shared by the duty due on the goods, or by their cost where none is due', () => {
  // 10% of 100.00 and 5% of 300.00: 10.00 and 15.00.
  expect(dutyOf({ duty_bp: 1_000 }, { duty_bp: 500 })).toEqual(['16.0000', '24.0000'])
  expect(dutyOf({ duty_bp: 1_000 }, {})).toEqual(['40.0000', '0.0000'])
  expect(dutyOf({}, {})).toEqual(['10.0000', '30.0000'])
  expect(dutyOf({ duty_bp: 0 }, { duty_bp: 0 })).toEqual(['10.0000', '30.0000'])
})

test('freight and duty per unit add up; units without either have no added cost', () => {
  const [both] = billed(two({}, {}), { freight_cents: 4_000, duty_cents: 8_000 })
  expect(both).toEqual({ freight_cost: '10.0000', duty_cost: '20.0000', added_unit_cost: '3.0000' })
  const [freight] = billed(two({}, {}), { freight_cents: 4_000 })
  expect(freight).toEqual({ freight_cost: '10.0000', duty_cost: null, added_unit_cost: '1.0000' })
  const [duty] = billed(two({}, {}), { duty_cents: 8_000 })
  expect(duty).toEqual({ freight_cost: null, duty_cost: '20.0000', added_unit_cost: '2.0000' })
  expect(billed(two({}, {}), {})[0]).toEqual({ freight_cost: null, duty_cost: null, added_unit_cost: null })
})

test('without a bill, units carry the planned freight and duty of the units that arrived', () => {
  const planned = { ...terms, freight_per_container_cents: 3_000 }
  const lines = [{ ...line('a'), ...carton('1', '1'), duty_bp: 1_000 }]
  const half = [{ delivery_id: 'd1', line_id: 'a', received_quantity: 5 }]
  // 30.00 of freight and 10% of 100.00 on 10 units; half of them arrived.
  expect(allocatedCosts(planned, lines, noBills, new Map(), half)).toEqual([
    { freight_cost: '15.0000', duty_cost: '5.0000', added_unit_cost: '4.0000' },
  ])
  const dutyFree = [{ ...lines[0]!, duty_bp: null }]
  expect(allocatedCosts(planned, dutyFree, noBills, new Map(), half)[0]!.duty_cost).toBeNull()
})

test("a delivery's own bill comes before the order's, which the deliveries without one share", () => {
  const costs = allocatedCosts(
    terms,
    [line('a')],
    { freight_cents: 3_000, duty_cents: null },
    new Map<string, Bills>([
      ['d1', { freight_cents: 500, duty_cents: null }],
      ['d2', noBills],
      ['d9', { freight_cents: 700, duty_cents: null }],
    ]),
    ['d1', 'd2', 'd3'].map((delivery_id) => ({ delivery_id, line_id: 'a', received_quantity: 10 })),
  )
  expect(costs.map(({ freight_cost }) => freight_cost)).toEqual(['5.0000', '15.0000', '15.0000'])
})

test('two bills of deliveries stay with their own units', () => {
  const bills = (freight_cents: number) => ({ freight_cents, duty_cents: null })
  const costs = allocatedCosts(
    terms,
    [line('a')],
    bills(9_999),
    new Map([
      ['d1', bills(500)],
      ['d2', bills(700)],
    ]),
    ['d2', 'd1'].map((delivery_id) => ({ delivery_id, line_id: 'a', received_quantity: 10 })),
  )
  expect(costs.map(({ freight_cost }) => freight_cost)).toEqual(['7.0000', '5.0000'])
})
