/** The refused rows of an account's sell-out reports, newest report first. */
import { limits } from '../../contract/limits.ts'
import { CalendarDate, Flag, Instant, Nullable, OpenChoice, OwnId, Text, Type, Whole } from '../../contract/schema.ts'
import { computed, field, filterable, searchable, sortable, textPart } from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'
import { sellOutFaultReasons, sellOutRefusalReasons } from '../known_values.ts'
import { outcomeWords } from './outcomes.rules.ts'

const reasons = [...sellOutRefusalReasons, ...sellOutFaultReasons]
const isImportable = `(r.reason in (${sellOutRefusalReasons.map((reason) => `'${reason}'`).join(', ')}))`
const isReason = (reason: string | null): reason is (typeof reasons)[number] => reasons.some((one) => one === reason)

export const refusedRowsTable = defineTable({
  name: 'sell_out_refused_rows',
  row_name: 'RefusedSellOutRow',
  description: 'A refused row of a sell-out report.',
  base: { table: 'sell_out_refusals', alias: 'r', key: ['file_id', 'row_number'] },
  joins: { f: { sql: 'join sell_out_files f on f.organization_id = r.organization_id and f.file_id = r.file_id' } },
  fields: {
    file_id: field(OwnId('Import that refused the row.'), 'r.file_id', { ...filterable, ...sortable }),
    file_name: field(
      Nullable(Text('Name of the file; null for an EDI document.', { examples: ['w46.csv'] })),
      'f.file_name',
    ),
    imported_at: field(Instant('Time of the import.'), 'f.imported_at'),
    row_number: field(
      Whole('Row of the file; the header row is usually 1.', { examples: [118] }),
      'r.row_number',
      sortable,
    ),
    reason: field(OpenChoice(reasons, 'Reason of the refusal.'), 'r.reason', { ...filterable, ...sortable }),
    sentence: computed(
      Text('Reason as a sentence.', { examples: [outcomeWords.unknown_item] }),
      { reason: textPart('r.reason') },
      ({ reason }) => (isReason(reason) ? outcomeWords[reason] : ''),
    ),
    field: field(
      Nullable(Text('Invalid field, as the mapping names it.', { examples: ['buyer_sku'] })),
      'r.field',
      filterable,
    ),
    value: field(
      Nullable(Text('Text in the file; null if it is blank.', { examples: ['771-XL'] })),
      'r.value',
      searchable,
    ),
    rule: field(
      Nullable(
        Text('Rule that the value breaks; null for rows refused before rules were kept.', {
          examples: ['must be the reference of a door of the account'],
        }),
      ),
      'r.rule',
    ),
    allowed: field(
      Nullable(
        Type.Array(Text('An allowed value, a range, or a field that may be stated instead.', { examples: ['store'] }), {
          description: 'Allowed values; null if they cannot be listed.',
        }),
      ),
      'r.allowed',
    ),
    period_start: field(
      Nullable(CalendarDate('First day of the period; null if the row cannot be read.')),
      'r.period_start',
      sortable,
    ),
    period_end: field(
      Nullable(CalendarDate('Last day of the period; null if the row cannot be read.')),
      'r.period_end',
      sortable,
    ),
    door_reference: field(
      Nullable(Text('Door, as the file names it.', { examples: ['0117'] })),
      'r.door_reference',
      searchable,
    ),
    units: field(
      Nullable(Whole('Units sold, net of returns; null if not stated.', { examples: [12] })),
      'r.units',
      sortable,
    ),
    is_importable: field(
      Flag('Whether the row is imported once its item or door is on file; false if the file itself must be corrected.'),
      isImportable,
      { filter: true },
    ),
  },
  default_sort: '-file_id',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_common_max,
})
