/** The figures of a row, computed from its sums: exact, and rounded once. Pure. */
import { earlier } from '../../calendar/days.ts'
import Big from 'big.js'

import { type Period, periodOf } from '../../calendar/retail_calendar.ts'
import { money } from '../../contract/money.ts'
import type { Money } from '../../contract/schema.ts'
import { type CostLack, withLacks } from '../sales/cost_lacks.rules.ts'
import type { CheckedQuery } from './check_query.rules.ts'
import { columnOfTerm, unratedOf } from './compile.ts'
import type { Computation, Measure, MetricGrain, Term, Terms } from './dictionary.model.ts'
import { componentOf, factKeyOf, factOf, termsOf } from './dictionary.ts'
import { columnsOf, dimensions } from './dimensions.ts'

/** A row of a compiled statement: sums are exact text. */
export type SumRow = Readonly<Record<string, string | number | null>>

export interface FigureContext {
  currency: string
  window: Period | null
  /** Why opening stock is unknown; null if it is known. */
  no_opening_reason: string | null
  /** Why costs of sales are unknown, by what the query splits and filters by. */
  cost_lacks: readonly CostLack[]
}

export type Cell = string | number | null | Money

function amountOf(row: SumRow, term: Term): Big {
  const sum = Big(row[columnOfTerm(term)] as string)
  return factOf(factKeyOf(term)).components[componentOf(term)]!.is_exact ? sum.round(0, Big.roundHalfUp) : sum
}

const sumOf = (row: SumRow, { plus, less = [] }: Terms): Big => {
  const amounts = (terms: typeof plus) => terms.map((term) => amountOf(row, term))
  const sum = amounts(plus).reduce((one, other) => one.plus(other))
  return amounts(less).reduce((left, one) => left.minus(one), sum)
}

type Figure = { value: Big; reason: null } | { value: null; reason: string }

/** Whether the figure is made of amounts; rates of units alone need no exchange rate. */
const readsMoney = ({ computation }: Measure) =>
  termsOf(computation).some((term) => factOf(factKeyOf(term)).components[componentOf(term)]!.is_converted)

const unratedColumns = new Map<Measure, readonly string[]>()

/**
 * The columns of currencies without a rate that a figure depends on; found once for each measure, since rows are many.
 */
function unratedColumnsOf(measure: Measure): readonly string[] {
  let columns = unratedColumns.get(measure)
  if (columns === undefined) {
    const facts = readsMoney(measure) ? new Set(termsOf(measure.computation).map(factKeyOf)) : []
    unratedColumns.set(measure, (columns = [...facts].map(unratedOf)))
  }
  return columns
}

function unratedReason(row: SumRow, measure: Measure): string | null {
  const currency = unratedColumnsOf(measure)
    .map((column) => row[column])
    .find((one) => typeof one === 'string')
  return currency === undefined ? null : `No exchange rate of ${currency} was in force on a day of these figures.`
}

const lacksCost = (row: SumRow, { complete }: Computation): boolean =>
  complete?.lacks_cost_of_sales === true && !sumOf(row, complete.known).eq(sumOf(row, complete.all))

/** Whether any figure lacks the cost of units sold or returned. */
export const needsLacks = (rows: readonly SumRow[], { measures }: CheckedQuery): boolean =>
  measures.some(({ measure }) => rows.some((row) => lacksCost(row, measure.computation)))

/** The lacks of a row: those of its period and its dimensions that the filters let pass. */
function lacksOf(row: SumRow, { grain, dimensions: split, filters }: CheckedQuery, lacks: readonly CostLack[]) {
  const start = row.period as string
  const isIn = ({ day }: CostLack) => grain === null || (day! >= start && day! <= periodOf(start, grain).end)
  const isOf = (one: CostLack, key: string) => one[key as 'product']
  return lacks.filter(
    (one) =>
      isIn(one) &&
      split.every((key, i) => isOf(one, key) === (row[`d${i}`] ?? null)) &&
      filters.every(({ dimension, values }) => values.includes(isOf(one, dimension) ?? '')),
  )
}

function compute(row: SumRow, computation: Computation): Figure {
  const { of, complete } = computation
  if (complete !== undefined && !sumOf(row, complete.known).eq(sumOf(row, complete.all)))
    return { value: null, reason: complete.reason }
  const sum = sumOf(row, of)
  if (computation.kind === 'sum') return { value: sum, reason: null }
  const by = sumOf(row, computation.by)
  if (by.lte(0)) {
    const cause = computation.causes?.find(({ where }) => sumOf(row, where).gt(0))
    return { value: null, reason: (cause ?? computation).reason }
  }
  const part = computation.is_floored && sum.lt(0) ? Big(0) : sum
  const { times, decimals, restored_decimals } = computation
  const quotient = part.times(times).div(by)
  const exact = restored_decimals === undefined ? quotient : quotient.round(restored_decimals, Big.roundHalfUp)
  return { value: exact.round(decimals, Big.roundHalfUp), reason: null }
}

