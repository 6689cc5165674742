/** Events of selling: orders and returns. */
import type { Events } from '../contract/events.ts'
import { Order } from './orders/model.ts'
import { Return } from './returns/model.ts'

const order = { record: Order, read: 'GET /api/v1/sales/orders/{order_id}' } as const
const returned = { record: Return, read: 'GET /api/v1/sales/returns/{return_id}' } as const

export const sellingEvents = {
  'order.created': { sent_when: 'An order is created through the API, the app or an import.', ...order },
  'order.updated': {
    sent_when: "An order's dates, reference, warehouse or lines change, or it is allocated.",
    ...order,
  },
  'order.fulfilled': { sent_when: 'Every unit on the order has shipped and the ledger has booked them.', ...order },
  'order.cancelled': { sent_when: 'An order is cancelled.', ...order },
  'return.created': {
    sent_when: 'A return is promised back by a person, the API, an import or a store refund.',
    ...returned,
  },
  'return.received': { sent_when: 'The dock records what arrived.', ...returned },
} satisfies Events
