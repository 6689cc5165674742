/** An order that is over refuses every change of its lines for that reason, whatever the change. */
import { expect, test } from 'bun:test'
import { openOrderShop, path } from '../support/orders.ts'

test('a cancelled order refuses a smaller and a larger quantity alike, with conflict, and takes what is no change', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    trading_partner_id: shop.account_id,
    lifecycle: 'open',
    lines: [{ sku: 'J-S', quantity: 10 }],
  })
  await shop.act(order, 'cancel')
  const [line] = (await shop.get(order)).line_items
  const change = async (quantity: number) => {
    const lines = [{ line_item_id: line.line_item_id, quantity }]
    const { status, body } = await shop.tenant.patch(`${path}/${order.order_id}`, { lines })
    return [status, body.message?.code ?? body.code]
  }
  expect(await change(3)).toEqual([409, 'conflict'])
  expect(await change(30)).toEqual([409, 'conflict'])
  expect((await change(line.quantity))[0]).toBe(200)
})
