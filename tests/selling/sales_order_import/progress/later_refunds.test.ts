/** Refunds of files are at most what was paid: by payments where they are on file, else by what the order came to. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { type ImportShop, openImportShop, proveImport, salesOf } from '../order_shop.ts'

setDefaultTimeout(120_000)

const header =
  'Order number,Order date,SKU,Quantity,Unit price,Shipped quantity,Shipped at,Refunded at,Refunded amount,Account'
const at = '2026-11-06T09:00:00Z'
const row = (name: string, refunded = '', account = '') =>
  `${name},2026-11-05T10:00:00Z,J-S,2,50.00,2,${at},${refunded === '' ? '' : '2026-11-08T09:00:00Z'},${refunded},${account}`

/** [created, changed, unchanged, refused] orders, and what was refused as [field, value, rule]. */
async function imported(shop: ImportShop, rows: string[], body: object = {}) {
  const done = await shop.imported([header, ...rows].join('\n'), body)
  const { created, changed, unchanged, refused } = done.result.records
  const faults = (await shop.report(done.import_id)).filter(([, outcome]) => outcome === 'refused')
  return { counts: [created, changed, unchanged, refused], faults: faults.map((one) => one.slice(2)) }
}

async function pay({ admin }: ImportShop, { order_id }: { order_id: string }, amount_cents: number): Promise<string> {
  const body = { order_id, amount_cents, currency: 'USD', paid_on: '2026-11-06' }
  const answer = await admin.post('/api/v1/sales/payments', body)
  expect([answer.status, answer.text]).toEqual([201, answer.text])
  return answer.body.data.customer_payment_id
}

const paidBack = async (shop: ImportShop) => (await salesOf(shop)).reduce((sum, one) => sum + Number(one[6]), 0)

const over = (left: string, of: string, name: string) =>
  `is more than can be paid back of ${name} here: ${left} USD is left of ${of}`

test('a first file pays back at most what the order came to, to the cent', async () => {
  const shop = await openImportShop()
  const { counts, faults } = await imported(shop, [row('A-1', '100.00'), row('A-2', '100.01')])
  expect(counts).toEqual([1, 0, 0, 1])
  expect(faults).toEqual([['refunded_amount', '100.01', 'must be at most what the order came to, 100.00']])
  expect(await paidBack(shop)).toBe(10_000)
  await proveImport(shop)
})

test('a later file pays back at most what payments on file paid, and names what is left', async () => {
  const shop = await openImportShop()
  await imported(shop, [row('B-1'), row('B-2')])
  const payment = await pay(shop, await shop.order('B-1'), 6_000)
  const refused = await imported(shop, [row('B-1', '60.01'), row('B-2', '100.01')])
  expect(refused.counts).toEqual([0, 0, 0, 2])
  expect(refused.faults.map(([field, value, rule]) => [field, value, rule!.split(', and')[0]])).toEqual([
    ['refunded_amount', '60.01', over('60.00', 'the payments for it', 'B-1')],
    ['refunded_amount', '100.01', expect.stringContaining('must be at most what the order came to, 100.00')],
  ])
  const later = await imported(shop, [row('B-1', '60.00'), row('B-2', '100.00')])
  expect([later.counts, await paidBack(shop)]).toEqual([[0, 2, 0, 0], 16_000])
  // What was paid back by a file stays, and no more is paid back of a payment that was reversed.
  await shop.admin.post(`/api/v1/sales/payments/${payment}/reverse`, { reason: 'Returned by the bank' })
  expect((await imported(shop, [row('B-1', '60.00')])).counts).toEqual([0, 0, 1, 0])
  const more = await imported(shop, [row('B-1', '60.01')])
  expect(more.faults.map(([, , rule]) => rule!.split(', and')[0])).toEqual([over('0.00', 'the payments for it', 'B-1')])
  await proveImport(shop)
})

test('an order of an account on terms without a payment on file is taken as paid, one with a payment is not', async () => {
  const shop = await openImportShop()
  const [account] = await shop.tenant.service.database.sql<{ name: string }[]>`
    select name from trading_partners where trading_partner_id = ${shop.account_id}`
  const body = { kind_options: { cut_over: '2026-11-01T00:00:00Z', location: 'Main' } }
  const [one, two] = [(of = '') => row('C-1', of, account!.name), (of = '') => row('C-2', of, account!.name)]
  await imported(shop, [one(), two()], body)
  await shop.tenant.service.database.sql`
    update sales_orders set terms = 'net_30' where organization_id = ${shop.tenant.organization_id}`
  await pay(shop, await shop.order('C-2'), 2_500)
  const refused = await imported(shop, [one('100.00'), two('25.01')], body)
  expect(refused.counts).toEqual([0, 1, 0, 1])
  expect(refused.faults[0]![2]).toContain(over('25.00', 'the payments for it', 'C-2'))
  expect((await imported(shop, [two('25.00')], body)).counts).toEqual([0, 1, 0, 0])
  expect(await paidBack(shop)).toBe(12_500)
})
