/** The argument of an operation's `run`: transaction, caller and clock. There is no ambient state. */
import type { EventName } from './events.ts'
import type { SubscriptionPlan } from './resources.ts'
import type { Role } from './resources.ts'
import type { Sql } from './sql.ts'

export type { Fragment, Sql } from './sql.ts'

/** A body that is read as it arrives, once. */
export interface ByteStream {
  /** Content-Length; null if absent. */
  announced_bytes: number | null
  chunks: () => AsyncIterable<Uint8Array>
}

/** Bytes from `start`, 0 unless stated, to before `end`, the end of the file unless stated. */
export interface ByteRange {
  start?: number
  end?: number
}

/** Storage of uploaded files. Every key belongs to one organisation. */
export interface Files {
  /** The file's bytes, or null if the organisation has no such key. */
  read(organization_id: string, file_key: string): Promise<{ bytes: Uint8Array; file_name: string } | null>
  /** The bytes of a key from `start` to before `end`, in chunks; null if the organisation has no such key. */
  stream(organization_id: string, file_key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>
  /**
   * Streams a body to a new key, within the organisation's limits on concurrent uploads and storage. The file exists
   * once its row in staged_uploads has been replaced by one in uploads.
   */
  receive(organization_id: string, file_key: string, body: ByteStream): Promise<{ byte_count: number; sha256: string }>
  /** Stores a file of the service itself under a key that is not an upload's; what the chunks throw is thrown. */
  store(organization_id: string, file_key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes of such a file, in chunks; null if there is none. */
  streamStored(organization_id: string, file_key: string): Promise<AsyncIterable<Uint8Array> | null>
  /** Deletes the bytes of a key, including those of an aborted upload. */
  remove(organization_id: string, file_key: string): Promise<void>
}

export interface KeyCaller {
  kind: 'key'
  organization_id: string
  api_key_id: string
  scopes: readonly string[]
  plan: SubscriptionPlan
  sandbox: boolean
  currency: string
  /** IANA name of the time zone in which the days of the organisation begin. */
  time_zone: string
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
  role: Role
  plan: SubscriptionPlan
  sandbox: boolean
  currency: string
  time_zone: string
  account: null
  /** The client's IP address; null for a command. */
  address: string | null
  /** Whether the user signs in with a second factor. */
  two_factor: boolean
}

/** The key or session that requested an export; the link stops working when it does. */
export interface ExportAsker {
  kind: 'key' | 'session'
  id: string
  /** Role of the member who asked; the address works only while the member has at least this role. */
  role?: Role
}

/** The content of a signed export link. */
export interface ExportRequest {
  table: string
  organization_id: string
  query: Record<string, unknown>
  expires_at: string
  asked_by: ExportAsker
  /** Set if the file is not a CSV named after its table. */
  file_name?: string
}

export type Caller = KeyCaller | SessionCaller

/** The outbox as webhook operations use it: encryption, URL checks and sample bodies. */
export interface WebhookTools {
  encrypt: (secret: string, webhook_id: string) => Uint8Array
  /** Checks a hook_url and the IP addresses that it resolves to; returns its endpoint, or the rule that it violates. */
  checkAddress: (hook_url: string) => Promise<{ endpoint: string } | { rule: string }>
  /** The JSON body of a test delivery. */
  sampleBody: (event: EventName) => string
}

/** The documents engine as issuing an order uses it. */
export interface DocumentTools {
  /** Whether documents of this channel are sent; otherwise they are stored. */
  sends: (channel: string) => boolean
  /** The signed URL of a document, readable without a key. */
  documentUrl: (organization_id: string, document_id: string, file_name: string) => string
}

/** A file that a mail carries, by its key in the file store. */
export interface MailAttachment {
  file_key: string
  file_name: string
  content_type: string
}

export interface NewMail {
  kind: 'invitation' | 'password_reset' | 'portal_invitation' | 'report'
  /** The organisation that sends it and in whose share it waits; omitted for sign-in mail, which belongs to none. */
  organization_id?: string
  recipient: string
  subject: string
  text: string
  /** Validity, for example of its token; the mail is not sent after that. */
  minutes: number
  /** Files of the organisation. */
  attachments?: readonly MailAttachment[]
}

/** A mail to be queued. Its text is encrypted, since it can contain a token. */
export interface PreparedMail extends Omit<NewMail, 'text'> {
  mail_id: string
  encrypted_text: Uint8Array
  /** false: no mail server is configured, and the mail is stored. */
  is_sent: boolean
}

/** First parts of links in mail. */
export interface MailLinks {
  base_url: string
  /** Address of the app that people sign in to; null if none is configured. */
  app_url: string | null
}

/** The mail engine as operations use it. */
export interface MailTools {
  prepare: (mail: NewMail) => PreparedMail
  /** Decrypts the text of a mail. */
  read: (encrypted_text: Uint8Array, mail_id: string) => string
  links: MailLinks
}

/** Encrypts secrets that the database stores, each bound to the id of what it belongs to. */
export interface SecretTools {
  encrypt: (secret: string, belongsTo: string) => Uint8Array
  decrypt: (encrypted: Uint8Array, belongsTo: string) => string
}

interface Call {
  caller: Caller
  /** The database's clock when the call was admitted, ISO 8601. Periods and expiries are computed from it. */
  now: string
  request_id: string
  /** Content-Type of the request, if present. */
  content_type: string | null
  /** The region of this service. */
  region: 'us' | 'eu'
  /** Base URL of this region's API, for URLs in responses. */
  base_url: string
  /** Signs an export request as a short-lived download URL; see tables/exports.ts. */
  exportUrl: (request: ExportRequest) => string
  webhooks: WebhookTools
  documents: DocumentTools
  mail: MailTools
  secrets: SecretTools
}

/** A read: `sql` runs on connections that cannot write. */
export interface ReadCall extends Call {
  sql: Sql
}

/** A write: `sql` is the one transaction of the call. It gets no files: reading them would keep the transaction open. */
export interface WriteCall extends Call {
  sql: Sql
}

/** The work before a write: `sql` cannot write, and files may take their time. */
export interface PrepareCall extends Call {
  sql: Sql
  files: Files
}
