/** XLSX and XLS: stored values only. No formula is evaluated, no macro unpacked. */
import * as XLSX from '@e965/xlsx'
import { FileFault } from '../file_fault.ts'
import { isBesideCells, textsBesideCells } from './beside_cells.ts'
import { isCalculationDue, markedPart, struckFormat, struckMark, withFormulas, withStruckRuns } from './cell_marks.ts'
import { withFormat } from './cell_format.ts'
import { checkedHtml } from './html.ts'
import { besideCells, type SheetLimits, type SheetRow, SheetRows, sheetRules } from './sheet.ts'
import { packStored, type Part, unpackWorkbook } from './zip.ts'

/** A cell, the end of a row, or the address of a cell, as the parser looks for them. */
const marks = /<(?:\w+:)?c[\s/>]|<\/(?:\w+:)?row>|r=["']([A-Z]*)/g

const columnOf = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0)

/** Measured before anything is made of them: the parser holds each row up to its last cell, empty cells included. */
function checkSize(xml: string, limits: SheetLimits): number {
  let [cells, rows, widest, column] = [0, 0, 0, 0]
  let isAddressed = true
  for (const { 0: mark, 1: letters } of xml.matchAll(marks)) {
    if (letters !== undefined) {
      // The first address of a cell counts; one without an address follows the cell before it.
      if (!isAddressed) column = Math.max(column, columnOf(letters.slice(0, 8)))
      isAddressed = true
    } else if (mark.startsWith('</')) {
      ;[column, isAddressed] = [0, true]
    } else {
      if (column === 0) rows++
      column++
      isAddressed = false
      if (++cells > limits.spreadsheet_cells_max) throw new FileFault(sheetRules.tooManyCells(limits))
    }
    widest = Math.max(widest, column)
    if (rows * widest > limits.spreadsheet_area_max) throw new FileFault(sheetRules.tooLargeAnArea(limits))
  }
  return cells
}

/** UTF-16, which XML may have, as UTF-8. */
function inUtf8(bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return Buffer.from(new TextDecoder('utf-16le').decode(bytes))
  if (first === 0xfe && second === 0xff) return Buffer.from(new TextDecoder('utf-16be').decode(bytes))
  return bytes
}

/** The first element of a part, and whether it closes itself; comments may stand before it. */
const rootTag = /<([A-Z_][\w.:-]*)(?:[^<>]*?(\/)?>)?/i
const comment = /<!--.*?-->/gs
const rootWithinBytes = 4_096

/** The parser leaves out what it finds no end of, so a part that was cut off would be read as an empty one. */
function checkWhole({ name, bytes: stored }: Part): void {
  const utf8 = inUtf8(stored)
  const bytes = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength)
  const [, root, closed] = rootTag.exec(bytes.toString('latin1', 0, rootWithinBytes).replaceAll(comment, '')) ?? []
  if (root === undefined || closed !== undefined || bytes.lastIndexOf(`</${root}`) >= 0) return
  throw new FileFault(sheetRules.cutOff(name))
}

/** The parser would make a cell of every place that a link covers. */
const link = /<(?:\w*:)?hyperlink [^<>]*>/g

