/** What suppliers get when an order is cancelled. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { readInterchanges } from '../../server/edi/x12/read_envelope.ts'
import { read850 } from '../../server/edi/documents/purchase_order_850.ts'
import { approvedOrder, here, issue, documents, person, setSupplier } from '../purchasing/issuing.ts'
import { type OrderFixture, orderFixture } from '../purchasing/order_fixture.ts'
import type { Receiver } from '../outbox/receiver.ts'
import { pdfPages } from '../support/pdf.ts'
import { type Correspondence, openCorrespondence } from './correspondence.ts'
import { headerOf, type MailServer, partsOf } from './mail_server.ts'
import type { DocumentRig } from './rig.ts'

let correspondence: Correspondence
let mail: MailServer
let gateway: Receiver
let rig: DocumentRig
let fixture: OrderFixture

beforeAll(async () => {
  correspondence = await openCorrespondence((response) => response.writeHead(202).end())
  ;({ mail, gateway, rig } = correspondence)
})
afterAll(() => correspondence.stop())
beforeEach(async () => {
  fixture = await correspondence.begin()
})

const end = (id: string, status: string) => fixture.tenant.patch(fixture.at(`/${id}`), { status })

test('recipients who got an order by e-mail or EDI are notified once, by the same channel, when it is cancelled', async () => {
  const id = await approvedOrder(fixture)
  const to = ['a@mill.example', 'b@mill.example']
  await issue(fixture, id, { to })
  await issue(fixture, id, { channel: 'edi' })
  const { link_url } = (await issue(fixture, id, { channel: 'link' })).body.data
  await fixture.tenant.patch(fixture.at(`/${id}`), { notes: 'Blue tape.' })
  await rig.worker.settle()
  await issue(fixture, id, { to })
  await rig.worker.settle()
  // A later change of the supplier does not change where the order went.
  await setSupplier(fixture, 'Mill', { order_email: 'new@mill.example', edi_id: 'MILL2' })
  const cancelled = await end(id, 'cancelled')
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled', document: { state: 'queued', revision: 3 } })
  await rig.worker.settle()

  expect(mail.mails.map((one) => [headerOf(one.raw, 'Subject'), one.to])).toEqual([
    ['Purchase order PO-1001 from Test organisation', to],
    ['Amended purchase order PO-1001 from Test organisation', to],
    ['Cancelled: purchase order PO-1001 from Test organisation', to],
  ])
  const [text, attachment] = partsOf(mail.mails[2]!.raw)
  expect(text!.body.toString('utf8').trim().replaceAll('\r\n', '\n')).toBe(
    'We have cancelled our purchase order PO-1001. Please do not deliver it, and tell us if any of it has shipped. The cancelled order is attached.\n\nTest organisation',
  )
  expect((await pdfPages(attachment!.body))[0]).toContain('CANCELLED: please do not deliver')

  expect(gateway.received).toHaveLength(2)
  const [interchange] = readInterchanges(gateway.received[1]!.body)
  expect([interchange!.control_number, interchange!.receiver.id]).toEqual([2, 'MILL'])
  const order = read850(interchange!.groups[0]!.transactions[0]!)
  expect([order.purpose, order.number, order.lines.map(({ quantity }) => quantity)]).toEqual([
    'cancellation',
    'PO-1001',
    [24, 6],
  ])
  expect(gateway.received[1]!.body).toContain('BEG*01*SA*PO-1001')

  const printed = await fetch(here(fixture, link_url))
  expect((await pdfPages(Buffer.from(await printed.arrayBuffer())))[0]).toContain('CANCELLED: please do not deliver')
})

test('cancelling an order that reached nobody sends nothing and withdraws queued documents', async () => {
  const never = await approvedOrder(fixture)
  await end(never, 'cancelled')
  const failed = await approvedOrder(fixture)
  mail.refusing.push({ code: 550, words: 'No such mailbox' })
  await issue(fixture, failed)
  await rig.worker.settle()
  await end(failed, 'cancelled')
  await rig.running.stop()
  const waiting = await approvedOrder(fixture)
  await issue(fixture, waiting)
  await end(waiting, 'cancelled')
  rig.running = rig.startWorker()
  await rig.worker.settle()
  expect(mail.mails).toHaveLength(0)
  const states = (await documents(await person(fixture))).map(({ name, state }) => [name, state])
  expect(states).toEqual([
    ['PO-1003', 'replaced'],
    ['PO-1002', 'failed'],
  ])
})

test('a cancellation is sent despite a hold, and can be sent again after the order ended', async () => {
  const id = await approvedOrder(fixture)
  await issue(fixture, id)
  await rig.worker.settle()
  await fixture.tenant.post(fixture.at(`/${id}/hold`), { reason: 'Price' })
  mail.refusing.push({ code: 554, words: 'Mailbox full' })
  await end(id, 'cancelled')
  await rig.worker.settle()
  const member = await person(fixture)
  const [notice, original] = await documents(member)
  expect([notice.state, original.state]).toEqual(['failed', 'sent'])
  const [open] = (await member.get(`/api/v1/exceptions?is_open=true&subject_id=${id}`)).body.data.rows
  expect(open).toMatchObject({
    kind: 'mail_undelivered',
    severity: 'blocking',
    sentence:
      'The cancellation of PO-1001 could not be e-mailed to orders@mill.example: 554 Mailbox full. Send the document again, or tell the supplier yourself.',
  })
  const again = await member.post(`/api/v1/outbound/documents/${notice.document_id}/send`)
  expect(again.status).toBe(200)
  await rig.worker.settle()
  expect(mail.mails.map(({ raw }) => headerOf(raw, 'Subject'))).toEqual([
    'Purchase order PO-1001 from Test organisation',
    'Cancelled: purchase order PO-1001 from Test organisation',
  ])
  expect((await member.get(`/api/v1/exceptions?is_open=true&subject_id=${id}`)).body.data.rows).toEqual([])
})

test('closing an order sends its supplier nothing', async () => {
  const id = await approvedOrder(fixture)
  await issue(fixture, id)
  await rig.worker.settle()
  await end(id, 'closed')
  await rig.worker.settle()
  expect(mail.mails).toHaveLength(1)
})

test('without a mail server the cancellation is stored for the app to download', async () => {
  const stored = await orderFixture()
  await setSupplier(stored, 'Mill', { order_email: 'orders@mill.example' })
  const id = await approvedOrder(stored)
  await issue(stored, id)
  await stored.tenant.patch(stored.at(`/${id}`), { status: 'cancelled' })
  expect((await stored.read(id)).document).toMatchObject({ channel: 'email', state: 'stored', revision: 2 })
  expect((await documents(await person(stored))).map(({ file_name }) => file_name)).toEqual([
    'PO-1001-2.pdf',
    'PO-1001.pdf',
  ])
})

test('an order that EDI cannot represent any more cannot be cancelled without telling its supplier', async () => {
  const id = await approvedOrder(fixture)
  await issue(fixture, id, { channel: 'edi' })
  await rig.worker.settle()
  await fixture.put(id, { name: 'PO-WITH-A-NAME-OF-TWENTY-NINE' })
  const refused = await end(id, 'cancelled')
  expect([refused.status, refused.body.data.act]).toEqual([409, 'cancel'])
  expect(refused.body.message.desc).toStartWith('The order cannot be sent over EDI: The order number')
  expect((await fixture.read(id)).status).toBe('issued')
})
