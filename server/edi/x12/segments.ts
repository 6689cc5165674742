/**
 * X12 as text: an interchange consists of segments, a segment of elements, separated by four characters that the
 * interchange itself declares. Nothing here knows what a segment means.
 */

/** A fault in an interchange, as a sentence that names the position. */
export class X12Error extends Error {}

export interface Delimiters {
  element: string
  component: string
  /** null before version 004020, which has no repetition. */
  repetition: string | null
  segment: string
}

export const defaultDelimiters: Delimiters = { element: '*', component: '>', repetition: '^', segment: '~' }

/** The segment's name, then its elements; an omitted element is an empty string. */
export type Segment = readonly string[]

const isaLength = 106
const segmentsMax = 1_000_000

/** Text in the character set of X12: accents are dropped, and characters without an equivalent become a question mark. */
export function plainText(text: string, delimiters: Delimiters = defaultDelimiters): string {
  const { element, component, repetition, segment } = delimiters
  const apart = new Set([element, component, repetition, segment])
  return Array.from(text.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
    .map((letter) => (apart.has(letter) || /[\s\p{C}]/u.test(letter) ? ' ' : /[\x21-\x7e]/.test(letter) ? letter : '?'))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim()
}

/** Descriptive text, cut if it is too long. */
export const freeText = (text: string | null, lengthMax: number): string =>
  text === null ? '' : plainText(text).slice(0, lengthMax).trim()

/** Identifying text. It is never cut or changed, since it would then identify something else; unsuitable text is refused. */
export function identifier(text: string, lengthMax: number, what: string): string {
  const plain = plainText(text)
  if (plain !== text || plain.length === 0)
    throw new X12Error(`${what} "${text}" contains characters that X12 cannot represent.`)
  if (plain.length > lengthMax)
    throw new X12Error(`${what} "${text}" is longer than ${lengthMax} characters, the maximum in X12.`)
  return plain
}

/** Empty elements at the end of a segment are not written. */
export function writeSegment(segment: Segment, { element, segment: terminator }: Delimiters): string {
  const last = segment.findLastIndex((text) => text !== '')
  return segment.slice(0, last + 1).join(element) + terminator
}

/** Reads the four delimiters from their fixed positions: ISA is the only segment of fixed length. */
function readDelimiters(text: string, at: number): Delimiters {
  const isa = text.slice(at, at + isaLength)
  if (!isa.startsWith('ISA'))
    throw new X12Error(`An interchange must begin with ISA; character ${at + 1} starts something else.`)
  if (isa.length < isaLength) throw new X12Error('The ISA segment is too short; it must have 106 characters.')
  const [element, component, segment] = [isa[3]!, isa[104]!, isa[105]!]
  const repetition = isa[82]!
  if (/[A-Za-z0-9 ]/.test(element + component + segment) || new Set([element, component, segment]).size < 3)
    throw new X12Error('The ISA segment does not name three different delimiters.')
  if (isa.slice(0, 105).split(element).length !== 17)
    throw new X12Error('The ISA segment does not have its 16 elements at their fixed positions.')
  return { element, component, segment, repetition: /[A-Za-z0-9 ]/.test(repetition) ? null : repetition }
}

const isSpace = (letter: string | undefined) => letter !== undefined && /[\s\uFEFF]/.test(letter)

function skipSpace(text: string, at: number): number {
  let next = at
  while (isSpace(text[next])) next++
  return next
}

export interface ReadSegments {
  delimiters: Delimiters
  segments: Segment[]
}

/** Splits a file into its interchanges, each with its own delimiters; line breaks after segments are ignored. */
export function readSegments(text: string): ReadSegments[] {
  const found: ReadSegments[] = []
  let at = skipSpace(text, 0)
  if (at >= text.length) throw new X12Error('The file is empty.')
  while (at < text.length) {
    const delimiters = readDelimiters(text, at)
    const segments: Segment[] = []
    let ended = false
    while (!ended) {
      const end = text.indexOf(delimiters.segment, at)
      if (end < 0) throw new X12Error('The file ends before the interchange does; IEA is missing.')
      if (segments.length >= segmentsMax) throw new X12Error('The interchange has more than 1,000,000 segments.')
      const segment = text.slice(at, end).split(delimiters.element)
      segments.push(segment)
      ended = segment[0] === 'IEA'
      at = skipSpace(text, end + 1)
    }
    found.push({ delimiters, segments })
  }
  return found
}
