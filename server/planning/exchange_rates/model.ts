/** Schemas of exchange rates. */
import { limits } from '../../contract/limits.ts'
import { CalendarDate, currencyCode, Instant, Num, Shape, type Static, Text, Type } from '../../contract/schema.ts'

export const service = 'organizations'

const exampleDate = '2026-11-20'
const currency = Text('Foreign currency, as an ISO 4217 code.', { ...currencyCode, examples: ['EUR'] })
const rate_date = CalendarDate(
  'First day on which the rate applies; it is in force until the next rate of the currency.',
  {
    examples: [exampleDate],
  },
)
const perUnit = "Units of the organisation's currency for one unit of the foreign currency"

export const RatePath = Shape({ currency, rate_date })

export const ExchangeRate = Shape(
  {
    currency,
    rate_date,
    organization_currency_per_unit: Num(
      `${perUnit}: an amount in the foreign currency is multiplied by it. With USD as the organisation's currency, 1.085 means that 1 EUR is 1.085 USD.`,
      { examples: [1.085] },
    ),
    set_at: Instant('When the rate was last changed.'),
  },
  { $id: 'ExchangeRate' },
)
export type ExchangeRate = Static<typeof ExchangeRate>

export const RateFields = Shape({
  currency,
  rate_date,
  organization_currency_per_unit: Num(
    `${perUnit}, with at most ${limits.exchange_rate_decimals_max} decimals. The amount in the foreign currency is multiplied by it.`,
    { minimum: 10 ** -limits.exchange_rate_decimals_max, maximum: limits.exchange_rate_max, examples: [1.085] },
  ),
})

export const NewRates = Shape(
  {
    rates: Type.Array(RateFields, {
      minItems: 1,
      maxItems: limits.exchange_rates_per_call_max,
      description: 'Rates to set, each currency and date at most once.',
    }),
  },
  { examples: [{ rates: [{ currency: 'GBP', rate_date: exampleDate, organization_currency_per_unit: 1.265 }] }] },
)
