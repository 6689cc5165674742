/** A held change says what it asks for and what of it cannot be applied, and the answer is what a person takes. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { write865 } from '../../../../../server/edi/documents/change_acknowledgement_865.ts'
import { acceptAll, openEdiShop, order850 } from '../../edi_shop.ts'

setDefaultTimeout(60_000)

const header = ['FOB*CC', 'SAC*A*C310***1000*******02', 'ITD*01*3*****30', 'N1*ST*North*92*DC1']
const [type, beg, currency, ...lines] = order850(
  'PO-32',
  'PO1*1*12*EA*25.00*PE*SK*771-S',
  'PO1*2*3*EA*30.00*PE*SK*771-M',
  'PO1*3*2*CA*300**SK*771-S',
  'PO4*12',
)
const change = (stated: readonly string[], ...changed: string[]): string[] => [
  '860',
  'BCH*04*SA*PO-32**2*20261101',
  ...stated,
  ...changed,
  `CTT*${changed.filter((line) => line.startsWith('POC')).length}`,
]

async function confirmed() {
  const shop = await openEdiShop()
  const order = await shop.drafted(type!, beg!, currency!, ...header, ...lines)
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  const exception = async () => {
    const all = await shop.exceptions(order.order_id)
    return all.find(([kind]) => kind === 'order_change')?.[1] ?? ''
  }
  /** The conflict with which the change is not taken; the order and its exception stay as they were. */
  const refused = async (...sent: string[]): Promise<string> => {
    const [before, [held]] = [await shop.get(order), await shop.receive(sent)]
    expect(held!.state).toBe('held')
    const { status, body } = await shop.decide('860', 'take')
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect((await shop.get(order)).line_items).toEqual(before.line_items)
    expect(await exception()).toBe(held!.sentence)
    expect(await shop.queued('865')).toEqual([])
    return body.message.desc
  }
  const answered = async () => {
    const { segments } = write865((await shop.queued('865')).at(-1)!.record)
    return segments
      .filter(([tag]) => ['BCA', 'MSG', 'POC', 'ACK'].includes(tag!))
      .map(([tag, ...all]) => `${tag} ${tag === 'BCA' ? all[1] : tag === 'POC' ? all.slice(0, 6).join(' ') : all.slice(0, 2).join(' ')}`)
  } // prettier-ignore
  return { shop, order, exception, refused, answered }
}

test('a held change says quantities, prices, lines, days and texts that it asks for, with what was ordered', async () => {
  const { shop, order, exception } = await confirmed()
  await shop.receive([
    ...change(
      ['DTM*001*20270127', 'N9*L1*X', 'MSG*Urgent'],
      'POC*1*PQ*20*8*EA*24.00*PE*SK*771-S',
      'POC*2*DI*0*0*EA*30.00*PE*SK*771-M',
      'POC*9*AI*6*6*EA*30.00*PE*SK*771-M',
    ),
  ])
  expect(await exception()).toStartWith(
    `Change 2 of order PO-32 waits for a decision: ${order.name} is partially_allocated. It asks for cancel after (001) 2027-01-27 instead of none; line 1: 20 EA instead of 12, at 24 instead of 25; line 2 is taken off, 3 EA of 771-M; line 9 is added: 6 EA of 771-M at 30; its text “Urgent”. The 865 would reject line 1: `,
  )
})

