import { textFragment } from '../../../db/sql/fragment.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import {
  CalendarDate,
  Count,
  Id,
  Money,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { checkWindow, windowOf, windowShape } from '../../calendar/window.ts'
import { dispositions, returnReasons } from '../known_values.ts'
import { salesBeginOn } from '../sales_facts/sales_begin.store.ts'
import { fates, inspectedUnits } from './inspections/inspected.sql.ts'
import {
  type DispositionSum,
  dispositionsWithImported,
  rateCodes,
  rateOf,
  type ReasonSum,
  type Sums,
  sumOfExchanged,
  sumOfUnits,
  valueCodeOf,
  valueCodes,
  valueOf,
  withImported,
} from './summary.rules.ts'

const basis_note =
  'Units count on the day of receipt, with what inspections made of those in quarantine, and money on the day of the refund, or of the receipt where no refund is stated. Imported sales history is included; its units have the reason `unknown` and no disposition. Numbers of returns are those of returns recorded here.'

const rate = {
  units_sold: Whole('Units sold in the window.', { examples: [40] }),
  units_returned: Whole('Units returned in the window, whenever they were sold.', { examples: [2] }),
  return_rate: Nullable(
    Num('Units returned per hundred units sold in the window, to two decimals; null if nothing was sold.', {
      examples: [5],
    }),
  ),
  return_rate_reason_code: Nullable(OpenChoice(rateCodes, 'Why the rate is null.')),
  return_rate_reason: Reason,
  value: Money('Value of the returns, excluding taxes; null if it is in several currencies.'),
  value_reason_code: Nullable(OpenChoice(valueCodes, 'Why the value is null.')),
}

const units_exchanged = Whole('Units that the reasons count, of returns that are exchanged for another order.', {
  examples: [0],
})
const units_returned = Whole('Units returned in the window.', { examples: [2] })

