/** What an operation is handed. Transaction, caller and clock arrive here; nothing is ambient. */
import type { EventName } from './events.ts'
import type { Plan } from './resources.ts'
import type { Sql } from './sql.ts'

export type { Fragment, Sql } from './sql.ts'

/** A body that is read as it arrives, once. */
export interface ByteStream {
  /** null where the sender did not say how long it is. */
  announced_bytes: number | null
  chunks: () => AsyncIterable<Uint8Array>
}

/** Where uploaded files live. Every key belongs to one organisation. */
export interface Files {
  /** The file's bytes, or null where this organisation holds no such key. */
  read(organization_id: string, file_key: string): Promise<{ bytes: Uint8Array; file_name: string } | null>
  /**
   * Stores a body under a fresh key as it arrives, within what the organisation may upload at a time and in all. It is a
   * file once its row of staged_uploads has been replaced by one of uploads, and nothing before.
   */
  receive(organization_id: string, file_key: string, body: ByteStream): Promise<{ byte_count: number; sha256: string }>
  /** Removes the bytes under a key, those of a broken-off upload included. */
  remove(organization_id: string, file_key: string): Promise<void>
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

/** What webhooks need of the outbox: its secret box, its rules about addresses and its sample bodies. */
export interface WebhookTools {
  encrypt: (secret: string, webhook_id: string) => Uint8Array
  /** Checks a hook_url and the address that its name resolves to; answers its endpoint, or the rule that it breaks. */
  checkAddress: (hook_url: string) => Promise<{ endpoint: string } | { rule: string }>
  /** The JSON that a test delivery of an event carries. */
  sampleBody: (event: EventName) => string
}

/** What an issue needs of the house. */
export interface DocumentTools {
  /** Whether papers of this channel are sent; those of others are stored. */
  sends: (channel: string) => boolean
  /** The signed address under which a paper is read without a key. */
  documentUrl: (organization_id: string, document_id: string, file_name: string) => string
}

/** A mail as it is written down: its text is encrypted, since it carries a token. */
export interface PreparedMail {
  mail_id: string
  kind: 'invitation' | 'password_reset'
  recipient: string
  subject: string
  encrypted_text: Uint8Array
  /** How long its token works; it is not sent later. */
  minutes: number
  /** false: no mail server is configured, and the mail is stored. */
  is_sent: boolean
}

/** What an invitation's mail says. */
export interface Invited {
  email: string
  role: 'admin' | 'member'
  organization_name: string
  inviter_name: string
  inviter_email: string
  token: string
}

/** What invitations need of the house. */
export interface MailTools {
  invitation: (invited: Invited) => PreparedMail
  /** The text of a mail. */
  read: (encrypted_text: Uint8Array, mail_id: string) => string
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
  documents: DocumentTools
  mail: MailTools
}

/** A read: `sql` runs on connections that cannot write. */
export interface ReadCall extends Call {
  sql: Sql
}

/** A write: `sql` is the one transaction of the call. */
export interface WriteCall extends Call {
  sql: Sql
}
