import { expect, setDefaultTimeout, test } from 'bun:test'
import { read855, write855 } from '../../../server/edi/documents/acknowledgement_855.ts'
import { read846, write846 } from '../../../server/edi/documents/inventory_advice_846.ts'
import { read810, write810 } from '../../../server/edi/documents/invoice_810.ts'
import { read856, write856 } from '../../../server/edi/documents/shipping_notice_856.ts'
import { proveInvoices } from '../invoices/invoiced_shop.ts'
import { path } from '../support/orders.ts'
import { acceptAll, type EdiShop, openEdiShop, order850 } from './edi_shop.ts'

setDefaultTimeout(60_000)

const text = ({ segments }: { segments: readonly (readonly string[])[] }): string[] =>
  segments.map((segment) => segment.join('*').replace(/\*+$/, ''))

const notice = (shop: EdiShop, { order_id }: { order_id: string }, body?: object) =>
  shop.tenant.post(`${path}/${order_id}/shipping-notice`, body)

async function confirmed(shop: EdiShop, ...segments: string[]) {
  const order = await shop.drafted(...segments)
  const answer = await shop.act(order, 'confirm', acceptAll(order))
  expect(answer.status).toBe(200)
  return answer.body.data
}

test('the 855 repeats what was ordered and states the verdicts, in plain X12', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(
    '850',
    'BEG*00*SA*PO-30**20261101',
    'CUR*BY*USD',
    'REF*IA*V-990',
    'DTM*010*20261205',
    'N1*BY*Nordhaus*92*NH',
    'PO1*10*4*EA*25.00*PE*SK*771-S',
    'PO1*20*3*EA*30.00*PE*IN*771-M',
    'PO1*30*9*EA*5.00*PE*SK*NONE',
    'CTT*3',
  )
  const [first, second] = order.line_items
  await shop.act(order, 'confirm', {
    lines: [
      { line_item_id: first.line_item_id, verdict: 'accepted' },
      { line_item_id: second.line_item_id, verdict: 'quantity_changed', quantity: 2 },
    ],
  })
  const [queued] = await shop.queued('855')
  const written = write855(queued!.record)
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  expect(text(written)).toEqual([
    `BAK*00*AC*PO-30*20261101****${order.name}*${today}`,
    'CUR*SE*USD',
    'REF*IA*V-990',
    'N1*BY*Nordhaus*92*NH',
    expect.stringMatching(/^N1\*SE\*/),
    'PO1*10*4*EA*25*PE*SK*771-S',
    'ACK*IA*4*EA*068*20261205',
    'PO1*20*3*EA*30*PE*IN*771-M',
    'ACK*IQ*2*EA*068*20261205',
    'PO1*30*9*EA*5*PE*SK*NONE',
    'ACK*IR*9*EA',
    'N9*L1*NOTES',
    'MSG*the item NONE is unknown',
    'CTT*3*16',
  ])
  const read = read855({ type: '855', segments: written.segments, version: '004010' } as never)
  expect([read.header_code, read.lines.map(({ answers }) => answers[0]!.quantity)]).toEqual(['AC', [4, 2, 9]])
})