export const summarizeReturns = operation({
  id: 'returns.summarize',
  route: 'GET /api/v1/sales/returns/summary',
  summary: 'Get returns summary',
  description: `Returns what came back in a window of days: numbers of returns, units and value, reasons and dispositions, and the rate of return by product and by sales channel. Products are sorted by units returned, at most ${limits.returns_summary_products_max}; \`products_with_returns\` counts all of them. A rate compares units returned with units sold in the same window. \`end_date\` may be at most ${limits.returns_summary_days_max} days after \`start_date\`. Keys bound to a trading account are refused.`,
  account: 'aggregate',
  query: Type.Object(
    {
      start_date: CalendarDate('First day of the window.', { examples: ['2026-11-01'] }),
      end_date: CalendarDate(
        `Last day of the window, included; at most ${limits.returns_summary_days_max} days after \`start_date\`.`,
      ),
      sales_channel_id: Type.Optional(Id('Only sales and returns of this sales channel.')),
    },
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      window: windowShape('The requested window, in the time zone of the organisation.'),
      calendar: OpenChoice(['gregorian'], 'Calendar of the days.'),
      returns_created: Count('Number of returns created in the window.', { examples: [2] }),
      returns_received: Count('Number of returns of which units arrived in the window.', { examples: [1] }),
      returns_open: Count('Number of returns that are expected or partially received now.', { examples: [1] }),
      units_expected: Whole('Units of those open returns that have not arrived.', { examples: [1] }),
      units_restocked: Whole('Units received in the window that were restocked, then or after an inspection.', {
        examples: [2],
      }),
      units_missing: Whole('Units found to be missing in the window; they did not arrive.', { examples: [0] }),
      units_exchanged,
      units_outside_sales: Whole(
        'Units that arrived in the window and do not count in sales: of returns without a sales channel, units that had shipped beyond the order of a consumer, and those of days whose sales were imported.',
        { examples: [0] },
      ),
      ...rate,
      reasons: Type.Array(
        Shape({
          reason: OpenChoice(returnReasons, 'Reason for the return.'),
          returns: Count('Number of returns with this reason of which units arrived.', { examples: [1] }),
          units_returned,
        }),
        {
          description:
            'Reasons of the units returned in the window, most units first; together they are `units_returned`.',
        },
      ),
      dispositions: Type.Array(
        Shape({
          disposition: Nullable(OpenChoice(dispositions, 'Disposition of the units; null if none was given.')),
          units_returned,
          units_restocked: Whole('Units of them that were restocked.', { examples: [2] }),
        }),
        {
          description:
            'Dispositions of the units returned in the window, most units first; together they are `units_returned`.',
        },
      ),
      products: Type.Array(
        Shape(
          {
            product_id: OwnId('Id of the product.'),
            title: Text('Title of the product.', { examples: ['Merino crew jumper'] }),
            ...rate,
          },
          { $id: 'ProductReturns' },
        ),
        { description: 'Products with returns in the window, most units returned first.' },
      ),
      products_with_returns: Count('Number of products with returns in the window.', { examples: [1] }),
      channels: Type.Array(
        Shape(
          {
            sales_channel_id: OwnId('Id of the sales channel.'),
            channel_name: Text('Name of the sales channel.', { examples: ['Online store'] }),
            ...rate,
          },
          { $id: 'ChannelReturns' },
        ),
        { description: 'Sales channels with sales or returns in the window, most units returned first.' },
      ),
      coverage: Shape(
        {
          sales_begin_on: Nullable(CalendarDate('First day with recorded sales or returns; null if there is none.')),
          days_with_sales: Count('Number of days of the window with recorded sales or returns.', { examples: [1] }),
          channels_with_sales: Count('Number of sales channels with recorded sales or returns in the window.', {
            examples: [1],
          }),
        },
        { description: 'How much of the window the recorded sales cover.' },
      ),
      basis_note: Text('Basis of the figures.', { examples: [basis_note] }),
    },
    { $id: 'ReturnsSummary' },
  ),
  async run({ sql, caller: { organization_id, currency }, query }) {
    const { start_date, end_date, sales_channel_id = null } = query
    checkWindow({ start: start_date, end: end_date }, { days: limits.returns_summary_days_max })
    const scope: Scope = { organization_id, start_date, end_date, sales_channel_id }
    const [known, [total], products, channels, [counted], reasons, byDisposition, [coverage]] = await Promise.all([
      sales_channel_id === null ? [true] : findChannel(sql, organization_id, sales_channel_id),
      readTotal(sql, scope),
      readProducts(sql, scope),
      readChannels(sql, scope),
      readNumbers(sql, scope),
      readReasons(sql, scope),
      readDispositions(sql, scope),
      readCoverage(sql, scope),
    ])
    if (known.length === 0) refuseField('sales_channel_id', 'must be a sales channel of this organisation')
    const { units_received, ...numbers } = counted!
    return {
      window: windowOf({ start: start_date, end: end_date }),
      calendar: 'gregorian',
      ...numbers,
      units_exchanged: sumOfExchanged(reasons),
      units_outside_sales: units_received - sumOfUnits(reasons),
      ...figuresOf(total!, currency),
      reasons: withImported(
        reasons.map(({ units_exchanged: _exchanged, ...reason }) => reason),
        total!.returned,
      ),
      dispositions: dispositionsWithImported(byDisposition, total!.returned),
      products: products.map(({ product_id, title, with_returns: _all, ...sums }) => ({
        product_id,
        title,
        ...figuresOf(sums, currency),
      })),
      products_with_returns: products[0]?.with_returns ?? 0,
      channels: channels.map(({ sales_channel_id: id, channel_name, ...sums }) => ({
        sales_channel_id: id,
        channel_name,
        ...figuresOf(sums, currency),
      })),
      coverage: { ...coverage!, channels_with_sales: channels.length },
      basis_note,
    }
  },
})

const figuresOf = (sums: Sums, currency: string) => ({
  units_sold: sums.sold,
  units_returned: sums.returned,
  ...rateOf(sums),
  value: valueOf(sums, currency),
  value_reason_code: valueCodeOf(sums),
})

interface Scope {
  organization_id: string
  start_date: string
  end_date: string
  sales_channel_id: string | null
}

const findChannel = (sql: Sql, organization_id: string, sales_channel_id: string) => sql`
  select sales_channel_id from sales_channels
  where organization_id = ${organization_id} and sales_channel_id = ${sales_channel_id}`