for (const [what, stated, field] of [
  ['place', 'N1*ST*South*92*0101', 'the ship-to 0101 differs from DC1, which stays'],
  ['address', 'N1*ST*East*92*DC1', 'the ship-to DC1 is stated as East instead of North, which stays'],
  ['place without a number', 'N1*ST*REDACTED', 'the ship-to is a place without a number'],
  ['buyer', 'N1*BY*Store*92*0102', 'the buyer 0102 differs from none, which stays'],
  ['bill-to', 'N1*BT*HQ*92*HQ2', 'the bill-to HQ2 differs from none, which stays'],
  ['terms', 'ITD*01*3*****90', 'the terms net_90 differ from net_30, which stay'],
  ['allowance', 'SAC*A*C310***2000*******02', 'the allowance C310 of 20.00 USD (SAC12 02), differ from'],
  ['currency', 'CUR*BY*EUR', 'the currency EUR differs from USD, which stays'],
  ['department', 'REF*DP*099', 'the department 099 differs from none, which stays'],
  ['payment of freight', 'FOB*PP', 'the payment of freight (FOB01) PP differs from CC, which stays'],
] as const)
  test(`another ${what} is named before the decision, and the change is not taken with or without lines`, async () => {
    const { exception, refused, shop } = await confirmed()
    expect(await refused(...change([stated]))).toContain(field)
    expect(await exception()).toContain(field)
    expect((await shop.decide('860', 'decline')).status).toBe(200)
    const { refused: other } = await confirmed()
    expect(await other(...change([stated], 'POC*1*QI*20*8*EA*25.00*PE*SK*771-S'))).toContain(field)
  })

test('an allowance of a line that is not applied is named, and the change is not taken', async () => {
  const { refused } = await confirmed()
  expect(await refused(...change([], 'POC*1*CA*20*8*EA*25.00*PE*SK*771-S', 'SAC*A*C310****3*10*****02'))).toContain(
    'line 1: its allowances and charges, the allowance C310 of 10% (SAC12 02), differ from none and are not applied',
  )
})

for (const stated of ['DTM*118*20270115', 'N1*Z7*Store*92*0101'])
  test(`a change of which nothing is understood (${stated}) is not taken`, async () => {
    const { refused } = await confirmed()
    expect(await refused(...change([stated]))).toMatch(/^Nothing of Change 2 of order PO-32 can be applied: .*is not understood/)
  }) // prettier-ignore

test('what is not understood beside lines that are taken is said to the person and to the account', async () => {
  const { shop, answered } = await confirmed()
  await shop.receive(change(['DTM*118*20270115'], 'POC*1*QD*8*4*EA*25.00*PE*SK*771-S'))
  const { status, body } = await shop.decide('860', 'take')
  expect([status, body.data.sentence]).toEqual([
    200,
    'Change 2 of order PO-32 was taken. Not applied: DTM01 "118" in segment 3 is not understood.',
  ])
  expect(await answered()).toEqual([
    'BCA AC',
    'MSG Not applied: DTM01 "118" in segment 3 is not understood.',
    'POC 1 QD 8  EA 25',
    'ACK IA 8',
  ])
})

for (const [what, line, why] of [
  ['at a price that is no whole number of cents', 'POC*1*PQ*14*2*EA*24.005*PE*SK*771-S', 'line 1: the price 24.005 USD'],
  ['of an unknown item', 'POC*9*AI*6*6*EA*30*PE*SK*NOPE', 'line 9: the item NOPE is unknown'],
  ['of an item without an agreed price', 'POC*9*AI*6*6*EA***VN*B-1', 'line 9: '],
  ['at another price than the agreed one', 'POC*1*PC*12*12*EA*24.00*PE*SK*771-S', 'line 1: ordered at 24.00 USD, the agreed price is 25.00 USD'],
  ['of cases at a price for each', 'POC*3*PC*2*2*CA*19*PE*SK*771-S', 'line 3: '],
] as const)
  test(`a line ${what} is named before the decision, and a change of it alone is not taken`, async () => {
    const { exception, refused } = await confirmed()
    const conflict = await refused(...change([], line))
    expect(conflict).toStartWith(`Nothing of Change 2 of order PO-32 can be applied: ${why}`)
    expect(await exception()).toContain(`The 865 would reject ${why}`)
  }) // prettier-ignore

