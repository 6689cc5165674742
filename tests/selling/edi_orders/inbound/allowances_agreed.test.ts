/** Allowances and charges of the buyer where the seller agrees to other units or prices, or ships more. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { EdiRig } from '../../../interchanges/rig.ts'
import { type Brand, fileOf, openBrand, startReading } from '../../partner_files/shop.ts'
import { path } from '../../support/orders.ts'

setDefaultTimeout(120_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startReading()
})
afterAll(async () => {
  await rig.stop()
})

const item = (units: number, sku = 'JUMPER-M') => `PO1*1*${units}*EA*24**SK*${sku}`
const order = (number: string, ...segments: string[]) => fileOf('850', `BEG*00*SA*${number}**20261120`, ...segments)
const tenth = 'SAC*A*C310****3*10*****02'
const freight = 'SAC*C*D240****3*10*****02'

interface Agreed {
  quantity?: number
  unit_price_cents?: number
}

async function confirm(brand: Brand, draft: any, agreed: Agreed[] = []) {
  const lines = draft.line_items.map(({ line_item_id }: any, i: number) => {
    const { quantity, ...price } = agreed[i] ?? {}
    const verdict = quantity === undefined ? 'accepted' : quantity === 0 ? 'rejected' : 'quantity_changed'
    return { line_item_id, verdict, ...(verdict === 'quantity_changed' ? { quantity } : {}), ...price }
  })
  const answer = await brand.tenant.post(`${path}/${draft.order_id}/confirm`, { lines })
  expect(answer.status).toBe(200)
  return answer.body.data
}

async function invoice(brand: Brand, { order_id }: any, quantity: number) {
  const shipped = await brand.admin.post(`${path}/${order_id}/shipments`, {
    lines: [{ sku: 'JUMPER-M', quantity }],
  })
  expect(shipped.status).toBe(201)
  const answer = await brand.tenant.post(`${path}/${order_id}/invoice`)
  expect(answer.status).toBe(201)
  return answer.body.data
}

const money = ({ line_items, freight: charged }: any) => [
  line_items.map(({ discount }: any) => discount.cents),
  charged.cents ?? 0,
]

test('fewer units and another price that are confirmed leave an amount, and a percentage follows them', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('B-1', 'SAC*A*F800***600*******02', freight, item(12)))
  expect(money(draft)).toEqual([[600], 2880])
  const fewer = await confirm(brand, draft, [{ quantity: 6 }])
  expect(money(fewer)).toEqual([[600], 1440])
  expect((await invoice(brand, draft, 6)).total.cents).toBe(6 * 2400 - 600 + 1440)
  const priced = await brand.drafted(order('B-2', tenth, item(12)))
  expect(money(await confirm(brand, priced, [{ unit_price_cents: 2000 }]))).toEqual([[2400], 0])
  const same = await brand.drafted(order('B-3', tenth, item(12)))
  expect(money(await confirm(brand, same))).toEqual([[2880], 0])
  for (const { order_id } of [draft, priced, same]) expect(await brand.exceptions(order_id)).toEqual([])
})

test('a rejected line takes its own allowance with it, and not its share of that of the order', async () => {
  const brand = await openBrand(rig)
  const own = 'SAC*A*I400***1000*******02'
  const draft = await brand.drafted(
    order('B-4', 'SAC*A*C310***600*******02', item(12), own, 'PO1*2*4*EA*24**SK*JUMPER-L'),
  )
  const confirmed = await confirm(brand, draft, [{ quantity: 0 }])
  expect(money(confirmed)).toEqual([[0, 600], 0])
  expect(await brand.exceptions(draft.order_id)).toEqual([])
})

test('an amount that is more than the units that are left, and a discount that was changed here, are named', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('B-5', 'SAC*A*C310***6000*******02', item(12)))
  await confirm(brand, draft, [{ quantity: 2 }])
  expect(await brand.exceptions(draft.order_id)).toEqual([
    ['not_understood', expect.stringContaining('the allowance C310 of 60.00 USD is not applied')],
  ])
  const mine = await brand.drafted(order('B-6', tenth, item(12)))
  const [{ line_item_id }] = mine.line_items
  const lines = [{ line_item_id, discount_cents: 100 }]
  expect((await brand.tenant.patch(`${path}/${mine.order_id}`, { lines })).status).toBe(200)
  expect(money(await confirm(brand, mine, [{ quantity: 6 }]))).toEqual([[50], 0])
  expect(await brand.exceptions(mine.order_id)).toEqual([
    ['not_understood', expect.stringContaining('since they were changed here')],
  ])
})

test('a quantity that is changed in the draft, or after the confirmation, settles them, too', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('B-7', 'SAC*A*F800***600*******02', freight, item(12)))
  const [{ line_item_id }] = draft.line_items
  const change = async (quantity: number) =>
    (await brand.tenant.patch(`${path}/${draft.order_id}`, { lines: [{ line_item_id, quantity }] })).body.data
  expect(money(await change(6))).toEqual([[600], 1440])
  await confirm(brand, draft)
  expect(money(await change(4))).toEqual([[600], 960])
  expect(await brand.exceptions(draft.order_id)).toEqual([])
})

test.each([
  ['B-8', [tenth, item(10)], 15, 15 * 2400 * 0.9],
  ['B-9', [item(10), tenth], 12, 12 * 2400 * 0.9],
  ['B-10', [item(10), tenth], 10, 10 * 2400 * 0.9],
  // An amount is stated once, whatever is shipped.
  ['B-11', ['SAC*A*C310***600*******02', item(10)], 15, 15 * 2400 - 600],
  ['B-12', [tenth, item(10), 'SAC*A*F800***600*******02'], 15, 15 * 2400 * 0.9 - 600],
])('units shipped beyond the order have its percentages: %s', async (number, segments, shipped, total) => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order(number, ...segments))
  await confirm(brand, draft)
  expect((await invoice(brand, draft, shipped)).total.cents).toBe(total)
})

test('a discount that was changed here is not extended to units beyond the order', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('B-13', tenth, item(10)))
  const lines = [{ line_item_id: draft.line_items[0].line_item_id, discount_cents: 100 }]
  await brand.tenant.patch(`${path}/${draft.order_id}`, { lines })
  await confirm(brand, draft)
  expect((await invoice(brand, draft, 15)).total.cents).toBe(15 * 2400 - 100)
})
