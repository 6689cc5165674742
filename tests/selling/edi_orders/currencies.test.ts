/** Money of orders and invoices over EDI, in currencies without decimals, with two and with three. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { proveInvoices } from '../invoices/invoiced_shop.ts'
import { acceptAll, openEdiShop } from './edi_shop.ts'

setDefaultTimeout(120_000)

const order = (number: string, currency: string, ...lines: string[]) => [
  '850',
  `BEG*00*SA*${number}**20261101`,
  `CUR*BY*${currency}`,
  ...lines,
  `CTT*${lines.filter((line) => line.startsWith('PO1')).length}`,
]

test('an allowance is divided into whole units of the currency, and the 810s bill the order to the last one', async () => {
  for (const [currency, step] of [
    ['JPY', 100],
    ['KWD', 1],
    ['EUR', 1],
  ] as const) {
    const shop = await openEdiShop()
    const price = ((1000 * step) / 100).toString()
    const drafted = await shop.drafted(
      ...order(
        'C-1',
        currency,
        // 3.3 % of 9,000 units of the currency, over three lines.
        'SAC*A*C310****3*3.3',
        `PO1*1*7*EA*${price}*PE*SK*771-S`,
        `PO1*2*1*EA*${price}*PE*SK*771-M`,
        `PO1*3*1*EA*${price}*PE*SK*771-S`,
      ),
    )
    const discounts = drafted.line_items.map(({ discount }: any) => discount.cents)
    expect([currency, discounts]).toEqual([currency, [231 * step, 33 * step, 33 * step]])
    const confirmed = (await shop.act(drafted, 'confirm', acceptAll(drafted))).body.data
    for (const quantity of [2, 3, 2]) {
      await shop.ship(confirmed, { lines: [{ line_item_id: confirmed.line_items[0].line_item_id, quantity }] })
      expect((await shop.act(confirmed, 'invoice')).status).toBe(201)
    }
    const bills = await shop.queued('810')
    const totals = bills.map(({ record }) => Number(record.total) * 100)
    expect(totals.map((cents) => Math.round(cents) % step)).toEqual([0, 0, 0])
    expect(Math.round(totals.reduce((sum, cents) => sum + cents, 0))).toBe((7000 - 231) * step)
    await proveInvoices(shop)
  }
})

test('a price or an allowance that the currency cannot have is not taken, and is told', async () => {
  const shop = await openEdiShop()
  const lines = ['SAC*A*C310***1050', 'PO1*1*1*EA*100*PE*SK*771-S', 'PO1*2*1*EA*12.5*PE*SK*771-M']
  const yen = await shop.drafted(...order('Y-1', 'JPY', ...lines))
  expect(yen.line_items.map(({ unit_price }: any) => unit_price.cents)).toEqual([10_000, null])
  const sentences = (await shop.exceptions(yen.order_id)).map(([, sentence]) => sentence).join(' ')
  expect(sentences).toContain('the price 12.5 JPY is no whole number of JPY a unit')
  const euros = await shop.drafted(...order('D-1', 'EUR', ...lines))
  expect(euros.line_items.map(({ unit_price }: any) => unit_price.cents)).toEqual([10_000, 1250])
  const priced = await shop.drafted(...order('Y-2', 'JPY', 'SAC*A*C310***1050', 'PO1*1*1*EA*100*PE*SK*771-S'))
  expect(priced.line_items.map(({ discount }: any) => discount.cents)).toEqual([0])
  expect((await shop.exceptions(priced.order_id)).map(([, sentence]) => sentence).join(' ')).toContain('is not applied')
  const dinars = await shop.drafted(...order('K-1', 'KWD', 'SAC*A*C310***1050', 'PO1*1*1*EA*12.345*PE*SK*771-S'))
  expect(dinars.line_items.map(({ unit_price }: any) => unit_price.cents)).toEqual([null])
  const whole = await shop.drafted(...order('K-2', 'KWD', 'SAC*A*C310***1050', 'PO1*1*1*EA*12.34*PE*SK*771-S'))
  expect(whole.line_items.map((line: any) => [line.unit_price.cents, line.discount.cents])).toEqual([[1234, 1050]])
})
