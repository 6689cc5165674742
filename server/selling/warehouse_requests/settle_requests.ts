/** Ends the requests of an order when it is cancelled or when units of it ship. */
import type { Sql } from '../../contract/sql.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import { orderSubject } from '../orders/order.store.ts'
import { restOf } from './request.rules.ts'
import { callOff, requestAgain } from './request_again.ts'
import { completeRequest, lockRequests, wakeRequests } from './requests.store.ts'

interface Context {
  organization_id: string
  now: string
}

/** Tells the warehouses to stop. */
export async function callOffRequests(sql: Sql, context: Context, order_id: string): Promise<void> {
  const open = await lockRequests(sql, context.organization_id, order_id)
  for (const request of open) await callOff(sql, context, request)
  if (open.length > 0) await wakeRequests(sql)
}

/** Ends a request: whether it ever reached the warehouse does not matter any more. */
export async function endRequest(sql: Sql, context: Context, order_id: string, request_id: string): Promise<void> {
  await completeRequest(sql, context, request_id)
  await resolveExceptions(sql, context.organization_id, context.now, {
    kind: 'warehouse_request_undelivered',
    subject: { type: orderSubject, id: order_id },
    resolution: 'completed',
    resolved_by: 'service:warehouse_requests',
  })
}

/** A shipment that its warehouse did not report: it gets what is left to ship, in the next revision. */
export async function requestRest(sql: Sql, context: WriteContext, order: LockedOrder): Promise<void> {
  const open = await lockRequests(sql, context.organization_id, order.order_id)
  await requestAgain(sql, context, open, order, { isFact: true })
}

/** Completes the requests of which nothing is left to ship. */
export async function completeShipped(sql: Sql, context: Context, order: LockedOrder): Promise<void> {
  for (const { request_id, message } of await lockRequests(sql, context.organization_id, order.order_id))
    if (restOf(message, order).length === 0) await endRequest(sql, context, order.order_id, request_id)
}
