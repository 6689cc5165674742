/** Allowances of an order on its 810: codes, level, percentage and settlement are those of the order. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { write810 } from '../../../../server/edi/documents/invoice_810.ts'
import { acceptAll, type EdiShop, openEdiShop, order850 } from '../edi_shop.ts'

setDefaultTimeout(60_000)

async function billed(shop: EdiShop, number: string, segments: string[], ...shipments: number[]) {
  const order = await shop.drafted(...order850(number, ...segments))
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  const invoices: string[][] = []
  for (const quantity of shipments) {
    await shop.ship(order, { lines: [{ sku: 'J-S', quantity }] })
    expect((await shop.act(order, 'invoice')).status).toBe(201)
    const queued = (await shop.queued('810')).at(-1)!
    const lines = write810(queued.record).segments.map((segment) => segment.join('*').replace(/\*+$/, ''))
    invoices.push(lines.filter((line) => /^(IT1|TDS|SAC)/.test(line)).map((line) => line.replace(/^IT1.*/, 'IT1')))
  }
  return invoices
}

test('each allowance keeps its code, level, percentage and settlement, and their sum is the discount', async () => {
  const shop = await openEdiShop()
  const line = 'PO1*1*10*EA*25.00*PE*SK*771-S'
  expect(await billed(shop, 'PO-A1', ['SAC*A*F800***600*******02', line], 5, 5)).toEqual([
    ['IT1', 'TDS*12200', 'SAC*A*F800***300*******02'],
    ['IT1', 'TDS*12200', 'SAC*A*F800***300*******02'],
  ])
  const three = ['SAC*A*F800****3*5*****02', 'SAC*A*C310***1000*******02', line, 'SAC*A*I400****3*2*****02']
  expect(await billed(shop, 'PO-A2', three, 10)).toEqual([
    ['IT1', 'SAC*A*I400***500*3*2*****02', 'TDS*22250', 'SAC*A*F800***1250*3*5*****02', 'SAC*A*C310***1000*******02'],
  ])
})

test('a discount that was entered here is one allowance with the code of discounts', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...order850('PO-A3', 'SAC*A*F800***600*******02', 'PO1*1*10*EA*25.00*PE*SK*771-S'))
  const lines = [{ line_item_id: order.line_items[0].line_item_id, discount_cents: 500 }]
  expect((await shop.tenant.patch(`/api/v1/sales/orders/${order.order_id}`, { lines })).status).toBe(200)
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  await shop.ship(order, { lines: [{ sku: 'J-S', quantity: 10 }] })
  await shop.act(order, 'invoice')
  const [queued] = await shop.queued('810')
  expect(queued!.record.charges).toEqual([{ kind: 'allowance', code: 'C310', amount: '5.00', description: null }])
})
