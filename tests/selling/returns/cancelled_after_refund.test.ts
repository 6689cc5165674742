/** Money of a consumer order leaves net sales once, in whatever order units are refunded, cancelled and returned. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'
import { returnsPath } from './returned_shop.ts'

setDefaultTimeout(120_000)

/** Net sales and taxes of the organisation, over all days. */
async function netOf({ tenant }: OrderShop): Promise<[number, number]> {
  const [row] = await tenant.service.database.sql`
    select coalesce(sum(gross_sales_cents - discounts_cents - returns_cents), 0)::float8 as net,
      coalesce(sum(taxes_cents), 0)::float8 as taxes
    from sales_daily where organization_id = ${tenant.organization_id}`
  return [row!.net, row!.taxes]
}

/** An order of three units at 20.00 with 1.00 tax each, of which one has shipped. */
async function open() {
  const shop = await openOrderShop()
  const line = { sku: 'J-S', quantity: 3, unit_price_cents: 2000, tax_cents: 300 }
  const order = await shop.placed({
    lifecycle: 'open',
    sales_channel_id: shop.ids.sales_channels.Online,
    freight_cents: 500,
    lines: [line],
  })
  const [{ line_item_id }] = order.line_items
  const shipped = await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines: [{ sku: 'J-S', quantity: 1 }] })
  expect(shipped.status).toBe(201)
  const post = (address: string, body: object) =>
    shop.tenant.post(address, body, { headers: { 'Idempotency-Key': uuidv7() } })
  const returned = async (refund?: object) => {
    const answer = await post(returnsPath, {
      order_id: order.order_id,
      location_id: shop.ids.locations.Main,
      lines: [{ order_line_item_id: line_item_id, expected_quantity: 1 }],
      ...(refund === undefined ? {} : { refund }),
    })
    return answer
  }
  const act = {
    refund: async (cents = 6300, more: object = {}) => returned({ status: 'full', cents, ...more }),
    return: async () => returned(),
    receive: async (id: number) => {
      const lines = [{ sku: 'J-S', received_quantity: 1, disposition: 'restock' }]
      expect((await post(`${returnsPath}/${id}/receive`, { lines })).status).toBe(200)
    },
    cancel: async (quantity?: number, of = order.order_id, line = line_item_id) => {
      const lines = quantity === undefined ? {} : { lines: [{ line_item_id: line, quantity }] }
      const answer = await post(`${path}/${of}/cancel`, { reason: 'Not wanted', ...lines })
      expect(answer.status, answer.text).toBe(200)
    },
    patch: async (quantity: number) => {
      const answer = await shop.tenant.patch(`${path}/${order.order_id}`, { lines: [{ line_item_id, quantity }] })
      expect(answer.status).toBe(200)
    },
    correct: async (id: number, refund: object) =>
      shop.admin.post(`${returnsPath}/${id}/refund`, { refund, reason: 'Agreed otherwise' }),
  }
  const done = async (net: number, taxes = 0) => {
    expect(await netOf(shop)).toEqual([net, taxes])
    await proveBooks(shop)
  }
  return { shop, order, line_item_id, done, ...act }
}

test('a cancelled order that was refunded in full nets to zero, whatever came first', async () => {
  const runs: Record<string, (sale: Awaited<ReturnType<typeof open>>) => Promise<void>> = {
    async 'refund, receive, cancel'(sale) {
      const { id } = (await sale.refund()).body.data
      await sale.receive(id)
      expect(await netOf(sale.shop)).toEqual([0, 0])
      await sale.cancel()
    },
    async 'refund, cancel, receive'(sale) {
      const { id } = (await sale.refund()).body.data
      await sale.cancel()
      expect(await netOf(sale.shop)).toEqual([0, 0])
      await sale.receive(id)
    },
    async 'refund, cancel in two steps'(sale) {
      await sale.refund()
      await sale.cancel(1)
      expect(await netOf(sale.shop)).toEqual([0, 0])
      await sale.cancel(1)
    },
    async 'refund, fewer units by PATCH'(sale) {
      await sale.refund()
      await sale.patch(2)
      expect(await netOf(sale.shop)).toEqual([0, 0])
      await sale.patch(1)
    },
    async 'cancel, refund'(sale) {
      await sale.cancel()
      const beyond = await sale.refund(6300)
      expect([beyond.status, beyond.body.code, beyond.body.data.refundable_cents]).toEqual([409, 'conflict', 2600])
      expect((await sale.refund(2100)).status).toBe(200)
    },
    async 'return without a refund, receive, cancel'(sale) {
      const { id } = (await sale.return()).body.data
      await sale.receive(id)
      await sale.cancel()
    },
    async 'return without a refund, cancel, receive'(sale) {
      const { id } = (await sale.return()).body.data
      await sale.cancel()
      await sale.receive(id)
    },
    async 'refund, split off what is to ship, cancel that'(sale) {
      await sale.refund()
      const split = await sale.shop.admin.post(`${path}/${sale.order.order_id}/split`, {
        by: 'line',
        lines: [{ line_item_id: sale.line_item_id, quantity: 2 }],
      })
      expect(split.status).toBe(200)
      expect(await netOf(sale.shop)).toEqual([0, 0])
      const [fresh] = split.body.data.new_orders
      await sale.cancel(undefined, fresh.order_id)
    },
  }
  for (const [name, run] of Object.entries(runs)) {
    const sale = await open()
    await run(sale)
    expect([name, await netOf(sale.shop)]).toEqual([name, [0, 0]])
    await sale.done(0)
  }
})

