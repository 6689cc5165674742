/**
 * Personal data of consumers is taken out of an interchange before it is stored: contacts (PER), and name and address
 * (N1 to N4) of parties that are persons. A party is a person if its entity code says so, or if goods or the invoice go
 * to it and it has no number in anybody's books, as the recipient of a drop shipment has none. State and country stay.
 */

import { redactedMark } from '../../../edi/documents/parties.ts'
import { skipCode, skipSpace } from '../../../edi/x12/segments.ts'

/** Element 98 for persons: end user, employee, postal mailing address. */
const consumerCodes = new Set(['EN', 'EY', '31'])
/** Persons unless they have a number: ship to, bill to, sold to, consignees, ordered by, and whom goods are marked for. */
const unlessNumbered = new Set(['ST', 'BT', 'SO', 'CN', 'IM', 'UC', 'MA', 'OB', 'Z7'])

const redacted = (elements: readonly string[], from: number, exempt: ReadonlySet<number> = new Set()): string[] =>
  elements.map((text, i) => (i < from || exempt.has(i) || text.trim() === '' ? text : redactedMark))

/** Kept in PER: codes that say which kind of number was there. */
const communicationQualifiers = new Set([3, 5, 7])
/** N401 city and N403 postal code go; N402 state and N404 country stay. */
const coarse = new Set([2, 4, 5, 6])

/** The elements of a segment with one of the tags below, redacted. */
function redactSegment(elements: readonly string[], isPerson: boolean): readonly string[] {
  switch (elements[0]) {
    case 'PER':
      return redacted(elements, 2, communicationQualifiers)
    case 'N1':
      return isPerson ? redacted(elements, 2, new Set([3, 4])) : elements
    case 'N2':
    case 'N3':
      return isPerson ? redacted(elements, 1) : elements
    default:
      // N4.
      return isPerson ? redacted(elements, 1, coarse) : elements
  }
}

/** Tags of segments that are blanked, or that belong to the party before them. */
const partyTags = new Set(['N1', 'N2', 'N3', 'N4', 'PER'])

/** The interchange without personal data. Segments and elements keep their places, so that its counts still hold. */
export function redact(text: string): string {
  const [element, terminator] = [text[3]!, text[105]!]
  const terminatorCode = text.charCodeAt(105)
  const pieces: string[] = []
  let [isPerson, copied, at] = [false, 0, 106]
  while (at < text.length) {
    at = skipCode(text, at, terminatorCode)
    const terminatorAt = text.indexOf(terminator, at)
    const end = terminatorAt < 0 ? text.length : terminatorAt
    const start = skipSpace(text, at)
    at = end + 1
    if (start >= end) continue
    const [first] = [text[start]]
    const tagEnd = first === 'N' ? start + 2 : start + 3
    const tag = text.slice(start, Math.min(tagEnd, end))
    const isParty = (first === 'N' || first === 'P') && partyTags.has(tag) && isTagEnd(text, tagEnd, end, element)
    if (!isParty) {
      isPerson = false
      continue
    }
    const elements = text.slice(start, end).split(element)
    if (tag === 'N1') {
      const code = elements[1] ?? ''
      const isNumbered = (elements[4] ?? '').trim() !== ''
      isPerson = consumerCodes.has(code) || (unlessNumbered.has(code) && !isNumbered)
    }
    const redactedElements = redactSegment(elements, isPerson)
    if (redactedElements === elements) continue
    pieces.push(text.slice(copied, start), redactedElements.join(element))
    copied = end
  }
  return pieces.join('') + text.slice(copied)
}

const isTagEnd = (text: string, at: number, end: number, element: string) => at === end || text[at] === element
