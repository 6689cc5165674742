/**
 * Proves that balances follow from documents, by a route that knows no allocation: what an account owes in a currency is the
 * sum of its invoices less credit notes and payments, and equals what is open of its invoices less its unallocated money.
 * What is allocated is checked by itself: within its payment, within its invoice, and of one payer and currency.
 */
import type { Sql } from '../../contract/sql.ts'
import { openCents } from '../invoices/balance.store.ts'
import { paidOutCents } from './in_force.store.ts'

export interface WrongBalance {
  sentence: string
}

const byDocuments = (sql: Sql, organization_id: string) => sql`
  select d.trading_partner_id, d.currency, sum(d.cents) as cents from (
    select trading_partner_id, currency, total_cents as cents from invoices
    where organization_id = ${organization_id} and state = 'issued'
    union all
    select c.trading_partner_id, c.currency, 0 - c.total_cents from credit_notes c
    where c.organization_id = ${organization_id} and c.state = 'issued'
    union all
    select trading_partner_id, currency, 0 - amount_cents from customer_payments
    where organization_id = ${organization_id} and trading_partner_id is not null
  ) d group by d.trading_partner_id, d.currency`

const byBalances = (sql: Sql, organization_id: string) => sql`
  select b.trading_partner_id, b.currency, sum(b.cents) as cents from (
    select i.trading_partner_id, i.currency, ${openCents(sql, organization_id)} as cents from invoices i
    where i.organization_id = ${organization_id}
    union all
    select p.trading_partner_id, p.currency, coalesce(sum(a.amount_cents), 0) - p.amount_cents
    from customer_payments p
    left join payment_allocations a on a.organization_id = ${organization_id}
      and a.customer_payment_id = p.customer_payment_id and a.invoice_id is not null
    where p.organization_id = ${organization_id} and p.trading_partner_id is not null
    group by p.customer_payment_id, p.trading_partner_id, p.currency, p.amount_cents
  ) b group by b.trading_partner_id, b.currency`

/** Payments that pay, or pay out, more than their amount, or pay anything once they are reversed; or less than nothing. */
const wrongPayments = (sql: Sql, organization_id: string) => sql<WrongBalance[]>`
  select format('payment %s of %s pays %s', p.customer_payment_id, p.amount_cents, coalesce(a.cents, 0))
    || case when o.cents = 0 then '' else format(' and paid out %s', o.cents) end as sentence
  from customer_payments p
  cross join lateral (select ${paidOutCents(sql, organization_id)} as cents) o
  left join (
    select customer_payment_id, sum(cents) as cents, min(cents) as least from (
      select customer_payment_id, sum(amount_cents) as cents from payment_allocations
      where organization_id = ${organization_id} group by customer_payment_id, order_id, invoice_id
    ) s group by customer_payment_id
  ) a on a.customer_payment_id = p.customer_payment_id
  left join customer_payments r on r.organization_id = ${organization_id}
    and r.reverses_payment_id = p.customer_payment_id
  where p.organization_id = ${organization_id}
    and (a.least < 0 or o.cents not between 0 and greatest(p.amount_cents, 0)
      or coalesce(a.cents, 0) > case when r.customer_payment_id is null then greatest(p.amount_cents, 0) - o.cents else 0 end)
  order by p.customer_payment_id`

const wrongInvoices = (sql: Sql, organization_id: string) => sql<WrongBalance[]>`
  select format('%s is paid by %s, and bills %s less credit notes', i.name, a.cents,
    case when i.state = 'void' then 0 else i.total_cents - coalesce(c.cents, 0) end) as sentence
  from invoices i
  join (
    select invoice_id, sum(amount_cents) as cents from payment_allocations
    where organization_id = ${organization_id} and invoice_id is not null group by invoice_id
  ) a on a.invoice_id = i.invoice_id
  left join (
    select invoice_id, sum(total_cents) as cents from credit_notes
    where organization_id = ${organization_id} and state = 'issued' group by invoice_id
  ) c on c.invoice_id = i.invoice_id
  where i.organization_id = ${organization_id}
    and a.cents > case when i.state = 'void' then 0 else i.total_cents - coalesce(c.cents, 0) end
  order by i.invoice_id`

const strayed = (sql: Sql, organization_id: string) => sql<WrongBalance[]>`
  select format('payment %s pays %s, which is of another payer, order or currency', p.customer_payment_id,
    coalesce(i.name, o.name)) as sentence
  from payment_allocations a
  join customer_payments p on p.organization_id = ${organization_id} and p.customer_payment_id = a.customer_payment_id
  join sales_orders o on o.organization_id = ${organization_id} and o.order_id = a.order_id
  left join sales_orders f on f.organization_id = ${organization_id} and f.order_id = p.order_id
  left join invoices i on i.organization_id = ${organization_id} and i.invoice_id = a.invoice_id
  where a.organization_id = ${organization_id} and (p.currency <> coalesce(i.currency, o.currency)
    or i.order_id <> a.order_id or o.trading_partner_id is distinct from p.trading_partner_id
    or (p.trading_partner_id is null and f.customer_id is distinct from o.customer_id))
  order by p.customer_payment_id`

export async function findWrongBalances(sql: Sql, organization_id: string): Promise<WrongBalance[]> {
  const differing = await sql<WrongBalance[]>`
    select format('account %s owes %s %s by its documents, and %s by its balances', trading_partner_id,
      coalesce(d.cents, 0), currency, coalesce(b.cents, 0)) as sentence
    from (${byDocuments(sql, organization_id)}) d
    full join (${byBalances(sql, organization_id)}) b using (trading_partner_id, currency)
    where coalesce(d.cents, 0) <> coalesce(b.cents, 0)
    order by trading_partner_id, currency`
  return [
    ...differing,
    ...(await wrongPayments(sql, organization_id)),
    ...(await wrongInvoices(sql, organization_id)),
    ...(await strayed(sql, organization_id)),
  ]
}
