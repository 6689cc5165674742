/** What a channel is to the worker: something that sends one paper and says what became of it. */
import type { Job } from '../queue/kind.ts'
import type { ChannelName } from './queue.ts'

/** A paper that the worker holds under its lease. */
export interface Outgoing extends Job {
  document_id: string
  channel: ChannelName
  purchase_order_id: string
  name: string
  revision: number
  recipient: string | null
  /** As it was enqueued. */
  payload: object
  created_at: string
  /** The database's clock when it was claimed. */
  unix_seconds: number
}

export interface Sending {
  is_sent: boolean
  /** The status of an HTTP answer, or the code of a mail server's reply; null where there was none. */
  status: number | null
  /** The beginning of what was answered, or why there was no answer. */
  detail: string | null
  /** Sending the same again cannot help: it fails at once. */
  is_final?: boolean
}

export interface Channel {
  /** Sends one paper within limits.outbound_timeout_seconds. A failure is data; what is thrown counts as one too. */
  send: (document: Outgoing) => Promise<Sending>
}

/** The channels that this process has something to send with; papers of others are left to a process that has. */
export type Channels = Partial<Record<ChannelName, Channel>>
