/** A shop with invoiced orders, and what the tests of payments do and read. */
import { expect } from 'bun:test'
import { engines } from '../../../server/boot/derived/registry.ts'
import { verifyEngines } from '../../../server/verify.ts'
import { type CreditedShop, openCreditedShop, proveCredits, today } from '../credit_notes/credited_shop.ts'
import type { Answer } from '../../support/service/tenant.ts'

export const paymentsPath = '/api/v1/sales/payments'
export const balancesPath = '/api/v1/sales/invoice-balances'

/** The service dates by the organisation's time zone, which is UTC here. */
export const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export interface PaidShop extends CreditedShop {
  /** A payment of the account, today and in USD unless stated. */
  pay: (body: object) => Promise<Answer>
  paid: (body: object) => Promise<any>
  apply: (payment: { customer_payment_id: string }, allocations: object[]) => Promise<Answer>
  unapply: (payment: { customer_payment_id: string }, allocations?: object[]) => Promise<Answer>
  reverse: (payment: { customer_payment_id: string }, body?: object) => Promise<Answer>
  payOut: (payment: { customer_payment_id: string }, body: object) => Promise<Answer>
  payment: (payment: { customer_payment_id: string }) => Promise<any>
  balance: (invoice: { invoice_id: number }) => Promise<any>
  /** An invoice of units at 25.00 each. */
  billed: (units: number, more?: object) => Promise<{ order: any; invoice: any }>
}

export async function openPaidShop(): Promise<PaidShop> {
  const shop = await openCreditedShop()
  const { admin, account_id } = shop
  const pay: PaidShop['pay'] = (body) =>
    admin.post(paymentsPath, {
      ...('order_id' in body ? {} : { trading_partner_id: account_id }),
      currency: 'USD',
      paid_on: today(),
      ...body,
    })
  return {
    ...shop,
    pay,
    async paid(body) {
      const answer = await pay(body)
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.data
    },
    apply: ({ customer_payment_id }, allocations) =>
      admin.post(`${paymentsPath}/${customer_payment_id}/apply`, { allocations }),
    unapply: ({ customer_payment_id }, allocations) =>
      admin.post(`${paymentsPath}/${customer_payment_id}/unapply`, { reason: 'Wrong invoice', allocations }),
    reverse: ({ customer_payment_id }, body = {}) =>
      admin.post(`${paymentsPath}/${customer_payment_id}/reverse`, { reason: 'Returned by the bank', ...body }),
    payOut: ({ customer_payment_id }, body) =>
      admin.post(`${paymentsPath}/${customer_payment_id}/pay-out`, { reason: 'Units were cancelled', ...body }),
    payment: async ({ customer_payment_id }) => (await admin.get(`${paymentsPath}/${customer_payment_id}`)).body.data,
    balance: async ({ invoice_id }) => (await admin.get(`/api/v1/sales/invoices/${invoice_id}/balance`)).body.data,
    async billed(units, more = {}) {
      const order = await shop.sold({ lines: [{ sku: 'J-S', quantity: units }], ...more })
      return { order, invoice: await shop.invoiced(order) }
    },
  }
}

/** What a payment pays: invoice or order, and cents. */
export const uses = ({ allocations }: any) =>
  allocations.map(({ invoice, order, amount }: any) => [invoice ?? order, amount.cents])

export const figures = ({ paid_state, total, credited, paid, open }: any) => [
  paid_state,
  total.cents,
  credited.cents,
  paid.cents,
  open.cents,
]

/**
 * What the rows must satisfy, whatever happened before: no payment pays more than its amount, a reversed one pays nothing,
 * no invoice is paid beyond what it bills, a void one by nothing, and money stays with its payer and its currency.
 */
export async function provePayments(shop: PaidShop): Promise<void> {
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const wrongPayments = await sql`
    select p.customer_payment_id, p.amount_cents, a.cents from customer_payments p
    cross join lateral (
      select coalesce(sum(y.amount_cents), 0) as cents from customer_payments y
      where y.organization_id = p.organization_id and y.pays_out_payment_id = p.customer_payment_id
    ) o
    cross join lateral (
      select coalesce(sum(n.amount_cents), 0) as cents, coalesce(min(n.sum), 0) as least from (
        select amount_cents, sum(amount_cents) over (partition by customer_payment_id, order_id, invoice_id order by allocation_id)
          as sum from payment_allocations where organization_id = p.organization_id and customer_payment_id = p.customer_payment_id) n
    ) a
    where p.organization_id = ${organization_id} and (a.least < 0 or a.cents < 0
      or (a.cents > 0 and a.cents > p.amount_cents + o.cents) or o.cents > 0
      or 0 - o.cents > greatest(p.amount_cents, 0)
      or (a.cents > 0 and exists (select from customer_payments r
        where r.organization_id = p.organization_id and r.reverses_payment_id = p.customer_payment_id)))`
  expect([...wrongPayments]).toEqual([])
  const wrongInvoices = await sql`
    select i.name from invoices i
    cross join lateral (select coalesce(sum(amount_cents), 0) as cents from payment_allocations a
      where a.organization_id = i.organization_id and a.invoice_id = i.invoice_id) p
    cross join lateral (select coalesce(sum(total_cents), 0) as cents from credit_notes c
      where c.organization_id = i.organization_id and c.invoice_id = i.invoice_id and c.state = 'issued') k
    where i.organization_id = ${organization_id} and (p.cents < 0
      or p.cents > case when i.state = 'void' then 0 else i.total_cents - k.cents end)`
  expect([...wrongInvoices]).toEqual([])
  const strayed = await sql`
    select a.allocation_id from payment_allocations a
    join customer_payments p using (organization_id, customer_payment_id)
    join sales_orders o on o.organization_id = a.organization_id and o.order_id = a.order_id
    left join invoices i on i.organization_id = a.organization_id and i.invoice_id = a.invoice_id
    where a.organization_id = ${organization_id} and (o.trading_partner_id is distinct from p.trading_partner_id
      or p.currency <> o.currency or a.allocated_on < p.paid_on or coalesce(i.order_id, a.order_id) <> a.order_id
      or a.allocated_on < i.issued_on)`
  expect([...strayed]).toEqual([])
  await proveCredits(shop)
}

const balances = engines.filter(({ tables }) => tables.includes('payment_allocations'))

/** Both routes agree: documents and balances. */
export async function proveBalances({ tenant }: PaidShop): Promise<readonly unknown[]> {
  const { sql } = tenant.service.database
  const { tables } = await verifyEngines(sql as never, balances, { organization_id: tenant.organization_id })
  return tables[0]!.differences!
}
