/** A season's book by account, next to the season before at the same distance from its start. */
import type { Caller, Sql } from '../../contract/call.ts'
import { type BookSums, readBookSums } from './book.store.ts'
import { type BookScope, scopeOf } from './scope.ts'
import {
  compareWith,
  type Comparison,
  firstShipWindow,
  predictedUnits,
  predictionReason,
  priorSeasonCode,
  seasonCodeOf,
  type SeasonStart,
  startOf,
} from './season.rules.ts'
import { type DollarRates, readDollarRates } from '../../exchange_rates/dollar_rates.ts'
import { type DollarValue, dollarValue } from './value.rules.ts'

export interface SeasonQuery {
  season_code: string
  commitment_id?: string
  as_of?: string
  season_start?: string
  prior_season_code?: string
  prior_season_start?: string
}

export const firstWindowOf = (rows: readonly BookSums[]): string | null =>
  firstShipWindow(rows.flatMap(({ ship_windows }) => ship_windows))

export interface PriorBook {
  scope: BookScope | null
  comparison: Comparison
  /** At the day that is compared with, and as a whole; empty where nothing is compared. */
  rows: readonly BookSums[]
  whole: readonly BookSums[]
}

type PriorQuery = Pick<SeasonQuery, 'prior_season_code' | 'prior_season_start'>

/** The book of the season before, as it is known at the moment of the read; null if that season is not known. */
export function priorScopeOf(scope: BookScope, { prior_season_code: requested }: PriorQuery): BookScope | null {
  const own = scope.season_code
  const code = requested === undefined ? own && priorSeasonCode(own) : seasonCodeOf(requested)
  return code === null ? null : { ...scope, season_code: code, commitment_id: null }
}

export const comparisonOf = (
  scope: BookScope,
  { season_start }: SeasonStart,
  query: PriorQuery,
  prior: { scope: BookScope | null; has_lines: boolean; first_ship_window: string | null },
): Comparison =>
  compareWith({
    as_of: scope.known.day,
    season_start,
    prior_season_code: prior.scope?.season_code ?? null,
    is_requested: query.prior_season_code !== undefined,
    has_lines: prior.has_lines,
    start: startOf(query.prior_season_start, prior.first_ship_window),
  })

/** All of the season before; a commitment does not narrow it, since it belongs to one season. */
async function readWhole(sql: Sql, scope: BookScope, query: PriorQuery): Promise<readonly BookSums[]> {
  const prior = priorScopeOf(scope, query)
  return prior === null ? [] : readBookSums(sql, prior)
}

/** `read`: the whole of the season before, where it is read already. */
export async function readPrior(
  sql: Sql,
  scope: BookScope,
  start: SeasonStart,
  query: PriorQuery,
  read?: readonly BookSums[],
): Promise<PriorBook> {
  const prior = priorScopeOf(scope, query)
  const whole = read ?? (await readWhole(sql, scope, query))
  const facts = { scope: prior, has_lines: whole.length > 0, first_ship_window: firstWindowOf(whole) }
  const comparison = comparisonOf(scope, start, query, facts)
  const { prior_as_of } = comparison
  if (prior === null || comparison.basis === 'none') return { scope: null, comparison, rows: whole, whole }
  if (prior_as_of === null || prior_as_of === scope.known.day) return { scope: prior, comparison, rows: whole, whole }
  const known = { ...scope.known, day: prior_as_of, instant: null }
  return {
    scope: prior,
    comparison,
    rows: await readBookSums(sql, { ...prior, known }),
    whole,
  }
}

export interface SeasonBook {
  scope: BookScope
  start: SeasonStart
  rows: readonly BookSums[]
  prior: PriorBook
  rates: DollarRates
}

/** A season's book before it is compared with the season before. */
export interface OwnBook extends Pick<SeasonBook, 'scope' | 'start' | 'rows'> {
  season_code: string
  whole: readonly BookSums[]
}

/** Both seasons are added up at once, on a connection each. */
export async function readOwnBook(sql: Sql, caller: Caller, query: SeasonQuery, now: string): Promise<OwnBook> {
  const scope = await scopeOf(sql, caller, query, now)
  const [rows, whole] = await Promise.all([readBookSums(sql, scope), readWhole(sql, scope, query)])
  const start = startOf(query.season_start, firstWindowOf(rows))
  return { scope, start, rows, whole, season_code: seasonCodeOf(query.season_code) }
}

export async function compared(
  sql: Sql,
  { whole, ...own }: OwnBook,
  query: SeasonQuery,
): Promise<SeasonBook & { season_code: string }> {
  const { scope, start, rows } = own
  const currencies = [...rows, ...whole].map(({ currency }) => currency)
  const [prior, rates] = await Promise.all([
    readPrior(sql, scope, start, query, whole),
    readDollarRates(sql, scope.organization_id, currencies, scope.known.day),
  ])
  return { ...own, prior, rates }
}

export const readSeasonBook = async (sql: Sql, caller: Caller, query: SeasonQuery, now: string) =>
  compared(sql, await readOwnBook(sql, caller, query, now), query)

export const unitsOf = (
  rows: readonly BookSums[],
  field: 'booked_qty' | 'held_qty' | 'firm_qty' | 'cancellable_qty' | 'cancelled_qty',
) => rows.reduce((sum, row) => sum + row[field], 0)

export const countOf = (rows: readonly BookSums[], field: 'lines' | 'lines_dated' | 'lines_undated') =>
  rows.reduce((sum, row) => sum + row[field], 0)

/** Figures of the prior season: null with a reason where it is not compared with, zero where nothing was booked. */
export function priorOf(book: SeasonBook, rows: readonly BookSums[]) {
  const { comparison } = book.prior
  if (comparison.basis === 'none') return { booked_qty: null, booked_value_usd: null, reason: comparison.reason }
  const value = bookedValue(book, rows)
  return { booked_qty: unitsOf(rows, 'booked_qty'), booked_value_usd: value.usd, reason: value.reason }
}

export const bookedValue = ({ rates, scope }: SeasonBook, rows: readonly BookSums[]): DollarValue =>
  dollarValue(rows, rates, scope.known.day)

/** Units still to be booked, as `predictedUnits` has it. */
export function predictionOf(
  { prior: { comparison } }: SeasonBook,
  rows: readonly BookSums[],
  prior: readonly BookSums[],
  whole: readonly BookSums[],
): { predicted_qty: number | null; predicted_reason: string | null } {
  const priorBooked = comparison.basis === 'same_days_before_start' ? unitsOf(prior, 'booked_qty') : null
  const reason = predictionReason(comparison, priorBooked)
  return {
    predicted_qty:
      reason === null ? predictedUnits(unitsOf(rows, 'booked_qty'), priorBooked, unitsOf(whole, 'booked_qty')) : null,
    predicted_reason: reason,
  }
}

export const byAccount = (rows: readonly BookSums[]) =>
  Map.groupBy(rows, ({ trading_partner_id }) => trading_partner_id)
