/** A pair's ledger computed again with costs that became known: the average, and what departures cost. */
import { expect, test } from 'bun:test'
import { type Entry, rateDocument, replay } from '../../server/ledger/costs/replay.rules.ts'

let last = 0
const entry = (quantity_delta: number, fields: Partial<Entry> = {}): Entry => ({
  movement_id: ++last,
  variant_id: 'v',
  kind: quantity_delta > 0 ? 'receipt' : 'fulfilment',
  quantity_delta,
  unit_cost: null,
  landed_unit_cost: null,
  reverses_movement_id: null,
  adjusted_quantity: null,
  adjusted_cost: null,
  adjusted_stock: null,
  document_type: 'purchase_order_delivery',
  document_id: 'd',
  document_name: 'PO-1',
  document_line_id: '1',
  occurred_at: '2026-11-20T12:00:00Z',
  unrated_currency: null,
  ...fields,
})
const known = (one: Entry, unit_cost: string, landed_unit_cost = unit_cost) =>
  [one.movement_id, { unit_cost, landed_unit_cost }] as const
const costs = ({ costed }: ReturnType<typeof replay>) =>
  costed.map(({ entry: { movement_id }, unit_cost }) => [movement_id, unit_cost])

test('without a rate the average is unknown, and departures have no cost', () => {
  const entries = [
    entry(10, { unit_cost: '12.0000', landed_unit_cost: '12.0000' }),
    entry(10, { unrated_currency: 'SEK' }),
    entry(-4, { unrated_currency: 'SEK' }),
  ]
  const done = replay(entries, new Map())
  expect(done).toEqual({
    level: { average_cost: null, unrated_currency: 'SEK' },
    costed: [],
    covered: [],
    variance: null,
  })
})

test('a cost that is known enters the average at its landed cost, and departures cost the average', () => {
  const arrival = entry(10, { unrated_currency: 'SEK' })
  const sale = entry(-4, { unrated_currency: 'SEK' })
  const entries = [entry(10, { unit_cost: '12.0000', landed_unit_cost: '12.0000' }), arrival, sale]
  const done = replay(entries, new Map([known(arrival, '7.0000', '8.0000')]))
  expect(done.level).toEqual({ average_cost: '10.0000', unrated_currency: null })
  // The arrival itself is not among them.
  expect(costs(done)).toEqual([[sale.movement_id, '10.0000']])
})

test('of two unknown arrivals one is not enough', () => {
  const [first, second] = [entry(5, { unrated_currency: 'SEK' }), entry(5, { unrated_currency: 'NOK' })]
  const sale = entry(-1, { unrated_currency: 'SEK' })
  const one = replay([first, sale, second], new Map([known(first, '4.0000')]))
  expect(one.level).toEqual({ average_cost: null, unrated_currency: 'NOK' })
  expect(costs(one)).toEqual([[sale.movement_id, '4.0000']])
  const both = replay([first, sale, second], new Map([known(first, '4.0000'), known(second, '13.0000')]))
  expect(both.level).toEqual({ average_cost: '9.0000', unrated_currency: null })
})

test('rows that were booked at a known cost keep it', () => {
  const arrival = entry(10, { unrated_currency: 'SEK' })
  const sale = entry(-2, { unit_cost: '3.0000', landed_unit_cost: '3.0000' })
  const done = replay([arrival, sale], new Map([known(arrival, '5.0000')]))
  expect(costs(done)).toEqual([])
  expect(done.level.average_cost).toBe('5.0000')
})

test('a row without a landed cost enters at its unit cost', () => {
  const done = replay([entry(2, { unit_cost: '6.0000' })], new Map())
  expect(done.level.average_cost).toBe('6.0000')
  const landed = replay([entry(2, { unit_cost: '6.0000', landed_unit_cost: '7.0000' })], new Map())
  expect(landed.level.average_cost).toBe('7.0000')
})

test('a reversal of a known arrival takes the cost at which it came', () => {
  const arrival = entry(10, { unrated_currency: 'SEK' })
  const other = entry(10, { unit_cost: '2.0000', landed_unit_cost: '2.0000' })
  const back = entry(-10, { reverses_movement_id: arrival.movement_id, unrated_currency: 'SEK' })
  const done = replay([arrival, other, back], new Map([known(arrival, '8.0000')]))
  expect(done.level).toEqual({ average_cost: '2.0000', unrated_currency: null })
})

