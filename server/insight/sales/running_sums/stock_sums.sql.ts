/**
 * Stock at the start of a window and what was received in it by product, as SQL: the difference of what the ledger moved
 * before two days (product_stock_before), and the movements between these days and the window. Movements whose mark is not
 * folded yet are in the sums of no day, so their units are added from the marks. What opened the ledger in the window counts
 * as there from its start.
 */
import type { Sql } from '../../../contract/call.ts'
import { openingKind, stockReceiptKinds } from '../../metrics/facts/stock_receipts.ts'

/** Whether there are sums of days as they begin in the time zone of now. */
export async function hasStockSums(sql: Sql, organization_id: string, time_zone: string): Promise<boolean> {
  const [row] = await sql<{ is_kept: boolean }[]>`
    select count(*) >= 2 as is_kept from sales_before_days d
    where d.organization_id = ${organization_id} and d.stock_before_at = d.before::timestamp at time zone ${time_zone}`
  return row!.is_kept
}

export interface StockWindow {
  /** SQL: the organisation, its time zone, the first and the last day, the first moment and the first one after the window. */
  organization_id: string
  time_zone: string
  start: string
  end: string
  start_instant: string
  end_instant: string
}

/** Rows of product_id, opening and received; a product has several rows, some of them negative. */
export function stockSums({ organization_id, time_zone, start, end, start_instant, end_instant }: StockWindow): string {
  const nearest = (column: string, day: string) => `(select d.${column} from sales_before_days d
    where d.organization_id = ${organization_id} and d.stock_before_at = d.before::timestamp at time zone ${time_zone}
    order by abs(d.before - ${day}), d.before limit 1)`
  const until = `(${end} + 1)`
  const sumsAt = (day: string, opening: string, received: string) => `
    select s.product_id, ${opening} as opening, ${received} as received from product_stock_before s
    where s.organization_id = ${organization_id} and s.before = ${nearest('before', day)}`
  const delta = `case when m.kind in (${stockReceiptKinds}) then m.quantity_delta else 0 end`
  const between = (first: string, before: string, opening: string, received: string) => `
    select v.product_id, ${opening}, ${received}
    from stock_movements m
    join variants v on v.organization_id = ${organization_id} and v.variant_id = m.variant_id
    where m.organization_id = ${organization_id} and m.occurred_at >= ${first} and m.occurred_at < ${before}`
  const [startsAt, endsAt] = [nearest('stock_before_at', start), nearest('stock_before_at', until)]
  return [
    sumsAt(start, 's.moved', '-s.received'),
    sumsAt(until, '0', 's.received'),
    between(startsAt, start_instant, 'm.quantity_delta', `-${delta}`),
    between(start_instant, startsAt, '-m.quantity_delta', delta),
    between(endsAt, end_instant, '0', delta),
    between(end_instant, endsAt, '0', `-${delta}`),
    `
    select v.product_id, m.quantity_delta, 0
    from stock_movements m
    join variants v on v.organization_id = ${organization_id} and v.variant_id = m.variant_id
    where m.organization_id = ${organization_id} and m.document_type = 'ledger_opening' and m.kind = ${openingKind}
      and m.occurred_at >= ${start_instant} and m.occurred_at < ${end_instant}`,
    `
    select v.product_id, case when c.occurred_at < ${startsAt} then c.moved else 0 end,
      case when c.occurred_at < ${endsAt} then c.received else 0 end
        - case when c.occurred_at < ${startsAt} then c.received else 0 end
    from velocity_changes c
    join variants v on v.organization_id = ${organization_id} and v.variant_id = c.variant_id
    where c.organization_id = ${organization_id} and c.moved is not null`,
  ].join('\n    union all')
}
