/** Dates and instants as files write them. A text can fit several formats; the whole column says which is meant. */
import { clockOffsetMs } from '../../calendar/time_zone.ts'
import { isCalendarDate } from '../../contract/schema.ts'
import type { DateFormat } from '../known_values.ts'
import { monthNamed } from './month_names.ts'

const two = (figure: number | string) => String(figure).padStart(2, '0')

const separated = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const digitsOnly = /^(\d{4})(\d{2})(\d{2})$/
/** 15 January 2027, 15. Januar 2027, 1er janvier 2027, 15 de enero de 2027, 15-Jan-27 as spreadsheets write it. */
const dayMonthName = /^(\d{1,2})(?:er|\.)?(?: de)?[ -](\p{L}{3,10})\.?(?: de)?[ -](\d{4}|\d{2})$/iu
const monthNameDay = /^(\p{L}{3,10})\.? (\d{1,2})\.?,? (\d{4})$/u
const century = (year: string) => (year.length === 2 ? `20${year}` : year)

type Parts = [year: string, month: string | number, day: string]

const layouts: Record<DateFormat, (text: string) => Parts | null> = {
  'YYYY-MM-DD': (text) => pick(yearFirst.exec(text), (m) => [m[1]!, m[3]!, m[4]!]),
  'DD/MM/YYYY': (text) => pick(separated.exec(text), (m) => (m[4]!.length === 4 ? [m[4]!, m[3]!, m[1]!] : null)),
  'MM/DD/YYYY': (text) => pick(separated.exec(text), (m) => (m[4]!.length === 4 ? [m[4]!, m[1]!, m[3]!] : null)),
  'DD/MM/YY': (text) => pick(separated.exec(text), (m) => (m[4]!.length === 2 ? [century(m[4]!), m[3]!, m[1]!] : null)),
  'MM/DD/YY': (text) => pick(separated.exec(text), (m) => (m[4]!.length === 2 ? [century(m[4]!), m[1]!, m[3]!] : null)),
  YYYYMMDD: (text) => pick(digitsOnly.exec(text), (m) => [m[1]!, m[2]!, m[3]!]),
  'D MMM YYYY': (text) => pick(dayMonthName.exec(text), (m) => [century(m[3]!), monthNamed(m[2]!), m[1]!]),
  'MMM D, YYYY': (text) => pick(monthNameDay.exec(text), (m) => [m[3]!, monthNamed(m[1]!), m[2]!]),
}

const pick = (match: RegExpExecArray | null, parts: (match: RegExpExecArray) => Parts | null): Parts | null =>
  match === null ? null : parts(match)

/** `YYYY-MM-DD`, or null where the text is no existing date in this format. */
export function readDay(text: string, format: DateFormat): string | null {
  const parts = layouts[format](text)
  if (parts === null) return null
  const day = `${parts[0]}-${two(parts[1])}-${two(parts[2])}`
  return isCalendarDate(day) ? day : null
}

const time =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?(?:\s?(AM|PM))?\s?(Z|UTC|GMT|[+-](?:0\d|1[0-5]):?[0-5]\d)?$/i

interface Split {
  day: string
  time: string | null
}

/** The date and the time of a text; a date alone has none. */
export function splitInstant(text: string): Split {
  const at = text.search(/(?<=\d)[T ]+(?=\d{1,2}:\d{2})/)
  return at < 0 ? { day: text, time: null } : { day: text.slice(0, at), time: text.slice(at).replace(/^[T ]+/, '') }
}

interface Clock {
  hour: number
  minute: number
  second: number
  fraction: string
  offset: string | null
}

function readClock(text: string): Clock | null {
  const match = time.exec(text)
  if (match === null) return null
  const [, hours, minutes, seconds = '0', fraction = '', half, offset] = match
  const [minute, second] = [Number(minutes), Number(seconds)]
  let hour = Number(hours)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
  }
  if (hour > 23 || minute > 59 || second > 59) return null
  return { hour, minute, second, fraction, offset: offset ?? null }
}

export const isMidnight = (text: string): boolean => /^0?0:00(:00(\.0+)?)?( ?(Z|UTC|GMT))?$/i.test(text)

/** A local time that a change of the clocks skips or repeats is read by the offset before the change. */
function toUtc(localMs: number, time_zone: string): number {
  if (time_zone === 'UTC') return localMs
  const before = localMs - clockOffsetMs(time_zone, localMs - 86_400_000)
  const ms = localMs - clockOffsetMs(time_zone, before)
  return clockOffsetMs(time_zone, ms) === localMs - ms ? ms : before
}

function offsetMs(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** ISO 8601 in UTC, to the microsecond. A text without an offset is a time of `time_zone`. */
export function readInstant(text: string, format: DateFormat, time_zone: string): string | null {
  const split = splitInstant(text)
  const day = readDay(split.day, format)
  const clock = readClock(split.time ?? '00:00')
  if (day === null || clock === null) return null
  const { hour, minute, second, fraction, offset } = clock
  const localMs = Date.parse(`${day}T${two(hour)}:${two(minute)}:${two(second)}Z`)
  const utc = new Date(offset === null ? toUtc(localMs, time_zone) : localMs - offsetMs(offset)).toISOString()
  return `${utc.slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}Z`
}
