/** What free text of a paper speaks of: text that was not read as a field may change price, quantity, date, place or currency. Pure. */
import { readDay } from '../../../../imports/values/dates.ts'
import { dateFormats } from '../../../../imports/known_values.ts'
import {
  countingUnits,
  currencyNames,
  harmlessPhrases,
  otherDocuments,
  type SensitiveKind,
  sensitiveWords,
} from './sensitive.ts'
import { currencyCodes, currencySigns } from './understood.ts'

const singleSpaced = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** A word of a list: an asterisk stands for further letters, a space for a space, a dot or a hyphen. */
const patternOf = (word: string): string =>
  word === '%'
    ? '%'
    : String.raw`(?<![\p{L}\d])${escaped(word)
        .replace(String.raw`\*`, String.raw`\p{L}*`)
        .replaceAll(' ', '[ .-]{1,2}')}(?![\p{L}\d])`

const anyOf = (words: string) => new RegExp(words.split('|').map(patternOf).join('|'), 'iu')
const wordPatterns = sensitiveWords.map(({ kind, words }) => [kind, anyOf(words)] as const)

const counted = `(?<![\\p{L}\\d])(?:${countingUnits.replaceAll(' ', '[ -]')})(?![\\p{L}\\d])`
const unitPatterns = [
  new RegExp(
    `(?<!\\p{L})(?:in|per|by the|by|als|pro|je|en|par|à la|à|zu|full|whole) (?:full |whole |ganzen )?${counted}`,
    'iu',
  ),
  new RegExp(`${counted} (?:of|à|zu|zu je|de|x|with|mit|containing) ?\\d`, 'iu'),
  new RegExp(`\\d ?(?:x ?)?${counted}`, 'iu'),
  new RegExp(`^[( ]*${counted}[) ]*$`, 'iu'),
]

const months =
  'january|february|april|june|july|august|september|october|november|december|januar|jänner|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre'
const datePatterns = [
  new RegExp(`(?<!\\p{L})(?:${months})(?!\\p{L})`, 'iu'),
  /(?<![\p{L}\d])(?:\d{1,2}(?:st|nd|rd|th|\.|er)?|end of|mid|early|late|fin|début|mi)[ -](?:of |de )?(?:may|march|mars)(?!\p{L})/iu,
  /(?<!\p{L})(?:may|march|mars|jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez)\.? ?\d{1,4}(?!\d)/iu,
  /(?<!\d)\d{1,2}\.? ?(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez)(?!\p{L})/iu,
  /(?<!\p{L})(?:kw|cw|week|weeks|wk|calendar week|kalenderwoche|woche|wochen|semaine|semaines) ?\.?:? ?\d{1,2}(?!\d)/iu,
  /(?<!\d)\d{1,2} (?:weeks?|wochen?|semaines?|months?|monaten?|mois)(?!\p{L})/iu,
  /(?<![\d.])\d{1,2}\.(?:0?[1-9]|1[0-2])\.(?![\d])/u,
]
const dated = /(?<![\d./-])(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?![\d/-])/gu

const namesDay = (text: string): boolean =>
  datePatterns.some((pattern) => pattern.test(text)) ||
  [...text.matchAll(dated)].some(([day]) => dateFormats.some((format) => readDay(day, format) !== null))

const placeWord =
  'stores?|shops?|doors?|branch|(?<!washington,? )dc|warehouse|depot|hub|gate|dock|filialen?|lager|magasins?|boutiques?|dépôt|entrepôt|quai'
const placePatterns = [
  new RegExp(`(?<!\\p{L})(?:${placeWord})(?: ?(?:no|nr|n°|code|number|nummer|id))?[.:# ]*[a-z]{0,3}-?\\d`, 'iu'),
  /(?<!\p{L})(?:deliver|ship|dispatch|liefer|anliefer|livr|expédi)\p{L}*(?: \S+){0,4}? (?:to|an|nach|à|au|aux|chez|zum|zur|into)(?!\p{L})/iu,
]
const placeFirst = new RegExp(`^(?:${placeWord})(?!\\p{L})`, 'iu')

/** Whether a text begins with a word such as store. */
export const beginsWithPlace = (text: string): boolean => placeFirst.test(singleSpaced(text))

/** Words that a verb of delivery stands before without naming a place. */
const notTo = /\b(?:subject|according|due|prior|addition|relating|referring|up|regard|pursuant) to\b/gi

const names = Object.keys(currencyNames).toSorted((a, b) => b.length - a.length)
const namePattern = new RegExp(`(?<!\\p{L})(?:${names.map(escaped).join('|')})(?!\\p{L})`, 'giu')
const codePattern = new RegExp(`(?<![\\p{L}\\d])(?:${currencyCodes.toUpperCase()})(?![\\p{L}\\d])`, 'gu')
const signs = Object.keys(currencySigns).toSorted((a, b) => b.length - a.length)
const signPattern = new RegExp(signs.map((sign) => (/^\p{L}+$/u.test(sign) ? `(?<!\\p{L})${sign}(?!\\p{L})` : escaped(sign))).join('|'), 'gu') // prettier-ignore

const currencyWord = `(?:${[namePattern, codePattern, signPattern].map(({ source }) => source).join('|')})`
const moneyFigure = new RegExp(`\\d[\\d.,' ]*${currencyWord}|${currencyWord} ?-?\\d`, 'iu')
/** All prices in Euro: says the currency and no more. */
const currencyStatement = new RegExp(
  `(?:^|(?<=[.;,:(–-] ?))[(]?(?:all |our |unit |line |net |order |alle |unsere |tous (?:les|nos) |les |the )*(?:prices?|amounts?|totals?|values?|figures|preise|beträge|prix|montants|currency|cost prices?)?(?: are| is| sind| sont| shown| quoted| stated| given| angegeben| indiqués| exprimés)* ?(?:in|en|:)? ?${currencyWord}[)]?(?=$| ?[.;,:)–-])`,
  'giu',
)
const payment =
  /(?<!\p{L})(?:payment|paiement|zahlung|zahlbar|payable|terms|net|netto)(?!\p{L})[^.;]*?(?<!\d)\d{1,3} ?(?:days?|tagen?|jours?)(?!\p{L})[^.;]*/giu

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

const otherDocument = new RegExp(
  `^(?:${otherDocuments})(?: ?(?:no|nr|n°|number|nummer|#)?[.: ]*[\\w/-]*\\d[\\w/-]*)?$`,
  'iu',
)

/** Whether a title calls the paper something else than an order. */
export const isOtherDocument = (text: string): boolean => otherDocument.test(singleSpaced(text))
