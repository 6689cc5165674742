/** The headers of a file, to find columns by. */
import { normalHeader } from './headers.rules.ts'

const headersShown = 50
const lengthShown = 100

export const shownHeader = (header: string): string => header.slice(0, lengthShown).toWellFormed()

export interface FileHeaders {
  /** Null for a column without a header. */
  texts: readonly (string | null)[]
  /** Enough of them to recognise the file by. */
  shown: readonly string[]
  /** Places of the columns whose header is spelled so. */
  spelled(header: string): readonly number[]
  /** Places of the columns whose header differs in letter case and punctuation at most. */
  alike(header: string): readonly number[]
  /** For a header that is stated for this file: those that are spelled so, and if there are none, those that are alike. */
  places(header: string): readonly number[]
}

const none: readonly number[] = []

function placesBy(texts: readonly (string | null)[], key: (header: string) => string): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, text] of texts.entries()) {
    const of = key(text ?? '')
    if (of !== '') places.set(of, [...(places.get(of) ?? []), place])
  }
  return places
}

export function fileHeaders(texts: readonly (string | null)[]): FileHeaders {
  const bySpelling = placesBy(texts, (text) => text.trim())
  const byNormal = placesBy(texts, normalHeader)
  const spelled = (header: string) => bySpelling.get(header.trim()) ?? none
  const alike = (header: string) => byNormal.get(normalHeader(header)) ?? spelled(header)
  return {
    texts,
    shown: texts.flatMap((text) => (text ? shownHeader(text) : [])).slice(0, headersShown),
    spelled,
    alike,
    places: (header) => bySpelling.get(header.trim()) ?? alike(header),
  }
}

/** Headers of the columns that are not read, in the order of the file. */
export const unreadHeaders = (
  { texts }: Pick<FileHeaders, 'texts'>,
  read: readonly { index: number | null }[],
): string[] => {
  const places = new Set(read.map(({ index }) => index))
  return texts.flatMap((text, place) => (text && !places.has(place) ? shownHeader(text) : []))
}
