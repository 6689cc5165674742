/** Sales, orders and returns. Each resource lists its operations in the order of the specification. */
import type { Operation } from '../contract/operation.ts'
import { createSalesChannel, getSalesChannel, listSalesChannels, updateSalesChannel } from './channels/channels.ts'
import { getCustomer } from './customers/get_customer.ts'
import { listCustomers } from './customers/list_customers.ts'
import { redactCustomer } from './customers/redact_customer.ts'
import { cancelReturn } from './returns/cancel.ts'
import { createReturn } from './returns/create.ts'
import { getReturn } from './returns/get.ts'
import { importReturns } from './returns/import.ts'
import { listReturns } from './returns/list.ts'
import { receiveReturn } from './returns/receive.ts'
import { summarizeReturns } from './returns/summarize.ts'
import { getChannelPerformance } from './performance/get_channel_performance.ts'

export const sellingOperations: readonly Operation[] = [
  // sales
  getChannelPerformance,
  // orders
  listCustomers,
  getCustomer,
  // returns
  listReturns,
  createReturn,
  getReturn,
  cancelReturn,
  receiveReturn,
  importReturns,
  summarizeReturns,
  // session
  listSalesChannels,
  createSalesChannel,
  getSalesChannel,
  updateSalesChannel,
  redactCustomer,
]
