/** Purchase, manufacturing and transfer orders. */
import type { Operation } from '../../contract/operation.ts'
import { createPurchaseOrder } from './create.ts'
import { getPurchaseOrder } from './get.ts'
import { listPurchaseOrders } from './list.ts'

export const purchase_orders_operations: readonly Operation[] = [
  listPurchaseOrders,
  createPurchaseOrder,
  getPurchaseOrder,
]
