/** Seasons, the season before, and the day on which two seasons are as far from their starts. Pure. */
import { addDays, daysBetween } from '../../calendar/days.ts'

/** Codes are compared in capital letters, so that ss27 and SS27 are one season. */
export const seasonCodeOf = (text: string): string => text.trim().toUpperCase()

/** The code of the same season a year earlier: SS27 becomes SS26, AW-2027 becomes AW-2026; null without a year at its end. */
export function priorSeasonCode(season_code: string): string | null {
  const match = /^(.*\D|)(\d{4}|\d{2})$/.exec(season_code)
  if (match === null || Number(match[2]) === 0) return null
  const [, before, year] = match
  return `${before}${String(Number(year) - 1).padStart(year!.length, '0')}`
}

/** Units whose ship window begins on a day. */
export interface ShipWindow {
  day: string
  units: number
}

/** Share of the dated units below which early ship windows do not begin a season. */
const earlyShareMax = 0.05

/**
 * The first day by which a share of the dated units may ship: a single early window, of a sample or of a line with a wrong
 * date, would otherwise move the start of the season.
 */
export function firstShipWindow(windows: readonly ShipWindow[]): string | null {
  const sorted = windows.toSorted((one, other) => one.day.localeCompare(other.day))
  const all = sorted.reduce((sum, { units }) => sum + units, 0)
  let upTo = 0
  for (const { day, units } of sorted) {
    upTo += units
    if (upTo > all * earlyShareMax || all === 0) return day
  }
  return null
}

export type StartSource = 'parameter' | 'first_ship_window' | 'not_known'

export interface SeasonStart {
  season_start: string | null
  source: StartSource
}

/** The requested start, or else the first ship window of the book that counts. */
export function startOf(requested: string | undefined, first_ship_window: string | null): SeasonStart {
  if (requested !== undefined) return { season_start: requested, source: 'parameter' }
  if (first_ship_window !== null) return { season_start: first_ship_window, source: 'first_ship_window' }
  return { season_start: null, source: 'not_known' }
}

/** Null where a start is unknown: then no day of the prior season corresponds to the day. */
export function sameDistance(as_of: string, start: string | null, prior_start: string | null): string | null {
  if (start === null || prior_start === null) return null
  const day = addDays(prior_start, -daysBetween(as_of, start))
  return day < as_of ? day : as_of
}

export type ComparisonBasis = 'same_days_before_start' | 'whole_season' | 'none'

export interface Comparison {
  prior_season_code: string | null
  prior_season_source: 'parameter' | 'season_code' | 'not_known'
  prior_season_start: string | null
  prior_season_start_source: StartSource
  /** The day at whose end the prior season is read. */
  prior_as_of: string | null
  basis: ComparisonBasis
  reason: string | null
}

interface PriorFacts {
  as_of: string
  season_start: string | null
  prior_season_code: string | null
  is_requested: boolean
  has_lines: boolean
  start: SeasonStart
}

/** How the prior season is compared with, and why it is not where there is nothing to compare with. */
export function compareWith(facts: PriorFacts): Comparison {
  const { as_of, season_start, prior_season_code, is_requested, has_lines, start } = facts
  const source = is_requested ? 'parameter' : prior_season_code === null ? 'not_known' : 'season_code'
  const head = {
    prior_season_code,
    prior_season_source: source,
    prior_season_start: start.season_start,
    prior_season_start_source: start.source,
  } as const
  if (prior_season_code === null)
    return {
      ...head,
      prior_as_of: null,
      basis: 'none',
      reason: 'The season code does not end in a year, so the season before is not known. Send prior_season_code.',
    }
  if (!has_lines)
    return { ...head, prior_as_of: null, basis: 'none', reason: `No bookings are recorded for ${prior_season_code}.` }
  const prior_as_of = sameDistance(as_of, season_start, start.season_start)
  if (prior_as_of !== null) return { ...head, prior_as_of, basis: 'same_days_before_start', reason: null }
  return {
    ...head,
    prior_as_of: null,
    basis: 'whole_season',
    reason: 'The start of one of the seasons is not known, so the prior season is compared as a whole.',
  }
}

/**
 * Units still to be booked, if the rest of the season brings the same share of what is booked as in the prior season;
 * null where the prior season allows no prediction.
 */
export function predictedUnits(booked: number, priorBooked: number | null, priorWhole: number | null): number | null {
  const before = priorBooked ?? 0
  if (priorWhole === null || before <= 0) return null
  return Math.max(0, Math.round((booked * (priorWhole - before)) / before))
}

/** Why there is no prediction; null if there is one. */
export function predictionReason(comparison: Comparison, priorBooked: number | null): string | null {
  if (comparison.basis === 'none') return comparison.reason
  if (comparison.basis === 'whole_season')
    return 'The start of one of the seasons is not known, so the rest of the season cannot be predicted.'
  if ((priorBooked ?? 0) <= 0)
    return `Nothing of ${comparison.prior_season_code} was booked by ${comparison.prior_as_of}, which a prediction needs.`
  return null
}