test('a shipping notice lists the cartons of a shipment by door with their codes and contents', async () => {
  const shop = await openEdiShop()
  const order = await confirmed(
    shop,
    '850',
    'BEG*00*SA*PO-31**20261101',
    'CUR*BY*USD',
    'N1*ST*Nordhaus DC*92*DC1',
    'PO1*10*6*EA*25.00*PE*SK*771-S',
    'SDQ*EA*92*0101*4*0102*2',
    'PO1*20*2*EA*30.00*PE*SK*771-M',
    'SDQ*EA*92*0101*2',
    'CTT*2',
  )
  const [s1, s2, m1] = order.line_items
  const shipped = await shop.ship(order, {
    carrier: 'Harbour Freight',
    tracking_number: 'PRO-1',
    cartons: [
      {
        weight_kg: 1.5,
        lines: [
          { line_item_id: s1.line_item_id, quantity: 4 },
          { line_item_id: m1.line_item_id, quantity: 2 },
        ],
      },
      { weight_kg: 0.75, tracking_number: 'T-2', lines: [{ line_item_id: s2.line_item_id, quantity: 2 }] },
    ],
  })
  const [shipment] = shipped.shipments
  const answer = await notice(shop, order)
  expect([answer.status, answer.body.message.desc]).toEqual([200, `1 shipping notice of ${order.name} on file.`])
  const { documents } = answer.body.data
  expect(answer.body.data).toEqual({
    order: { name: order.name, order_id: order.order_id },
    documents: [
      {
        document_id: expect.any(Number),
        document_type: '856',
        state: 'queued',
        sentence: expect.stringContaining('856'),
        shipment: { name: shipment.name, shipment_id: shipment.shipment_id },
      },
    ],
  })
  const [queued] = await shop.queued('856')
  expect(queued).toMatchObject({ document_id: documents[0].document_id, order_id: order.order_id })
  const written = write856(queued!.record)
  const read = read856({ type: '856', segments: written.segments, version: '004010' } as never)
  const codes = await shop.tenant.service.database.sql`
    select carton_number, sscc from fulfilment_cartons where organization_id = ${shop.tenant.organization_id}
    order by carton_number`
  const inNotice = read.orders.map(({ number, door, cartons }) => ({
    number,
    door: [door?.code, door?.name],
    cartons: cartons.map(({ sscc, items }) => [
      sscc,
      items.map((item) => [item.line_reference, item.buyer_sku, item.quantity]),
    ]),
  }))
  expect(inNotice).toEqual([
    {
      number: 'PO-31',
      door: ['0101', 'Nordhaus 0101'],
      cartons: [
        [
          codes[0]!.sscc,
          [
            ['10', '771-S', 4],
            ['20', '771-M', 2],
          ],
        ],
      ],
    },
    { number: 'PO-31', door: ['0102', 'Nordhaus 0102'], cartons: [[codes[1]!.sscc, [['10', '771-S', 2]]]] },
  ])
  const lines = text(written)
  expect(lines).toContain('HL*1**S')
  expect(lines.filter((line) => line.startsWith('HL*')).map((line) => line.split('*')[3])).toEqual([
    'S',
    'O',
    'P',
    'I',
    'I',
    'O',
    'P',
    'I',
  ])
  expect(lines.filter((line) => line.startsWith('MAN*GM'))).toEqual(codes.map(({ sscc }) => `MAN*GM*00${sscc}`))
  expect(lines.filter((line) => line.startsWith('PRF'))).toEqual(['PRF*PO-31***20261101', 'PRF*PO-31***20261101'])
  expect(lines.some((line) => line.startsWith(`BSN*00*${shipment.name}*`))).toBe(true)
  expect(lines.find((line) => line.startsWith('TD1'))).toContain('2.25*KG')
  const again = await notice(shop, order)
  expect(again.body.data).toEqual(answer.body.data)
  expect((await shop.queued('856')).length).toBe(1)
})

test('a shipping notice is refused with the reason where none can be made, and then nothing is sent', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const order = await confirmed(shop, ...order850('PO-32', 'PO1*1*6*EA*25.00*PE*SK*771-S'))
  const reasonOf = async (body?: object) => {
    const { status, body: answer } = await notice(shop, order, body)
    return [status, answer.code, answer.data?.reason ?? answer.data?.field]
  }
  expect(await reasonOf()).toEqual([409, 'conflict', 'not_shipped'])
  expect(await reasonOf({ shipment_id: order.order_id })).toEqual([400, 'bad_request', 'shipment_id'])
  const { shipments } = await shop.ship(order, { lines: [{ sku: 'J-S', quantity: 1 }] })
  const bare = await notice(shop, order)
  expect(bare.body).toMatchObject({
    code: 'conflict',
    message: {
      desc: `The warehouse reported no cartons of shipment ${shipments[0].name}, and an 856 lists the contents of each.`,
    },
    data: { reason: 'no_cartons', shipment_id: shipments[0].shipment_id },
  })
  await sql`update organizations set gs1_company_prefix = null where organization_id = ${organization_id}`
  const cartons = [{ lines: [{ sku: 'J-S', quantity: 2 }] }]
  const second = (await shop.ship(order, { cartons })).shipments[1]
  expect(await reasonOf({ shipment_id: second.shipment_id })).toEqual([409, 'conflict', 'no_sscc'])
  await sql`update organizations set gs1_company_prefix = '0614141' where organization_id = ${organization_id}`
  const third = (await shop.ship(order, { cartons })).shipments[2]
  await shop.take(['855'])
  expect(await reasonOf({ shipment_id: third.shipment_id })).toEqual([409, 'conflict', 'not_taken'])
  await shop.take(['856'])
  expect(await shop.queued('856')).toEqual([])
  expect((await notice(shop, order, { shipment_id: third.shipment_id })).status).toBe(200)
  expect((await notice(shop, { order_id: shop.account_id })).body.code).toBe('order_not_on_file')
  const consumer = await shop.placed({
    sales_channel_id: shop.ids.sales_channels.Online,
    lines: [{ sku: 'J-S', quantity: 1 }],
  })
  await shop.ship(consumer, { cartons: [{ lines: [{ sku: 'J-S', quantity: 1 }] }] })
  expect((await notice(shop, consumer)).body.data.reason).toBe('consumer_order')
})

