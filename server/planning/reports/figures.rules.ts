/** Makes the figures, sections and head of a report. Head figures are read from their cells, so they always foot. Pure. */
import { type Actual, money } from '../../contract/money.ts'
import Big from 'big.js'
import { addDays } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import type { Column, columnFormats, FootsTo, Head, ReportFigure, Row, Section } from './report.model.ts'

export const moneyFigure = (figure: Actual, currency: string): ReportFigure => ({
  ...money(figure.cents, currency, figure.reason ?? ''),
  value: null,
  text: null,
  cause: figure.cents === null ? (figure.cause ?? null) : null,
  known_part: figure.cents === null ? (figure.known_part ?? null) : null,
})

const noMoney = { cents: null, currency: null, usd: null, cause: null, known_part: null }

export const valueFigure = (value: number | null, reason: string | null = null): ReportFigure => ({
  ...noMoney,
  value: value === null ? null : value + 0,
  text: null,
  reason: value === null ? reason : null,
})

export const textFigure = (text: string | null, reason: string | null = null): ReportFigure => ({
  ...noMoney,
  value: null,
  text,
  reason: text === null ? reason : null,
})

/** A part of a whole in percent, rounded half up to two decimals. */
export const percentFigure = (part: number, whole: number, reason: string): ReportFigure =>
  whole > 0 ? valueFigure(Number(Big(part).times(100).div(whole).round(2, Big.roundHalfUp))) : valueFigure(null, reason)

/** Change in percent; an unknown or not positive base has none. */
export function changeFigure(now: Actual, base: Actual, reason: string): ReportFigure {
  if (now.cents === null) return valueFigure(null, now.reason)
  if (base.cents === null) return valueFigure(null, base.reason)
  return percentFigure(now.cents - base.cents, base.cents, reason)
}

export const columnsOf = <K extends string>(
  columns: Record<K, readonly [label: string, format: (typeof columnFormats)[number]]>,
): Column[] =>
  Object.entries<readonly [string, string]>(columns).map(([key, [label, format]]) => ({ key, label, format }))

export const rowOf = (key: string, label: string, cells: Record<string, ReportFigure>): Row => ({
  key,
  label,
  is_total: key === 'total',
  cells: Object.entries(cells).map(([column, figure]) => ({ column, ...figure })),
})

/** The figure of a row in a column. */
export function figureAt({ cells }: Row, column: string): ReportFigure | undefined {
  const cell = cells.find((one) => one.column === column)
  if (cell === undefined) return undefined
  const { column: _column, ...figure } = cell
  return figure
}

const cellOf = (sections: readonly Section[], { section, row, column }: FootsTo): ReportFigure => {
  const inRow = sections.find(({ key }) => key === section)?.rows.find(({ key }) => key === row)
  const figure = inRow && figureAt(inRow, column)
  if (figure === undefined) throw new Error(`The report has no cell ${section}/${row}/${column}.`)
  return figure
}

export interface HeadLine {
  key: string
  label: string
  /** `section/row/column`, by the keys of the report. */
  at: FootsTo
  against?: { label: string; at: FootsTo }
}

export const cell = (section: string, row: string, column: string): FootsTo => ({ section, row, column })

/** Head figures; a line whose section is absent is left out. */
export const headOf = (sections: readonly Section[], lines: readonly HeadLine[]): Head[] =>
  lines
    .filter(({ at }) => sections.some(({ key, absence }) => key === at.section && absence === null))
    .map(({ key, label, at, against }) => ({
      key,
      label,
      figure: cellOf(sections, at),
      against:
        against === undefined
          ? null
          : { label: against.label, figure: cellOf(sections, against.at), foots_to: against.at },
      foots_to: at,
    }))

export const periodDetail = ({ start, end }: Period, sentence: string) => ({
  sentence,
  start_date: start,
  end_date: end,
  end_exclusive: addDays(end, 1),
})
