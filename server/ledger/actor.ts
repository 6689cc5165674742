/** Who did it, as ledger rows and documents say it. */
import type { Caller } from '../contract/call.ts'

export const actorOf = (caller: Caller): string =>
  caller.kind === 'key' ? `key:${caller.label}` : `user:${caller.user_name}`