/** Sums by product and day, with the deltas that are not folded yet: exact, and bounded by days. */
const salesOf = (sql: Sql, { organization_id, start_date, end_date, sales_channel_id }: Scope) => sql`
  select product_id, sales_channel_id, currency, units, returned_units, returns_cents from sales_by_product
  where organization_id = ${organization_id} and day between ${start_date}::date and ${end_date}::date
    and (${sales_channel_id}::uuid is null or sales_channel_id = ${sales_channel_id}::uuid)
  union all
  select product_id, sales_channel_id, currency, units, returned_units, returns_cents from sales_deltas
  where organization_id = ${organization_id} and day between ${start_date}::date and ${end_date}::date
    and (${sales_channel_id}::uuid is null or sales_channel_id = ${sales_channel_id}::uuid)`

const readTotal = (sql: Sql, scope: Scope) => sql<Sums[]>`
  select coalesce(sum(s.units), 0)::float8 as sold, coalesce(sum(s.returned_units), 0)::float8 as returned,
    coalesce(sum(s.returns_cents), 0)::float8 as returns_cents,
    array_agg(distinct s.currency) filter (where s.returns_cents <> 0) as currencies
  from (${salesOf(sql, scope)}) s`

const readProducts = (sql: Sql, scope: Scope) => sql<
  (Sums & { product_id: string; title: string; with_returns: number })[]
>`
  select r.product_id, p.title, r.sold, r.returned, r.returns_cents, r.currencies, r.with_returns
  from (
    select s.product_id, sum(s.units)::float8 as sold, sum(s.returned_units)::float8 as returned,
      sum(s.returns_cents)::float8 as returns_cents,
      array_agg(distinct s.currency) filter (where s.returns_cents <> 0) as currencies,
      count(*) over ()::int as with_returns
    from (${salesOf(sql, scope)}) s
    group by s.product_id having sum(s.returned_units) <> 0 or sum(s.returns_cents) <> 0
    order by sum(s.returned_units) desc, s.product_id limit ${limits.returns_summary_products_max}
  ) r
  join products p on p.organization_id = ${scope.organization_id} and p.product_id = r.product_id
  order by r.returned desc, r.product_id`

const readChannels = (sql: Sql, scope: Scope) => sql<(Sums & { sales_channel_id: string; channel_name: string })[]>`
  select r.sales_channel_id, c.name as channel_name, r.sold, r.returned, r.returns_cents, r.currencies
  from (
    select s.sales_channel_id, sum(s.units)::float8 as sold, sum(s.returned_units)::float8 as returned,
      sum(s.returns_cents)::float8 as returns_cents,
      array_agg(distinct s.currency) filter (where s.returns_cents <> 0) as currencies
    from (${salesOf(sql, scope)}) s
    group by s.sales_channel_id
    having sum(s.units) <> 0 or sum(s.returned_units) <> 0 or sum(s.returns_cents) <> 0
  ) r
  join sales_channels c on c.organization_id = ${scope.organization_id} and c.sales_channel_id = r.sales_channel_id
  order by r.returned desc, c.name, r.sales_channel_id`

interface Numbers {
  returns_created: number
  returns_received: number
  returns_open: number
  units_expected: number
  units_restocked: number
  units_received: number
  units_missing: number
}