test('two calls at once send one notice, and one that the account rejected is sent again', async () => {
  const shop = await openEdiShop()
  const order = await confirmed(shop, ...order850('PO-33', 'PO1*1*6*EA*25.00*PE*SK*771-S'))
  await shop.ship(order, { cartons: [{ lines: [{ sku: 'J-S', quantity: 6 }] }] })
  const answers = await Promise.all(Array.from({ length: 4 }, () => notice(shop, order)))
  expect(new Set(answers.map(({ body }) => body.data.documents[0].document_id)).size).toBe(1)
  await shop.tenant.service.database.sql`
    update edi_documents set state = 'rejected', next_attempt_at = null
    where organization_id = ${shop.tenant.organization_id} and document_type = '856'`
  expect((await notice(shop, order)).body.data.documents[0].state).toBe('queued')
  expect((await shop.queued('856')).map(({ state }) => state)).toEqual(['rejected', 'queued'])
})

test('an invoice is queued as an 810 whose lines, charges and total are those of the invoice', async () => {
  const shop = await openEdiShop()
  const order = await confirmed(
    shop,
    ...order850('PO-34', 'PO1*1*6*EA*25.00*PE*SK*771-S', 'SDQ*EA*92*0101*4*0102*2', 'PO1*2*3*EA*30.00*PE*SK*771-M'),
  )
  await shop.ship(order, {
    lines: order.line_items.map((line: any) => ({ line_item_id: line.line_item_id, quantity: 2 })),
  })
  const issued = await shop.act(order, 'invoice', { tax_cents: 321, freight_cents: 1250 })
  expect(issued.status).toBe(201)
  const invoice = issued.body.data
  expect(invoice.edi).toEqual({
    state: 'queued',
    sentence: expect.stringContaining('810'),
    document_id: expect.any(Number),
    sent_at: null,
  })
  const [queued] = await shop.queued('810')
  const written = write810(queued!.record)
  const lines = text(written)
  const [today] = [invoice.issued_on.replaceAll('-', '')]
  expect(lines[0]).toBe(`BIG*${today}*${invoice.name}*20261101*PO-34***DI`)
  expect(lines.filter((line) => /^(IT1|TDS|TXI|SAC|CTT)/.test(line))).toEqual([
    'IT1*1*4*EA*25*PE*SK*771-S*VN*J-S',
    'IT1*2*2*EA*30*PE*SK*771-M*VN*J-M',
    'TDS*17571',
    'TXI*TX*3.21',
    'SAC*C*D240***1250',
    'CTT*2*6',
  ])
  const read = read810({ type: '810', segments: written.segments, version: '004010' } as never)
  const sum = read.lines.reduce((all, line) => all + line.quantity * Number(line.unit_price) * 100, 0)
  expect(sum + 321 + 1250).toBe(invoice.total.cents)
  expect((await shop.act(order, 'invoice')).body.code).toBe('nothing_to_invoice')
  await proveInvoices(shop)
})

