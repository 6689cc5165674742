/** The sixteen events, from the parts that announce them, in the order of the contract. */
import { event_names, type EventFacts, type EventName } from '../contract/events.ts'
import { exception_events } from '../exceptions/events.ts'
import { ledger_events } from '../ledger/events.ts'
import { planning_events } from '../planning/events.ts'
import { purchasing_events } from '../purchasing/events.ts'
import { selling_events } from '../selling/events.ts'

const declared: Record<EventName, EventFacts> = {
  ...ledger_events,
  ...exception_events,
  ...purchasing_events,
  ...selling_events,
  ...planning_events,
}

export const events = Object.fromEntries(event_names.map((name) => [name, declared[name]])) as Record<
  EventName,
  EventFacts
>
