/** Follow-up of a request to better-auth, in its transaction: audit events, and codes that work only once. */
import { recordOfUser } from '../../audit/record.ts'
import type { AuditKind } from '../../audit/known_values.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionTokenHash } from '../../pipeline/admit_session.ts'

export interface AuthRequest {
  path: string
  token: string | null
  /** The Cookie header of a sign-in that needs its second factor. */
  cookies: string | null
  body: Record<string, unknown> | null
  address: string
}

export interface AuthAnswer {
  status: number
  body: Record<string, unknown> | null
}

/** A code that was accepted before: the transaction is rolled back. */
export class UsedCode extends Error {
  readonly user_id: string
  constructor(user_id: string) {
    super('the code was used before')
    this.user_id = user_id
  }
}

/** A field of a body that was decoded to its schema. */
export function textIn(body: Record<string, unknown> | null, field: string): string {
  const value = body?.[field]
  return typeof value === 'string' ? value : ''
}

/** The user of a token, challenge or e-mail address, before the request changes anything. */
export async function userOf(sql: Sql, request: AuthRequest, identifier: string | null): Promise<string | null> {
  const { token, body } = request
  if (token !== null) {
    const [row] = await sql<{ user_id: string }[]>`
      select "userId" as user_id from session where token = ${sessionTokenHash(token)} and "expiresAt" > now()`
    return row?.user_id ?? null
  }
  if (identifier !== null) {
    const [row] = await sql<{ user_id: string }[]>`
      select value as user_id from verification where identifier = ${identifier}`
    return row?.user_id ?? null
  }
  const [row] = await sql<{ user_id: string }[]>`
    select id as user_id from "user" where email = ${textIn(body, 'email').trim().toLowerCase()}`
  return row?.user_id ?? null
}

/**
 * Whether the second factor of the user is in force. The lock lets concurrent requests see each other's changes, such as
 * the recovery code that the other used.
 */
export async function lockTwoFactor(sql: Sql, user_id: string): Promise<boolean> {
  const [row] = await sql<{ is_in_force: boolean }[]>`
    select "twoFactorEnabled" as is_in_force from "user" where id = ${user_id} for no key update`
  return row?.is_in_force ?? false
}

type Event = [AuditKind & `user.${string}`, string]

const succeeded: Record<string, Event> = {
  '/auth/sign-in/email': ['user.signed_in', 'Signed in with the password.'],
  '/auth/two-factor/verify-totp': ['user.signed_in', 'Signed in with the password and a code.'],
  '/auth/two-factor/verify-backup-code': ['user.signed_in', 'Signed in with the password and a recovery code.'],
  '/auth/two-factor/confirm': ['user.two_factor_enabled', 'Two-factor sign-in enabled; every other session ended.'],
  '/auth/two-factor/disable': ['user.two_factor_disabled', 'Two-factor sign-in disabled.'],
  '/auth/two-factor/generate-backup-codes': ['user.recovery_codes_replaced', 'Recovery codes replaced.'],
  '/auth/change-password': ['user.password_changed', 'Password changed; every session ended.'],
  '/auth/revoke-sessions': ['user.sessions_ended', 'Every session ended.'],
  '/auth/sign-out': ['user.signed_out', 'Signed out.'],
}

const failed: Record<string, Event> = {
  '/auth/sign-in/email': ['user.sign_in_failed', 'Sign-in failed: the password was wrong.'],
  '/auth/two-factor/verify-totp': ['user.two_factor_failed', 'Sign-in failed: the code was wrong or used before.'],
  '/auth/two-factor/verify-backup-code': ['user.two_factor_failed', 'Sign-in failed: the recovery code was wrong.'],
}

const record = async (sql: Sql, { address }: AuthRequest, user_id: string | null, event: Event | undefined) => {
  if (user_id === null || event === undefined) return
  await recordOfUser(sql, user_id, { kind: event[0], address, sentence: event[1] })
}

export const recordFailure = (sql: Sql, request: AuthRequest, user_id: string | null): Promise<void> =>
  record(sql, request, user_id, failed[request.path])

/** Records a success. A sign-in that needs its second factor is none yet. */
export async function finish(
  sql: Sql,
  request: AuthRequest,
  { body }: AuthAnswer,
  user_id: string | null,
): Promise<void> {
  if (body?.twoFactorRedirect === true) return
  if (user_id !== null && isTotp(request)) await useCode(sql, user_id, textIn(request.body, 'code'))
  if (user_id !== null && request.path === '/auth/two-factor/confirm')
    await sql`delete from session where "userId" = ${user_id} and token <> ${sessionTokenHash(textIn(body, 'token'))}`
  await record(sql, request, user_id, succeeded[request.path])
}

const isTotp = ({ path }: AuthRequest) => path === '/auth/two-factor/verify-totp' || path === '/auth/two-factor/confirm'

/** Two requests with one code are serialised by the row; the second finds it. */
async function useCode(sql: Sql, user_id: string, code: string): Promise<void> {
  const [used] = await sql`
    insert into used_totp_codes as u (user_id, code) values (${user_id}, ${code})
    on conflict (user_id, code) do update set used_at = now()
      where u.used_at < now() - make_interval(mins => ${limits.totp_code_minutes})
    returning true`
  if (used === undefined) throw new UsedCode(user_id)
}
