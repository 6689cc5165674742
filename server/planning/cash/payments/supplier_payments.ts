/** Session operations on payments to suppliers. */
import { uuidv7 } from 'uuidv7'
import type { Fragment, Sql } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { isCurrency, money } from '../../../contract/money.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { Id, nilId, type Static, Type, uuidPattern } from '../../../contract/schema.ts'
import { actorOf } from '../../../ledger/actor.ts'
import { checkDay } from '../../../ledger/books.ts'
import { refuseUnknown } from '../../../records/single.ts'
import { Page, pagingQuery } from '../../../tables/table.ts'
import { NewSupplierPayment, PaymentPath, service, SupplierPayment } from './supplier_payment.model.ts'

const limit_default = limits.page_limit_common_max

const known = (id: string) => (uuidPattern.test(id) ? id : nilId)

type StoredPayment = Omit<SupplierPayment, 'amount'> & { amount_cents: number; currency: string }

const readPayments = (sql: Sql, organization_id: string, which: Fragment, page: Fragment) => sql<StoredPayment[]>`
  select p.payment_id, p.supplier_id, s.name as supplier, p.purchase_order_id, o.name as purchase_order, p.kind,
    p.amount_cents::float8 as amount_cents, p.currency, p.paid_on, p.reference, p.created_at
  from supplier_payments p
  join suppliers s on s.organization_id = ${organization_id} and s.supplier_id = p.supplier_id
  left join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = p.purchase_order_id
  where p.organization_id = ${organization_id} ${which}
  order by p.paid_on desc, p.payment_id desc ${page}`

const published = ({ amount_cents, currency, ...payment }: StoredPayment): SupplierPayment => ({
  ...payment,
  amount: money(amount_cents, currency, ''),
})

export const listSupplierPayments = sessionOperation({
  id: 'session.list_supplier_payments',
  route: 'GET /api/v1/supplier-payments',
  summary: 'List payments to suppliers',
  description: 'Returns a page of the payments to suppliers, newest first.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      supplier_id: Type.Optional(Id('Only payments to this supplier.')),
      purchase_order_id: Type.Optional(Id('Only payments for this order.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(SupplierPayment),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limit_default, supplier_id, purchase_order_id } = query
    const which = () => sql`
      ${supplier_id === undefined ? sql`` : sql`and p.supplier_id = ${known(supplier_id)}`}
      ${purchase_order_id === undefined ? sql`` : sql`and p.purchase_order_id = ${known(purchase_order_id)}`}`
    const [rows, [count]] = await Promise.all([
      readPayments(sql, organization_id, which(), sql`limit ${limit} offset ${offset}`),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from supplier_payments p
        where p.organization_id = ${organization_id} ${which()}`,
    ])
    return { rows: rows.map(published), size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

interface Payee {
  supplier_id: string
  currency: string
  purchase_order_id: string | null
}

/** The order's supplier and currency. */
async function findOrder(sql: Sql, organization_id: string, id: string, supplier_id?: string): Promise<Payee> {
  const [order] = await sql<
    { purchase_order_id: string; name: string; status: string; supplier_id: string | null; currency: string }[]
  >`
    select purchase_order_id, name, status, supplier_id, currency from purchase_orders
    where organization_id = ${organization_id} and purchase_order_id = ${known(id)} and order_type <> 'transfer'
    for key share`
  if (order === undefined)
    refuseField('purchase_order_id', 'must be a purchase order of this organisation, not a transfer')
  if (order.status === 'draft') refuseField('purchase_order_id', `must be an approved order; ${order.name} is a draft`)
  if (order.supplier_id === null)
    refuseField('purchase_order_id', `must be an order with a supplier; ${order.name} has none`)
  if (supplier_id !== undefined && supplier_id.toLowerCase() !== order.supplier_id)
    refuseField('supplier_id', `must be the supplier of the order ${order.name}`)
  return { ...order, supplier_id: order.supplier_id }
}

async function findSupplier(sql: Sql, organization_id: string, supplier_id?: string): Promise<Payee> {
  if (supplier_id === undefined) refuseField('supplier_id', 'is required for a payment without purchase_order_id')
  const [supplier] = await sql<{ supplier_id: string; currency: string }[]>`
    select supplier_id, currency from suppliers
    where organization_id = ${organization_id} and supplier_id = ${known(supplier_id)} for key share`
  if (supplier === undefined) refuseField('supplier_id', 'must be a supplier of this organisation')
  return { ...supplier, purchase_order_id: null }
}

async function payeeOf(sql: Sql, organization_id: string, body: Static<typeof NewSupplierPayment>): Promise<Payee> {
  const { purchase_order_id, supplier_id, currency } = body
  if (currency !== undefined && !isCurrency(currency)) refuseField('currency', 'must be an ISO 4217 code')
  if (purchase_order_id === undefined) {
    const payee = await findSupplier(sql, organization_id, supplier_id)
    return { ...payee, currency: currency ?? payee.currency }
  }
  const payee = await findOrder(sql, organization_id, purchase_order_id, supplier_id)
  if (currency !== undefined && currency !== payee.currency)
    refuseField('currency', 'must be the currency of the order', [payee.currency])
  return payee
}

export const recordSupplierPayment = sessionOperation({
  id: 'session.record_supplier_payment',
  route: 'POST /api/v1/supplier-payments',
  summary: 'Record a payment to a supplier',
  desc: ({ supplier }) => `Payment to ${supplier} recorded.`,
  description:
    "Records what was paid to a supplier: for an order, in the order's currency, or on account. A payment for an order settles its deposit or its oldest deliveries; one on account settles the supplier's oldest deposits or deliveries in its currency. The cash gate measures payment terms from it.",
  service,
  status: 201,
  body: NewSupplierPayment,
  answer: SupplierPayment,
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    await checkDay(sql, organization_id, now, 'paid_on', body.paid_on)
    const { supplier_id, purchase_order_id, currency } = await payeeOf(sql, organization_id, body)
    const payment_id = uuidv7()
    await sql`
      insert into supplier_payments (organization_id, payment_id, supplier_id, purchase_order_id, kind, amount_cents,
        currency, paid_on, reference, created_by, created_at)
      values (${organization_id}, ${payment_id}, ${supplier_id}, ${purchase_order_id}, ${body.kind},
        ${body.amount_cents}, ${currency}, ${body.paid_on}, ${body.reference?.trim() ?? null}, ${actorOf(caller)},
        ${now})`
    const [payment] = await readPayments(sql, organization_id, sql`and p.payment_id = ${payment_id}`, sql``)
    return published(payment!)
  },
})

export const deleteSupplierPayment = sessionOperation({
  id: 'session.delete_supplier_payment',
  route: 'DELETE /api/v1/supplier-payments/{payment_id}',
  summary: 'Delete a payment to a supplier',
  description: 'Deletes a payment that was recorded by mistake; what it settled is unpaid again.',
  service,
  status: 204,
  params: PaymentPath,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params: { payment_id } }) {
    const { count } = await sql`
      delete from supplier_payments where organization_id = ${organization_id} and payment_id = ${payment_id}`
    if (count === 0) refuseUnknown('payment')
  },
})
