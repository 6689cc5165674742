/** The app's own way in: a user token with X-Organization-ID. Membership and role are asked on every call. */
import type { SessionCaller, Sql } from '../contract/call.ts'
import type { Operation } from '../contract/operation.ts'
import { refuse } from '../contract/refusals.ts'
import type { Plan } from '../contract/resources.ts'
import { nil_id, uuid_pattern } from '../contract/schema.ts'
import { hashSecret } from './credential.ts'
import type { Exchange } from './exchange.ts'

interface SessionRow {
  user_id: string | null
  user_name: string
  email: string
  organization_id: string | null
  role: 'admin' | 'member' | null
  plan: Plan
  sandbox: boolean
  currency: string
  now: string
}

/** session.token holds the SHA-256 of the token in hex, never the token. */
export const sessionTokenHash = (token: string): string => hashSecret(token).toString('hex')

export async function admitSession(
  exchange: Exchange,
  token: string,
  sql: Sql,
  region: string,
  needs: Operation['session'],
): Promise<{ caller: SessionCaller; now: string }> {
  const named = exchange.request.headers.get('x-organization-id')
  const organization_id = named !== null && uuid_pattern.test(named) ? named : nil_id
  const [row] = await sql<SessionRow[]>`
    select u.id as user_id, u.name as user_name, u.email, o.organization_id, m.role, o.plan, o.sandbox, o.currency,
      now() as now
    from (values (1)) as one
    left join session s on s.token = ${sessionTokenHash(token)} and s."expiresAt" > now()
    left join "user" u on u.id = s."userId"
    left join memberships m on m.user_id = u.id and m.organization_id = ${organization_id}
    left join organizations o on o.organization_id = m.organization_id and o.region = ${region}`
  if (row === undefined || row.user_id === null) refuse('session_invalid')
  if (needs !== 'user') {
    if (named === null)
      refuse('session_invalid', { desc: 'The X-Organization-ID header is required on a user session.' })
    if (row.organization_id === null || row.role === null) refuse('membership_missing')
    if (needs === 'admin' && row.role !== 'admin') refuse('admin_required')
  }
  const caller: SessionCaller = {
    kind: 'session',
    organization_id: row.organization_id ?? nil_id,
    user_id: row.user_id,
    user_name: row.user_name,
    email: row.email,
    role: row.role ?? 'member',
    plan: row.plan ?? 'starter',
    sandbox: row.sandbox ?? false,
    currency: row.currency ?? 'USD',
    account: null,
  }
  exchange.caller = caller
  return { caller, now: row.now }
}
