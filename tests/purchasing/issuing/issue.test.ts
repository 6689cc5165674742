import { purchaseOrderStatuses } from '../../../server/purchasing/known_values.ts'
import { beforeEach, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { acts } from '../../../server/purchasing/orders/rules.ts'
import { pdfPages } from '../../support/pdf.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { approvedOrder, issue, documentFile, documents, person, setSupplier } from '../issuing.ts'
import { type OrderFixture, orderFixture, refusedField } from '../order_fixture.ts'
import { listen } from '../receiving.ts'

let fixture: OrderFixture
beforeEach(async () => {
  fixture = await orderFixture()
  await setSupplier(fixture, 'Mill', { order_email: 'orders@mill.example', address: 'Rua do Moinho 4, Porto' })
})

const rowsOf = (id: string) => fixture.tenant.service.database.sql`
  select channel, state, recipient, revision, control_number::int as control_number, payload from outbound_documents
  where purchase_order_id = ${id} order by created_at, document_id`

test('an issued order shows its time and document, stays incoming, and sends one event', async () => {
  const id = await approvedOrder(fixture)
  const readEvents = await listen(fixture, 'purchase_order_updated')
  const answer = await issue(fixture, id)
  expect(answer.status).toBe(200)
  expect(answer.body.data).toMatchObject({
    status: 'issued',
    link_url: null,
    document: { channel: 'email', state: 'stored', recipient: 'orders@mill.example', revision: 1 },
  })
  expect(answer.body.data.issued_at).not.toBeNull()
  const { link_url: _link, ...order } = answer.body.data
  expect(await fixture.read(id)).toEqual(order)
  const events = await readEvents()
  expect(events.map(([event, body]) => [event, body.status])).toEqual([['purchase_order_updated', 'issued']])
  expect(events[0]![1].document).toEqual(order.document)
  const arrived = await fixture.tenant.post(fixture.at(`/${id}/mark_delivered`), {})
  expect(arrived.body.data).toMatchObject({ status: 'delivered', document: order.document })
})

test('without a mail server the document is stored, and the app downloads the PDF frozen at issue', async () => {
  const id = await approvedOrder(fixture, { expected_delivery_date: '2097-02-01', notes: 'Pack by size.' })
  await issue(fixture, id, { message: 'Hello' })
  await setSupplier(fixture, 'Mill', { name: 'Renamed' })
  await fixture.tenant.patch(fixture.at(`/${id}`), { notes: 'Later' })
  const session = await person(fixture)
  const [printed] = await documents(session)
  expect(printed).toMatchObject({
    purchase_order_id: id,
    name: 'PO-1001',
    file_name: 'PO-1001.pdf',
    state: 'stored',
    attempts: 0,
    next_attempt_at: null,
    control_number: null,
    created_by: 'key:test',
  })
  const file = await documentFile(fixture, session, printed.document_id)
  expect([file.status, file.headers.get('content-type'), file.file_name]).toEqual([
    200,
    'application/pdf',
    'PO-1001.pdf',
  ])
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="PO-1001.pdf"')
  const [page, ...more] = await pdfPages(file.bytes)
  expect(more).toEqual([])
  for (const words of [
    'Purchase order PO-1001',
    'Test organisation',
    'Mill',
    'Rua do Moinho 4, Porto',
    '2097-02-01',
    'C-S',
    'Coat, S',
    '17.25',
    '414.00',
    'C-M',
    '126.00',
    '30 units on 2 lines',
    'Total EUR 540.00',
    'Pack by size.',
    'Page 1 of 1',
  ])
    expect(page).toContain(words)
  expect(page).not.toContain('Renamed')
  expect(page).not.toContain('Later')
})

test('each status allows or refuses an issue as declared, and a hold blocks it', async () => {
  for (const status of purchaseOrderStatuses) {
    const id = await fixture.order()
    await fixture.put(id, { status })
    const answer = await issue(fixture, id, {})
    const allowed = (acts.issue.from as readonly string[]).includes(status)
    expect([status, answer.status]).toEqual([status, allowed ? 200 : 409])
    if (!allowed) expect(answer.body.data).toMatchObject({ act: 'issue', status })
  }
  const held = await approvedOrder(fixture)
  await fixture.tenant.post(fixture.at(`/${held}/hold`), { reason: 'Price' })
  const refused = await issue(fixture, held)
  expect(refused.body.message.desc).toContain('is on hold (Price) and cannot be issued. Release it first.')
  expect(await rowsOf(held)).toHaveLength(0)
  expect((await issue(fixture, uuidv7())).body.code).toBe('purchase_order_not_on_file')
})

test('an order is issued again only with new content or by another channel, and then replaces its document', async () => {
  const id = await approvedOrder(fixture)
  await issue(fixture, id)
  const same = await issue(fixture, id)
  expect([same.status, same.body.code]).toEqual([409, 'conflict'])
  expect(same.body.message.desc).toContain('has not changed since it was issued to this recipient by this channel')
  const [line] = (await fixture.read(id)).line_items
  const changed = await fixture.tenant.patch(fixture.at(`/${id}`), {
    line_items: [{ line_id: line.line_id, quantity: 36 }],
  })
  const firstIssuedAt = changed.body.data.issued_at
  const again = await issue(fixture, id)
  expect(again.body.data).toMatchObject({ status: 'issued', issued_at: firstIssuedAt, document: { revision: 2 } })
  expect((await issue(fixture, id, { to: ['buyer@mill.example'] })).status).toBe(200)
  const rows = await rowsOf(id)
  expect(rows.map(({ recipient, revision, payload }) => [recipient, revision, payload.printed.is_replacement])).toEqual(
    [
      ['orders@mill.example', 1, false],
      ['orders@mill.example', 2, true],
      ['buyer@mill.example', 2, false],
    ],
  )
  const session = await person(fixture)
  const [, second] = await documents(session)
  const [page] = await pdfPages((await documentFile(fixture, session, second.document_id)).bytes)
  expect(page).toContain('revision 2. Replaces the version sent before.')
  expect(page).toContain('621.00')
})

test('of several concurrent issues exactly one sends the document', async () => {
  const id = await approvedOrder(fixture)
  const answers = await Promise.all(Array.from({ length: 5 }, () => issue(fixture, id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await rowsOf(id)).toHaveLength(1)
})

test("an unreachable supplier refuses the whole issue; the primary contact's address is the fallback", async () => {
  await setSupplier(fixture, 'Mill', { order_email: null })
  const id = await approvedOrder(fixture)
  const refused = await issue(fixture, id)
  expect([refused.status, refused.body.message.desc]).toEqual([
    409,
    'Mill has no order_email and no primary contact with an e-mail address. Set one of them, or send `to`.',
  ])
  expect(await fixture.read(id)).toMatchObject({ status: 'approved', issued_at: null, document: null })
  const noEdi = await issue(fixture, id, { channel: 'edi' })
  expect([noEdi.status, noEdi.body.message.desc]).toEqual([
    409,
    'Mill has no EDI identity. Set edi_qualifier and edi_id, or choose another channel.',
  ])
  await fixture.tenant.post('/api/v1/contacts', {
    name: 'Inês',
    preferred_contact_method: 'EMAIL',
    email: 'ines@mill.example',
    supplier_id: fixture.ids.suppliers.Mill,
  })
  await fixture.tenant.service.database.sql`
    update contacts set is_primary = true where supplier_id = ${fixture.ids.suppliers.Mill!}`
  expect((await issue(fixture, id)).body.data.document.recipient).toBe('ines@mill.example')
})

test('options that do not fit the channel are refused with their field', async () => {
  const id = await approvedOrder(fixture)
  const faults = [
    [{ channel: 'fax' }, 'channel'],
    [{ channel: 'link', to: ['a@b.example'] }, 'to'],
    [{ channel: 'link', message: 'Hello' }, 'message'],
    [{ to: [] }, 'to'],
    [{ to: ['a@b.example', 'a@b.example'] }, 'to'],
    [{ message: ' ' }, 'message'],
  ] as const
  for (const [body, field] of faults) {
    const [status, code, named] = refusedField(await issue(fixture, id, body))
    expect([status, code, named]).toEqual([400, 'bad_request', field])
  }
  for (const address of [
    'nobody',
    'a b@c.example',
    'a@b.example, c@d.example',
    'A <a@b.example>',
    'a@b\r\nBcc: x@y.example',
  ])
    expect((await issue(fixture, id, { to: [address] })).status).toBe(400)
  expect(await rowsOf(id)).toHaveLength(0)
})

test('issuing a transfer takes all its units or none, happens once, and sends no document', async () => {
  const { locations, variants } = fixture.ids
  const transfer = async (quantity: number) => {
    const id = await fixture.order({
      order_type: 'transfer',
      supplier_id: undefined,
      location_id: locations.Store,
      source_location_id: locations.Main,
      line_items: [{ variant_id: variants['C-S'], quantity }],
    })
    await fixture.tenant.post(fixture.at(`/${id}/approve`))
    return id
  }
  const held = async () => {
    const [row] = await fixture.tenant.service.database.sql`
      select on_hand from stock_levels where variant_id = ${variants['C-S']!} and location_id = ${locations.Main!}`
    return row!.on_hand
  }
  const [id, tooMuch] = [await transfer(20), await transfer(10)]
  expect(refusedField(await issue(fixture, id, { channel: 'link' }))).toEqual([400, 'bad_request', 'channel'])
  const readEvents = await listen(fixture, 'movement.recorded', 'purchase_order_updated')
  const issued = await issue(fixture, id)
  expect(issued.body.data).toMatchObject({ status: 'issued', document: null, link_url: null })
  expect(issued.body.data.line_items[0].in_transit_quantity).toBe(20)
  expect(await held()).toBe(10)
  expect((await readEvents()).map(([event]) => event).toSorted()).toEqual([
    'movement.recorded',
    'purchase_order_updated',
  ])
  const short = await issue(fixture, tooMuch)
  expect([short.status, short.body.code]).toEqual([409, 'conflict'])
  expect(await fixture.read(tooMuch)).toMatchObject({ status: 'approved', issued_at: null })
  expect(await held()).toBe(10)
  expect((await issue(fixture, id)).body.message.desc).toContain('it sends no document that could be sent again')
})

test('a manufacturing order without a supplier is issued without a document', async () => {
  const id = await fixture.order({ order_type: 'manufacturing', supplier_id: undefined })
  await fixture.tenant.post(fixture.at(`/${id}/approve`))
  const issued = await issue(fixture, id)
  expect([issued.status, issued.body.data.status, issued.body.data.document]).toEqual([200, 'issued', null])
  expect(await rowsOf(id)).toHaveLength(0)
})

test('a repeated call with the same Idempotency-Key returns the first response and sends nothing more', async () => {
  const id = await approvedOrder(fixture)
  const headers = { 'Idempotency-Key': 'issue-1' }
  const first = await fixture.tenant.post(fixture.at(`/${id}/issue`), { channel: 'link' }, { headers })
  const second = await fixture.tenant.post(fixture.at(`/${id}/issue`), { channel: 'link' }, { headers })
  expect(second.body).toEqual(first.body)
  expect(await rowsOf(id)).toHaveLength(1)
})

test('documents are listed newest first, filtered by channel, state and order, within the organisation', async () => {
  const [mailed, linked] = [await approvedOrder(fixture), await approvedOrder(fixture)]
  await issue(fixture, mailed)
  await issue(fixture, linked, { channel: 'link' })
  const session = await person(fixture)
  expect((await documents(session)).map(({ purchase_order_id }) => purchase_order_id)).toEqual([linked, mailed])
  expect((await documents(session, '&channel=email')).map(({ name }) => name)).toEqual(['PO-1001'])
  expect(await documents(session, '&state=failed')).toEqual([])
  const [one] = await documents(session, `&purchase_order_id=${mailed}`)
  const page = (await session.get('/api/v1/outbound/documents?limit=1&offset=1')).body.data
  expect(page).toEqual({ rows: [one], size: 1, offset: 1, filtered_max_size: 2 })
  expect((await session.get('/api/v1/outbound/documents?offset=9')).body.data.filtered_max_size).toBe(2)
  const stranger = await newSession(await newTenant())
  expect((await stranger.get('/api/v1/outbound/documents')).body.data.rows).toEqual([])
  for (const path of ['', '/file']) {
    const answer = await stranger.get(`/api/v1/outbound/documents/${one.document_id}${path}`)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  }
  const sent = await stranger.post(`/api/v1/outbound/documents/${one.document_id}/send`)
  expect([sent.status, sent.body.code]).toEqual([404, 'not_found'])
})

test('a stored document without a channel, and a link, cannot be sent again', async () => {
  const id = await approvedOrder(fixture)
  await issue(fixture, id)
  await issue(fixture, id, { channel: 'link' })
  const session = await person(fixture)
  const [link, mail] = await documents(session)
  const send = async (one: any) => (await session.post(`/api/v1/outbound/documents/${one.document_id}/send`)).body
  expect((await send(link)).message.desc).toBe('A link is not sent by the service. Get its URL and pass it on.')
  expect((await send(mail)).message.desc).toBe(
    'The channel email is not configured. Download the document and pass it on.',
  )
})

test('an issued order cannot be deleted, and a hostile supplier name does not break its document', async () => {
  const { sql } = fixture.tenant.service.database
  await sql`update variants set title = ${'<b>\u202e =1+1\n\t"; drop'} where variant_id = ${fixture.ids.variants['C-S']!}`
  const id = await approvedOrder(fixture)
  await issue(fixture, id)
  const session = await person(fixture)
  const [printed] = await documents(session)
  expect((await pdfPages((await documentFile(fixture, session, printed.document_id)).bytes))[0]).toContain('drop')
  await fixture.tenant.patch(fixture.at(`/${id}`), { status: 'cancelled' })
  expect((await fixture.tenant.delete(fixture.at(`/${id}`))).body.message.desc).toEndWith(
    'was issued, so it stays on file and cannot be deleted.',
  )
})
