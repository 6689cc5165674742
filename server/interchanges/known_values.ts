/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

export const ediDirections = named('EdiDirection', ['inbound', 'outbound'])

/** Ways a document travels: X12 over EDI, or another way between the account and the organisation. */
export const ediNetworks = named('EdiNetwork', ['edi_network', 'email', 'upload', 'link', 'portal'])

/** Documents written for accounts. */
export const sentEdiDocumentTypes = named('EdiDocumentNumber', ['810', '846', '855', '856', '865', '997'])
export type SentEdiDocumentType = (typeof sentEdiDocumentTypes)[number]

/**
 * Outbound: queued, sent, accepted and rejected (the account's 997), failed, stored for a person to fetch, or withdrawn
 * before it was sent. Inbound: received, then processed, rejected (its syntax is broken), held (a person decides) or unsupported.
 */
export const ediDocumentStates = named('EdiDocumentState', [
  'queued',
  'stored',
  'sent',
  'accepted',
  'rejected',
  'failed',
  'withdrawn',
  'received',
  'processed',
  'held',
  'unsupported',
])
export type EdiDocumentState = (typeof ediDocumentStates)[number]

/** Inbound interchanges: received and waiting, read, or put aside because the control number was used before. */
export const interchangeStates = named('EdiInterchangeState', ['received', 'read', 'rejected', 'held', 'written'])

/** Transports with a connection; stored needs none. */
export const connectionTransports = ['folder', 'http', 'sftp'] as const
export type ConnectionTransport = (typeof connectionTransports)[number]

/** polled: the account's interchanges are fetched. */
export const connectionStates = ['polled', 'sending_only'] as const
