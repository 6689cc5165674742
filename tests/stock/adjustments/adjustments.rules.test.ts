/** What a reason of an adjustment allows, and the stock that must remain after it. */
import { expect, test } from 'bun:test'
import {
  type AdjustmentLine,
  checkEachOnce,
  checkQuantity,
  checkRemainder,
  costOf,
  movementsOf,
  unitsOf,
} from '../../../server/stock/adjustments/rules.ts'

const refused = (desc: string) => expect.objectContaining({ code: 'bad_request', desc }) as unknown as Error
const field = 'lines[0].quantity'
const line = (variant_id: string, location_id: string, quantity = 1, unit_cost: string | null = null) =>
  ({ variant_id, location_id, quantity, unit_cost }) satisfies AdjustmentLine

test.each(['damaged', 'expired', 'lost', 'theft', 'donation', 'internal_use', 'write_off'] as const)(
  'the reason %s only removes units',
  (reason) => {
    expect(() => checkQuantity(reason, -1, field)).not.toThrow()
    expect(() => checkQuantity(reason, 1, field)).toThrow(
      refused(`${field} must be negative, as the reason ${reason} removes units. Allowed: -1 or less.`),
    )
  },
)

test.each(['found', 'initial_count'] as const)('the reason %s only adds units', (reason) => {
  expect(() => checkQuantity(reason, 1, field)).not.toThrow()
  expect(() => checkQuantity(reason, -1, field)).toThrow(
    refused(`${field} must be positive, as the reason ${reason} adds units. Allowed: 1 or more.`),
  )
})

test.each(['sample', 'promotion', 'correction', 'other'] as const)('the reason %s adds and removes units', (reason) => {
  expect(() => checkQuantity(reason, 1, field)).not.toThrow()
  expect(() => checkQuantity(reason, -1, field)).not.toThrow()
})

test('an adjustment of no units is refused, whatever its reason', () => {
  for (const reason of ['lost', 'found', 'other'] as const)
    expect(() => checkQuantity(reason, 0, field)).toThrow(refused(`${field} must not be zero.`))
})

test('a unit cost is exact to four decimals, and only of units that are added', () => {
  const cost = (quantity: number, unit_cost?: number) => costOf({ quantity, unit_cost: unit_cost! }, 'USD', 'unit_cost')
  expect(cost(1)).toBeNull()
  expect(cost(-1)).toBeNull()
  expect(cost(1, 0)).toBe('0')
  expect(cost(1, 12.3456)).toBe('12.3456')
  expect(cost(0, 1)).toBe('1')
  expect(() => cost(1, 12.34567)).toThrow(refused('unit_cost may have at most four decimals.'))
  expect(() => cost(-1, 12)).toThrow(refused('unit_cost can only be given for units that are added.'))
})

test('a second line for the same stock is refused, naming the first', () => {
  expect(() => checkEachOnce([line('a', 'x'), line('a', 'y'), line('b', 'x')])).not.toThrow()
  expect(() => checkEachOnce([line('a', 'x'), line('b', 'x'), line('a', 'x')])).toThrow(
    refused('lines[2] is for the same variant and location as lines[0]; send one line with the sum.'),
  )
})

test('units added and removed are counted apart', () => {
  const lines = [line('a', 'x', 5), line('b', 'x', -3), line('c', 'x', 2), line('d', 'x', -1)]
  expect(unitsOf(lines)).toEqual({ units_added: 7, units_removed: 4 })
  expect(unitsOf([])).toEqual({ units_added: 0, units_removed: 0 })
})

