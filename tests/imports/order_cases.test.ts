/** Orders of real shops: without SKUs, with lines that are no goods, restocked. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant } from '../support/service/tenant.ts'
import { proveImport } from '../selling/sales_order_import/order_shop.ts'
import { openImporter } from './rig.ts'

setDefaultTimeout(90_000)

const caseOf = (file: string) => readFileSync(join(import.meta.dir, 'cases', file))
const kind_options = { cut_over: '2026-11-01T00:00:00Z' }

async function openShop() {
  const tenant = await newTenant()
  await setFixture(tenant, { locations: ['Main warehouse'], sales_channels: ['Online store'] })
  const importer = await openImporter(tenant)
  /** Imports a file as the headers say, without a mapping. */
  const imported = async (content: string | Uint8Array, body: object = {}) => {
    const file_key = await importer.upload(content, 'orders.csv')
    const made = await importer.session.post('/api/v1/imports', { file_key, ...body })
    if (made.body.data.state !== 'ready') throw new Error(made.text)
    for (const step of ['preview', 'run'] as const) {
      await importer.step(made.body.data.import_id, step)
      await importer.work()
    }
    return importer.get(made.body.data.import_id)
  }
  const { sql } = tenant.service.database
  const lines = async () =>
    (
      await sql`
        select o.name, v.sku, l.quantity, l.fulfilled_quantity as shipped from order_lines l
        join sales_orders o using (organization_id, order_id)
        join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
        where l.organization_id = ${tenant.organization_id} order by o.name, l.line_number`
    ).map((row) => Object.values(row))
  const order = async (name: string) => {
    const [row] = await sql`
      select order_id from sales_orders where organization_id = ${tenant.organization_id} and name = ${name}`
    return (await tenant.get(`/api/v1/sales/orders/${row!.order_id}`)).body.data
  }
  const sales = async () =>
    (
      await sql`
        select v.sku, s.units, s.gross_sales_cents::int, s.returned_units, s.returns_cents::int from sales_daily s
        join variants v using (organization_id, variant_id)
        where s.organization_id = ${tenant.organization_id} order by v.sku, s.day`
    ).map((row) => Object.values(row))
  const movements = async () => {
    const [row] = await sql`
      select count(*)::int as rows from stock_movements where organization_id = ${tenant.organization_id}`
    return row!.rows as number
  }
  return { tenant, importer, imported, lines, order, sales, movements, sql }
}
type Shop = Awaited<ReturnType<typeof openShop>>

const notesOf = async ({ importer }: Shop, import_id: string) =>
  (await importer.report(import_id))
    .filter(({ rule }) => rule !== '')
    .map(({ row_number, outcome, field, value, rule }) => [row_number, outcome, field, value, rule])

const products = (shop: Shop) => shop.imported(caseOf('shopify_products_tours_and_caps.csv'))

test('orders without SKUs are matched by the names of their lines, and what is no longer sold has a placeholder', async () => {
  const shop = await openShop()
  expect((await products(shop)).result.records).toMatchObject({ created: 2, refused: 0 })
  const done = await shop.imported(caseOf('shopify_orders_without_sku.csv'), { kind_options })
  expect(done.preview.records).toMatchObject({ created: 3, refused: 0 })
  expect(done.result.records).toMatchObject({ created: 3, refused: 0 })
  const gone = 'placeholder/A product that is no longer sold'
  expect(await shop.lines()).toEqual([
    ['#2001', 'rowing-boat-tour/30 minutes', 2, 2],
    ['#2002', 'CAP-SAND', 1, 1],
    ['#2002', gone, 1, 1],
    ['#2003', 'rowing-boat-tour/30 minutes', 1, 1],
  ])
  expect(await shop.sales()).toEqual([
    ['CAP-SAND', 1, 2_400, 0, 0],
    [gone, 1, 2_000, 0, 0],
    ['rowing-boat-tour/30 minutes', 3, 8_700, 0, 0],
  ])
  const tour = 'was matched by product_name with the variant rowing-boat-tour/30 minutes'
  expect(await notesOf(shop, done.import_id)).toEqual([
    ['2', 'created', 'product_name', 'Rowing boat tour - 30 minutes', tour],
    [
      '3',
      'created',
      'product_name',
      'Canvas cap - Sand / One size',
      'was matched by product_name with the variant CAP-SAND',
    ],
    [
      '4',
      'created',
      'product_name',
      'A product that is no longer sold',
      `is no variant of this organisation; the placeholder ${gone} has its sales`,
    ],
    ['5', 'created', 'product_name', 'Rowing boat tour - 30 minutes', tour],
  ])
  const [placeholder] = await shop.sql`
    select p.title, p.status, p.is_managed, p.tags from products p join variants v using (organization_id, product_id)
    where v.organization_id = ${shop.tenant.organization_id} and v.sku = ${gone}`
  expect(placeholder).toEqual({
    title: 'A product that is no longer sold',
    status: 'DRAFT',
    is_managed: false,
    tags: ['placeholder'],
  })
  await proveImport(shop as never)
  const again = await shop.imported(caseOf('shopify_orders_without_sku.csv'), { kind_options })
  expect(again.result.records).toMatchObject({ created: 0, unchanged: 3, refused: 0 })
  await shop.importer.step(done.import_id, 'undo')
  await shop.importer.work()
  expect((await shop.importer.get(done.import_id)).undo_result.records).toMatchObject({ undone: 3, refused: 0 })
  const left = await shop.sql`
    select sku from variants where organization_id = ${shop.tenant.organization_id} and sku like 'placeholder/%'`
  expect([...left]).toEqual([])
})

