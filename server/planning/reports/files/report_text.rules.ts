/** A report as text: its figures as they are printed and as cells of a workbook. Pure. */
import { count, money } from '../../../documents/printing/figures.ts'
import type { PrintedReport } from '../../../documents/printing/printed_report.ts'
import { figureAt } from '../figures.rules.ts'
import type { Report, ReportFigure, Section } from '../report.model.ts'

const decimal = (cents: number): string => (cents / 100).toFixed(2)

/** A figure that is missing prints its reason. */
export function figureText({ cents, currency, value, text, reason }: ReportFigure, format: string): string {
  if (reason !== null) return reason
  if (text !== null) return text
  if (cents !== null) return money(decimal(cents), currency!)
  if (value === null) return ''
  if (format === 'percent') return `${value} %`
  return Number.isInteger(value) ? count(value) : String(value)
}

const isFigure = (format: string) => format !== 'text' && format !== 'date'

const formatAt = (report: Report, at: { section: string; column: string }): string =>
  report.sections.find(({ key }) => key === at.section)!.columns.find(({ key }) => key === at.column)!.format

export const printedReport = (report: Report, organization: string): PrintedReport => ({
  kind: 'report',
  title: report.label,
  organization,
  period: report.period_detail.sentence,
  made_on: report.as_of.slice(0, 10),
  notes: [report.coverage, report.calendar_note, report.basis_line],
  head: report.head.map(({ label, figure, against, foots_to }) => ({
    label,
    figure: figureText(figure, formatAt(report, foots_to)),
    against:
      against === null ? null : `${against.label}: ${figureText(against.figure, formatAt(report, against.foots_to))}`,
  })),
  tables: report.sections.map(({ label, absence, note, columns, rows }) => ({
    label,
    absence,
    note,
    columns: columns.map((column) => ({ label: column.label, is_figure: isFigure(column.format) })),
    rows: rows.map((row) => ({
      label: row.label,
      is_total: row.is_total,
      cells: columns.map(({ key, format }) => figureText(figureAt(row, key)!, format)),
    })),
  })),
})

type Cell = string | number | null

/** Figures stay numbers; a missing one is its reason. */
const cellOf = ({ cents, value, text, reason }: ReportFigure): Cell =>
  reason ?? text ?? (cents === null ? value : cents / 100)

/** A column whose amounts are all in one currency names it. */
const heading = ({ key, label }: Section['columns'][number], rows: Section['rows']): string => {
  const currencies = new Set(rows.flatMap((row) => figureAt(row, key)!.currency ?? []))
  return currencies.size === 1 ? `${label}, ${[...currencies][0]}` : label
}

const nameLengthMax = 31
/** Names of sheets are short, unique and without some characters. */
const sheetName = (place: number, label: string): string =>
  `${place} ${label.replaceAll(/[[\]:*?/\\']/g, ' ')}`.slice(0, nameLengthMax).trim()

const sheetOf = ({ absence, note, columns, rows }: Section): Cell[][] => [
  ...(note === null ? [] : [[note]]),
  ...(absence === null ? [] : [[absence]]),
  ['', ...columns.map((column) => heading(column, rows))],
  ...rows.map((row) => [row.label, ...columns.map(({ key }) => cellOf(figureAt(row, key)!))]),
]

/** A sheet of head figures, then one of each section. */
export function workbookSheets(report: Report): Record<string, Cell[][]> {
  const head: Cell[][] = [
    [report.label, report.period_detail.sentence],
    ['As of', report.as_of],
    ['Coverage', report.coverage],
    ['Calendar', report.calendar_note],
    ['Basis', report.basis_line],
    [],
    ['Figure', 'Value', 'Currency', 'Against', 'Value', 'Currency'],
    ...report.head.map(({ label, figure, against }) => [
      label,
      cellOf(figure),
      figure.currency,
      ...(against === null ? [] : [against.label, cellOf(against.figure), against.figure.currency]),
    ]),
  ]
  return Object.fromEntries([
    ['Summary', head],
    ...report.sections.map((section, i) => [sheetName(i + 1, section.label), sheetOf(section)] as const),
  ])
}
