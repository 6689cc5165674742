/** Resolves `stock_negative` exceptions of orders once no variant that they shipped is below zero any more. */
import type { Sql } from '../../contract/sql.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import { forEachDue, type Job, type Only, within } from '../../jobs/job.ts'
import { orderSubject } from '../orders/order.store.ts'

const resolved_by = 'service:stock'

/** Orders with an open exception, none of whose shipped variants is below zero where it left. */
const readCured = (sql: Sql, now: string, only: Only) => sql<
  { organization_id: string; order_id: string; now: string }[]
>`
  select distinct e.organization_id, e.subject_id as order_id, ${now} as now from exceptions e
  where ${within(sql, only, sql`e.organization_id`)} and e.kind = 'stock_negative' and e.resolved_at is null
    and e.subject_type = ${orderSubject} and not exists (
      select from fulfilments f
      join fulfilment_lines t on t.organization_id = f.organization_id and t.fulfilment_id = f.fulfilment_id
      left join fulfilment_components k on k.organization_id = t.organization_id and k.fulfilment_id = t.fulfilment_id
        and k.order_line_id = t.order_line_id
      join stock_levels l on l.organization_id = t.organization_id
        and l.variant_id = coalesce(k.variant_id, t.variant_id) and l.location_id = f.location_id and l.on_hand < 0
      where f.organization_id = e.organization_id and f.order_id = e.subject_id::uuid)
  order by e.organization_id, order_id limit 1000`

export const resolveNegativeStockJob: Job = {
  name: 'resolve_negative_stock',
  every_seconds: 60,
  run: (step) =>
    forEachDue(step, readCured, ({ organization_id, order_id, now }) =>
      step((sql) =>
        resolveExceptions(sql, organization_id, now, {
          kind: 'stock_negative',
          subject: { type: orderSubject, id: order_id },
          resolution: 'stock_is_positive',
          resolved_by,
        }),
      ),
    ),
}
