/** Facts that every read of sales states beside its figures: time zone, coverage, rates and basis. */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { money } from '../../contract/money.ts'
import { CalendarDate, CommaList, Count, type Money, Nullable, Shape, Text, Type } from '../../contract/schema.ts'

export const basis_note =
  'Net sales: gross sales minus discounts and returns, excluding taxes. Sales to consumers count on the day of the order, wholesale on the day of the shipment, returns on the day of the refund.'

/** The first month of the organisation's fiscal year. */
export async function readFiscalStart(sql: Sql, organization_id: string): Promise<number> {
  const [row] = await sql<{ fiscal_year_start_month: number }[]>`
    select fiscal_year_start_month from organizations where organization_id = ${organization_id}`
  return row!.fiscal_year_start_month
}

export interface Conversion {
  currency: string
  first_rate_date: string | null
  last_rate_date: string | null
}

export interface CoverageFacts {
  sales_begin_on: string | null
  recorded_through: string
  days_with_sales: number
  channels_with_sales: number
  conversions: Conversion[]
}

export const recordedThroughField = CalendarDate(
  'Last day up to which the sales of the channels are known: today, or the newest day of an import.',
  { examples: ['2026-11-22'] },
)

const coverageFields = {
  sales_begin_on: Nullable(
    CalendarDate('First day with recorded sales in any channel of the organisation; null if there is none.'),
  ),
  recorded_through: recordedThroughField,
  days_with_sales: Count('Number of days of the window with recorded sales or returns in the channels.', {
    examples: [14],
  }),
  channels_with_sales: Count('Number of these channels with recorded sales or returns in the window.', {
    examples: [2],
  }),
  conversions: Type.Array(
    Shape({
      currency: Text('Currency of some of the sales, as an ISO 4217 code.', { examples: ['EUR'] }),
      first_rate_date: Nullable(CalendarDate('Date of the oldest rate used; null if there is none.')),
      last_rate_date: Nullable(CalendarDate('Date of the newest rate used; null if there is none.')),
    }),
    {
      description:
        "Currencies other than the organisation's in the window, with the dates of the rates that convert them: each day uses the newest rate on or before it.",
    },
  ),
}

const coverageOf = (description: string) =>
  Shape(coverageFields, {
    $id: 'SalesWindowCoverage',
    about: 'How much of a window the recorded sales cover.',
    description,
  })

export const Coverage = coverageOf('How much of the request the recorded sales of the requested channels cover.')
export const WindowCoverage = coverageOf(
  'How much of the window the recorded sales cover, over all channels and products, whatever the filters.',
)

/** A sum in the organisation's currency; a currency without a rate makes it incomplete. */
export interface SalesSum {
  net_cents: number
  unrated_currency: string | null
}

export const noRate = (unrated: string, currency: string) =>
  `Some of the sales are in ${unrated}, and no exchange rate to ${currency} is known for their days.`

export const salesMoney = ({ net_cents, unrated_currency }: SalesSum, currency: string): Money =>
  unrated_currency === null ? money(net_cents, currency, '') : money(null, currency, noRate(unrated_currency, currency))

export const CategoriesParameter = (description: string) =>
  Type.Optional(
    CommaList(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: limits.filter_values_max,
      description,
      examples: [['Knitwear', 'Denim']],
    }),
  )

export const categoriesWords = 'Limits the result to these categories, by id or name; comma-separated.'
