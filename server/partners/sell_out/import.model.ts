/** Responses of an import and a preview of a report. */
import { CalendarDate, Id, Nullable, OwnId, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { IgnoredColumns, UploadKey } from '../../imports/request_fields.ts'
import type { SellOutImported } from './import_rows.ts'
import { notMatchedOf } from './outcomes.rules.ts'
import type { ReadFault } from './reading/read_report.ts'

export const accountId = Id('The trading account; never inferred from the key or from a file.')

export const reportTypes = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'application/octet-stream',
] as const

export const Uploaded = Shape({
  s3_key: UploadKey('w46.csv'),
})

export const weekQuery = {
  week_start: Type.Optional(
    CalendarDate('First day of the period of a file without dates.', { examples: ['2026-11-09'] }),
  ),
  week_end: Type.Optional(
    CalendarDate('Last day of the period of a file without dates; six days after week_start unless stated.', {
      examples: ['2026-11-15'],
    }),
  ),
}

const byOutcome = (description: string, of: ReturnType<typeof Text> | ReturnType<typeof Whole>, example: object) =>
  Type.Record(Type.String(), of, { description, examples: [example] })

export const NotMatched = Shape(
  {
    by_reason: byOutcome(
      'Number of rows by outcome, including the rows that matched (`matched_…`).',
      Whole('Number of rows.', { minimum: 0 }),
      { matched_buyer_sku: 1180, unknown_item: 20 },
    ),
    total: Whole('Number of rows refused.', { minimum: 0, examples: [20] }),
    by_reason_words: byOutcome('The outcomes of `by_reason`, as sentences.', Text('The outcome, as a sentence.'), {
      matched_buyer_sku: "The item was found by the account's own SKU.",
      unknown_item: 'No variant has this SKU or barcode; map the SKU of the account to a variant.',
    }),
  },
  { $id: 'SellOutNotMatched', description: 'Outcomes of the rows.' },
)

export const Fault = Shape(
  {
    row_number: Whole('The row in the file; the header row is usually 1.', { examples: [118] }),
    field: Text('The invalid field.', { examples: ['units_sold'] }),
    value: Nullable(Text('The text in the file; null if it is blank.', { examples: ['12.5'] })),
    rule: Text('The rule that it breaks.', { examples: ['must be a whole number'] }),
  },
  { $id: 'SellOutFault' },
)

export const PeriodRead = Shape(
  {
    period_start: CalendarDate('First day of the period.', { examples: ['2026-11-09'] }),
    period_end: CalendarDate('Last day of the period.', { examples: ['2026-11-15'] }),
    doors: Whole('Doors that the report covers in the period.', { minimum: 0, examples: [40] }),
  },
  { $id: 'SellOutImportPeriod' },
)

const count = (description: string, example: number) => Whole(description, { minimum: 0, examples: [example] })

export const SellOutImport = Shape(
  {
    file_id: OwnId('Id of the import.'),
    account: Text('Name of the account.', { examples: ['Meridian'] }),
    account_id: OwnId('The account.'),
    recognised_as: Text('The format that read the file, with its version.', { examples: ['weekly_sell_out v1'] }),
    rows_submitted: count('Rows of the file.', 1200),
    rows_changed: count('Rows added, changed or removed: 0 if the report says what is known already.', 1180),
    rows_added: count('Variants of a door and period that had no row.', 1180),
    rows_updated: count('Variants of a door and period whose row changed.', 0),
    rows_removed: count('Variants of a reported door and period that the report no longer contains.', 0),
    rows_unchanged: count('Variants of a door and period that were already as reported.', 0),
    rows_refused: count('Rows refused; equals `not_matched.total`.', 20),
    not_matched: NotMatched,
    faults: Type.Array(Fault, { description: 'The first values that cannot be read, at most 20.' }),
    ignored_columns: IgnoredColumns,
    periods: Type.Array(PeriodRead, { description: 'The periods whose doors were replaced, oldest first.' }),
  },
  { $id: 'SellOutImport' },
)
export type SellOutImport = Static<typeof SellOutImport>

export function importAnswer(
  account: { trading_partner_id: string; name: string },
  recognised_as: string,
  { file_id, counts, changes, periods }: SellOutImported,
  faults: readonly ReadFault[],
  ignored_columns: string[],
): SellOutImport {
  const { added, changed, removed, unchanged } = changes
  return {
    file_id,
    account: account.name,
    account_id: account.trading_partner_id,
    recognised_as,
    rows_submitted: counts.submitted,
    rows_changed: added + changed + removed,
    rows_added: added,
    rows_updated: changed,
    rows_removed: removed,
    rows_unchanged: unchanged,
    rows_refused: counts.refused,
    not_matched: notMatchedOf(counts),
    faults: [...faults],
    ignored_columns,
    periods,
  }
}
