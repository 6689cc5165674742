/** Patterns made of the words that free text is looked through for. Data of free_text.rules.ts. */
import { countingUnits, currencyNames, sensitiveWords } from './sensitive.ts'
import { currencyCodes, currencySigns } from './understood.ts'

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** A word of a list: an asterisk stands for further letters, a space for a space, a dot or a hyphen. */
const patternOf = (word: string): string =>
  word === '%'
    ? '%'
    : String.raw`(?<![\p{L}\d])${escaped(word)
        .replace(String.raw`\*`, String.raw`\p{L}*`)
        .replaceAll(' ', '[ .-]{1,2}')}(?![\p{L}\d])`

const anyOf = (words: string) => new RegExp(words.split('|').map(patternOf).join('|'), 'iu')
export const wordPatterns = sensitiveWords.map(({ kind, words }) => [kind, anyOf(words)] as const)

const counted = `(?<![\\p{L}\\d])(?:${countingUnits.replaceAll(' ', '[ -]')})(?![\\p{L}\\d])`
export const unitPatterns = [
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
export const datePatterns = [
  new RegExp(`(?<!\\p{L})(?:${months})(?!\\p{L})`, 'iu'),
  /(?<![\p{L}\d])(?:\d{1,2}(?:st|nd|rd|th|\.|er)?|end of|mid|early|late|fin|début|mi|in|until|by|from|ab|bis|im|en)[ -](?:of |de )?(?:may|march|mars)(?!\p{L})/iu,
  /(?<!\p{L})(?:may|march|mars|jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez)\.? ?\d{1,4}(?!\d)/iu,
  /(?<!\d)\d{1,2}\.? ?(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez)(?!\p{L})/iu,
  /(?<!\p{L})(?:kw|cw|week|weeks|wk|calendar week|kalenderwoche|woche|wochen|semaine|semaines) ?\.?:? ?\d{1,2}(?!\d)/iu,
  /(?<!\d)\d{1,2} (?:weeks?|wochen?|semaines?|months?|monaten?|mois)(?!\p{L})/iu,
  /(?<![\d.])\d{1,2}\.(?:0?[1-9]|1[0-2])\.(?![\d])/u,
]
export const dated = /(?<![\d./-])(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?![\d/-])/gu

const placeWord =
  'stores?|shops?|doors?|branch|(?<!washington,? )dc|warehouse|depot|hub|gate|dock|filialen?|lager|magasins?|boutiques?|dépôt|entrepôt|quai'
export const placePatterns = [
  new RegExp(`(?<!\\p{L})(?:${placeWord})(?: ?(?:no|nr|n°|code|number|nummer|id))?[.:# ]*[a-z]{0,3}-?\\d`, 'iu'),
  /(?<!\p{L})(?:deliver|ship|dispatch|liefer|anliefer|livr|expédi)\p{L}*(?: \S+){0,4}? (?:to|an|nach|à|au|aux|chez|zum|zur|into)(?!\p{L})/iu,
]

/** Words that a verb of delivery stands before without naming a place. */
export const notTo = /\b(?:subject|according|due|prior|addition|relating|referring|up|regard|pursuant) to\b/gi

const names = Object.keys(currencyNames).toSorted((a, b) => b.length - a.length)
export const namePattern = new RegExp(`(?<!\\p{L})(?:${names.map(escaped).join('|')})(?!\\p{L})`, 'giu')
export const codePattern = new RegExp(`(?<![\\p{L}\\d])(?:${currencyCodes.toUpperCase()})(?![\\p{L}\\d])`, 'gu')
const signs = Object.keys(currencySigns).toSorted((a, b) => b.length - a.length)
export const signPattern = new RegExp(
  signs.map((sign) => (/^\p{L}+$/u.test(sign) ? `(?<!\\p{L})${sign}(?!\\p{L})` : escaped(sign))).join('|'),
  'gu',
)

const currencyWord = `(?:${[namePattern, codePattern, signPattern].map(({ source }) => source).join('|')})`
export const moneyFigure = new RegExp(`\\d[\\d.,' ]*${currencyWord}|${currencyWord} ?-?\\d`, 'iu')
/** All prices in Euro: says the currency and no more. */
export const currencyStatement = new RegExp(
  `(?:^|(?<=[.;,:(–-] ?))[(]?(?:all |our |unit |line |net |order |alle |unsere |tous (?:les|nos) |les |the )*(?:prices?|amounts?|totals?|values?|figures|preise|beträge|prix|montants|currency|cost prices?)?(?: are| is| sind| sont| shown| quoted| stated| given| angegeben| indiqués| exprimés)* ?(?:in|en|:)? ?${currencyWord}[)]?(?=$| ?[.;,:)–-])`,
  'giu',
)
export const payment =
  /(?<!\p{L})(?:payment|paiement|zahlung|zahlbar|payable|terms|net|netto)(?!\p{L})[^.;]*?(?<!\d)\d{1,3} ?(?:days?|tagen?|jours?)(?!\p{L})[^.;]*/giu
