/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

/**
 * Until when an account may cancel what it booked: not at all, until the notice days before the ship window begins, or
 * until the goods are shipped.
 */
export const cancellationTerms = ['not_cancellable', 'notice_period', 'until_shipped'] as const
export type CancellationTerm = (typeof cancellationTerms)[number]

/** A store, or a distribution centre that receives for stores. */
export const doorKinds = ['store', 'dc'] as const

export const accountContactTypes = ['buyer', 'planner', 'logistics', 'finance', 'edi', 'other'] as const

/** X12 versions, as partners name them. */
export const ediVersions = ['4010', '5010'] as const

/** X12 documents that an account can take from the organisation. */
export const ediDocumentsTaken = ['810', '846', '855', '856', '865', '997'] as const

/** How interchanges travel. stored: kept for a person to fetch. */
export const ediTransports = ['stored', 'folder', 'http', 'sftp'] as const
