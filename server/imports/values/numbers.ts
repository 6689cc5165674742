/** Numbers as files write them. Nothing is rounded, and nothing that has two readings is read without knowing which. */
import type { ImportField } from '../field.ts'
import type { DecimalMark } from '../known_values.ts'

const spaces = '\u0020\u00a0\u2009\u202f'
const quotes = "'\u2019"

/** Groups of three digits, all with one separator, which cannot be the decimal mark; the first one begins with no zero. */
const shape = (mark: DecimalMark): RegExp => {
  const [decimal, thousands] = mark === 'point' ? ['.', ','] : [',', '.']
  const group = `[${thousands}${spaces}${quotes}]`
  return new RegExp(`^(-?)(\\d+|[1-9]\\d{0,2}(${group})\\d{3}(?:\\3\\d{3})*)(?:[${decimal}](\\d+))?$`)
}
const shapes: Record<DecimalMark, RegExp> = { point: shape('point'), comma: shape('comma') }

/** Accounts write negative amounts in parentheses: (45.00). */
const accounting = /^\(\s*([^()\s-][^()]*?)\s*\)$/

/** Exact decimal text such as `-1234.56`, or null where the text is no number under this decimal mark. */
export function readDecimal(text: string, mark: DecimalMark): string | null {
  const match = shapes[mark].exec(text.replace(/^\u2212/, '-').replace(accounting, '-$1'))
  if (match === null) return null
  const [, sign, digits, , decimals = ''] = match
  const whole = digits!.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '')
  const rest = decimals.replace(/0+$/, '')
  const figure = rest === '' ? whole : `${whole}.${rest}`
  return sign === '-' && /[1-9]/.test(figure) ? `-${figure}` : figure
}

/**
 * Hundredths of the plainest spelling of an amount, digits with a decimal point; null for any other text, which
 * `readDecimal` may read. Most cells of a file of a million rows are spelled so.
 */
export function plainHundredths(text: string): number | null {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text)
  if (match === null) return null
  const [, sign, whole, decimals = ''] = match
  const size = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return sign === '-' && size > 0 ? -size : size
}

/** A spreadsheet that shows a long number shortens it, and its digits are lost. */
export const isScientific = (text: string): boolean => /^[+-]?\d+([.,]\d+)?E[+-]?\d+$/i.test(text)
/**
 * Whether a spreadsheet may have shortened a code: an E between digits is common in codes, a plus sign after it is not.
 */
export const isShortenedCode = (text: string): boolean => /^\d([.,]\d+)?E\+\d+$/i.test(text)

/** The text without the code or the sign of the currency before or after the amount. */
export function withoutCurrency(text: string, currency: string): string {
  const bare = text.trim()
  const inner = accounting.exec(bare)?.[1]
  if (inner !== undefined) return `-${withoutCurrency(inner, currency)}`
  for (const mark of [currency, signOf(currency)]) {
    const minus = bare.startsWith(`-${mark}`) ? '-' : ''
    const rest = minus === '' ? bare : bare.slice(1)
    if (rest.startsWith(mark)) return minus + rest.slice(mark.length).trim()
    if (bare.endsWith(mark)) return bare.slice(0, -mark.length).trim()
  }
  return bare
}

/** The figure of a text, without what may stand beside one of the field: a currency, or the sign of a percentage. */
export const bareFigure = (field: ImportField, text: string, currency: string): string =>
  field.type === 'decimal' && field.is_percentage === true ? text.replace(/\s*%$/, '') : withoutCurrency(text, currency)

const signs = new Map<string, string>()

function signOf(currency: string): string {
  const known = signs.get(currency)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const sign = parts.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? currency
  signs.set(currency, sign)
  return sign
}
