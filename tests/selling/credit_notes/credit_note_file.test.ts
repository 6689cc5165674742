import { expect, setDefaultTimeout, test } from 'bun:test'
import { pdfPages } from '../../support/pdf.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { creditNotesPath, openCreditedShop } from './credited_shop.ts'

setDefaultTimeout(60_000)

test('the PDF shows both parties with addresses and tax ids, the invoice, the reason and the sums', async () => {
  const shop = await openCreditedShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await sql`
    update organizations set address = E'Rua do Cais 12\n4800-019 Guimarães', tax_id = 'PT508765432'
    where organization_id = ${organization_id}`
  await sql`
    update trading_partners set bill_to_address = 'Hafenstrasse 4, Hamburg', tax_id = 'DE811569869'
    where organization_id = ${organization_id}`
  const order = await shop.sold({
    reference: 'PO 77120',
    freight_cents: 500,
    lines: [{ sku: 'J-S', quantity: 4, discount_cents: 100, tax_cents: 400 }],
  })
  const invoice = await shop.invoiced(order)
  const returned = await shop.takeBack(order, 2)
  const [note] = (await shop.creditReturn(returned, { reason: 'Wrong size' })).body.data.credit_notes
  // What changes later is not on the document.
  await sql`update trading_partners set tax_id = 'DE000000000' where organization_id = ${organization_id}`
  const fileOf = ({ credit_note_id }: any) => `${creditNotesPath}/${credit_note_id}/file`
  const read = async (one = note) => {
    const { export_url, file_name, row_count } = (await shop.admin.get(fileOf(one))).body.data
    expect([file_name, row_count]).toEqual([`${one.name}.pdf`, 1])
    const { pathname, search } = new URL(export_url)
    const response = await fetch(`${shop.tenant.service.base_url}${pathname}${search}`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    return new Uint8Array(await response.arrayBuffer())
  }
  const [page] = await pdfPages(await read())
  for (const text of [
    `Credit note ${note.name}`,
    'Rua do Cais 12',
    'Tax id PT508765432',
    'Hafenstrasse 4, Hamburg',
    'Tax id DE811569869',
    `Credits invoice ${invoice.name}`,
    'Wrong size',
    'PO 77120',
    'Discount 0.50',
    'Goods USD 49.50',
    'Freight USD 2.50',
    'Tax USD 2.00',
    'Total credited USD 54.00',
    '2 units on 1 line',
  ])
    expect(page!.replaceAll(/\s+/g, ' ')).toContain(text)
  expect(page).not.toContain('CANCELLED')
  await shop.cancel(note)
  expect((await pdfPages(await read()))[0]).toContain('CANCELLED: no longer credited')
  const [single] = (await shop.creditReturn(await shop.takeBack(order, 1))).body.data.credit_notes
  expect((await pdfPages(await read(single)))[0]).toContain('1 unit on 1 line')
  const allowance = (await shop.allow(invoice, { amount_cents: 100 })).body.data
  const link = (await shop.admin.get(fileOf(allowance))).body.data
  expect(link.file_name).toBe(`${allowance.name}.pdf`)
  const stranger = await newSession(await newTenant())
  expect((await stranger.get(fileOf(note))).body.code).toBe('not_found')
})
