import { expect, setDefaultTimeout, test } from 'bun:test'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

const patch = ({ tenant }: OrderShop, { order_id }: { order_id: string }, body: object) =>
  tenant.patch(`${path}/${order_id}`, body)
const setItems = ({ admin, account_id }: OrderShop, items: object[]) =>
  admin.post(`/api/v1/wholesale/accounts/${account_id}/items`, { items })

const sold = async ({ tenant }: OrderShop) => {
  const [row] = await tenant.service.database.sql`
    select coalesce(sum(units), 0)::int as units, coalesce(sum(gross_sales_cents), 0)::int as gross from sales_daily
    where organization_id = ${tenant.organization_id}`
  return [row!.units, row!.gross]
}

test('lines added to an open consumer order count as sales of its day and can be allocated', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 1 }] })
  const more = await patch(shop, order, {
    lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 2 }],
    new_lines: [
      { sku: 'J-M', quantity: 3, discount_cents: 100 },
      { variant_id: shop.ids.variants['J-S'], quantity: 1, unit_price_cents: 10 },
    ],
  })
  expect([more.status, more.body.data.line_items.length]).toEqual([200, 3])
  expect(more.body.data.line_items).toMatchObject([
    { sku: 'J-S', ordered_quantity: 1, quantity: 2, unit_price: { cents: 5000 } },
    { sku: 'J-M', ordered_quantity: 3, quantity: 3, unit_price: { cents: 6000 } },
    { sku: 'J-S', ordered_quantity: 1, quantity: 1, unit_price: { cents: 10 } },
  ])
  expect(await sold(shop)).toEqual([6, 2 * 5000 + 3 * 6000 + 10])
  expect((await shop.act(order, 'allocate')).body.data).toMatchObject({ lifecycle: 'allocated', allocated_units: 6 })
  const late = await patch(shop, order, { new_lines: [{ sku: 'J-S', quantity: 1 }] })
  expect(late.body.data).toMatchObject({ lifecycle: 'allocated', allocated_units: 7 })
  await proveBooks(shop)
})

test("lines of an account's order are named by its own SKUs, when it is created and when lines are added", async () => {
  const shop = await openOrderShop()
  const items = [
    { buyer_sku: '771-S', sku: 'J-S' },
    { buyer_sku: '771-M', variant_id: shop.ids.variants['J-M'] },
  ]
  const set = await setItems(shop, items)
  expect([set.status, set.body.data]).toEqual([200, { created: 2, changed: 0, removed: 0, unchanged: 0 }])
  expect((await setItems(shop, items)).body.data).toMatchObject({ unchanged: 2, created: 0 })
  const own = { trading_partner_id: shop.account_id, lifecycle: 'open' }
  const order = await shop.placed({ ...own, lines: [{ buyer_sku: '771-S', quantity: 2 }] })
  expect(order.line_items).toMatchObject([{ sku: 'J-S', buyer_sku: '771-S', unit_price: { cents: 2500 } }])
  const added = await patch(shop, order, { new_lines: [{ buyer_sku: '771-M', quantity: 1, unit_price_cents: 900 }] })
  expect(added.body.data.line_items[1]).toMatchObject({ sku: 'J-M', buyer_sku: '771-M', quantity: 1 })
  // Beside a SKU of ours, theirs is a remark and needs no item.
  const both = await shop.placed({ ...own, lines: [{ sku: 'J-S', buyer_sku: 'unlisted', quantity: 1 }] })
  expect(both.line_items).toMatchObject([{ sku: 'J-S', buyer_sku: 'unlisted' }])
  expect((await setItems(shop, [{ buyer_sku: '771-S', sku: 'J-M' }])).body.data).toMatchObject({ changed: 1 })
  expect((await shop.get(order)).line_items[0].sku).toBe('J-S')
  expect((await setItems(shop, [{ buyer_sku: '771-S', variant_id: null }])).body.data).toMatchObject({ removed: 1 })
  const listed = await shop.admin.get(`/api/v1/wholesale/accounts/${shop.account_id}/items`)
  expect(listed.body.data).toMatchObject({ filtered_max_size: 1, rows: [{ buyer_sku: '771-M', sku: 'J-M' }] })
  await proveBooks(shop)
})