const readNumbers = (sql: Sql, { organization_id, start_date, end_date, sales_channel_id }: Scope) => sql<Numbers[]>`
  select c.returns_created, a.returns_received, o.returns_open, o.units_expected, a.units_restocked, a.units_received,
    a.units_missing
  from (
    select count(*)::int as returns_created from returns r
    join organizations z on z.organization_id = r.organization_id
    where r.organization_id = ${organization_id}
      and r.created_at >= ${start_date}::date::timestamp at time zone z.time_zone
      and r.created_at < (${end_date}::date + 1)::timestamp at time zone z.time_zone
      and (${sales_channel_id}::uuid is null or r.sales_channel_id = ${sales_channel_id}::uuid)
  ) c, (
    select (count(distinct i.return_id) filter (where l.received_quantity > 0))::int as returns_received,
      coalesce(sum(l.restocked_quantity + q.restock), 0)::float8 as units_restocked,
      coalesce(sum(l.received_quantity), 0)::float8 as units_received,
      coalesce(sum(l.missing_quantity), 0)::float8 as units_missing
    from return_receipts i
    join returns r on r.organization_id = i.organization_id and r.return_id = i.return_id
    join return_receipt_lines l on l.organization_id = i.organization_id and l.return_id = i.return_id
      and l.receipt_number = i.receipt_number
    cross join lateral (${inspected}) q
    where i.organization_id = ${organization_id} and i.received_on between ${start_date}::date and ${end_date}::date
      and (${sales_channel_id}::uuid is null or r.sales_channel_id = ${sales_channel_id}::uuid)
  ) a, (
    select count(distinct r.return_id)::int as returns_open,
      coalesce(sum(greatest(l.expected_quantity - l.received_quantity - l.missing_quantity, 0)), 0)::float8
        as units_expected
    from returns r
    join return_lines l on l.organization_id = r.organization_id and l.return_id = r.return_id
    where r.organization_id = ${organization_id} and r.state in ('expected', 'partially_received')
      and (${sales_channel_id}::uuid is null or r.sales_channel_id = ${sales_channel_id}::uuid)
  ) o`

const countedFates = textFragment(fates('l.received_quantity - l.surplus_quantity'))
const inspected = textFragment(inspectedUnits)

/** Receipts whose units count in sales: those of a channel, on a day of which no import has the sales. */
const countedReceipts = (
  sql: Sql,
  { organization_id, start_date, end_date, sales_channel_id }: Scope,
  joined: Fragment = sql``,
) => sql`
  return_receipts i
  join returns r on r.organization_id = i.organization_id and r.return_id = i.return_id
  join sales_channel_days d on d.organization_id = i.organization_id and d.day = i.received_on
    and d.sales_channel_id = r.sales_channel_id and d.origin = 'orders'
  join return_receipt_lines l on l.organization_id = i.organization_id and l.return_id = i.return_id
    and l.receipt_number = i.receipt_number and l.received_quantity > l.surplus_quantity
  ${joined}
  where i.organization_id = ${organization_id} and i.received_on between ${start_date}::date and ${end_date}::date
    and (${sales_channel_id}::uuid is null or r.sales_channel_id = ${sales_channel_id}::uuid)`

const readReasons = (sql: Sql, scope: Scope) => sql<(ReasonSum & { units_exchanged: number })[]>`
  select r.reason, count(distinct r.return_id)::int as returns,
    sum(l.received_quantity - l.surplus_quantity)::float8 as units_returned,
    coalesce(sum(l.received_quantity - l.surplus_quantity) filter (where exists (
      select from return_exchanges e
      where e.organization_id = ${scope.organization_id} and e.return_id = r.return_id and e.cancelled_at is null
    )), 0)::float8 as units_exchanged
  from ${countedReceipts(sql, scope)}
  group by r.reason order by units_returned desc, r.reason`

const readDispositions = (sql: Sql, scope: Scope) => sql<DispositionSum[]>`
  select u.disposition, sum(u.units)::float8 as units_returned, sum(u.restocked)::float8 as units_restocked
  from ${countedReceipts(sql, scope, countedFates)}
  group by u.disposition order by units_returned desc, u.disposition`

/** Looks for one row of each day, so that a day with many costs no more. */
const readCoverage = (sql: Sql, { organization_id, start_date, end_date, sales_channel_id }: Scope) => sql<
  { sales_begin_on: string | null; days_with_sales: number }[]
>`
  select ${salesBeginOn(sql, organization_id)} as sales_begin_on,
    (select count(*)::int
      from generate_series(${start_date}::date, ${end_date}::date, interval '1 day') as one (day)
      cross join lateral (
        select from sales_daily s
        where s.organization_id = ${organization_id} and s.day = one.day::date
          and (${sales_channel_id}::uuid is null or s.sales_channel_id = ${sales_channel_id}::uuid)
        limit 1
      ) found) as days_with_sales`
