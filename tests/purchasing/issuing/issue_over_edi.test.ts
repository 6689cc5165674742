import { randomInt } from 'node:crypto'
import { beforeEach, expect, test } from 'bun:test'
import { readInterchanges } from '../../../server/edi/x12/read_envelope.ts'
import { read850 } from '../../../server/edi/documents/purchase_order_850.ts'
import { operate } from '../../support/operate.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { approvedOrder, issue, documentFile, documents, person, setSupplier } from '../issuing.ts'
import { type OrderFixture, orderFixture, refusedField } from '../order_fixture.ts'

let fixture: OrderFixture
beforeEach(async () => {
  fixture = await orderFixture()
  await setSupplier(fixture, 'Mill', { order_email: 'orders@mill.example', address: 'Rua do Moinho 4, Porto' })
})

test('an 850 has the content of the document, control numbers per partner, and BEG 05 when issued again', async () => {
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
  const sent = read850(interchange.groups[0]!.transactions[0]!)
  expect(sent).toMatchObject({
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
    sent.lines.map(({ buyer_sku, supplier_sku, gtin, quantity, unit_price }) => [
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

test('an order that X12 cannot represent is refused with the reason, and uses no control number', async () => {
  await setSupplier(fixture, 'Mill', { order_channel: 'edi', edi_qualifier: 'ZZ', edi_id: 'MILL' })
  const { sql } = fixture.tenant.service.database
  await sql`update variants set sku = 'Größe-S' where variant_id = ${fixture.ids.variants['C-S']!}`
  const id = await approvedOrder(fixture)
  const refused = await issue(fixture, id)
  expect([refused.status, refused.body.message.desc]).toEqual([
    409,
    'The order cannot be sent over EDI: The SKU "Größe-S" contains characters that X12 cannot represent.',
  ])
  expect((await fixture.read(id)).status).toBe('approved')
  expect(
    await sql`
    select 1 from edi_control_numbers where organization_id = ${fixture.tenant.organization_id}`,
  ).toHaveLength(0)
})

test('interchanges use the verified EDI identity, and live organisations send production interchanges', async () => {
  const live = await orderFixture({ sandbox: false })
  await setSupplier(live, 'Mill', { order_channel: 'edi', edi_qualifier: 'ZZ', edi_id: 'MILL' })
  const admin = await newSession(live.tenant)
  const session = await person(live)
  const { organization_id } = live.tenant
  const path = `/api/v1/organizations/${organization_id}`
  /** The sender of the next order. */
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

  // Another organisation may claim the same identity, but never sends under it.
  const rival = await newTenant({ sandbox: false })
  const rivalAdmin = await newSession(rival)
  const theirs = `/api/v1/organizations/${rival.organization_id}`
  expect((await rivalAdmin.patch(theirs, claim)).body.data).toMatchObject({ ...claim, edi_verified_at: null })
  const verify = (id: string) => operate('verify-edi-identity', { organization: rival.organization_id, identity: id })
  await expect(verify(`12:${edi_id}`)).rejects.toThrow('belongs to Test organisation')
  await expect(verify('12:OTHER')).rejects.toThrow('claims')
  await rivalAdmin.patch(theirs, { edi_qualifier: 'ZZ', edi_id: made.id })
  await expect(verify(`ZZ:${made.id}`)).rejects.toThrow('belongs to Test organisation')

  expect((await admin.patch(path, claim)).body.data.edi_verified_at).not.toBeNull()
  const other = await admin.patch(path, { edi_qualifier: '12', edi_id: `${edi_id}1` })
  expect(other.body.data.edi_verified_at).toBeNull()
  expect(await sender()).toEqual(made)
  const cleared = await admin.patch(path, { edi_qualifier: null, edi_id: null })
  expect(cleared.body.data).toMatchObject({ edi_qualifier: null, edi_id: null, edi_verified_at: null })
})
