import { randomInt } from 'node:crypto'
import { beforeEach, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { purchase_order_statuses } from '../../../server/purchasing/orders/model.ts'
import { acts } from '../../../server/purchasing/orders/rules.ts'
import { readInterchanges } from '../../../server/edi/x12/envelope.ts'
import { read850 } from '../../../server/edi/x12/purchase_order_850.ts'
import { pdfPages } from '../../support/pdf.ts'
import { operate } from '../../support/operate.ts'
import { newSession } from '../../support/session.ts'
import { newTenant } from '../../support/tenant.ts'
import { approvedOrder, fetchBytes, here, issue, documentFile, documents, person, setSupplier } from '../issuing.ts'
import { type Ordering, ordering, refusedField } from '../ordering.ts'
import { listen } from '../receiving.ts'

let fixture: Ordering
beforeEach(async () => {
  fixture = await ordering()
  await setSupplier(fixture, 'Mill', { order_email: 'orders@mill.example', address: 'Rua do Moinho 4, Porto' })
})

const rowsOf = (id: string) => fixture.tenant.service.database.sql`
  select channel, state, recipient, revision, control_number::int as control_number, payload from outbound_documents
  where purchase_order_id = ${id} order by created_at, document_id`

test('an issued order says when, keeps counting as incoming, announces itself once and tells of its paper', async () => {
  const id = await approvedOrder(fixture)
  const heard = await listen(fixture, 'purchase_order_updated')
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
  const events = await heard()
  expect(events.map(([event, body]) => [event, body.status])).toEqual([['purchase_order_updated', 'issued']])
  expect(events[0]![1].document).toEqual(order.document)
  const arrived = await fixture.tenant.post(fixture.at(`/${id}/mark_delivered`), {})
  expect(arrived.body.data).toMatchObject({ status: 'delivered', document: order.document })
})

test('the paper is stored where nothing sends it, and the app fetches as a PDF what was frozen then', async () => {
  const id = await approvedOrder(fixture, { expected_delivery_date: '2027-02-01', notes: 'Pack by size.' })
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
    '2027-02-01',
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

test('in every status an issue is taken or refused as declared, and a hold stops it', async () => {
  for (const status of purchase_order_statuses) {
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

test('an order goes out again only once it says something else, or another way, and then takes its place', async () => {
  const id = await approvedOrder(fixture)
  await issue(fixture, id)
  const same = await issue(fixture, id)
  expect([same.status, same.body.code]).toEqual([409, 'conflict'])
  expect(same.body.message.desc).toContain('has not changed since it was issued this way')
  const [line] = (await fixture.read(id)).line_items
  const changed = await fixture.tenant.patch(fixture.at(`/${id}`), {
    line_items: [{ line_id: line.line_id, quantity: 36 }],
  })
  const first_issued_at = changed.body.data.issued_at
  const again = await issue(fixture, id)
  expect(again.body.data).toMatchObject({ status: 'issued', issued_at: first_issued_at, document: { revision: 2 } })
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
  expect(page).toContain('revision 2. Takes the place of what was sent before.')
  expect(page).toContain('621.00')
})

test('of several issues at once exactly one sends', async () => {
  const id = await approvedOrder(fixture)
  const answers = await Promise.all(Array.from({ length: 5 }, () => issue(fixture, id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await rowsOf(id)).toHaveLength(1)
})

test('a supplier who cannot be reached refuses the issue whole; the primary contact stands in for an address', async () => {
  await setSupplier(fixture, 'Mill', { order_email: null })
  const id = await approvedOrder(fixture)
  const refused = await issue(fixture, id)
  expect([refused.status, refused.body.message.desc]).toEqual([
    409,
    'Mill has no order_email and no primary contact with an address. Name one, or send `to`.',
  ])
  expect(await fixture.read(id)).toMatchObject({ status: 'approved', issued_at: null, document: null })
  const no_edi = await issue(fixture, id, { channel: 'edi' })
  expect([no_edi.status, no_edi.body.message.desc]).toEqual([
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

test('what does not fit the channel is refused, and named', async () => {
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

test('an 850 says what the paper says, in interchanges numbered by partner, with BEG 05 when it comes again', async () => {
  await setSupplier(fixture, 'Mill', {
    order_channel: 'edi',
    edi_qualifier: '01',
    edi_id: '123456789',
    payment_terms: '2_10_net_45',
  })
  const { sql } = fixture.tenant.service.database
  await sql`update supplier_variants set supplier_sku = 'M-77' where variant_id = ${fixture.ids.variants['C-S']!}`
  await sql`update variants set barcode = '4006381333931' where variant_id = ${fixture.ids.variants['C-S']!}`
  const id = await approvedOrder(fixture, { order_date: '2026-11-20', expected_delivery_date: '2027-01-31' })
  const answer = await issue(fixture, id)
  expect(answer.body.data.document).toMatchObject({ channel: 'edi', state: 'stored', recipient: '01:123456789' })
  const session = await person(fixture)
  const texts: string[] = []
  const readPrintedOrder = async (document_id: string) => {
    const file = await documentFile(fixture, session, document_id)
    expect([file.file_name.endsWith('.edi'), file.headers.get('content-type')]).toEqual([true, 'application/edi-x12'])
    texts.push(new TextDecoder().decode(file.bytes))
    return readInterchanges(texts.at(-1)!)[0]!
  }
  const [printed] = await documents(session)
  expect(printed).toMatchObject({ control_number: 1, file_name: 'PO-1001.edi' })
  const interchange = await readPrintedOrder(printed.document_id)
  expect(interchange).toMatchObject({
    sender: { qualifier: 'ZZ', id: fixture.tenant.organization_id.replaceAll('-', '').slice(-12).toUpperCase() },
    receiver: { qualifier: '01', id: '123456789' },
    control_number: 1,
    usage: 'T',
  })
  const said = read850(interchange.groups[0]!.transactions[0]!)
  expect(said).toMatchObject({
    purpose: 'original',
    number: 'PO-1001',
    ordered_on: '2026-11-20',
    deliver_on: '2027-01-31',
    currency: 'EUR',
    terms: { discount_percent: '2', discount_days: 10, net_days: 45 },
    supplier: { name: 'Mill' },
    ship_to: { name: 'Main' },
    total: '540',
  })
  expect(
    said.lines.map(({ buyer_sku, supplier_sku, gtin, quantity, unit_price }) => [
      buyer_sku,
      supplier_sku,
      gtin,
      quantity,
      unit_price,
    ]),
  ).toEqual([
    ['C-S', 'M-77', '4006381333931', 24, '17.25'],
    ['C-M', null, null, 6, '21'],
  ])
  await fixture.tenant.patch(fixture.at(`/${id}`), { expected_delivery_date: '2027-02-15' })
  await issue(fixture, id)
  const again = await readPrintedOrder((await documents(session))[0].document_id)
  expect(again.control_number).toBe(2)
  expect(read850(again.groups[0]!.transactions[0]!)).toMatchObject({ purpose: 'replacement', deliver_on: '2027-02-15' })
  expect(texts[1]).toContain('BEG*05*SA*PO-1001')
})

test('an order that X12 cannot carry is refused with the place, and no number is spent on it', async () => {
  await setSupplier(fixture, 'Mill', { order_channel: 'edi', edi_qualifier: 'ZZ', edi_id: 'MILL' })
  const { sql } = fixture.tenant.service.database
  await sql`update variants set sku = 'Größe-S' where variant_id = ${fixture.ids.variants['C-S']!}`
  const id = await approvedOrder(fixture)
  const refused = await issue(fixture, id)
  expect([refused.status, refused.body.message.desc]).toEqual([
    409,
    'It cannot be sent over EDI: The SKU "Größe-S" holds characters that X12 does not carry.',
  ])
  expect((await fixture.read(id)).status).toBe('approved')
  expect(
    await sql`
    select 1 from edi_control_numbers where organization_id = ${fixture.tenant.organization_id}`,
  ).toHaveLength(0)
})

test('the organisation is known to partners as was verified, and a live one marks the real thing', async () => {
  const live = await ordering({ sandbox: false })
  await setSupplier(live, 'Mill', { order_channel: 'edi', edi_qualifier: 'ZZ', edi_id: 'MILL' })
  const admin = await newSession(live.tenant)
  const session = await person(live)
  const { organization_id } = live.tenant
  const path = `/api/v1/organizations/${organization_id}`
  /** Who the next order says it is from. */
  const sender = async () => {
    await issue(live, await approvedOrder(live))
    const file = await documentFile(live, session, (await documents(session))[0].document_id)
    const [interchange] = readInterchanges(new TextDecoder().decode(file.bytes))
    expect(interchange!.usage).toBe('P')
    return interchange!.sender
  }
  const made = { qualifier: 'ZZ', id: organization_id.replaceAll('-', '').slice(-12).toUpperCase() }
  expect(refusedField(await admin.patch(path, { edi_id: 'BUYER' }))).toEqual([400, 'bad_request', 'edi_qualifier'])
  expect(refusedField(await admin.patch(path, { edi_qualifier: '12' }))).toEqual([400, 'bad_request', 'edi_id'])
  const edi_id = randomInt(1_000_000_000, 9_999_999_999).toString()
  const claim = { edi_qualifier: '12', edi_id }
  expect((await admin.patch(path, claim)).body.data).toMatchObject({ ...claim, edi_verified_at: null })
  expect(await sender()).toEqual(made)
  await operate('verify-edi-identity', { organization: organization_id, identity: `12:${edi_id}` })
  expect((await admin.get(path)).body.data.edi_verified_at).not.toBeNull()
  expect(await sender()).toEqual({ qualifier: '12', id: edi_id })

  // Another organisation may claim the same, and never sends under it.
  const rival = await newTenant({ sandbox: false })
  const rival_admin = await newSession(rival)
  const theirs = `/api/v1/organizations/${rival.organization_id}`
  expect((await rival_admin.patch(theirs, claim)).body.data).toMatchObject({ ...claim, edi_verified_at: null })
  const verify = (id: string) => operate('verify-edi-identity', { organization: rival.organization_id, identity: id })
  await expect(verify(`12:${edi_id}`)).rejects.toThrow('belongs to Test organisation')
  await expect(verify('12:OTHER')).rejects.toThrow('claims')
  await rival_admin.patch(theirs, { edi_qualifier: 'ZZ', edi_id: made.id })
  await expect(verify(`ZZ:${made.id}`)).rejects.toThrow('belongs to Test organisation')

  expect((await admin.patch(path, claim)).body.data.edi_verified_at).not.toBeNull()
  const other = await admin.patch(path, { edi_qualifier: '12', edi_id: `${edi_id}1` })
  expect(other.body.data.edi_verified_at).toBeNull()
  expect(await sender()).toEqual(made)
  const cleared = await admin.patch(path, { edi_qualifier: null, edi_id: null })
  expect(cleared.body.data).toMatchObject({ edi_qualifier: null, edi_id: null, edi_verified_at: null })
})

test('a link opens the printed order without a key for 90 days, and says what became of the order since', async () => {
  const id = await approvedOrder(fixture)
  const issued = await issue(fixture, id, { channel: 'link' })
  const { link_url, document } = issued.body.data
  expect(document).toMatchObject({ channel: 'link', state: 'stored', recipient: null })
  expect(link_url).toStartWith('http://localhost:3000/documents/')
  const address = here(fixture, link_url)
  const read = async () => {
    const { status, headers, bytes } = await fetchBytes(address)
    return { status, headers, page: (await pdfPages(bytes))[0]! }
  }
  const first = await read()
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(first.headers.get('content-disposition')).toBe('inline; filename="PO-1001.pdf"')
  expect([first.headers.get('cache-control'), first.headers.get('referrer-policy')]).toEqual([
    'private, no-store',
    'no-referrer',
  ])
  expect(first.page).toContain('Purchase order PO-1001')
  expect(first.page).not.toContain('REPLACED')
  const session = await person(fixture)
  const whole = (await session.get(`/api/v1/outbound/documents/${document.document_id}`)).body.data
  expect(whole.link_url).toBe(link_url)
  expect((Date.parse(whole.expires_at) - Date.parse(whole.created_at)) / 86_400_000).toBeCloseTo(90, 2)
  await fixture.tenant.patch(fixture.at(`/${id}`), { notes: 'Blue tape.' })
  expect((await issue(fixture, id, { channel: 'link' })).status).toBe(200)
  const replaced = await read()
  expect(replaced.page).toContain('REPLACED: the order was sent again with changes')
  expect(replaced.page).not.toContain('Blue tape.')
  await fixture.tenant.patch(fixture.at(`/${id}`), { status: 'cancelled' })
  expect((await read()).page).toContain('CANCELLED: please do not deliver')
  const frozen = await documentFile(fixture, session, document.document_id)
  expect((await pdfPages(frozen.bytes))[0]).not.toContain('CANCELLED')
})

test('an address that was altered, renamed, or is over opens nothing; a fresh issue makes another', async () => {
  const id = await approvedOrder(fixture)
  const { link_url, document } = (await issue(fixture, id, { channel: 'link' })).body.data
  const address = here(fixture, link_url)
  const token = new URL(address).pathname.split('/')[2]!
  const flipped = token.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
  const wrong = [
    address.replace(token, flipped),
    address.replace(token, token.slice(0, -1)),
    address.replace(token, `${token}A`),
    address.replace(token, '%E2%82%AC'),
    address.replace('PO-1001.pdf', 'PO-1002.pdf'),
  ]
  for (const one of wrong) {
    const response = await fetch(one)
    expect([one, response.status, ((await response.json()) as any).code]).toEqual([one, 403, 'document_link_invalid'])
  }
  expect((await issue(fixture, id, { channel: 'link' })).status).toBe(409)
  const { sql } = fixture.tenant.service.database
  await sql`update outbound_documents set expires_at = now() where document_id = ${document.document_id}`
  expect((await fetch(address)).status).toBe(403)
  const fresh = await issue(fixture, id, { channel: 'link' })
  expect(fresh.body.data.document.revision).toBe(1)
  expect((await fetch(here(fixture, fresh.body.data.link_url))).status).toBe(200)
})

test('the address of another kind of paper cannot be made of its id, and an export address is no link', async () => {
  const mailed = await approvedOrder(fixture)
  await issue(fixture, mailed)
  const { running, settings } = fixture.tenant.service
  if (running === null) return
  const [row] = await fixture.tenant.service.database.sql`
    select document_id from outbound_documents where purchase_order_id = ${mailed}`
  const made = running.context.documents.documentUrl(fixture.tenant.organization_id, row!.document_id, 'PO-1001.pdf')
  expect(made).toStartWith(settings.BASE_URL)
  expect((await fetch(here(fixture, made))).status).toBe(403)
})

test('issuing a transfer draws the source whole, or refuses and draws nothing; it is issued once and sends no paper', async () => {
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
  const [id, too_much] = [await transfer(20), await transfer(10)]
  expect(refusedField(await issue(fixture, id, { channel: 'link' }))).toEqual([400, 'bad_request', 'channel'])
  const heard = await listen(fixture, 'movement.recorded', 'purchase_order_updated')
  const issued = await issue(fixture, id)
  expect(issued.body.data).toMatchObject({ status: 'issued', document: null, link_url: null })
  expect(issued.body.data.line_items[0].in_transit_quantity).toBe(20)
  expect(await held()).toBe(10)
  expect((await heard()).map(([event]) => event).toSorted()).toEqual(['movement.recorded', 'purchase_order_updated'])
  const short = await issue(fixture, too_much)
  expect([short.status, short.body.code]).toEqual([409, 'conflict'])
  expect(await fixture.read(too_much)).toMatchObject({ status: 'approved', issued_at: null })
  expect(await held()).toBe(10)
  expect((await issue(fixture, id)).body.message.desc).toContain('nothing of it is left to send')
})

test('a manufacturing order without a supplier is issued and sends no paper', async () => {
  const id = await fixture.order({ order_type: 'manufacturing', supplier_id: undefined })
  await fixture.tenant.post(fixture.at(`/${id}/approve`))
  const issued = await issue(fixture, id)
  expect([issued.status, issued.body.data.status, issued.body.data.document]).toEqual([200, 'issued', null])
  expect(await rowsOf(id)).toHaveLength(0)
})

test('a repeated call with its Idempotency-Key answers the first answer and sends nothing more', async () => {
  const id = await approvedOrder(fixture)
  const headers = { 'Idempotency-Key': 'issue-1' }
  const first = await fixture.tenant.post(fixture.at(`/${id}/issue`), { channel: 'link' }, { headers })
  const second = await fixture.tenant.post(fixture.at(`/${id}/issue`), { channel: 'link' }, { headers })
  expect(second.body).toEqual(first.body)
  expect(await rowsOf(id)).toHaveLength(1)
})

test("papers are listed newest first, by channel, state and order, and are nobody else's", async () => {
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

test('what nothing sends, and a link, cannot be sent again', async () => {
  const id = await approvedOrder(fixture)
  await issue(fixture, id)
  await issue(fixture, id, { channel: 'link' })
  const session = await person(fixture)
  const [link, mail] = await documents(session)
  const send = async (one: any) => (await session.post(`/api/v1/outbound/documents/${one.document_id}/send`)).body
  expect((await send(link)).message.desc).toBe('A link is not sent. Read it, and pass its address on.')
  expect((await send(mail)).message.desc).toBe(
    'The service has nothing to send email with. Fetch the paper and pass it on.',
  )
})

test('an order that went out stays on file; a supplier told by a hostile name breaks no paper', async () => {
  const { sql } = fixture.tenant.service.database
  await sql`update variants set title = ${'<b>\u202e =1+1\n\t"; drop'} where variant_id = ${fixture.ids.variants['C-S']!}`
  const id = await approvedOrder(fixture)
  await issue(fixture, id)
  const session = await person(fixture)
  const [printed] = await documents(session)
  expect((await pdfPages((await documentFile(fixture, session, printed.document_id)).bytes))[0]).toContain('drop')
  await fixture.tenant.patch(fixture.at(`/${id}`), { status: 'cancelled' })
  expect((await fixture.tenant.delete(fixture.at(`/${id}`))).body.message.desc).toEndWith(
    'was issued and stays on file.',
  )
})