/** A cell that states its date as text, which the parser would make a bare number. */
const datedCell = /(<(?:\w+:)?c\s[^<>]*\bt=["'])d(["'])/g

const columnTag = /<(?:\w+:)?col\s[^<>]*>/g
const isHiddenTag = /\shidden\s*=\s*["'](?:1|true)["']/i
/** The parser makes an object of every column that such a tag covers. */
const hiddenColumnsMax = 256

/** Of the widths of columns, those that are hidden. */
function hiddenColumns(xml: string): string {
  let left = hiddenColumnsMax
  return xml.replaceAll(columnTag, (tag) =>
    isHiddenTag.test(tag) && left-- > 0
      ? tag.replace(
          /\smax\s*=\s*["'](\d+)["']/,
          (_, last: string) => ` max="${Math.min(Number(last), hiddenColumnsMax)}"`,
        )
      : '',
  )
}

/** Sheets whose size was checked, without their links, and with dates as they are written. */
function checkedSheets(parts: readonly Part[], limits: SheetLimits): Part[] {
  let cells = 0
  const isDue = isCalculationDue(parts)
  return parts.map(({ name, bytes: stored }) => {
    if (!/worksheets\//i.test(name)) return markedPart({ name, bytes: inUtf8(stored) })
    const bytes = inUtf8(stored)
    const xml = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    cells += checkSize(xml, limits)
    if (cells > limits.spreadsheet_cells_max) throw new FileFault(sheetRules.tooManyCells(limits))
    const plain = withStruckRuns(
      withFormulas(hiddenColumns(xml.replaceAll(link, '').replaceAll(datedCell, '$1str$2')), isDue),
    )
    return { name, bytes: plain === xml ? bytes : Buffer.from(plain, 'latin1') }
  })
}

/** The list of contents without what stayed packed: the parser insists on finding all that it lists. */
function listOnly(parts: readonly Part[]): Part[] {
  const partNames = new Set(parts.map(({ name }) => `/${name.toLowerCase()}`))
  return parts.map((part) => {
    if (part.name.toLowerCase() !== '[content_types].xml') return part
    const xml = new TextDecoder()
      .decode(part.bytes)
      .replaceAll(/<(?:\w+:)?Override\b[^>]*>/g, (tag) =>
        partNames.has(/PartName\s*=\s*["']([^"']*)["']/.exec(tag)?.[1]?.toLowerCase() ?? '') ? tag : '',
      )
    return { name: part.name, bytes: new TextEncoder().encode(xml) }
  })
}

const pad = (part: number) => String(part).padStart(2, '0')

const secondsOfDay = 86_400

/** Whether a format shows a time of day; what is quoted, escaped or in brackets is no part of it. */
const showsTime = (format: string): boolean => /[hs]/i.test(format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))

/** To the second, which is what the fraction of a day can hold. */
function dateText(value: number, format: string, is1904: boolean): string | null {
  const seconds = Math.round(value * secondsOfDay)
  const whole = showsTime(format) ? Math.floor(seconds / secondsOfDay) : Math.floor(value)
  const day = XLSX.SSF.parse_date_code(whole, { date1904: is1904 }) as { y: number; m: number; d: number } | null
  if (!day) return null
  const text = `${day.y}-${pad(day.m)}-${pad(day.d)}`
  const time = seconds - whole * secondsOfDay
  if (!showsTime(format) || time === 0) return text
  return `${text} ${pad(Math.floor(time / 3_600))}:${pad(Math.floor(time / 60) % 60)}:${pad(time % 60)}`
}

interface Shown {
  is1904: boolean
  /** Prices are those that a person sees; files of records keep what is stored. */
  isRounded: boolean
}

/** A number as a person sees it: a date or a percentage, with a currency, a unit or leading zeros where its format has them. */
function numberText(cell: XLSX.CellObject, { is1904, isRounded }: Shown): string {
  const value = cell.v as number
  const format = cell.z === undefined ? '' : String(cell.z)
  if (format !== '' && XLSX.SSF.is_date(format)) {
    const text = dateText(value, format, is1904)
    if (text !== null) return text
  }
  const hasZeros = cell.w !== undefined && /^0\d+$/.test(cell.w) && Number(cell.w) === value
  return hasZeros ? cell.w! : withFormat(value, format, { shown: cell.w, isRounded })
}

function cellText(cell: XLSX.CellObject | undefined, shown: Shown): string | null {
  if (cell === undefined || cell.v === undefined || cell.v === null) return null
  if (cell.z === struckFormat) return `${String(cell.v).trim()} ${struckMark}`
  if (cell.t === 'n') return numberText(cell, shown)
  if (cell.t === 'b') return cell.v ? 'TRUE' : 'FALSE'
  if (cell.t === 'e') return cell.w ?? '#ERROR'
  return String(cell.v)
}

type Grid = (XLSX.CellObject | undefined)[][]

interface Parsing {
  /** Sheets by their places; all of them where there are none. */
  sheets?: readonly number[]
  /** Whether rows and columns of it may be hidden, which costs memory to find out. */
  hides: boolean
}

const parse = (bytes: Uint8Array, { sheets, hides }: Parsing) =>
  XLSX.read(bytes, {
    type: 'array',
    dense: true,
    ...(sheets === undefined ? {} : { sheets: [...sheets] }),
    cellStyles: hides,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    nodim: true,
  })

function addRows(read: SheetRows, rows: Grid, shown: Shown, limits: SheetLimits): SheetRow[] {
  // Rows that a file leaves out are passed over at once, however many they are.
  const places = Object.keys(rows).map(Number)
  const widest = places.reduce((most, place) => Math.max(most, rows[place]?.length ?? 0), 0)
  if (places.length * widest > limits.spreadsheet_area_max) throw new FileFault(sheetRules.tooLargeAnArea(limits))
  const before = read.rows.length
  for (const place of places)
    if (place >= 0)
      read.add(
        place + 1,
        rows[place]!.map((cell) => cellText(cell, shown)),
      )
  return read.rows.slice(before)
}

const gridOf = (sheet: XLSX.WorkSheet | undefined) => sheet?.['!data'] as Grid | undefined
const is1904 = (book: XLSX.WorkBook) => book.Workbook?.WBProps?.date1904 === true

const isHiddenSheet = (book: XLSX.WorkBook, at: number) => (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0

/** The sheets that a person sees; the first one where all are hidden. */
function parseSeen(bytes: Uint8Array, hides: boolean): { book: XLSX.WorkBook; names: string[] } {
  const book = parse(bytes, { sheets: [0], hides })
  const seen = book.SheetNames.flatMap((_, at) => (isHiddenSheet(book, at) ? [] : at))
  const sheets = seen.length === 0 ? [0] : seen
  const names = sheets.flatMap((at) => book.SheetNames[at] ?? [])
  return { names, book: sheets.length === 1 && sheets[0] === 0 ? book : parse(bytes, { sheets, hides }) }
}

const hiddenRowsShown = 5

function refuseHidden(sheet: XLSX.WorkSheet, read: readonly SheetRow[], name: string | null): void {
  const hidden = hiddenPlaces(sheet['!rows'])
  const unseen = read.filter(({ row_number }) => hidden.has(row_number - 1)).map(({ row_number }) => row_number)
  if (unseen.length > 0)
    throw new FileFault(sheetRules.hiddenRows(unseen.slice(0, hiddenRowsShown), unseen.length, name))
}

/** Rows of all sheets that are seen. Those of a further sheet are numbered on from the sheet before, and its first one has its name. */
function readSeen({ bytes, hides, texts }: Unpacked, limits: SheetLimits): SheetRow[] {
  const { book, names } = parseSeen(bytes, hides)
  if (gridOf(book.Sheets[names[0] ?? '']) === undefined) throw new FileFault(sheetRules.unreadable)
  const read = new SheetRows(limits)
  const begun: { name: string; row: SheetRow }[] = []
  for (const name of names) {
    const sheet = book.Sheets[name]
    const grid = gridOf(sheet)
    if (sheet === undefined || grid === undefined) continue
    const last_row = read.rows.at(-1)?.row_number ?? 0
    const rows = addRows(read, grid, { is1904: is1904(book), isRounded: false }, limits)
    refuseHidden(sheet, rows, names.length === 1 ? null : name)
    for (const row of rows) row.row_number += last_row
    if (rows[0] !== undefined) begun.push({ name, row: rows[0] })
  }
  const last_row = read.rows.at(-1)?.row_number ?? 0
  texts.forEach((text, i) => read.add(last_row + 1 + i, [text]))
  const [noted] = texts.length === 0 ? [] : read.rows.slice(-texts.length)
  if (noted !== undefined) begun.push({ name: besideCells, row: noted })
  if (begun.length > 1) for (const { name, row } of begun) row.sheet = name
  return read.rows
}

const hiddenPlaces = (all: readonly ({ hidden?: boolean } | undefined)[] | undefined): ReadonlySet<number> =>
  new Set(Object.keys(all ?? []).flatMap((at) => (all![Number(at)]?.hidden === true ? [Number(at)] : [])))

/** A sheet, with cells of it that span rows, and with what a person does not see of it. */
export interface WorkbookSheet {
  name: string
  is_hidden: boolean
  /** Numbers of rows, and columns from 0. */
  hidden_rows: ReadonlySet<number>
  hidden_columns: ReadonlySet<number>
  rows: SheetRow[]
  /** Rows as a person sees them; columns from 0. */
  merges: { column: number; first_row: number; last_row: number }[]
}

function sheetsIn(book: XLSX.WorkBook, limits: SheetLimits): WorkbookSheet[] {
  const read = new SheetRows(limits)
  const shown = { is1904: is1904(book), isRounded: true }
  return book.SheetNames.flatMap((name, i): WorkbookSheet[] => {
    const sheet = book.Sheets[name]
    const rows = gridOf(sheet)
    if (rows === undefined) return []
    const merges = (sheet?.['!merges'] ?? []).map(({ s: from, e: to }) => ({
      column: from.c,
      first_row: from.r + 1,
      last_row: to.r + 1,
    }))
    return [
      {
        name,
        is_hidden: isHiddenSheet(book, i),
        hidden_rows: new Set([...hiddenPlaces(sheet?.['!rows'])].map((at) => at + 1)),
        hidden_columns: hiddenPlaces(sheet?.['!cols']),
        rows: addRows(read, rows, shown, limits),
        merges,
      },
    ]
  })
}

const isArchive = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

interface Unpacked {
  bytes: Uint8Array
  hides: boolean
  /** Text that stands in no cell. */
  texts: string[]
}

/** Names of parts stand in an archive as they are. */
function isOpenDocument(bytes: Uint8Array): boolean {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (
    archive.includes('META-INF/manifest.xml') && archive.includes('content.xml') && !archive.includes('xl/workbook')
  )
}

function unpackXlsx(bytes: Uint8Array, limits: SheetLimits): Unpacked {
  if (isOpenDocument(bytes)) throw new FileFault(sheetRules.openDocument)
  const all = unpackWorkbook(bytes, limits)
  const parts = all.filter(({ name }) => !isBesideCells(name))
  for (const part of parts) checkWhole(part)
  const sheets = checkedSheets(parts, limits)
  const hides = sheets.some(
    ({ name, bytes: sheet }) => /worksheets\//i.test(name) && isHiddenTag.test(Buffer.from(sheet).toString('latin1')),
  )
  return { bytes: packStored(listOnly(sheets)), hides, texts: textsBesideCells(all) }
}

function unpacked(bytes: Uint8Array, limits: SheetLimits): Unpacked {
  if (isArchive(bytes)) return unpackXlsx(bytes, limits)
  if (bytes.byteLength > limits.spreadsheet_xls_bytes_max) throw new FileFault(sheetRules.tooManyBytes(limits))
  return { bytes, hides: true, texts: [] }
}

function withFaults<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof FileFault) throw error
    // Whatever a parser trips over in a stranger's file is the file's fault.
    throw new FileFault(sheetRules.unreadable)
  }
}

/** The sheets that are not hidden. A workbook is recognised by its content, whatever its file name. Runs in a thread. */
export const readWorkbookRows = (bytes: Uint8Array, limits: SheetLimits): SheetRow[] =>
  withFaults(() => readSeen(unpacked(bytes, limits), limits))

export interface WholeWorkbook {
  sheets: WorkbookSheet[]
  /** Headers and footers of printed pages, notes, text boxes. */
  texts: string[]
}

/** Each table of a page in HTML is a sheet, with values as they are written. Runs in a thread. */
export function readHtmlSheets(html: string, limits: SheetLimits): WholeWorkbook {
  if (html.length > limits.spreadsheet_xls_bytes_max) throw new FileFault(sheetRules.tooManyBytes(limits))
  const options = { type: 'string', dense: true, raw: true, nodim: true } as const
  return withFaults(() => ({ sheets: sheetsIn(XLSX.read(checkedHtml(html), options), limits), texts: [] }))
}

/** Every sheet; the limits are those of all together. Runs in a thread. */
export const readWorkbookSheets = (bytes: Uint8Array, limits: SheetLimits): WholeWorkbook =>
  withFaults(() => {
    const { bytes: own, hides, texts } = unpacked(bytes, limits)
    return { sheets: sheetsIn(parse(own, { hides }), limits), texts }
  })
