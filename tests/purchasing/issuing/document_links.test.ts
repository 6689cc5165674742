import { beforeEach, expect, test } from 'bun:test'
import { pdfPages } from '../../support/pdf.ts'
import { approvedOrder, fetchBytes, here, issue, documentFile, person, setSupplier } from '../issuing.ts'
import { type OrderFixture, orderFixture } from '../order_fixture.ts'

let fixture: OrderFixture
beforeEach(async () => {
  fixture = await orderFixture()
  await setSupplier(fixture, 'Mill', { order_email: 'orders@mill.example', address: 'Rua do Moinho 4, Porto' })
})

test('a link shows the printed order without a key for 90 days, and whether it was cancelled or replaced', async () => {
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
  const stored = (await session.get(`/api/v1/outbound/documents/${document.document_id}`)).body.data
  expect(stored.link_url).toBe(link_url)
  expect((Date.parse(stored.expires_at) - Date.parse(stored.created_at)) / 86_400_000).toBeCloseTo(90, 2)
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

test('an altered, renamed or expired link opens nothing, and issuing again creates a new one', async () => {
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

test('a link works only for link documents, and an export URL is not a document link', async () => {
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
