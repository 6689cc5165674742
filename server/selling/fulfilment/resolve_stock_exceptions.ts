/**
 * Resolves the exceptions that shipments opened about stock once it has recovered: none of the variants that they took below
 * zero is below zero any more, or the holds of orders are covered again where units had left without one.
 */
import type { Sql } from '../../contract/sql.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import { forEachDue, type Job, type Only, within } from '../../jobs/job.ts'
import { orderSubject } from '../orders/order.store.ts'

const resolved_by = 'service:stock'

const resolutions = { stock_negative: 'stock_is_positive', shipped_unallocated: 'holds_are_covered' } as const
type StockKind = keyof typeof resolutions

interface Cured {
  organization_id: string
  order_id: string
  kind: StockKind
  now: string
}

/** Orders with an open exception, of whose shipped units none lack where they left. */
const readCured = (sql: Sql, now: string, only: Only) => sql<Cured[]>`
  select distinct e.organization_id, e.subject_id as order_id, e.kind, ${now} as now from exceptions e
  where ${within(sql, only, sql`e.organization_id`)} and e.kind in ('stock_negative', 'shipped_unallocated')
    and e.resolved_at is null and e.subject_type = ${orderSubject} and not exists (
      select from fulfilments f
      join stock_movements m on m.organization_id = f.organization_id and m.document_type = 'fulfilment_request'
        and m.document_id = f.fulfilment_id::text and m.reverses_movement_id is null
        and (e.kind = 'shipped_unallocated' or m.on_hand_after < 0)
      join stock_levels l on l.organization_id = m.organization_id and l.variant_id = m.variant_id
        and l.location_id = m.location_id
        and case e.kind when 'stock_negative' then l.on_hand < 0 else l.committed > greatest(l.on_hand, 0) end
      where f.organization_id = e.organization_id and f.order_id = e.subject_id::uuid)
  order by e.organization_id, order_id, e.kind limit 1000`

export const resolveStockExceptionsJob: Job = {
  name: 'resolve_stock_exceptions',
  every_seconds: 60,
  run: (step) =>
    forEachDue(step, readCured, ({ organization_id, order_id, kind, now }) =>
      step((sql) =>
        resolveExceptions(sql, organization_id, now, {
          kind,
          subject: { type: orderSubject, id: order_id },
          resolution: resolutions[kind],
          resolved_by,
        }),
      ),
    ),
}
