/** Finds the meaning of the columns of a table by their headers. Pure. */
import { normalHeader } from '../../../imports/mapping/headers.rules.ts'
import { isSeveral, placesAcross, sizesAcross } from '../../../imports/reading/across.rules.ts'
import type { ReadRow } from './reading.ts'
import {
  currencyCodes,
  currencySigns,
  type KnownColumn,
  passedOverColumns,
  understoodColumns,
  understoodUnits,
} from './table/understood.ts'

export type Column = KnownColumn | `size ${string}` | `door ${string}`

const known = new Map(
  Object.entries(understoodColumns).flatMap(([column, { headers }]) =>
    headers.split('|').map((word) => [word, column as KnownColumn]),
  ),
)
/** Whether columns with a header are of money, by the headers that may be passed over. */
const passedOver = new Map(
  passedOverColumns.flatMap(({ headers, is_money }) => headers.split('|').map((word) => [word, is_money] as const)),
)

const codePattern = new RegExp(`(?:^| )(?:${currencyCodes}|euro)(?= |$)`, 'g')
const signPattern = new RegExp(
  `US\\$|CA?\\$|AU?\\$|zł|\\bkr\\b|[${Object.keys(currencySigns)
    .filter((sign) => /^\p{Sc}$/u.test(sign))
    .join('')}]`,
  'gu',
)

/** Whether two texts differ by one letter at most; long headers are recognised in spite of one misread letter. */
function isNear(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return Math.max(a.length, b.length) - start - end <= 1
}

const unitsOfWord = new Map(
  understoodUnits.flatMap(({ words, units }) => words.split('|').map((word) => [word, units] as const)),
)

/** Single units in a unit; null: as many as a carton has; undefined: the unit is not understood. */
export const unitsIn = (word: string): number | null | undefined => unitsOfWord.get(normalHeader(word))

/** What a header says beside the name of its column. */
export interface Header {
  column: KnownColumn | null
  text: string
  /** Codes and signs of currencies. */
  currencies: readonly string[]
  /** How many units a price is for: a number, or a unit. */
  per: string | null
  /** Unit of a quantity. */
  unit: string | null
}

const priced: readonly (KnownColumn | undefined)[] = ['unit_price', 'net_price', 'list_price']
const perNumber = /^(.*?) (?:(?:per|pro|je|par|for|à) )?(1|10|100|1000)(?: (?:pcs|pieces|units|ea|stück|st|pièces))?$/
const lastWord = /^(.*?) (?:(?:per|pro|je|par|a|an|in) )?(\S+)$/

function withBasis(header: string): Pick<Header, 'column' | 'per' | 'unit'> | null {
  const numbered = perNumber.exec(header)
  if (numbered !== null && priced.includes(known.get(numbered[1]!)))
    return { column: known.get(numbered[1]!)!, per: numbered[2]!, unit: null }
  const [, base, word] = lastWord.exec(header) ?? []
  if (base === undefined || !unitsOfWord.has(word!)) return null
  const column = known.get(base)
  if (priced.includes(column)) return { column: column!, per: word!, unit: null }
  return column === 'quantity' ? { column, per: null, unit: word! } : null
}

/** Headers that say of which unit their figures are. */
const eachWords = new Set(['price each', 'each', 'price per piece', 'stückpreis', 'preis pro stück'])
const unitHeaders: Readonly<Record<string, string>> = { pcs: 'pcs', pieces: 'pcs', stück: 'pcs', pièces: 'pcs' }

/** Without codes and signs of currencies. */
const bareHeader = (text: string): string =>
  normalHeader(text)
    .replaceAll(codePattern, ' ')
    .replaceAll(/(?:^| )(?:us|ca|c|au|a)(?= |$)/g, (word) => (text.includes('$') ? ' ' : word))
    .replaceAll(/ +/g, ' ')
    .trim()

