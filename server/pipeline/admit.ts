/**
 * Steps 3, 4 and the data for 7: one statement that always returns one row. It finds the key by its hash with its
 * organisation and plan, counts the request by the database's clock, and looks the key up in the other region's directory.
 * Nothing about a key is cached, so revocation, plan and allowance are exact on the next request.
 */
import type { KeyCaller, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { refuse } from '../contract/refusals.ts'
import type { SubscriptionPlan } from '../contract/resources.ts'
import type { Settings } from '../settings/settings.ts'
import { type Allowance, allowanceOf, spendAllowance } from './allowance.ts'
import type { Exchange } from './exchange.ts'

interface AdmissionRow {
  organization_id: string | null
  api_key_id: string
  label: string
  scopes: string[]
  allowed_addresses: string[]
  trading_partner_id: string | null
  trading_partner_name: string | null
  train: string
  grandfathered: boolean
  plan: SubscriptionPlan
  sandbox: boolean
  currency: string
  time_zone: string
  spent: number
  lives_in: 'us' | 'eu' | null
  now: string
  window_ends_at: number
  window_seconds_left: number
}

export interface Admission {
  caller: KeyCaller
  allowed_addresses: readonly string[]
  grandfathered: boolean
  now: string
}

const askRow = (sql: Sql, key_hash: Uint8Array, allowance: Allowance, settings: Settings) => sql<AdmissionRow[]>`
  with found as (
    select k.organization_id, k.api_key_id, k.label, k.scopes, k.allowed_addresses, k.trading_partner_id,
      p.name as trading_partner_name, k.train, k.minted_at < ${settings.API_GATE_DATE}::date as grandfathered,
      o.plan, o.sandbox, o.currency, o.time_zone
    from api_keys k
    join organizations o on o.organization_id = k.organization_id and o.region = ${settings.SERVICE_REGION}
    left join trading_partners p
      on p.organization_id = k.organization_id and p.trading_partner_id = k.trading_partner_id
    where k.key_hash = ${key_hash} and k.revoked_at is null and k.expires_at > now()
      and (k.stops_at is null or k.stops_at > now())
  ), counted as (
    insert into allowances as a (api_key_id, minute, verb, spent)
    select api_key_id, date_trunc('minute', now()), ${allowance}, 1 from found
    on conflict (api_key_id, minute, verb) do update set spent = a.spent + 1
    returning spent
  )
  select found.*, counted.spent, d.region as lives_in, now() as now,
    extract(epoch from date_trunc('minute', now()))::int + 60 as window_ends_at,
    ceil(60 - extract(second from now()))::int as window_seconds_left
  from (values (1)) as one
  left join found on true
  left join counted on true
  left join key_directory d on d.key_hash = ${key_hash} and d.live and d.region <> ${settings.SERVICE_REGION}
    and (d.live_until is null or d.live_until > now())`

/** Resolves a key and counts the request against its allowance; refuses key_invalid, wrong_region and rate_limited. */
export async function admitKey(
  exchange: Exchange,
  key_hash: Uint8Array,
  sql: Sql,
  settings: Settings,
): Promise<Admission> {
  const allowance = allowanceOf(exchange)
  const [row] = await askRow(sql, key_hash, allowance, settings)
  if (row === undefined) throw new Error('the admission statement answered no row')
  if (row.organization_id === null) return refuseUnknown(row.lives_in, settings)

  const limit = allowance === 'read' ? limits.reads_per_minute : limits.writes_per_minute
  const caller: KeyCaller = {
    kind: 'key',
    organization_id: row.organization_id,
    api_key_id: row.api_key_id,
    label: row.label,
    scopes: row.scopes,
    plan: row.plan,
    sandbox: row.sandbox,
    currency: row.currency,
    time_zone: row.time_zone,
    train: row.train,
    account:
      row.trading_partner_id === null
        ? null
        : { trading_partner_id: row.trading_partner_id, name: row.trading_partner_name ?? row.trading_partner_id },
  }
  exchange.caller = caller
  exchange.admitted = { now: row.now, at_ms: performance.now() }
  spendAllowance(exchange, 'This key has spent its', allowance, limit, row)
  return { caller, allowed_addresses: row.allowed_addresses, grandfathered: row.grandfathered, now: row.now }
}

function refuseUnknown(lives_in: 'us' | 'eu' | null, settings: Settings): never {
  if (lives_in === null) refuse('key_invalid')
  if (settings.PEER_BASE_URL === undefined) {
    refuse('wrong_region', { desc: `This key belongs to the ${lives_in} region. Send requests to that region's API.` })
  }
  refuse('wrong_region', {
    desc: `This key belongs to the ${lives_in} region. Send the same request to ${settings.PEER_BASE_URL}.`,
    data: { region: lives_in, api_base_url: settings.PEER_BASE_URL },
  })
}
