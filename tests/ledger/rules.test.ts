import Big from 'big.js'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  applyMovements,
  byPair,
  type Level,
  type MovementToBook,
  pairKey,
  shortfalls,
} from '../../server/ledger/rules.ts'

const now = '2026-11-21T09:00:00Z'
const pairs = ['a x', 'a y', 'b x'].map((key) => {
  const [variant_id, location_id] = key.split(' ')
  return { variant_id: variant_id!, location_id: location_id! }
})

const cents = fc.integer({ min: 0, max: 10_000_000 }).map((tenths) => Big(tenths).div(10_000).toFixed(4))
const levels: fc.Arbitrary<Level[]> = fc.tuple(
  ...pairs.map((pair) =>
    fc.record({
      variant_id: fc.constant(pair.variant_id),
      location_id: fc.constant(pair.location_id),
      on_hand: fc.integer({ min: -20, max: 500 }),
      committed: fc.integer({ min: 0, max: 50 }),
      average_cost: fc.option(cents),
      unrated_currency: fc.constant(null),
      sequence: fc.integer({ min: 0, max: 1000 }),
    }),
  ),
) as fc.Arbitrary<Level[]>
const movements: fc.Arbitrary<MovementToBook[]> = fc
  .array(
    fc.record({
      pair: fc.constantFrom(...pairs),
      quantity_delta: fc.integer({ min: -200, max: 200 }),
      unit_cost: fc.option(cents),
      landed_unit_cost: fc.option(cents),
      occurred_at: fc.option(fc.constant('2026-01-01T00:00:00Z'), { nil: undefined }),
    }),
    { maxLength: 30 },
  )
  .map((all) =>
    all.map(({ pair, ...rest }, i) => ({
      ...pair,
      ...rest,
      kind: 'adjustment' as const,
      document: { type: 'manual_adjustment' as const, id: 'd', name: 'd' },
      document_line_id: String(i),
    })),
  )

/** Four decimals, and up to ten where they are needed. */
const tenDecimals = (cost: Big) => cost.toFixed(10).replace(/0{1,6}$/, '')

/** A simple model: one pair at a time, with exact fractions that are rounded only in the output. */
function model(level: Level, mine: readonly MovementToBook[]) {
  let { on_hand, sequence } = level
  let average = level.average_cost
  const rows = mine.map((movement) => {
    const cost = movement.unit_cost ?? average
    const landed = movement.landed_unit_cost ?? cost
    if (movement.quantity_delta > 0 && landed !== null) {
      const held = on_hand > 0 && average !== null ? on_hand : 0
      const worth = Big(average ?? 0)
        .times(held)
        .plus(Big(landed).times(movement.quantity_delta))
      average = tenDecimals(worth.div(held + movement.quantity_delta))
    }
    on_hand += movement.quantity_delta
    sequence += 1
    return { sequence, on_hand_after: on_hand, unit_cost: cost, landed_unit_cost: landed }
  })
  return { rows, on_hand, sequence, average }
}

test('applying movements together gives the same result as applying each pair’s movements in sequence', () => {
  fc.assert(
    fc.property(levels, movements, (before, all) => {
      const { rows, levels: after } = applyMovements(before, all, now)
      expect(rows.map((row) => row.document_line_id)).toEqual(all.map((one) => one.document_line_id))
      for (const level of before) {
        const key = pairKey(level)
        const expected = model(
          level,
          all.filter((one) => pairKey(one) === key),
        )
        const own = rows.filter((row) => pairKey(row) === key)
        expect(
          own.map(({ sequence, on_hand_after, unit_cost, landed_unit_cost }) => ({
            sequence,
            on_hand_after,
            unit_cost,
            landed_unit_cost,
          })),
        ).toEqual(expected.rows)
        expect(after.find((one) => pairKey(one) === key)).toEqual({
          ...level,
          on_hand: expected.on_hand,
          sequence: expected.sequence,
          average_cost: expected.average,
        })
      }
    }),
  )
})

