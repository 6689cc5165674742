/** The facts of the cash gate, read once: orders, receipts, payments, suppliers, what was ordered, and settings. */
import { cash_settings } from '../../../db/schema/planning/cash.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { limits } from '../../contract/limits.ts'
import { openOrderStatuses } from '../../contract/stock.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { orderAndDeliverySums, orderSums } from '../../purchasing/order_sums/order_sums.sql.ts'

export interface CashScope {
  organization_id: string
  time_zone: string
}

export interface OrderFact {
  purchase_order_id: string
  name: string
  status: string
  supplier_id: string | null
  currency: string
  deposit_bp: number | null
  /** Cost of all lines, in the order's currency; null while the cost of a line is unknown. */
  total_cost: string | null
  order_date: string | null
  issued_on: string | null
  cancel_date: string | null
}

export interface ReceiptFact {
  purchase_order_id: string
  /** Units that are still expected, due on the day; else a delivery received on it. */
  is_expected: boolean
  day: string | null
  /** Decimal cents in the order's currency, of the lines whose cost is known. */
  value: string
  is_costed: boolean
}

export interface PaymentFact {
  supplier_id: string
  supplier: string
  purchase_order_id: string | null
  kind: 'deposit' | 'balance'
  cents: number
  currency: string
  paid_on: string
}

export interface SupplierFact {
  supplier_id: string
  payment_terms: string | null
}

/** Orders that somebody is paid for: transfers move stock that was already bought, and own production is paid with its components. */
const isPaidFor = (sql: Sql): Fragment => sql`
  o.order_type <> 'transfer' and (o.order_type <> 'manufacturing' or o.supplier_id is not null)`

/** Open orders, and those delivered, billed or paid for in the last year. */
export const counted = (sql: Sql, { organization_id, time_zone }: CashScope): Fragment => sql`
  recent as (
    select purchase_order_id from purchase_order_deliveries
    where organization_id = ${organization_id} and removed_at is null
      and received_at >= now() - make_interval(days => ${limits.cash_payable_days})
    union
    select purchase_order_id from supplier_payments
    where organization_id = ${organization_id} and purchase_order_id is not null
      and paid_on >= (now() at time zone ${time_zone})::date - ${limits.cash_payable_days}::int
    union
    select l.purchase_order_id from supplier_invoices i
    join supplier_invoice_lines l on l.organization_id = i.organization_id and l.supplier_invoice_id = i.supplier_invoice_id
      and l.purchase_order_id is not null
    where i.organization_id = ${organization_id} and i.kind = 'invoice' and i.state = 'recorded'
      and i.invoice_date >= (now() at time zone ${time_zone})::date - ${limits.cash_payable_days}::int
  ), counted as (
    select o.purchase_order_id from purchase_orders o
    where o.organization_id = ${organization_id} and ${isPaidFor(sql)}
      and o.status in ${sql([...openOrderStatuses])}
    union
    select o.purchase_order_id from recent r
    join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = r.purchase_order_id
    where ${isPaidFor(sql)} and o.status <> 'draft'
  )`

export const readOrders = (sql: Sql, scope: CashScope) => sql<OrderFact[]>`
  with ${counted(sql, scope)}
  select o.purchase_order_id, o.name, o.status, o.supplier_id, o.currency, s.deposit_bp, o.total_cost::text as total_cost,
    o.order_date, (o.issued_at at time zone ${scope.time_zone})::date::text as issued_on, o.cancel_date
  from counted c
  join purchase_orders o on o.organization_id = ${scope.organization_id} and o.purchase_order_id = c.purchase_order_id
  left join suppliers s on s.organization_id = ${scope.organization_id} and s.supplier_id = o.supplier_id
  order by o.name, o.purchase_order_id`

