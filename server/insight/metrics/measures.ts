/** Every fact and every measure, once. Domains list the measures that they serve. */
import { deliveries, due_lines, purchase_order_lines, purchase_orders } from './facts/purchasing_facts.ts'
import { sales, stock_flow } from './facts/sales_facts.ts'
import { order_lines, orders, return_receipts, returns_created } from './facts/selling_facts.ts'
import { cost_variances, movements, stock } from './facts/stock_facts.ts'
import type { Fact, Measure } from './dictionary.model.ts'
import { orderMeasures, returnMeasures, salesMeasures } from './selling_measures.ts'
import { movementMeasures, purchasingMeasures, stockMeasures, supplierMeasures } from './supply_measures.ts'

export const facts = {
  sales,
  stock_flow,
  cost_variances,
  stock,
  movements,
  orders,
  order_lines,
  returns_created,
  return_receipts,
  purchase_orders,
  purchase_order_lines,
  deliveries,
  due_lines,
} as const satisfies Record<string, Fact>

export type FactKey = keyof typeof facts

export const measureGroups = {
  sales: salesMeasures,
  returns: returnMeasures,
  inventory: stockMeasures,
  movements: movementMeasures,
  purchasing: purchasingMeasures,
  suppliers: supplierMeasures,
  orders: orderMeasures,
} satisfies Record<string, Record<string, Measure>>
