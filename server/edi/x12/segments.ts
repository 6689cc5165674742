/**
 * X12 as text: an interchange consists of segments, a segment of elements, separated by four characters that the
 * interchange itself declares. Nothing here knows what a segment means.
 */
import { X12Error } from './faults.ts'

export interface Delimiters {
  element: string
  component: string
  /** null before version 004020, which has no repetition. */
  repetition: string | null
  segment: string
}

/** The segment's name, then its elements; an omitted element is an empty string. */
export type Segment = readonly string[]

/** Stands between the components of a composite element, whatever the interchange puts there. */
export const componentMark = '\u001F'

const isaLength = 106
const isaWidths = [2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1]
const segmentsMax = 1_000_000

/** A file that is no interchange, or stops being one; nothing after this place can be read. */
export class UnreadableError extends X12Error {
  /** Element I18. */
  readonly note_code: string
  constructor(note_code: string, message: string) {
    super(message)
    this.note_code = note_code
  }
}

/** Names the element of ISA that is too long or too short. */
function checkWidths(isa: string, element: string): void {
  const elements = isa.slice(0, 105).split(element)
  const wrong = isaWidths.findIndex((width, i) => elements[i + 1]?.length !== width)
  if (wrong < 0 && elements.length === isaWidths.length + 1) return
  const where = wrong < 0 ? '' : ` ISA${String(wrong + 1).padStart(2, '0')} must have ${isaWidths[wrong]} characters.`
  throw new UnreadableError('022', `The ISA segment does not have its 16 elements at their fixed positions.${where}`)
}

/** Reads the four delimiters from their fixed positions: ISA is the only segment of fixed length. */
function readDelimiters(text: string, at: number): Delimiters {
  const isa = text.slice(at, at + isaLength)
  if (!isa.startsWith('ISA'))
    throw new UnreadableError('022', `An interchange must begin with ISA; character ${at + 1} starts something else.`)
  if (isa.length < isaLength)
    throw new UnreadableError('023', 'The ISA segment is too short; it must have 106 characters.')
  const [element, component, segment] = [isa[3]!, isa[104]!, isa[105]!]
  if (/[A-Za-z0-9 ]/.test(element)) throw new UnreadableError('026', `"${element}" cannot separate elements.`)
  checkWidths(isa, element)
  const repetition = /[A-Za-z0-9 ]/.test(isa[82]!) ? null : isa[82]!
  if (/[A-Za-z0-9 ]/.test(segment)) throw new UnreadableError('004', `"${segment}" cannot end segments.`)
  if (/[A-Za-z0-9 ]/.test(component)) throw new UnreadableError('027', `"${component}" cannot separate components.`)
  if (new Set([element, component, segment]).size < 3)
    throw new UnreadableError('022', 'The ISA segment does not name three different delimiters.')
  return { element, component, segment, repetition }
}

/** White space of ASCII and Latin-1, and the byte order mark; files are read as Latin-1. */
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff

export function skipSpace(text: string, at: number): number {
  let next = at
  while (isSpace(text.charCodeAt(next))) next++
  return next
}

/** Past a run of one character: of terminators, it is of empty segments. */
export function skipCode(text: string, at: number, code: number): number {
  let next = at
  while (text.charCodeAt(next) === code) next++
  return next
}

/** Shared by all segments without content, of which a file may have a million. */
const empty: Segment = ['']

export interface ReadSegments {
  delimiters: Delimiters
  /** The last one is IEA unless the file ends before it. */
  segments: Segment[]
}

/**
 * Whether the text ends with a whole IEA that lacks its terminator alone: it counts groups and repeats the control number of
 * its ISA, so no byte of it is missing.
 */
export const endsWhole = (iea: Segment, isa: Segment): boolean =>
  iea.length === 3 && iea[0] === 'IEA' && /^\d{1,5}$/.test(iea[1]!) && iea[2]!.trim() === isa[13]!.trim()

/** One interchange from here on, up to IEA, the next ISA or the end of the file. */
function readOne(text: string, start: number): ReadSegments & { end: number } {
  const delimiters = readDelimiters(text, start)
  const segments: Segment[] = []
  let at = start
  while (at < text.length && segments.at(-1)?.[0] !== 'IEA') {
    const terminatorAt = text.indexOf(delimiters.segment, at)
    const end = terminatorAt < 0 ? text.length : terminatorAt
    const segment = end === at ? empty : text.slice(at, end).split(delimiters.element)
    if (segment[0] === 'ISA' && segments.length > 0) break
    // A segment without its terminator is not known to be whole, except an IEA that repeats the number of its ISA.
    if (terminatorAt < 0 && !(segments.length > 0 && endsWhole(segment, segments[0]!)))
      return { delimiters, segments, end }
    if (segments.length >= segmentsMax) throw new UnreadableError('022', 'The interchange has over 1,000,000 segments.')
    segments.push(segment)
    at = skipSpace(text, end + 1)
  }
  return { delimiters, segments, end: at }
}

export interface ReadFile {
  interchanges: ReadSegments[]
  /** Why the rest of the file cannot be read. */
  unread: UnreadableError | null
}

/** Splits a file into its interchanges, each with its own delimiters; line breaks after segments are ignored. */
export function readSegments(text: string): ReadFile {
  const interchanges: ReadSegments[] = []
  let at = skipSpace(text, 0)
  if (at >= text.length) return { interchanges, unread: new UnreadableError('023', 'The file is empty.') }
  try {
    while (at < text.length) {
      const { end, ...one } = readOne(text, at)
      interchanges.push(one)
      at = end
    }
  } catch (error) {
    if (error instanceof UnreadableError) return { interchanges, unread: error }
    throw error
  }
  return { interchanges, unread: null }
}
