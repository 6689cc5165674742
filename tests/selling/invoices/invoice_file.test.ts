import { expect, setDefaultTimeout, test } from 'bun:test'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { pdfPages } from '../../support/pdf.ts'
import { invoicesPath, openInvoicedShop } from './invoiced_shop.ts'

setDefaultTimeout(60_000)

test('the PDF shows parties, terms, lines and sums; a void one says so, and other organisations get none', async () => {
  const shop = await openInvoicedShop()
  const order = await shop.wholesale({
    reference: 'PO 77120',
    freight_cents: 1250,
    lines: [
      { sku: 'J-S', quantity: 3, discount_cents: 100, buyer_sku: '771-S' },
      { sku: 'J-M', quantity: 400, unit_price_cents: 310_050, tax_cents: 99 },
    ],
  })
  await shop.ship(order, [
    { sku: 'J-S', quantity: 3 },
    { sku: 'J-M', quantity: 400 },
  ])
  const invoice = await shop.invoiced(order)
  const file = `${invoicesPath}/${invoice.invoice_id}/file`
  const read = async () => {
    const { export_url, file_name, row_count } = (await shop.admin.get(file)).body.data
    expect([file_name, row_count]).toEqual([`${invoice.name}.pdf`, 2])
    const { pathname, search } = new URL(export_url)
    const response = await fetch(`${shop.tenant.service.base_url}${pathname}${search}`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    return new Uint8Array(await response.arrayBuffer())
  }
  const bytes = await read()
  const [page] = await pdfPages(bytes)
  for (const text of [
    `Invoice ${invoice.name}`,
    'Nordhaus',
    'PO 77120',
    order.name,
    invoice.due_on,
    'Net 30 days',
    'Yours: 771-S',
    'Jumper, ',
    'Discount 1.00',
    '25.00',
    '74.00',
    '1,240,200.00',
    'Goods USD 1,240,274.00',
    'Freight USD 12.50',
    'Tax USD 0.99',
    'Total USD 1,240,287.49',
    '403 units on 2 lines',
    'Page 1 of 1',
  ])
    expect(page).toContain(text)
  expect(page).not.toContain('VOID')
  expect(Buffer.from(await read()).equals(Buffer.from(bytes))).toBe(true)
  await shop.voided(invoice)
  expect((await pdfPages(await read()))[0]).toContain('VOID: please do not pay')
  const stranger = await newSession(await newTenant())
  expect((await stranger.get(file)).body.code).toBe('invoice_not_on_file')
})