test('each line is one movement, numbered from 1, with the reason and the note as evidence', () => {
  const adjustment = { adjustment_id: 'd', name: 'ADJ-1', reason: 'found' as const }
  const lines = [line('a', 'x', 5, '2.5'), line('b', 'y', 1)]
  const document = { type: 'manual_adjustment', id: 'd', name: 'ADJ-1' } as const
  expect(movementsOf({ ...adjustment, note: 'Back shelf.', lines })).toEqual([
    {
      variant_id: 'a',
      location_id: 'x',
      kind: 'adjustment',
      quantity_delta: 5,
      unit_cost: '2.5',
      document,
      document_line_id: '1',
      evidence: 'Reason: found. Back shelf.',
    },
    {
      variant_id: 'b',
      location_id: 'y',
      kind: 'adjustment',
      quantity_delta: 1,
      unit_cost: null,
      document,
      document_line_id: '2',
      evidence: 'Reason: found. Back shelf.',
    },
  ])
  expect(movementsOf({ ...adjustment, note: null, lines })[0]!.evidence).toBe('Reason: found.')
})

interface Remainder {
  on_hand: number
  committed: number
  quantity: number
  allowBelowCommitted?: boolean
}

function remainder({ on_hand, committed, quantity, allowBelowCommitted = false }: Remainder) {
  const level = {
    variant_id: 'v',
    location_id: 'l',
    on_hand,
    committed,
    average_cost: null,
    unrated_currency: null,
    sequence: 1,
  }
  const other = { ...level, location_id: 'm', on_hand: 1_000, committed: 0 }
  const change = { variant_id: 'v', location_id: 'l', quantity, sku: 'SKU-1', location_name: 'Harbour', field }
  checkRemainder([level, other], [change], allowBelowCommitted)
}

test.each<[string, Remainder]>([
  ['the committed units remain', { on_hand: 10, committed: 4, quantity: -6 }],
  ['nothing remains and nothing is committed', { on_hand: 10, committed: 0, quantity: -10 }],
  [
    'the caller allows less than the committed',
    { on_hand: 10, committed: 4, quantity: -10, allowBelowCommitted: true },
  ],
  ['units are added to too few', { on_hand: -5, committed: 4, quantity: 1 }],
  ['nothing is removed from too few', { on_hand: 2, committed: 4, quantity: 0 }],
  ['less than nothing is committed', { on_hand: 3, committed: -2, quantity: -3 }],
])('a change is allowed where %s', (_, change) => {
  expect(() => remainder(change)).not.toThrow()
})

test('one unit less than the committed is refused, with what can be removed', () => {
  const rule = `removes 7 units of SKU-1 at Harbour, which has 10 on hand, of which 4 are committed to orders`
  expect(() => remainder({ on_hand: 10, committed: 4, quantity: -7 })).toThrow(
    expect.objectContaining({
      code: 'conflict',
      desc: `${field} ${rule}. Allowed: -6 or more.`,
      data: {
        field,
        rule,
        allowed: ['-6 or more'],
        variant_id: 'v',
        location_id: 'l',
        sku: 'SKU-1',
        location_name: 'Harbour',
        on_hand: 10,
        committed: 4,
      },
    }) as unknown as Error,
  )
})

test.each<[string, Remainder, string]>([
  ['no units are committed', { on_hand: 3, committed: 0, quantity: -4 }, '3 on hand. Allowed: -3 or more.'],
  [
    'the caller allows less than the committed',
    { on_hand: 3, committed: 2, quantity: -4, allowBelowCommitted: true },
    '3 on hand. Allowed: -3 or more.',
  ],
  ['less than nothing is committed', { on_hand: 3, committed: -2, quantity: -4 }, '3 on hand. Allowed: -3 or more.'],
  [
    'all are committed',
    { on_hand: 4, committed: 4, quantity: -1 },
    '4 on hand, of which 4 are committed to orders. Allowed: no decrease.',
  ],
  ['on hand is below zero', { on_hand: -1, committed: 0, quantity: -1 }, '-1 on hand. Allowed: no decrease.'],
])('a removal beyond what is there is refused where %s', (_, change, ending) => {
  expect(() => remainder(change)).toThrow(
    expect.objectContaining({
      desc: `${field} removes ${-change.quantity} units of SKU-1 at Harbour, which has ${ending}`,
    }) as unknown as Error,
  )
})
