/** The sixteen events with the schema of their bodies: each the record itself, in the shape its own read answers with. */
import type { EventFacts, EventName } from '../contract/events.ts'
import { exampleOf } from '../contract/openapi/examples.ts'
import { Components, publishSchema } from '../contract/openapi/schemas.ts'
import { ExceptionRow, Order } from '../areas/orders/model.ts'
import { Cycle, CycleStep } from '../areas/planning/model.ts'
import { PurchaseOrderDelivery, PurchaseOrderRecord } from '../areas/purchase_orders/model.ts'
import { ReportDelivery } from '../areas/reports/model.ts'
import { Return } from '../areas/returns/model.ts'
import { LedgerRow } from '../ledger/row.ts'

export const events: Record<EventName, EventFacts> = {
  'order.created': { sent_when: 'An order is created through the API, the app or an import.', record: Order },
  'order.updated': {
    sent_when: "An order's dates, reference, warehouse or lines change, or it is allocated.",
    record: Order,
  },
  'order.fulfilled': {
    sent_when: 'Every unit on the order has shipped and the ledger has booked them.',
    record: Order,
  },
  'order.cancelled': { sent_when: 'An order is cancelled.', record: Order },
  'return.created': {
    sent_when: 'A return is promised back by a person, the API, an import or a store refund.',
    record: Return,
  },
  'return.received': { sent_when: 'The dock records what arrived.', record: Return },
  'receipt.recorded': {
    sent_when: 'A delivery against a purchase order is recorded and moves stock.',
    record: PurchaseOrderDelivery,
  },
  'movement.recorded': { sent_when: 'One row enters the stock ledger.', record: LedgerRow },
  'exception.opened': { sent_when: 'The queue has something a person must decide.', record: ExceptionRow },
  'exception.resolved': { sent_when: 'Somebody resolves a queue row.', record: ExceptionRow },
  'report.delivered': { sent_when: 'A scheduled trade report went out.', record: ReportDelivery },
  'report.failed': { sent_when: 'A scheduled trade report did not go out.', record: ReportDelivery },
  'cycle.step_closed': { sent_when: "A planning cycle's step closes.", record: CycleStep },
  'cycle.signed': { sent_when: 'A planning cycle is signed.', record: Cycle },
  new_purchase_order: { sent_when: 'A purchase order is created.', record: PurchaseOrderRecord },
  purchase_order_updated: { sent_when: 'A purchase order changes.', record: PurchaseOrderRecord },
}

/** A made-up record of an event, valid against its schema; what a test delivery carries and the document shows. */
export function sampleOf(event: string): unknown {
  const components = new Components()
  const schema = publishSchema(events[event as EventName].record, 'answer', components)
  return exampleOf(schema, components.schemas, '', true, event)
}
