/** Every public operation, in the order of the scope matrix. What is not here is not public. */
import type { Operation } from '../contract/operation.ts'
import { inventory_operations } from './inventory/operations.ts'
import { movements_operations } from './movements/operations.ts'
import { pim_operations } from './pim/operations.ts'
import { products_operations } from './products/operations.ts'
import { purchase_orders_operations } from './purchase_orders/operations.ts'
import { sandbox_operations } from './sandbox/operations.ts'
import { stocktakes_operations } from './stocktakes/operations.ts'
import { suppliers_operations } from './suppliers/operations.ts'

export const catalogue: readonly Operation[] = [
  ...products_operations,
  ...pim_operations,
  ...inventory_operations,
  ...suppliers_operations,
  ...purchase_orders_operations,
  ...stocktakes_operations,
  ...sandbox_operations,
  ...movements_operations,
]
