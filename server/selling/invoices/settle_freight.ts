/** Freight of orders that end with less than was agreed, after part of it was invoiced. */
import type { Sql } from '../../contract/sql.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import { freightLeft, isShippedAndInvoiced } from './freight_left.rules.ts'
import { readBillable } from './new_invoice.store.ts'

/** The order as it is to be, without freight that no invoice will bill. */
export async function withFreightLeft(sql: Sql, organization_id: string, after: LockedOrder): Promise<LockedOrder> {
  if (after.freight_cents + after.freight_tax_cents === 0 || !isShippedAndInvoiced(after.lines)) return after
  const billable = await readBillable(sql, organization_id, after.order_id)
  return { ...after, ...freightLeft(after, billable) }
}
