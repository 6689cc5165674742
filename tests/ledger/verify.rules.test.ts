/** Contradictions of a pair's ledger: each is found alone, and figures that agree have none. */
import { expect, test } from 'bun:test'
import {
  type FaultKind,
  faultsOf,
  isOvercommitted,
  movedValueOf,
  type PairProof,
  transitFaultsOf,
  unprovenOf,
} from '../../server/ledger/verify.rules.ts'

/** Verified up to row 3 with 10 on hand; rows 4 and 5 took 4 units. */
const agreeing: PairProof = {
  variant_id: 'v',
  location_id: 'l',
  level: { on_hand: 6, sequence: 5, committed: 2, value: '72.0000', unrated_currency: null },
  reserved: 2,
  proven: { sequence: 3, on_hand: 10, value: '120' },
  anchor: 10,
  anchor_value: '120.0000',
  rows: {
    count: 2,
    last_sequence: 5,
    moved: -4,
    gap_at: null,
    wrong_sum_at: null,
    wrong_reversal_at: null,
    wrong_value_at: null,
    broken_value_at: null,
    states_value: true,
    last_value: '72',
  },
}
const rows = (change: Partial<PairProof['rows']>) => ({ rows: { ...agreeing.rows, ...change } })
const level = (change: Partial<PairProof['level']>) => ({ level: { ...agreeing.level, ...change } })

test('a pair whose figures agree has no fault', () => {
  expect(faultsOf(agreeing)).toEqual([])
})

test('a pair that was never verified needs no row at its checkpoint', () => {
  const first = { proven: { sequence: 0, on_hand: 0, value: null }, anchor: null, anchor_value: null }
  expect(faultsOf({ ...agreeing, ...first, ...rows({ moved: 6 }) })).toEqual([])
})

test('a pair without rows since its checkpoint ends where it was verified', () => {
  const idle = { ...rows({ count: 0, last_sequence: null, moved: 0, states_value: false, last_value: null }) }
  expect(faultsOf({ ...agreeing, ...idle, ...level({ on_hand: 10, sequence: 3, value: '120' }) })).toEqual([])
  expect(faultsOf({ ...agreeing, ...idle, ...level({ on_hand: 10, sequence: 4, value: '120' }) })).toMatchObject([
    { kind: 'level_sequence_wrong', sentence: 'the level has sequence 4, but the ledger ends at 3' },
  ])
})

test.each<[FaultKind, Partial<PairProof>, string]>([
  ['proven_row_changed', { anchor: 9 }, 'row 3 was verified with 10 on hand after it, but it now has 9'],
  ['proven_row_changed', { anchor: null }, 'row 3 was verified with 10 on hand after it, but the row is missing'],
  [
    'proven_row_changed',
    { proven: { sequence: 1, on_hand: 10, value: null }, anchor: 0 },
    'row 1 was verified with 10 on hand after it, but it now has 0',
  ],
  ['sequence_gap', rows({ gap_at: 5 }), 'row 5 does not follow the row before it'],
  ['running_sum_wrong', rows({ wrong_sum_at: 4 }), 'on_hand_after of row 4 is not the sum of the movements up to it'],
  [
    'reversal_wrong',
    rows({ wrong_reversal_at: 4 }),
    'row 4 does not match the row that it reverses in units, cost and time',
  ],
  ['level_sequence_wrong', level({ sequence: 4 }), 'the level has sequence 4, but the ledger ends at 5'],
  ['level_on_hand_wrong', level({ on_hand: 7 }), 'the level has 7 on hand, but the movements sum to 6'],
  ['level_committed_wrong', { reserved: 3 }, 'the level has 2 committed, but orders reserve 3'],
  [
    'proven_row_changed',
    { anchor_value: '121' },
    'row 3 was verified with a value of 120 after it, but it now has 121',
  ],
  [
    'proven_row_changed',
    { anchor_value: null },
    'row 3 was verified with a value of 120 after it, but it now has an unknown amount',
  ],
  [
    'value_wrong',
    rows({ wrong_value_at: 4 }),
    'value_after of row 4 is not the value before it and that of its own units',
  ],
  [
    'value_broken',
    rows({ broken_value_at: 5 }),
    'the value after row 5 is known or unknown, and nothing there made it so',
  ],
  ['level_value_wrong', level({ value: '72.01' }), 'the stock is worth 72.01, but the movements come to 72'],
  ['level_value_wrong', level({ value: null }), 'the stock is worth an unknown amount, but the movements come to 72'],
  [
    'level_value_wrong',
    rows({ last_value: null }),
    'the stock is worth 72, but the movements come to an unknown amount',
  ],
])('%s is found alone: %o', (kind, change, sentence) => {
  expect(faultsOf({ ...agreeing, ...change })).toEqual([{ variant_id: 'v', location_id: 'l', kind, sentence }])
})

