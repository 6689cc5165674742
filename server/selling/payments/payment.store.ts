/** Reads payments as every operation shows them: three statements for any number of them. */
import { customer_payments, payment_allocations } from '../../../db/schema/selling/payments.ts'
import { invoices } from '../../../db/schema/selling/fulfilments.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type OuterRowOf, type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { money } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import type { Payment } from './payment.model.ts'

const columns = selection(customer_payments, 'p', [
  'customer_payment_id',
  'trading_partner_id',
  'order_id',
  'amount_cents::float8',
  'currency',
  'paid_on',
  'method',
  'reference',
  'external_id',
  'reverses_payment_id',
  'pays_out_payment_id',
  'reason',
  'created_by',
  'created_at',
])
const payerColumns = selections(
  selection(trading_partners, 't', ['name as account_name']),
  selection(sales_orders, 'o', ['name as order_name']),
)
const reversalColumns = selection(customer_payments, 'r', [
  'customer_payment_id as reversal_id',
  'paid_on as reversed_on',
  'reason as reversal_reason',
])
type Selected = RowOf<typeof columns> & OuterRowOf<typeof payerColumns> & OuterRowOf<typeof reversalColumns>

const selectPayments = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<Selected[]>`
  select ${columns}, ${payerColumns}, ${reversalColumns}
  from customer_payments p
  left join trading_partners t on t.organization_id = ${organization_id}
    and t.trading_partner_id = p.trading_partner_id
  left join sales_orders o on o.organization_id = ${organization_id} and o.order_id = p.order_id
  left join customer_payments r on r.organization_id = ${organization_id} and r.reverses_payment_id = p.customer_payment_id
  where p.organization_id = ${organization_id} and p.customer_payment_id = any(${arrayLiteral(ids)}::uuid[])`

const allocationColumns = selection(payment_allocations, 'a', ['customer_payment_id', 'order_id', 'invoice_id::float8'])
const nameColumns = selection(sales_orders, 'o', ['name as order_name'])
const invoiceColumns = selection(invoices, 'i', ['name as invoice_name'])
type SelectedAllocation = RowOf<typeof allocationColumns> &
  RowOf<typeof nameColumns> &
  OuterRowOf<typeof invoiceColumns> & { amount_cents: number }

const selectAllocations = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<SelectedAllocation[]>`
  select ${allocationColumns}, ${nameColumns}, ${invoiceColumns}, a.amount_cents
  from (
    select customer_payment_id, order_id, invoice_id, sum(amount_cents)::float8 as amount_cents,
      min(allocation_id::text) as first_id
    from payment_allocations
    where organization_id = ${organization_id} and customer_payment_id = any(${arrayLiteral(ids)}::uuid[])
    group by customer_payment_id, order_id, invoice_id having sum(amount_cents) <> 0
  ) a
  join sales_orders o on o.organization_id = ${organization_id} and o.order_id = a.order_id
  left join invoices i on i.organization_id = ${organization_id} and i.invoice_id = a.invoice_id
  order by a.customer_payment_id, a.first_id`

const payoutColumns = selection(customer_payments, 'y', [
  'customer_payment_id',
  'pays_out_payment_id!',
  'paid_on',
  'amount_cents::float8',
])
type Payout = RowOf<typeof payoutColumns>

/** Payouts in force of the payments. */
const selectPayouts = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<Payout[]>`
  select ${payoutColumns} from customer_payments y
  where y.organization_id = ${organization_id} and y.pays_out_payment_id = any(${arrayLiteral(ids)}::uuid[])
    and y.pays_out_payment_id is not null and y.reverses_payment_id is null
    and not exists (select from customer_payments r
      where r.organization_id = ${organization_id} and r.reverses_payment_id = y.customer_payment_id)
  order by y.paid_on, y.customer_payment_id`

const kindOf = ({ reverses_payment_id, pays_out_payment_id, reversal_id }: Selected): Payment['kind'] => {
  if (reverses_payment_id !== null) return 'reversal'
  if (pays_out_payment_id !== null) return reversal_id === null ? 'payout' : 'reversed_payout'
  return reversal_id === null ? 'payment' : 'reversed_payment'
}

/** What a reversal, and a payout, is of. */
const linksOf = ({ reverses_payment_id, pays_out_payment_id, reason }: Selected) => ({
  reverses: reverses_payment_id === null ? null : { customer_payment_id: reverses_payment_id, reason: reason! },
  pays_out:
    pays_out_payment_id === null || reverses_payment_id !== null
      ? null
      : { customer_payment_id: pays_out_payment_id, reason: reason! },
})

const sumOf = (all: readonly { amount_cents: number }[]) => all.reduce((sum, one) => sum + one.amount_cents, 0)

function shapePayment(row: Selected, allocations: readonly SelectedAllocation[], payouts: readonly Payout[]): Payment {
  const { currency, amount_cents, trading_partner_id, order_id, reversal_id } = row
  const kind = kindOf(row)
  const left = amount_cents - sumOf(allocations) + sumOf(payouts)
  return {
    customer_payment_id: row.customer_payment_id,
    kind,
    account: trading_partner_id === null ? null : { name: row.account_name!, trading_partner_id },
    order: order_id === null ? null : { name: row.order_name!, order_id },
    amount: money(amount_cents, currency, ''),
    unallocated: money(kind === 'payment' ? left : 0, currency, ''),
    paid_on: row.paid_on,
    method: row.method,
    reference: row.reference,
    external_id: row.external_id,
    reversal:
      reversal_id === null
        ? null
        : { customer_payment_id: reversal_id, reversed_on: row.reversed_on!, reason: row.reversal_reason! },
    ...linksOf(row),
    payouts: payouts.map((one) => ({
      customer_payment_id: one.customer_payment_id,
      paid_on: one.paid_on,
      amount: money(0 - one.amount_cents, currency, ''),
    })),
    allocations: allocations.map((one) => ({
      invoice_id: one.invoice_id,
      invoice: one.invoice_name,
      order_id: one.order_id,
      order: one.order_name,
      amount: money(one.amount_cents, currency, ''),
    })),
    created_by: row.created_by,
    created_at: row.created_at,
  }
}

/** In the order of the ids. */
export async function readPayments(sql: Sql, organization_id: string, ids: readonly string[]): Promise<Payment[]> {
  if (ids.length === 0) return []
  const [rows, allocations, payouts] = await Promise.all([
    selectPayments(sql, organization_id, ids),
    selectAllocations(sql, organization_id, ids),
    selectPayouts(sql, organization_id, ids),
  ])
  const byId = new Map(rows.map((row) => [row.customer_payment_id, row]))
  const allocationsOf = Map.groupBy(allocations, ({ customer_payment_id }) => customer_payment_id)
  const payoutsOf = Map.groupBy(payouts, ({ pays_out_payment_id }) => pays_out_payment_id)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [shapePayment(row, allocationsOf.get(id) ?? [], payoutsOf.get(id) ?? [])]
  })
}

export async function readPayment(sql: Sql, organization_id: string, customer_payment_id: string): Promise<Payment> {
  const [payment] = await readPayments(sql, organization_id, [customer_payment_id])
  return payment ?? refuse('not_found', { desc: 'No payment of this organisation has that id.' })
}
