/** Exports with the oddities of real shops: each row that holds anything is in the report once, and none of it is lost. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openShop, sampleOf, type Shop } from './shop.ts'

setDefaultTimeout(180_000)

type Row = Record<string, string> | string

const headersOf = (sample: string): string[] =>
  [
    ...sampleOf(sample)
      .split('\n')[0]!
      .trim()
      .matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g),
  ]
    .map(([, cell]) => cell!.replaceAll('"', ''))
    .slice(0, -1)

const quoted = (text: string, delimiter: string) =>
  [delimiter, '"', '\n'].some((mark) => text.includes(mark)) ? `"${text.replaceAll('"', '""')}"` : text

/** A file with the headers of a documented sample; a row is its cells by header, or a line as it is. */
function fileOf(headers: string[], rows: readonly Row[], delimiter = ','): string {
  const lineOf = (cells: string[]) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter)
  const lines = rows.map((row) => (typeof row === 'string' ? row : lineOf(headers.map((header) => row[header] ?? ''))))
  return `${[lineOf(headers), ...lines].join('\n')}\n`
}

/** Outcomes by row, with the first field and rule of each that has one. */
async function outcomes({ importer }: Shop, import_id: string): Promise<Map<number, string>> {
  const rows = await importer.report(import_id)
  const byRow = Map.groupBy(rows, ({ row_number }) => Number(row_number))
  return new Map(
    [...byRow].map(([row, [first]]) => [row, [first!.outcome, first!.field, first!.rule].filter(Boolean).join(': ')]),
  )
}

const at = '2026-10-05 10:12:00 -0400'
const orderLine = (Name: string, more: Record<string, string> = {}): Row => ({
  Name,
  Email: 'a@example.com',
  'Financial Status': 'paid',
  'Paid at': at,
  'Fulfillment Status': 'fulfilled',
  'Fulfilled at': '2026-10-06 10:12:00 -0400',
  Currency: 'USD',
  Subtotal: '20.00',
  Shipping: '0.00',
  Taxes: '0.00',
  Total: '20.00',
  'Created at': at,
  'Lineitem quantity': '1',
  'Lineitem name': 'Cap',
  'Lineitem price': '20.00',
  'Lineitem sku': 'CAP',
  'Lineitem fulfillment status': 'fulfilled',
  ...more,
})

const kind_options = { cut_over: '2026-11-01T00:00:00Z', placeholders: 'all' }

test("Shopify's orders with tips, gift cards, lines for nothing, refunds, repeated headers and totals", async () => {
  const shop = await openShop()
  const headers = headersOf('shopify_orders.csv')
  const file = fileOf(headers, [
    orderLine('#1', { 'Lineitem name': '<b>Cap</b> 🧢\n"red"' }),
    orderLine('#2', { Total: '25.00' }),
    { Name: '#2', 'Created at': at, 'Lineitem quantity': '1', 'Lineitem name': 'Tip', 'Lineitem price': '5.00' },
    ','.repeat(headers.length - 1),
    orderLine('#3', { 'Lineitem price': '0.00', Subtotal: '0.00', Total: '0.00' }),
    headers.map((header) => quoted(header, ',')).join(','),
    orderLine('#4', { 'Lineitem name': 'Gift card', 'Lineitem sku': '', 'Lineitem fulfillment status': 'fulfilled' }),
    orderLine('#5', { 'Refunded Amount': '20.00', 'Financial Status': 'refunded' }),
    orderLine('#6', { Total: '1,220.00', 'Lineitem price': '1,220.00', Subtotal: '1,220.00' }),
    orderLine('#1', { 'Lineitem name': 'Another order of that name' }),
    { Name: 'Total', Total: '1,305.00' },
  ])
  const done = await shop.brought(file, { kind: 'orders', kind_options })
  const rows = await outcomes(shop, done.import_id)
  expect([...rows.keys()]).toEqual([2, 3, 4, 6, 7, 8, 9, 10, 11, 12])
  expect([2, 3, 4, 6, 8, 9, 10].map((row) => rows.get(row)!.split(':')[0])).toEqual(Array(7).fill('created'))
  expect(rows.get(7)).toBe('refused: row: repeats the header row and states nothing')
  expect(rows.get(11)).toBe('refused: record: is in row 2 and again in row 11; keep one of them')
  expect(rows.get(12)).toBe('refused: ordered_at: is required')
  const orders = await shop.sql`
    select o.name, coalesce(sum(l.unit_price_cents * l.quantity), 0)::int as cents from sales_orders o
    left join order_lines l using (organization_id, order_id)
    where o.organization_id = ${shop.organization_id} group by o.name order by o.name`
  expect(orders.map(({ name, cents }) => [name, cents])).toEqual([
    ['#1', 2_000],
    ['#2', 2_000],
    ['#3', 0],
    ['#4', 0],
    ['#5', 2_000],
    ['#6', 122_000],
  ])
  const again = await shop.brought(file, { kind: 'orders', kind_options })
  expect(again.result.rows).toMatchObject({ created: 0, changed: 0, unchanged: 7, refused: 3 })
})

