/**
 * The interface between the queues and a transport. A transport knows bytes and names, and no documents. Sending may
 * happen more than once with the same bytes and the same name; fetching stores a file before it removes it from where it
 * arrived, so that a file is neither lost nor taken twice when a process dies.
 */
import type { SendResult } from '../../documents/channel.ts'

export interface Shipment {
  organization_id: string
  trading_partner_id: string
  interchange_id: string
  /** Contains the control number; the same on every attempt. */
  file_name: string
  bytes: Uint8Array
}

/** A connection as it is at the time of the attempt. */
export interface Connection {
  organization_id: string
  trading_partner_id: string
  settings: object
  /** Decrypted; null without one. Throws where it was encrypted with another key. */
  secret: () => string | null
}

export interface FetchedFile {
  file_name: string
  bytes: Uint8Array
  /** Larger than a file may be: `bytes` only identify it, and nothing of it is taken. */
  is_too_large?: boolean
}

export interface Transport {
  send: (shipment: Shipment, connection: Connection) => Promise<SendResult>
  /**
   * Passes each complete file to `store`, and puts it aside once that has resolved. Returns whether more is waiting.
   * Absent where nothing is fetched.
   */
  fetch?: (connection: Connection, store: (file: FetchedFile) => Promise<void>) => Promise<boolean>
}

export const sent: SendResult = { is_sent: true, status: null, detail: null }
export const notSent = (detail: string, is_final = false): SendResult => ({
  is_sent: false,
  status: null,
  detail,
  is_final,
})
