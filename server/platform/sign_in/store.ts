/** People and their sessions, in the rows that better-auth reads. */
import { randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionTokenHash } from '../../door/admit_session.ts'

export interface NewUser {
  name: string
  email: string
  /** As hashPassword made it; hashing takes long and is done before a transaction opens. */
  password_hash: string
}

export { hashPassword }

/** 24 characters without look-alikes: 139 bits, and no need of a second look while typing. */
export function makePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  let password = ''
  while (password.length < 24) {
    for (const byte of randomBytes(48)) {
      if (byte < letters.length * 4 && password.length < 24) password += letters[byte % letters.length]
    }
  }
  return password
}

/** Answers the user's id, or null where the e-mail is taken. */
export async function insertUser(sql: Sql, user: NewUser): Promise<string | null> {
  const id = uuidv7()
  const [row] = await sql<{ id: string }[]>`
    with made as (
      insert into "user" (id, name, email, "emailVerified") values (${id}, ${user.name}, ${user.email.toLowerCase()}, true)
      on conflict (email) do nothing returning id
    ), credential as (
      insert into account (id, "accountId", "providerId", "userId", password)
      select ${uuidv7()}, id, 'credential', id, ${user.password_hash} from made
    )
    select id from made`
  return row?.id ?? null
}

/** Sets the password of the user with this e-mail; false where nobody has it. */
export async function replacePassword(sql: Sql, email: string, password_hash: string): Promise<boolean> {
  const [row] = await sql<{ id: string }[]>`
    select u.id from "user" u join account a on a."userId" = u.id and a."providerId" = 'credential'
    where u.email = ${email.toLowerCase()} for update of u`
  if (row !== undefined) await setPassword(sql, row.id, password_hash)
  return row !== undefined
}

/** Sets another password, ends every session and lets no mailed token set one more. */
export async function setPassword(sql: Sql, user_id: string, password_hash: string): Promise<void> {
  await sql`
    update account set password = ${password_hash}, "updatedAt" = now()
    where "userId" = ${user_id} and "providerId" = 'credential'`
  await sql`delete from session where "userId" = ${user_id}`
  await sql`delete from password_resets where user_id = ${user_id}`
}

/** A session for somebody the server itself vouches for; the token is in this answer and nowhere else. */
export async function issueToken(sql: Sql, user_id: string): Promise<string> {
  const user_token = randomBytes(24).toString('hex')
  await sql`
    insert into session (id, token, "userId", "expiresAt")
    values (${uuidv7()}, ${sessionTokenHash(user_token)}, ${user_id}, now() + make_interval(days => ${limits.session_days}))`
  return user_token
}
