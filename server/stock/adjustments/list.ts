import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Choice, Flag, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { adjustmentReasons } from '../known_values.ts'
import { Adjustment, type AdjustmentHeader, headerColumns, service } from './model.ts'

export const listAdjustments = sessionOperation({
  id: 'session.list_stock_adjustments',
  route: 'GET /api/v1/stock-adjustments',
  summary: 'List stock adjustments',
  description: 'Returns the stock adjustments of the organisation without their lines, newest first.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_common_max),
      reason: Type.Optional(Choice(adjustmentReasons, 'Only adjustments with this reason.')),
      is_undone: Type.Optional(
        Flag('true returns only adjustments that were undone, false only adjustments that stand.'),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Page(Adjustment),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limits.page_limit_common_max, reason, is_undone } = query
    const which = () => sql`a.organization_id = ${organization_id}
      ${reason === undefined ? sql`` : sql`and a.reason = ${reason}`}
      ${is_undone === undefined ? sql`` : sql`and (a.undone_at is not null) = ${is_undone}`}`
    const [[count], rows] = await Promise.all([
      sql<{ filtered: number }[]>`select count(*)::int as filtered from stock_adjustments a where ${which()}`,
      sql<AdjustmentHeader[]>`
        select ${headerColumns} from stock_adjustments a where ${which()}
        order by a.created_at desc nulls last, a.adjustment_id desc nulls last limit ${limit} offset ${offset}`,
    ])
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})
