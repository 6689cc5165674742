/** Session operations on exchange rates. */
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { counted } from '../../contract/outcome.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { CalendarDate, currencyCode, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { markConverted } from '../../insight/velocity/mark_converted.ts'
import { makeCostsKnown } from '../../selling/unrated_costs/make_costs_known.ts'
import { writeContext } from '../../records/write_context.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { ExchangeRate, NewRates, RatePath, service } from './model.ts'
import { diffExchangeRates, writeExchangeRates } from './diff_exchange_rates.ts'

const limit_default = limits.page_limit_common_max

export const listExchangeRates = sessionOperation({
  id: 'session.list_exchange_rates',
  route: 'GET /api/v1/exchange-rates',
  summary: 'List exchange rates',
  description:
    "Returns a page of the exchange rates that the organisation set, newest first. A rate is in force from its date until the next rate of its currency. `organization_currency_per_unit` is what one unit of the foreign currency is worth in the organisation's currency.",
  service,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      currency: Type.Optional(Text('Only rates of this currency.', { ...currencyCode, examples: ['EUR'] })),
      since: Type.Optional(CalendarDate('Only rates of this date or later.')),
      until: Type.Optional(CalendarDate('Only rates of this date or earlier.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(ExchangeRate),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limit_default, currency = null, since = null, until = null } = query
    const which = () => sql`organization_id = ${organization_id}
      and (${currency}::text is null or currency = ${currency})
      and (${since}::date is null or rate_date >= ${since}) and (${until}::date is null or rate_date <= ${until})`
    const [rows, [count]] = await Promise.all([
      sql<ExchangeRate[]>`
        select currency, rate_date, organization_currency_per_unit::float8 as organization_currency_per_unit, set_at
        from exchange_rates where ${which()}
        order by rate_date desc nulls last, currency limit ${limit} offset ${offset}`,
      sql<{ filtered: number }[]>`select count(*)::int as filtered from exchange_rates where ${which()}`,
    ])
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

export const setExchangeRates = sessionOperation({
  id: 'session.set_exchange_rates',
  route: 'POST /api/v1/exchange-rates',
  summary: 'Set exchange rates',
  desc: ({ created, changed, unchanged }) =>
    `${counted(created, 'rate')} created, ${changed.toLocaleString('en-US')} changed, ${unchanged.toLocaleString('en-US')} unchanged.`,
  description: `Sets 1 to ${limits.exchange_rates_per_call_max.toLocaleString('en-US')} exchange rates, all or none: a rate of the same currency and date is replaced. \`organization_currency_per_unit\` is what one unit of the foreign currency is worth in the organisation's currency, and has at most ${limits.exchange_rate_decimals_max} decimals. A rate that is already set to the same value is unchanged. The organisation's own currency has no rate. Goods that arrived at an unknown cost, because no rate of their day was on file, have a cost once one is: it enters the stock and the cost of sales of the days on which they were sold. A changed rate does not revalue goods whose cost is known.`,
  service,
  emits: ['movement.recorded'],
  body: NewRates,
  answer: Shape({
    created: Whole('Number of rates of a currency and date that had none.', { minimum: 0, examples: [1] }),
    changed: Whole('Number of rates that were replaced by another value.', { minimum: 0, examples: [0] }),
    unchanged: Whole('Number of rates that were already set to the same value.', { minimum: 0, examples: [0] }),
  }),
  async run({ sql, caller, body, now }) {
    const context = writeContext(caller, now)
    const diffs = await diffExchangeRates(sql, context, body.rates)
    for (const [at, diff] of diffs.entries()) {
      if (diff.outcome !== 'refused') continue
      const { field, rule, allowed } = diff.faults[0]!
      refuseField(`rates[${at}].${field}`, rule, allowed)
    }
    const writes = diffs.flatMap((diff) => ('write' in diff ? [diff.write] : []))
    await writeExchangeRates(sql, context, writes)
    await makeCostsKnown(sql, caller.organization_id, context)
    const count = (outcome: string) => diffs.filter((diff) => diff.outcome === outcome).length
    return { created: count('created'), changed: count('changed'), unchanged: count('unchanged') }
  },
})

export const deleteExchangeRate = sessionOperation({
  id: 'session.delete_exchange_rate',
  route: 'DELETE /api/v1/exchange-rates/{currency}/{rate_date}',
  summary: 'Delete an exchange rate',
  description:
    'Deletes the rate of a currency and date. From that date on, the rate before it is in force; without one, amounts in the currency are not converted.',
  service,
  status: 204,
  params: RatePath,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params: { currency, rate_date } }) {
    const { count } = await sql`
      delete from exchange_rates
      where organization_id = ${organization_id} and currency = ${currency} and rate_date = ${rate_date}`
    if (count === 0) refuse('not_found', { desc: `The organisation has no rate of ${currency} dated ${rate_date}.` })
    await markConverted(sql, organization_id, [currency])
  },
})