test('the input levels and movements are not modified', () => {
  fc.assert(
    fc.property(levels, movements, (before, all) => {
      const copies = structuredClone([before, all])
      applyMovements(before, all, now)
      expect([before, all] as unknown).toEqual(copies)
    }),
  )
})

test('the average never leaves the range of the costs it was computed from', () => {
  fc.assert(
    fc.property(levels, movements, (before, all) => {
      const { levels: after } = applyMovements(before, all, now)
      for (const level of after) {
        if (level.average_cost === null) continue
        const came = all.filter((one) => pairKey(one) === pairKey(level) && one.quantity_delta > 0)
        const costs = [
          before.find((one) => pairKey(one) === pairKey(level))!.average_cost,
          ...came.flatMap((one) => [one.unit_cost, one.landed_unit_cost]),
        ].filter((cost): cost is string => cost != null)
        expect(Math.min(...costs.map(Number))).toBeLessThanOrEqual(Number(level.average_cost))
        expect(Math.max(...costs.map(Number))).toBeGreaterThanOrEqual(Number(level.average_cost))
      }
    }),
  )
})

test('the basis states where the cost comes from, and the time is the call’s now unless stated', () => {
  fc.assert(
    fc.property(levels, movements, (before, all) => {
      for (const [i, row] of applyMovements(before, all, now).rows.entries()) {
        expect(row.occurred_at).toBe(all[i]!.occurred_at ?? now)
        if (row.unit_cost === null) expect(row.cost_basis).toBe('unknown')
        else if (row.quantity_delta < 0) expect(row.cost_basis).toBe('left_at')
        else expect(row.cost_basis).toBe(all[i]!.unit_cost === null ? 'average' : 'stated')
      }
    }),
  )
})

test("a shortfall is the sum of what a pair's movements take beyond the available quantity", () => {
  fc.assert(
    fc.property(levels, movements, (before, all) => {
      const expected = before.flatMap((level) => {
        const moved = all
          .filter((one) => pairKey(one) === pairKey(level))
          .reduce((sum, one) => sum + one.quantity_delta, 0)
        const available = level.on_hand - level.committed
        const { variant_id, location_id } = level
        return moved < 0 && -moved > available ? [{ variant_id, location_id, wanted: -moved, available }] : []
      })
      expect(shortfalls(before, all)).toEqual(expected)
    }),
  )
})

test('levels are locked in one order, whatever the order of the request', () => {
  fc.assert(
    fc.property(levels, fc.array(fc.nat(), { minLength: 3, maxLength: 3 }), (all, keys) => {
      const shuffled = all.map((level, i) => ({ level, key: keys[i]! })).toSorted((a, b) => a.key - b.key)
      expect(shuffled.map(({ level }) => level).toSorted(byPair)).toEqual(all)
    }),
  )
})

test('a movement without a locked level is a bug of the caller', () => {
  expect(() =>
    applyMovements(
      [],
      [
        {
          ...pairs[0]!,
          kind: 'adjustment',
          quantity_delta: 1,
          document: { type: 'manual_adjustment', id: 'd', name: 'd' },
          document_line_id: '1',
        },
      ],
      now,
    ),
  ).toThrow('no level is locked')
})

test('reversing an arrival restores the average, as far as the remaining stock has the value', () => {
  const back = (on_hand: number, average_cost: string | null, quantity: number, unit_cost: string) =>
    applyMovements(
      [{ ...pairs[0]!, on_hand, committed: 0, average_cost, unrated_currency: null, sequence: 2 }],
      [
        {
          ...pairs[0]!,
          kind: 'receipt',
          quantity_delta: -quantity,
          unit_cost,
          reverses_movement_id: 1,
          document: { type: 'purchase_order_delivery', id: 'd', name: 'd' },
          document_line_id: '1',
        },
      ],
      now,
    ).levels[0]!.average_cost
  // 30 at 18.50 and 10 at 17.25 are 40 at 18.1875.
  expect(back(40, '18.1875', 10, '17.2500')).toBe('18.5000')
  expect(back(10, '18.1875', 10, '17.2500')).toBe('18.1875')
  expect(back(11, '2.0000', 10, '17.2500')).toBe('2.0000')
  expect(back(40, null, 10, '17.2500')).toBeNull()
})

