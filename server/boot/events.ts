/** The sixteen events, from the parts that announce them, in the order of the contract. */
import { eventNames, type EventFacts, type EventName } from '../contract/events.ts'
import { exceptionEvents } from '../exceptions/events.ts'
import { ledgerEvents } from '../ledger/events.ts'
import { planningEvents } from '../planning/events.ts'
import { purchasingEvents } from '../purchasing/events.ts'
import { sellingEvents } from '../selling/events.ts'

const declared: Record<EventName, EventFacts> = {
  ...ledgerEvents,
  ...exceptionEvents,
  ...purchasingEvents,
  ...sellingEvents,
  ...planningEvents,
}

export const events = Object.fromEntries(eventNames.map((name) => [name, declared[name]])) as Record<
  EventName,
  EventFacts
>
