/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

/**
 * Until when an account may cancel what it booked: not at all, until the notice days before the ship window begins, or
 * until the goods are shipped.
 */
export const cancellationTerms = named('CancellationTerms', ['not_cancellable', 'notice_period', 'until_shipped'])
export type CancellationTerm = (typeof cancellationTerms)[number]

/** A store, or a distribution centre that receives for stores. */
export const doorKinds = named('DoorKind', ['store', 'dc'])

/**
 * invited: the latest invitation can be accepted. expired: it was not accepted in time. accepted: the person opened the
 * portal. revoked: the seat was closed.
 */
export const portalSeatStates = ['invited', 'expired', 'accepted', 'revoked'] as const

export const accountContactTypes = named('AccountContactType', [
  'buyer',
  'planner',
  'logistics',
  'finance',
  'edi',
  'other',
])

/** X12 versions, as partners name them. */
export const ediVersions = named('EdiVersion', ['4010', '4030', '5010'])

/** What an account means by a price for each (PE) of goods that it orders in packs. */
export const eachPrices = named('EachPrice', ['each', 'ordered_unit'])

/** Kinds of numbers that an account gives items (element 235): part, catalogue, item, item code, stock keeping unit. */
export const itemQualifiers = named('ItemQualifier', ['BP', 'CB', 'IN', 'PI', 'SK'])

/** Characters in documents: capital letters alone (basic), or all printable ASCII characters. */
export const characterSets = named('CharacterSet', ['basic', 'extended'])

/** Where a document that an account expects by a time stands: open, or sent in time or not. */
export const deadlineStates = named('DeadlineState', ['due', 'late', 'missed', 'met', 'met_late', 'undetermined'])
export type DeadlineState = (typeof deadlineStates)[number]

/** Units of weight in shipping notices (element 355): kilograms, pounds. */
export const weightUnits = named('WeightUnit', ['KG', 'LB'])

/** Where a report of sell-out (852) names the store of quantities: before them, or after them. */
export const storeLayouts = named('StoreLayout', ['before', 'after'])

/** X12 documents that an account can take from the organisation. */
export const ediDocumentsTaken = named('EdiDocumentNumber', ['810', '846', '855', '856', '865', '997'])

/** How interchanges travel. stored: kept for a person to fetch. */
export const ediTransports = named('EdiTransport', ['stored', 'folder', 'http', 'sftp'])

/** A booking ahead of the season, or one that is to ship at once. */
export const bookingTypes = named('BookingType', ['prebook', 'at_once'])

/** Who asked for a line to be held: the account, or the merchant's own people. */
export const bookHolders = named('BookHolder', ['account', 'merchant'])

/** person: recorded by a person or a program for one. order: recorded by a person, and since then a line of a sales order. */
export const bookSources = named('BookSource', ['person', 'order'])

/** How a booked line was confirmed; the same words as on a line of a sales order. */
export const bookVerdicts = named('LineVerdict', ['accepted', 'quantity_changed', 'rejected'])

/** What a row that an account's report lacks means: nothing is known, or no unit was sold. */
export const absenceConventions = named('AbsenceConvention', ['explicit_zero', 'row_omitted'])
export type AbsenceConvention = (typeof absenceConventions)[number]

/** The places that an account reports sell-out for; none: the account as a whole. */
export const locationGrains = named('LocationGrain', ['store', 'dc', 'none'])
export type LocationGrain = (typeof locationGrains)[number]

/** Whether the sales values of an account's reports contain sales tax. */
export const priceTaxBases = named('PriceTaxBasis', ['inclusive', 'exclusive'])

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
