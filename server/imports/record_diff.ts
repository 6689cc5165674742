/**
 * Writes records in bulk, for an import of a million rows or an operation with one record. A domain offers
 * two functions for each kind of record, both set-based:
 *
 *   diffX(sql, call, records)  reads the facts that the records concern and returns one RecordDiff for each, in their
 *                              order; it writes nothing, so a preview is exactly this
 *   writeX(sql, call, writes)  writes what differs, in the same transaction, and returns what undoing needs
 */
import type { Sql } from '../contract/sql.ts'

/** The caller of bulk writes. */
export interface WriteContext {
  organization_id: string
  /** Recorded on ledger rows and in timelines, as `actorOf` makes it. */
  actor: string
  now: string
  /** The organisation's currency. */
  currency: string
  /** IANA name of the time zone in which the organisation's days begin. */
  time_zone: string
}

/** Why a record is refused: the words of `refuseField`, with the value that was found. */
export interface RecordFault {
  field: string
  rule: string
  value: string | null
  allowed?: readonly string[]
  /** The row of the file, where a record has several and it is not the first. */
  row_number?: number
}

/** A field that differs, with both values as a person reads them. */
export interface FieldChange {
  field: string
  previous_value: string | null
  value: string | null
}

/** `notes`: what was assumed or kept, each as a value and a rule; the record is no less written, or unchanged. */
export type RecordDiff<W> =
  | { outcome: 'created'; write: W; notes?: readonly RecordFault[] }
  | { outcome: 'changed'; changes: readonly FieldChange[]; write: W; notes?: readonly RecordFault[] }
  | { outcome: 'unchanged'; notes?: readonly RecordFault[] }
  | { outcome: 'refused'; faults: readonly RecordFault[] }
  /** Parts of the record are refused, and the others written. */
  | { outcome: 'refused'; faults: readonly RecordFault[]; write: W }

export type DiffRecords<R, W> = (
  sql: Sql,
  context: WriteContext,
  records: readonly R[],
) => Promise<readonly RecordDiff<W>[]>

/** `undo` is JSON that the kind's own undo understands; one for each write, in their order. */
export type WriteRecords<W> = (
  sql: Sql,
  context: WriteContext,
  writes: readonly W[],
) => Promise<readonly { undo: object }[]>

/** unchanged: there is nothing to take back, or it was undone before. refused: something depends on the record, which stays as it is. */
export type UndoOutcome = { outcome: 'undone' | 'unchanged' } | { outcome: 'refused'; faults: readonly RecordFault[] }
