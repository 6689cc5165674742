import { named } from './openapi/named.ts'
import type { TSchema } from '@sinclair/typebox'

/** The sixteen webhook events. The two names with underscores are published and cannot change. */
export const eventNames = named('EventName', [
  'order.created',
  'order.updated',
  'order.fulfilled',
  'order.cancelled',
  'return.created',
  'return.received',
  'receipt.recorded',
  'movement.recorded',
  'exception.opened',
  'exception.resolved',
  'report.delivered',
  'report.failed',
  'cycle.step_closed',
  'cycle.signed',
  'new_purchase_order',
  'purchase_order_updated',
])
export type EventName = (typeof eventNames)[number]

/** When an event is sent, the schema of its body, and the read that returns the same record. */
export interface EventFacts {
  sent_when: string
  record: TSchema
  /** Returns the record as `data`, or as one of its `rows`; null only while nothing sends the event. */
  read: `GET /${string}` | null
}

/** The events of one domain; boot/events.ts joins them. */
export type Events = Partial<Record<EventName, EventFacts>>
