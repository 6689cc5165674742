/** API keys in the database. A key and its line in the directory of regions are written in one transaction. */
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { current_train } from '../../contract/trains.ts'
import { hashSecret, keyHint, mintKey } from '../../door/credential.ts'

export interface NewKey {
  organization_id: string
  region: 'us' | 'eu'
  label: string
  scopes: readonly string[]
  expires_in_days: number
  allowed_addresses?: readonly string[]
  trading_partner_id?: string | null
  minted_by?: string | null
}

/** Mints a key; the full key is in this answer and nowhere else. */
export async function insertKey(sql: Sql, key: NewKey): Promise<{ api_key_id: string; api_key: string }> {
  const api_key_id = uuidv7()
  const api_key = mintKey(key.region)
  const key_hash = hashSecret(api_key)
  await Promise.all([
    sql`
      insert into api_keys (organization_id, api_key_id, key_hash, hint, label, scopes, allowed_addresses,
        trading_partner_id, train, minted_by, expires_at)
      values (${key.organization_id}, ${api_key_id}, ${key_hash}, ${keyHint(api_key)}, ${key.label},
        ${[...key.scopes]}::text[], ${[...(key.allowed_addresses ?? [])]}::text[], ${key.trading_partner_id ?? null},
        ${current_train}, ${key.minted_by ?? null}, now() + make_interval(days => ${key.expires_in_days}))`,
    sql`
      insert into key_directory (key_hash, region, live, live_until)
      values (${key_hash}, ${key.region}, true, now() + make_interval(days => ${key.expires_in_days}))`,
  ])
  return { api_key_id, api_key }
}
