/** /auth without a session: request a password reset, set the new password, and accept an invitation as a new user. */
import { recordOfUser } from '../../audit/record.ts'
import { limits } from '../../contract/limits.ts'
import { success } from '../../contract/envelope.ts'
import type { Operation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { compileDecoder, type Decoder } from '../../pipeline/decode.ts'
import type { PipelineContext } from '../../pipeline/context.ts'
import { type Exchange, respond } from '../../pipeline/exchange.ts'
import { insertMail } from '../../mail/queue.ts'
import { newToken, tokenHash } from '../../mail/token.ts'
import { passwordResetMail } from '../sign_in_mail.ts'
import { acceptInvitation, lockInvitation } from '../organizations/invitations.store.ts'
import { checkEmail } from '../organizations/model.ts'
import { addressSubject, countAttempt } from '../../pipeline/attempts.ts'
import { acceptInvitationRequest, requestPasswordReset, resetPasswordRequest } from './operations.ts'
import { passwordRule } from './passwords.ts'
import { hashPassword, insertUser, setPassword } from './store.ts'

export interface OwnEndpoint {
  decoder: Decoder
  answer: (context: PipelineContext, exchange: Exchange, body: unknown) => Promise<Response>
}

const endpoint = <B>(
  operation: Operation,
  run: (context: PipelineContext, exchange: Exchange, body: B) => Promise<object>,
): [string, OwnEndpoint] => [
  `${operation.method} ${operation.path}`,
  {
    decoder: compileDecoder(operation),
    answer: async (context, exchange, body) => {
      const data = await run(context, exchange, body as B)
      const desc = operation.desc(data as never, undefined as never)
      return respond(exchange, operation.status, JSON.stringify(success(data, desc, 'auth', true)))
    },
  },
]

/** Longer than the work takes, so that response times do not reveal whether a user exists. */
const answerMsMin = 200

const countFrom = ({ db }: PipelineContext, what: string, { address }: Exchange) =>
  countAttempt(
    db.autocommit,
    new Map([[addressSubject(what, address!), limits.sign_in_attempts_per_minute_and_address]]),
  )

/** Writes a token and its mail if the address belongs to a user below the hourly limit. */
async function mailReset({ db, mail }: PipelineContext, email: string): Promise<void> {
  const token = newToken('rst')
  const prepared = mail.prepare(passwordResetMail(mail.links, email, token))
  await db.write(async (sql) => {
    const [insertedToken] = await sql`
      insert into password_resets (token_hash, user_id, expires_at)
      select ${tokenHash(token)}, u.id, now() + make_interval(mins => ${limits.password_reset_minutes})
      from "user" u
      where u.email = ${email}
        and exists (select from account a where a."userId" = u.id and a."providerId" = 'credential')
        and (select count(*) from password_resets r where r.user_id = u.id and r.created_at > now() - interval '1 hour')
          < ${limits.password_resets_per_hour_and_email}
      returning true`
    if (insertedToken !== undefined) await insertMail(sql, prepared)
  })
}

async function requestReset(context: PipelineContext, exchange: Exchange, body: { email: string }) {
  const email = checkEmail(body.email)
  await countFrom(context, 'password-reset', exchange)
  await Promise.all([mailReset(context, email), new Promise((resolve) => setTimeout(resolve, answerMsMin))])
  return { email }
}

function checkPassword(password: string, email: string, field: string): void {
  const rule = passwordRule(password, email)
  if (rule !== null) refuseField(field, rule)
}

async function resetPassword(
  context: PipelineContext,
  exchange: Exchange,
  { token, newPassword }: { token: string; newPassword: string },
) {
  await countFrom(context, 'password-reset', exchange)
  const [person] = await context.db.autocommit<{ email: string }[]>`
    select u.email from password_resets r join "user" u on u.id = r.user_id
    where r.token_hash = ${tokenHash(token)} and r.expires_at > now()`
  if (person === undefined) refuse('reset_token_invalid')
  checkPassword(newPassword, person.email, 'newPassword')
  const password_hash = await hashPassword(newPassword)
  await context.db.write(async (sql) => {
    const [used] = await sql<{ user_id: string }[]>`
      delete from password_resets where token_hash = ${tokenHash(token)} and expires_at > now() returning user_id`
    if (used === undefined) refuse('reset_token_invalid')
    await setPassword(sql, used.user_id, password_hash)
    await recordOfUser(sql, used.user_id, {
      kind: 'user.password_reset',
      address: exchange.address,
      sentence: 'Password set with a token from an e-mail; every session ended.',
    })
  })
  return { email: person.email }
}

const refuseAccepting = (desc: string): never => refuse('invitation_invalid', { desc })

async function acceptAsNewUser(
  context: PipelineContext,
  exchange: Exchange,
  body: { token: string; name: string; password: string },
) {
  const { db, settings } = context
  const { token, password } = body
  await countFrom(context, 'invitation', exchange)
  const find = (sql = db.autocommit) => lockInvitation(sql, settings.SERVICE_REGION, token)
  const invitation = await find()
  if (invitation === null) return refuse('invitation_invalid')
  if (!invitation.was_mailed)
    refuseAccepting(
      'This invitation was not sent by e-mail. Only a user who already signs in with its address can accept it.',
    )
  checkPassword(password, invitation.email, 'password')
  const password_hash = await hashPassword(password)
  await db.write(async (sql) => {
    const open = (await find(sql)) ?? refuse('invitation_invalid')
    const user_id = await insertUser(sql, { name: body.name.trim(), email: open.email, password_hash })
    if (user_id === null)
      return refuseAccepting('This e-mail address already belongs to a user. Sign in and accept the invitation there.')
    await acceptInvitation(sql, open, { user_id, email: open.email, address: exchange.address })
  })
  const { email, organization_id, role } = invitation
  return { email, organization_id, role }
}

export const ownEndpoints: Record<string, OwnEndpoint> = Object.fromEntries([
  endpoint(requestPasswordReset, requestReset),
  endpoint(resetPasswordRequest, resetPassword),
  endpoint(acceptInvitationRequest, acceptAsNewUser),
])
