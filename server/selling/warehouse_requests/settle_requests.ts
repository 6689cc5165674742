/** Ends the requests of an order when it is cancelled or when units of it ship. */
import type { Sql } from '../../contract/sql.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import { calledOff, restOf } from './request.rules.ts'
import { completeRequest, lockRequests, requeueRequest, wakeRequests } from './requests.store.ts'

interface Context {
  organization_id: string
  now: string
}

/** Tells the warehouses to stop. A message that was never tried is withdrawn instead. */
export async function callOffRequests(sql: Sql, context: Context, order_id: string): Promise<void> {
  const open = await lockRequests(sql, context.organization_id, order_id)
  for (const { connection_id, message, attempts } of open)
    await requeueRequest(sql, context, connection_id, calledOff(message), attempts === 0 ? 'withdrawn' : 'queued')
  if (open.length > 0) await wakeRequests(sql)
}

/** Completes the requests of which nothing is left to ship. */
export async function completeShipped(sql: Sql, context: Context, order: LockedOrder): Promise<void> {
  for (const { request_id, message } of await lockRequests(sql, context.organization_id, order.order_id))
    if (restOf(message, order).length === 0) await completeRequest(sql, context, request_id)
}