test('without placeholders, and after the cut-over, a line that no variant matches refuses its order alone', async () => {
  const shop = await openShop()
  await products(shop)
  const file = caseOf('shopify_orders_without_sku.csv')
  const refusing = await shop.imported(file, { kind_options: { ...kind_options, placeholders: 'refuse' } })
  expect(refusing.result.records).toMatchObject({ created: 2, refused: 1 })
  const refused = async (import_id: string) =>
    (await notesOf(shop, import_id)).filter(([, outcome]) => outcome === 'refused')
  expect(await refused(refusing.import_id)).toEqual([
    ['4', 'refused', 'product_name', 'A product that is no longer sold', 'must be a variant of this organisation'],
  ])
  // The order was placed at 14:12 in UTC: at the cut-over itself it is no history.
  const at = (cut_over: string, placeholders?: string) =>
    shop.imported(file, { kind_options: { cut_over, ...(placeholders && { placeholders }) } })
  const later = await at('2026-10-05T14:12:00Z')
  expect(later.result.records).toMatchObject({ unchanged: 2, refused: 1 })
  expect((await refused(later.import_id))[0]![4]).toBe(
    'must be a variant of this organisation; placeholders are made of orders before cut_over',
  )
  expect((await at('2026-10-05T14:12:00Z', 'all')).result.records).toMatchObject({ created: 1, unchanged: 2 })
  await proveImport(shop as never)
})

test('a tip is a line without goods, and a restocked order is refunded without a row in the ledger', async () => {
  const shop = await openShop()
  await products(shop)
  const done = await shop.imported(caseOf('shopify_orders_tip_and_restocked.csv'), { kind_options })
  expect(done.result.records).toMatchObject({ created: 2, refused: 0 })
  expect(await shop.lines()).toEqual([
    ['#2101', 'CAP-SAND', 1, 1],
    ['#2102', 'CAP-SAND', 1, 1],
  ])
  const tipped = await shop.order('#2101')
  expect(tipped.lines_without_goods).toMatchObject([
    { kind: 'tip', name: 'Tip', quantity: 1, amount: { cents: 800 }, tax: { cents: 0 }, refunded: { cents: 0 } },
  ])
  expect([tipped.lifecycle, tipped.total.cents, tipped.grand_total.cents]).toEqual(['fulfilled', 2_400, 3_200])
  const back = await shop.order('#2102')
  expect(back.returns).toMatchObject([{ state: 'closed', refund_status: 'full', units_received: 1 }])
  expect(await shop.sales()).toEqual([['CAP-SAND', 2, 4_800, 1, 2_400]])
  expect(await shop.movements()).toBe(0)
  const day = 'is assumed to be the day of the last thing that the file says of the order, since the file has no day'
  expect(await notesOf(shop, done.import_id)).toEqual([
    ['3', 'created', 'product_name', 'Tip', 'is a tip: a line without goods, beside sales'],
    ['4', 'created', 'refunded_at', '2026-10-05', day],
  ])
  await proveImport(shop as never)
})

