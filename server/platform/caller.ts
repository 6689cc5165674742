import type { Caller, SessionCaller } from '../contract/call.ts'

/** The person behind a session operation; the door let no key come this far. */
export function sessionOf(caller: Caller): SessionCaller {
  if (caller.kind !== 'session') throw new Error('a key reached a session operation')
  return caller
}
