/** What an operation is handed. Transaction, caller and clock arrive here; nothing is ambient. */
import type { Sql } from '../../db/client.ts'
import type { Files } from '../files/files.ts'
import type { Settings } from '../settings.ts'
import type { Plan } from '../contract/resources.ts'

export interface KeyCaller {
  kind: 'key'
  organization_id: string
  api_key_id: string
  scopes: readonly string[]
  plan: Plan
  sandbox: boolean
  currency: string
  /** The trading account the key is bound to, if any. */
  account: { trading_partner_id: string; name: string } | null
  train: string
  label: string
}

export interface SessionCaller {
  kind: 'session'
  organization_id: string
  user_id: string
  user_name: string
  email: string
  role: 'admin' | 'member'
  plan: Plan
  sandbox: boolean
  currency: string
  account: null
}

export type Caller = KeyCaller | SessionCaller

interface Call {
  caller: Caller
  /** The database's clock when the call was let in, ISO 8601. Periods and expiries count from it. */
  now: string
  request_id: string
  settings: Settings
  files: Files
}

/** A read: `sql` runs on connections that cannot write. */
export interface ReadCall extends Call {
  sql: Sql
}

/** A write: `sql` is the one transaction of the call. */
export interface WriteCall extends Call {
  sql: Sql
}
