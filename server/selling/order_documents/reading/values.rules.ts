/** Numbers and dates as papers write them. Nothing that has two readings is read without knowing which. Pure. */
import { swappedFormats } from '../../../imports/values/column_facts.ts'
import { readDay } from '../../../imports/values/dates.ts'
import { readDecimal } from '../../../imports/values/numbers.ts'
import { type DateFormat, dateFormats, type DecimalMark } from '../../../imports/known_values.ts'

const unitsWord = /\s*(?:pcs?|pieces?|ea|each|units?|u)\.?$/i

/** Whole units; null where the text is none. */
export function readUnits(text: string): number | null {
  const bare = text.trim().replace(unitsWord, '')
  // 1.000 is one or a thousand.
  const match = /^(\d{1,7}|\d{1,3}(?:[, ]\d{3}){1,2})(?:[.,]0{1,2})?$/.exec(bare)
  return match === null ? null : Number(match[1]!.replaceAll(/\D/g, ''))
}

/** A count with the unit that stands behind it, such as 2 dz. */
export function readQuantity(text: string): { count: number; unit: string | null } | null {
  const [, figure, unit] = /^(.*\d)\s*(\p{L}+)\.?$/u.exec(text.trim()) ?? []
  const count = readUnits(figure ?? text)
  return count === null ? null : { count, unit: unit ?? null }
}

/** A discount in percent from 0 to 100, with or without its signs. */
export function readPercent(text: string): number | null {
  const match = /^[-\u2212]?\s*(\d{1,3})(?:[.,](\d{1,4}))?\s*%?$/.exec(text.trim())
  if (match === null) return null
  const percent = Number(`${match[1]}.${match[2] ?? '0'}`)
  return percent <= 100 ? percent : null
}

const currencyMark =
  /^(?:\p{Sc}|[A-Z]{3}(?=[- \d\p{Sc}])|(?:US|CA?|AU?)\$|kr(?=[- \d])|zł|\s)+|(?:\p{Sc}|[A-Z]{3}|kr|zł|\s)+$/gu

/** The text of an amount without its currency. */
export const bareAmount = (text: string): string => text.replaceAll(currencyMark, '')

/** Cents; null where the text is no amount under this decimal mark, or has fractions of a cent. */
export function readCents(text: string, mark: DecimalMark): number | null {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(readDecimal(bareAmount(text), mark) ?? '')
  return match === null ? null : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

const ending = { point: /\.\d{1,2}$/, comma: /,\d{1,2}$/ } as const

/**
 * The mark that the amounts with one or two decimals have; null where they differ, or where an amount such as 12.345 has
 * two readings and no other tells which is meant.
 */
export function decimalMarkOf(texts: readonly string[]): DecimalMark | null {
  const bare = texts.map(bareAmount)
  const [hasPoint, hasComma] = [
    bare.some((text) => ending.point.test(text)),
    bare.some((text) => ending.comma.test(text)),
  ]
  if (hasPoint !== hasComma) return hasPoint ? 'point' : 'comma'
  return hasPoint || bare.some((text) => /\d[.,]\d/.test(text)) ? null : 'point'
}

/** Formats in which day and month change places, of which another date of the paper rules one out. */
function ruledOut(texts: readonly string[]): ReadonlySet<DateFormat> {
  const out = new Set<DateFormat>()
  for (const [first, second] of swappedFormats)
    for (const text of texts) {
      const [one, other] = [readDay(text, first), readDay(text, second)]
      if (one !== null && other === null) out.add(second)
      if (other !== null && one === null) out.add(first)
    }
  return out
}

/** Every day that a text can mean, as `YYYY-MM-DD`. `others`: every date of the paper. */
export function possibleDays(text: string, others: readonly string[]): ReadonlySet<string> {
  const out = ruledOut(others)
  return new Set(
    dateFormats.filter((format) => !out.has(format)).flatMap((format) => readDay(text.trim(), format) ?? []),
  )
}

/** null where the text is no date, or one with two readings. */
export function readDate(text: string, others: readonly string[]): string | null {
  const days = possibleDays(text, others)
  return days.size === 1 ? [...days][0]! : null
}
