/** Kinds of record fields: how a value is checked and normalised, and how a timeline shows it. */
import Big from 'big.js'
import { isCalendarDate, isLine, lineRuleText } from '../../contract/schema.ts'
import { normalText } from '../../records/texts.ts'

export type Checked = { value: unknown } | { rule: string; allowed?: readonly string[] }

export interface Field {
  check: (given: unknown) => Checked
  /** As a timeline shows it; null where there is no value. */
  text: (value: unknown) => string | null
}

const timelineTextMax = 500
const count = (size: number) => size.toLocaleString('en-US')

/** Values of any size are compared, but a timeline shows no more than the start of a long text. */
export const shortText = (text: string): string =>
  text.length <= timelineTextMax ? text : `${text.slice(0, timelineTextMax - 1)}…`

/** A text as it is, anything else as JSON. */
export const plainText = (value: unknown): string | null =>
  value === null || value === undefined ? null : shortText(typeof value === 'string' ? value : JSON.stringify(value))
const field = (check: Field['check'], text: Field['text'] = plainText): Field => ({ check, text })

export const orNull = (one: Field): Field =>
  field((given) => (given === null ? { value: null } : one.check(given)), one.text)

export function checkLine(given: unknown, lengthMax: number): Checked {
  const value = typeof given === 'string' ? normalText(given) : ''
  if (value === '') return { rule: 'must not be blank' }
  if (value.length > lengthMax) return { rule: `must have at most ${count(lengthMax)} characters` }
  return isLine(value) && value.isWellFormed() ? { value } : { rule: `must be ${lineRuleText}` }
}

export const line = (lengthMax: number): Field => field((given) => checkLine(given, lengthMax))

/** Everything but line breaks and tabs that a database or a page cannot show. */
const unprintable = /[\p{Cc}\p{Cs}]/u
const withoutLayout = (text: string) => text.replaceAll(/[\t\n\r]/g, '')

export const longText = (lengthMax: number): Field =>
  field((given) => {
    const value = typeof given === 'string' ? normalText(given) : ''
    if (value === '') return { rule: 'must not be blank; null clears it' }
    if (value.length > lengthMax) return { rule: `must have at most ${count(lengthMax)} characters` }
    if (unprintable.test(withoutLayout(value)))
      return { rule: 'must not contain control characters other than tabs and line breaks' }
    return { value }
  })

export const choice = (values: readonly string[]): Field =>
  field((given) =>
    values.includes(given as string)
      ? { value: given }
      : { rule: 'must be one of the allowed values', allowed: values },
  )

export const flag: Field = field((given) =>
  typeof given === 'boolean' ? { value: given } : { rule: 'must be true or false', allowed: ['true', 'false'] },
)

export const day: Field = field((given) =>
  typeof given === 'string' && isCalendarDate(given)
    ? { value: given }
    : { rule: 'must be a date in the format YYYY-MM-DD', allowed: ['1900-01-01 to 2999-12-31'] },
)

export const whole = (minimum: number, maximum: number, unit = ''): Field =>
  field((given) => {
    if (typeof given !== 'number' || !Number.isFinite(given)) return { rule: 'must be a number' }
    if (given < minimum || given > maximum)
      return { rule: `must be between ${count(minimum)} and ${count(maximum)}${unit}` }
    return Number.isInteger(given) ? { value: given } : { rule: `must be a whole number${unit && ` of${unit}`}` }
  })

const decimalText = /^-?\d{1,15}(\.\d{1,15})?$/

/** A decimal, as text or as a number, kept as text with exactly `decimals` decimals. */
export const decimal = (decimals: number, maximum: number): Field =>
  field((given) => {
    const text = typeof given === 'number' && Number.isFinite(given) ? Big(given).toFixed() : given
    if (typeof text !== 'string' || !decimalText.test(text.trim()))
      return { rule: 'must be a decimal number with a point, such as 12.5' }
    const amount = Big(text.trim())
    if (amount.lt(0) || amount.gt(maximum)) return { rule: `must be between 0 and ${count(maximum)}` }
    if (!amount.round(decimals).eq(amount)) return { rule: `must have at most ${decimals} decimals` }
    return { value: amount.toFixed(decimals) }
  })

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Codes that name no country: groups of countries, unknown regions, and test locales. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB'])

export const country: Field = field((given) => {
  const code = typeof given === 'string' ? given.trim().toUpperCase() : ''
  const isCountry = /^[A-Z]{2}$/.test(code) && !noCountries.has(code) && regionNames.of(code) !== undefined
  return isCountry ? { value: code } : { rule: 'must be an ISO 3166-1 alpha-2 country code, such as PT' }
})

export const hsCode: Field = field((given) => {
  const digits = typeof given === 'string' ? given.replaceAll(/[\s.]/g, '') : ''
  return /^\d{6,12}$/.test(digits)
    ? { value: digits }
    : { rule: 'must be a Harmonised System code of 6 to 12 digits, such as 611011' }
})

export const httpsUrl = (lengthMax: number): Field =>
  field((given) => {
    const text = typeof given === 'string' ? given.trim() : ''
    const url = URL.parse(text)
    if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
      return { rule: 'must be an https URL without credentials' }
    if (text.length > lengthMax) return { rule: `must have at most ${count(lengthMax)} characters` }
    return /[\p{Cc}\s]/u.test(text) ? { rule: 'must not contain spaces or control characters' } : { value: text }
  })

/** A list without repeated values, in the order given. */
export const listOf = (item: Field, itemsMax: number): Field =>
  field(
    (given) => {
      if (!Array.isArray(given)) return { rule: 'must be a list' }
      if (given.length > itemsMax) return { rule: `must have at most ${count(itemsMax)} values` }
      const values: unknown[] = []
      for (const [at, one] of given.entries()) {
        const checked = item.check(one)
        if ('rule' in checked) return { ...checked, rule: `has a value at position ${at + 1} that ${checked.rule}` }
        if (!values.includes(checked.value)) values.push(checked.value)
      }
      return { value: values }
    },
    (value) => ((value as string[] | null)?.length ? shortText((value as string[]).join(', ')) : null),
  )
