/** Rates of allowances and bases of prices: what agrees is read, and what contradicts is named. Files in, drafts out. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { EdiRig } from '../../../interchanges/rig.ts'
import { type Brand, fileOf, openBrand, startReading } from '../../partner_files/shop.ts'

setDefaultTimeout(120_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startReading()
})
afterAll(async () => {
  await rig.stop()
})

const order = (number: string, ...segments: string[]) => fileOf('850', `BEG*00*SA*${number}**20261120`, ...segments)
const line = 'PO1*1*120*EA*24**SK*JUMPER-M'
const discount = ({ line_items }: any) => line_items.reduce((sum: number, one: any) => sum + one.discount.cents, 0)
const sentences = async (brand: Brand, { order_id }: { order_id: string }) =>
  (await brand.exceptions(order_id)).map(([, sentence]) => sentence).join(' ')

test('a rate that agrees with its amount opens no exception, and one without an amount is it', async () => {
  const brand = await openBrand(rig)
  for (const [i, sac] of ['SAC*A*F050***1200***.10*EA*120**02', 'SAC*A*F050******.10*EA*120**02'].entries()) {
    const draft = await brand.drafted(order(`R-${i}`, sac, line))
    expect([discount(draft), await brand.exceptions(draft.order_id)]).toEqual([1200, []])
  }
})

test('a rate that contradicts its amount is named with both, and the amount counts', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('R-5', 'SAC*A*F050***1100***.10*EA*120**02', line))
  expect(discount(draft)).toBe(1100)
  expect(await sentences(brand, draft)).toContain(
    'is 11.00, and the rate (08) times the quantity (10) is 12.00; the amount counts',
  )
})

test('net, contract and wholesale prices are those of a number of units, and others stay open', async () => {
  const brand = await openBrand(rig)
  const cases: [price: string, cents: number | null][] = [
    ['24*NT', 2400],
    ['24*WE', 2400],
    ['24*CT', 2400],
    ['288*PD', 2400],
    ['288*WD', 2400],
    ['2400*WC', 2400],
    ['24000*WM', 2400],
    ['20*NT', null],
    ['24*NE', null],
    ['24*RE', null],
  ]
  for (const [i, [price, cents]] of cases.entries()) {
    const draft = await brand.drafted(order(`B-${i}`, `PO1*1*10*EA*${price}*SK*JUMPER-M`))
    const { unit_price } = draft.line_items[0]
    expect([price, unit_price.cents]).toEqual([price, cents])
    expect([price, (await brand.exceptions(draft.order_id)).length > 0]).toEqual([price, cents === null])
  }
})

test('a net price of cases is that of a case', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('B-20', 'PO1*1*2*CA*288*NT*SK*JUMPER-M', 'PO4*12'))
  expect(draft.line_items.map(({ quantity, unit_price }: any) => [quantity, unit_price.cents])).toEqual([[24, 2400]])
  expect(await brand.exceptions(draft.order_id)).toEqual([])
})

test('charges of every line are named, however many there are', async () => {
  const brand = await openBrand(rig)
  const lines = Array.from({ length: 45 }, (_, i) => [
    `PO1*${i + 1}*2*EA*24**SK*JUMPER-M`,
    `SAC*C*D500***${200 + i}*******02`,
  ])
  const draft = await brand.drafted(order('N-1', ...lines.flat()))
  const named = await sentences(brand, draft)
  expect(
    Array.from({ length: 45 }, (_, i) => `of ${(2 + i / 100).toFixed(2)} USD`).filter((one) => !named.includes(one)),
  ).toEqual([])
  expect((await brand.exceptions(draft.order_id)).map(([kind]) => kind)).toEqual(
    Array.from({ length: 3 }, () => 'not_understood'),
  )
})
