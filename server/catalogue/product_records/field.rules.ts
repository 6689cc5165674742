/** Kinds of record fields: how a value is checked and normalised, and how a timeline shows it. */
import Big from 'big.js'
import { isCalendarDate, isLine, lineRuleText } from '../../contract/schema.ts'
import { normalText } from '../../records/texts.ts'

export type Checked = { value: unknown } | { rule: string; allowed?: readonly string[] }

export interface Field {
  check: (raw: unknown) => Checked
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

export const orNull = (one: Field): Field => field((raw) => (raw === null ? { value: null } : one.check(raw)), one.text)

export function checkLine(raw: unknown, lengthMax: number): Checked {
  const value = typeof raw === 'string' ? normalText(raw) : ''
  if (value === '') return { rule: 'must not be blank' }
  if (value.length > lengthMax) return { rule: `must have at most ${count(lengthMax)} characters` }
  return isLine(value) && value.isWellFormed() ? { value } : { rule: `must be ${lineRuleText}` }
}

export const line = (lengthMax: number): Field => field((raw) => checkLine(raw, lengthMax))

/** Everything but line breaks and tabs that a database or a page cannot show. */
const unprintable = /[\p{Cc}\p{Cs}]/u
const withoutLayout = (text: string) => text.replaceAll(/[\t\n\r]/g, '')

export const longText = (lengthMax: number): Field =>
  field((raw) => {
    const value = typeof raw === 'string' ? normalText(raw) : ''
    if (value === '') return { rule: 'must not be blank; null clears it' }
    if (value.length > lengthMax) return { rule: `must have at most ${count(lengthMax)} characters` }
    if (unprintable.test(withoutLayout(value)))
      return { rule: 'must not contain control characters other than tabs and line breaks' }
    return { value }
  })

export const choice = (values: readonly string[]): Field =>
  field((raw) =>
    values.includes(raw as string) ? { value: raw } : { rule: 'must be one of the allowed values', allowed: values },
  )

export const flag: Field = field((raw) =>
  typeof raw === 'boolean' ? { value: raw } : { rule: 'must be true or false', allowed: ['true', 'false'] },
)

export const day: Field = field((raw) =>
  typeof raw === 'string' && isCalendarDate(raw)
    ? { value: raw }
    : { rule: 'must be a date in the format YYYY-MM-DD', allowed: ['1900-01-01 to 2999-12-31'] },
)

export const whole = (minimum: number, maximum: number, unit = ''): Field =>
  field((raw) => {
    if (typeof raw !== 'number' || !Number.isFinite(raw)) return { rule: 'must be a number' }
    if (raw < minimum || raw > maximum)
      return { rule: `must be between ${count(minimum)} and ${count(maximum)}${unit}` }
    return Number.isInteger(raw) ? { value: raw } : { rule: `must be a whole number${unit && ` of${unit}`}` }
  })

const decimalText = /^-?\d{1,15}(\.\d{1,15})?$/

/** A decimal, as text or as a number, kept as text with exactly `decimals` decimals. */
export const decimal = (decimals: number, maximum: number): Field =>
  field((raw) => {
    const text = typeof raw === 'number' && Number.isFinite(raw) ? Big(raw).toFixed() : raw
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

export const country: Field = field((raw) => {
  const code = typeof raw === 'string' ? raw.trim().toUpperCase() : ''
  const isCountry = /^[A-Z]{2}$/.test(code) && !noCountries.has(code) && regionNames.of(code) !== undefined
  return isCountry ? { value: code } : { rule: 'must be an ISO 3166-1 alpha-2 country code, such as PT' }
})

export const hsCode: Field = field((raw) => {
  const digits = typeof raw === 'string' ? raw.replaceAll(/[\s.]/g, '') : ''
  return /^\d{6,12}$/.test(digits)
    ? { value: digits }
    : { rule: 'must be a Harmonised System code of 6 to 12 digits, such as 611011' }
})

export const httpsUrl = (lengthMax: number): Field =>
  field((raw) => {
    const text = typeof raw === 'string' ? raw.trim() : ''
    const url = URL.parse(text)
    if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
      return { rule: 'must be an https URL without credentials' }
    if (text.length > lengthMax) return { rule: `must have at most ${count(lengthMax)} characters` }
    return /[\p{Cc}\s]/u.test(text) ? { rule: 'must not contain spaces or control characters' } : { value: text }
  })

/** A list without repeated values, in the order given. */
export const listOf = (item: Field, itemsMax: number): Field =>
  field(
    (raw) => {
      if (!Array.isArray(raw)) return { rule: 'must be a list' }
      if (raw.length > itemsMax) return { rule: `must have at most ${count(itemsMax)} values` }
      const values: unknown[] = []
      for (const [at, one] of raw.entries()) {
        const checked = item.check(one)
        if ('rule' in checked) return { ...checked, rule: `has a value at position ${at + 1} that ${checked.rule}` }
        if (!values.includes(checked.value)) values.push(checked.value)
      }
      return { value: values }
    },
    (value) => ((value as string[] | null)?.length ? shortText((value as string[]).join(', ')) : null),
  )
