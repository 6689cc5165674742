/** The part of the order book that a read covers, and the moment whose revisions it uses. */
import type { Caller, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { CalendarDate, formatRules, Id, isCalendarDate, isInstant, Line, Text, Type } from '../../contract/schema.ts'
import { daysBetween } from '../../calendar/days.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { seasonCodeOf } from './season.rules.ts'

const season = (description: string, example: string) =>
  Line(`${description} Not case-sensitive.`, {
    maxLength: limits.season_code_length_max,
    examples: [example],
  })

/** Parameters that several reads share. */
export const bookQuery = {
  season_code: season('Code of the season, as recorded on the lines.', 'SS27'),
  commitment_id: Type.Optional(Id('Only lines of this commitment.')),
  as_of: Type.Optional(
    Text(
      'The book as it was known at the end of this day of the organisation, or at this instant; now by default. It must not be in the future.',
      { minLength: 1, maxLength: 40, examples: ['2026-11-21'] },
    ),
  ),
  season_start: Type.Optional(
    CalendarDate("First day of the season; by default the first day of the season's ship windows.", {
      examples: ['2027-02-01'],
    }),
  ),
  prior_season_code: Type.Optional(
    season('Season to compare with; by default the same season a year earlier, such as SS26 for SS27.', 'SS26'),
  ),
  prior_season_start: Type.Optional(
    CalendarDate("First day of the season to compare with; by default the first day of that season's ship windows.", {
      examples: ['2026-02-01'],
    }),
  ),
}

/** Revisions that were recorded at or before a moment: an instant, or the end of a day of the organisation. */
export interface Known {
  day: string
  instant: string | null
  time_zone: string
}

export interface BookScope {
  organization_id: string
  /** Null for every season. */
  season_code: string | null
  trading_partner_id: string | null
  commitment_id: string | null
  known: Known
}

export const knownUntil = (sql: Sql, { day, instant, time_zone }: Known) => sql`
  coalesce(${instant}::timestamptz,
    ((${day}::date + 1)::timestamp at time zone ${time_zone}) - interval '1 microsecond')`

function knownAt(as_of: string | undefined, time_zone: string, now: string): Known {
  const today = dayInTimeZone(time_zone, now)
  if (as_of === undefined) return { day: today, instant: null, time_zone }
  if (isCalendarDate(as_of)) {
    if (as_of > today) refuseField('as_of', 'must not be in the future', [`at most ${today}`])
    return { day: as_of, instant: null, time_zone }
  }
  if (!isInstant(as_of))
    refuseField('as_of', 'must be a date in the format YYYY-MM-DD or an ISO 8601 instant with an offset', [
      ...formatRules.date.allowed,
      ...formatRules['date-time'].allowed,
    ])
  if (Date.parse(as_of) > Date.parse(now)) refuseField('as_of', 'must not be in the future', [`at most ${now}`])
  return { day: dayInTimeZone(time_zone, as_of), instant: as_of, time_zone }
}

interface ScopeQuery {
  season_code?: string
  trading_partner_id?: string
  commitment_id?: string
  as_of?: string
  season_start?: string
  prior_season_start?: string
}

/** A start far from the read would be a mistyped year, and would make a curve of decades. */
function checkStart(field: string, start: string | undefined, day: string): void {
  const daysMax = limits.order_book_start_days_max
  if (start !== undefined && Math.abs(daysBetween(day, start)) > daysMax)
    refuseField(field, `must be at most ${daysMax} days before or after as_of`)
}

/** The commitment's season, in capital letters; null if it has none. */
async function readCommitmentSeason(sql: Sql, organization_id: string, commitment_id: string): Promise<string | null> {
  const [row] = await sql<{ season_code: string | null }[]>`
    select season_code from commitments where organization_id = ${organization_id} and commitment_id = ${commitment_id}`
  if (row === undefined) return refuseField('commitment_id', 'must be a commitment of this organisation')
  return row.season_code === null ? null : seasonCodeOf(row.season_code)
}

async function checkAccount(sql: Sql, organization_id: string, trading_partner_id: string): Promise<void> {
  const commitments = await sql`
    select from trading_partners
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
  if (commitments.length === 0) refuseField('trading_partner_id', 'must be a trading account of this organisation')
}

export type SeasonSource = 'parameter' | 'commitment' | 'none'

/** Checks what the parameters name. Without `season_code`, the season is that of the commitment. */
export async function scopeOf(
  sql: Sql,
  { organization_id, time_zone }: Caller,
  query: ScopeQuery,
  now: string,
): Promise<BookScope & { season_source: SeasonSource }> {
  const { trading_partner_id, commitment_id } = query
  const known = knownAt(query.as_of, time_zone, now)
  checkStart('season_start', query.season_start, known.day)
  checkStart('prior_season_start', query.prior_season_start, known.day)
  const requested = query.season_code === undefined ? null : seasonCodeOf(query.season_code)
  const [declared] = await Promise.all([
    commitment_id === undefined ? null : readCommitmentSeason(sql, organization_id, commitment_id),
    trading_partner_id === undefined ? undefined : checkAccount(sql, organization_id, trading_partner_id),
  ])
  if (requested !== null && declared !== null && requested !== declared)
    refuseField('commitment_id', `is a commitment of the season ${declared}, not of ${requested}`)
  return {
    organization_id,
    season_code: requested ?? declared,
    season_source: requested !== null ? 'parameter' : declared !== null ? 'commitment' : 'none',
    trading_partner_id: trading_partner_id ?? null,
    commitment_id: commitment_id ?? null,
    known,
  }
}
