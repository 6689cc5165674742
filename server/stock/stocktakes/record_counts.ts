import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { Id, Shape, Type, Whole } from '../../contract/schema.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { checkDates } from '../../ledger/books.ts'
import { countedAt, StocktakeId } from './model.ts'
import { checkAllLines, checkEachOnce } from './rules.ts'
import { lockOpen, refreshTotals, writeCounts } from './store.ts'

export const recordCounts = operation({
  id: 'stocktakes.record_counts',
  route: 'PATCH /api/v1/stocktakes/{stocktake_id}/counts',
  summary: 'Record counted quantities',
  description: `Records the counted quantity of each line in the request; other lines keep theirs. The system quantity of a line is read again when it is counted, so send each count while it is still accurate, or state when it was taken in \`counted_at\`: movements after the count are added to it when the stocktake is posted, and those that happened before it are in it, whenever they are recorded. Counting a line again replaces its counted quantity. Either all counts are recorded or none. A request may contain at most ${limits.stocktake_lines_max.toLocaleString('en-US')} counts in a body of at most ${limits.stocktake_counts_body_bytes_max.toLocaleString('en-US')} bytes.`,
  params: StocktakeId,
  body: Shape({
    counted_at: Type.Optional(countedAt),
    counts: Type.Array(
      Shape({
        variant_id: Id('Id of the variant of the line.'),
        location_id: Id('Id of the location of the line.'),
        counted_quantity: Whole('Counted quantity, in units.', {
          minimum: 0,
          maximum: limits.stocktake_quantity_max,
          examples: [12],
        }),
      }),
      {
        minItems: 1,
        maxItems: limits.stocktake_lines_max,
        description: 'Counted quantities; each line at most once.',
      },
    ),
  }),
  body_bytes_max: limits.stocktake_counts_body_bytes_max,
  status: 204,
  transaction_seconds_max: limits.large_write_seconds_max,
  refusals: ['stocktake_not_on_file'],
  async run({ sql, caller, params, body, now }) {
    const { organization_id } = caller
    await checkDates(sql, organization_id, now, [{ field: 'counted_at', at: body.counted_at }])
    const { line_count } = await lockOpen(sql, organization_id, params.stocktake_id)
    checkEachOnce(body.counts)
    const written = await inBulk(sql, line_count, () =>
      writeCounts(sql, organization_id, params.stocktake_id, body.counts, body.counted_at ?? now, now),
    )
    checkAllLines(body.counts, written)
    await refreshTotals(sql, organization_id, params.stocktake_id)
  },
})
