/**
 * Records of a file that repeat an earlier one. A key is repeated whatever the outcome of the earlier record; a claim only if
 * that one was not refused. The preview finds both, and the run refuses what the preview found.
 */
import type { Claim, ImportKind } from '../kind.ts'
import { type Entry, refusedOutcome, type RecordOutcome, wasRefused } from '../report/entries.ts'
import type { ReadRecord } from '../values/records.ts'
import type { KeyIndex } from './key_index.ts'
import { mapInSlices } from '../../queue/slices.ts'
import type { BatchRow } from './store.ts'
import type { Work } from './work.ts'

interface Repeat {
  /** Row of the earlier record. */
  standing: number
  /** Place among the claims of the record; null where its key is repeated. */
  claim: number | null
}

/** By the first row of the record. */
export type Repeats = ReadonlyMap<number, Repeat>

export const storedRepeats = (repeats: Repeats): NonNullable<BatchRow['repeats']> =>
  [...repeats].map(([row, { standing, claim }]) => (claim === null ? [row, standing] : [row, standing, claim]))

export const repeatsOf = ({ repeats }: BatchRow): Repeats =>
  new Map((repeats ?? []).map(([row, standing, claim = null]) => [row, { standing, claim }]))

const claimsOf = ({ claimsOf: claims }: ImportKind, record: unknown): readonly Claim[] => claims?.(record) ?? []

/** Claims are distinct from keys. Those of a personal kind reach the database as keyed hashes only. */
function claimKey({ kind, secrets, job }: Work, { key }: Claim): string {
  const text = kind.is_personal === true ? secrets.keyedHash(key, job.import_id) : key
  return `claim ${text}`
}

export async function findRepeats(work: Work, records: readonly ReadRecord[], keys: KeyIndex): Promise<Repeats> {
  const { kind } = work
  const repeats = new Map<number, Repeat>()
  await mapInSlices(records, ({ record, first_row }) => {
    if (record === null) return
    const key = kind.keyOf(record)
    const earlierRow = key === null ? null : keys.add(key, first_row)
    if (earlierRow !== null) repeats.set(first_row, { standing: earlierRow, claim: null })
    else {
      const rows = claimsOf(kind, record).map((claim) => keys.find(claimKey(work, claim)))
      const at = rows.findIndex((row) => row !== null)
      if (at >= 0) repeats.set(first_row, { standing: rows[at]!, claim: at })
    }
  })
  return repeats
}

/** Adds the claims of a compared batch, which later batches are checked against. */
export async function addClaims(
  work: Work,
  records: readonly ReadRecord[],
  entries: readonly Entry[],
  keys: KeyIndex,
): Promise<void> {
  if (work.kind.claimsOf === undefined) return
  let place = 0
  await mapInSlices(records, ({ record, first_row }) => {
    if (wasRefused(entries[place++]!) || record === null) return
    for (const claim of claimsOf(work.kind, record)) keys.add(claimKey(work, claim), claim.row_number ?? first_row)
  })
}

/** Separates the records of a batch that can be compared from the refused ones. */
export function separate(
  kind: ImportKind,
  records: readonly ReadRecord[],
  repeats: Repeats,
): { readable: ReadRecord[]; refused: Map<ReadRecord, RecordOutcome> } {
  const readable: ReadRecord[] = []
  const refused = new Map<ReadRecord, RecordOutcome>()
  for (const one of records) {
    const { rows, record, faults, first_row } = one
    const repeat = repeats.get(first_row)
    if (record === null) refused.set(one, refusedOutcome(rows, null, faults))
    else if (repeat !== undefined) refused.set(one, repeatedOutcome(kind, one, repeat))
    else readable.push(one)
  }
  return { readable, refused }
}

function repeatedOutcome(kind: ImportKind, { record, rows }: ReadRecord, { standing, claim }: Repeat): RecordOutcome {
  const name = kind.nameOf(record)
  const repeated = claim === null ? { field: 'record', value: name } : claimsOf(kind, record)[claim]!
  const { field, value, row_number = rows[0]!, rule } = repeated as Claim
  const usual = `is in row ${standing} and again in row ${row_number}; keep one of them`
  return refusedOutcome(rows, name, [{ field, rule: rule ?? usual, value, row_number }])
}
