/** The interface between the worker and a channel: a channel sends one document and reports the result. */
import { type ChannelName } from './known_values.ts'
import type { Job, Kind } from '../queue/kind.ts'
import type { ClaimedOutboundDocument } from './store.ts'

/** A document that the worker holds under its lease. */
export interface Outgoing extends Job, ClaimedOutboundDocument {
  /** The database's clock when it was claimed. */
  unix_seconds: number
}

export interface SendResult {
  is_sent: boolean
  /** Status of the HTTP response, or reply code of the mail server; null without a response. */
  status: number | null
  /** Beginning of the response, or why there was none. */
  detail: string | null
  /** true: a retry cannot succeed, so the document fails at once. */
  is_final?: boolean
}

/** The outcome of sending as the queue takes it; the same for every kind that sends. */
export const sending: Pick<Kind<Job, SendResult>, 'failed' | 'evaluate'> = {
  failed: (reason) => ({ is_sent: false, status: null, detail: reason === 'timed_out' ? reason : reason.message }),
  evaluate: ({ is_sent, is_final, status, detail }) => ({
    is_done: is_sent,
    is_final,
    is_timed_out: status === null && detail === 'timed_out',
  }),
}

export interface Channel {
  /** Sends one document within limits.outbound_timeout_seconds. Failures are returned; an exception counts as one too. */
  send: (document: Outgoing) => Promise<SendResult>
}

/** The channels that are configured in this process. Documents of other channels are left to other processes. */
export type Channels = Partial<Record<ChannelName, Channel>>
