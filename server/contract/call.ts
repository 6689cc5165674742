/** What an operation is handed. Transaction, caller and clock arrive here; nothing is ambient. */
import type postgres from 'postgres'
import type { Plan } from './resources.ts'

/** A tagged template: the one way statements are written. */
export type Sql = postgres.Sql<{}>
/** A part of a statement, to be put into another. */
export type Fragment = postgres.Fragment

/** Where uploaded files live. Every key belongs to one organisation. */
export interface Files {
  /** The file's bytes, or null where this organisation holds no such key. */
  read(organization_id: string, file_key: string): Promise<{ bytes: Uint8Array; file_name: string } | null>
  /** Puts bytes under a fresh key. They are a file once a row of uploads names the key, and nothing before. */
  stage(organization_id: string, file_key: string, bytes: Uint8Array): Promise<void>
}

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

/** Whose key or session asked for an export; the address stops working with it. */
export interface ExportAsker {
  kind: 'key' | 'session'
  id: string
}

/** What a signed export address carries. */
export interface ExportRequest {
  table: string
  organization_id: string
  query: Record<string, unknown>
  expires_at: string
  asked_by: ExportAsker
  /** Where the file is no CSV of its table's name. */
  file_name?: string
}

export type Caller = KeyCaller | SessionCaller

/** What webhooks need of the house: its secret box and its rules about addresses. */
export interface WebhookTools {
  seal: (secret: string, webhook_id: string) => Uint8Array
  /** Judges a hook_url whole, its name resolved; answers its endpoint, or the rule that it breaks. */
  judge: (hook_url: string) => Promise<{ endpoint: string } | { rule: string }>
}

/** What an issue needs of the house. */
export interface OutboundTools {
  /** Whether papers of this lane are sent; those of others are stored. */
  sends: (lane: string) => boolean
  /** The signed address under which a paper is read without a key. */
  documentUrl: (organization_id: string, document_id: string, file_name: string) => string
}

interface Call {
  caller: Caller
  /** The database's clock when the call was let in, ISO 8601. Periods and expiries count from it. */
  now: string
  request_id: string
  /** Content-Type of the request, where it came with one. */
  content_type: string | null
  /** The region this service answers for. */
  region: 'us' | 'eu'
  /** The address of this region's API, for URLs in answers. */
  base_url: string
  files: Files
  /** Turns an export request into a short-lived address that streams it; see tables/exports. */
  exportUrl: (request: ExportRequest) => string
  webhooks: WebhookTools
  outbound: OutboundTools
}

/** A read: `sql` runs on connections that cannot write. */
export interface ReadCall extends Call {
  sql: Sql
}

/** A write: `sql` is the one transaction of the call. */
export interface WriteCall extends Call {
  sql: Sql
}
