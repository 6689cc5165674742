/** Payments of customers from a file: recorded once, unchanged again, refused by row with the amount open, and undone. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImporter } from '../../imports/rig.ts'
import { daysFromNow, figures, openPaidShop, paymentsPath, provePayments, uses } from './paid_shop.ts'

setDefaultTimeout(120_000)

const kind = { kind: 'customer_payments' }
const header =
  'Customer,Payment date,Amount received,Currency,Invoice number,Order number,Payment method,Payment reference,Transaction id'
const fileOf = (rows: readonly string[]) => [header, ...rows].join('\n')
const day = daysFromNow(-1)

async function open() {
  const shop = await openPaidShop()
  const importer = await openImporter(shop.tenant)
  const rows = async () => (await shop.admin.get(`${paymentsPath}?limit=50`)).body.data.rows
  return { shop, importer, rows }
}

test('payments come in once with what they pay: the same file is unchanged, and an undo takes back its own', async () => {
  const { shop, importer, rows } = await open()
  const first = await shop.billed(2)
  const second = await shop.billed(4)
  const consumer = await shop.placed({
    lifecycle: 'open',
    lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 2_500 }],
  })
  const file = fileOf([
    `nordhaus,${day},20.00,USD,${first.invoice.name},,wire,WIRE-1,`,
    `,${day},"30.00",,${first.invoice.name},,,WIRE-2,`,
    `,${day},100.00,,,${second.order.name},check,,bank-7`,
    `${shop.account_id},${day},12.34,EUR,,,,,bank-8`,
    `,${day},25,,,${consumer.name},card,,`,
  ])
  const preview = await importer.previewed(file, kind)
  expect(preview.preview.records).toMatchObject({ created: 5, refused: 0 })
  expect(await rows()).toEqual([])
  const done = await importer.imported(file, kind)
  expect(done.result.records).toMatchObject({ created: 5, unchanged: 0, refused: 0 })
  const recorded = await rows()
  const shown = recorded.map((row: any) => [
    row.method,
    row.amount.cents,
    row.amount.currency,
    row.external_id,
    uses(row),
  ])
  expect(shown.toSorted((one: any, other: any) => one[1] - other[1])).toEqual([
    ['unknown', 1_234, 'EUR', 'bank-8', []],
    ['bank_transfer', 2_000, 'USD', null, [[first.invoice.name, 2_000]]],
    ['card', 2_500, 'USD', null, [[consumer.name, 2_500]]],
    ['unknown', 3_000, 'USD', null, [[first.invoice.name, 3_000]]],
    ['cheque', 10_000, 'USD', 'bank-7', [[second.invoice.name, 10_000]]],
  ])
  expect(figures(await shop.balance(first.invoice))).toEqual(['paid', 5_000, 0, 5_000, 0])
  const again = await importer.imported(file, kind)
  expect(again.result.records).toMatchObject({ created: 0, unchanged: 5, refused: 0 })
  // A payment that was taken off its invoice since keeps its rows.
  await shop.unapply(recorded.find((row: any) => row.external_id === 'bank-7'))
  await importer.step(done.import_id, 'undo')
  await importer.work()
  expect((await rows()).map((row: any) => row.external_id)).toEqual(['bank-7'])
  expect(figures(await shop.balance(first.invoice))).toEqual(['open', 5_000, 0, 0, 5_000])
  await provePayments(shop)
})

test('a row of a payment that was reversed is refused, until the payment is recorded again', async () => {
  const { shop, importer, rows } = await open()
  const file = fileOf([`Nordhaus,${day},5.00,USD,,,,W-1,bank-1`, `Nordhaus,${day},6.00,USD,,,,W-2,`])
  expect((await importer.imported(file, kind)).result.records).toMatchObject({ created: 2 })
  for (const row of await rows()) await shop.reverse(row)
  const done = await importer.imported(file, kind)
  expect(done.result.records).toMatchObject({ created: 0, unchanged: 0, refused: 2 })
  const report = await importer.report(done.import_id)
  const rule = `is of a payment that was reversed on ${daysFromNow(0)}; record it by itself if it was paid after all`
  expect(report.filter((row) => row.rule !== '').map((row) => [row.field, row.rule])).toEqual([
    ['external_id', rule],
    ['reference', rule],
  ])
  const common = { paid_on: day, amount_cents: 500, reference: 'W-1' }
  await shop.paid({ ...common, external_id: 'bank-1', record_again: true })
  await shop.paid({ ...common, amount_cents: 600, reference: 'W-2' })
  expect((await importer.imported(file, kind)).result.records).toMatchObject({ created: 0, unchanged: 2, refused: 0 })
  await provePayments(shop)
})

test('what a row cannot mean is refused by its column, and no more is paid than is open', async () => {
  const { shop, importer, rows } = await open()
  const { invoice, order } = await shop.billed(2)
  const voided = (await shop.billed(1)).invoice
  await shop.voided(voided)
  await shop.paid({ amount_cents: 100, currency: 'EUR', paid_on: day, external_id: 'bank-1' })
  const file = fileOf([
    `Nordhaus,${day},30.00,,${invoice.name},,,A,`,
    `,${day},20.01,,${invoice.name},,,B,`,
    `,${day},20.01,,,${order.name},,C,`,
    `Nobody,${day},1.00,USD,,,,D,`,
    `,${day},1.00,USD,,,,E,`,
    `Nordhaus,${day},1.00,,,,,F,`,
    `,${day},1.00,,INV-0,,,G,`,
    `,${day},1.00,,,SO-0,,H,`,
    `,${day},1.00,,${invoice.name},${order.name},,I,`,
    `,${day},1.00,EUR,${invoice.name},,,J,`,
    `,${daysFromNow(1)},1.00,,${invoice.name},,,K,`,
    `,${day},1.00,,${voided.name},,,L,`,
    `Nordhaus,${day},2.00,EUR,,,,,bank-1`,
    `Nordhaus,${day},150.50,JPY,,,,M,`,
    `Nordhaus,${day},30.00,USD,,,,A,`,
  ])
  const done = await importer.imported(file, kind)
  expect(done.result.records).toMatchObject({ created: 1, unchanged: 0, refused: 14 })
  const report = await importer.report(done.import_id)
  const faults = report.filter(({ rule }) => rule !== '').map(({ field, rule }) => [field, rule])
  expect(faults).toEqual([
    ['amount', 'is more than is open: 20.00'],
    ['amount', 'is more than is open: 20.00'],
    ['account', 'must be the name or id of a trading account of this organisation'],
    ['account', 'is required without an invoice or an order'],
    ['currency', 'is required for a payment on account'],
    ['invoice', 'must be the number of an invoice of this organisation'],
    ['order', 'must be the name or id of a sales order of this organisation'],
    ['order', 'must be blank beside an invoice'],
    ['currency', 'must be the currency of what is paid'],
    ['paid_on', `must not be after the current day, ${daysFromNow(0)}`],
    ['amount', 'is for an invoice that is void'],
    ['external_id', 'was recorded with another payer, amount, currency, day or reference'],
    ['amount', 'must be a whole number, because JPY has no decimals'],
    ['reference', 'repeats a payment of the file; give each payment a reference of its own'],
  ])
  expect((await rows()).map((row: any) => row.amount.cents).toSorted((a: number, b: number) => a - b)).toEqual([
    100, 3_000,
  ])
  await provePayments(shop)
})
