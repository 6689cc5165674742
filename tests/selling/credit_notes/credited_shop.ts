/** A shop with invoiced orders, and what the tests of credit notes do and read. */
import { expect } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import type { Answer } from '../../support/service/tenant.ts'
import { type InvoicedShop, invoicesPath, openInvoicedShop, proveInvoices } from '../invoices/invoiced_shop.ts'
import { path } from '../support/orders.ts'
import { returnsPath } from '../returns/returned_shop.ts'

export const creditNotesPath = '/api/v1/sales/credit-notes'
export const shippedOn = '2026-03-02'
export const receivedOn = '2026-03-10'
export const today = () => new Date().toISOString().slice(0, 10)

export interface CreditedShop extends InvoicedShop {
  /** An order of the account that shipped in full. */
  sold: (body: object) => Promise<any>
  takeBack: (order: any, units: number, more?: object) => Promise<any>
  receive: (returned: { id: number }, units: number) => Promise<Answer>
  creditReturn: (returned: { id: number }, body?: object) => Promise<Answer>
  allow: (invoice: { invoice_id: number }, body: object) => Promise<Answer>
  cancel: (note: { credit_note_id: string }) => Promise<Answer>
  refund: (returned: { id: number }, refund: object) => Promise<Answer>
}

export async function openCreditedShop(): Promise<CreditedShop> {
  const shop = await openInvoicedShop()
  const { admin, tenant, ids } = shop
  return {
    ...shop,
    async sold({ lines, ...more }: any) {
      const order = await shop.wholesale({ ordered_at: `${shippedOn}T08:00:00Z`, lines, ...more })
      const shipped = await admin.post(`${path}/${order.order_id}/shipments`, {
        shipped_at: `${shippedOn}T10:00:00Z`,
        lines: lines.map(({ sku, quantity }: any) => ({ sku, quantity })),
      })
      expect(shipped.status).toBe(201)
      return shipped.body.data
    },
    async takeBack(order, units, more = {}) {
      const lines = [{ order_line_item_id: order.line_items[0].line_item_id, expected_quantity: units }]
      const body = { order_id: order.order_id, location_id: ids.locations.Main, lines, ...more }
      const answer = await tenant.post(returnsPath, body, { headers: { 'Idempotency-Key': uuidv7() } })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.data
    },
    receive: ({ id }, units) =>
      tenant.post(`${returnsPath}/${id}/receive`, {
        received_at: receivedOn,
        lines: [{ sku: 'J-S', received_quantity: units, disposition: 'restock' }],
      }),
    creditReturn: ({ id }, body) => admin.post(`${returnsPath}/${id}/credit-notes`, body ?? {}),
    allow: ({ invoice_id }, body) =>
      admin.post(`${invoicesPath}/${invoice_id}/credit-notes`, { reason: 'Late delivery', ...body }),
    cancel: ({ credit_note_id }) =>
      admin.post(`${creditNotesPath}/${credit_note_id}/cancel`, { reason: 'Issued in error' }),
    refund: ({ id }, refund) => admin.post(`${returnsPath}/${id}/refund`, { refund, reason: 'Agreed' }),
  }
}

/** Net sales by day. */
export async function netByDay({ tenant }: InvoicedShop): Promise<Record<string, number>> {
  const rows = await tenant.service.database.sql`
    select day::text, sum(gross_sales_cents - discounts_cents - returns_cents)::int as cents from sales_daily
    where organization_id = ${tenant.organization_id} group by day order by day`
  return Object.fromEntries(rows.filter(({ cents }) => cents !== 0).map(({ day, cents }) => [day, cents]))
}

export const centsOf = ({ lines, tax, freight, total }: any) => ({
  lines: lines.map((line: any) => [
    line.quantity,
    line.unit_price.cents,
    line.discount.cents,
    line.amount.cents,
    line.tax.cents,
  ]),
  tax: tax.cents,
  freight: freight.cents,
  total: total.cents,
})

/**
 * What the rows must satisfy, whatever happened before: nothing is credited beyond what its invoice bills, in units, in
 * cents, in tax and in freight; totals are the sums of their parts; numbers have no gaps; and sales follow from the rows.
 */
export async function proveCredits(shop: InvoicedShop): Promise<void> {
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const over = await sql`
    select i.name, l.line_number, l.quantity, l.amount_cents, k.units, k.cents
    from invoice_lines l
    join invoices i using (organization_id, invoice_id)
    cross join lateral (
      select coalesce(sum(n.quantity), 0) as units, coalesce(sum(n.amount_cents), 0) as cents
      from credit_note_lines n
      join credit_notes c using (organization_id, credit_note_id)
      where c.organization_id = i.organization_id and c.state = 'issued' and n.invoice_id = l.invoice_id
        and n.invoice_line_number = l.line_number
    ) k
    where l.organization_id = ${organization_id}
      and (k.units > l.quantity or k.cents > l.amount_cents or (i.state = 'void' and (k.units > 0 or k.cents > 0)))`
  expect([...over]).toEqual([])
  const overCharged = await sql`
    select i.name from invoices i
    join credit_notes c on c.organization_id = i.organization_id and c.invoice_id = i.invoice_id and c.state = 'issued'
    where i.organization_id = ${organization_id}
    group by i.organization_id, i.invoice_id, i.name, i.tax_cents, i.freight_cents, i.total_cents
    having sum(c.tax_cents) > coalesce(i.tax_cents, 0) or sum(c.freight_cents) > coalesce(i.freight_cents, 0)
      or sum(c.total_cents) > i.total_cents`
  expect([...overCharged]).toEqual([])
  const wrongTotals = await sql`
    select c.name from credit_notes c
    cross join lateral (
      select coalesce(sum(n.amount_cents), 0) as cents, sum(n.tax_cents) as tax from credit_note_lines n
      where n.organization_id = c.organization_id and n.credit_note_id = c.credit_note_id
    ) k
    where c.organization_id = ${organization_id}
      and (c.total_cents <> k.cents + c.tax_cents + c.freight_cents or coalesce(k.tax, c.tax_cents) <> c.tax_cents)`
  expect([...wrongTotals]).toEqual([])
  const gaps = await sql`
    select credit_year from credit_notes where organization_id = ${organization_id} group by credit_year
    having min(credit_number) <> 1 or max(credit_number) <> count(*)`
  expect([...gaps]).toEqual([])
  await proveInvoices(shop)
}
