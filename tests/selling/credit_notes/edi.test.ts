import { expect, setDefaultTimeout, test } from 'bun:test'
import { read810, write810 } from '../../../server/edi/documents/invoice_810.ts'
import { invoicesPath } from '../invoices/invoiced_shop.ts'
import { acceptAll, type EdiShop, openEdiShop, order850 } from '../edi_orders/edi_shop.ts'
import { creditNotesPath } from './credited_shop.ts'

setDefaultTimeout(120_000)

async function invoiced(shop: EdiShop) {
  const drafted = await shop.drafted(...order850('PO-90', 'PO1*1*6*EA*25.00*PE*SK*771-S'))
  const order = (await shop.act(drafted, 'confirm', acceptAll(drafted))).body.data
  const shipped = await shop.ship(order, { lines: [{ sku: 'J-S', quantity: 6 }] })
  const invoice = (await shop.act(order, 'invoice', { tax_cents: 600, freight_cents: 300 })).body.data
  return { order, invoice, shipped }
}

const memos = async (shop: EdiShop) =>
  (await shop.queued('810')).filter(({ record }: any) => record.kind === 'credit_memo')
const segmentsOf = (record: any) => write810(record).segments.map((segment) => segment.join('*').replace(/\*+$/, ''))

test('an allowance and the void of a shipment are sent as credit memos that add up', async () => {
  const shop = await openEdiShop()
  const { order, invoice } = await invoiced(shop)
  const allow = (body: object) =>
    shop.admin.post(`${invoicesPath}/${invoice.invoice_id}/credit-notes`, { reason: 'Late', ...body })
  const allowance = (await allow({ amount_cents: 1000 })).body.data
  expect(allowance.edi).toMatchObject({ state: 'queued', sentence: 'The 810 is waiting to be sent.' })
  const [memo] = await memos(shop)
  const day = allowance.issued_on.replaceAll('-', '')
  const lines = segmentsOf(memo!.record)
  expect(lines[0]).toBe(`BIG*${day}*${allowance.name}*20261101*PO-90***CR`)
  expect(lines.filter((line) => /^(IT1|TDS|TXI|SAC|CTT|MSG)/.test(line))).toEqual([
    `MSG*Credits ${invoice.name}: Late`,
    'TDS*1040',
    'TXI*TX*0.4',
    'SAC*C*C310***1000',
    'CTT*0*0',
  ])
  const read = read810({ type: '810', segments: write810(memo!.record).segments, version: '004010' } as never)
  expect([read.kind, read.lines, read.total]).toEqual(['credit_memo', [], '10.4'])
  const { order: voided } = await shop.get(order).then((one: any) => ({ order: one }))
  expect(
    (await shop.admin.post(`${creditNotesPath}/${allowance.credit_note_id}/cancel`, { reason: 'No' })).body.data.edi,
  ).toMatchObject({
    state: 'withdrawn',
    sentence: 'Not sent: the credit note was cancelled before.',
  })
  const act = `/api/v1/sales/orders/${order.order_id}/shipments/${voided.shipments[0].shipment_id}/void`
  expect((await shop.admin.post(act, { reason: 'Never left' })).status).toBe(200)
  const [, second] = await memos(shop)
  expect(segmentsOf(second!.record).filter((line) => /^(IT1|TDS|TXI|SAC|CTT)/.test(line))).toEqual([
    'IT1*1*6*EA*25*PE*SK*771-S*VN*J-S',
    `TDS*${invoice.total.cents}`,
    'TXI*TX*6',
    'SAC*C*D240***300',
    'CTT*1*6',
  ])
})

test('an account that takes no 810 gets none', async () => {
  const shop = await openEdiShop()
  const { invoice } = await invoiced(shop)
  await shop.take([])
  const answer = await shop.admin.post(`${invoicesPath}/${invoice.invoice_id}/credit-notes`, {
    reason: 'Late',
    amount_cents: 1,
  })
  expect(answer.body.data.edi.state).toBe('not_connected')
  expect(await memos(shop)).toEqual([])
})
