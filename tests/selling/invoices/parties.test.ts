import { expect, setDefaultTimeout, test } from 'bun:test'
import { pdfPages } from '../../support/pdf.ts'
import { invoicesPath, openInvoicedShop } from './invoiced_shop.ts'

setDefaultTimeout(60_000)

const seller = { address: 'Rua do Cais 12\n4800-019 Guimarães\nPortugal', tax_id: 'PT508765432' }
const billTo = 'Am Kai 1\n20457 Hamburg\nGermany'
const shipTo = 'Lagerweg 8\n21079 Hamburg\nGermany'
const doorAddress = 'Marktplatz 2\n28195 Bremen\nGermany'

async function openShop() {
  const shop = await openInvoicedShop()
  const organization = `/api/v1/organizations/${shop.tenant.organization_id}`
  const account = `/api/v1/wholesale/accounts/${shop.account_id}`
  const invoiceOf = async (body: object = {}) => {
    const order = await shop.wholesale({ lines: [{ sku: 'J-S', quantity: 1 }], ...body })
    await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
    return shop.invoiced(order)
  }
  const printed = async ({ invoice_id }: { invoice_id: number }) => {
    const { export_url } = (await shop.admin.get(`${invoicesPath}/${invoice_id}/file`)).body.data
    const { pathname, search } = new URL(export_url)
    const response = await fetch(`${shop.tenant.service.base_url}${pathname}${search}`)
    return (await pdfPages(new Uint8Array(await response.arrayBuffer())))[0]!
  }
  return { ...shop, organization, account, invoiceOf, printed }
}

test('an invoice states and prints both parties as they were when it was issued', async () => {
  const shop = await openShop()
  const { admin } = shop
  const without = await shop.invoiceOf()
  expect(without.parties).toEqual({
    seller: { name: expect.any(String), address: null, tax_id: null },
    bill_to: {
      name: 'Nordhaus',
      account_reference: without.parties.bill_to.account_reference,
      address: null,
      tax_id: null,
    },
    ship_to: { name: 'Nordhaus', door_reference: null, address: null },
  })

  const settings = await admin.patch(shop.organization, { ...seller, tax_id: ` ${seller.tax_id} ` })
  expect([settings.status, settings.body.data]).toEqual([200, expect.objectContaining(seller)])
  const account = await admin.patch(shop.account, { bill_to_address: billTo, tax_id: 'DE811234567' })
  expect(account.body.data).toMatchObject({ bill_to_address: billTo, ship_to_address: null, tax_id: 'DE811234567' })

  const billed = await shop.invoiceOf()
  expect(billed.parties).toMatchObject({
    seller,
    bill_to: { address: billTo, tax_id: 'DE811234567' },
    ship_to: { address: billTo },
  })
  const page = await shop.printed(billed)
  for (const text of ['Rua do Cais 12', 'Guimarães', 'Tax id PT508765432', 'Am Kai 1', 'Tax id DE811234567', 'Bill to'])
    expect(page).toContain(text)
  expect(page).not.toContain('Ship to')

  await admin.patch(shop.account, { ship_to_address: shipTo })
  const shipped = await shop.invoiceOf()
  expect(shipped.parties.ship_to).toEqual({ name: 'Nordhaus', door_reference: null, address: shipTo })
  expect(await shop.printed(shipped)).toContain('Lagerweg 8')

  await admin.patch(shop.account, { bill_to_address: null, ship_to_address: null, tax_id: null })
  await admin.patch(shop.organization, { address: null, tax_id: null })
  expect((await shop.read(billed)).parties).toEqual(billed.parties)
  expect(await shop.printed(billed)).toBe(page)
  expect(await shop.printed(without)).not.toContain('Tax id')
})

test('goods of an order that names a door go to its address, if it has one', async () => {
  const shop = await openShop()
  await shop.admin.patch(shop.account, { bill_to_address: billTo, ship_to_address: shipTo })
  const doors = await shop.admin.post(`${shop.account}/doors`, {
    doors: [
      { door_reference: 'HB-1', name: 'Bremen', kind: 'store', address: doorAddress },
      { door_reference: 'HB-2', name: 'Bremen Nord', kind: 'store' },
    ],
  })
  expect(doors.body.data.doors.map(({ address }: any) => address)).toEqual([doorAddress, null])
  const own = await shop.invoiceOf({ door_reference: 'hb-1' })
  expect(own.parties.ship_to).toEqual({ name: 'Bremen', door_reference: 'hb-1', address: doorAddress })
  expect(await shop.printed(own)).toContain('Marktplatz 2')
  const { door_id } = doors.body.data.doors[0]
  expect((await shop.admin.patch(`${shop.account}/doors/${door_id}`, { address: null })).body.data.address).toBe(null)
  for (const [door_reference, name] of [
    ['HB-1', 'Bremen'],
    ['HB-2', 'Bremen Nord'],
    ['HB-3', 'Nordhaus'],
  ])
    expect((await shop.invoiceOf({ door_reference })).parties.ship_to).toEqual({
      name,
      door_reference,
      address: shipTo,
    })
})

test('an invoice from before addresses were on file prints none', async () => {
  const shop = await openShop()
  const invoice = await shop.invoiceOf({ door_reference: '0117' })
  await shop.admin.patch(shop.account, { bill_to_address: billTo, tax_id: 'DE811234567' })
  await shop.admin.patch(shop.organization, seller)
  await shop.tenant.service.database.sql`
    update invoices set parties = null
    where organization_id = ${shop.tenant.organization_id} and invoice_id = ${invoice.invoice_id}`
  expect((await shop.read(invoice)).parties).toBe(null)
  const page = await shop.printed(invoice)
  for (const text of ['Nordhaus', 'Door 0117']) expect(page).toContain(text)
  for (const text of ['Am Kai', 'Rua do Cais', 'Tax id']) expect(page).not.toContain(text)
})

test('an address has one to seven visible lines, of at most 500 characters in all', async () => {
  const { admin, account, organization } = await openShop()
  const seven = Array.from({ length: 7 }, (_, i) => `Line ${i}`).join('\n')
  const long = `${'a'.repeat(249)}\n${'b'.repeat(250)}`
  for (const address of [seven, long, 'One line'])
    expect((await admin.patch(account, { bill_to_address: address })).body.data.bill_to_address).toBe(address)
  for (const address of [
    `${seven}\nLine 8`,
    `${long}b`,
    '',
    ' \n ',
    'Am Kai 1\n\nHamburg',
    'Am Kai\u0007 1',
    'Am Kai\r\n1',
  ])
    for (const [at, field] of [
      [account, 'bill_to_address'],
      [account, 'ship_to_address'],
      [organization, 'address'],
    ] as const) {
      const refused = await admin.patch(at, { [field]: address })
      expect([refused.status, refused.body.data.field]).toEqual([400, field])
    }
  expect((await admin.patch(account, { tax_id: 'x'.repeat(51) })).body.data.field).toBe('tax_id')
})
