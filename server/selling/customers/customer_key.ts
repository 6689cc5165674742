/** The key of an organisation's pseudonyms: random, and stored encrypted. Anyone who has it can test guessed addresses. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Sql } from '../../contract/sql.ts'
import type { SecretTools } from '../../contract/call.ts'
import { normalizeEmail } from './customer.rules.ts'

/** In hexadecimal. */
export const pseudonymOf = (key: string, email: string): string =>
  createHmac('sha256', key).update(normalizeEmail(email)).digest('hex')

export async function readCustomerKey(sql: Sql, secrets: SecretTools, organization_id: string): Promise<string | null> {
  const [row] = await sql<{ encrypted_key: Uint8Array }[]>`
    select encrypted_key from customer_keys where organization_id = ${organization_id}`
  return row === undefined ? null : secrets.decrypt(row.encrypted_key, organization_id)
}

/** Makes the key where there is none; of two that make one at once, both get the same. */
export async function makeCustomerKey(sql: Sql, secrets: SecretTools, organization_id: string): Promise<string> {
  const fresh = secrets.encrypt(randomBytes(32).toString('base64url'), organization_id)
  await sql`
    insert into customer_keys (organization_id, encrypted_key) values (${organization_id}, ${fresh})
    on conflict on constraint customer_keys_pk do nothing`
  return (await readCustomerKey(sql, secrets, organization_id))!
}
