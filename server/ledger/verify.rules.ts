/** Finds contradictions in the ledger of a pair, from figures gathered with SQL. Pure. */

/** One pair: its level, its checkpoint, and the rows since. */
export interface PairProof {
  variant_id: string
  location_id: string
  level: { on_hand: number; sequence: number; committed: number }
  /** Units that orders reserve there. */
  reserved: number
  /** The checkpoint of the last verification; sequence 0 and on hand 0 if there is none. */
  proven: { sequence: number; on_hand: number }
  /** on_hand_after of the row at the checkpoint; null if that row is missing. */
  anchor: number | null
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
  'in_transit_wrong',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  variant_id: string
  location_id: string
  kind: FaultKind
  sentence: string
}

/** All contradictions of the pair; empty if there are none. */
export function faultsOf({ variant_id, location_id, level, reserved, proven, anchor, rows }: PairProof): Fault[] {
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

/** Not a contradiction: a movement without a floor may take committed units. */
export const isOvercommitted = ({ level }: Pick<PairProof, 'level'>) => level.committed > Math.max(level.on_hand, 0)
