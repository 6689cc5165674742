/**
 * Authenticates user sessions: a user token with X-Organization-ID. Membership and role are checked on every call. A
 * user has a separate allowance, far larger than a key's, which stops a runaway script.
 */
import type { SessionCaller, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import type { Operation } from '../contract/operation.ts'
import { refuse } from '../contract/refusals.ts'
import type { Plan } from '../contract/resources.ts'
import { includesRole, type Role, roleWords } from '../contract/resources.ts'
import { nilId, uuidPattern } from '../contract/schema.ts'
import { allowanceOf, spendAllowance } from './allowance.ts'
import { hashSecret } from './credential.ts'
import type { Exchange } from './exchange.ts'

interface SessionRow {
  user_id: string | null
  user_name: string
  email: string
  two_factor: boolean
  organization_id: string | null
  role: Role | null
  plan: Plan | null
  sandbox: boolean | null
  currency: string | null
  time_zone: string | null
  require_two_factor: boolean | null
  spent: number | null
  now: string
  window_ends_at: number
  window_seconds_left: number
}

/** For administrators, the code's own sentence names the role. */
function checkRole(role: Role, least: Role): void {
  if (includesRole(role, least)) return
  if (least === 'admin') refuse('admin_required')
  refuse('admin_required', {
    desc: `You are ${roleWords[role]} of this organisation. This needs at least the role ${least}.`,
  })
}

const limitOf = { read: limits.session_reads_per_minute, write: limits.session_writes_per_minute }

/** session.token holds the SHA-256 of the token in hex, never the token. */
export const sessionTokenHash = (token: string): string => hashSecret(token).toString('hex')

export async function admitSession(
  exchange: Exchange,
  token: string,
  sql: Sql,
  region: string,
  { session: needs, decides_two_factor }: Operation,
): Promise<{ caller: SessionCaller; now: string }> {
  const named = exchange.request.headers.get('x-organization-id')
  const organization_id = named !== null && uuidPattern.test(named) ? named : nilId
  const allowance = allowanceOf(exchange)
  const [row] = await sql<SessionRow[]>`
    with found as (
      select u.id, u.name, u.email, u."twoFactorEnabled" as two_factor from session s join "user" u on u.id = s."userId"
      where s.token = ${sessionTokenHash(token)} and s."expiresAt" > now()
    ), counted as (
      insert into session_allowances as a (user_id, minute, verb, spent)
      select id, date_trunc('minute', now()), ${allowance}, 1 from found
      on conflict (user_id, minute, verb) do update set spent = a.spent + 1
      returning spent
    )
    select u.id as user_id, u.name as user_name, u.email, u.two_factor, o.organization_id, m.role, o.plan, o.sandbox,
      o.currency, o.time_zone, o.require_two_factor, counted.spent, now() as now, extract(epoch from date_trunc('minute', now()))::int + 60 as window_ends_at,
      ceil(60 - extract(second from now()))::int as window_seconds_left
    from (values (1)) as one
    left join found u on true
    left join counted on true
    left join memberships m on m.user_id = u.id and m.organization_id = ${organization_id}
    left join organizations o on o.organization_id = m.organization_id and o.region = ${region}`
  if (row === undefined || row.user_id === null) refuse('session_invalid')
  spendAllowance(exchange, 'You have spent your', allowance, limitOf[allowance], { ...row, spent: row.spent! })
  if (needs !== 'user') {
    if (named === null)
      refuse('session_invalid', { desc: 'The X-Organization-ID header is required on a user session.' })
    if (row.organization_id === null || row.role === null) refuse('membership_missing')
    checkRole(row.role, needs as Role)
    if (row.require_two_factor && !row.two_factor && !decides_two_factor) refuse('two_factor_required')
  }
  const caller: SessionCaller = {
    kind: 'session',
    organization_id: row.organization_id ?? nilId,
    user_id: row.user_id,
    user_name: row.user_name,
    email: row.email,
    role: row.role ?? 'viewer',
    plan: row.plan ?? 'starter',
    sandbox: row.sandbox ?? false,
    currency: row.currency ?? 'USD',
    time_zone: row.time_zone ?? 'UTC',
    account: null,
    address: exchange.address,
    two_factor: row.two_factor,
  }
  exchange.caller = caller
  return { caller, now: row.now }
}
