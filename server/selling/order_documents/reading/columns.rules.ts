/** Finds the meaning of the columns of a table by their headers. Pure. */
import { normalHeader } from '../../../imports/mapping/headers.rules.ts'
import type { LineValue, ReadRow } from './reading.ts'

export type Column = LineValue | 'line' | `size ${string}`

const words: Record<LineValue | 'line', string> = {
  sku: 'sku|vendor sku|supplier sku|your sku|vendor item|supplier item|vendor item no|supplier item no|vendor part|vendor code|supplier code|your item|your item no|your code|your ref|supplier article|your article|vendor style no',
  buyer_sku:
    'buyer sku|our sku|our item|our item no|our code|our ref|our article|customer sku|customer item|buyer item|buyer item no|buyer code|buyer part|retailer sku|retailer item',
  barcode: 'barcode|bar code|ean|ean13|ean 13|ean code|upc|upc code|gtin|ean upc|upc ean',
  style: 'style|style no|style number|style code|style name|model|model no|product code',
  color: 'color|colour|color name|colour name|colorway|colourway',
  size: 'size|sz',
  item: 'item|item no|item number|item code|item #|article|article no|article number|code|product no|part no|part number',
  description: 'description|product|product name|title|name|item description|details|item name',
  quantity:
    'quantity|qty|units|ordered|order qty|order quantity|qty ordered|quantity ordered|units ordered|pcs|pieces|order units|total qty|total units|oty',
  unit_price:
    'price|unit price|cost|unit cost|wholesale|wholesale price|ws price|net price|rate|price each|price unit|each|cost price',
  amount:
    'amount|total|line total|extended|ext price|ext cost|ext amount|extended price|extended cost|extended amount|value|line amount|net amount|total price|total cost|total amount|line value|ext',
  line: 'line|no|#|line no|ln|pos|line number|position|line #',
}
const known = new Map(
  Object.entries(words).flatMap(([column, list]) =>
    list.split('|').map((word) => [word, column as LineValue | 'line']),
  ),
)

const currencyWords = /(?:^| )(?:usd|eur|gbp|cad|aud|chf|sek|nok|dkk|jpy)(?: |$)/g
const sizeName = /^(?:x{1,3}s|xs|s|m|l|xl|x{2,4}l|[2-5]xl|one size|os|\d{1,2}(?:[. ]5)?)$/

/** Whether two texts differ by one letter at most; long headers are recognised in spite of one misread letter. */
function isNear(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return Math.max(a.length, b.length) - start - end <= 1
}

function columnOf(text: string): LineValue | 'line' | null {
  const header = normalHeader(text).replaceAll(currencyWords, ' ').trim()
  const exact = known.get(header)
  if (exact !== undefined || header.length < 5) return exact ?? null
  for (const [word, column] of known) if (word.length >= 5 && isNear(header, word)) return column
  return null
}

const identifiers: readonly (Column | null)[] = ['sku', 'buyer_sku', 'barcode', 'style', 'item']

/** The columns of a header row by their places; null where the row is no header of a table of lines. */
export function columnsOf(row: ReadRow): (Column | null)[] | null {
  const texts = row.map((cell) => cell?.text ?? '')
  const columns: (Column | null)[] = texts.map((text) => columnOf(text))
  // Where two columns have one meaning, such as Amount and Value, the first has it.
  const unique = columns.map((column, i) => (columns.indexOf(column) < i ? null : column))
  if (!unique.some((column) => identifiers.includes(column))) return null
  if (!unique.includes('size')) {
    const sizes = texts.map((text) => (sizeName.test(text.trim().toLowerCase()) ? text.trim() : null))
    if (sizes.filter((size) => size !== null).length >= 2)
      return unique.map((column, i): Column | null => (sizes[i] == null ? column : `size ${sizes[i]}`))
  }
  return unique.includes('quantity') ? unique : null
}

export const isIdentifier = (column: Column): boolean => identifiers.includes(column)
