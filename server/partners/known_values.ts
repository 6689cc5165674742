/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

/**
 * Until when an account may cancel what it booked: not at all, until the notice days before the ship window begins, or
 * until the goods are shipped.
 */
export const cancellationTerms = ['not_cancellable', 'notice_period', 'until_shipped'] as const
export type CancellationTerm = (typeof cancellationTerms)[number]

/** A store, or a distribution centre that receives for stores. */
export const doorKinds = ['store', 'dc'] as const

/**
 * invited: the latest invitation can be accepted. expired: it was not accepted in time. accepted: the person opened the
 * portal. revoked: the seat was closed.
 */
export const portalSeatStates = ['invited', 'expired', 'accepted', 'revoked'] as const

export const accountContactTypes = ['buyer', 'planner', 'logistics', 'finance', 'edi', 'other'] as const

/** X12 versions, as partners name them. */
export const ediVersions = ['4010', '5010'] as const

/** X12 documents that an account can take from the organisation. */
export const ediDocumentsTaken = ['810', '846', '855', '856', '865', '997'] as const

/** How interchanges travel. stored: kept for a person to fetch. */
export const ediTransports = ['stored', 'folder', 'http', 'sftp'] as const

/** A booking ahead of the season, or one that is to ship at once. */
export const bookingTypes = ['prebook', 'at_once'] as const

/** Who asked for a line to be held: the account, or the merchant's own people. */
export const bookHolders = ['account', 'merchant'] as const

/** person: recorded by a person or a program for one. order: recorded by a person, and since then a line of a sales order. */
export const bookSources = ['person', 'order'] as const

/** How a booked line was confirmed; the same words as on a line of a sales order. */
export const bookVerdicts = ['accepted', 'quantity_changed', 'rejected'] as const

/** What a row that an account's report lacks means: nothing is known, or no unit was sold. */
export const absenceConventions = ['explicit_zero', 'row_omitted'] as const
export type AbsenceConvention = (typeof absenceConventions)[number]

/** The places that an account reports sell-out for; none: the account as a whole. */
export const locationGrains = ['store', 'dc', 'none'] as const
export type LocationGrain = (typeof locationGrains)[number]

/** Whether the sales values of an account's reports contain sales tax. */
export const priceTaxBases = ['inclusive', 'exclusive'] as const

/** Sources of a sell-out report. */
export const sellOutSources = ['file', 'edi_852'] as const
export type SellOutSource = (typeof sellOutSources)[number]

/** Why a row of a report was kept, to be read again once its item or door is on file. */
export const sellOutRefusalReasons = ['unknown_item', 'ambiguous_item', 'unknown_door', 'other_door_kind'] as const
export type SellOutRefusalReason = (typeof sellOutRefusalReasons)[number]

/** Why rows of sell-out are refused for good: the file itself must change. */
export const sellOutFaultReasons = [
  'unreadable_value',
  'no_item',
  'no_figure',
  'no_door',
  'future_period',
  'long_period',
] as const
export type SellOutFaultReason = (typeof sellOutFaultReasons)[number]
