/**
 * Imports orders of a shop with what happened to them: shipments, cancellations, returns and refunds. What shipped
 * before the cut-over is history; open orders are orders as any other, and wait for stock.
 */
import { importKind } from '../../imports/kind.ts'
import { orderFields, personalFields } from './reading/order_fields.ts'
import { orderOptions } from './reading/order_options.ts'
import type { OrderRecord } from './reading/order_record.ts'
import { readOrder } from './reading/order_rows.rules.ts'
import { diffOrders } from './diff_orders.ts'
import type { ProgressWrite } from './progress/write_progress.ts'
import type { OrderWrite } from './resolve_order.rules.ts'
import { undoOrders } from './undo_orders.ts'
import { writeOrders } from './write_orders.ts'

export const ordersImport = importKind({
  name: 'orders',
  title: 'Orders',
  description:
    'Creates sales orders with their shipments, cancellations, returns and refunds. Units that shipped or came back before the option `cut_over` count in sales and can be returned, but move no stock, since the opening stock reflects them. Later ones are booked, and open orders wait for stock. Of an order that was imported before, shipments, cancellations, returns and refunds that the file has beyond those here are recorded; what happened here meanwhile is kept, and what contradicts it is refused. A channel on a day takes its sales from orders or from imported days, never from both.',
  fields: orderFields,
  options: orderOptions,
  is_personal: true,
  personal_fields: personalFields,
  join_by: 'order_number',
  toRecord: (group, _options, context) => readOrder(group, context),
  nameOf: ({ order_number }: OrderRecord) => order_number,
  keyOf: ({ source_system, order_number }: OrderRecord) => JSON.stringify([source_system, order_number]),
  diff: diffOrders,
  write: (sql, context, writes: readonly (OrderWrite | ProgressWrite)[]) => writeOrders(sql, context, writes),
  analyze: (sql) => sql`analyze sales_orders, order_lines`,
  undo: undoOrders,
})
