/** What is wrong with the ledger of a pair, judged from figures that SQL gathered. Pure. */

/** One pair: its level, how far it was proven before, and the rows since. */
export interface PairProof {
  variant_id: string
  location_id: string
  level: { on_hand: number; sequence: number; committed: number }
  /** Units that documents hold back there. */
  reserved: number
  /** Proven before; sequence 0 and on hand 0 where nothing was. */
  proven: { sequence: number; on_hand: number }
  /** on_hand_after of the row at the proven sequence; null where that row is gone. */
  anchor: number | null
  rows: {
    count: number
    /** Of the last row; null where there is none. */
    last_sequence: number | null
    moved: number
    /** First sequence that does not follow the one before it by one. */
    gap_at: number | null
    /** First sequence whose on_hand_after is not the running sum. */
    wrong_sum_at: number | null
    /** First reversal that is not the opposite of its row, at its cost and time, at the same variant and location. */
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

/** Every way in which the pair contradicts itself; none where it is sound. */
export function faultsOf({ variant_id, location_id, level, reserved, proven, anchor, rows }: PairProof): Fault[] {
  const faults: Fault[] = []
  const add = (kind: FaultKind, sentence: string) => faults.push({ variant_id, location_id, kind, sentence })
  if (proven.sequence > 0 && anchor !== proven.on_hand) {
    const now = anchor === null ? 'the row is gone' : `it now says ${anchor}`
    add('proven_row_changed', `row ${proven.sequence} was proven to leave ${proven.on_hand} on hand, and ${now}`)
  }
  if (rows.gap_at !== null) add('sequence_gap', `row ${rows.gap_at} does not follow the row before it`)
  if (rows.wrong_sum_at !== null)
    add('running_sum_wrong', `row ${rows.wrong_sum_at} does not carry the sum of the movements up to it`)
  if (rows.wrong_reversal_at !== null)
    add(
      'reversal_wrong',
      `row ${rows.wrong_reversal_at} does not undo the row that it reverses: its units, at its cost and when it happened`,
    )
  const last = rows.last_sequence ?? proven.sequence
  if (level.sequence !== last)
    add('level_sequence_wrong', `the level counts ${level.sequence} rows, and the ledger ends at ${last}`)
  const sum = proven.on_hand + rows.moved
  if (level.on_hand !== sum)
    add('level_on_hand_wrong', `the level has ${level.on_hand} on hand, and the movements sum to ${sum}`)
  if (level.committed !== reserved)
    add('level_committed_wrong', `the level has ${level.committed} committed, and orders hold back ${reserved}`)
  return faults
}

/** A line of a transfer: what the ledger says left its source and arrived, and what stands as under way. */
export interface TransitProof {
  variant_id: string
  /** The destination. */
  location_id: string
  name: string
  in_transit: number
  shipped: number
  received: number
}

/** Units that left are under way until they arrive: none is lost between two places, and none arrives from nowhere. */
export function transitFaultsOf({ variant_id, location_id, name, ...line }: TransitProof): Fault[] {
  const { in_transit, shipped, received } = line
  if (in_transit === shipped - received) return []
  const sentence = `${name} has ${in_transit} in transit, where ${shipped} left their source and ${received} arrived`
  return [{ variant_id, location_id, kind: 'in_transit_wrong', sentence }]
}

/** Not a contradiction: the ledger records what happened, also when it takes what was promised. */
export const isOvercommitted = ({ level }: Pick<PairProof, 'level'>) => level.committed > Math.max(level.on_hand, 0)
