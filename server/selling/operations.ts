/** Sales, orders and returns. Each resource lists its operations in the order of the specification. */
import type { Operation } from '../contract/operation.ts'
import { createSalesChannel, getSalesChannel, listSalesChannels, updateSalesChannel } from './channels/channels.ts'
import { redactCustomer } from './customers/redact_customer.ts'
import { getChannelPerformance } from './performance/get_channel_performance.ts'

export const sellingOperations: readonly Operation[] = [
  // sales
  getChannelPerformance,
  // session
  listSalesChannels,
  createSalesChannel,
  getSalesChannel,
  updateSalesChannel,
  redactCustomer,
]
