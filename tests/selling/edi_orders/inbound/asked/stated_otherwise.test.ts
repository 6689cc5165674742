/** What a change of a draft states, and that is not applied, opens an exception with both values. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openEdiShop, order850 } from '../../edi_shop.ts'

setDefaultTimeout(60_000)

const header = ['N1*ST*North*92*DC1', 'N3*1 Old St', 'N4*New York*NY*10001*US', 'FOB*CC', 'ITD*01*3*****30', 'REF*MR*1']
const [type, beg, currency, ...lines] = order850(
  'PO-31',
  'PO1*1*12*EA*25.00*PE*SK*771-S',
  'PO1*2*3*EA*30.00*PE*SK*771-M',
)
const ordered = [type!, beg!, currency!, ...header, 'SAC*A*C310***1000*******02', ...lines]
const change = (stated: readonly string[], ...changed: string[]): string[] => [
  '860',
  'BCH*04*SA*PO-31**2*20261101',
  ...stated,
  ...changed,
  `CTT*${changed.filter((line) => line.startsWith('POC')).length}`,
]

/** What the exceptions of a draft say once the change is in it. */
async function said(stated: readonly string[], ...changed: string[]): Promise<string> {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  const before = await shop.exceptions(order.order_id)
  expect(before).toEqual([])
  const [outcome] = await shop.receive(change(stated, ...changed))
  expect(outcome!.state).toBe('processed')
  const all = await shop.exceptions(order.order_id)
  return all.map(([kind, sentence]) => `${kind} ${sentence}`).join('\n')
}

test('terms, allowances, references and the payment of freight are named with those that stay', async () => {
  const all = await said(['FOB*PP', 'ITD*01*3*****60', 'REF*MR*2', 'SAC*A*C310***2000*******02'])
  for (const sentence of [
    'the payment of freight (FOB01) PP differs from CC, which stays',
    'the terms net_60 differ from net_30, which stay',
    'the references MR 2 differ from MR 1, which stay',
    'the allowance C310 of 20.00 USD (SAC12 02), differ from the allowance C310 of 10.00 USD (SAC12 02), which stay',
  ])
    expect(all).toContain(sentence)
  expect(all).not.toContain('ship-to')
})

test('the same header again is no difference', async () => {
  expect(await said([...header, 'SAC*A*C310***1000*******02'])).toBe('')
})

test('a new place is compared by number, name and address, for the order and for a line', async () => {
  expect(await said(['N1*ST*North*92*DC1', 'N3*99 New Rd', 'N4*Dallas*TX*75001*US'])).toContain(
    'the ship-to DC1 is stated as North, 99 New Rd, Dallas TX 75001 US instead of North, 1 Old St, New York NY 10001 US, which stays',
  )
  // As it is stored: the name and address of a place without a number are taken out.
  expect(await said(['N1*ST*REDACTED', 'N3*REDACTED'])).toContain(
    'the ship-to is a place without a number, whose name and address are not stored, as they may be those of a person; DC1 stays',
  )
  expect(await said([], 'POC*1*CT*12*12*EA*25.00*PE*SK*771-S', 'N1*ST*REDACTED')).toContain('not_understood')
})

test('what is left to ship is compared with the quantity', async () => {
  expect(await said([], 'POC*1*QI*20*3*EA*25.00*PE*SK*771-S')).toBe(
    'not_understood Order PO-31, line 1: 3 are left to ship (POC04), where 20 are ordered (03) and none has shipped; the quantity ordered counts.',
  )
  expect(await said([], 'POC*1*QI*20*8*EA*25.00*PE*SK*771-S')).toBe('')
  expect(await said([], 'POC*1*QI*20*20*EA*25.00*PE*SK*771-S')).toBe('')
})

test('a barcode that is unknown beside the number of the item is named', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  await sql`
    update variants set barcode = '0614141000012' where organization_id = ${shop.tenant.organization_id}
      and variant_id = ${shop.ids.variants['J-S']!}`
  const order = await shop.drafted(...ordered)
  await shop.receive(change([], 'POC*1*QI*20*8*EA*25.00*PE*SK*771-S*UP*614141000029'))
  expect(await shop.exceptions(order.order_id)).toEqual([
    ['not_understood', 'Order PO-31, line 1: the barcode 614141000029 is unknown, and the item has 0614141000012.'],
  ])
})

test('the total of a change is that of the order after it or of its lines, else it is reported', async () => {
  const line = 'POC*1*QI*20*8*EA*25.00*PE*SK*771-S'
  const total = async (amount: string) => {
    const shop = await openEdiShop()
    const order = await shop.drafted(...ordered)
    await shop.receive([...change([], line), `AMT*TT*${amount}`])
    return (await shop.exceptions(order.order_id)).map(([, sentence]) => sentence)
  }
  for (const amount of ['590', '580', '500']) expect(await total(amount)).toEqual([])
  expect(await total('589')).toEqual([
    'Order PO-31, change: the stated total 589.00 USD differs: the lines come to 590.00 USD gross and 580.00 USD net.',
  ])
})
