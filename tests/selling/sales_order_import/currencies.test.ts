/** Money of imported orders, in the currency of the organisation. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImportShop, proveImport } from './order_shop.ts'

setDefaultTimeout(120_000)

const header =
  'Order number,Order date,Status,SKU,Quantity,Line subtotal,Discount,Taxes,Shipping,Shipped quantity,Shipped at,Refunded quantity,Restocked quantity,Refunded at,Refunded amount'

test('what a file states of an order or a line is divided into whole units of the currency', async () => {
  for (const [currency, step] of [
    ['JPY', 1],
    ['KWD', 0.01],
    ['USD', 0.01],
  ] as const) {
    const shop = await openImportShop()
    const { sql } = shop.tenant.service.database
    const { organization_id } = shop.tenant
    await sql`update organizations set currency = ${currency} where organization_id = ${organization_id}`
    const amount = (units: number) => (units * step).toFixed(step === 1 ? 0 : 2)
    const file = [
      header,
      // 1,000 for three of them is no whole amount a unit; discount and taxes fall on two lines.
      `C-1,2026-11-05T10:00:00Z,shipped,J-S,3,${amount(1000)},${amount(100)},${amount(55)},${amount(7)},2,2026-11-06T09:00:00Z,1,1,2026-11-10T08:00:00Z,${amount(101)}`,
      `C-1,2026-11-05T10:00:00Z,shipped,J-M,1,${amount(500)},,,,1,2026-11-06T09:00:00Z,,,,`,
    ].join('\n')
    const done = await shop.imported(file)
    expect((await shop.report(done.import_id)).map(([row, outcome]) => [row, outcome])).toEqual([
      ['2', 'created'],
      ['3', 'created'],
    ])
    const rows = await sql`
      select unit_price_cents::float8 as price, discount_cents::float8 as discount, tax_cents::float8 as tax, quantity
      from order_lines where organization_id = ${organization_id} order by line_number`
    const cents = step * 100
    const sums = [
      rows.reduce((sum, row) => sum + row.price * row.quantity - row.discount, 0),
      rows.reduce((sum, row) => sum + row.tax, 0),
    ]
    expect(sums).toEqual([1400 * cents, 55 * cents])
    for (const { price, discount, tax } of rows)
      expect([price % cents, discount % cents, tax % cents]).toEqual([0, 0, 0])
    const odd = await sql`
      select 1 from fulfilment_lines where organization_id = ${organization_id}
        and (discounts_cents % ${cents} <> 0 or taxes_cents % ${cents} <> 0)
      union all
      select 1 from refund_lines where organization_id = ${organization_id}
        and (amount_cents % ${cents} <> 0 or tax_cents % ${cents} <> 0)`
    expect([...odd]).toEqual([])
    await proveImport(shop)
  }
})

test('an amount that the currency cannot have is refused at its row', async () => {
  const rules = async (currency: string, price: string) => {
    const shop = await openImportShop()
    const { sql } = shop.tenant.service.database
    await sql`update organizations set currency = ${currency} where organization_id = ${shop.tenant.organization_id}`
    const file = [
      'Order number,Order date,Status,SKU,Quantity,Unit price',
      `P-1,2026-11-05T10:00:00Z,open,J-S,1,${price}`,
      // Shows that the mark of decimals is a point.
      'P-2,2026-11-05T10:00:00Z,open,J-S,1,7.5',
    ]
    const done = await shop.imported(file.join('\n'))
    const report = await shop.report(done.import_id)
    return report.filter(([row]) => row === '2').map(([, outcome, field, value, rule]) => [outcome, field, value, rule])
  }
  const created = [['created', '', '', '']]
  expect(await rules('JPY', '12.50')).toEqual([
    ['refused', 'unit_price', '12.50', 'must be a whole number, because JPY has no decimals'],
  ])
  expect(await rules('JPY', '12.00')).toEqual(created)
  expect(await rules('JPY', '12')).toEqual(created)
  expect(await rules('USD', '12.50')).toEqual(created)
  expect(await rules('KWD', '12.345')).toEqual([['refused', 'unit_price', '12.345', 'must have at most 2 decimals']])
  expect(await rules('KWD', '12.340')).toEqual(created)
})
