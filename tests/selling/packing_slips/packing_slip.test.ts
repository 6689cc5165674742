import { expect, setDefaultTimeout, test } from 'bun:test'
import { pdfPages } from '../../support/pdf.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { path } from '../support/orders.ts'
import { openInvoicedShop } from '../invoices/invoiced_shop.ts'

setDefaultTimeout(60_000)

const slips = '/api/v1/sales/packing-slips'

test('a packing slip states what is in which carton and where it goes, and no prices', async () => {
  const shop = await openInvoicedShop()
  const { sql } = shop.tenant.service.database
  await sql`
    update trading_partners set ship_to_address = E'Hafenstrasse 4\nHamburg'
    where organization_id = ${shop.tenant.organization_id}`
  const order = await shop.wholesale({
    reference: 'PO 77120',
    lines: [
      { sku: 'J-S', quantity: 3, buyer_sku: '771-S' },
      { sku: 'J-M', quantity: 1, unit_price_cents: 4321 },
    ],
  })
  const shipped = await shop.admin.post(`${path}/${order.order_id}/shipments`, {
    carrier: 'UPS',
    tracking_number: '1Z999',
    cartons: [
      { sscc: '106141411234567897', lines: [{ sku: 'J-S', quantity: 3 }] },
      { lines: [{ sku: 'J-M', quantity: 1 }] },
    ],
  })
  const [shipment] = shipped.body.data.shipments
  const answer = await shop.admin.get(`${slips}/${shipment.shipment_id}`)
  const { export_url, file_name, row_count } = answer.body.data
  expect([file_name, row_count]).toEqual([`packing_slip_${shipment.name}.pdf`, 2])
  const { pathname, search } = new URL(export_url)
  const read = () => fetch(`${shop.tenant.service.base_url}${pathname}${search}`)
  const [page] = await pdfPages(new Uint8Array(await (await read()).arrayBuffer()))
  const text = page!.replaceAll(/\s+/g, ' ')
  for (const part of [
    `Packing slip ${shipment.name}`,
    'Nordhaus',
    'Hafenstrasse 4',
    'PO 77120',
    order.name,
    'UPS',
    '1Z999',
    'Yours: 771-S',
    '1: 106141411234567897',
    '4 units',
  ])
    expect(text).toContain(part)
  for (const price of ['25.00', '43.21', 'USD', 'Price', 'Total']) expect(text).not.toContain(price)
  const stranger = await newSession(await newTenant())
  expect((await stranger.get(`${slips}/${shipment.shipment_id}`)).body.code).toBe('not_found')
  await shop.admin.post(`${path}/${order.order_id}/shipments/${shipment.shipment_id}/void`, { reason: 'Never left' })
  expect((await shop.admin.get(`${slips}/${shipment.shipment_id}`)).status).toBe(404)
  expect((await read()).status).toBe(403)
})

test('a consumer order has a packing slip without an address', async () => {
  const shop = await openInvoicedShop()
  const order = await shop.placed({ lifecycle: 'open', lines: [{ sku: 'J-S', quantity: 1 }] })
  const { shipments } = await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
  const { export_url } = (await shop.admin.get(`${slips}/${shipments[0].shipment_id}`)).body.data
  const { pathname, search } = new URL(export_url)
  const response = await fetch(`${shop.tenant.service.base_url}${pathname}${search}`)
  const [page] = await pdfPages(new Uint8Array(await response.arrayBuffer()))
  expect(page).toContain('1 unit')
  expect(page).not.toContain('Ship to')
})
