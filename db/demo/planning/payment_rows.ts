/** Payments to half of the suppliers, from which their terms are measured. */
import type postgres from 'postgres'
import { addDays } from '../../../server/calendar/days.ts'
import { CopyBuffer } from '../copy.ts'
import { hashOf, type MakeId } from '../random.ts'

interface PaymentFacts {
  organization_id: string
  seed: number
  today: string
  makeId: MakeId
}

/** Payments are recorded since so many days ago. */
export const payablesDays = 200
const paidEvery = 2
/** Suppliers are paid so many days after their terms, at most. */
const lateDaysMax = 9
const depositDays = 2

interface Receipt {
  supplier_id: string
  purchase_order_id: string
  name: string
  received_on: string
  terms_days: number
  cents: number
}

/** Deliveries since the first day, by what they are worth; the terms are the last number of net_30 or 2_10_net_30. */
const readReceipts = (tx: postgres.TransactionSql, organization_id: string, since: string) => tx<Receipt[]>`
  select o.supplier_id, o.purchase_order_id, o.name, d.received_at::date::text as received_on,
    substring(s.payment_terms from 'net_(\\d+)$')::int as terms_days,
    round(sum(n.received_quantity * l.unit_cost) * 100)::float8 as cents
  from purchase_order_deliveries d
  join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = d.purchase_order_id
  join suppliers s on s.organization_id = ${organization_id} and s.supplier_id = o.supplier_id
  join purchase_order_delivery_lines n on n.organization_id = ${organization_id} and n.delivery_id = d.delivery_id
  join purchase_order_lines l on l.organization_id = ${organization_id}
    and l.purchase_order_id = n.purchase_order_id and l.line_id = n.line_id
  where d.organization_id = ${organization_id} and d.received_at::date >= ${since}::date and o.supplier_id is not null
  group by o.supplier_id, o.purchase_order_id, o.name, d.delivery_id, d.received_at, s.payment_terms
  order by d.received_at, d.delivery_id`

interface Deposit {
  supplier_id: string
  purchase_order_id: string
  name: string
  issued_on: string
  cents: number
}

const readDeposits = (tx: postgres.TransactionSql, organization_id: string, since: string) => tx<Deposit[]>`
  select o.supplier_id, o.purchase_order_id, o.name, o.issued_at::date::text as issued_on,
    round(o.total_cost * s.deposit_bp / 100)::float8 as cents
  from purchase_orders o
  join suppliers s on s.organization_id = ${organization_id} and s.supplier_id = o.supplier_id and s.deposit_bp > 0
  where o.organization_id = ${organization_id} and o.status in ('issued', 'partially_delivered')
    and o.issued_at::date >= ${since}::date and o.supplier_id is not null
  order by o.issued_at, o.purchase_order_id`

export async function paymentRows(tx: postgres.TransactionSql, facts: PaymentFacts): Promise<CopyBuffer> {
  const { organization_id, seed, today, makeId } = facts
  const since = addDays(today, -payablesDays)
  const suppliers = await tx<{ supplier_id: string }[]>`
    select supplier_id from suppliers where organization_id = ${organization_id} order by supplier_id`
  const isPaid = new Set(suppliers.filter((_, i) => i % paidEvery === 0).map(({ supplier_id }) => supplier_id))
  const [receipts, deposits] = [
    await readReceipts(tx, organization_id, since),
    await readDeposits(tx, organization_id, since),
  ]
  const paid = [
    ...deposits.map((one) => ({ ...one, kind: 'deposit', paid_on: addDays(one.issued_on, depositDays) })),
    ...receipts.map((one, i) => ({
      ...one,
      kind: 'balance',
      paid_on: addDays(one.received_on, one.terms_days + (hashOf(seed, i, 71) % (lateDaysMax + 1))),
    })),
  ].filter(({ supplier_id, paid_on, cents }) => isPaid.has(supplier_id) && paid_on < today && cents > 0)
  const table = new CopyBuffer(
    'supplier_payments',
    'payment_id supplier_id purchase_order_id kind amount_cents currency paid_on reference created_by created_at',
  )
  const [row] = await tx<{ currency: string }[]>`
    select currency from organizations where organization_id = ${organization_id}`
  for (const [i, one] of paid.entries())
    table.add(organization_id, [
      makeId('supplier_payment', i),
      one.supplier_id,
      one.purchase_order_id,
      one.kind,
      one.cents,
      row!.currency,
      one.paid_on,
      `WIRE-${2_200 + i}`,
      'user:Accounts payable',
      `${one.paid_on} 12:00:00+00`,
    ])
  return table
}
