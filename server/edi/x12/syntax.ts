/** Checks segments against the dictionary: what a 997 rejects, and what is never sent. */
import { type Element, elementsOf, syntaxNotes } from './dictionary.ts'
import { elementCodes, type Fault, segmentCodes } from './faults.ts'
import { componentMark, type Segment } from './segments.ts'

type ElementFaultKind = [code: string, expected: string]

/** Whether a text is a day of the calendar as CCYYMMDD. */
export const isDay = (text: string) => {
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
  const read = new Date(`${day}T00:00:00Z`)
  return /^\d{8}$/.test(text) && !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}

/** Sign and decimal point do not count towards the length of a number. */
const lengthOf = (text: string, type: Element['type']) =>
  type === 'R' || type === 'N0' || type === 'N2' ? text.replaceAll(/[-.]/g, '').length : text.length

const forms: Partial<Record<Element['type'], [form: RegExp, expected: string]>> = {
  R: [/^-?(\d+\.?\d*|\.\d+)$/, 'a decimal number'],
  N0: [/^-?\d+$/, 'a whole number'],
  N2: [/^-?\d+$/, 'a whole number with two implied decimals'],
  ID: [/^[A-Z0-9]+$/, 'a code of capital letters and digits'],
}

function faultOf(text: string, { type, min, max }: Element): ElementFaultKind | null {
  if (text === '') return [elementCodes.missing, 'a value']
  // Printable characters, those beyond ASCII included: partners send names in Latin-1.
  // oxlint-disable-next-line no-control-regex -- these are the characters that are looked for
  if (/[\u0000-\u001E\u007F-\u009F\uFFFD]/.test(text)) return [elementCodes.invalid_character, 'printable characters']
  const form = forms[type]
  if (form !== undefined && !form[0].test(text))
    return [type === 'ID' ? elementCodes.invalid_code : elementCodes.invalid_character, form[1]]
  const length = lengthOf(text, type)
  const size = min === max ? `${min}` : `${min} to ${max}`
  const unit = form !== undefined && type !== 'ID' ? 'digits' : 'characters'
  if (type !== 'DT' && length < min) return [elementCodes.too_short, `${size} ${unit}`]
  if (type !== 'DT' && length > max) return [elementCodes.too_long, `${size} ${unit}`]
  if (type === 'DT' && !isDay(text)) return [elementCodes.invalid_date, 'a date as CCYYMMDD']
  if (type === 'TM' && !/^([01]\d|2[0-3])[0-5]\d([0-5]\d\d{0,2})?$/.test(text))
    return [elementCodes.invalid_time, 'a time as HHMM']
  return null
}

interface Note {
  kind: string
  places: number[]
}

const notes = new Map<string, Note[]>(
  Object.entries(syntaxNotes).map(([tag, text]) => [
    tag,
    text.split(' ').map((note) => ({ kind: note[0]!, places: note.slice(1).match(/../g)!.map(Number) })),
  ]),
)

/** The element that a syntax note demands and that is missing. */
function unmet({ kind, places }: Note, has: (place: number) => boolean): number | null {
  const [first, ...others] = places
  const missing = places.find((place) => !has(place)) ?? null
  if (kind === 'P') return places.some(has) ? missing : null
  if (kind === 'R') return places.some(has) ? null : first!
  if (!has(first!)) return null
  return kind === 'C' ? missing : others.some(has) ? null : others[0]!
}

/** Product numbers come in pairs of qualifier and number; so do the doors and quantities of SDQ. */
const pairs: Record<string, string> = { 235: '234', 67: '380' }

const conditionFault: ElementFaultKind = [elementCodes.condition, 'a value, because of the elements beside it']

type Report = (place: number, fault: ElementFaultKind) => void

/** From the first element to the last one that is present or must be. */
function checkElements(segment: Segment, elements: readonly Element[], report: Report): void {
  const last = Math.max(segment.length - 1, elements.findLastIndex(({ mandatory }) => mandatory) + 1)
  for (let place = 1; place <= last && place <= elements.length; place++) {
    const [element, next] = [elements[place - 1]!, elements[place]]
    const [text, nextText] = [segment[place] ?? '', segment[place + 1] ?? '']
    const fault = text === '' && !element.mandatory ? null : faultOf(text, element)
    if (fault !== null) report(place, fault)
    const isPair = next !== undefined && pairs[element.reference] === next.reference
    if (isPair && (text === '') !== (nextText === '')) report(text === '' ? place : place + 1, conditionFault)
  }
}

function segmentFaults(segment: Segment, position: number, version: string): Fault[] {
  const tag = segment[0] ?? ''
  const elements = elementsOf(tag, version)
  if (elements === undefined) {
    const expected = 'a segment of this transaction set'
    return [{ tag, position, element: null, reference: null, code: segmentCodes.unrecognized, found: tag, expected }]
  }
  if (elements === null) return []
  const faults: Fault[] = []
  const report: Report = (place, [code, expected]) => {
    const text = segment[place] ?? ''
    const shownValue = text === '' ? null : text.replaceAll(componentMark, ':')
    faults.push({
      tag,
      position,
      element: place,
      reference: elements[place - 1]!.reference,
      code,
      found: shownValue,
      expected,
    })
  }
  checkElements(segment, elements, report)
  for (const note of notes.get(tag) ?? []) {
    const place = unmet(note, (one) => (segment[one] ?? '') !== '')
    if (place !== null) report(place, conditionFault)
  }
  return faults
}

/** Faults of a set's segments, without ST and SE. */
export const syntaxFaults = (segments: readonly Segment[], version: string): Fault[] =>
  segments.flatMap((segment, i) => segmentFaults(segment, i + 2, version))
