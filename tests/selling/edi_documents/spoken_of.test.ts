/** What accounts say of our documents (824, 864) is shown on them; what is about none waits for a person. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { acceptAll, type EdiShop, openEdiShop, order850 } from '../edi_orders/edi_shop.ts'

setDefaultTimeout(60_000)

/** A sent invoice of an order, with its control number. */
async function billed(shop: EdiShop, number: string) {
  const draft = await shop.drafted(...order850(number, 'PO1*1*6*EA*25.00*PE*SK*771-S'))
  const order = (await shop.act(draft, 'confirm', acceptAll(draft))).body.data
  await shop.ship(order, { lines: [{ sku: 'J-S', quantity: 6 }] })
  const invoice = (await shop.act(order, 'invoice')).body.data
  const { sql } = shop.tenant.service.database
  await sql`
    update edi_documents set state = 'sent', next_attempt_at = null, group_control_number = document_id::text,
      set_control_number = '0001'
    where organization_id = ${shop.tenant.organization_id} and direction = 'outbound' and state = 'queued'`
  const bill = (await shop.queued('810')).at(-1)!
  return { order, invoice, document_id: bill.document_id }
}

const shown = async (shop: EdiShop, type: string) => {
  const rows = (await shop.admin.get(`/api/v1/wholesale/edi/documents?document_type=${type}`)).body.data.rows
  return rows.map(({ state, sentence }: any) => [state, sentence])
}

const advice = (...segments: string[]) => ['824', 'BGN*00*A-1*20261121', ...segments]

test('a rejection names its faults on the invoice, opens an exception, and an acceptance closes it', async () => {
  const shop = await openEdiShop()
  const { invoice, document_id, order } = await billed(shop, 'PO-60')
  const [outcome] = await shop.receive(
    advice(
      `OTI*TR*IV*${invoice.name}*****${document_id}*0001*810`,
      'TED*012*UNKNOWN VENDOR NUMBER*REF*2*128**V-9',
      'TED*019',
    ),
  )
  const sentence = `Nordhaus rejected the invoice (810) ${invoice.name}: UNKNOWN VENDOR NUMBER in REF: "V-9"; fault 019.`
  expect(outcome).toMatchObject({ state: 'processed', sentence, order_id: order.order_id })
  expect(await shown(shop, '810')).toEqual([['rejected', sentence]])
  expect(await shop.exceptions(String(document_id))).toEqual([['edi_rejected', sentence]])
  await shop.receive(advice(`OTI*TA*IV*${invoice.name}`))
  expect(await shown(shop, '810')).toEqual([['accepted', `Nordhaus accepted the invoice (810) ${invoice.name}.`]])
  expect(await shop.exceptions(String(document_id))).toEqual([])
})

test('a document that was taken with faults stays accepted and says what was found', async () => {
  const shop = await openEdiShop()
  const { invoice, document_id } = await billed(shop, 'PO-61')
  await shop.receive(advice(`OTI*TE*IV*${invoice.name}`, 'TED*848*PRICE DIFFERS'))
  const sentence = `Nordhaus accepted with faults the invoice (810) ${invoice.name}: PRICE DIFFERS.`
  expect(await shown(shop, '810')).toEqual([['accepted', sentence]])
  expect(await shop.exceptions(String(document_id))).toEqual([['edi_rejected', sentence]])
})

test('an advice about a document that is not on file, or of an unknown code, does not pass silently', async () => {
  const shop = await openEdiShop()
  const { invoice, document_id } = await billed(shop, 'PO-62')
  const [outcome] = await shop.receive(advice('OTI*TR*IV*ELSEWHERE', 'TED*012*WRONG'))
  expect(outcome).toMatchObject({
    state: 'held',
    sentence: 'Nordhaus rejected the document ELSEWHERE, which is not on file: WRONG.',
  })
  expect((await shown(shop, '810'))[0]![0]).toBe('sent')
  const [odd] = await shop.receive(advice('OTI*TA*IV*A,"{B}'))
  expect(odd!.state).toBe('held')
  await shop.receive(advice(`OTI*ZZ*IV*${invoice.name}`))
  const sentence = `Nordhaus answered with the code ZZ to the invoice (810) ${invoice.name}.`
  expect(await shown(shop, '810')).toEqual([['sent', sentence]])
  expect(await shop.exceptions(String(document_id))).toEqual([['edi_rejected', sentence]])
})

test('the document of another account with the same number is not touched', async () => {
  const [shop, other] = [await openEdiShop(), await openEdiShop()]
  const { invoice } = await billed(shop, 'PO-63')
  await billed(other, 'PO-63')
  await shop.receive(advice(`OTI*TR*IV*${invoice.name}`))
  expect((await shown(shop, '810'))[0]![0]).toBe('rejected')
  expect((await shown(other, '810'))[0]![0]).toBe('sent')
})

test('a message is shown on the documents whose numbers it names, and waits until a person has read it', async () => {
  const shop = await openEdiShop()
  const { invoice, order } = await billed(shop, 'PO-64')
  const [outcome] = await shop.receive([
    '864',
    'BMG*00*Invoices',
    'MIT*M-1*Held for payment',
    `MSG*Invoice ${invoice.name} lacks a receipt.`,
    'MSG*Send proof of delivery.',
  ])
  const said = `Nordhaus writes: Held for payment: Invoice ${invoice.name} lacks a receipt.\nSend proof of delivery.`
  const sentence = `${said} (about the invoice (810) ${invoice.name})`
  expect(outcome).toMatchObject({ state: 'held', sentence, order_id: order.order_id })
  expect(await shown(shop, '810')).toEqual([['sent', said]])
  const [[, text]] = (await shown(shop, '864')) as [[string, string]]
  expect(text).toBe(sentence)
  const rows = (await shop.admin.get('/api/v1/wholesale/edi/documents?document_type=864')).body.data.rows
  const about = String(rows[0].document_id)
  expect(await shop.exceptions(about)).toEqual([['edi_held', sentence]])
  const read = await shop.admin.post(`/api/v1/wholesale/edi/documents/${about}/discard`, { reason: 'Proof was sent' })
  expect(read.status).toBe(200)
  expect(await shop.exceptions(about)).toEqual([])
})

test('a message that names nothing on file is held with its words', async () => {
  const shop = await openEdiShop()
  const [outcome] = await shop.receive(['864', 'BMG*00*Closed on 24 December'])
  expect(outcome).toMatchObject({ state: 'held', sentence: 'Nordhaus writes: Closed on 24 December' })
})
