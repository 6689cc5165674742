/** What free text of a paper speaks of: text that was not read as a field may change price, quantity, date, place or currency. Pure. */
import { readDay } from '../../../../imports/values/dates.ts'
import { dateFormats } from '../../../../imports/known_values.ts'
import { currencyNames, harmlessPhrases, type SensitiveKind } from './sensitive.ts'
import {
  codePattern,
  currencyStatement,
  datePatterns,
  dated,
  moneyFigure,
  namePattern,
  notTo,
  payment,
  placePatterns,
  signPattern,
  unitPatterns,
  wordPatterns,
} from './text_patterns.ts'

const singleSpaced = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

const namesDay = (text: string): boolean =>
  datePatterns.some((pattern) => pattern.test(text)) ||
  [...text.matchAll(dated)].some(([day]) => dateFormats.some((format) => readDay(day, format) !== null))

/** Whether a text is a date and nothing else. */
export const isDay = (text: string): boolean => dateFormats.some((format) => readDay(text.trim(), format) !== null)

const harmless = [...harmlessPhrases.map(({ phrase }) => new RegExp(phrase, 'giu')), payment, notTo]

const withoutHarmless = (text: string): string =>
  harmless.reduce((rest, phrase) => rest.replaceAll(phrase, ' '), singleSpaced(text))

/** Codes and signs of currencies that a text names. */
export function currenciesNamed(stated: string): string[] {
  const text = withoutHarmless(stated)
  const named = [...text.matchAll(namePattern)].map(([name]) => currencyNames[name.toLowerCase()]!)
  const bare = text.replaceAll(namePattern, ' ')
  return [
    ...new Set([...named, ...[...bare.matchAll(codePattern), ...bare.matchAll(signPattern)].map(([mark]) => mark)]),
  ]
}

/** What a text that was not read as a field may change. */
export function sensitiveIn(stated: string): ReadonlySet<SensitiveKind> {
  const text = withoutHarmless(stated).replaceAll(currencyStatement, ' ')
  const kinds = new Set(wordPatterns.flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : [])))
  if (unitPatterns.some((pattern) => pattern.test(text))) kinds.add('unit')
  if (placePatterns.some((pattern) => pattern.test(text))) kinds.add('place')
  if (namesDay(text)) kinds.add('date')
  if (moneyFigure.test(text)) kinds.add('currency')
  return kinds
}
