/** Which units get the leftover cents of a bill: always the same, in whatever order they are read. */
import { expect, test } from 'bun:test'
import { allocatedCosts, type CostedLine } from '../../../server/purchasing/landed_costs/received_cost.rules.ts'

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
