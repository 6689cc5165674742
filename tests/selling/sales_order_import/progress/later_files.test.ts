/** A later file of orders that were imported before: what is new of them comes in, once, and what moved here is kept. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { type ImportShop, openImportShop, options, proveImport, salesOf } from '../order_shop.ts'

setDefaultTimeout(120_000)

const header =
  'Order number,Order date,Status,SKU,Quantity,Unit price,Line tax,Shipped quantity,Shipped at,Cancelled quantity,Refunded quantity,Restocked quantity,Refunded at,Refunded amount,Account'
const file = (...rows: string[]) => [header, ...rows].join('\n')
const outcome = async (shop: ImportShop, content: string, body: object = {}) => {
  const done = await shop.imported(content, body)
  const { created, changed, unchanged, refused } = done.result.records
  return { counts: [created, changed, unchanged, refused], report: await shop.report(done.import_id), done }
}

/** Sums of sales by SKU, whatever the days: [units, gross, returned, returns, taxes]. */
const sums = async (shop: ImportShop) => {
  const of = new Map<string, number[]>()
  for (const [, sku, units, gross, , returned, returns, taxes] of await salesOf(shop)) {
    const row = [units, gross, returned, returns, taxes] as number[]
    of.set(
      String(sku),
      row.map((value, i) => value + (of.get(String(sku))?.[i] ?? 0)),
    )
  }
  return [...of].toSorted()
}

test('the later export of a shop brings the shipment and the refund, on the day that the report names', async () => {
  const shop = await openImportShop()
  const caseOf = (name: string) => readFileSync(join(import.meta.dir, '../../../imports/cases', name), 'utf8')
  const withOwnSku = (name: string) => caseOf(name).replaceAll('CAP-SAND', 'J-S')
  const read = {
    kind: undefined,
    kind_options: { cut_over: '2026-10-06T00:00:00Z', channel: 'Online', location: 'Main' },
  }
  const assumed =
    'is assumed to be the day of the last thing that the file says of the order, since the file has no day'
  const [on_hand] = await shop.stock('J-S')
  expect((await outcome(shop, withOwnSku('shopify_orders_first.csv'), read)).counts).toEqual([1, 0, 0, 0])
  const later = await outcome(shop, withOwnSku('shopify_orders_later.csv'), read)
  expect(later.counts).toEqual([0, 1, 0, 0])
  expect(later.report).toEqual([
    ['2', 'changed', 'refunded_at', '2026-10-09', assumed],
    ['2', 'changed', 'refunded_amount', '24.00', ''],
    ['2', 'changed', 'shipped_quantity', '2', ''],
  ])
  expect(later.done.preview.records).toMatchObject({ created: 0, changed: 1 })
  const order = await shop.order('#2201')
  expect(order).toMatchObject({ lifecycle: 'fulfilled', units: 2, fulfilled_units: 2 })
  expect(order.shipments.map(({ shipped_on }: any) => shipped_on)).toEqual(['2026-10-09'])
  expect(await shop.stock('J-S')).toEqual([on_hand! - 2, 0])
  expect(await salesOf(shop)).toEqual([
    ['2026-10-05', 'J-S', 2, 4_800, 0, 0, 0, 0],
    ['2026-10-09', 'J-S', 0, 0, 0, 0, 2_400, 0],
  ])
  const again = await outcome(shop, withOwnSku('shopify_orders_later.csv'), read)
  expect(again.counts).toEqual([0, 0, 1, 0])
  await proveImport(shop)
})

/** One order over its life: what an export says of it after each of its events. */
interface Life {
  name: string
  sku: string
  quantity: number
  snapshots: string[]
}

function lives(seed: number): Life[] {
  let state = seed
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
  return Array.from({ length: 12 }, (_, n) => {
    const [name, sku, quantity] = [`B-${n}`, ['J-S', 'J-M'][below(2)]!, 1 + below(4)]
    const price = sku === 'J-S' ? 50 : 60
    let [shipped, cancelled, back, restocked, refunded] = [0, 0, 0, 0, 0]
    const snapshots = Array.from({ length: 4 }, (_row, step) => {
      if (step > 0) {
        const event = below(4)
        if (event === 0) shipped += below(quantity - shipped - cancelled + 1)
        if (event === 1) cancelled += below(quantity - shipped - cancelled + 1)
        if (event === 2) {
          const units = below(shipped - back + 1)
          back += units
          restocked += below(units + 1)
          refunded = Math.max(refunded, back * price)
        }
        if (event === 3) refunded = Math.min(refunded + below(3) * 10, shipped * price)
      }
      const shippedAt = shipped > 0 ? '2026-11-10T09:00:00Z' : ''
      const refundedAt = refunded > 0 ? '2026-11-12T09:00:00Z' : ''
      return `${name},2026-11-05T10:00:00Z,,${sku},${quantity},${price}.00,,${shipped},${shippedAt},${cancelled},${back},${restocked},${refundedAt},${refunded > 0 ? refunded : ''},`
    })
    return { name, sku, quantity, snapshots }
  })
}

