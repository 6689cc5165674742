/** Sending documents to a real local mail server and gateway, and handling failures. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { ediSettings, mailSettings, readSettings, SettingsFault } from '../../server/settings/settings.ts'
import { readInterchanges } from '../../server/edi/x12/read_envelope.ts'
import { limits } from '../../server/contract/limits.ts'
import { finishOutboundDocuments } from '../../server/documents/store.ts'
import { openDatabase } from '../../db/client/database.ts'
import { approvedOrder, issue, documents, setSupplier } from '../purchasing/issuing.ts'
import { type OrderFixture, orderFixture } from '../purchasing/order_fixture.ts'
import type { Receiver } from '../outbox/receiver.ts'
import { pdfPages } from '../support/pdf.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { type Correspondence, login, openCorrespondence } from './correspondence.ts'
import { headerOf, type MailServer, partsOf } from './mail_server.ts'
import { claimAll, type DocumentRig, startDocumentRig } from './rig.ts'

let correspondence: Correspondence
let mail: MailServer
let gateway: Receiver
let answers: number[]
let rig: DocumentRig
let fixture: OrderFixture
let session: Session

beforeAll(async () => {
  answers = []
  correspondence = await openCorrespondence((response) => response.writeHead(answers.shift() ?? 202).end('taken'))
  ;({ mail, gateway, rig } = correspondence)
})
afterAll(() => correspondence.stop())
beforeEach(async () => {
  fixture = await correspondence.begin()
  session = await newSession(fixture.tenant, {
    role: 'member',
    email: `ada-${fixture.tenant.organization_id}@merchant.example`,
  })
})

const readDocument = async (document_id: string) =>
  (await session.get(`/api/v1/outbound/documents/${document_id}`)).body.data

test('an order is e-mailed with the right headers, text and PDF', async () => {
  const id = await approvedOrder(fixture, { expected_delivery_date: '2097-02-01' })
  const answer = await session.post(fixture.at(`/${id}/issue`), { message: 'Olá Inês,\nhere it is.' })
  expect(answer.body.data.document.state).toBe('queued')
  await rig.worker.settle()
  expect(mail.mails).toHaveLength(1)
  const [{ from, to, user, raw }] = mail.mails as [(typeof mail.mails)[number]]
  expect([from, to, user]).toEqual(['orders@merchant.example', ['orders@mill.example'], login.user])
  expect(headerOf(raw, 'From')).toBe('Test organisation <orders@merchant.example>')
  expect(headerOf(raw, 'Reply-To')).toBe(session.email)
  expect(headerOf(raw, 'Subject')).toBe('Purchase order PO-1001 from Test organisation')
  const { document_id } = answer.body.data.document
  expect(headerOf(raw, 'Message-ID')).toBe(`<${document_id}@merchant.example>`)
  const [text, attachment, ...more] = partsOf(raw)
  expect(more).toEqual([])
  expect(text!.body.toString('utf8').trim().replaceAll('\r\n', '\n')).toBe(
    'Olá Inês,\nhere it is.\n\nAttached is our purchase order PO-1001. Please deliver to Main by 2097-02-01.\n\nTest organisation',
  )
  expect(attachment!.head).toContain('application/pdf')
  expect(attachment!.head).toContain('PO-1001.pdf')
  expect((await pdfPages(attachment!.body))[0]).toContain('Total EUR 540.00')
  const sent = await readDocument(document_id)
  expect(sent).toMatchObject({ state: 'sent', attempts: 1, next_attempt_at: null, link_url: null, expires_at: null })
  expect(sent.ended_at).not.toBeNull()
  expect(sent.tries).toMatchObject([{ attempt: 1, outcome: 'sent', status: 250 }])
  expect((await fixture.read(id)).document).toMatchObject({ state: 'sent' })
  const again = await session.post(`/api/v1/outbound/documents/${document_id}/send`)
  expect([again.status, again.body.message.desc]).toEqual([
    409,
    'This document of PO-1001 is sent and cannot be resent.',
  ])
})

test('an e-mail goes to every recipient, and an amended order is announced as amended', async () => {
  const id = await approvedOrder(fixture)
  const to = ['a@mill.example', 'b@mill.example']
  await issue(fixture, id, { to })
  await rig.worker.settle()
  await fixture.tenant.patch(fixture.at(`/${id}`), { notes: 'Blue tape.' })
  await issue(fixture, id, { to })
  await rig.worker.settle()
  expect(mail.mails.map((one) => one.to)).toEqual([to, to])
  expect(headerOf(mail.mails[1]!.raw, 'Subject')).toBe('Amended purchase order PO-1001 from Test organisation')
  expect(headerOf(mail.mails[1]!.raw, 'Reply-To')).toBe('')
  expect(partsOf(mail.mails[1]!.raw)[0]!.body.toString('utf8')).toContain('Attached is revision 2')
})

test('an address that contains a comma stays one address', async () => {
  await setSupplier(fixture, 'Mill', { order_email: 'a@mill.example,b@elsewhere.example' })
  await issue(fixture, await approvedOrder(fixture))
  await setSupplier(fixture, 'Mill', { order_email: 'a,b@mill.example' })
  await issue(fixture, await approvedOrder(fixture))
  await rig.worker.settle()
  expect(mail.mails.flatMap((one) => one.to).filter((address) => address.startsWith('b@'))).toEqual([])
})

test('a deferred e-mail is retried after one, ten and sixty minutes with one Message-ID, and fails after four attempts', async () => {
  const id = await approvedOrder(fixture)
  mail.refusing.push(...Array.from({ length: 4 }, () => ({ code: 451, words: 'Try again later' })))
  const { document_id } = (await issue(fixture, id)).body.data.document
  await rig.worker.settle()
  const waits: number[] = []
  for (let attempt = 1; attempt <= 4; attempt++) {
    const { state, attempts, next_attempt_at, tries } = await readDocument(document_id)
    expect([attempts, tries.length]).toEqual([attempt, attempt])
    if (attempt === 4) break
    expect(state).toBe('queued')
    const [{ wait }] = (await fixture.tenant.service.database.sql`
      select extract(epoch from ${next_attempt_at}::timestamptz - now())::float8 as wait`) as unknown as [
      { wait: number },
    ]
    waits.push(wait)
    await rig.advance(limits.outbound_retry_seconds[attempt - 1]! - 5)
    expect((await readDocument(document_id)).attempts).toBe(attempt)
    await rig.advance(5)
  }
  waits.forEach((wait, i) => expect(Math.abs(wait - limits.outbound_retry_seconds[i]!)).toBeLessThan(4))
  const failed = await readDocument(document_id)
  expect(failed).toMatchObject({ state: 'failed', attempts: 4, next_attempt_at: null })
  expect(failed.tries[0]).toMatchObject({ outcome: 'failed', status: 451 })
  expect(failed.tries[0].detail).toContain('Try again later')
  expect(mail.mails).toHaveLength(0)
  expect((await documents(session, '&state=failed')).map((one) => one.document_id)).toEqual([document_id])
  const resent = await session.post(`/api/v1/outbound/documents/${document_id}/send`)
  expect(resent.body.data).toMatchObject({ state: 'queued', ended_at: null })
  await rig.worker.settle()
  expect(headerOf(mail.mails[0]!.raw, 'Message-ID')).toBe(`<${document_id}@merchant.example>`)
  expect(await readDocument(document_id)).toMatchObject({ state: 'sent', attempts: 5 })
})

test('an address that the mail server rejects fails at once, and the order can be issued to another one', async () => {
  const id = await approvedOrder(fixture)
  mail.refusing.push({ code: 550, words: 'No such mailbox' })
  const { document_id } = (await issue(fixture, id)).body.data.document
  await rig.worker.settle()
  const failed = await readDocument(document_id)
  expect(failed).toMatchObject({ state: 'failed', attempts: 1 })
  expect(failed.tries[0].detail).toContain('No such mailbox')
  expect((await issue(fixture, id, { to: ['right@mill.example'] })).body.data.document).toMatchObject({
    state: 'queued',
    revision: 1,
  })
  await rig.worker.settle()
  expect(mail.mails.map((one) => one.to)).toEqual([['right@mill.example']])
  // Nobody got the first document, so the second is still an original.
  expect(headerOf(mail.mails[0]!.raw, 'Subject')).toStartWith('Purchase order')
})

test('an unreachable mail server and a refused login are recorded and retried', async () => {
  const id = await approvedOrder(fixture)
  const wrong = await startDocumentRig({
    SMTP_URL: `smtp://${login.user}:wrong@127.0.0.1:${mail.port}`,
    MAIL_FROM: 'orders@merchant.example',
  })
  await rig.running.stop()
  try {
    const { document_id } = (await issue(fixture, id)).body.data.document
    await wrong.running.worker.settle()
    expect(await readDocument(document_id)).toMatchObject({
      state: 'queued',
      tries: [{ status: 535, outcome: 'failed' }],
    })
    await wrong.stop()
    const gone = await startDocumentRig({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'orders@merchant.example' })
    await gone.advance(60)
    await gone.stop()
    const { tries, state } = await readDocument(document_id)
    expect([state, tries[1].status, tries[1].detail]).toEqual(['queued', null, 'connection_refused'])
  } finally {
    rig.running = rig.startWorker()
  }
  await rig.advance(600)
  expect(mail.mails).toHaveLength(1)
})

test('an interchange is posted with its token, byte for byte, and retried with one idempotency key until accepted', async () => {
  const id = await approvedOrder(fixture)
  answers.push(503)
  const { document } = (await issue(fixture, id, { channel: 'edi' })).body.data
  expect(document.state).toBe('queued')
  await rig.worker.settle()
  expect(await readDocument(document.document_id)).toMatchObject({
    state: 'queued',
    control_number: 1,
    tries: [{ outcome: 'failed', status: 503, detail: 'taken' }],
  })
  await rig.advance(60)
  expect(await readDocument(document.document_id)).toMatchObject({ state: 'sent', attempts: 2 })
  const [first, second] = gateway.received
  expect(first!.body).toBe(second!.body)
  expect(readInterchanges(second!.body)[0]).toMatchObject({ control_number: 1, receiver: { id: 'MILL' } })
  expect(second!.headers).toMatchObject({
    'content-type': 'application/edi-x12',
    authorization: 'Bearer gateway-token',
    'idempotency-key': document.document_id,
  })
})

test('a queued document is replaced by a newer one on any channel to the supplier, and never sent after it', async () => {
  const id = await approvedOrder(fixture)
  mail.refusing.push({ code: 451, words: 'Later' })
  const first = (await issue(fixture, id)).body.data.document
  await rig.worker.settle()
  await fixture.tenant.patch(fixture.at(`/${id}`), { notes: 'Changed.' })
  await issue(fixture, id, { channel: 'edi' })
  await rig.advance(60)
  expect(await readDocument(first.document_id)).toMatchObject({ state: 'replaced', next_attempt_at: null, attempts: 1 })
  expect(mail.mails).toHaveLength(0)
  expect(gateway.received).toHaveLength(1)
  const again = await session.post(`/api/v1/outbound/documents/${first.document_id}/send`)
  expect([again.status, again.body.data]).toEqual([409, { state: 'replaced', channel: 'email' }])
})

test('the same document to another recipient replaces nothing, and a failed one is not sent over a newer one', async () => {
  const id = await approvedOrder(fixture)
  mail.refusing.push({ code: 451, words: 'Later' }, { code: 550, words: 'Never' })
  const waiting = (await issue(fixture, id)).body.data.document
  await rig.worker.settle()
  const refused = (await issue(fixture, id, { to: ['gone@mill.example'] })).body.data.document
  await rig.worker.settle()
  expect([(await readDocument(waiting.document_id)).state, (await readDocument(refused.document_id)).state]).toEqual([
    'queued',
    'failed',
  ])
  await fixture.tenant.patch(fixture.at(`/${id}`), { notes: 'Changed.' })
  await issue(fixture, id, { channel: 'link' })
  const over = await session.post(`/api/v1/outbound/documents/${refused.document_id}/send`)
  expect(over.body.message.desc).toBe(
    'PO-1001 has a newer document, which this one would replace with an older revision.',
  )
})

test('a document waits while its order is on hold, and is not sent once the order has ended', async () => {
  const [held, over] = [await approvedOrder(fixture), await approvedOrder(fixture)]
  mail.refusing.push({ code: 451, words: 'Later' }, { code: 550, words: 'Never' })
  const first = (await issue(fixture, held)).body.data.document
  await rig.worker.settle()
  const refused = (await issue(fixture, over)).body.data.document
  await rig.worker.settle()
  mail.refusing.push({ code: 451, words: 'Later' })
  const second = (await issue(fixture, over, { to: ['other@mill.example'] })).body.data.document
  await rig.worker.settle()
  await fixture.tenant.post(fixture.at(`/${held}/hold`), { reason: 'Price' })
  await fixture.tenant.patch(fixture.at(`/${over}`), { status: 'cancelled' })
  await rig.advance(60)
  // The first attempt may have arrived, so its recipient is notified of the cancellation.
  expect(mail.mails.map(({ raw, to }) => [headerOf(raw, 'Subject'), to])).toEqual([
    ['Cancelled: purchase order PO-1002 from Test organisation', ['other@mill.example']],
  ])
  expect(await readDocument(first.document_id)).toMatchObject({ state: 'queued', attempts: 1 })
  expect(await readDocument(second.document_id)).toMatchObject({ state: 'replaced', next_attempt_at: null })
  const again = await session.post(`/api/v1/outbound/documents/${refused.document_id}/send`)
  expect(again.body.message.desc).toBe('PO-1002 is closed or cancelled and is no longer sent to its supplier.')
  await fixture.tenant.post(fixture.at(`/${held}/hold`), { on_hold: false })
  await rig.worker.settle()
  expect(headerOf(mail.mails[1]!.raw, 'Subject')).toBe('Purchase order PO-1001 from Test organisation')
  expect(mail.mails).toHaveLength(2)
})

test('two workers send each document once', async () => {
  const other = rig.startWorker()
  const ids = await Promise.all(Array.from({ length: 6 }, () => approvedOrder(fixture)))
  await Promise.all(ids.map((id) => issue(fixture, id)))
  await Promise.all([rig.worker.settle(), other.worker.settle()])
  await rig.worker.settle()
  await other.stop()
  expect(mail.mails).toHaveLength(6)
  expect(new Set(mail.mails.map(({ raw }) => headerOf(raw, 'Message-ID'))).size).toBe(6)
})

test('a document of a dead worker is sent by the next after its lease, and the dead worker can no longer finish it', async () => {
  const database = fixture.tenant.service.database
  const db = openDatabase(database.url, { autocommit_connections: 1 })
  await rig.running.stop()
  const id = await approvedOrder(fixture)
  const { document_id } = (await issue(fixture, id)).body.data.document
  const [held, ...more] = await claimAll(db.autocommit, ['email'])
  expect([held!.document_id, held!.attempt, more.length]).toEqual([document_id, 1, 0])
  expect(await claimAll(db.autocommit, ['email'])).toHaveLength(0)
  expect(await claimAll(db.autocommit, ['edi'])).toHaveLength(0)
  await database.sql`update outbound_documents set leased_until = now() where document_id = ${document_id}`
  const [next] = await claimAll(db.autocommit, ['email'])
  expect(next!.attempt).toBe(2)
  const ended = (claimed: typeof held, is_sent: boolean) =>
    db.write((sql) =>
      finishOutboundDocuments(sql, [
        {
          job: claimed!,
          outcome: { is_sent, status: null, detail: `a\u0000b` },
          started_ms: performance.now(),
          duration_ms: 5,
        },
      ]),
    )
  await ended(held, true)
  expect((await readDocument(document_id)).state).toBe('queued')
  await ended(next, false)
  const after = await readDocument(document_id)
  expect(after).toMatchObject({ state: 'queued', attempts: 2 })
  expect(after.tries.map(({ attempt, outcome, detail }: any) => [attempt, outcome, detail])).toEqual([
    [1, 'sent', 'ab'],
    [2, 'failed', 'ab'],
  ])
  rig.running = rig.startWorker()
  await rig.advance(60)
  expect((await readDocument(document_id)).state).toBe('sent')
  await db.close()
})

test('a stored document is sent once its channel is configured', async () => {
  const stored = await orderFixture()
  await setSupplier(stored, 'Mill', { order_email: 'later@mill.example' })
  const id = await approvedOrder(stored)
  const { document } = (await issue(stored, id)).body.data
  expect(document.state).toBe('stored')
  await rig.worker.settle()
  expect(mail.mails).toHaveLength(0)
  const own = await newSession(stored.tenant)
  const headers = { Authorization: `Bearer ${own.user_token}`, 'X-Organization-ID': stored.tenant.organization_id }
  const answer = await fetch(`${rig.service.base_url}/api/v1/outbound/documents/${document.document_id}/send`, {
    method: 'POST',
    headers,
  })
  expect(answer.status).toBe(200)
  await rig.worker.settle()
  expect(mail.mails.map((one) => one.to)).toEqual([['later@mill.example']])
})

test('faults in the mail and EDI settings are all reported, without repeating secrets', () => {
  const faultsOf = (environment: Record<string, string>): readonly string[] => {
    try {
      readSettings(environment)
      return []
    } catch (error) {
      return (error as SettingsFault).faults
    }
  }
  const both = { SMTP_URL: 'smtps://me:s3cret@mail.example', MAIL_FROM: 'orders@merchant.example' }
  expect(mailSettings(readSettings(both))).toEqual({ url: both.SMTP_URL, from: both.MAIL_FROM })
  expect([mailSettings(readSettings({})), ediSettings(readSettings({}))]).toEqual([null, null])
  expect(ediSettings(readSettings({ EDI_URL: 'https://van.example' }))).toEqual({
    url: 'https://van.example',
    token: null,
  })
  expect(faultsOf({ SMTP_URL: both.SMTP_URL })).toEqual([
    'SMTP_URL and MAIL_FROM are set together or not at all; missing: MAIL_FROM',
  ])
  expect(faultsOf({ MAIL_FROM: both.MAIL_FROM })).toEqual([
    'SMTP_URL and MAIL_FROM are set together or not at all; missing: SMTP_URL',
  ])
  expect(faultsOf({ ...both, SMTP_URL: 'https://me:s3cret@mail.example' })).toEqual([
    'SMTP_URL must begin with smtp:// or smtps:// and name a server',
  ])
  expect(faultsOf({ ...both, MAIL_FROM: 'A <a@b.example>' })[0]).toContain('MAIL_FROM cannot be')
  expect(faultsOf({ EDI_TOKEN: 't0ken' })).toEqual(['EDI_TOKEN is set without EDI_URL'])
  expect(faultsOf({ EDI_URL: 'van.example' })[0]).toContain('EDI_URL must be an http or https address')
})
