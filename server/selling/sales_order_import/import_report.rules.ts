/** The report of a request about each row of its file. Pure. */
import type { RecordFault } from '../../imports/record_diff.ts'
import type { FieldReader } from '../../imports/values/field_reader.ts'
import type { ReadRecord } from '../../imports/values/records.ts'
import type { OrdersImported } from './import.model.ts'
import type { OrderRecord } from './reading/order_record.ts'

type RowReport = OrdersImported['rows'][number]

export interface RecordReport {
  read: ReadRecord
  outcome: RowReport['outcome']
  order_id: string | null
  faults: readonly RecordFault[]
  /** What was assumed of an order that was written. */
  notes: readonly RecordFault[]
}

/** Faults and notes that name no row are those of the first row of the order. */
export function rowReports(
  { read, outcome, order_id, faults, notes }: RecordReport,
  readers: readonly FieldReader[],
): RowReport[] {
  const record = read.record as OrderRecord | null
  const headers = new Map(readers.map(({ name, header }) => [name, header]))
  const of = (all: readonly RecordFault[], row_number: number) =>
    all
      .filter((one) => (one.row_number ?? read.first_row) === row_number)
      .map(({ field, rule, value, allowed }) => ({
        field,
        column: headers.get(field) ?? null,
        value,
        rule,
        allowed: allowed === undefined ? null : [...allowed],
      }))
  return read.rows.map((row_number) => ({
    row_number,
    order_number: record?.order_number ?? null,
    outcome,
    order_id,
    faults: of(faults, row_number),
    notes: of(notes, row_number),
  }))
}