test('several contradictions are all named', () => {
  const kinds = faultsOf({ ...agreeing, ...rows({ gap_at: 4, wrong_sum_at: 4 }), reserved: 0 }).map(({ kind }) => kind)
  expect(kinds).toEqual(['sequence_gap', 'running_sum_wrong', 'level_committed_wrong'])
})

test('units in transit are those that left and have not arrived', () => {
  const line = { variant_id: 'v', location_id: 'l', name: 'TO-1', shipped: 10, received: 4 }
  expect(transitFaultsOf({ ...line, in_transit: 6 })).toEqual([])
  expect(transitFaultsOf({ ...line, in_transit: 10 })).toEqual([
    {
      variant_id: 'v',
      location_id: 'l',
      kind: 'in_transit_wrong',
      sentence: 'TO-1 has 10 in transit, but 10 left the source and 4 arrived',
    },
  ])
})

test('a level is overcommitted when it reserves more than it has, where less than nothing counts as nothing', () => {
  const isOver = (on_hand: number, committed: number) =>
    isOvercommitted({ level: { ...agreeing.level, on_hand, committed } })
  expect(isOver(5, 5)).toBe(false)
  expect(isOver(5, 6)).toBe(true)
  expect(isOver(-5, 0)).toBe(false)
  expect(isOver(-5, 1)).toBe(true)
})

test('rows from before values were recorded are not compared, and what cannot be compared has a reason', () => {
  const unstated = { anchor_value: null, proven: { ...agreeing.proven, value: null } }
  const old = { ...agreeing, ...unstated, ...rows({ states_value: false, last_value: null }) }
  expect([faultsOf(old), unprovenOf(old)]).toEqual([[], 'its movements are from before values were recorded'])
  expect(unprovenOf({ ...old, ...level({ on_hand: 0, value: 0 }) })).toBeNull()
  expect(unprovenOf(agreeing)).toBeNull()
  const unknown = (unrated_currency: string | null) =>
    unprovenOf({ ...agreeing, ...level({ value: null, unrated_currency }), ...rows({ last_value: null }) })
  expect([unknown('SEK'), unknown(null)]).toEqual(['no exchange rate of SEK is on file', 'no cost is known'])
})

test('the value by movements is that after the last row, else that of the checkpoint, and nothing before the first', () => {
  const idle = rows({ count: 0, last_sequence: null, moved: 0, states_value: false, last_value: null })
  const unproven = { proven: { sequence: 0, on_hand: 0, value: null } }
  expect(movedValueOf(agreeing)).toBe('72')
  expect(movedValueOf({ ...agreeing, ...idle })).toBe('120.0000')
  expect(movedValueOf({ ...agreeing, ...idle, proven: { ...agreeing.proven, sequence: 1 } })).toBe('120.0000')
  expect(movedValueOf({ ...agreeing, ...idle, ...unproven })).toBeNull()
  expect(movedValueOf({ ...agreeing, ...level({ sequence: 0, on_hand: 0 }) })).toBe('0')
})

test('a value is compared where a row or the checkpoint states one, and where the units agree', () => {
  const idle = rows({ count: 0, last_sequence: null, moved: 0, states_value: false, last_value: null })
  const resting = { ...agreeing, ...idle, ...level({ on_hand: 10, sequence: 3, value: '119' }) }
  const kinds = (proof: PairProof) => faultsOf(proof).map(({ kind }) => kind)
  expect(kinds(resting)).toEqual(['level_value_wrong'])
  const unstated = { proven: { sequence: 3, on_hand: 10, value: null }, anchor_value: null }
  expect(kinds({ ...resting, ...unstated })).toEqual([])
  expect(kinds({ ...agreeing, ...unstated })).toEqual([])
  expect(kinds({ ...agreeing, ...unstated, ...level({ value: '71' }) })).toEqual(['level_value_wrong'])
  // Without rows, both values are unknown.
  expect(kinds({ ...agreeing, ...rows({ last_value: null }), ...level({ value: null }) })).toEqual([])
  // Units that are wrong already make the value wrong.
  expect(kinds({ ...agreeing, ...level({ on_hand: 7, value: '84' }) })).toEqual(['level_on_hand_wrong'])
})

test('a value at a checkpoint is compared where the pair was verified and the row is there', () => {
  const first = { proven: { sequence: 0, on_hand: 0, value: '5' }, anchor: 0, anchor_value: '6' }
  expect(faultsOf({ ...agreeing, ...first, ...rows({ moved: 6 }) })).toEqual([])
  const missing = faultsOf({ ...agreeing, anchor: null, anchor_value: null })
  expect(missing.map(({ sentence }) => sentence)).toEqual([
    'row 3 was verified with 10 on hand after it, but the row is missing',
  ])
  const one = { proven: { sequence: 1, on_hand: 10, value: '120' }, anchor_value: '121' }
  expect(faultsOf({ ...agreeing, ...one }).map(({ sentence }) => sentence)).toEqual([
    'row 1 was verified with a value of 120 after it, but it now has 121',
  ])
})
