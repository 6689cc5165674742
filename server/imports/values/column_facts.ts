/**
 * Formats of the dates or decimals of a whole column: how many values fit each format. Facts of two parts of a file
 * add up, so that a reading of the file can be taken up where it was interrupted.
 */
import { isCalendarDate } from '../../contract/schema.ts'
import type { ImportField } from '../field.ts'
import { type DateFormat, dateFormats, type DecimalMark } from '../known_values.ts'
import { readDay, splitInstant } from './dates.ts'
import { bareFigure, readDecimal } from './numbers.ts'

interface Sample {
  row_number: number
  value: string
}

export interface DateFacts {
  /** Values that fit a format. */
  fits: Partial<Record<DateFormat, number>>
  /** Values that different formats read as different days. */
  differing: number
  samples: Sample[]
}

export interface NumberFacts {
  /** Values that are numbers under one decimal mark alone. */
  only: Record<DecimalMark, number>
  /** Values such as 1,234, which are numbers under both marks, and not the same. */
  differing: number
  samples: Sample[]
}

export const samplesMax = 5

export const noDates = (): DateFacts => ({ fits: {}, differing: 0, samples: [] })
export const noNumbers = (): NumberFacts => ({ only: { point: 0, comma: 0 }, differing: 0, samples: [] })

function addSample(facts: { samples: Sample[] }, row_number: number, value: string): void {
  if (facts.samples.length < samplesMax) facts.samples.push({ row_number, value })
}

export function addDate(facts: DateFacts, row_number: number, value: string): void {
  // No other format has four digits, a dash and two digits.
  if (isCalendarDate(value)) {
    facts.fits['YYYY-MM-DD'] = (facts.fits['YYYY-MM-DD'] ?? 0) + 1
    return
  }
  const { day } = splitInstant(value)
  const days = new Set<string>()
  for (const format of dateFormats) {
    const read = readDay(day, format)
    if (read === null) continue
    facts.fits[format] = (facts.fits[format] ?? 0) + 1
    days.add(read)
  }
  if (days.size < 2) return
  facts.differing++
  addSample(facts, row_number, value)
}

const plain = /^-?\d+$/
/** One or two decimals are no group of thousands. */
const plainWithPoint = /^-?\d+\.\d{1,2}$/

export function addNumber(
  facts: NumberFacts,
  row_number: number,
  value: string,
  field: ImportField,
  currency: string,
): void {
  if (plain.test(value)) return
  if (plainWithPoint.test(value)) {
    facts.only.point++
    return
  }
  const bare = bareFigure(field, value, currency)
  const [byPoint, byComma] = [readDecimal(bare, 'point'), readDecimal(bare, 'comma')]
  if (byPoint === byComma) return
  if (byComma === null) facts.only.point++
  else if (byPoint === null) facts.only.comma++
  else {
    facts.differing++
    addSample(facts, row_number, value)
  }
}

export type Decision<T> = { read_as: T } | { choices: readonly T[] }

/** The format that most values fit; a choice where two fit as many, and read them differently. */
export function decideDates({ fits, differing }: DateFacts): Decision<DateFormat> {
  const best = Math.max(0, ...Object.values(fits))
  const choices = dateFormats.filter((format) => best > 0 && fits[format] === best)
  // Texts of two formats that never share one (2026-01-05 and 5 Jan 2026) differ as formats, not as days.
  if (choices.length > 1 && (differing > 0 || isMixed(choices))) return { choices }
  return { read_as: choices[0] ?? 'YYYY-MM-DD' }
}

/** Formats in which day and month change places. */
export const swappedFormats: readonly (readonly [DateFormat, DateFormat])[] = [
  ['DD/MM/YYYY', 'MM/DD/YYYY'],
  ['DD/MM/YY', 'MM/DD/YY'],
]
const isMixed = (choices: readonly DateFormat[]) =>
  !swappedFormats.some((pair) => choices.every((one) => pair.includes(one)))

/** The mark that most values need. Where none needs one, `elsewhere` (of the file's other columns) decides. */
export function decideNumbers({ only, differing }: NumberFacts, elsewhere: DecimalMark | null): Decision<DecimalMark> {
  const { point, comma } = only
  if (point !== comma) return { read_as: point > comma ? 'point' : 'comma' }
  if (point === 0 && differing === 0) return { read_as: 'point' }
  if (point === 0 && elsewhere !== null) return { read_as: elsewhere }
  return { choices: ['point', 'comma'] }
}