test('a manufactured unit costs the sum of its components, to ten decimals', () => {
  const [part, other, made] = pairs
  const document = { type: 'manufacturing_order', id: 'd', name: 'MO-1' } as const
  const make = (average_cost: string | null, lacks: string | null = null, firstLacks: string | null = null) =>
    applyMovements(
      [
        {
          ...part!,
          on_hand: 20,
          committed: 0,
          average_cost: firstLacks === null ? '4.1000' : null,
          unrated_currency: firstLacks,
          sequence: 0,
        },
        { ...other!, on_hand: 20, committed: 0, average_cost, unrated_currency: lacks, sequence: 0 },
        { ...made!, on_hand: 3, committed: 0, average_cost: '9.0000', unrated_currency: null, sequence: 0 },
      ],
      [
        { ...part!, kind: 'assembly_out', quantity_delta: -4, document, document_line_id: '1' },
        { ...other!, kind: 'assembly_out', quantity_delta: -6, document, document_line_id: '1' },
        { ...made!, kind: 'assembly_in', quantity_delta: 3, document, document_line_id: '1', made_from: [0, 1] },
      ],
      now,
    )
  const { rows, levels } = make('0.5000')
  // (4 × 4.10 + 6 × 0.50) / 3, and (3 × 9 + 3 × 6.4666…) / 6
  expect(rows[2]).toMatchObject({ unit_cost: '6.4666666667', landed_unit_cost: '6.4666666667', cost_basis: 'left_at' })
  expect(rows[2]).not.toHaveProperty('made_from')
  expect(levels[2]).toMatchObject({ on_hand: 6, average_cost: '7.7333333334' })
  // If the cost of one component is unknown, so is that of the units made, whatever others of theirs cost, and their stock.
  const unknown = make(null)
  expect(unknown.rows[2]).toMatchObject({ unit_cost: null, cost_basis: 'unknown', unrated_currency: 'XXX' })
  expect(unknown.levels[2]).toMatchObject({ on_hand: 6, average_cost: null, unrated_currency: 'XXX' })
  const unrated = make(null, 'SEK')
  expect(unrated.rows[2]).toMatchObject({ unit_cost: null, unrated_currency: 'SEK' })
  expect(make(null, 'SEK', 'NOK').rows[2]).toMatchObject({ unrated_currency: 'NOK, SEK' })
})

test('a reservation reduces what is available together with the movements, and moves nothing itself', () => {
  const level = { ...pairs[0]!, on_hand: 10, committed: 4, average_cost: '2.0000', unrated_currency: null, sequence: 7 }
  const out = {
    ...pairs[0]!,
    kind: 'assembly_out',
    quantity_delta: -8,
    document: { type: 'manufacturing_order', id: 'd', name: 'MO-1' },
    document_line_id: '1',
  } as const
  const hold = (committed_delta: number) => [{ ...pairs[0]!, committed_delta }]
  expect(shortfalls([level], [out])).toMatchObject([{ wanted: 8, available: 6 }])
  expect(shortfalls([level], [out], hold(-1))).toMatchObject([{ wanted: 7, available: 6 }])
  expect(shortfalls([level], [out], hold(-2))).toEqual([])
  expect(shortfalls([level], [], hold(7))).toMatchObject([{ wanted: 7, available: 6 }])
  expect(applyMovements([level], [out], now, hold(-4)).levels).toEqual([
    { ...level, on_hand: 2, committed: 0, sequence: 8 },
  ])
})