test('an arrival that was reversed later was there meanwhile', () => {
  const unknown = entry(10, { unrated_currency: 'SEK' })
  const wrong = entry(10, { unit_cost: '8.0000', landed_unit_cost: '8.0000' })
  const sale = entry(-2, { unrated_currency: 'SEK' })
  const back = entry(-10, { unit_cost: '8.0000', landed_unit_cost: '8.0000', reverses_movement_id: wrong.movement_id })
  const done = replay([unknown, wrong, sale, back], new Map([known(unknown, '5.0000')]))
  expect(costs(done)).toEqual([[sale.movement_id, '6.5000']])
  const other = entry(10, { unrated_currency: 'SEK' })
  const gone = entry(-10, { reverses_movement_id: other.movement_id, unrated_currency: 'SEK' })
  const again = replay([unknown, other, sale, gone], new Map([known(unknown, '5.0000'), known(other, '8.0000')]))
  expect(costs(again)).toEqual([
    [sale.movement_id, '6.5000'],
    [gone.movement_id, '8.0000'],
  ])
})

test('an arrival that never became known and was reversed is as if it had never been', () => {
  const other = entry(10, { unit_cost: '12.0000', landed_unit_cost: '12.0000' })
  const arrival = entry(10, { unrated_currency: 'SEK' })
  const back = entry(-10, { reverses_movement_id: arrival.movement_id })
  const done = replay([other, arrival, back], new Map())
  expect(done).toEqual({
    level: { average_cost: '12.0000', unrated_currency: null },
    costed: [],
    covered: [],
    variance: null,
  })
})

test('adjustments of cost count, and those that made costs known do not count twice', () => {
  const arrival = entry(10, { unrated_currency: 'SEK' })
  const adjusted = {
    kind: 'cost_adjustment',
    adjusted_quantity: 10,
    adjusted_cost: '5.0000',
    adjusted_stock: 'on_hand',
  } as const
  const freight = entry(0, { ...adjusted, document_type: 'landed_cost_adjustment' })
  const madeKnown = entry(0, { ...adjusted, adjusted_cost: '80.0000', document_type: rateDocument })
  const done = replay([arrival, madeKnown, freight], new Map([known(arrival, '8.0000')]))
  expect(done).toEqual({
    level: { average_cost: '8.5000', unrated_currency: null },
    costed: [],
    covered: [],
    variance: null,
  })
})

test('stock that ran out begins anew: what arrives next has its own cost', () => {
  const entries = [
    entry(2, { unrated_currency: 'SEK' }),
    entry(-2, { unrated_currency: 'SEK' }),
    entry(3, { unit_cost: '4.0000', landed_unit_cost: '4.0000' }),
  ]
  expect(replay(entries, new Map()).level).toEqual({ average_cost: '4.0000', unrated_currency: null })
})

const coveredCosts = ({ covered }: ReturnType<typeof replay>) =>
  covered.map(({ entry: { movement_id }, unit_cost }) => [movement_id, unit_cost])
const at = (cost: string) => ({ unit_cost: cost, landed_unit_cost: cost })

test('units that left before any cost was known cost what the first arrival of known cost shows', () => {
  const [one, two] = [entry(-4), entry(-1)]
  expect(coveredCosts(replay([one, two], new Map()))).toEqual([])
  expect(coveredCosts(replay([one, two, entry(2, at('15.0000')), entry(9, at('20.0000'))], new Map()))).toEqual([
    [one.movement_id, '15.0000'],
    [two.movement_id, '15.0000'],
  ])
  const late = entry(2, { unrated_currency: 'SEK' })
  expect(coveredCosts(replay([one, late], new Map()))).toEqual([])
  expect(coveredCosts(replay([one, late], new Map([known(late, '8.0000', '9.0000')])))).toEqual([
    [one.movement_id, '9.0000'],
  ])
})

test('units that were there, that have a cost or that came back wait for none', () => {
  const arrival = entry(9, at('15.0000'))
  // One unit of unknown cost was there.
  expect(coveredCosts(replay([entry(1), entry(-1), arrival], new Map()))).toEqual([])
  expect(coveredCosts(replay([entry(-1, at('3.0000')), arrival], new Map()))).toEqual([])
  const sale = entry(-1)
  const back = entry(1, { reverses_movement_id: sale.movement_id, kind: 'fulfilment' })
  expect(coveredCosts(replay([sale, back, arrival], new Map()))).toEqual([])
  // Stock of unknown cost ran out: what left then was there, and what leaves next was not.
  const next = entry(-2)
  expect(coveredCosts(replay([entry(1), entry(-1), next, arrival], new Map()))).toEqual([[next.movement_id, '15.0000']])
})

test('units that came without a cost and were taken back were never there: those that left cost what comes next', () => {
  const arrival = entry(3)
  const sale = entry(-1)
  const entries = [arrival, sale, entry(-3, { kind: 'receipt', reverses_movement_id: arrival.movement_id })]
  const next = entry(2, { unit_cost: '5.0000', landed_unit_cost: '6.0000' })
  const done = replay([...entries, next], new Map())
  expect(done.covered.map((one) => [one.entry.movement_id, one.unit_cost])).toEqual([[sale.movement_id, '6.0000']])
  expect(done.level.average_cost).toBe('6.0000')
  // One whose cost became known was there, and its sale cost that.
  const later = replay([...entries, next], new Map([known(arrival, '4.0000')]))
  expect([later.covered, costs(later)]).toEqual([
    [],
    [
      [sale.movement_id, '4.0000'],
      [entries[2]!.movement_id, '4.0000'],
    ],
  ])
})

