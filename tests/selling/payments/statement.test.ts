import { expect, setDefaultTimeout, test } from 'bun:test'
import { pdfPages } from '../../support/pdf.ts'
import { shippedOn, today } from '../credit_notes/credited_shop.ts'
import { daysFromNow, openPaidShop, type PaidShop, provePayments } from './paid_shop.ts'

setDefaultTimeout(120_000)

const statement = async ({ admin, account_id }: PaidShop, query = '') =>
  (await admin.get(`/api/v1/sales/statements?trading_partner_id=${account_id}&currency=USD${query}`)).body

/** What a statement adds up: the closing balance is the opening one and its entries, and the open invoices less the money left. */
function sums({ opening, entries, closing, ageing, unallocated }: any) {
  const moved = entries.reduce((sum: number, { amount }: any) => sum + amount.cents, 0)
  expect(closing.cents).toBe(opening.cents + moved)
  expect(entries.at(-1)?.balance.cents ?? opening.cents).toBe(closing.cents)
  const open = Object.values(ageing as Record<string, any>).reduce((sum, { cents }) => sum + cents, 0)
  expect(closing.cents).toBe(open - unallocated.cents)
  return { opening: opening.cents, closing: closing.cents, unallocated: unallocated.cents }
}

/** Moves an invoice with its due date into the past. */
const backdate = ({ tenant }: PaidShop, { invoice_id }: any, issued: number, due: number) =>
  tenant.service.database.sql`
    update invoices set issued_on = ${daysFromNow(issued)}::date, due_on = ${daysFromNow(due)}::date
    where organization_id = ${tenant.organization_id} and invoice_id = ${invoice_id}`

test('a statement has every entry of its days, adds up, and ages what is open', async () => {
  const shop = await openPaidShop()
  const empty = (await statement(shop)).data
  expect(sums(empty)).toEqual({ opening: 0, closing: 0, unallocated: 0 })
  const [old, late, fresh, voided] = [
    (await shop.billed(2)).invoice,
    (await shop.billed(2)).invoice,
    (await shop.billed(4)).invoice,
    (await shop.billed(1)).invoice,
  ]
  await backdate(shop, old, -40, -31)
  await backdate(shop, late, -10, -1)
  await shop.voided(voided)
  const note = (await shop.allow(late, { amount_cents: 1_000 })).body.data
  const cancelled = (await shop.allow(late, { amount_cents: 500 })).body.data
  await shop.cancel(cancelled)
  const payment = await shop.paid({
    amount_cents: 3_000,
    reference: 'WIRE-1',
    paid_on: daysFromNow(-20),
    allocations: [{ invoice_id: old.invoice_id, amount_cents: 2_000 }],
  })
  const returned = await shop.paid({ amount_cents: 700, paid_on: daysFromNow(-2) })
  await shop.reverse(returned, { reversed_on: daysFromNow(-1) })
  const read = (await statement(shop, `&from=${daysFromNow(-20)}`)).data
  expect(sums(read)).toEqual({ opening: 5_000, closing: 5_000 + 5_000 + 10_000 - 1_000 - 3_000, unallocated: 1_000 })
  expect(read.entries.map(({ day, kind, name, amount }: any) => [day, kind, name, amount.cents])).toEqual([
    [daysFromNow(-20), 'payment', 'WIRE-1', -3_000],
    [daysFromNow(-10), 'invoice', late.name, 5_000],
    [daysFromNow(-2), 'payment', null, -700],
    [daysFromNow(-1), 'payment_reversed', null, 700],
    [today(), 'invoice', fresh.name, 10_000],
    [today(), 'invoice', voided.name, 2_500],
    [today(), 'invoice_voided', voided.name, -2_500],
    [today(), 'credit_note', note.name, -1_000],
    [today(), 'credit_note', cancelled.name, -500],
    [today(), 'credit_note_cancelled', cancelled.name, 500],
  ])
  expect(Object.entries(read.ageing).map(([name, { cents }]: any) => [name, cents])).toEqual([
    ['not_due', 10_000],
    ['days_1_to_30', 4_000],
    ['days_31_to_60', 3_000],
    ['days_61_to_90', 0],
    ['over_90_days', 0],
  ])
  // Each earlier day adds up as well, also those between a payment and its reversal.
  for (const day of [-41, -40, -21, -20, -10, -2, -1])
    sums((await statement(shop, `&from=${daysFromNow(-60)}&to=${daysFromNow(day)}`)).data)
  const before = (await statement(shop, `&from=${daysFromNow(-21)}&to=${daysFromNow(-20)}`)).data
  expect(before.ageing.not_due.cents).toBe(0)
  expect(before.ageing.days_1_to_30.cents).toBe(3_000)
  expect(payment.unallocated.cents).toBe(1_000)
  await provePayments(shop)
})

test('another currency has a statement of its own, and what a query cannot mean is refused', async () => {
  const shop = await openPaidShop()
  await shop.billed(2)
  const path = `/api/v1/sales/statements?trading_partner_id=${shop.account_id}`
  expect(sums((await shop.admin.get(`${path}&currency=EUR`)).body.data).closing).toBe(0)
  const field = async (query: string) => (await shop.admin.get(`/api/v1/sales/statements?${query}`)).body.data.field
  expect(await field(`trading_partner_id=${shop.ids.locations.Main}&currency=USD`)).toBe('trading_partner_id')
  const of = `trading_partner_id=${shop.account_id}`
  expect(await field(`${of}&currency=XQX`)).toBe('currency')
  expect(await field(`${of}&currency=USD&to=${daysFromNow(1)}`)).toBe('to')
  expect(await field(`${of}&currency=USD&from=${today()}&to=${daysFromNow(-1)}`)).toBe('from')
  expect((await statement(shop, `&from=${today()}&to=${today()}`)).status).not.toBe('error')
  const read = (await statement(shop, '&to=2026-02-28')).data
  expect([read.from, read.to]).toEqual(['2026-02-01', '2026-02-28'])
  expect(shippedOn > read.to).toBe(true)
})

test('the PDF of a statement shows both parties, every entry with its balance, and the ageing', async () => {
  const shop = await openPaidShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await sql`update organizations set tax_id = 'PT508765432' where organization_id = ${organization_id}`
  await sql`update trading_partners set bill_to_address = 'Hafenstrasse 4, Hamburg' where organization_id = ${organization_id}`
  const { invoice } = await shop.billed(2)
  await shop.paid({
    amount_cents: 6_000,
    reference: 'WIRE-1',
    allocations: [{ invoice_id: invoice.invoice_id, amount_cents: 5_000 }],
  })
  const { body } = await shop.admin.get(
    `/api/v1/sales/statements/file?trading_partner_id=${shop.account_id}&currency=USD`,
  )
  expect(body.data.row_count).toBe(2)
  const { pathname, search } = new URL(body.data.export_url)
  const response = await fetch(`${shop.tenant.service.base_url}${pathname}${search}`)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const [page] = await pdfPages(new Uint8Array(await response.arrayBuffer()))
  for (const text of [
    'Statement of account Nordhaus',
    'Tax id PT508765432',
    'Hafenstrasse 4, Hamburg',
    `Invoice ${invoice.name}`,
    `Due ${invoice.due_on}`,
    '50.00',
    'Payment WIRE-1',
    '-60.00',
    'Closing balance USD -10.00',
    'Not due USD 0.00',
    'Unallocated money USD 10.00',
  ])
    expect(page).toContain(text)
})
