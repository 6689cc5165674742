import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { Count, Shape, Text, Type } from '../../contract/schema.ts'
import { Header, IgnoredColumns, UploadKey } from '../../imports/request_fields.ts'
import { readMapped } from '../../imports/read_mapped.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { checkDates } from '../../ledger/books.ts'
import { runInSlices } from '../../queue/slices.ts'
import { countedAt, StocktakeId } from './model.ts'
import { type Line, matchRows } from './rules.ts'
import { findStocktake, lockOpen, refreshTotals, refusePosted, writeCounts } from './store.ts'

const StocktakeImport = Shape({
  s3_key: UploadKey('count.xlsx'),
  counted_at: Type.Optional(countedAt),
  mappings: Shape(
    {
      sku: Header('Header of the SKU column.', 'Item code'),
      counted_quantity: Header('Header of the column with the counted units.', 'Counted'),
      location: Type.Optional(
        Header(
          'Header of the column with the location name or id. Optional when the stocktake covers one location.',
          'Warehouse',
        ),
      ),
    },
    { description: 'Maps each field to the header of its column in the file.' },
  ),
})

export const importCounts = operation({
  id: 'stocktakes.import',
  route: 'POST /api/v1/stocktakes/{stocktake_id}/import',
  summary: 'Import counted quantities',
  desc: ({ updated, skipped }) => `${counted(updated, 'line')} counted; ${counted(skipped, 'row')} skipped.`,
  description: `Reads the first sheet of an uploaded file, and further ones with the same headers, and records the counted quantity of each line that a row matches by SKU and, when mapped, by location. The first non-empty row is the header row. SKUs match exactly and location names match case-insensitively; accented characters match in any Unicode form. A row is skipped when its SKU is not in the stocktake (the SKU is then listed in \`unmatched_skus\`), its location is not part of the stocktake, or its quantity is empty. The whole file is refused, naming the row, when a quantity is not a whole number of units or a line is counted twice. Formulas are read as their stored values. The file may have at most ${limits.stocktake_import_rows_max.toLocaleString('en-US')} rows and ${limits.spreadsheet_cells_max.toLocaleString('en-US')} cells.`,
  params: StocktakeId,
  body: StocktakeImport,
  answer: Shape({
    updated: Count('Number of lines updated with a counted quantity.', { examples: [238] }),
    skipped: Count('Number of rows skipped.', { examples: [2] }),
    unmatched_skus: Type.Array(Text('A SKU that is not in this stocktake.'), {
      description: 'Distinct SKUs that are not in this stocktake, as spelled in the file and in file order.',
      examples: [['OLD-SKU-7']],
    }),
    ignored_columns: IgnoredColumns,
  }),
  transaction_seconds_max: limits.large_write_seconds_max,
  refusals: ['stocktake_not_on_file'],
  async prepare({ sql, caller, params, body, files }) {
    const stocktake = await findStocktake(sql, caller.organization_id, params.stocktake_id)
    if (stocktake.status === 'posted') refusePosted()
    const rows_max = limits.stocktake_import_rows_max
    return readMapped(files, caller.organization_id, body, {
      fields: ['sku', 'counted_quantity', 'location'],
      rows_max,
    })
  },
  async run({ sql, caller, params, body, now, prepared: { rows, ignored_columns } }) {
    const { organization_id } = caller
    await checkDates(sql, organization_id, now, [{ field: 'counted_at', at: body.counted_at }])
    const { line_count } = await lockOpen(sql, organization_id, params.stocktake_id)
    return inBulk(sql, line_count, async () => {
      const lines = await findLines(sql, organization_id, params.stocktake_id)
      const matching = matchRows(rows, lines, body.mappings.location !== undefined)
      const { counts, skipped, unmatched_skus } = await runInSlices(matching, organization_id)
      if (counts.length > 0) {
        await writeCounts(sql, organization_id, params.stocktake_id, counts, body.counted_at ?? now, now)
        await refreshTotals(sql, organization_id, params.stocktake_id)
      }
      return { updated: counts.length, skipped, unmatched_skus, ignored_columns }
    })
  },
})

const findLines = (sql: Sql, organization_id: string, stocktake_id: string) => sql<Line[]>`
  select n.variant_id, n.location_id, v.sku, o.name as location_name
  from stocktake_lines n
  join variants v on v.organization_id = n.organization_id and v.variant_id = n.variant_id
  join locations o on o.organization_id = n.organization_id and o.location_id = n.location_id
  where n.organization_id = ${organization_id} and n.stocktake_id = ${stocktake_id}`