test('a voided invoice withdraws an 810 that waits, and says so of one that was sent', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  const order = await confirmed(shop, ...order850('PO-35', 'PO1*1*6*EA*25.00*PE*SK*771-S'))
  await shop.ship(order, { lines: [{ sku: 'J-S', quantity: 6 }] })
  const first = (await shop.act(order, 'invoice')).body.data
  const voided = await shop.admin.post(`/api/v1/sales/invoices/${first.invoice_id}/void`, { reason: 'Wrong' })
  expect(voided.body.data.edi).toMatchObject({
    state: 'withdrawn',
    sentence: 'Not sent: the invoice was voided before.',
    sent_at: null,
  })
  const second = (await shop.act(order, 'invoice')).body.data
  await sql`
    update edi_documents set state = 'sent', next_attempt_at = null, sent_at = now(), sentence = 'The 810 was sent.'
    where organization_id = ${shop.tenant.organization_id} and invoice_id = ${second.invoice_id}`
  const late = await shop.admin.post(`/api/v1/sales/invoices/${second.invoice_id}/void`, { reason: 'Wrong' })
  expect(late.body.data.edi).toMatchObject({
    state: 'sent',
    sentence: 'The 810 was sent. The invoice was voided later; tell the account, since an 810 cannot be taken back.',
  })
  await shop.take(['855'])
  expect((await shop.act(order, 'invoice')).body.data.edi).toMatchObject({
    state: 'not_connected',
    sentence: 'The invoice is not sent over EDI.',
    document_id: null,
  })
})

test('names outside ASCII are written in plain letters, and numbers that X12 cannot hold are left out', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await sql`update trading_partners set name = 'Kaufhaus Müller – Zürich' where organization_id = ${organization_id}`
  await sql`update variants set sku = 'J-Ü' where organization_id = ${organization_id} and sku = 'J-S'`
  const order = await confirmed(shop, ...order850('PO-36', 'PO1*1*6*EA*25.00*PE*SK*771-S'))
  await shop.ship(order, { cartons: [{ lines: [{ sku: 'J-Ü', quantity: 6 }] }] })
  await notice(shop, order)
  await shop.act(order, 'invoice')
  const [ack, asn, bill] = [await shop.queued('855'), await shop.queued('856'), await shop.queued('810')]
  expect(text(write855(ack[0]!.record))).toContain('N1*BY*Kaufhaus Muller - Zurich')
  expect(text(write856(asn[0]!.record)).filter((line) => line.startsWith('LIN'))).toEqual(['LIN*1*SK*771-S'])
  expect(text(write810(bill[0]!.record)).filter((line) => line.startsWith('IT1'))).toEqual([
    'IT1*1*6*EA*25*PE*SK*771-S',
  ])
})

test("an 846 states what is available of the account's items, where the account takes one", async () => {
  const shop = await openEdiShop()
  await confirmed(shop, ...order850('PO-37', 'PO1*1*4*EA*25.00*PE*SK*771-S'))
  const advise = () => shop.admin.post(`/api/v1/wholesale/accounts/${shop.account_id}/inventory-advice`)
  const answer = await advise()
  expect([answer.status, answer.body.data.items]).toEqual([201, 2])
  const [queued] = await shop.queued('846')
  const written = write846(queued!.record)
  const read = read846({ type: '846', segments: written.segments, version: '004010' } as never)
  expect(read.items.map(({ buyer_sku, available }) => [buyer_sku, available])).toEqual([
    ['771-M', 5],
    ['771-S', 6],
  ])
  await shop.take(['855'])
  expect((await advise()).body.code).toBe('conflict')
  expect((await shop.admin.post(`/api/v1/wholesale/accounts/${shop.channel_id}/inventory-advice`)).body.code).toBe(
    'not_found',
  )
})

test('a key that is bound to an account sends notices of its own orders alone', async () => {
  const shop = await openEdiShop()
  const order = await confirmed(shop, ...order850('PO-38', 'PO1*1*4*EA*25.00*PE*SK*771-S'))
  await shop.ship(order, { cartons: [{ lines: [{ sku: 'J-S', quantity: 4 }] }] })
  const { sql } = shop.tenant.service.database
  const other = crypto.randomUUID()
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${shop.tenant.organization_id}, ${other}, 'Other')`
  await sql`update api_keys set trading_partner_id = ${other} where organization_id = ${shop.tenant.organization_id}`
  expect((await notice(shop, order)).body.code).toBe('order_not_on_file')
  await sql`
    update api_keys set trading_partner_id = ${shop.account_id} where organization_id = ${shop.tenant.organization_id}`
  expect((await notice(shop, order)).status).toBe(200)
})
