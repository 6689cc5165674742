/**
 * Follows stock that moved: releases holds that it no longer covers, and resolves the exceptions that shipments opened about stock once it has recovered: none of the variants that they took below
 * zero is below zero any more, or the holds of orders are covered again where units had left without one.
 */
import type { Sql } from '../../contract/sql.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import { forEachDue, type Job, type Only, within } from '../../jobs/job.ts'
import { takeTurned } from '../../ledger/turned_levels.ts'
import { orderSubject } from '../orders/order.store.ts'
import { releaseUncovered } from './held_units/overheld.ts'

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

const resolveCured = (sql: Sql, { organization_id, order_id, kind, now }: Cured) =>
  resolveExceptions(sql, organization_id, now, {
    kind,
    subject: { type: orderSubject, id: order_id },
    resolution: resolutions[kind],
    resolved_by,
  })

/**
 * The last work of every write of the service (boot/database.ts): what its movements of stock mean for orders follows in the
 * same transaction. Holds that are not covered any more are released, and exceptions of negative stock that are cured end.
 * Levels come after orders in the order of locks, so an order that someone else has locked is left to the next allocation.
 */
export async function settleMovedStock(sql: Sql): Promise<void> {
  const turned = takeTurned(sql)
  if (turned.length === 0) return
  const [clock] = await sql<{ now: string }[]>`select now() as now`
  const now = new Date(clock!.now).toISOString()
  const { uncovered = [], recovered = [] } = Object.groupBy(turned, ({ turn }) => turn)
  await releaseUncovered(sql, now, uncovered)
  for (const organization_id of new Set(recovered.map((level) => level.organization_id)))
    for (const cured of await readCured(sql, now, organization_id)) await resolveCured(sql, cured)
}

export const resolveStockExceptionsJob: Job = {
  name: 'resolve_stock_exceptions',
  every_seconds: 60,
  run: (step) => forEachDue(step, readCured, (cured) => step((sql) => resolveCured(sql, cured))),
}
