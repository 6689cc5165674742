/** SQL statements on API keys. A key and its entry in the region directory are written in one transaction. */
import { uuidv7 } from 'uuidv7'
import { fragment } from '../../../db/sql/fragment.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { current_train } from '../../contract/trains.ts'
import { hashSecret, keyHint, mintKey } from '../../pipeline/credential.ts'
import { refuse } from '../../contract/refusals.ts'
import type { ApiKey } from './model.ts'

export interface NewKey {
  organization_id: string
  region: 'us' | 'eu'
  label: string
  scopes: readonly string[]
  expires_in_days: number
  allowed_addresses?: readonly string[]
  trading_partner_id?: string | null
  minted_by?: string | null
  /** The key takes the place of an active one, so it adds none. */
  is_replacement?: boolean
}

/** Locks the organisation's row, so that of two concurrent keys the second counts the first. */
async function checkKeysLeft(sql: Sql, organization_id: string): Promise<void> {
  await sql`select from organizations where organization_id = ${organization_id} for no key update`
  const [count] = await countKeys(sql, organization_id, { state: 'active' })
  const { filtered } = count!
  if (filtered < limits.active_keys_max) return
  refuse('conflict', {
    desc: `The organisation has ${filtered} active API keys; at most ${limits.active_keys_max} are allowed. Revoke a key that is no longer used, or replace one. No key was created.`,
  })
}

/** Creates a key. The full key is returned here and stored nowhere. */
export async function insertKey(sql: Sql, key: NewKey): Promise<{ api_key_id: string; api_key: string }> {
  if (key.is_replacement !== true) await checkKeysLeft(sql, key.organization_id)
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

export interface KeyFilter {
  api_key_id?: string
  state?: string
  limit?: number
  offset?: number
}

/** On `k`, by the database clock. */
const state = fragment`case
  when k.revoked_at is not null then 'revoked'
  when k.stops_at <= now() and k.stops_at <= k.expires_at then 'stopped'
  when k.expires_at <= now() then 'expired'
  when k.stops_at is not null then 'stopping'
  else 'active' end`

const matches = (sql: Sql, organization_id: string, filter: KeyFilter) => sql`
  k.organization_id = ${organization_id}
    and (${filter.api_key_id ?? null}::uuid is null or k.api_key_id = ${filter.api_key_id ?? null})
    and (${filter.state ?? null}::text is null or ${state} = ${filter.state ?? null})`

export const countKeys = (sql: Sql, organization_id: string, filter: KeyFilter) => sql<{ filtered: number }[]>`
  select count(*)::int as filtered from api_keys k where ${matches(sql, organization_id, filter)}`

/** Keys with their state, newest first. */
export const selectKeys = (sql: Sql, organization_id: string, filter: KeyFilter) => sql<ApiKey[]>`
  select k.api_key_id, k.label as name, k.hint, k.scopes, ${state} as state, k.allowed_addresses,
    case when p.trading_partner_id is not null
      then jsonb_build_object('trading_partner_id', p.trading_partner_id, 'name', p.name) end as account,
    k.train as version, k.minted_at,
    case when u.id is not null then jsonb_build_object('user_id', u.id, 'name', u.name) end as minted_by,
    k.expires_at, k.stops_at, k.replaced_by, k.revoked_at, used.last_used_at
  from api_keys k
  left join lateral (
    select g.at as last_used_at from key_usage g
    where g.organization_id = k.organization_id and g.api_key_id = k.api_key_id order by g.at desc limit 1
  ) used on true
  left join trading_partners p
    on p.organization_id = k.organization_id and p.trading_partner_id = k.trading_partner_id
  left join "user" u on u.id = k.minted_by
  where ${matches(sql, organization_id, filter)}
  order by k.minted_at desc, k.api_key_id desc
  limit ${filter.limit ?? 1} offset ${filter.offset ?? 0}`

/** Refuses `not_found` for a key of another organisation. */
export async function readKey(sql: Sql, organization_id: string, api_key_id: string): Promise<ApiKey> {
  const [row] = await selectKeys(sql, organization_id, { api_key_id })
  return row ?? refuse('not_found', { desc: 'This organisation has no API key with this id.' })
}

/** Reads the key under a row lock, so that concurrent changes are serialised. */
export async function lockKey(sql: Sql, organization_id: string, api_key_id: string): Promise<ApiKey> {
  await sql`
    select 1 from api_keys where organization_id = ${organization_id} and api_key_id = ${api_key_id} for update`
  return readKey(sql, organization_id, api_key_id)
}

/** Stops a key after this many hours; with 0, from the next request. */
export async function stopKey(
  sql: Sql,
  organization_id: string,
  api_key_id: string,
  hours: number,
  replaced_by: string | null,
): Promise<void> {
  await sql`
    with stopped as (
      update api_keys set stops_at = now() + make_interval(hours => ${hours}),
        replaced_by = coalesce(${replaced_by}::uuid, replaced_by)
      where organization_id = ${organization_id} and api_key_id = ${api_key_id}
      returning key_hash, least(expires_at, stops_at) as live_until
    )
    update key_directory d set live = stopped.live_until > now(), live_until = stopped.live_until
    from stopped where d.key_hash = stopped.key_hash`
}

export async function revokeKey(sql: Sql, organization_id: string, api_key_id: string): Promise<void> {
  await sql`
    with revoked as (
      update api_keys set revoked_at = now()
      where organization_id = ${organization_id} and api_key_id = ${api_key_id} returning key_hash
    )
    update key_directory d set live = false, live_until = now() from revoked where d.key_hash = revoked.key_hash`
}
