/** One order through the engine, from the bytes that arrive to those that leave, and the answers to both. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ediHandlers } from '../../../server/boot/edi_handlers.ts'
import { ownIdentity } from '../../../server/edi/control_numbers.ts'
import { readEdiDocument } from '../../../server/edi/documents/read_document.ts'
import type { OutgoingSet } from '../../../server/edi/x12/write_interchange.ts'
import {
  archived,
  documentsPath,
  type EdiRig,
  interchangesPath,
  type Partner,
  type Shop,
  startWorkers,
  written,
} from '../../interchanges/rig.ts'
import { path } from '../support/orders.ts'
import { acceptAll, type EdiShop, openEdiShop } from './edi_shop.ts'

setDefaultTimeout(60_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers(ediHandlers)
})
afterAll(async () => {
  await rig.stop()
})

const set = (type: string, ...segments: string[]): OutgoingSet => ({
  type,
  segments: segments.map((text) => text.split('*')),
})

async function openExchange(version = '4010'): Promise<{ shop: EdiShop; merchant: Shop; partner: Partner }> {
  const shop = await openEdiShop()
  const { tenant, account_id } = shop
  await shop.take(['810', '855', '856', '865', '997'])
  await tenant.service.database.sql`
    update account_edi_profiles set version = ${version} where organization_id = ${tenant.organization_id}`
  const [profile] = await tenant.service.database.sql`
    select edi_id from account_edi_profiles where organization_id = ${tenant.organization_id}`
  const own = ownIdentity(tenant.organization_id, { edi_qualifier: null, edi_id: null })
  const partner = { trading_partner_id: account_id, name: 'Nordhaus', party: { qualifier: 'ZZ', id: profile!.edi_id } }
  return { shop, merchant: { tenant, own } as Shop, partner }
}

for (const version of ['4010', '5010'])
  test(`an order in ${version} travels from its 850 to the 997 that accepts its invoice`, () => proveExchange(version))

async function proveExchange(version: string): Promise<void> {
  const { shop, merchant, partner } = await openExchange(version)
  const upload = async (...sets: OutgoingSet[]) => {
    const text = written(merchant, partner, sets, { version: `00${version}` })
    const answer = await shop.admin.post(`${interchangesPath}?file_name=po.edi`, undefined, {
      raw: Buffer.from(text, 'latin1'),
      headers: { 'Content-Type': 'application/edi-x12' },
    })
    expect(answer.status).toBe(201)
    await rig.worker.settle()
    return text
  }
  const documents = async (): Promise<any[]> =>
    (await shop.tenant.get(`${documentsPath}?limit=1000`)).body.data.rows.toReversed()
  const download = async (document_type: string) => {
    const [document] = (await documents()).filter(
      (one) => one.document_type === document_type && one.direction === 'outbound',
    )
    const file = await archived(merchant, document.document_id)
    expect([file.text.includes(`*X*00${version}~`), file.text.slice(82, 89)]).toEqual([
      true,
      version === '5010' ? '^*00501' : 'U*00401',
    ])
    const { codes, transactions } = file.read.groups[0]!
    expect([file.read.fault, codes, transactions.length]).toEqual([null, [], 1])
    expect<string | undefined>(readEdiDocument(transactions[0]!)?.type).toBe(document_type)
    return { document, ...file }
  }

  await upload(
    set(
      '850',
      'BEG*00*SA*PO-900**20261101',
      'CUR*BY*USD',
      'N1*ST*Nordhaus DC*92*DC1',
      'PO1*10*4*EA*25**SK*771-S',
      'PO1*20*3*EA*30**SK*NOT-OURS',
      'CTT*2*7',
    ),
  )
  const [order] = (await shop.tenant.get(`${path}?origin=edi`)).body.data.rows
  const draft = await shop.get(order)
  expect(draft).toMatchObject({ reference: 'PO-900', lifecycle: 'draft', exceptions_open: 1 })
  expect((await documents()).map((one) => [one.document_type, one.direction, one.state, one.order?.order_id])).toEqual([
    ['850', 'inbound', 'processed', order.order_id],
    ['997', 'outbound', 'stored', undefined],
  ])
  const answered = await download('997')
  expect(answered.text).toContain('~AK2*850*0001~AK5*A~AK9*A*1*1*1~')

  expect((await shop.act(order, 'confirm', acceptAll(draft))).status).toBe(200)
  await rig.worker.settle()
  const acknowledged = await download('855')
  expect(acknowledged.document.order).toEqual({ name: order.name, order_id: order.order_id })
  expect(acknowledged.text).toContain(
    '~PO1*10*4*EA*25*PE*SK*771-S~ACK*IA*4*EA~PO1*20*3*EA*30*PE*SK*NOT-OURS~ACK*IR*3*EA~',
  )
  expect(acknowledged.text).toContain('~BAK*00*AC*PO-900*20261101****')

  await shop.ship(order, { cartons: [{ lines: [{ sku: 'J-S', quantity: 4 }] }] })
  expect((await shop.tenant.post(`${path}/${order.order_id}/shipping-notice`)).status).toBe(200)
  const invoice = (await shop.act(order, 'invoice')).body.data
  await rig.worker.settle()
  const notice = await download('856')
  expect(notice.text).toContain('~PRF*PO-900***20261101~')
  expect(notice.text).toContain('~LIN*1*SK*771-S*VN*J-S~'.replace('LIN*1*', 'LIN*10*'))
  const billed = await download('810')
  expect(billed.text).toContain(`*${invoice.name}*20261101*PO-900***DI~`)
  expect(billed.text).toContain('~TDS*10000~')

  const [group] = billed.read.groups
  await upload(
    set(
      '997',
      `AK1*IN*${group!.control_number}`,
      `AK2*810*${group!.transactions[0]!.control_number}`,
      'AK5*A',
      'AK9*A*1*1*1',
    ),
  )
  const read = (await shop.tenant.get(`/api/v1/sales/invoices/${invoice.invoice_id}`)).body.data
  expect(read.edi).toMatchObject({ state: 'accepted', document_id: billed.document.document_id })
}

test('the same interchange twice, and the same order under another number, leave one order', async () => {
  const { shop, merchant, partner } = await openExchange()
  const order = set('850', 'BEG*00*SA*PO-901**20261101', 'CUR*BY*USD', 'PO1*10*4*EA*25**SK*771-S', 'CTT*1*4')
  const [first, second] = [written(merchant, partner, [order]), written(merchant, partner, [order])]
  for (const text of [first, first, second]) {
    const headers = { 'Content-Type': 'application/edi-x12' }
    await shop.admin.post(`${interchangesPath}?file_name=po.edi`, undefined, {
      raw: Buffer.from(text, 'latin1'),
      headers,
    })
    await rig.worker.settle()
  }
  const { rows } = (await shop.tenant.get(`${path}?origin=edi`)).body.data
  expect(rows.length).toBe(1)
  expect((await shop.exceptions(rows[0].order_id)).map(([kind]) => kind)).toEqual(['duplicate_order'])
  const declined = await shop.decide('850', 'decline')
  expect([declined.status, declined.body.data.order_id]).toEqual([200, rows[0].order_id])
  expect(await shop.queued('855')).toEqual([])
})
