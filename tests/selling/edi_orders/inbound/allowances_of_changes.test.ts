/** Allowances and charges of an order that is changed: amounts stay as they are stated, and percentages follow the goods. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { documentsPath, type EdiRig } from '../../../interchanges/rig.ts'
import { type Brand, fileOf, openBrand, startReading } from '../../partner_files/shop.ts'
import { path } from '../../support/orders.ts'
import { acceptAll } from '../edi_shop.ts'

setDefaultTimeout(120_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startReading()
})
afterAll(async () => {
  await rig.stop()
})

const item = 'EA*24**SK*JUMPER-M'
const other = 'EA*24**SK*JUMPER-L'
const order = (number: string, ...segments: string[]) => fileOf('850', `BEG*00*SA*${number}**20261120`, ...segments)
const change = (number: string, ...segments: string[]) => fileOf('860', `BCH*04*SA*${number}***20261120`, ...segments)
const totalOf = async (brand: Brand, { order_id }: { order_id: string }) =>
  (await brand.tenant.get(`${path}/${order_id}`)).body.data.total.cents
const goods = (units: number) => units * 2400

test('an amount stays as it is stated when a change moves quantities, of the order and of a line', async () => {
  const brand = await openBrand(rig)
  const whole = await brand.drafted(order('A-1', 'SAC*A*C310***5000*******02', `PO1*1*10*${item}`))
  expect(await totalOf(brand, whole)).toBe(goods(10) - 5000)
  await brand.send(change('A-1', `POC*1*QD*4**${item}`), '860')
  expect(await totalOf(brand, whole)).toBe(goods(4) - 5000)
  await brand.send(change('A-1', `POC*1*QI*20**${item}`), '860')
  expect(await totalOf(brand, whole)).toBe(goods(20) - 5000)
  const line = await brand.drafted(order('A-2', `PO1*1*10*${item}`, 'SAC*A*C310***1000*******02', `PO1*2*10*${other}`))
  await brand.send(change('A-2', `POC*1*QD*5**${item}`, `POC*2*QI*30**${other}`), '860')
  expect(await totalOf(brand, line)).toBe(goods(35) - 1000)
  await brand.send(change('A-2', `POC*1*DI*5**${item}`), '860')
  expect(await totalOf(brand, line)).toBe(goods(30))
  expect([...(await brand.exceptions(whole.order_id)), ...(await brand.exceptions(line.order_id))]).toEqual([])
})

test('a percentage follows lines that are added, other prices and other quantities', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('A-3', 'SAC*A*C310****3*10*****02', `PO1*1*10*${item}`))
  expect(await totalOf(brand, draft)).toBe(goods(10) * 0.9)
  await brand.send(change('A-3', `POC*2*AI*10**${other}`), '860')
  expect(await totalOf(brand, draft)).toBe(goods(20) * 0.9)
  await brand.send(change('A-3', `POC*1*QI*30**${item}`), '860')
  expect(await totalOf(brand, draft)).toBe(goods(40) * 0.9)
  expect(await brand.exceptions(draft.order_id)).toEqual([])
})

test('an allowance applies once a change brings the price that was open', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('A-4', 'SAC*A*C310****3*10*****02', `PO1*1*10*EA*20**SK*JUMPER-M`))
  expect(draft.line_items[0].unit_price.cents).toBeNull()
  await brand.send(change('A-4', `POC*1*PC*10**${item}`), '860')
  expect(await totalOf(brand, draft)).toBe(goods(10) * 0.9)
})

test('a line that a change adds, or replaces, has the allowances that it states', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('A-5', `PO1*1*10*${item}`))
  await brand.send(change('A-5', `POC*2*AI*10**${other}`, 'SAC*A*C310***2400*******02'), '860')
  expect(await totalOf(brand, draft)).toBe(goods(20) - 2400)
  await brand.send(change('A-5', `POC*1*RZ*5**${item}`, 'SAC*A*C310***1200*******02'), '860')
  expect(await totalOf(brand, draft)).toBe(goods(15) - 3600)
  expect(await brand.exceptions(draft.order_id)).toEqual([])
})

test('after a shipment, and where the discount was changed here, the difference is named instead', async () => {
  const brand = await openBrand(rig)
  const decided = async (number: string, act: (order: any) => Promise<any>) => {
    const draft = await brand.drafted(order(number, 'SAC*A*C310***5000*******02', `PO1*1*10*${item}`))
    expect((await brand.tenant.post(`${path}/${draft.order_id}/confirm`, acceptAll(draft))).status).toBe(200)
    await act(draft)
    const held = await brand.send(change(number, `POC*1*QD*8**${item}`), '860')
    const decision = await brand.admin.post(`${documentsPath}/${held.document_id}/decision`, { decision: 'take' })
    expect(decision.status).toBe(200)
    return { total: await totalOf(brand, draft), open: await brand.exceptions(draft.order_id) }
  }
  const confirmed = await decided('A-6', async () => null)
  expect(confirmed).toEqual({ total: goods(8) - 5000, open: [] })
  const shipped = await decided('A-7', async ({ order_id }) => {
    const lines = [{ sku: 'JUMPER-M', quantity: 2 }]
    expect((await brand.admin.post(`${path}/${order_id}/shipments`, { lines })).status).toBe(201)
  })
  expect(shipped.open).toEqual([
    [
      'not_understood',
      'Order A-7, order: its allowances and charges come to 50.00 USD off the goods and 0.00 USD of freight, and the order has 40.00 USD off the goods and 0.00 USD of freight, since units have shipped, are invoiced or cancelled.',
    ],
  ])
})
