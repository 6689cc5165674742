/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

/** email, edi and link carry an order to its supplier; warehouse announces it to its destination. */
export const channelNames = ['email', 'edi', 'link', 'warehouse'] as const

export type ChannelName = (typeof channelNames)[number]

export const documentStates = ['queued', 'sent', 'failed', 'stored', 'replaced'] as const
