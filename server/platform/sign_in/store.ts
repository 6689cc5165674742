/** Users and sessions, in the tables of better-auth. */
import { randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionTokenHash } from '../../pipeline/admit_session.ts'

export interface NewUser {
  name: string
  email: string
  /** Result of hashPassword; hashing is slow, so it is done before the transaction begins. */
  password_hash: string
}

export { hashPassword }

/** 24 characters without look-alikes: 139 bits, and easy to type. */
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

/** Returns the user's id, or null if the e-mail address is taken. */
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

/** Sets the password of the user with this e-mail address; false if there is none. */
export async function replacePassword(sql: Sql, email: string, password_hash: string): Promise<boolean> {
  const [row] = await sql<{ id: string }[]>`
    select u.id from "user" u join account a on a."userId" = u.id and a."providerId" = 'credential'
    where u.email = ${email.toLowerCase()} for update of u`
  if (row !== undefined) await setPassword(sql, row.id, password_hash)
  return row !== undefined
}

/** Sets a new password, ends every session and deletes pending password resets. */
export async function setPassword(sql: Sql, user_id: string, password_hash: string): Promise<void> {
  await sql`
    update account set password = ${password_hash}, "updatedAt" = now()
    where "userId" = ${user_id} and "providerId" = 'credential'`
  await sql`delete from session where "userId" = ${user_id}`
  await sql`delete from password_resets where user_id = ${user_id}`
}

/** Creates a session without a password check and returns its token, which is stored only as a hash. */
export async function issueToken(sql: Sql, user_id: string): Promise<string> {
  const user_token = randomBytes(24).toString('hex')
  await sql`
    insert into session (id, token, "userId", "expiresAt")
    values (${uuidv7()}, ${sessionTokenHash(user_token)}, ${user_id}, now() + make_interval(days => ${limits.session_days}))`
  return user_token
}
