/** Limits on attempts, counted in the database so that they hold across processes. */
import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Sql } from '../contract/call.ts'
import { refuse } from '../contract/refusals.ts'

interface CountedRow {
  subject: string
  attempts: number
  seconds_left: number
}

/** For IPv6 the /64 network, since one host usually controls all of it. */
function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}

export const addressSubject = (what: string, address: string) => `${what} address ${networkOf(address)}`
/**
 * Attempts on an account are counted per IP address, so that an attacker cannot lock out its owner. The e-mail address
 * is stored only as a hash.
 */
export const emailSubject = (email: string, address: string) =>
  `email ${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')} from ${networkOf(address)}`

/** Counts one attempt for each subject; refuses if any exceeded its limit in this minute. */
export async function countAttempt(sql: Sql, subjects: ReadonlyMap<string, number>): Promise<void> {
  const names = [...subjects.keys()].sort()
  const rows = await sql<CountedRow[]>`
    with swept as (
      delete from sign_in_attempts where ctid = any(array(
        select ctid from sign_in_attempts where minute < now() - interval '10 minutes' limit 100
        for update skip locked))
    )
    insert into sign_in_attempts as a (subject, minute, attempts)
    select subject, date_trunc('minute', now()), 1 from unnest(${names}::text[]) as subject order by subject
    on conflict (subject, minute) do update set attempts = a.attempts + 1
    returning subject, attempts, ceil(60 - extract(second from now()))::int as seconds_left`
  const spent = rows.find(({ subject, attempts }) => attempts > subjects.get(subject)!)
  if (spent === undefined) return
  refuse('rate_limited', {
    desc: `Too many attempts in this minute. Wait ${spent.seconds_left} seconds.`,
    retry_after_seconds: spent.seconds_left,
  })
}
