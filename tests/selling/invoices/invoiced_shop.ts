/** A shop with shipped wholesale orders, and figures of invoices recomputed from rows. */
import { expect } from 'bun:test'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'
import type { Answer } from '../../support/service/tenant.ts'

export const invoicesPath = '/api/v1/sales/invoices'

export interface InvoicedShop extends OrderShop {
  /** An open order of the account, without shipments. */
  wholesale: (body: object) => Promise<any>
  ship: (order: { order_id: string }, lines: object[]) => Promise<any>
  invoice: (order: { order_id: string }, body?: object) => Promise<Answer>
  invoiced: (order: { order_id: string }, body?: object) => Promise<any>
  voided: (invoice: { invoice_id: number }, reason?: string) => Promise<Answer>
  read: (invoice: { invoice_id: number }) => Promise<any>
}

export async function openInvoicedShop(time_zone?: string): Promise<InvoicedShop> {
  const shop = await openOrderShop(time_zone)
  const invoice: InvoicedShop['invoice'] = (order, body) => shop.act(order, 'invoice', body)
  return {
    ...shop,
    wholesale: (body) => shop.placed({ trading_partner_id: shop.account_id, lifecycle: 'open', ...body }),
    async ship({ order_id }, lines) {
      const shipped = await shop.admin.post(`${path}/${order_id}/shipments`, { lines })
      if (shipped.status !== 201) throw new Error(shipped.text)
      return shipped.body.data
    },
    invoice,
    async invoiced(order, body) {
      const answer = await invoice(order, body)
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.data
    },
    voided: ({ invoice_id }, reason = 'Wrong freight') =>
      shop.admin.post(`${invoicesPath}/${invoice_id}/void`, { reason }),
    read: async ({ invoice_id }) => (await shop.tenant.get(`${invoicesPath}/${invoice_id}`)).body.data,
  }
}

export const cents = ({ lines, tax, freight, total }: any) => ({
  lines: lines.map((line: any) => [line.quantity, line.unit_price.cents, line.discount.cents, line.amount.cents]),
  tax: tax.cents,
  freight: freight.cents,
  total: total.cents,
})

/**
 * What the rows must satisfy, whatever happened before: units are billed once and only once shipped, but for those that a
 * void has credited, totals are the sums of
 * their parts, numbers have no gaps, and a wholly invoiced order bills what its lines and header say, to the cent.
 */
export async function proveInvoices(shop: OrderShop): Promise<void> {
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const wrongUnits = await sql`
    select l.line_id from order_lines l
    left join (select u.order_line_id, sum(u.quantity) as units from (
        select n.order_line_id, n.quantity from invoice_lines n
        join invoices i using (organization_id, invoice_id)
        where i.organization_id = ${organization_id} and i.state = 'issued'
        union all
        select n.order_line_id, -n.quantity from credit_note_lines n
        join credit_notes c using (organization_id, credit_note_id)
        where c.organization_id = ${organization_id} and c.kind = 'void'
      ) u group by 1) b on b.order_line_id = l.line_id
    where l.organization_id = ${organization_id}
      and (l.invoiced_quantity <> coalesce(b.units, 0) or coalesce(b.units, 0) > l.fulfilled_quantity)`
  expect([...wrongUnits]).toEqual([])
  const wrongTotals = await sql`
    select i.name from invoices i
    where i.organization_id = ${organization_id} and i.total_cents <> coalesce(i.tax_cents, 0)
      + coalesce(i.freight_cents, 0) + (select sum(n.quantity * n.unit_price_cents - n.discount_cents) from invoice_lines n
        where n.organization_id = i.organization_id and n.invoice_id = i.invoice_id)`
  expect([...wrongTotals]).toEqual([])
  const gaps = await sql`
    select invoice_year, count(*)::int as invoices, min(invoice_number) as first, max(invoice_number) as last
    from invoices where organization_id = ${organization_id} group by invoice_year
    having min(invoice_number) <> 1 or max(invoice_number) <> count(*)`
  expect([...gaps]).toEqual([])
  await proveBooks(shop)
}
