/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

/** email, edi and link carry an order to its supplier; warehouse announces it to its destination. */
export const channelNames = named('DocumentChannel', ['email', 'edi', 'link', 'warehouse'])

export type ChannelName = (typeof channelNames)[number]

export const documentStates = named('DocumentState', ['queued', 'sent', 'failed', 'stored', 'replaced'])