const currenciesIn = (text: string): string[] => [
  ...[...normalHeader(text).matchAll(codePattern)].map(([code]) => code.trim().slice(0, 3).toUpperCase()),
  ...[...text.matchAll(signPattern)].map(([sign]) => sign),
]

function meaningOf(header: string): Pick<Header, 'column' | 'per' | 'unit'> {
  const nothing = { column: null, per: null, unit: null }
  const exact = known.get(header)
  if (exact !== undefined)
    return { column: exact, per: eachWords.has(header) ? 'each' : null, unit: unitHeaders[header] ?? null }
  if (passedOver.has(header)) return nothing
  const basis = withBasis(header)
  if (basis !== null) return basis
  if (header === 'dozens' || header === 'dozen' || header === 'dutzend')
    return { column: 'quantity', per: null, unit: 'dozen' }
  if (header.length < 5 || /\d/.test(header)) return nothing
  for (const [word, column] of known) if (word.length >= 5 && isNear(header, word)) return { ...nothing, column }
  return nothing
}

/** Columns that may state a currency; in any other, one says that its figures are not what it is called. */
const money: readonly (KnownColumn | null)[] = [
  'unit_price',
  'net_price',
  'list_price',
  'price_per',
  'discount',
  'amount',
  'currency',
]

export function headerOf(text: string): Header {
  const currencies = currenciesIn(text)
  const meaning = meaningOf(bareHeader(text))
  // Of a size, EUR is the European scale of shoes.
  if (meaning.column === 'size' && currencies.every((code) => code === 'EUR'))
    return { text, currencies: [], ...meaning }
  if (currencies.length > 0 && !money.includes(meaning.column))
    return { text, currencies, column: null, per: null, unit: null }
  return { text, currencies, ...meaning }
}

/** Whether a column with this header may be passed over. What states a currency is money, whatever else it is called. */
export function isPassedOver(text: string): boolean {
  const isMoney = passedOver.get(bareHeader(text))
  return isMoney === true || (isMoney === false && currenciesIn(text).length === 0)
}

const identifiers: readonly (Column | null)[] = ['sku', 'buyer_sku', 'barcode', 'style', 'item']

/** A total of units is the quantity where no other column is; sizes or stores across have theirs beside it. */
function settled(columns: readonly (Column | null)[]): (Column | null)[] {
  const isCounted = columns.includes('quantity') || columns.includes('packs')
  return columns.map((column) => (column === 'total_quantity' && !isCounted ? 'quantity' : column))
}

/** Columns of sizes or stores across; they need no other column of the same meaning. */
function acrossOf(texts: readonly string[], unique: readonly (Column | null)[]): (Column | null)[] | undefined {
  const named = [
    { name: 'size', values: sizesAcross(texts) },
    { name: 'door', values: placesAcross(texts) },
  ] as const
  const several = named.find(({ name, values }) => !unique.includes(name) && isSeveral({ values }))
  return several?.values.map((value) => (value === null ? null : (`${several.name} ${value}` as Column)))
}

/** The columns of a header row by their places; null where the row is no header of a table of lines. */
export function columnsOf(row: ReadRow): (Column | null)[] | null {
  const texts = row.map((cell) => cell?.text ?? '')
  const columns = settled(texts.map((text) => headerOf(text).column))
  // Where two columns have one meaning, such as Amount and Value, the first has it.
  const unique = columns.map((column, i) => (columns.indexOf(column) < i ? null : column))
  if (!unique.some((column) => identifiers.includes(column))) return null
  const free = texts.map((text, i) => (columns[i] === null ? text : ''))
  const across = acrossOf(free, unique)
  if (across !== undefined) return unique.map((column, i) => across[i] ?? column)
  return unique.includes('quantity') || unique.includes('packs') ? unique : null
}

export const isIdentifier = (column: Column): boolean => identifiers.includes(column)
export const isAcross = (column: Column): boolean => column.startsWith('size ') || column.startsWith('door ')
