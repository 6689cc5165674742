/** IANA time zones, as the runtime and the database know them. */
import { refuseField } from '../contract/refusals.ts'
import type { Sql } from '../contract/sql.ts'

const listed = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
/** Area and place; the runtime also accepts offsets and abbreviations, which name no rules for daylight saving. */
const areaAndPlace = /^[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]+)+$/

/** Whether the runtime knows a name. Runtimes list one name for each zone, but know its other names as well. */
function isTimeZone(name: string): boolean {
  if (listed.has(name)) return true
  if (!areaAndPlace.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * Days are computed here and in statements, so both must know a zone: PostgreSQL has tzdata of its own, and raises on other
 * names. It lists names in one spelling; those that it takes besides, such as rules of POSIX, are no names of zones.
 */
export async function isKnownTimeZone(sql: Sql, name: string): Promise<boolean> {
  if (name === 'UTC') return true
  if (!isTimeZone(name)) return false
  const [zone] = await sql`select 1 as one from pg_timezone_names where name = ${name}`
  return zone !== undefined
}

/** Refuses the time zone that a request sends in a field; undefined passes. */
export async function checkTimeZone(sql: Sql, field: string, name: string | undefined): Promise<void> {
  if (name === undefined || (await isKnownTimeZone(sql, name))) return
  refuseField(field, 'must be the IANA name of a time zone', ['UTC', 'names such as Europe/Lisbon'])
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(time_zone: string): Intl.DateTimeFormat {
  const known = formats.get(time_zone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone: time_zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(time_zone, formatter)
  return formatter
}

/** The day, YYYY-MM-DD, that an instant falls on in an IANA time zone. */
export function dayInTimeZone(time_zone: string, instant: string): string {
  const parts = new Map(
    formatOf(time_zone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.get('year')!.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(time_zone: string): Intl.DateTimeFormat {
  const known = clocks.get(time_zone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US-u-ca-iso8601', {
    timeZone: time_zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(time_zone, formatter)
  return formatter
}

/** Offset of a time zone at a moment: its wall clock read as UTC, minus the moment, in milliseconds. */
export function clockOffsetMs(time_zone: string, ms: number): number {
  const whole = Math.floor(ms / 1_000) * 1_000
  const shown = Object.fromEntries(
    clockOf(time_zone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return Date.UTC(shown.year!, shown.month! - 1, shown.day, shown.hour, shown.minute, shown.second) - whole
}

const dayMs = 86_400_000

/** The first second of a range, in which clocks jump ahead once, from which on the later offset holds. */
function jumpBetween(time_zone: string, fromMs: number, toMs: number, later: number): number {
  let [before, after] = [fromMs, toMs]
  while (after - before > 1_000) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000
    if (clockOffsetMs(time_zone, middle) === later) after = middle
    else before = middle
  }
  return after
}

/**
 * The instant at which the clocks of a time zone show a day, YYYY-MM-DD, and time, HH:MM. A time that occurs twice is the
 * first of the two; a time that clocks skip is the moment at which they jump ahead.
 */
export function instantInTimeZone(time_zone: string, day: string, time: string): string {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const [earlier, later] = [clockOffsetMs(time_zone, shown - dayMs), clockOffsetMs(time_zone, shown + dayMs)]
  const candidates = [shown - earlier, shown - later].toSorted((a, b) => a - b)
  const exactMs = candidates.find((ms) => ms + clockOffsetMs(time_zone, ms) === shown)
  const ms = exactMs ?? jumpBetween(time_zone, candidates[0]! - 1_000, candidates[1]!, later)
  return new Date(ms).toISOString()
}