export function figureOf(row: SumRow, measure: Measure, context: FigureContext): Figure {
  if (measure.needs_ledger && context.no_opening_reason !== null)
    return { value: null, reason: context.no_opening_reason }
  const unrated = unratedReason(row, measure)
  return unrated === null ? compute(row, measure.computation) : { value: null, reason: unrated }
}

/** The figure; where the cost of units is unknown, the reason says of how many, and why. */
function explainedFigure(row: SumRow, measure: Measure, query: CheckedQuery, context: FigureContext): Figure {
  const figure = figureOf(row, measure, context)
  const { complete } = measure.computation
  if (!complete?.lacks_cost_of_sales || figure.reason !== complete.reason) return figure
  return { value: null, reason: withLacks(complete.reason, lacksOf(row, query, context.cost_lacks)) }
}

/** Whether a figure can be missing, in which case a column states why. Money has its own reason. */
export const hasReason = ({ format, computation }: Measure): boolean =>
  format !== 'money' && (computation.kind === 'ratio' || computation.complete !== undefined)

export const reasonColumn = (key: string) => `${key}_reason`

function measureCells(
  row: SumRow,
  { key, measure }: CheckedQuery['measures'][number],
  query: CheckedQuery,
  context: FigureContext,
): [string, Cell][] {
  const { value, reason } = explainedFigure(row, measure, query, context)
  // Adding zero turns minus zero into zero.
  const number =
    value === null ? null : Number(measure.format === 'money' ? value.round(0, Big.roundHalfUp) : value) + 0
  if (measure.format === 'money') return [[key, money(number, context.currency, reason ?? '')]]
  return hasReason(measure)
    ? [
        [key, number],
        [reasonColumn(key), reason],
      ]
    : [[key, number]]
}

function periodCells(start: string, grain: MetricGrain, window: Period): [string, Cell][] {
  const { end } = periodOf(start, grain)
  return [
    ['period_start', start],
    ['period_end', earlier(end, window.end)],
  ]
}

/** A row of the response: the period, the dimensions and the measures, in the order of the columns. */
export function rowOf(row: SumRow, query: CheckedQuery, context: FigureContext): Record<string, Cell> {
  const { grain, dimensions: split, measures } = query
  const period = grain === null ? [] : periodCells(row.period as string, grain, context.window!)
  const keys = split.flatMap((key, i): [string, Cell][] => {
    const { id, name } = columnsOf(key)
    const own: [string, Cell] = [id, row[`d${i}`] ?? null]
    return name === null ? [own] : [own, [name, row[`n${i}`] ?? null]]
  })
  const figures = measures.flatMap((one) => measureCells(row, one, query, context))
  return Object.fromEntries([...period, ...keys, ...figures])
}

export interface Column {
  key: string
  label: string
  kind: 'period' | 'dimension' | 'measure' | 'reason'
  type: 'text' | 'date' | 'id' | 'number' | 'money'
  format: string | null
  unit: string | null
}

const plain = { format: null, unit: null }

/** The columns of the rows, in their order. */
export function columnsFor({ grain, dimensions: split, measures }: CheckedQuery): Column[] {
  const period: Column[] =
    grain === null
      ? []
      : [
          { key: 'period_start', label: 'First day of the period', kind: 'period', type: 'date', ...plain },
          { key: 'period_end', label: 'Last day of the period', kind: 'period', type: 'date', ...plain },
        ]
  const keys = split.flatMap((key): Column[] => {
    const { id, name } = columnsOf(key)
    const { label } = dimensions[key]
    if (name === null) return [{ key: id, label, kind: 'dimension', type: 'text', ...plain }]
    return [
      { key: id, label: `Id of the ${label.toLowerCase()}`, kind: 'dimension', type: 'id', ...plain },
      { key: name, label, kind: 'dimension', type: 'text', ...plain },
    ]
  })
  const figures = measures.flatMap(({ key, measure }): Column[] => {
    const { label, format, unit } = measure
    const type = format === 'money' ? 'money' : 'number'
    const own: Column = { key, label, kind: 'measure', type, format, unit }
    if (!hasReason(measure)) return [own]
    const why = `Why there is no figure: ${label.toLowerCase()}`
    return [own, { key: reasonColumn(key), label: why, kind: 'reason', type: 'text', ...plain }]
  })
  return [...period, ...keys, ...figures]
}