test('a refund of less than the goods that are left takes off all of it', async () => {
  const sale = await open()
  await sale.refund(2100)
  await sale.cancel(1)
  await sale.done(2000, 100)
  await sale.cancel()
  await sale.done(0)
})

test('the last cent of the refund decides what counts back', async () => {
  const sale = await open()
  await sale.refund(2205)
  await sale.cancel()
  await sale.done(0)
})

test('what counted back follows the refund when it is corrected, and the return when it is cancelled', async () => {
  const sale = await open()
  const { id } = (await sale.refund()).body.data
  await sale.cancel()
  expect((await sale.correct(id, { status: 'partial', cents: 1050 })).status).toBe(200)
  await sale.done(1000, 50)
  expect((await sale.correct(id, { status: 'none' })).status).toBe(200)
  await sale.done(2000, 100)
  const other = await open()
  const { id: second } = (await other.refund(6300, { is_paid_out: false })).body.data
  await other.cancel()
  await other.done(0)
  expect((await other.shop.tenant.post(`${returnsPath}/${second}/cancel`)).status).toBe(200)
  await other.done(2000, 100)
})

test('it counts back where a refund is in force, not where the price of arrived units was taken back', async () => {
  const shop = await openOrderShop()
  const line = (sku: string, quantity: number) => ({ sku, quantity, unit_price_cents: 2000 })
  const order = await shop.placed({
    sales_channel_id: shop.ids.sales_channels.Online,
    lines: [line('J-S', 3), line('J-M', 1)],
  })
  const shipped = await shop.admin.post(`${path}/${order.order_id}/shipments`, {
    lines: ['J-S', 'J-M'].map((sku) => ({ sku, quantity: 1 })),
  })
  expect(shipped.status, shipped.text).toBe(201)
  const takeBack = async (sku: string, refund?: object) => {
    const body = {
      order_id: order.order_id,
      location_id: shop.ids.locations.Main,
      lines: [{ sku, expected_quantity: 1 }],
      ...(refund === undefined ? {} : { refund }),
    }
    const answer = await shop.tenant.post(returnsPath, body, { headers: { 'Idempotency-Key': uuidv7() } })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.id
  }
  const unrefunded = await takeBack('J-S')
  const lines = [{ sku: 'J-S', received_quantity: 1, disposition: 'restock' }]
  expect((await shop.tenant.post(`${returnsPath}/${unrefunded}/receive`, { lines })).status).toBe(200)
  const none = { refund: { status: 'none' }, reason: 'Worn' }
  expect((await shop.admin.post(`${returnsPath}/${unrefunded}/refund`, none)).status).toBe(200)
  await takeBack('J-M', { status: 'full', cents: 6000 })
  expect((await shop.act(order, 'cancel', { reason: 'Not wanted' })).status).toBe(200)
  const rows = await shop.tenant.service.database.sql`
    select v.sku, sum(s.returns_cents)::int as cents from sales_daily s
    join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    where s.organization_id = ${shop.tenant.organization_id} group by v.sku order by v.sku`
  expect(rows.map(({ sku, cents }) => [sku, cents])).toEqual([
    ['J-M', 4000],
    ['J-S', 0],
  ])
  await proveBooks(shop)
})

test('tax that was refunded counts back where the goods cost nothing', async () => {
  const shop = await openOrderShop()
  const free = { sku: 'J-S', quantity: 2, unit_price_cents: 2000, discount_cents: 4000, tax_cents: 200 }
  const order = await shop.placed({ sales_channel_id: shop.ids.sales_channels.Online, lines: [free] })
  const lines = [{ sku: 'J-S', quantity: 1 }]
  expect((await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines })).status).toBe(201)
  const body = {
    order_id: order.order_id,
    location_id: shop.ids.locations.Main,
    lines: [{ sku: 'J-S', expected_quantity: 1 }],
    refund: { status: 'full', cents: 200, tax_cents: 200 },
  }
  const returned = await shop.tenant.post(returnsPath, body, { headers: { 'Idempotency-Key': uuidv7() } })
  expect(returned.status, returned.text).toBe(200)
  expect((await shop.act(order, 'cancel', { reason: 'Not wanted' })).status).toBe(200)
  expect(await netOf(shop)).toEqual([0, 0])
  await proveBooks(shop)
})