/** Deliveries of the orders, the oldest first, then the units that are still expected, in order of their due dates. */
export const readReceipts = (sql: Sql, scope: CashScope) => sql<ReceiptFact[]>`
  with ${counted(sql, scope)}, wanted as materialized (
    select o.purchase_order_id, o.expected_delivery_date, o.status in ${sql([...openOrderStatuses])} as is_open
    from counted c
    join purchase_orders o on o.organization_id = ${scope.organization_id} and o.purchase_order_id = c.purchase_order_id
  ),
  ${orderAndDeliverySums(sql, scope.organization_id)}, receipts as (
    select d.purchase_order_id, false as is_expected, (d.received_at at time zone ${scope.time_zone})::date as day,
      d.received_at as at, d.delivery_id as part, d.received_cost as cost, d.received_uncosted_lines as uncosted_lines
    from delivery_sum d
    union all
    select s.purchase_order_id, true, coalesce(s.due_on, s.expected_delivery_date), null, null, s.outstanding_cost,
      s.outstanding_uncosted_lines
    from order_sum s
    where s.is_open and s.outstanding_lines > 0
  )
  select purchase_order_id, is_expected, day::text as day, (sum(cost) * 100)::text as value,
    sum(uncosted_lines) = 0 as is_costed
  from receipts
  group by purchase_order_id, is_expected, day, at, part
  order by purchase_order_id, is_expected, at, part, day nulls first`

export const readPayments = (sql: Sql, scope: CashScope) => sql<PaymentFact[]>`
  with ${counted(sql, scope)}
  select p.supplier_id, s.name as supplier, p.purchase_order_id, p.kind, p.amount_cents::float8 as cents, p.currency,
    p.paid_on
  from supplier_payments p
  join suppliers s on s.organization_id = ${scope.organization_id} and s.supplier_id = p.supplier_id
  left join counted c on c.purchase_order_id = p.purchase_order_id
  where p.organization_id = ${scope.organization_id} and (c.purchase_order_id is not null
    or p.purchase_order_id is null and p.paid_on >= (now() at time zone ${scope.time_zone})::date - ${limits.cash_payable_days}::int)
  order by p.paid_on, p.payment_id`

export const readSuppliers = (sql: Sql, organization_id: string) => sql<SupplierFact[]>`
  select supplier_id, payment_terms from suppliers where organization_id = ${organization_id} order by supplier_id`

export interface OrderedFact {
  category_id: string | null
  supplier_id: string | null
  /** In the organisation's currency; only lines that can be converted. */
  cents: number
}

/** Orders of the last year by category and supplier, in whose proportion the open buy is divided. */
export const readOrdered = (sql: Sql, { organization_id, time_zone }: CashScope) => sql<OrderedFact[]>`
  with rates as (
    select distinct on (currency) currency, organization_currency_per_unit as rate from exchange_rates
    where organization_id = ${organization_id} and rate_date <= (now() at time zone ${time_zone})::date
    order by currency, rate_date desc
  ), wanted as materialized (
    select o.purchase_order_id, o.supplier_id, o.currency from purchase_orders o
    where o.organization_id = ${organization_id} and ${isPaidFor(sql)}
      and o.status not in ('draft', 'cancelled')
      and coalesce(o.order_date, (o.created_at at time zone ${time_zone})::date)
        >= (now() at time zone ${time_zone})::date - ${limits.cash_payable_days}::int
  ), ${orderSums(sql, organization_id)}
  select s.category_id, s.supplier_id, round(sum(s.amount * f.rate) * 100)::float8 as cents
  from (
    select s.category_id, s.supplier_id, s.currency, sum(s.ordered_cost) as amount
    from order_sum s
    group by s.category_id, s.supplier_id, s.currency
  ) s
  join organizations g on g.organization_id = ${organization_id}
  left join rates r on r.currency = s.currency
  cross join lateral (select case when s.currency = g.currency then 1 else r.rate end as rate) f
  where f.rate is not null
  group by s.category_id, s.supplier_id
  order by s.category_id nulls last, s.supplier_id nulls last`

const settingsColumns = selection(cash_settings, 'k', [
  'currency',
  'opening_balance_cents::float8',
  'opening_balance_on',
  'cash_floor_cents::float8',
  'payables_since',
  'updated_at',
])
export type StoredSettings = RowOf<typeof settingsColumns>

export async function readSettings(sql: Sql, organization_id: string): Promise<StoredSettings | null> {
  const [settings] = await sql<StoredSettings[]>`
    select ${settingsColumns} from cash_settings k where organization_id = ${organization_id}`
  return settings ?? null
}
