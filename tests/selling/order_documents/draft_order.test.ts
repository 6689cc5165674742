/** A draft from a paper and one from a request are the same order. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { csvPaper, paperOf } from './papers.ts'
import { openPaperShop, openReader, type PaperShop } from './paper_shop.ts'

setDefaultTimeout(60_000)

let reader: Awaited<ReturnType<typeof openReader>>
beforeAll(async () => {
  reader = await openReader()
})
afterAll(() => reader.stop())

/** What two orders of the same values cannot share: ids, names, times and origin. */
const own = ['order_id', 'name', 'origin', 'document', 'created_by', 'created_at', 'updated_at', 'ordered_at']
const ownOfLine = ['line_item_id']

const without = (record: any, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

function shared(order: any) {
  const { line_items, ...rest } = order
  const plain = without(rest, [...own, 'lifecycle_updated_at'])
  return { ...plain, line_items: line_items.map((line: any) => without(line, ownOfLine)) }
}

async function rowsOf({ tenant }: PaperShop, order_id: string) {
  const { sql } = tenant.service.database
  const [order] = await sql`
    select to_jsonb(o) as row from sales_orders o
    where organization_id = ${tenant.organization_id} and order_id = ${order_id}`
  const lines = await sql`
    select to_jsonb(l) as row from order_lines l
    where organization_id = ${tenant.organization_id} and order_id = ${order_id} order by line_number`
  const sales = await sql`select from sales_daily where organization_id = ${tenant.organization_id}`
  return {
    order: without(order!.row, [...own, 'lifecycle_updated_at']),
    lines: lines.map(({ row }) => without(row, ['order_id', 'line_id'])),
    sales: sales.length,
  }
}

async function requested({ tenant, account_id, channel_id }: PaperShop, paper: any, lines: object[]) {
  const body = {
    trading_partner_id: account_id,
    sales_channel_id: channel_id,
    reference: paper.reference,
    door_reference: paper.door_reference,
    requested_ship_date: paper.requested_ship_date,
    cancel_date: paper.cancel_date,
    lines,
  }
  const made = await tenant.post('/api/v1/sales/orders', body, {
    headers: { 'Idempotency-Key': paper.order_id },
  })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.data
}

const linesOf = (order: any) =>
  order.line_items.map(({ sku, quantity, unit_price, buyer_sku, buyer_line_reference }: any) => ({
    sku,
    quantity,
    unit_price_cents: unit_price.cents,
    ...(buyer_sku === null ? {} : { buyer_sku }),
    ...(buyer_line_reference === null ? {} : { buyer_line_reference }),
  }))

test('the draft of a sure paper is the order that a request with its values creates', async () => {
  const shop = await openPaperShop()
  const filed = await shop.filed(csvPaper(paperOf(1)))
  await reader.settle()
  const { order } = await shop.get(filed)
  const drafted = await shop.order(order.order_id)
  const made = await requested(shop, drafted, linesOf(drafted))
  // The request repeats the reference of the paper's order, which is reported.
  expect(made.exceptions_open).toBe(1)
  expect(shared({ ...(await shop.order(made.order_id)), exceptions_open: 0 })).toEqual(shared(drafted))
  expect(await rowsOf(shop, made.order_id)).toEqual(await rowsOf(shop, drafted.order_id))
  const { sql } = shop.tenant.service.database
  const events = await sql`
    select event, body from webhook_events where organization_id = ${shop.tenant.organization_id} order by event_id`
  expect(events.map(({ event }) => event)).toEqual(['order.created', 'exception.opened', 'order.created'])
})

test('the draft of a taken paper is the order of its readable lines, and the exceptions beside it', async () => {
  const shop = await openPaperShop()
  const [first, second] = paperOf(2).lines
  const rows = [
    'PO number,PO-7',
    'SKU,Quantity,Unit price',
    `${first!.sku},3,10.00`,
    'GHOST,1,1.00',
    `${second!.sku},5,`,
  ]
  const filed = await shop.filed(Buffer.from(`${rows.join('\n')}\n`))
  await reader.settle()
  const draftOrder = (await shop.take(filed)).body.data
  const drafted = await shop.order(draftOrder.order_id)
  const made = await requested(shop, drafted, linesOf(drafted))
  const settled = { exceptions_open: 0, exceptions: [] }
  expect({ ...shared(await shop.order(made.order_id)), ...settled }).toEqual({ ...shared(drafted), ...settled })
  expect(await rowsOf(shop, made.order_id)).toEqual(await rowsOf(shop, drafted.order_id))
})
