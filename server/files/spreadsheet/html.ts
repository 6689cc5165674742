/**
 * Pages in HTML that web applications save as a workbook. What a parser of tables would lose or join without a word makes the
 * page unreadable: tables within tables, cells that are not closed, fields to fill in, and what a person does not see or sees
 * struck through.
 */
import { FileFault } from '../file_fault.ts'
import { sheetRules } from './sheet.ts'

const unseenBegins = /<!--|<(script|style|head)\b/gi
const tag = /<[^>]*>?/g
const unseenTag =
  /display\s*:\s*none|visibility\s*:\s*hidden|\shidden[\s=>]|<(?:s|del|strike|input|select|textarea)[\s>]/i
const marks = /<(\/?)(table|tr|t[dh])\b[^>]*>/gi
const block = /<(?:br|\/?(?:p|div|h\d|li|tr|table|caption|body|html|center|hr|dt|dd|pre|form))\b[^>]*>/gi

/** Behind the last `>` there is no tag; looking for the end of one from each `<` would take time by the square of the length. */
const untilLastTag = (html: string): [tagged: string, rest: string] => {
  const end = html.lastIndexOf('>') + 1
  return [html.slice(0, end), html.slice(end)]
}

/** Where a comment or an element ends that begins before `from`; null where it does not. */
function endOf(html: string, name: string | undefined, from: number): number | null {
  if (name === undefined) {
    const at = html.indexOf('-->', from)
    return at === -1 ? null : at + 3
  }
  const closing = new RegExp(`</${name}\\s*>`, 'gi')
  closing.lastIndex = from
  return closing.test(html) ? closing.lastIndex : null
}

/** Without comments, scripts, styles and the head. What has no end stays, and its end is looked for once. */
function withoutUnread(html: string): string {
  const parts: string[] = []
  const endless = new Set<string | undefined>()
  let from = 0
  for (const { 0: mark, 1: stated, index } of html.matchAll(unseenBegins)) {
    const name = stated?.toLowerCase()
    if (index < from || endless.has(name)) continue
    const end = endOf(html, name, index + mark.length)
    if (end === null) {
      endless.add(name)
      continue
    }
    parts.push(html.slice(from, index))
    from = end
  }
  return [...parts, html.slice(from)].join('')
}

const isUnseen = (html: string): boolean =>
  /line-through/i.test(html) || html.matchAll(tag).some(([one]) => unseenTag.test(one))

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

/** Where cells begin and end; null for tables that are not whole. */
function cellsOf(html: string): [from: number, to: number][] | null {
  const open: { name: string; index: number }[] = []
  const cells: [number, number][] = []
  for (const { 0: mark, 1: closing, 2: tagName, index } of untilLastTag(html)[0].matchAll(marks)) {
    const name = tagName!.toLowerCase()
    if (closing === '') {
      if (open.length !== depths[name]) return null
      open.push({ name, index })
      continue
    }
    const begun = open.pop()
    if (begun?.name !== name) return null
    if (depths[name] === depths['td']) cells.push([begun.index, index + mark.length])
  }
  return open.length === 0 ? cells : null
}

/** The text outside the cells, line by line. */
function textBeside(html: string, cells: readonly [from: number, to: number][]): string[] {
  const starts = [0, ...cells.map(([, to]) => to)]
  const [tagged, rest] = untilLastTag(starts.map((start, i) => html.slice(start, cells[i]?.[0])).join(''))
  const lines = tagged.split(block).map((text) => {
    const [inner, last] = untilLastTag(text)
    return inner.replaceAll(/<[^>]*>/g, '') + last
  })
  return [...lines.slice(0, -1), lines.at(-1)! + rest].map((text) => text.trim()).filter((text) => text !== '')
}

/** The tables, and the text outside them as the last one; refuses a page that would not be read as a person sees it. */
export function checkedHtml(html: string): string {
  const bare = decoded(withoutUnread(html))
  const cells = isUnseen(bare) ? null : cellsOf(bare)
  if (cells === null) throw new FileFault(sheetRules.unreadable)
  const beside = textBeside(bare, cells).map((text) => `<tr><td>${text}</td></tr>`)
  return beside.length === 0 ? bare : `${bare}<table>${beside.join('')}</table>`
}
