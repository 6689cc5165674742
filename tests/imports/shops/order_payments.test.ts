/** Order exports state what was paid: brought as payments, and later as what was paid since. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { paymentsPath, provePayments } from '../../selling/payments/paid_shop.ts'
import { openShop, sampleOf, type Shop } from './shop.ts'

setDefaultTimeout(120_000)

const header =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem fulfillment status,Refunded Amount,Outstanding Balance,Payment Reference,Cancelled at'
const at = '2026-10-05 10:12:00 -0400'

interface Stated {
  name: string
  state: string
  paid_at?: string
  total?: string
  outstanding?: string
  cancelled_at?: string
}
const row = ({ name, state, paid_at = '', total = '48.00', outstanding = '', cancelled_at = '' }: Stated) =>
  `${name},jo@example.com,${state},${paid_at},unfulfilled,,USD,${total},0.00,0.00,${total},${at},2,Cap,${(Number(total) / 2).toFixed(2)},CAP,pending,,${outstanding},${paid_at && 'card-1'},${cancelled_at}`
/** A further row of an order, which states its line alone. */
const fileOf = (...orders: Stated[]) => [header, ...orders.map(row)].join('\n')

const orders = { kind: 'orders', kind_options: { cut_over: '2026-11-01T00:00:00Z', placeholders: 'all' } }
const payments = { kind: 'customer_payments' }

const paid = async ({ sql, organization_id }: Shop) =>
  (
    await sql`
      select o.name, p.amount_cents::int as cents, p.paid_on::text as day, p.reference from customer_payments p
      join sales_orders o using (organization_id, order_id)
      where p.organization_id = ${organization_id} order by o.name, p.created_at, p.amount_cents`
  ).map((payment) => Object.values(payment))

test('what order exports say was paid is recorded once, and a later one brings what was paid since', async () => {
  const shop = await openShop()
  const first = fileOf(
    { name: '#1', state: 'paid', paid_at: '2026-10-05 23:30:00 -0400' },
    { name: '#2', state: 'pending' },
    { name: '#3', state: 'partially_paid', paid_at: at, outstanding: '20.00' },
    { name: '#4', state: 'voided', cancelled_at: at },
    { name: '#5', state: 'paid', paid_at: at, total: '0.00' },
  )
  const ordered = await shop.brought(first, orders)
  expect(ordered.result.records).toMatchObject({ created: 5, refused: 0 })
  const done = await shop.brought(first, payments)
  expect(done).toMatchObject({ profile: 'Shopify order export: payments', preview: { records: { created: 2 } } })
  expect(done.result.records).toMatchObject({ created: 2, unchanged: 3, refused: 0 })
  expect(await paid(shop)).toEqual([
    ['#1', 4_800, '2026-10-06', 'card-1, 48.00 in all'],
    ['#3', 2_800, '2026-10-05', 'card-1, 28.00 in all'],
  ])
  expect((await shop.brought(first, payments)).result.records).toMatchObject({ created: 0, unchanged: 5, refused: 0 })
  // Of #2, 30.00 are recorded here meanwhile.
  const [second] = await shop.sql`
    select order_id from sales_orders where organization_id = ${shop.organization_id} and name = '#2'`
  const made = await shop.importer.session.post(paymentsPath, {
    order_id: second!.order_id,
    currency: 'USD',
    amount_cents: 3_000,
    paid_on: '2026-10-20',
  })
  expect(made.status).toBe(201)
  const later = fileOf(
    { name: '#1', state: 'paid', paid_at: '2026-10-05 23:30:00 -0400' },
    { name: '#2', state: 'paid', paid_at: '2026-10-25 10:00:00 -0400' },
    { name: '#3', state: 'paid', paid_at: '2026-10-05 10:12:00 -0400', outstanding: '0.00' },
    { name: '#9', state: 'paid', paid_at: at },
  )
  const news = await shop.brought(later, payments)
  expect(news.result.records).toMatchObject({ created: 2, unchanged: 1, refused: 1 })
  expect(await shop.faults(news.import_id)).toEqual([
    ['5', 'order', '#9', 'must be the name or id of a sales order of this organisation'],
  ])
  expect((await paid(shop)).map(([name, cents]) => [name, cents])).toEqual([
    ['#1', 4_800],
    ['#2', 3_000],
    ['#2', 1_800],
    ['#3', 2_800],
    ['#3', 2_000],
  ])
  expect((await shop.brought(later, payments)).result.records).toMatchObject({ created: 0, unchanged: 3, refused: 1 })
  await provePayments(shop as never)
  expect(await shop.undo(news.import_id)).toMatchObject({ undo_result: { records: { undone: 2, refused: 0 } } })
  expect((await paid(shop)).map(([name, cents]) => [name, cents])).toEqual([
    ['#1', 4_800],
    ['#2', 3_000],
    ['#3', 2_800],
  ])
  // Orders with payments stay; with those that the import brought undone, the others go.
  expect(await shop.undo(ordered.import_id)).toMatchObject({ undo_result: { records: { undone: 2, refused: 3 } } })
  expect(await shop.undo(done.import_id)).toMatchObject({ undo_result: { records: { undone: 2, refused: 0 } } })
  expect(await shop.undo(ordered.import_id)).toMatchObject({ undo_result: { records: { undone: 2, refused: 1 } } })
})

