/** Documents that are made again in place of others, from HTTP to the parsed interchange. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { path } from '../support/orders.ts'
import { acceptAll, type EdiShop, openEdiShop, order850 } from '../edi_orders/edi_shop.ts'
import { parsed } from './parsed.ts'

setDefaultTimeout(60_000)

const documentsPath = '/api/v1/wholesale/edi/documents'
const correct = (shop: EdiShop, document_id: number, reason = 'The number was missing.') =>
  shop.admin.post(`${documentsPath}/${document_id}/correct`, { reason })
const become = (shop: EdiShop, state: string) => shop.tenant.service.database.sql`
  update edi_documents set state = ${state}, next_attempt_at = null
  where organization_id = ${shop.tenant.organization_id} and direction = 'outbound' and state = 'queued'`
const newest = async (shop: EdiShop, type: string) => (await shop.queued(type)).at(-1)!
const firstOf = (document_type: string, record: object) => parsed(document_type, record)[1] ?? ''
const begin = async (shop: EdiShop, type: string, tag: string) =>
  parsed(type, (await newest(shop, type)).record).find((one) => one.startsWith(`${tag}*`))!

async function confirmed(shop: EdiShop, number: string) {
  const draft = await shop.drafted(...order850(number, 'PO1*1*6*EA*25.00*PE*SK*771-S'))
  return (await shop.act(draft, 'confirm', acceptAll(draft))).body.data
}

async function shipped(shop: EdiShop, number: string) {
  const order = await confirmed(shop, number)
  await shop.ship(order, { cartons: [{ lines: [{ sku: 'J-S', quantity: 4 }] }] })
  await shop.tenant.post(`${path}/${order.order_id}/shipping-notice`)
  return order
}

test('a notice that has not left is withdrawn and made again, an original, from what is on file now', async () => {
  const shop = await openEdiShop()
  await shipped(shop, 'PO-80')
  const before = await newest(shop, '856')
  expect(parsed('856', before.record).some((one) => one.startsWith('DTM*017'))).toBe(false)
  await shop.admin.patch(`/api/v1/wholesale/accounts/${shop.account_id}`, { transit_time_days: 4 })
  const answer = await correct(shop, before.document_id)
  expect(answer.body.data).toMatchObject({
    state: 'queued',
    corrects_document_id: before.document_id,
    correction_reason: 'The number was missing.',
  })
  const { document_id, record } = await newest(shop, '856')
  expect(document_id).toBe(answer.body.data.document_id)
  const segments = parsed('856', record)
  expect(segments.some((one) => one.startsWith('DTM*017*'))).toBe(true)
  expect(segments.find((one) => one.startsWith('BSN'))).toStartWith('BSN*00*')
  const rows = (await shop.admin.get(`${documentsPath}?document_type=856`)).body.data.rows
  expect(rows.map(({ state, sentence, corrects_document_id }: any) => [state, sentence, corrects_document_id])).toEqual(
    [
      ['queued', 'The 856 is waiting to be sent.', before.document_id],
      ['withdrawn', `Not sent. Corrected by document ${document_id}: The number was missing.`, null],
    ],
  )
})

test('what the account received is replaced with code 05; what it did not is followed by an original', async () => {
  const shop = await openEdiShop()
  const order = await shipped(shop, 'PO-81')
  await shop.act(order, 'invoice')
  const codes = async (): Promise<(string | undefined)[]> => [
    (await begin(shop, '856', 'BSN')).split('*')[1],
    (await begin(shop, '855', 'BAK')).split('*')[1],
    (await begin(shop, '810', 'BIG')).split('*')[8],
  ]
  const correctAll = async () => {
    for (const type of ['856', '855', '810']) {
      const { status, text } = await correct(shop, (await newest(shop, type)).document_id)
      expect([status, text.includes('queued')]).toEqual([200, true])
    }
    return codes()
  }
  expect(await codes()).toEqual(['00', '00', undefined])
  await become(shop, 'failed')
  expect(await correctAll()).toEqual(['00', '00', undefined])
  await become(shop, 'rejected')
  expect(await correctAll()).toEqual(['00', '00', undefined])
  await become(shop, 'sent')
  expect(await correctAll()).toEqual(['05', '05', '05'])
  // A replacement that failed is still one.
  await become(shop, 'failed')
  expect(await correctAll()).toEqual(['05', '05', '05'])
  await become(shop, 'accepted')
  expect(await correctAll()).toEqual(['05', '05', '05'])
  const bills = await shop.queued('810')
  expect(new Set(bills.map(({ record }) => record.total)).size).toBe(1)
})

test('the answer to a change keeps the decisions, and states what is on file now', async () => {
  const shop = await openEdiShop()
  const order = await confirmed(shop, 'PO-82')
  await shop.receive([
    '860',
    'BCH*04*SA*PO-82**1*20261101',
    'DTM*010*20261215',
    'POC*1*QI*8*2*EA*25.00*PE*SK*771-S',
    'CTT*1',
  ])
  expect((await shop.decide('860', 'take')).status).toBe(200)
  const before = await newest(shop, '865')
  const [was] = [parsed('865', before.record)]
  await become(shop, 'sent')
  await shop.admin.patch(`/api/v1/wholesale/accounts/${shop.account_id}`, { name: 'Nordhaus Stores' })
  expect((await correct(shop, before.document_id)).status).toBe(200)
  const now = parsed('865', (await newest(shop, '865')).record)
  expect(now.find((one) => one.startsWith('BCA'))).toBe(
    was.find((one) => one.startsWith('BCA'))!.replace('BCA*00', 'BCA*05'),
  )
  expect(now.filter((one) => /^(POC|ACK)/.test(one))).toEqual(was.filter((one) => /^(POC|ACK)/.test(one)))
  expect(was).toContain('DTM*010*20261215')
  expect(now).toContain('DTM*010*20261215')
  expect(now).toContain('N1*BY*Nordhaus Stores')
  expect(order.name).toBe(before.record.supplier_reference)
})

test('each document is corrected once, and only one that can be made', async () => {
  const shop = await openEdiShop()
  const order = await shipped(shop, 'PO-83')
  const { invoice_id } = (await shop.act(order, 'invoice')).body.data
  const bill = await newest(shop, '810')
  const reasonOf = async (document_id: number) => {
    const { status, body } = await correct(shop, document_id)
    return [status, body.code, body.data?.reason ?? body.data?.state ?? body.data?.direction]
  }
  await become(shop, 'sent')
  const second = (await correct(shop, bill.document_id)).body.data.document_id
  expect((await correct(shop, bill.document_id)).body.data).toEqual({
    act: 'correct',
    reason: 'corrected',
    document_id: second,
  })
  const resent = await shop.admin.post(`${documentsPath}/${bill.document_id}/resend`)
  expect([resent.body.code, resent.body.data.document_id]).toEqual(['conflict', second])
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await sql`
    update edi_documents set leased_until = now() + interval '1 minute'
    where organization_id = ${organization_id} and document_id = ${second}`
  expect(await reasonOf(second)).toEqual([409, 'conflict', 'queued'])
  await become(shop, 'sent')
  await shop.admin.post(`/api/v1/sales/invoices/${invoice_id}/void`, { reason: 'Wrong' })
  expect(await reasonOf(second)).toEqual([409, 'conflict', 'void'])
  const notice = await newest(shop, '856')
  await shop.take(['855', '810'])
  expect(await reasonOf(notice.document_id)).toEqual([409, 'conflict', 'not_taken'])
  const answer = await newest(shop, '855')
  await sql`
    update edi_documents set record = null where organization_id = ${organization_id} and document_id = ${answer.document_id}`
  expect(await reasonOf(answer.document_id)).toEqual([409, 'conflict', 'erased'])
  const [inbound] = await sql`
    select document_id::float8 as document_id from edi_documents
    where organization_id = ${organization_id} and direction = 'inbound'`
  expect(await reasonOf(inbound!.document_id)).toEqual([409, 'conflict', 'inbound'])
  expect(await reasonOf(999_999_999)).toEqual([404, 'not_found', undefined])
  const blank = await correct(shop, notice.document_id, '  ')
  expect([blank.status, blank.body.data.field]).toEqual([400, 'reason'])
})

test('a rejected document that is corrected has no open exception, and a withdrawn one stays withdrawn', async () => {
  const shop = await openEdiShop()
  await confirmed(shop, 'PO-84')
  const { document_id } = await newest(shop, '855')
  await become(shop, 'rejected')
  const { sql } = shop.tenant.service.database
  await sql`
    insert into exceptions (organization_id, exception_id, kind, severity, subject_type, subject_id, sentence, opened_at)
    values (${shop.tenant.organization_id}, ${crypto.randomUUID()}, 'edi_rejected', 'blocking', 'edi_document',
      ${String(document_id)}, 'Rejected.', now())`
  expect((await correct(shop, document_id)).status).toBe(200)
  expect(await shop.exceptions(String(document_id))).toEqual([])
  const second = await newest(shop, '855')
  await become(shop, 'withdrawn')
  expect((await correct(shop, second.document_id)).body.data.state).toBe('withdrawn')
})

test('a shipment of which no notice can be made is corrected, and then announced', async () => {
  const shop = await openEdiShop()
  const order = await confirmed(shop, 'PO-85')
  const { shipments } = await shop.ship(order, { lines: [{ sku: 'J-S', quantity: 4 }] })
  const announce = () => shop.tenant.post(`${path}/${order.order_id}/shipping-notice`)
  expect((await announce()).body.data.reason).toBe('no_cartons')
  const corrected = await shop.admin.post(`${path}/${order.order_id}/shipments/${shipments[0].shipment_id}/correct`, {
    reason: 'Packed in cartons',
    cartons: [{ lines: [{ sku: 'J-S', quantity: 4 }] }],
  })
  expect(corrected.status).toBe(200)
  expect((await announce()).body.data.documents[0].state).toBe('queued')
  expect(firstOf('856', (await newest(shop, '856')).record)).toBe('HL*1**S')
})
