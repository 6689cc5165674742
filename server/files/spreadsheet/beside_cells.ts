/** Text of a workbook that stands in no cell: headers and footers of printed pages, notes, text boxes. */
import type { Part } from './zip.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (xml: string): string =>
  xml.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
      return code > 0x10_ff_ff ? ' ' : String.fromCodePoint(code)
    },
  )

const pageText = /<(?:\w+:)?(?:odd|even|first)(?:Header|Footer)>([^<]*)</g
/** A place of a header or footer, a font, its size or colour, a field such as the page, or a doubled ampersand. */
const pageCode = /&(?:"[^"]*"|K[\dA-F]{6}|\d+|[A-Z]|(&))/gi

const pageTexts = (xml: string): string[] =>
  [...xml.matchAll(pageText)].flatMap(([, text]) =>
    decoded(text!)
      .split(/&[LCR](?![a-z])/)
      .map((place) => place.replaceAll(pageCode, (_, ampersand?: string) => ampersand ?? ' ')),
  )

const paragraph = /<(?:\w+:)?(?:comment|threadedComment|txBody)\b.*?<\/(?:\w+:)?(?:comment|threadedComment|txBody)>/gs
const run = /<(?:\w+:)?(?:t|text)(?:\s[^>]*)?>([^<]*)(?=<)/g

const noteTexts = (xml: string): string[] =>
  [...xml.matchAll(paragraph)].map(([whole]) => decoded([...whole.matchAll(run)].map(([, text]) => text).join(' ')))

/** Parts that hold notes and text boxes; the parser of sheets needs none of them. */
export const isBesideCells = (name: string): boolean => /^xl\/(?:comments|threadedComments|drawings)/i.test(name)

export function textsBesideCells(parts: readonly Part[]): string[] {
  const texts = parts.flatMap(({ name, bytes }) => {
    const isSheet = /^xl\/worksheets\//i.test(name)
    if (!isSheet && !isBesideCells(name)) return []
    const xml = new TextDecoder().decode(bytes)
    return isSheet ? pageTexts(xml) : noteTexts(xml)
  })
  return [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()))].filter((text) => text !== '')
}
