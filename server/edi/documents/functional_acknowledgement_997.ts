/**
 * The acknowledgement of a functional group, transaction set 997: which sets have the form of the standard, and where
 * one has not.
 */
import { freeText } from '../x12/characters.ts'
import { elementCodes, segmentCodes } from '../x12/faults.ts'
import { componentMark, type Segment } from '../x12/segments.ts'
import type { OutgoingSet } from '../x12/write_interchange.ts'
import { type Content, contentOf, type Placed, segment, type Segments } from './fields.ts'

/** A fault in an element (AK4). */
export interface ElementFault {
  /** From 1. */
  element: number
  /** Within a composite element, from 1. */
  component: number | null
  /** Number of the data element in the X12 dictionary. */
  reference: string | null
  /** Element 723. */
  code: string
  /** The invalid value. */
  value: string | null
}

/** A segment with a fault (AK3). */
export interface SegmentFault {
  tag: string
  /** ST is segment 1. */
  position: number
  /** Element 720; null if only elements have faults. */
  code: string | null
  elements: ElementFault[]
}

export interface AcknowledgedSet {
  /** E.g. 850. */
  type: string
  control_number: string
  verdict: 'accepted' | 'accepted_with_errors' | 'rejected'
  segments: SegmentFault[]
  /** Element 718: faults of the set as a whole (AK502 to AK506). */
  codes: string[]
}

export interface FunctionalAcknowledgement997 {
  /** Code of the acknowledged group, e.g. PO. */
  group_code: string
  group_control_number: string
  verdict: 'accepted' | 'accepted_with_errors' | 'partially_accepted' | 'rejected'
  sets_included: number
  sets_received: number
  sets_accepted: number
  /** Element 716: faults of the group (AK905 to AK909). */
  codes: string[]
  sets: AcknowledgedSet[]
}

const setVerdicts = { accepted: 'A', accepted_with_errors: 'E', rejected: 'R' } as const
const groupVerdicts = { ...setVerdicts, partially_accepted: 'P' } as const
/** Element 715 and 717 as partners send them: a failed authentication (M), assurance (W) or decryption (X) rejects. */
const readGroupVerdicts: Readonly<Record<string, FunctionalAcknowledgement997['verdict']>> = {
  A: 'accepted',
  E: 'accepted_with_errors',
  P: 'partially_accepted',
  R: 'rejected',
  M: 'rejected',
  W: 'rejected',
  X: 'rejected',
}
const readSetVerdicts: Readonly<Record<string, AcknowledgedSet['verdict']>> = {
  A: 'accepted',
  E: 'accepted_with_errors',
  P: 'accepted_with_errors',
  R: 'rejected',
  M: 'rejected',
  W: 'rejected',
  X: 'rejected',
}
const codesMax = 5

function writeElementFault({ element, component, reference, code, value }: ElementFault): Segment {
  const place = component === null ? String(element) : `${element}${componentMark}${component}`
  return segment('AK4', place, reference, code, freeText(value, 99))
}

/** What identifies nothing in the standard is reported by the nearest that an acknowledgement can say. */
const codeOf = (text: string, instead: string): string => (/^[A-Z0-9]{2,3}$/.test(text) ? text : instead)
const numberOf = (text: string): string => (/^[\x21-\x7e]{1,9}$/.test(text) ? text : '0000')
const unknownSegment = 'ZZ'
const unknownSet = '000'

const writeSegmentFault = ({ tag, position, code, elements }: SegmentFault): Segment[] => [
  segment('AK3', codeOf(tag, unknownSegment), position, '', code ?? segmentCodes.element_faults),
  ...elements.map(writeElementFault),
]

const writeSet = ({ type, control_number, verdict, segments, codes }: AcknowledgedSet): Segment[] => [
  segment('AK2', codeOf(type, unknownSet), numberOf(control_number)),
  ...segments.flatMap(writeSegmentFault),
  segment('AK5', setVerdicts[verdict], ...codes.slice(0, codesMax)),
]

export function write997(answer: FunctionalAcknowledgement997): OutgoingSet {
  const { group_code, group_control_number, verdict, sets_included, sets_received, sets_accepted, codes } = answer
  const counts = [sets_included, sets_received, sets_accepted]
  const segments = [
    segment('AK1', group_code, group_control_number),
    ...answer.sets.flatMap(writeSet),
    segment('AK9', groupVerdicts[verdict], ...counts, ...codes.slice(0, codesMax)),
  ]
  return { type: '997', segments }
}

const readCodes = (segment: Placed, from: number): string[] =>
  Array.from({ length: codesMax }, (_, i) => segment.text(from + i)).filter((code) => code !== null)

const verdictOf = <Verdict>(segment: Placed, verdicts: Readonly<Record<string, Verdict>>): Verdict =>
  verdicts[segment.need(1)] ??
  segment.refuse(1, elementCodes.invalid_code, `one of ${Object.keys(verdicts).join(', ')}`)

function readElementFault(ak4: Placed): ElementFault {
  const [element, component] = ak4.need(1).split(componentMark).map(Number)
  if (!Number.isSafeInteger(element)) ak4.refuse(1, elementCodes.invalid_character, 'the position of an element')
  const place = { element: element!, component: component ?? null }
  return { ...place, reference: ak4.text(2), code: ak4.need(3), value: ak4.text(4) }
}

function readSegmentFault(loop: Segments): SegmentFault {
  const ak3 = loop.need('AK3')
  const elements = loop.filter('AK4').map(readElementFault)
  const code = ak3.text(4)
  const isGeneral = elements.length > 0 && code === segmentCodes.element_faults
  return { tag: ak3.need(1), position: ak3.needInteger(2), code: isGeneral ? null : code, elements }
}

function readSet(loop: Segments): AcknowledgedSet {
  const [ak2, ak5] = [loop.need('AK2'), loop.need('AK5')]
  return {
    type: ak2.need(1),
    control_number: ak2.need(2),
    verdict: verdictOf(ak5, readSetVerdicts),
    segments: loop.loops('AK3', ['AK5']).loops.map(readSegmentFault),
    codes: readCodes(ak5, 2),
  }
}

export function read997(content: Content): FunctionalAcknowledgement997 {
  const all = contentOf(content, '997')
  const [ak1, ak9] = [all.need('AK1'), all.need('AK9')]
  return {
    group_code: ak1.need(1),
    group_control_number: ak1.need(2),
    verdict: verdictOf(ak9, readGroupVerdicts),
    sets_included: ak9.needInteger(2),
    sets_received: ak9.needInteger(3),
    sets_accepted: ak9.needInteger(4),
    codes: readCodes(ak9, 5),
    sets: all.loops('AK2', ['AK9']).loops.map(readSet),
  }
}
