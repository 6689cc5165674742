/** Ends the requests of an order when it is cancelled or when units of it ship. */
import type { Sql } from '../../contract/sql.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import { restOf } from './request.rules.ts'
import { callOff } from './request_again.ts'
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

/** Completes the requests of which nothing is left to ship. */
export async function completeShipped(sql: Sql, context: Context, order: LockedOrder): Promise<void> {
  for (const { request_id, message } of await lockRequests(sql, context.organization_id, order.order_id))
    if (restOf(message, order).length === 0) await completeRequest(sql, context, request_id)
}
