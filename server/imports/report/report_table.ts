/** The report of an import as a CSV file: a line for each row, and more where a row has several changes or faults. */
import { limits } from '../../contract/limits.ts'
import { Nullable, Shape, Text, Whole } from '../../contract/schema.ts'
import type { Exportable } from '../../tables/export_table.ts'
import type { Statement } from '../../tables/page.ts'
import { rowOutcomes } from '../known_values.ts'

/** The column with the entries of each report. */
const columns = { preview: 'preview_entries', run: 'entries', undo: 'undo_entries' } as const
export type ReportStep = keyof typeof columns

const isStep = (text: unknown): text is ReportStep => typeof text === 'string' && text in columns

const ReportLine = Shape({
  row_number: Whole('Row of the file.'),
  outcome: Text('Outcome of the record of the row.'),
  record: Nullable(Text('Name of the record.')),
  field: Nullable(Text('Field that changes or is invalid.')),
  previous_value: Nullable(Text('Value before the change.')),
  value: Nullable(Text('Value in the file.')),
  rule: Nullable(Text('Rule that the value violates.')),
  allowed: Nullable(Text('Allowed values.')),
})

/** The stored counts of the step: its rows need not be counted again. */
const results = { preview: 'preview', run: 'result', undo: 'undo_result' } as const

function statements(organization_id: string, query: Record<string, unknown>): { count: Statement; rows: Statement } {
  const step = isStep(query.step) ? query.step : 'run'
  const params = [organization_id, String(query.import_id)]
  const counts = rowOutcomes.map((outcome) => `coalesce((i.${results[step]} -> 'rows' ->> '${outcome}')::int, 0)`)
  return {
    count: {
      text: `select ${counts.join(' + ')} as filtered from imports i where i.organization_id = $1 and i.import_id = $2`,
      params,
    },
    rows: { text: rowsText(columns[step]), params },
  }
}

/** Batches in the order of their key, and the lines of one at a time: nothing is sorted as a whole. */
const rowsText = (column: string) => `
select l.* from import_batches b
cross join lateral (
  select r.row_number::int as row_number,
    (array[${rowOutcomes.map((outcome) => `'${outcome}'`).join(', ')}])[(e.entry ->> 1)::int + 1] as outcome,
    e.entry ->> 2 as record, d.detail ->> 0 as field, d.detail ->> 2 as previous_value, d.detail ->> 3 as value,
    d.detail ->> 4 as rule,
    (select string_agg(a.value, '; ') from jsonb_array_elements_text(
      case when jsonb_typeof(d.detail -> 5) = 'array' then d.detail -> 5 else '[]'::jsonb end) as a (value)) as allowed
  from jsonb_array_elements(b.${column}) with ordinality as e (entry, place)
  cross join lateral jsonb_array_elements(
    case when jsonb_typeof(e.entry -> 0) = 'array' then e.entry -> 0 else jsonb_build_array(e.entry -> 0) end
  ) as r (row_number)
  left join lateral jsonb_array_elements(coalesce(e.entry -> 3, '[]'::jsonb)) as d (detail)
    on (d.detail ->> 1)::int = r.row_number::int
  order by e.place, r.row_number::int
) l
where b.organization_id = $1 and b.import_id = $2 and b.${column} is not null
order by b.batch_number`

export const reportTable: Exportable = {
  name: 'import_report',
  row: ReportLine,
  statements,
  rows_max: limits.import_rows_max,
}
