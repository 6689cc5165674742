/** Rules of a trading account, whether it comes from a request or from a file. Pure. */
import Big from 'big.js'
import { differenceOf } from '../../contract/difference.ts'
import { limits } from '../../contract/limits.ts'
import { isCurrency } from '../../contract/money.ts'
import { addressRuleText, isAddress, isLine, lineRuleText } from '../../contract/schema.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type { FieldChange, RecordFault } from '../../imports/record_diff.ts'
import { cancellationTerms } from '../known_values.ts'
import type { AccountValues } from './account.model.ts'

export const newAccount = (currency: string): AccountValues => ({
  name: '',
  account_reference: null,
  buyer_id: null,
  account_tier: null,
  payment_terms: null,
  currency,
  fill_rate_target_pct: null,
  cancellation_term: null,
  cancellation_notice_days: null,
  cancellation_term_note: null,
  transit_time_days: null,
  bill_to_address: null,
  ship_to_address: null,
  tax_id: null,
  auto_release_holds: false,
  allocation_horizon_days: null,
  price_list_id: null,
})

const lengths = {
  name: 200,
  account_reference: 100,
  buyer_id: 100,
  account_tier: 40,
  payment_terms: 100,
  tax_id: limits.tax_id_length_max,
} as const

/** Applies what a record states: only stated fields change, null clears, and text is trimmed. */
export function appliedTo(values: AccountValues, stated: Partial<AccountValues>): AccountValues {
  const next: Record<string, unknown> = { ...values }
  for (const field of Object.keys(values) as (keyof AccountValues)[]) {
    const value = stated[field]
    if (value !== undefined) next[field] = typeof value === 'string' ? value.trim() : value
  }
  // A term without notice has no notice days; stating them beside it is refused below.
  if (stated.cancellation_term !== undefined && stated.cancellation_notice_days === undefined)
    if (stated.cancellation_term !== 'notice_period') next.cancellation_notice_days = null
  if (typeof next.price_list_id === 'string') next.price_list_id = next.price_list_id.toLowerCase()
  return next as unknown as AccountValues
}

function* addressFaults(values: AccountValues): Generator<RecordFault> {
  for (const field of ['bill_to_address', 'ship_to_address'] as const) {
    const text = values[field]
    if (text === null) continue
    if (text.length > limits.address_length_max)
      yield recordFault(field, `must have at most ${limits.address_length_max} characters`, text)
    else if (!isAddress(text)) yield recordFault(field, `must be ${addressRuleText}`, text)
  }
}

const isDays = (value: number) => Number.isInteger(value) && value >= 0 && value <= limits.account_days_max

function* faultsOf(values: AccountValues): Generator<RecordFault> {
  for (const [field, length] of Object.entries(lengths) as [keyof typeof lengths, number][]) {
    const text = values[field]
    if (text === null) continue
    if (text === '') yield recordFault(field, 'must not be blank', text)
    else if (text.length > length) yield recordFault(field, `must have at most ${length} characters`, text)
    else if (!isLine(text)) yield recordFault(field, `must be ${lineRuleText}`, text)
  }
  if (values.cancellation_term_note === '') yield recordFault('cancellation_term_note', 'must not be blank', '')
  if (!isCurrency(values.currency)) yield recordFault('currency', 'must be an ISO 4217 code', values.currency)
  const rate = values.fill_rate_target_pct
  if (rate !== null && !(rate >= 0 && rate <= 100 && Big(rate).round(2).eq(rate)))
    yield recordFault('fill_rate_target_pct', 'must be a percentage with at most two decimals', rate, ['0 to 100'])
  const { cancellation_term: term, cancellation_notice_days: notice } = values
  if (term !== null && !cancellationTerms.some((one) => one === term))
    yield recordFault('cancellation_term', 'must be a cancellation term', term, cancellationTerms)
  if (term === 'notice_period' && notice === null)
    yield recordFault('cancellation_notice_days', 'is required if cancellation_term is notice_period', null)
  if (term !== 'notice_period' && notice !== null)
    yield recordFault('cancellation_notice_days', 'can only be set if cancellation_term is notice_period', notice)
  for (const field of ['cancellation_notice_days', 'transit_time_days', 'allocation_horizon_days'] as const) {
    const value = values[field]
    if (value !== null && !isDays(value))
      yield recordFault(field, 'must be a whole number of days', value, [`0 to ${limits.account_days_max}`])
  }
}

export const accountFaults = (values: AccountValues): RecordFault[] => [...faultsOf(values), ...addressFaults(values)]

const shown = (value: AccountValues[keyof AccountValues]) => (value === null ? null : String(value))

export const changesBetween = (previous: AccountValues, next: AccountValues): FieldChange[] =>
  (Object.keys(differenceOf(previous, next)) as (keyof AccountValues)[]).map((field) => ({
    field,
    previous_value: shown(previous[field]),
    value: shown(next[field]),
  }))
