/**
 * The form of the lists of what is understood: of each document that arrives, the segments, elements and codes that have
 * an effect here, and what may be passed over because it tells neither price, quantity, date, place, currency nor
 * identity. Whatever is in no list is reported as a problem of the document (walk.ts).
 */

import { knownBases } from './units.ts'

/** Where a segment stands: before the first line, in a line, below an item of a pack (SLN), or from CTT on. */
export type Area = 'header' | 'line' | 'component' | 'end'

/** Codes of an element that are understood; null where any value is. */
type Codes = readonly string[] | null

export interface SegmentRule {
  segment: string
  areas: readonly Area[]
  /** What is read from it, or why all of it may be passed over. */
  meaning: string
  /** The codes by which the rule is chosen, by element: '' is an empty element, null any value but that. */
  when?: Readonly<Record<number, Codes>>
  /** Further elements that are read. */
  read?: Readonly<Record<number, Codes>>
  /** Elements that may be passed over, with the reason. */
  ignored?: Readonly<Record<number, string>>
  /** Pairs of qualifier and number from an element on, with the qualifiers that may stand there. */
  pairs?: { from: number; to: number; qualifiers: Codes }
  /** Several may differ in one place; otherwise a second one with the same codes is a contradiction. */
  repeats?: true
  /** The whole segment may be passed over. */
  is_ignored?: true
}

export interface UnderstoodSet {
  /** E.g. 850. */
  document_type: string
  /** The segment that begins a line. */
  line: string
  rules: readonly SegmentRule[]
}

/** Element 235: numbers that identify an item, the account's and ours. */
const identifying = ['SK', 'IN', 'BP', 'CB', 'PI', 'VN', 'VP', 'VC', 'VA', 'UP', 'EN', 'UK', 'UI']
/** Element 235: numbers of style, colour and size, which describe the item that another number identifies. */
const describing = ['BO', 'IZ', 'IT', 'SZ', 'VE', 'CM', 'SM', 'ST', 'CL', 'CG', 'DV']
export const itemQualifiers = [...identifying, ...describing]

/** Element 639: a price for a number of units, such as each, a dozen or a hundred, or for the unit that is ordered. */
export const priceBases = knownBases

/** Element 355: units that count single units. */
export const countableUnits = ['EA', 'UN', 'PC', 'PR', 'DZ']
/** Element 355: units that measure an item, so that PO402 and PO403 describe it. */
export const measures = ['OZ', 'FO', 'LB', 'KG', 'GR', 'ML', 'LT', 'IN', 'CM', 'FT', 'MR', 'YD']

const parcel = 'Weight, volume and measures of the pack: what ships is weighed and measured when it is packed.'
const ofParcel = { 4: parcel, 5: parcel, 6: parcel, 7: parcel, 8: parcel, 9: parcel, 10: parcel, 11: parcel, 12: parcel, 13: parcel } // prettier-ignore

/** PO4 in a line: how many units are in the unit that is ordered. */
export const packRules: readonly SegmentRule[] = [
  {
    segment: 'PO4',
    areas: ['line'],
    meaning: 'Units in the unit that is ordered: inner packs (01) times units of each (14).',
    when: { 3: [''] },
    read: { 1: null, 14: null },
    ignored: ofParcel,
  },
  {
    segment: 'PO4',
    areas: ['line'],
    meaning:
      'The same; a size in single units (02, 03) other than 1 gives the pack two readings, and a person is asked.',
    when: { 3: countableUnits },
    read: { 1: null, 2: null, 14: null },
    ignored: ofParcel,
  },
  {
    segment: 'PO4',
    areas: ['line'],
    meaning: 'The same, where 02 and 03 measure the item itself, such as 8 ounces.',
    when: { 3: measures },
    read: { 1: null, 14: null },
    ignored: { 2: 'The size of the item, which its number identifies.', ...ofParcel },
  },
]

export const doorRule: SegmentRule = {
  segment: 'SDQ',
  areas: ['line'],
  meaning:
    'The quantity by store, by the numbers of the account; in the unit of the line. In an order, a line names a store once.',
  read: { 1: null, 2: ['', '92'] },
  pairs: { from: 3, to: 22, qualifiers: null },
  repeats: true,
}

export const passedOver = (segment: string, areas: readonly Area[], meaning: string): SegmentRule => ({
  segment,
  areas,
  meaning,
  is_ignored: true,
})

/** Element 349: a description in words; one by codes alone (S) is reported. */
const inWords = ['', 'F', 'X']
const ofDescription = {
  2: 'What of the item the words describe.',
  3: 'Who gives the code beside the words.',
  4: 'A code beside the words.',
  6: 'Which surface or layer the words describe.',
  9: 'The language of the words.',
}

/** The first words of a line are its title. */
export const description: SegmentRule = {
  segment: 'PID',
  areas: ['line'],
  meaning: 'Describes the item in words; its numbers identify it. The first text is kept as the title of the line.',
  when: { 1: inWords },
  read: { 5: null },
  ignored: ofDescription,
  repeats: true,
}

/** Words that are no title here. */
export const wordsOf = (areas: readonly Area[]): SegmentRule => ({
  segment: 'PID',
  areas,
  meaning: 'Describes the item in words; its numbers identify it.',
  when: { 1: inWords },
  ignored: { ...ofDescription, 5: 'Words; the numbers identify the item.' },
  repeats: true,
})
export const contacts = passedOver('PER', ['header', 'line'], 'Contacts, which are blanked before anything is stored.')