test('more than is open here is recorded as far as it is open, and the rest is named', async () => {
  const shop = await openShop()
  const tipped = [
    fileOf({ name: '#1', state: 'paid', paid_at: at }).replaceAll('48.00,0.00,0.00,48.00', '48.00,0.00,0.00,56.00'),
    `#1,jo@example.com,,,,,,,,,,${at},1,Tip,8.00,,not_eligible,,,,`,
  ].join('\n')
  expect((await shop.brought(tipped, orders)).result.records).toMatchObject({ created: 1, refused: 0 })
  const done = await shop.brought(tipped, payments)
  expect(done.result.records).toMatchObject({ created: 1, unchanged: 1, refused: 0 })
  const rest = 'is the total paid; 56.00 is not on file, but only 48.00 is open on #1, so 8.00 was not recorded'
  const named = async (import_id: string) =>
    (await shop.importer.report(import_id))
      .filter(({ rule = '' }) => rule !== '')
      .map(({ row_number, outcome, field, value, rule }) => [row_number, outcome, field, value, rule])
  expect(await named(done.import_id)).toEqual([['2', 'created', 'amount', '56.00', rest]])
  const again = await shop.brought(tipped, payments)
  expect(again.result.records).toMatchObject({ created: 0, unchanged: 2, refused: 0 })
  expect(await named(again.import_id)).toEqual([
    [
      '2',
      'unchanged',
      'amount',
      '56.00',
      rest.replace('56.00 is not', '8.00 is not').replace('48.00 is open', '0.00 is open'),
    ],
  ])
  const undated = await shop.brought(fileOf({ name: '#1', state: 'paid' }), payments)
  expect(await shop.faults(undated.import_id)).toEqual([['2', 'paid_on', '', 'is required']])
})

test('an export with a row for each item states one payment, and no column that is not read is shown', async () => {
  const shop = await openShop()
  const sample = sampleOf('woocommerce_orders.csv')
  expect((await shop.brought(sample, orders)).result.records.refused).toBe(0)
  const made = (await shop.created(sample, payments)).body.data
  expect(made.profile).toBe('WooCommerce order export, one row per item: payments')
  const shown = made.columns.filter(({ samples }: any) => samples.length > 0).map(({ header: name }: any) => name)
  expect(shown).not.toContain('billing_email')
  expect(shown).toContain('order_total')
  const done = await shop.brought(sample, payments)
  expect(done.result.records.refused).toBe(0)
  const names = (await paid(shop)).map(([name]) => name)
  expect(names.length).toBe(done.result.records.created)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(1)
  expect((await shop.brought(sample, payments)).result.records).toMatchObject({ created: 0, refused: 0 })
})