test('what lacks a rate lacks it still after a departure of it was taken back', () => {
  const sale = entry(-2, { unrated_currency: 'SEK' })
  const back = entry(2, { kind: 'fulfilment', reverses_movement_id: sale.movement_id, unrated_currency: 'SEK' })
  const next = entry(2, { unit_cost: '10.0000', landed_unit_cost: '10.0000' })
  const done = replay([entry(2, { unrated_currency: 'SEK' }), sale, back, next], new Map())
  expect(done.level).toEqual({ average_cost: null, unrated_currency: 'SEK' })
})

test.each([
  ['fulfilment', 'stated', '13.3333333333'],
  ['fulfilment', 'left_at', '12.0000'],
  ['adjustment', 'stated', '12.0000'],
] as const)('a departure of kind %s at a cost that is %s leaves %s', (kind, cost_basis, average) => {
  const cost = { unit_cost: '10.0000', landed_unit_cost: '10.0000' }
  const stock = entry(10, { unit_cost: '12.0000', landed_unit_cost: '12.0000' })
  expect(replay([stock, entry(-4, { kind, cost_basis, ...cost })], new Map()).level.average_cost).toBe(average)
})

test('units that a transfer lost pass by if their cost is unknown', () => {
  const stock = entry(2, { unit_cost: '12.0000', landed_unit_cost: '12.0000' })
  const missing = {
    kind: 'transfer_in',
    document_type: 'transfer_order_delivery',
    document_line_id: 'l missing',
  } as const
  const unknown = replay([stock, entry(2, { ...missing, unrated_currency: 'SEK' })], new Map())
  expect(unknown.level).toEqual({ average_cost: '12.0000', unrated_currency: null })
  const cost = { unit_cost: '20.0000', landed_unit_cost: '20.0000' }
  expect(replay([stock, entry(2, { ...missing, ...cost })], new Map()).level.average_cost).toBe('16.0000')
  const came = entry(2, { ...missing, document_line_id: 'l', unrated_currency: 'SEK' })
  expect(replay([stock, came], new Map()).level.average_cost).toBeNull()
})

test('units that left at the cost of a later arrival have a variance once their own cost is known', () => {
  const first = entry(3)
  const later = entry(9, { unit_cost: '15.0000', landed_unit_cost: '15.0000' })
  const sale = entry(-4, { unit_cost: '15.0000', landed_unit_cost: '15.0000' })
  const entries = [first, later, sale]
  const of = (cost: string, all: readonly Entry[] = entries) => replay(all, new Map([known(first, cost)]))
  // 12 units cost 14.00 each; 4 of them left at 15.00.
  expect(of('11.0000')).toEqual({
    level: { average_cost: '14.0000', unrated_currency: null },
    costed: [],
    covered: [],
    variance: '-4.0000',
  })
  expect(of('15.0000').variance).toBeNull()
  expect(of('19.0000').variance).toBe('4.0000')
  // What was booked as a variance before is none again, whichever row has it.
  expect(of('11.0000', [first, later, { ...sale, cost_variance: '-3.0000' }]).variance).toBe('-1.0000')
  const booked = entry(0, { document_type: rateDocument, cost_variance: '-4.0000', adjusted_cost: '33.0000' })
  expect(of('11.0000', [...entries, booked]).variance).toBeNull()
})

test('units that a count missed at the average of then leave the average that is known by now, at another cost they change it', () => {
  const first = entry(3)
  const later = entry(9, { unit_cost: '15', landed_unit_cost: '15', on_hand_after: 12, value_after: '180' })
  const missed = (cost: string) => entry(-2, { kind: 'stocktake', unit_cost: cost, landed_unit_cost: cost })
  const of = (before: Entry, cost: string) => replay([first, before, missed(cost)], new Map([known(first, '11.0000')]))
  const average = (before: Entry, cost: string) => {
    const { level, variance } = of(before, cost)
    return [level.average_cost, variance]
  }
  // 12 units cost 14.00 each.
  expect(average(later, '15')).toEqual(['14.0000', '-2.0000'])
  expect(average(later, '15.000000001')).toEqual(['13.7999999998', null])
  expect(average(later, '9')).toEqual(['15.0000', null])
  expect(average({ ...later, value_after: null }, '15')).toEqual(['13.8000', null])
  expect(average({ ...later, on_hand_after: 0 }, '15')).toEqual(['13.8000', null])
})
