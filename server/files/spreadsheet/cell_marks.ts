/**
 * What the parser would lose of cells: formulas without their result, and what is struck out. Both become part of the text, which then
 * is no number and no name. All of it on the XML of parts, as latin1.
 */
import type { Part } from './zip.ts'

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** Text of a cell, or of a part of it, that is struck out. */
export const struckMark = '(struck out)'

/** A cell with a formula, and with its value where it has one. */
const formulaCell =
  /<((?:\w+:)?)c((?:\s[^<>]*)?)>\s*<(?:\w+:)?f\b(?:[^<>]*\/>|[^<>]*>([^<]*)<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\b(?:[^<>]*\/>|[^<>]*>([^<]*)<\/(?:\w+:)?v>)\s*)?<\/(?:\w+:)?c>/g

const typeOf = /\st\s*=\s*["'](\w+)["']/

/** `isDue`: whether the program that wrote the file left it to others to calculate, with 0 in place of results. */
export const withFormulas = (xml: string, isDue: boolean): string =>
  xml.replaceAll(formulaCell, (cell, prefix: string, attributes: string, formula?: string, value?: string) => {
    const type = typeOf.exec(attributes)?.[1] ?? 'n'
    const isStored = value !== undefined && (type === 'str' || value !== '')
    if (isStored && !(isDue && type === 'n' && Number(value) === 0)) return cell
    const text = `=${formula ?? 'formula'}`
    return `<${prefix}c${attributes.replace(typeOf, '')} t="str"><${prefix}v>${text}</${prefix}v></${prefix}c>`
  })

const calculation = /<(?:\w+:)?calcPr\b[^<>]*\sfullCalcOnLoad\s*=\s*["'](?:1|true)["']/i

/** Whether the results of formulas are due when the workbook is opened. */
export const isCalculationDue = (parts: readonly Part[]): boolean =>
  parts.some(({ name, bytes }) => /workbook\.xml$/i.test(name) && calculation.test(latin1(bytes)))

const strike = /<(?:\w+:)?strike(?:\s+val\s*=\s*["'](?:1|true)["'])?\s*\/>/i
/** An attribute of the format of cells that no program uses. */
const struckId = 9_999
export const struckFormat = `"${struckMark}" General`

const listOf = (xml: string, name: string) =>
  new RegExp(`<(?:\\w+:)?${name}\\b[^<>]*>(.*?)</(?:\\w+:)?${name}>`, 's').exec(xml)?.[1] ?? ''

/** Styles of cells whose font is struck out have a number format of their own. */
function markStyles(xml: string): string {
  if (!strike.test(xml)) return xml
  const fonts = listOf(xml, 'fonts').match(/<(?:\w+:)?font\b(?:[^<>]*\/>|.*?<\/(?:\w+:)?font>)/gs) ?? []
  const struck = new Set(fonts.flatMap((font, id) => (strike.test(font) ? [String(id)] : [])))
  const styles = listOf(xml, 'cellXfs')
  const marked = styles.replaceAll(/<(?:\w+:)?xf\b[^<>]*>/g, (tag) => {
    if (!struck.has(/\sfontId\s*=\s*["'](\d+)["']/.exec(tag)?.[1] ?? '')) return tag
    return tag.replace(/\snumFmtId\s*=\s*["']\d*["']/, '').replace(/xf\b/, `xf numFmtId="${struckId}"`)
  })
  const format = `numFmt numFmtId="${struckId}" formatCode="${struckFormat.replaceAll('"', '&quot;')}"/>`
  const withMarks = xml.replace(styles, () => marked)
  if (/<(?:\w+:)?numFmts\b[^<>]*[^/]>/.test(withMarks))
    return withMarks.replace(/(<(\w+:)?numFmts\b[^<>]*>)/, (_, tag: string, prefix = '') => `${tag}<${prefix}${format}`)
  return withMarks.replace(
    /(<(\w+:)?styleSheet\b[^<>]*>)/,
    (_, tag: string, prefix = '') => `${tag}<${prefix}numFmts count="1"><${prefix}${format}</${prefix}numFmts>`,
  )
}

/** Runs of rich text that are struck out say so. */
export const withStruckRuns = (xml: string): string =>
  strike.test(xml)
    ? xml.replaceAll(/<((?:\w+:)?)r>.*?<\/\1r>/gs, (run) =>
        strike.test(run) ? run.replace(/<\/((?:\w+:)?)t>/, ` ${struckMark}</$1t>`) : run,
      )
    : xml

/** Of the parts beside the sheets: styles and shared strings. */
export function markedPart(part: Part): Part {
  const marker = /styles\.xml$/i.test(part.name)
    ? markStyles
    : /sharedStrings\.xml$/i.test(part.name)
      ? withStruckRuns
      : null
  if (marker === null) return part
  const xml = latin1(part.bytes)
  const marked = marker(xml)
  return marked === xml ? part : { name: part.name, bytes: Buffer.from(marked, 'latin1') }
}