test.each([1, 2])('files one after another come to what the last one says alone (seed %i)', async (seed) => {
  const orders = lives(seed * 7_919)
  const fileAt = (step: number) => file(...orders.map(({ snapshots }) => snapshots[step]!))
  const isHistory = seed % 2 === 0
  const body = { kind_options: { ...options, cut_over: isHistory ? '2026-11-15T00:00:00Z' : '2026-11-01T00:00:00Z' } }
  const [one, other] = [await openImportShop(), await openImportShop()]
  expect((await outcome(one, fileAt(0), body)).counts).toEqual([12, 0, 0, 0])
  for (const step of [1, 2, 3]) {
    const { counts, report } = await outcome(one, fileAt(step), body)
    expect(counts[3], JSON.stringify(report)).toBe(0)
    const isNews = ({ snapshots }: Life) => snapshots[step] !== snapshots[step - 1]
    expect(counts[1]).toBe(orders.filter(isNews).length)
    expect((await outcome(one, fileAt(step), body)).counts).toEqual([0, 0, 12, 0])
  }
  await outcome(other, fileAt(3), body)
  expect(await sums(one)).toEqual(await sums(other))
  for (const sku of ['J-S', 'J-M']) expect(await one.stock(sku)).toEqual(await other.stock(sku))
  for (const { name } of orders) {
    const [here, there] = [await one.order(name), await other.order(name)]
    const of = (order: any) => [order.lifecycle, order.units, order.fulfilled_units, order.cancelled_units]
    expect([name, ...of(here)]).toEqual([name, ...of(there)])
  }
  await proveImport(one)
  await proveImport(other)
})

test('what moved here meanwhile is kept, and what contradicts it is asked about', async () => {
  const shop = await openImportShop()
  const row = (shipped: number, cancelled: number, at = shipped > 0 ? '2026-11-10T09:00:00Z' : '') =>
    `C-1,2026-11-05T10:00:00Z,,J-S,4,50.00,,${shipped},${at},${cancelled},,,,,`
  await outcome(shop, file(row(0, 0)))
  const order = await shop.order('C-1')
  expect((await shop.act(order, 'allocate')).status).toBe(200)
  expect(
    (await shop.act(order, 'cancel', { lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 1 }] }))
      .status,
  ).toBe(200)
  // As many as are open: the hold is given back with the shipment.
  expect((await outcome(shop, file(row(3, 0)))).counts).toEqual([0, 1, 0, 0])
  expect(await shop.order('C-1')).toMatchObject({ lifecycle: 'fulfilled', fulfilled_units: 3, cancelled_units: 1 })
  expect((await shop.stock('J-S'))[1]).toBe(0)
  // One more than is open.
  const over = await outcome(shop, file(row(4, 0)))
  expect(over.counts).toEqual([0, 0, 0, 1])
  expect(over.report[0]).toEqual([
    '2',
    'refused',
    'shipped_quantity',
    '4',
    'is more than can ship of C-1 here: 0 units of J-S are open; change the order, or record the shipment here',
  ])
  // A file of before says less than is here.
  expect((await outcome(shop, file(row(1, 0)))).counts).toEqual([0, 0, 1, 0])
  expect((await outcome(shop, file(row(3, 1)))).counts).toEqual([0, 0, 1, 0])
  await proveImport(shop)
})

test('two shipments of one later file, and the cancellation of the rest, follow each other', async () => {
  const shop = await openImportShop()
  const row = (shipped: string, at: string, cancelled = '') =>
    `S-1,2026-11-05T10:00:00Z,,J-S,5,50.00,,${shipped},${at},${cancelled},,,,,`
  await outcome(shop, file(row('', '')))
  expect((await shop.act(await shop.order('S-1'), 'allocate')).status).toBe(200)
  const [on_hand] = await shop.stock('J-S')
  const withLine = (content: string) =>
    content
      .split('\n')
      .map((line, i) => (i === 0 ? `${line},Line id` : `${line},line-1`))
      .join('\n')
  const later = await outcome(
    shop,
    withLine(file(row('1', '2026-11-06T09:00:00Z', '1'), row('3', '2026-11-08T09:00:00Z', '1'))),
  )
  expect([later.counts, later.report.flatMap(([, , field, value]) => (field === '' ? [] : [[field, value]]))]).toEqual([
    [0, 1, 0, 0],
    [
      ['cancelled_quantity', '1'],
      ['shipped_quantity', '4'],
    ],
  ])
  const order = await shop.order('S-1')
  expect(order).toMatchObject({ lifecycle: 'fulfilled', fulfilled_units: 4, cancelled_units: 1 })
  expect(order.shipments.map(({ name, shipped_on }: any) => [name, shipped_on])).toEqual([
    ['S-1-1', '2026-11-06'],
    ['S-1-2', '2026-11-08'],
  ])
  expect(await shop.stock('J-S')).toEqual([on_hand! - 4, 0])
  await proveImport(shop)
})