test('lines that are rejected beside others are named before the decision and after it', async () => {
  const { shop, exception, answered } = await confirmed()
  await shop.receive(change([], 'POC*1*QD*8*4*EA*25.00*PE*SK*771-S', 'POC*9*AI*6*6*EA*30*PE*SK*NOPE'))
  expect(await exception()).toContain('The 865 would reject line 9: the item NOPE is unknown.')
  expect((await shop.decide('860', 'take')).body.data.sentence).toBe(
    'Change 2 of order PO-32 was taken. The 865 rejects line 9: the item NOPE is unknown.',
  )
  expect(await answered()).toEqual(['BCA AC', 'POC 1 QD 8  EA 25', 'ACK IA 8', 'POC 9 AI 6  EA 30', 'ACK IR 6'])
})

test('a price of units that have shipped stays: the line is named, and is taken once the others are an order of their own', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...order850('PO-32', 'PO1*1*8*EA*24.00*PE*SK*771-S'))
  expect((await shop.act(order, 'confirm', acceptAll(order, 2400))).status).toBe(200)
  await shop.ship(order, { lines: [{ sku: 'J-S', quantity: 5 }] })
  const [held] = await shop.receive(change([], 'POC*1*PC*8*8*EA*25.00*PE*SK*771-S'))
  const why = 'line 1: units of it have shipped at 24.00, and a line has one price'
  expect(held!.sentence).toContain(`The 865 would reject ${why}`)
  expect(held!.sentence).toContain('5 units of the order have shipped and stay.')
  const { body } = await shop.decide('860', 'take')
  expect([body.code, body.message.desc]).toEqual(['conflict', expect.stringContaining(why)])
  const lineIds = order.line_items.map(({ line_item_id }: any) => line_item_id)
  const split = await shop.admin.post(`/api/v1/sales/orders/${order.order_id}/split`, {
    by: 'line',
    lines: [{ line_item_id: lineIds[0], quantity: 3 }],
  })
  expect(split.status).toBe(200)
  const [fresh] = split.body.data.new_orders
  expect((await shop.decide('860', 'take')).body.data.sentence).toBe(`Change 2 of order PO-32 was taken on ${fresh.name}.`)
  const prices = async (one: any) =>
    (await shop.get(one)).line_items.map(({ quantity, unit_price }: any) => [quantity, unit_price.cents])
  expect([await prices(order), await prices(fresh)]).toEqual([[[5, 2400]], [[3, 2500]]])
  const { record } = (await shop.queued('865'))[0]!
  expect(record.lines).toMatchObject([{ unit_price: '25.00', answers: [{ status: 'accepted', quantity: 8 }] }])
}) // prettier-ignore

test('a quantity of a line of which units have shipped is taken, and its price stays', async () => {
  const { shop, order } = await confirmed()
  await shop.ship(order, { lines: [{ sku: 'J-M', quantity: 2 }] })
  await shop.receive(change([], 'POC*2*QI*5*2*EA*30.00*PE*SK*771-M'))
  expect((await shop.decide('860', 'take')).body.data.sentence).toBe('Change 2 of order PO-32 was taken.')
  expect((await shop.get(order)).line_items[1]).toMatchObject({ quantity: 5, unit_price: { cents: 3000 } })
})

test('a cancellation says that it is one, and is taken whatever its header states', async () => {
  const { shop, exception } = await confirmed()
  await shop.receive(['860', 'BCH*01*SA*PO-32**3*20261101', 'ITD*01*3*****90', 'CTT*0'])
  expect(await exception()).toEndWith('It cancels the whole order.')
  expect((await shop.decide('860', 'take')).body.data.sentence).toBe('The cancellation of order PO-32 was taken.')
})

test('a change that cannot be read says why while it waits', async () => {
  const { refused, exception } = await confirmed()
  const fault = 'it changes line 77, which the order does not have'
  expect(await refused(...change([], 'POC*77*QI*20*8*EA*25.00*PE*SK*NO-SUCH'))).toContain(fault)
  expect(await exception()).toContain(`It changes line 77, which the order does not have.`)
})
