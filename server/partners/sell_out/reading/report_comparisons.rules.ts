/** Rows and columns of a report that compare its sales with another period or with a plan: they are named, and never counted as sold. Pure. */
import { normalHeader } from '../../../imports/mapping/headers.rules.ts'
import { besideComparisons, comparisonWords, measureHeaders, shortComparisons } from './comparison_words.ts'
import { sellOutFields } from './sell_out_fields.ts'

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
/** Longer words come before those that they begin with. */
const patternOf = (words: string) =>
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:${words
      .split('|')
      .toSorted((a, b) => b.length - a.length)
      .map(escaped)
      .join('|')})(?![\p{L}\d])`,
    'giu',
  )

const always = patternOf(comparisonWords)
const short = patternOf(shortComparisons)
const beside = patternOf(besideComparisons)
const year = /(?<![\p{L}\d])(?:19|20)\d\d(?![\p{L}\d])/gu

/** Without the words that compare; the text itself where it has none. */
const withoutWords = (text: string, withShort: boolean): string => {
  const rest = text.replaceAll('_', ' ').replaceAll(always, '\u0000')
  return withShort ? rest.replaceAll(short, '\u0000') : rest
}

/** Whether a header has words that compare, whatever else it has: such a store or week across is not one of sales. */
export const namesComparison = (header: string): boolean => withoutWords(header, true).includes('\u0000')

/** Whether a text says that figures are compared ones, and nothing else. */
function isComparison(text: string, withShort: boolean): boolean {
  const rest = withoutWords(text, withShort)
  return rest.includes('\u0000') && !/[\p{L}\d]/u.test(rest.replaceAll(beside, ' ').replaceAll(year, ' '))
}

/** Whether the figures of a column are those of a comparison, by its header. */
export const isComparisonHeader = (header: string): boolean => isComparison(header, true)

const namedHeaders = new Set(
  [
    ...(['door', 'buyer_sku', 'gtin', 'sku'] as const).flatMap((name) => [name, ...sellOutFields[name].synonyms]),
    ...measureHeaders.split('|'),
    'description',
  ].map(normalHeader),
)

/** The place of the cell that makes a row a comparison; -1 where it is none. */
export const comparisonAt = (cells: readonly (string | null)[], headers: readonly (string | null)[]): number =>
  cells.findIndex((cell, i) => cell !== null && isComparison(cell, namedHeaders.has(normalHeader(headers[i] ?? ''))))
