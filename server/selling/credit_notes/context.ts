import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Caller } from '../../contract/call.ts'
import { actorOf } from '../../ledger/actor.ts'
import type { CreditContext } from './write_credit_notes.ts'

export const creditContext = (caller: Caller, now: string): CreditContext => ({
  organization_id: caller.organization_id,
  actor: actorOf(caller),
  now,
  today: dayInTimeZone(caller.time_zone, now),
})