test('lines that cannot be added name the field, and nothing of the request is done', async () => {
  const shop = await openOrderShop()
  await setItems(shop, [{ buyer_sku: '771-S', sku: 'J-S' }])
  const own = { trading_partner_id: shop.account_id, lifecycle: 'open' }
  const order = await shop.placed({ ...own, lines: [{ sku: 'J-S', quantity: 1 }] })
  const consumer = await shop.placed({ lines: [{ sku: 'J-S', quantity: 1 }] })
  const good = { sku: 'J-S', quantity: 1 }
  const cases: [object, object, string][] = [
    [order, { quantity: 1 }, 'new_lines[1].variant_id'],
    [order, { quantity: 1, buyer_sku: '9' }, 'new_lines[1].buyer_sku'],
    [consumer, { quantity: 1, buyer_sku: '771-S' }, 'new_lines[1].variant_id'],
    [order, { quantity: 1, sku: '771-S' }, 'new_lines[1].sku'],
    [order, { quantity: 0, sku: 'J-S' }, 'new_lines[1].quantity'],
    [order, { quantity: 1, sku: 'J-M' }, 'new_lines[1].unit_price_cents'],
    [order, { quantity: 1, sku: 'J-S', discount_cents: 9_999 }, 'new_lines[1].discount_cents'],
  ]
  for (const [one, line, field] of cases) {
    const answer = await patch(shop, one as never, { notes: 'x', new_lines: [good, line] })
    expect([answer.body.data?.field, line]).toEqual([field, line])
  }
  const many = Array.from({ length: 1_000 }, () => good)
  expect((await patch(shop, order, { new_lines: many })).body.data.field).toBe('new_lines')
  expect(await shop.get(order)).toMatchObject({ notes: null, units: 1, line_items: [{ quantity: 1 }] })
  const bad: [object, string][] = [
    [{ buyer_sku: 'a' }, 'items[1].variant_id'],
    [{ buyer_sku: 'a', sku: 'none' }, 'items[1].sku'],
    [{ buyer_sku: 'a', variant_id: shop.account_id }, 'items[1].variant_id'],
    [{ buyer_sku: '771-S', sku: 'J-M' }, 'items[1].buyer_sku'],
  ]
  for (const [item, field] of bad)
    expect([(await setItems(shop, [{ buyer_sku: '771-S', sku: 'J-L' }, item])).body.data?.field, item]).toEqual([
      field,
      item,
    ])
  const [line] = (await shop.admin.get(`/api/v1/wholesale/accounts/${shop.account_id}/items`)).body.data.rows
  expect(line.sku).toBe('J-S')
  await proveBooks(shop)
})

test('a rejected line keeps no units, and the item can be added again', async () => {
  const shop = await openOrderShop()
  const draft = await shop.placed({
    trading_partner_id: shop.account_id,
    lines: [
      { sku: 'J-L', quantity: 3, unit_price_cents: 2_000 },
      { sku: 'J-L', quantity: 2, unit_price_cents: 2_000 },
    ],
  })
  const [first, second] = draft.line_items
  await shop.act(draft, 'confirm', {
    lines: [
      { line_item_id: first.line_item_id, verdict: 'accepted' },
      { line_item_id: second.line_item_id, verdict: 'rejected' },
    ],
  })
  const to = `${path}/${draft.order_id}`
  const refused = await shop.tenant.patch(to, { lines: [{ line_item_id: second.line_item_id, quantity: 2 }] })
  expect([refused.status, refused.body.code, refused.body.data?.field]).toEqual([
    400,
    'bad_request',
    'lines[0].quantity',
  ])
  const same = await shop.tenant.patch(to, { lines: [{ line_item_id: second.line_item_id, quantity: 0 }] })
  expect(same.status).toBe(200)
  const added = await shop.tenant.patch(to, { new_lines: [{ sku: 'J-L', quantity: 2, unit_price_cents: 2_000 }] })
  expect(added.body.data).toMatchObject({ units: 5, total: { cents: 10_000 } })
})
