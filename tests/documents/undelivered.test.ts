/** Undelivered documents in the exceptions queue. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { openDatabase } from '../../db/client/database.ts'
import type { Outgoing, SendResult } from '../../server/documents/channel.ts'
import { finishOutboundDocuments } from '../../server/documents/store.ts'
import { approvedOrder, issue, documents } from '../purchasing/issuing.ts'
import type { OrderFixture } from '../purchasing/order_fixture.ts'
import { listen } from '../purchasing/receiving.ts'
import { type Receiver, startReceiver } from '../outbox/receiver.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { type Correspondence, openCorrespondence } from './correspondence.ts'
import type { MailServer } from './mail_server.ts'
import { claimAll, type DocumentRig } from './rig.ts'

let correspondence: Correspondence
let mail: MailServer
let gatewayStatus: number
let rig: DocumentRig
let fixture: OrderFixture
let admin: Session

beforeAll(async () => {
  correspondence = await openCorrespondence((response) => response.writeHead(gatewayStatus).end('no such partner'))
  ;({ mail, rig } = correspondence)
})
afterAll(() => correspondence.stop())
beforeEach(async () => {
  fixture = await correspondence.begin()
  gatewayStatus = 202
  admin = await newSession(fixture.tenant)
})

const rowsOf = async (id: string, is_open?: boolean): Promise<any[]> =>
  (await admin.get(`/api/v1/exceptions?subject_id=${id}${is_open === undefined ? '' : `&is_open=${is_open}`}`)).body
    .data.rows
const kindsOf = async (id: string) => (await rowsOf(id, true)).map(({ kind }) => kind).toSorted()

test('a rejected e-mail opens one exception, resolved when the order reaches its supplier', async () => {
  const readEvents = await listen(fixture, 'exception.opened', 'exception.resolved')
  const id = await approvedOrder(fixture)
  mail.refusing.push({ code: 550, words: 'No such mailbox' }, { code: 550, words: 'Still not' })
  const { document_id } = (await issue(fixture, id)).body.data.document
  await rig.worker.settle()
  const [row, ...more] = await rowsOf(id)
  expect(more).toEqual([])
  expect(row).toMatchObject({
    kind: 'mail_undelivered',
    severity: 'blocking',
    subject: { type: 'purchase_order', id },
    sentence:
      'PO-1001 could not be e-mailed to orders@mill.example: 550 No such mailbox. Send the document again, or issue the order to another address.',
    resolved_at: null,
  })
  await admin.post(`/api/v1/outbound/documents/${document_id}/send`)
  await rig.worker.settle()
  expect(await rowsOf(id)).toEqual([row])
  await issue(fixture, id, { to: ['right@mill.example'] })
  await rig.worker.settle()
  const [resolved] = await rowsOf(id)
  expect(resolved).toMatchObject({ ...row, ...settled })
  expect(await readEvents()).toEqual([
    ['exception.opened', row],
    ['exception.resolved', resolved],
  ])
})
const settled = { resolved_at: expect.any(String), resolution: 'document_sent', resolved_by: 'service:documents' }

test('an interchange that fails four times opens an exception until it is sent again', async () => {
  const id = await approvedOrder(fixture)
  gatewayStatus = 503
  const { document_id } = (await issue(fixture, id, { channel: 'edi' })).body.data.document
  await rig.worker.settle()
  for (const wait of [60, 600]) await rig.advance(wait)
  expect(await rowsOf(id)).toEqual([])
  await rig.advance(3_600)
  const [row] = await rowsOf(id)
  expect(row).toMatchObject({
    kind: 'edi_rejected',
    severity: 'blocking',
    sentence:
      'PO-1001 could not be sent to ZZ:MILL over EDI: 503 no such partner. Send the document again, or issue the order by another channel.',
  })
  gatewayStatus = 202
  await admin.post(`/api/v1/outbound/documents/${document_id}/send`)
  await rig.worker.settle()
  expect(await rowsOf(id)).toMatchObject([{ id: row.id, ...settled }])
})

test('an interchange that the gateway rejects is not retried', async () => {
  const id = await approvedOrder(fixture)
  gatewayStatus = 422
  await issue(fixture, id, { channel: 'edi' })
  await rig.worker.settle()
  expect(await documents(admin)).toMatchObject([{ state: 'failed', attempts: 1 }])
  expect(await rowsOf(id)).toMatchObject([
    { kind: 'edi_rejected', sentence: expect.stringContaining('over EDI: 422 no such partner.') },
  ])
})

test('an order that reaches its supplier by another channel resolves the failed one', async () => {
  const id = await approvedOrder(fixture)
  mail.refusing.push({ code: 550, words: 'No such mailbox' })
  await issue(fixture, id)
  await rig.worker.settle()
  expect(await kindsOf(id)).toEqual(['mail_undelivered'])
  // A link may have reached nobody.
  await issue(fixture, id, { channel: 'link' })
  expect(await kindsOf(id)).toEqual(['mail_undelivered'])
  await issue(fixture, id, { channel: 'edi' })
  await rig.worker.settle()
  expect(await kindsOf(id)).toEqual([])
})

test('an older document that arrives late does not resolve a newer failed one', async () => {
  const db = openDatabase(fixture.tenant.service.database.url, { autocommit_connections: 1 })
  await rig.running.stop()
  const id = await approvedOrder(fixture)
  const claim = async (): Promise<Outgoing> => (await claimAll(db.autocommit, ['email']))[0]!
  const finish = (claimed: Outgoing, outcome: Partial<SendResult>) =>
    db.write((sql) =>
      finishOutboundDocuments(sql, [
        {
          job: claimed,
          outcome: { is_sent: false, status: null, detail: null, ...outcome },
          started_ms: performance.now(),
          duration_ms: 5,
        },
      ]),
    )
  await issue(fixture, id)
  const older = await claim()
  await fixture.tenant.patch(fixture.at(`/${id}`), { notes: 'Blue tape.' })
  await issue(fixture, id)
  await finish(await claim(), { is_final: true })
  expect(await rowsOf(id, true)).toMatchObject([
    { sentence: expect.stringContaining('could not be e-mailed to orders@mill.example: no response.') },
  ])
  await finish(older, { is_sent: true })
  expect((await documents(admin)).map(({ revision, state }) => [revision, state])).toEqual([
    [2, 'failed'],
    [1, 'sent'],
  ])
  expect(await kindsOf(id)).toEqual(['mail_undelivered'])
  rig.running = rig.startWorker()
  await db.close()
})

test('the end of an order resolves its undelivered documents', async () => {
  for (const [status, resolution] of [
    ['cancelled', 'order_cancelled'],
    ['closed', 'order_closed'],
  ]) {
    const id = await approvedOrder(fixture)
    mail.refusing.push({ code: 550, words: 'No such mailbox' })
    await issue(fixture, id)
    await rig.worker.settle()
    expect(await kindsOf(id)).toEqual(['mail_undelivered'])
    await fixture.tenant.patch(fixture.at(`/${id}`), { status })
    expect(await rowsOf(id)).toMatchObject([{ resolution, resolved_by: 'key:test' }])
  }
})

test('an undelivered inbound opens an exception until that warehouse gets it', async () => {
  const status: Record<string, number> = { Main: 422, Store: 422 }
  const warehouses: Receiver[] = []
  for (const location of ['Main', 'Store']) {
    const warehouse = await startReceiver((response) => response.writeHead(status[location]!).end('unknown item'))
    warehouses.push(warehouse)
    const location_id = fixture.ids.locations[location]
    const made = await admin.post('/api/v1/warehouse-connections', {
      name: `${location} WMS`,
      location_id,
      url: warehouse.url,
      bearer_token: 'wms_5mQ2c8Zr1vK9',
    })
    expect(made.status).toBe(201)
  }
  const id = await approvedOrder(fixture)
  const push = async () => {
    const pushed = await fixture.tenant.post(fixture.at(`/${id}/push-to-wms`))
    await rig.worker.settle()
    return pushed.body.data.inbounds.map(({ warehouse, action }: any) => [warehouse, action])
  }
  await push()
  expect(await rowsOf(id, true)).toMatchObject([
    {
      kind: 'inbound_undelivered',
      severity: 'warning',
      sentence:
        'PO-1001 could not be sent to Main WMS: 422 unknown item. Push the order to the warehouse again once the cause is fixed.',
    },
  ])
  status.Store = 204
  await fixture.tenant.patch(fixture.at(`/${id}`), { location_id: fixture.ids.locations.Store })
  await fixture.tenant.post(fixture.at(`/${id}/approve`))
  expect(await push()).toEqual([
    ['Store WMS', 'created'],
    ['Main WMS', 'called_off'],
  ])
  expect(await kindsOf(id)).toEqual(['inbound_undelivered'])
  await issue(fixture, id)
  await rig.worker.settle()
  expect(await kindsOf(id)).toEqual(['inbound_undelivered'])
  status.Main = 204
  expect(await push()).toEqual([
    ['Store WMS', 'unchanged'],
    ['Main WMS', 'resent'],
  ])
  expect(await kindsOf(id)).toEqual([])
  for (const warehouse of warehouses) await warehouse.stop()
})
