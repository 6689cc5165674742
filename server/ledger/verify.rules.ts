/** Finds contradictions in the ledger of a pair, from figures gathered with SQL. Pure. */
import Big from 'big.js'
import { lackWords } from './costs/lacks.rules.ts'

/** One pair: its level, its checkpoint, and the rows since. */
export interface PairProof {
  variant_id: string
  location_id: string
  level: {
    on_hand: number
    sequence: number
    committed: number
    /** Units at the average cost; null while that is unknown. */
    value: number | string | null
    /** Why: the currency of which a rate is lacking; null if no cost is known at all. */
    unrated_currency: string | null
  }
  /** Units that orders reserve there. */
  reserved: number
  /** The checkpoint of the last verification; sequence 0 and on hand 0 if there is none. */
  proven: { sequence: number; on_hand: number; value: string | null }
  /** on_hand_after of the row at the checkpoint; null if that row is missing. */
  anchor: number | null
  /** Its value_after; null while unknown, and if the row states none. */
  anchor_value: string | null
  rows: {
    count: number
    /** Sequence of the last row; null if there is none. */
    last_sequence: number | null
    moved: number
    /** First sequence that does not follow the one before it by one. */
    gap_at: number | null
    /** First sequence whose on_hand_after is not the running sum. */
    wrong_sum_at: number | null
    /** First reversal that does not exactly oppose its row: same variant, location, cost and time. */
    wrong_reversal_at: number | null
    /** First sequence whose value_after is not that of the row before it and its own value. */
    wrong_value_at: number | null
    /** First sequence at which a known value becomes unknown, or an unknown one known, by a row that cannot do so. */
    broken_value_at: number | null
    /** Whether any of the rows states a value. */
    states_value: boolean
    /** value_after of the last row. */
    last_value: string | null
  }
}

export const faultKinds = [
  'proven_row_changed',
  'sequence_gap',
  'running_sum_wrong',
  'reversal_wrong',
  'level_sequence_wrong',
  'level_on_hand_wrong',
  'level_committed_wrong',
  'value_wrong',
  'value_broken',
  'level_value_wrong',
  'in_transit_wrong',
  'in_transit_value_wrong',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  variant_id: string
  location_id: string
  kind: FaultKind
  sentence: string
}

/** Whether any row since the checkpoint, or the one there, states a value: rows from before values were kept do not. */
const isValued = ({ anchor_value, rows }: PairProof) => anchor_value !== null || rows.states_value

/** Value of the stock by the movements; null while it is unknown or not stated. */
export const movedValueOf = ({ level, proven, anchor_value, rows }: PairProof): string | null => {
  if (level.sequence === 0) return '0'
  return rows.count > 0 ? rows.last_value : proven.sequence > 0 ? anchor_value : null
}

const isSame = (one: string | number | null, other: string | number | null) =>
  one === null || other === null ? one === other : Big(one).eq(other)

/** Contradictions between the values of the movements and of the level. */
function valueFaultsOf(proof: PairProof): [FaultKind, string][] {
  const { level, proven, anchor, anchor_value, rows } = proof
  const faults: [FaultKind, string][] = []
  const isChanged = proven.value !== null && !isSame(proven.value, anchor_value)
  if (proven.sequence > 0 && anchor !== null && isChanged)
    faults.push([
      'proven_row_changed',
      `row ${proven.sequence} was verified with a value of ${shown(proven.value)} after it, but it now has ${shown(anchor_value)}`,
    ])
  if (rows.wrong_value_at !== null)
    faults.push([
      'value_wrong',
      `value_after of row ${rows.wrong_value_at} is not the value before it and that of its own units`,
    ])
  if (rows.broken_value_at !== null)
    faults.push([
      'value_broken',
      `the value after row ${rows.broken_value_at} is known or unknown, and nothing there made it so`,
    ])
  const moved = movedValueOf(proof)
  // Units that are wrong already make the value wrong.
  if (isValued(proof) && level.on_hand === proven.on_hand + rows.moved && !isSame(moved, level.value))
    faults.push([
      'level_value_wrong',
      `the stock is worth ${shown(level.value)}, but the movements come to ${shown(moved)}`,
    ])
  return faults
}

