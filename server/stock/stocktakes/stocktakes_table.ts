/** The table of stocktakes. The totals are columns of the stocktake itself, so a page reads no lines. */
import { stocktakeStatuses } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import {
  CalendarDate,
  Count,
  Flag,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Text,
  Type,
} from '../../contract/schema.ts'
import { computed, field, numberPart, searchable, sortable } from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'

function reasonOf({ uncosted }: { uncosted: number | null }): string | null {
  if (uncosted === 0) return null
  return `${uncosted === 1 ? '1 line with a variance has' : `${uncosted} lines with a variance have`} no known unit cost.`
}

export const stocktakesTable = defineTable({
  name: 'stocktakes',
  row_name: 'Stocktake',
  description: 'A count of stock.',
  base: { table: 'stocktakes', alias: 's', key: ['stocktake_id'] },
  fields: {
    id: field(OwnId('The stocktake.'), 's.stocktake_id'),
    name: field(Text('Display name of the stocktake.', { examples: ['Autumn count'] }), 's.name', searchable),
    counted_on: field(CalendarDate('Day of the count.'), 's.counted_on', sortable),
    status: field(
      OpenChoice(stocktakeStatuses, 'open while quantities may still change, posted once they are booked.'),
      's.status',
      sortable,
    ),
    posted_at: field(Nullable(Instant('Time of posting; null while the stocktake is open.')), 's.posted_at', sortable),
    line_count: field(
      Count('Number of lines: pairs of a variant and a location.', { examples: [240] }),
      's.line_count',
      sortable,
    ),
    counted_line_count: field(
      Count('Number of lines that have a counted quantity.', { examples: [238] }),
      's.counted_line_count',
      sortable,
    ),
    location_names: field(
      Type.Array(Text('Name of a location.'), {
        description: 'Names of the locations that the stocktake covers, in alphabetical order.',
        examples: [['Main warehouse']],
      }),
      `array(
    select o.name
    from stocktake_locations sl
    join locations o on o.organization_id = sl.organization_id and o.location_id = sl.location_id
    where sl.organization_id = s.organization_id and sl.stocktake_id = s.stocktake_id
    order by o.name, o.location_id)`,
    ),
    system_total: field(
      Num('Units in the system over all lines, each as read when it was counted or, until then, created.', {
        examples: [5210],
      }),
      's.system_total',
      sortable,
    ),
    counted_total: field(
      Num('Units counted, over the counted lines.', { examples: [5188] }),
      's.counted_total',
      sortable,
    ),
    variance_total: field(
      Num('Units counted less those in the system, over the counted lines.', { examples: [-14] }),
      's.variance_total',
      sortable,
    ),
    variance_value_total: field(
      Nullable(
        Num('Variance at unit cost, in `currency`; null where a line that differs has no known cost.', {
          examples: [-171.5],
        }),
      ),
      'case when s.uncosted_line_count = 0 then round(s.variance_value_total, 2) end',
      sortable,
    ),
    variance_value_reason: computed(Reason, { uncosted: numberPart('s.uncosted_line_count') }, reasonOf),
    currency: field(Text('ISO 4217 code of the value.', { examples: ['USD'] }), 's.currency'),
    include_all_variants: field(
      Flag('Whether the stocktake was created over every variant of the organisation.'),
      's.include_all_variants',
    ),
    created_at: field(Instant('Time of creation.'), 's.created_at', sortable),
  },
  filters: {
    location_id: {
      operations: ['eq', 'in'],
      type: 'id',
      description: 'A location that the stocktake covers.',
      condition: (operation, value, param) => `exists (
        select 1 from stocktake_locations sl
        where sl.organization_id = s.organization_id and sl.stocktake_id = s.stocktake_id
          and sl.location_id = any(${param(operation === 'in' ? value : [value])}::uuid[]))`,
    },
  },
  default_sort: '-counted_on',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
