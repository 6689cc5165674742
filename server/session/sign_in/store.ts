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

/** Sets another password and ends every session of the user; false where nobody has the e-mail. */
export async function replacePassword(sql: Sql, email: string, password_hash: string): Promise<boolean> {
  const [row] = await sql<{ id: string }[]>`
    with changed as (
      update account a set password = ${password_hash}, "updatedAt" = now()
      from "user" u where u.email = ${email.toLowerCase()} and a."userId" = u.id and a."providerId" = 'credential'
      returning u.id
    ), ended as (
      delete from session where "userId" in (select id from changed)
    )
    select id from changed`
  return row !== undefined
}

/** A session for somebody the server itself vouches for; the token is in this answer and nowhere else. */
export async function issueToken(sql: Sql, user_id: string): Promise<string> {
  const user_token = randomBytes(24).toString('hex')
  await sql`
    insert into session (id, token, "userId", "expiresAt")
    values (${uuidv7()}, ${sessionTokenHash(user_token)}, ${user_id}, now() + make_interval(days => ${limits.session_days}))`
  return user_token
}