test('lines without goods count in sales where that is chosen, and move no stock after the cut-over either', async () => {
  const shop = await openShop()
  await products(shop)
  const done = await shop.imported(caseOf('shopify_orders_tip_and_restocked.csv'), {
    kind_options: { cut_over: '2026-10-01T00:00:00Z', lines_without_goods: 'sales' },
  })
  expect(done.result.records).toMatchObject({ created: 2, refused: 0 })
  const tipped = await shop.order('#2101')
  expect([tipped.lines_without_goods, tipped.total.cents, tipped.lifecycle]).toEqual([[], 3_200, 'fulfilled'])
  expect(await shop.sales()).toEqual([
    ['CAP-SAND', 2, 4_800, 1, 2_400],
    ['without-goods/tip', 1, 800, 0, 0],
  ])
  // Two caps left, and one came back into stock.
  expect(await shop.movements()).toBe(3)
  await proveImport(shop as never)
})

const header =
  'Name,Financial Status,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem fulfillment status,Refunded Amount'
const at = '2026-10-05 10:12:00 +0000'

test('a gift card alone is an order, and what is paid back for a tip is no refund of goods', async () => {
  const shop = await openShop()
  await products(shop)
  const done = await shop.imported(
    [
      header,
      `#1,paid,unfulfilled,,USD,50.00,0,0,50.00,${at},1,Gift Card - $50.00,50.00,,not_eligible,`,
      // The subtotal leaves the tip out, as the total shows.
      `#2,refunded,fulfilled,${at},USD,24.00,5.00,0,37.00,${at},1,Canvas cap - Sand / One size,24.00,CAP-SAND,fulfilled,37.00`,
      `#2,,,,,,,,,${at},1,Tip,8.00,,not_eligible,`,
    ].join('\n'),
    { kind_options },
  )
  expect(done.result.records).toMatchObject({ created: 2, refused: 0 })
  const card = await shop.order('#1')
  expect(card).toMatchObject({ lifecycle: 'fulfilled', units: 0, line_items: [] })
  expect(card.lines_without_goods).toMatchObject([{ kind: 'gift_card', amount: { cents: 5_000 } }])
  expect(card.grand_total.cents).toBe(5_000)
  const both = await shop.order('#2')
  expect(both.lines_without_goods).toMatchObject([{ kind: 'tip', amount: { cents: 800 }, refunded: { cents: 800 } }])
  expect(await shop.sales()).toEqual([['CAP-SAND', 1, 2_400, 1, 2_400]])
  const refunds = await shop.sql`
    select r.freight_cents::int as freight, sum(l.amount_cents)::int as goods from refunds r
    join refund_lines l using (organization_id, refund_id)
    where r.organization_id = ${shop.tenant.organization_id} group by 1`
  expect([...refunds]).toEqual([{ freight: 500, goods: 2_400 }])
  await proveImport(shop as never)
})

test('a name that several products have is no match, and the placeholder says which they are', async () => {
  const shop = await openShop()
  await setFixture(shop.tenant, {
    products: [
      { title: 'Twin', variants: [{ sku: 'TWIN-A' }] },
      { title: 'Twin B', variants: [{ sku: 'TWIN-B' }] },
    ],
  })
  await shop.sql`update products set title = 'TWIN' where organization_id = ${shop.tenant.organization_id} and title = 'Twin B'`
  const rows = [header, `#1,paid,fulfilled,${at},USD,,,,,${at},1,Twin,24.00,,fulfilled,`].join('\n')
  const done = await shop.imported(rows, { kind_options })
  expect(await notesOf(shop, done.import_id)).toEqual([
    [
      '2',
      'created',
      'product_name',
      'Twin',
      'names several variants: TWIN-A, TWIN-B; the placeholder placeholder/Twin has its sales',
    ],
  ])
  const refusing = await shop.imported(rows.replace('#1', '#2'), {
    kind_options: { ...kind_options, placeholders: 'refuse' },
  })
  expect((await notesOf(shop, refusing.import_id))[0]!.slice(1)).toEqual([
    'refused',
    'product_name',
    'Twin',
    'names several variants: TWIN-A, TWIN-B',
  ])
})
