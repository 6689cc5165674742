/** The sixteen events and the schemas of their bodies: the record itself, as its own read returns it. */
import type { EventFacts, EventName } from '../contract/events.ts'
import { exampleOf } from '../contract/openapi/examples.ts'
import { Components, publishSchema } from '../contract/openapi/schemas.ts'
import { ExceptionRow, Order } from '../selling/orders/model.ts'
import { Cycle, CycleStep } from '../planning/cycles/model.ts'
import { PurchaseOrder, PurchaseOrderDelivery } from '../purchasing/orders/model.ts'
import { ReportDelivery } from '../planning/reports/model.ts'
import { Return } from '../selling/returns/model.ts'
import { LedgerRow } from '../ledger/row.ts'

const order = { record: Order, read: 'GET /api/v1/sales/orders/{order_id}' } as const
const returned = { record: Return, read: 'GET /api/v1/sales/returns/{return_id}' } as const
const exception = { record: ExceptionRow, read: 'GET /api/v1/exceptions/{exception_id}' } as const
const purchase_order = {
  record: PurchaseOrder,
  read: 'GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}',
} as const
const report = { record: ReportDelivery, read: null } as const

export const events: Record<EventName, EventFacts> = {
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
  'receipt.recorded': {
    sent_when: 'A delivery against a purchase order is recorded and moves stock.',
    record: PurchaseOrderDelivery,
    read: 'GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries/{delivery_id}',
  },
  'movement.recorded': {
    sent_when: 'One row enters the stock ledger.',
    record: LedgerRow,
    read: 'GET /api/v1/inventory/movements',
  },
  'exception.opened': { sent_when: 'The queue has something a person must decide.', ...exception },
  'exception.resolved': { sent_when: 'Somebody resolves a queue row.', ...exception },
  'report.delivered': { sent_when: 'A scheduled trade report went out.', ...report },
  'report.failed': { sent_when: 'A scheduled trade report did not go out.', ...report },
  'cycle.step_closed': { sent_when: "A planning cycle's step closes.", record: CycleStep, read: null },
  'cycle.signed': { sent_when: 'A planning cycle is signed.', record: Cycle, read: null },
  new_purchase_order: { sent_when: 'A purchase order is created.', ...purchase_order },
  purchase_order_updated: {
    sent_when: 'A purchase order changes: its fields, lines, state, hold or deliveries.',
    ...purchase_order,
  },
}

/** A sample record of an event, valid against its schema, used in test deliveries and in the OpenAPI document. */
export function sampleOf(event: string): unknown {
  const components = new Components()
  const schema = publishSchema(events[event as EventName].record, 'answer', components)
  return exampleOf(schema, components.schemas, '', true, { id: event })
}
