/** Sales, orders and returns. Each resource lists its operations in the order of the specification. */
import type { Operation } from '../contract/operation.ts'
import { createSalesChannel, getSalesChannel, listSalesChannels, updateSalesChannel } from './channels/channels.ts'
import { allocateOrder } from './orders/allocate.ts'
import { cancelOrder } from './orders/cancel.ts'
import { confirmOrder } from './orders/confirm.ts'
import { createOrder } from './orders/create.ts'
import { getOrder } from './orders/get.ts'
import { listOrders } from './orders/list.ts'
import { updateOrder } from './orders/update.ts'
import { redactCustomer } from './customers/redact_customer.ts'
import { recordShipment } from './fulfilment/record_shipment.ts'
import { getChannelPerformance } from './performance/get_channel_performance.ts'

export const sellingOperations: readonly Operation[] = [
  // sales
  getChannelPerformance,
  // orders
  listOrders,
  createOrder,
  getOrder,
  updateOrder,
  allocateOrder,
  cancelOrder,
  confirmOrder,
  // session
  listSalesChannels,
  createSalesChannel,
  getSalesChannel,
  updateSalesChannel,
  redactCustomer,
  recordShipment,
]