test('another quantity, price or line in a later file is refused, and kept where the order was changed here', async () => {
  const shop = await openImportShop()
  const row = (quantity: number, price = '50.00', sku = 'J-S') =>
    `D-1,2026-11-05T10:00:00Z,open,${sku},${quantity},${price},,,,,,,,,`
  await outcome(shop, file(row(2)))
  const ruleOf = async (content: string) => {
    const { counts, report } = await outcome(shop, content)
    expect(counts).toEqual([0, 0, 0, 1])
    return report.find(([, , , , rule]) => rule !== '')!.slice(2)
  }
  const change = '; change D-1 here if that is right'
  expect(await ruleOf(file(row(3)))).toEqual(['quantity', '3', `was 2 when D-1 was imported${change}`])
  expect(await ruleOf(file(row(2, '45.00')))).toEqual([
    'unit_price',
    '45.00',
    `was 50.00 when D-1 was imported${change}`,
  ])
  expect(await ruleOf(file(row(2), row(1, '60.00', 'J-M')))).toEqual([
    'sku',
    'J-M',
    `is on no line of D-1 that is left here${change}`,
  ])
  const order = await shop.order('D-1')
  const changed = await shop.tenant.patch(`/api/v1/sales/orders/${order.order_id}`, {
    lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 3, unit_price_cents: 4_500 }],
  })
  if (changed.status !== 200) throw new Error(changed.text)
  expect((await outcome(shop, file(row(2)))).counts).toEqual([0, 0, 1, 0])
})

test('money that was paid back here is not paid back again, and no more than was paid', async () => {
  const shop = await openImportShop()
  const row = (amount: string, units = '') =>
    `E-1,2026-11-05T10:00:00Z,,J-S,2,50.00,,2,2026-11-06T09:00:00Z,,${units},,2026-11-08T09:00:00Z,${amount},`
  await outcome(shop, file(row('')))
  const order = await shop.order('E-1')
  const made = await shop.tenant.post(
    '/api/v1/sales/returns',
    {
      order_id: order.order_id,
      lines: [{ variant_id: order.line_items[0].variant_id, expected_quantity: 1 }],
      refund: { status: 'partial', cents: 3_000, currency: 'USD' },
      location_id: shop.ids.locations.Main,
    },
    { headers: { 'idempotency-key': 'refund-here' } },
  )
  if (made.status !== 201 && made.status !== 200) throw new Error(made.text)
  expect((await outcome(shop, file(row('30.00', '1')))).counts).toEqual([0, 0, 1, 0])
  expect((await outcome(shop, file(row('29.99', '1')))).counts).toEqual([0, 0, 1, 0])
  expect((await outcome(shop, file(row('100.00', '1')))).counts).toEqual([0, 1, 0, 0])
  const returns = (await salesOf(shop)).reduce((sum, row) => sum + Number(row[6]), 0)
  expect(returns).toBe(10_000)
  const { done } = await outcome(shop, file(row('')))
  expect(done.result.records).toMatchObject({ unchanged: 1 })
})

test('sales of an account count on the days of its shipments', async () => {
  const shop = await openImportShop()
  const name = (
    await shop.tenant.service.database.sql`
    select name from trading_partners where trading_partner_id = ${shop.account_id}`
  )[0]!.name as string
  const row = (shipped: number, at: string) => `F-1,2026-11-05T10:00:00Z,,J-S,4,50.00,,${shipped},${at},,,,,,${name}`
  const body = { kind_options: { cut_over: options.cut_over, location: 'Main' } }
  await outcome(shop, file(row(1, '2026-11-06T09:00:00Z')), body)
  expect((await outcome(shop, file(row(4, '2026-11-09T09:00:00Z')), body)).counts).toEqual([0, 1, 0, 0])
  expect((await salesOf(shop)).map(([day, , units]) => [day, units])).toEqual([
    ['2026-11-06', 1],
    ['2026-11-09', 3],
  ])
  await proveImport(shop)
})

test('an import that brought orders up to date says how that is corrected, and its new orders are undone', async () => {
  const shop = await openImportShop()
  const old = (shipped: string) => `G-1,2026-11-05T10:00:00Z,,J-S,1,50.00,,${shipped},,,,,,,`
  await outcome(shop, file(old('')))
  const { done } = await outcome(
    shop,
    file(old('1').replace(',1,,', ',1,2026-11-06T09:00:00Z,'), 'G-2,2026-10-05T10:00:00Z,,J-S,1,50.00,,,,,,,,,'),
  )
  expect(done.result.records).toMatchObject({ created: 1, changed: 1 })
  await shop.importer.step(done.import_id, 'undo')
  await shop.importer.work()
  expect((await shop.importer.get(done.import_id)).undo_result.records).toMatchObject({ undone: 1, refused: 1 })
  expect(await shop.order('G-1')).toMatchObject({ lifecycle: 'fulfilled' })
})
