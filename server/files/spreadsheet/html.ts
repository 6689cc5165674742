/**
 * Pages in HTML that web applications save as a workbook. What a parser of tables would lose or join without a word makes the
 * page unreadable: tables within tables, cells that are not closed, fields to fill in, and what a person does not see or sees
 * struck through.
 */
import { FileFault } from '../file_fault.ts'
import { sheetRules } from './sheet.ts'

const noText = /<!--.*?-->|<(script|style|head)\b.*?<\/\1\s*>/gis
const marks = /<(\/?)(table|tr|t[dh])\b[^>]*>/gi
const unseen =
  /<[^>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|\shidden[\s=>])|<(?:s|del|strike|input|select|textarea)[\s>]|line-through/i

/** Names of characters that the parser of tables leaves as they are; it knows those of XML, and numbers. */
const named: Readonly<Record<string, string>> = { euro: '€', pound: '£', yen: '¥', cent: '¢', deg: '°', ndash: '–', mdash: '—', auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', agrave: 'à', acirc: 'â', ccedil: 'ç', egrave: 'è', eacute: 'é', ecirc: 'ê', Eacute: 'É', icirc: 'î', ocirc: 'ô', ugrave: 'ù', ntilde: 'ñ', copy: '©', reg: '®' } // prettier-ignore
const ofXml = ['amp', 'lt', 'gt', 'quot', 'apos', 'nbsp']

function decoded(html: string): string {
  return html.replaceAll(/&([a-z]\w*);/gi, (entity, name: string) => {
    if (ofXml.includes(name)) return entity
    if (!Object.hasOwn(named, name)) throw new FileFault(sheetRules.unreadable)
    return named[name]!
  })
}

/** What must be open where an element begins: nothing, a table, a row. */
const depths: Readonly<Record<string, number>> = { table: 0, tr: 1, td: 2, th: 2 }

function isWhole(html: string): boolean {
  const open: string[] = []
  for (const [, closing, tag] of html.matchAll(marks)) {
    const name = tag!.toLowerCase()
    if (closing === '') {
      if (open.length !== depths[name]) return false
      open.push(name)
    } else if (open.pop() !== name) return false
  }
  return open.length === 0
}

const cell = /<t[dh]\b[^>]*>.*?<\/t[dh]\s*>/gis
const block = /<(?:br|\/?(?:p|div|h\d|li|tr|table|caption|body|html|center|hr|dt|dd|pre|form))\b[^>]*>/gi

/** What stands beside the cells, line by line. */
const textBeside = (html: string): string[] =>
  html
    .replaceAll(cell, '')
    .split(block)
    .map((text) => text.replaceAll(/<[^>]*>/g, '').trim())
    .filter((text) => text !== '')

/** The tables, and what stands beside them as the last one; refuses a page that would be read otherwise than a person sees it. */
export function checkedHtml(html: string): string {
  const bare = decoded(html.replaceAll(noText, ''))
  if (unseen.test(bare) || !isWhole(bare)) throw new FileFault(sheetRules.unreadable)
  const beside = textBeside(bare).map((text) => `<tr><td>${text}</td></tr>`)
  return beside.length === 0 ? bare : `${bare}<table>${beside.join('')}</table>`
}
