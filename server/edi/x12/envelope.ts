/** An interchange holds functional groups, a group holds transaction sets; each is counted and numbered. */
import type { UnreadableError, Delimiters, Segment } from './segments.ts'

export interface EdiParty {
  /** E.g. 01 for a D-U-N-S number, 12 for a telephone number, ZZ for mutually defined. */
  qualifier: string
  id: string
}

export interface Transaction {
  /** E.g. 850. */
  type: string
  control_number: string
  /** Version of its group, e.g. 004010. */
  version: string
  /** Without ST and SE. */
  segments: Segment[]
}

/** A set as it was found. */
export interface ReadTransaction extends Transaction {
  /** Number of its ST in the interchange; ISA is segment 1. */
  position: number
  /** Element 718: what is wrong with its envelope. */
  codes: string[]
}

export interface FunctionalGroup {
  /** E.g. PO for purchase orders. */
  code: string
  sender: string
  receiver: string
  control_number: string
  /** E.g. 004010 or 004010VICS. */
  version: string
  /** As its GE counts them. */
  sets_included: number
  /** Element 716: what is wrong with its envelope. */
  codes: string[]
  transactions: ReadTransaction[]
}

/** What is wrong with the envelope of an interchange. */
export interface InterchangeFault {
  /** Element I18. */
  note_code: string
  /** Its groups may be processed nevertheless. */
  accepted: boolean
  sentence: string
}

export interface Interchange {
  sender: EdiParty
  receiver: EdiParty
  /** As sent: YYMMDD and HHMM. */
  date: string
  time: string
  /** ISA12, e.g. 00401. */
  version: string
  /** As sent, 9 digits. */
  control_number: number
  /** Its sender wants a TA1. */
  acknowledgement_requested: boolean
  /** T: test, P: production. */
  usage: string
  delimiters: Delimiters
  /** TA1 segments: acknowledgements of interchanges that we sent. */
  acknowledgements: Segment[]
  fault: InterchangeFault | null
  groups: FunctionalGroup[]
}

export interface ReadEnvelope {
  interchanges: Interchange[]
  /** Why the rest of the file cannot be read; null if all of it was. */
  unread: UnreadableError | null
}

/** Day and time of an interchange as YYYY-MM-DDTHH:MM; null where it states none. ISA has two digits of the year. */
export function sentAt({ date, time }: Pick<Interchange, 'date' | 'time'>): string | null {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(date) ?? []
  const [, hour, minute] = /^(\d\d)(\d\d)/.exec(time) ?? []
  return day === undefined || minute === undefined ? null : `20${year}-${month}-${day}T${hour}:${minute}`
}

/** Versions (GS08) whose elements are known: 4010 to 5010 and what lies between, with any suffix such as VICS. */
export const isKnownVersion = (version: string): boolean => /^00[45]0\d\d/.test(version)

/** Functional group of a transaction set (element 479). */
export const groupCodes: Record<string, string> = {
  810: 'IN',
  846: 'IB',
  850: 'PO',
  852: 'PD',
  855: 'PR',
  856: 'SH',
  860: 'PC',
  865: 'CA',
  997: 'FA',
}

/** With those that are read alone. */
export const receivedGroupCodes: Record<string, string> = { ...groupCodes, 820: 'RA', 824: 'AG', 864: 'TX' }
