/** The author of a change, as recorded on ledger rows and documents. */
import type { Caller } from '../contract/call.ts'

export const actorOf = (caller: Caller): string =>
  caller.kind === 'key' ? `key:${caller.label}` : `user:${caller.user_name}`
