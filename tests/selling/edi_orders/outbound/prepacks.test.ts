/** Prepacks in the documents of an order: 855, 856 and 810 count packs, with the numbers and the price of the order. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { write810 } from '../../../../server/edi/documents/invoice_810.ts'
import { write855 } from '../../../../server/edi/documents/acknowledgement_855.ts'
import { write856 } from '../../../../server/edi/documents/shipping_notice_856.ts'
import { syntaxFaults } from '../../../../server/edi/x12/syntax.ts'
import { path } from '../../support/orders.ts'
import { acceptAll, type EdiShop, openEdiShop, order850 } from '../edi_shop.ts'

setDefaultTimeout(60_000)

const pack = [
  'PO1*1*6*AS*80.00**IN*ASSORT1',
  'SDQ*AS*92*0101*2*0102*4',
  'SLN*1**I*2*EA*25.00*PE**SK*771-S',
  'SLN*2**I*1*EA*30.00*PE**SK*771-M',
]

const text = ({ segments }: { segments: readonly (readonly string[])[] }, ...tags: string[]) => {
  expect(syntaxFaults(segments as never, '004010')).toEqual([])
  return segments.filter(([tag]) => tags.includes(tag!)).map((one) => one.join('*'))
}

async function confirmed(shop: EdiShop, number: string, verdicts?: (order: any) => object) {
  const draft = await shop.drafted(...order850(number, ...pack))
  const answer = await shop.act(draft, 'confirm', verdicts?.(draft) ?? acceptAll(draft))
  expect(answer.status).toBe(200)
  return answer.body.data
}

const inDoor = (order: any, door: string, packs: number) =>
  order.line_items
    .filter((one: any) => one.door_reference === door)
    .map(({ line_item_id, sku }: any) => ({ line_item_id, quantity: packs * (sku === 'J-S' ? 2 : 1) }))

test('whole packs are acknowledged, announced and invoiced by the pack', async () => {
  const shop = await openEdiShop()
  const order = await confirmed(shop, 'PO-70')
  await shop.ship(order, {
    cartons: [
      { weight_kg: 1, lines: inDoor(order, '0101', 2) },
      { weight_kg: 1, lines: inDoor(order, '0102', 4) },
    ],
  })
  await shop.tenant.post(`${path}/${order.order_id}/shipping-notice`)
  expect((await shop.act(order, 'invoice')).status).toBe(201)
  const [answer, notice, bill] = [await shop.queued('855'), await shop.queued('856'), await shop.queued('810')]
  expect(text(write855(answer[0]!.record), 'PO1', 'ACK', 'MSG')).toEqual([
    'PO1*1*6*AS*80*UM*IN*ASSORT1',
    expect.stringContaining('ACK*IA*6*AS'),
  ])
  const items = ['SLN*1**I*2*EA****SK*771-S*VN*J-S', 'SLN*2**I*1*EA****SK*771-M*VN*J-M']
  expect(text(write856(notice[0]!.record), 'LIN', 'SN1', 'SLN')).toEqual([
    'LIN*1*IN*ASSORT1',
    'SN1*1*2*AS**2*AS',
    ...items,
    'LIN*1*IN*ASSORT1',
    'SN1*1*4*AS**4*AS',
    ...items,
  ])
  expect(text(write810(bill[0]!.record), 'IT1', 'SLN', 'TDS', 'CTT')).toEqual([
    'IT1*1*6*AS*80*UM*IN*ASSORT1',
    'SLN*1**I*2*EA*25*PE**SK*771-S*VN*J-S',
    'SLN*2**I*1*EA*30*PE**SK*771-M*VN*J-M',
    'TDS*48000',
    'CTT*1*6',
  ])
})

test('a part of the packs is acknowledged, announced and invoiced in single units', async () => {
  const shop = await openEdiShop()
  const order = await confirmed(shop, 'PO-71', ({ line_items }) => ({
    lines: line_items.map(({ line_item_id, sku, door_reference, quantity }: any) =>
      sku === 'J-M' && door_reference === '0102'
        ? { line_item_id, verdict: 'rejected' }
        : sku === 'J-S' && door_reference === '0102'
          ? { line_item_id, verdict: 'quantity_changed', quantity: quantity - 1 }
          : { line_item_id, verdict: 'accepted' },
    ),
  }))
  const [answer] = await shop.queued('855')
  expect(
    text(write855(answer!.record), 'BAK', 'PO1', 'ACK', 'MSG').map((one) => one.split('*').slice(0, 4).join('*')),
  ).toEqual([
    'BAK*00*AC*PO-71',
    'PO1*1*6*AS',
    'ACK*IQ*13*EA',
    'MSG*agreed are 11 of J-S, 2 of J-M, which are no whole packs',
  ])
  const lines = order.line_items
    .filter(({ quantity }: any) => quantity > 0)
    .map(({ line_item_id, quantity }: any) => ({ line_item_id, quantity }))
  await shop.ship(order, { cartons: [{ weight_kg: 1, door_reference: '0102', lines }] })
  await shop.tenant.post(`${path}/${order.order_id}/shipping-notice`)
  await shop.act(order, 'invoice')
  const [[notice], [bill]] = [await shop.queued('856'), await shop.queued('810')]
  expect(text(write856(notice!.record), 'SN1').map((one) => one.split('*').slice(2, 4))).toEqual([
    ['11', 'EA'],
    ['2', 'EA'],
  ])
  expect(text(write810(bill!.record), 'IT1').map((one) => one.split('*').slice(1, 5))).toEqual([
    ['1', '11', 'EA', '25'],
    ['1', '2', 'EA', '30'],
  ])
})