const shown = (value: string | number | null) => (value === null ? 'an unknown amount' : Big(value).toFixed())

/** Why the value of a level cannot be compared with its movements; null if it can be. */
export function unprovenOf(proof: PairProof): string | null {
  const { level } = proof
  if (level.on_hand === 0) return null
  if (level.value === null)
    return level.unrated_currency === null
      ? 'no cost is known'
      : lackWords(level.unrated_currency, {
          noRate: (currencies) => `no exchange rate of ${currencies} is on file`,
          noCost: 'no cost was stated',
        })
  return isValued(proof) ? null : 'its movements are from before values were recorded'
}

/** All contradictions of the pair; empty if there are none. */
export function faultsOf(proof: PairProof): Fault[] {
  const { variant_id, location_id, level, reserved, proven, anchor, rows } = proof
  const faults: Fault[] = []
  const add = (kind: FaultKind, sentence: string) => faults.push({ variant_id, location_id, kind, sentence })
  if (proven.sequence > 0 && anchor !== proven.on_hand) {
    const now = anchor === null ? 'the row is missing' : `it now has ${anchor}`
    add('proven_row_changed', `row ${proven.sequence} was verified with ${proven.on_hand} on hand after it, but ${now}`)
  }
  if (rows.gap_at !== null) add('sequence_gap', `row ${rows.gap_at} does not follow the row before it`)
  if (rows.wrong_sum_at !== null)
    add('running_sum_wrong', `on_hand_after of row ${rows.wrong_sum_at} is not the sum of the movements up to it`)
  if (rows.wrong_reversal_at !== null)
    add(
      'reversal_wrong',
      `row ${rows.wrong_reversal_at} does not match the row that it reverses in units, cost and time`,
    )
  const last = rows.last_sequence ?? proven.sequence
  if (level.sequence !== last)
    add('level_sequence_wrong', `the level has sequence ${level.sequence}, but the ledger ends at ${last}`)
  const sum = proven.on_hand + rows.moved
  if (level.on_hand !== sum)
    add('level_on_hand_wrong', `the level has ${level.on_hand} on hand, but the movements sum to ${sum}`)
  if (level.committed !== reserved)
    add('level_committed_wrong', `the level has ${level.committed} committed, but orders reserve ${reserved}`)
  for (const [kind, sentence] of valueFaultsOf(proof)) add(kind, sentence)
  return faults
}

/** A transfer line: units that left and arrived according to the ledger, and its in_transit. */
export interface TransitProof {
  variant_id: string
  /** The destination. */
  location_id: string
  name: string
  in_transit: number
  shipped: number
  received: number
}

/** in_transit must equal the units shipped minus the units received. */
export function transitFaultsOf({ variant_id, location_id, name, ...line }: TransitProof): Fault[] {
  const { in_transit, shipped, received } = line
  if (in_transit === shipped - received) return []
  const sentence = `${name} has ${in_transit} in transit, but ${shipped} left the source and ${received} arrived`
  return [{ variant_id, location_id, kind: 'in_transit_wrong', sentence }]
}

/** Units of a variant on the way to a location: their value by the lines of transfers, and by the movements. */
export interface TransitValueProof {
  variant_id: string
  location_id: string
  /** Decimal text. */
  value: string
  moved: string
}

/** A changed cost of units on the way is divided by them, with ten decimals. */
const transitTolerance = '0.0001'

/** The lines must be worth what left, less what arrived, and what was billed meanwhile. */
export function transitValueFaultsOf({ variant_id, location_id, value, moved }: TransitValueProof): Fault[] {
  if (Big(value).minus(moved).abs().lte(transitTolerance)) return []
  const sentence = `the units in transit are worth ${shown(value)}, but the movements come to ${shown(moved)}`
  return [{ variant_id, location_id, kind: 'in_transit_value_wrong', sentence }]
}

/** Not a contradiction: a movement without a floor may take committed units. */
export const isOvercommitted = ({ level }: Pick<PairProof, 'level'>) => level.committed > Math.max(level.on_hand, 0)