test('products with semicolons, decimal commas, Windows-1252, blank rows, markup and repeated headers', async () => {
  const shop = await openShop()
  const headers = headersOf('shopify_products.csv')
  const product = (Handle: string, price: string, Title = Handle): Row => ({
    Handle,
    Title,
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant SKU': Handle.toUpperCase(),
    'Variant Price': price,
    Status: 'active',
  })
  const text = fileOf(
    headers,
    [
      product('cafe', '1.299,00', 'Café <i>noir</i>\n& blanc'),
      '',
      product('free', '0,00'),
      headers.join(';'),
      product('half', '99,50'),
    ],
    ';',
  )
  const done = await shop.brought(Buffer.from(text, 'latin1') as never, { kind: 'products' })
  const rows = await outcomes(shop, done.import_id)
  expect([...rows].map(([row, outcome]) => [row, outcome])).toEqual([
    [2, 'created'],
    [4, 'created'],
    [5, 'refused: row: repeats the header row and states nothing'],
    [6, 'created'],
  ])
  const prices = await shop.sql`
    select v.sku, v.price_cents::int as cents, p.title from variants v join products p using (organization_id, product_id)
    where v.organization_id = ${shop.organization_id} order by v.sku`
  expect(prices.map(({ sku, cents, title }) => [sku, cents, title])).toEqual([
    ['CAFE', 129_900, 'Café <i>noir</i> & blanc'],
    ['FREE', 0, 'free'],
    ['HALF', 9_950, 'half'],
  ])
})

test("sales of Square and Lightspeed with refunds, custom amounts and a total state what isn't brought", async () => {
  const shop = await openShop()
  const sale = (id: string, more: Record<string, string>): Row => ({
    Date: '2026-10-05',
    Time: '10:00:00',
    'Time Zone': 'Eastern Time (US & Canada)',
    Item: 'Cap',
    Qty: '1.0',
    SKU: 'CAP',
    'Gross Sales': '$1,020.00',
    Discounts: '-$20.00',
    'Net Sales': '$1,000.00',
    Tax: '$0.00',
    'Transaction ID': id,
    'Event Type': 'Payment',
    Location: 'Main warehouse',
    ...more,
  })
  const money = { 'Gross Sales': '$7.50', Discounts: '$0.00', 'Net Sales': '$7.50' }
  const square = await shop.brought(
    fileOf(headersOf('square_items_detail.csv'), [
      sale('X1', {}),
      sale('X2', { ...money, Qty: '-1.0', 'Event Type': 'Refund', 'Gross Sales': '-$7.50', 'Net Sales': '-$7.50' }),
      sale('X3', { ...money, Item: 'Custom Amount', SKU: '' }),
    ]),
    { kind: 'orders', kind_options: { ...kind_options, channel: 'Online store' } },
  )
  const rows = await outcomes(shop, square.import_id)
  expect([...rows].map(([row, outcome]) => [row, outcome.split(':')[0]])).toEqual([
    [2, 'created'],
    [3, 'refused'],
    [4, 'created'],
  ])
  const sample = sampleOf('lightspeed_x_sales.csv').trimEnd()
  const count = sample.split('\n').length
  const totalled = `${sample}\nTotal${','.repeat(headersOf('lightspeed_x_sales.csv').length - 1)}\n`
  const options = { ...kind_options, channel: 'Online store', location: 'Main warehouse' }
  const lightspeed = await shop.brought(totalled, { kind: 'orders', kind_options: options })
  expect(lightspeed.result.rows).toMatchObject({ created: count - 1, refused: 1 })
})