test('exports of Matrixify and Magento state what was paid of an order, in part or wholly, and refunds beside it', async () => {
  for (const [sample, title, expected] of [
    [
      'matrixify_orders.csv',
      'Matrixify order export: payments',
      [
        ['#5001', 8_900, '2026-10-05', '89.00 in all'],
        ['#5003', 8_400, '2026-10-11', '84.00 in all'],
      ],
    ],
    [
      'magento_order_items.csv',
      'Magento order export with items: payments',
      [
        ['000000101', 10_680, '2026-10-05', '106.80 in all'],
        ['000000102', 5_000, '2026-10-20', '50.00 in all'],
        ['000000103', 4_200, '2026-10-11', '42.00 in all'],
      ],
    ],
  ] as const) {
    const shop = await openShop()
    const file = sampleOf(sample)
    const opened = { ...orders, kind_options: { cut_over: '2026-10-01T00:00:00Z', placeholders: 'all' } }
    expect((await shop.brought(file, opened)).result.records.refused).toBe(0)
    const done = await shop.brought(file, payments)
    expect([done.profile, done.result.records.refused]).toEqual([title, 0])
    expect(await paid(shop)).toEqual(expected as never)
    expect((await shop.brought(file, payments)).result.records).toMatchObject({ created: 0, refused: 0 })
    await provePayments(shop as never)
  }
})

test('an order that is partly paid states what is outstanding, or its row is refused', async () => {
  const shop = await openShop()
  const file = fileOf(
    { name: '#1', state: 'partially_paid', paid_at: at },
    { name: '#2', state: 'partially_paid', paid_at: at, outstanding: '0.00' },
    { name: '#3', state: 'partially_paid', paid_at: at, total: '0.00' },
  )
  await shop.brought(file, orders)
  const done = await shop.brought(file, payments)
  expect(done.result.records).toMatchObject({ created: 1, unchanged: 1, refused: 1 })
  expect(await shop.faults(done.import_id)).toEqual([
    ['2', 'outstanding', '', 'is required where payment_state is partially_paid'],
  ])
  expect((await paid(shop)).map(([name, cents]) => [name, cents])).toEqual([['#2', 4_800]])
})

test('rows of one order that state several totals, by its name or id, record together the largest', async () => {
  const shop = await openShop()
  const [one, other] = ['#1', '#2'].map((name) => ({ name, state: 'paid', paid_at: at }))
  await shop.brought(fileOf(one!, other!), orders)
  const found = await shop.sql`
    select order_id, name from sales_orders where organization_id = ${shop.organization_id} order by name`
  const [first, second] = found.map(({ order_id }) => String(order_id))
  const header_row = 'Order number,Payment date,Amount received'
  const totals = (...rows: string[]) =>
    shop.importer.imported([header_row, ...rows].join('\n'), {
      kind: 'customer_payments',
      kind_options: { amounts: 'totals' },
    })
  const done = await totals('#1,2026-10-06,20.00', '#1,2026-10-07,48.00', `${first},2026-10-07,48.00`)
  expect(done.result.records).toMatchObject({ created: 2, unchanged: 1, refused: 0 })
  expect((await paid(shop)).map(([name, cents]) => [name, cents])).toEqual([
    ['#1', 2_000],
    ['#1', 2_800],
  ])
  const later = await totals(`${second},2026-10-06,10.00`, `${second},2026-10-08,30.00`)
  expect(later.result.records).toMatchObject({ created: 2, unchanged: 0, refused: 0 })
  const again = await totals(`${second},2026-10-08,30.00`)
  expect(again.result.records).toMatchObject({ created: 0, unchanged: 1, refused: 0 })
  // Another source has an order of the same name.
  await shop.sql`update sales_orders set name = '#1' where order_id = ${second!}`
  const ambiguous = await totals('#1,2026-10-09,48.00')
  const single = await shop.importer.imported(`${header_row}\n#1,2026-10-09,5.00\n`, { kind: 'customer_payments' })
  const [refused] = single.result.first.refused
  expect(refused.details.map(({ field, rule }: any) => [field, rule])).toEqual([
    ['order', 'is the name of several orders; give the id of one'],
  ])
  expect(refused.details[0].allowed.toSorted()).toEqual([first, second].toSorted())
  expect(await shop.faults(ambiguous.import_id)).toEqual([
    ['2', 'order', '#1', 'is the name of several orders; give the id of one'],
  ])
  const named = await totals(`${second},2026-10-09,48.00`)
  expect(named.result.records).toMatchObject({ created: 1, refused: 0 })
})
