/** XLSX and XLS: stored values only. No formula is evaluated, no macro unpacked. */
import * as XLSX from '@e965/xlsx'
import {
  type Columns,
  type Sheet,
  SheetBuilder,
  SheetFault,
  type SheetLimits,
  tooManyCells,
  unreadable,
} from './sheet.ts'
import { packStored, type Part, unpackWorkbook } from './zip.ts'

const lessThan = 60
const [colon, slash, greaterThan, letterC] = [58, 47, 62, 99]
const isSpace = (byte: number | undefined) => byte === 32 || byte === 9 || byte === 10 || byte === 13

/** Whether a cell's tag, `<c r="A1">` or `<x:c/>`, begins here. */
function isCellAt(xml: Uint8Array, at: number): boolean {
  let name = at + 1
  for (let i = name; i < name + 12; i++) if (xml[i] === colon) name = i + 1
  const after = xml[name + 1]
  return xml[name] === letterC && (isSpace(after) || after === greaterThan || after === slash)
}

/** Counted before anything is made of them. */
function checkCells(parts: readonly Part[], limits: SheetLimits): void {
  let cells = 0
  for (const { name, bytes } of parts) {
    if (!/worksheets\//i.test(name)) continue
    for (let at = bytes.indexOf(lessThan); at >= 0; at = bytes.indexOf(lessThan, at + 1))
      if (isCellAt(bytes, at) && ++cells > limits.spreadsheet_cells_max) throw new SheetFault(tooManyCells(limits))
  }
}

/** The list of contents without what stayed packed: the parser insists on finding all that it lists. */
function listOnly(parts: readonly Part[]): Part[] {
  const kept = new Set(parts.map(({ name }) => `/${name.toLowerCase()}`))
  return parts.map((part) => {
    if (part.name.toLowerCase() !== '[content_types].xml') return part
    const xml = new TextDecoder()
      .decode(part.bytes)
      .replaceAll(/<(?:\w+:)?Override\b[^>]*>/g, (tag) =>
        kept.has(/PartName\s*=\s*["']([^"']*)["']/.exec(tag)?.[1]?.toLowerCase() ?? '') ? tag : '',
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

/** Fifteen digits, as spreadsheets show and calculate: 0.1 + 0.2 is stored as 0.30000000000000004. */
const digitsOf = (value: number): string => String(Number.isInteger(value) ? value : Number(value.toPrecision(15)))

const isPercentage = (format: string) => /^[0#.,]+%$/.test(format)

/** A number as the sheet means it: a date or a percentage where it is formatted as one, with the leading zeros that it shows. */
function numberText(cell: XLSX.CellObject, is1904: boolean): string {
  const value = cell.v as number
  const format = cell.z === undefined ? '' : String(cell.z)
  if (format !== '' && XLSX.SSF.is_date(format)) {
    const text = dateText(value, format, is1904)
    if (text !== null) return text
  }
  if (isPercentage(format)) return `${digitsOf(Number((value * 100).toPrecision(15)))}%`
  if (cell.w !== undefined && /^0\d+$/.test(cell.w) && Number(cell.w) === value) return cell.w
  return digitsOf(value)
}

function cellText(cell: XLSX.CellObject | undefined, is1904: boolean): string | null {
  if (cell === undefined || cell.v === undefined || cell.v === null) return null
  if (cell.t === 'n') return numberText(cell, is1904)
  if (cell.t === 'b') return cell.v ? 'TRUE' : 'FALSE'
  if (cell.t === 'e') return cell.w ?? '#ERROR'
  return String(cell.v)
}

function readWorkbook(bytes: Uint8Array, columns: Columns, limits: SheetLimits): Sheet {
  const book = XLSX.read(bytes, {
    type: 'array',
    dense: true,
    sheets: 0,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    nodim: true,
  })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const rows = sheet?.['!data'] as (XLSX.CellObject | undefined)[][] | undefined
  if (rows === undefined) throw new SheetFault(unreadable)
  const is1904 = book.Workbook?.WBProps?.date1904 === true
  const builder = new SheetBuilder(columns, limits)
  rows.forEach((row, index) => {
    builder.add(
      index + 1,
      row.map((cell) => cellText(cell, is1904)),
    )
  })
  return builder.finish()
}

export function readXlsx(bytes: Uint8Array, columns: Columns, limits: SheetLimits): Sheet {
  const parts = unpackWorkbook(bytes, limits)
  checkCells(parts, limits)
  return readWorkbook(packStored(listOnly(parts)), columns, limits)
}

export function readXls(bytes: Uint8Array, columns: Columns, limits: SheetLimits): Sheet {
  if (bytes.byteLength > limits.spreadsheet_xls_bytes_max)
    throw new SheetFault(
      `names an XLS file of more than ${limits.spreadsheet_xls_bytes_max.toLocaleString('en-US')} bytes`,
    )
  return readWorkbook(bytes, columns, limits)
}
