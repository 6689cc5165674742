/** Exchange rates in bulk. */
import Big from 'big.js'
import { exchange_rates } from '../../../db/schema/exchange_rates.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { isCurrency } from '../../contract/money.ts'
import { markConverted } from '../../insight/velocity/mark_converted.ts'
import { invalidField } from '../../pipeline/explain.ts'
import type { DiffRecords, RecordFault, RecordDiff, WriteContext, WriteRecords } from '../../imports/record_diff.ts'
import { RateFields } from './model.ts'

export interface ExchangeRateRecord {
  currency: string
  rate_date: string
  /** Units of the organisation's currency for one unit of the foreign currency. */
  organization_currency_per_unit: number
}
/** A rate and the one that it replaces, if any. */
export interface ExchangeRateWrite extends ExchangeRateRecord {
  previous: string | null
}

const decimalsMax = limits.exchange_rate_decimals_max

function faultOf(context: WriteContext, record: ExchangeRateRecord): RecordFault | null {
  const invalid = invalidField(RateFields, record)
  if (invalid !== null) {
    const value = (record as unknown as Record<string, unknown>)[invalid.field]
    return { ...invalid, value: value === undefined || value === null ? null : String(value as string) }
  }
  const { currency, organization_currency_per_unit: rate } = record
  if (!isCurrency(currency)) return { field: 'currency', rule: 'must be an ISO 4217 code', value: currency }
  if (currency === context.currency)
    return { field: 'currency', rule: `must not be the organisation's own currency, ${currency}`, value: currency }
  if (!Big(rate).round(decimalsMax).eq(rate))
    return {
      field: 'organization_currency_per_unit',
      rule: `must have at most ${decimalsMax} decimals`,
      value: String(rate),
    }
  return null
}

const keyOf = ({ currency, rate_date }: { currency: string; rate_date: string }) => `${currency} ${rate_date}`

const wantedRows = recordset(exchange_rates, ['currency', 'rate_date'])

const readStored = (sql: Sql, organization_id: string, records: readonly ExchangeRateRecord[]) => sql<
  { currency: string; rate_date: string; rate: string }[]
>`
  select r.currency, r.rate_date::text as rate_date, trim_scale(r.organization_currency_per_unit)::text as rate
  from ${wantedRows.from(records.map(({ currency, rate_date }) => ({ currency, rate_date })))}
  join exchange_rates r on r.organization_id = ${organization_id} and r.currency = n.currency
    and r.rate_date = n.rate_date`

export const diffExchangeRates: DiffRecords<ExchangeRateRecord, ExchangeRateWrite> = async (sql, context, records) => {
  const faults = records.map((record) => faultOf(context, record))
  const valid = records.filter((_, at) => faults[at] === null)
  const stored = valid.length === 0 ? [] : await readStored(sql, context.organization_id, valid)
  const byKey = new Map(stored.map((row) => [keyOf(row), row.rate]))
  const seen = new Set<string>()
  return records.map((record, at): RecordDiff<ExchangeRateWrite> => {
    const fault = faults[at]
    if (fault) return { outcome: 'refused', faults: [fault] }
    const key = keyOf(record)
    if (seen.has(key))
      return { outcome: 'refused', faults: [{ field: 'rate_date', rule: 'is repeated for the currency', value: key }] }
    seen.add(key)
    const previous = byKey.get(key) ?? null
    const write = { ...record, previous }
    if (previous === null) return { outcome: 'created', write }
    const rate = record.organization_currency_per_unit
    if (Big(previous).eq(rate)) return { outcome: 'unchanged' }
    const change = { field: 'organization_currency_per_unit', previous_value: previous, value: Big(rate).toFixed() }
    return { outcome: 'changed', changes: [change], write }
  })
}

const rateRows = recordset(exchange_rates, ['currency', 'rate_date', 'organization_currency_per_unit'])

/** When two requests write one rate at once, the later wins. Rows are written in one order, so that none deadlock. */
export const writeExchangeRates: WriteRecords<ExchangeRateWrite> = async (sql, { organization_id, now }, writes) => {
  const rows = writes
    .map(({ currency, rate_date, organization_currency_per_unit: rate }) => ({
      currency,
      rate_date,
      organization_currency_per_unit: Big(rate).toFixed(),
    }))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  if (rows.length > 0)
    await sql`
      insert into exchange_rates as r (organization_id, set_at, ${rateRows.names})
      select ${organization_id}, ${now}, ${rateRows.values} from ${rateRows.from(rows)}
      on conflict (organization_id, currency, rate_date) do update set
        organization_currency_per_unit = excluded.organization_currency_per_unit, set_at = excluded.set_at
      where r.organization_currency_per_unit <> excluded.organization_currency_per_unit`
  await markConverted(
    sql,
    organization_id,
    rows.map(({ currency }) => currency),
  )
  return writes.map(({ currency, rate_date, previous }) => ({ undo: { currency, rate_date, previous } }))
}
