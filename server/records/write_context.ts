import type { Caller } from '../contract/call.ts'
import type { WriteContext } from '../imports/record_diff.ts'
import { actorOf } from '../ledger/actor.ts'

export const writeContext = (caller: Caller, now: string): WriteContext => ({
  organization_id: caller.organization_id,
  actor: actorOf(caller),
  now,
  currency: caller.currency,
  time_zone: caller.time_zone,
})
