/**
 * Splits a file into its interchanges as text, before anything else is known of them, so that each is archived by itself
 * and to the byte. What cannot be told apart stays together, with the reason.
 */

import { endsWhole, skipCode, skipSpace } from '../../../edi/x12/segments.ts'

export interface InterchangePart {
  text: string
  /** Elements of ISA, ISA itself first; null where there is none. */
  isa: readonly string[] | null
  /** Why it cannot be read; null if it begins with ISA and ends with IEA. */
  fault: string | null
}

/** ISA has elements of fixed lengths, and a terminator. */
const isaElementLengths = [3, 2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1]
const isaLength = 106

/** The elements of ISA at this place; null if it does not have its fixed form. */
function isaAt(text: string, at: number): readonly string[] | null {
  const isa = text.slice(at, at + isaLength - 1)
  const elements = isa.split(isa[3] ?? '*')
  const isFixed = isaElementLengths.every((length, i) => elements[i]?.length === length)
  return isa.startsWith('ISA') && isFixed ? elements : null
}

/** End of the interchange that begins here; -1 if its IEA is missing. */
function endOf(text: string, at: number): number {
  const [element, terminator] = [text[at + 3]!, text[at + isaLength - 1]!]
  const terminatorCode = text.charCodeAt(at + isaLength - 1)
  const [isa, iea] = [`ISA${element}`, `IEA${element}`]
  let start = skipSpace(text, at + isaLength)
  for (;;) {
    start = skipCode(text, start, terminatorCode)
    const isEnvelope = text[start] === 'I'
    if (isEnvelope && text.startsWith(isa, start)) return -1
    const end = text.indexOf(terminator, start)
    if (end < 0) return endsWhole(text.slice(start).split(element), isaAt(text, at)!) ? text.length : -1
    if (isEnvelope && text.startsWith(iea, start)) return end + 1
    start = skipSpace(text, end + 1)
  }
}

/** null: the file has more interchanges than this. */
export function splitFile(text: string, interchanges_max: number): InterchangePart[] | null {
  const parts: InterchangePart[] = []
  let at = skipSpace(text, 0)
  if (at >= text.length) return [{ text, isa: null, fault: 'The file is empty.' }]
  while (at < text.length) {
    if (parts.length === interchanges_max) return null
    const isa = isaAt(text, at)
    if (isa === null) {
      const fault = 'It does not begin with an ISA segment of 106 characters.'
      return [...parts, { text: text.slice(at), isa: null, fault }]
    }
    const end = endOf(text, at)
    if (end < 0) {
      const next = nextIsa(text, at)
      const fault = 'It ends before its IEA segment.'
      parts.push({ text: text.slice(at, next), isa, fault })
      at = next
    } else {
      parts.push({ text: text.slice(at, end), isa, fault: null })
      at = skipSpace(text, end)
    }
  }
  return parts
}

/** Start of the next interchange after one without an end. */
function nextIsa(text: string, at: number): number {
  const [element, terminator] = [text[at + 3]!, text[at + isaLength - 1]!]
  for (
    let next = text.indexOf(`ISA${element}`, at + isaLength);
    next > 0;
    next = text.indexOf(`ISA${element}`, next + 1)
  )
    if (text.slice(at, next).trimEnd().endsWith(terminator) || /\s/.test(terminator)) return next
  return text.length
}
