/** Documents to accounts: numbered without gaps, archived once, and sent as archived. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { accountFolder } from '../../server/interchanges/transports/folder.ts'
import { writeEdiDocument } from '../../server/interchanges/outbound/write.ts'
import { claimEdiDocuments, findDueGroups } from '../../server/interchanges/outbound/documents.store.ts'
import { openDatabase } from '../../db/client/database.ts'
import { testService } from '../support/service/service.ts'
import { startReceiver } from './gateway.ts'
import { advance, advice, archived, documentsPath, type EdiRig, queue, shop, type Shop, startWorkers } from './rig.ts'

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers()
})
afterAll(async () => {
  await rig.stop()
})

const folderOf = async ({ tenant }: Shop, trading_partner_id: string) =>
  accountFolder((await testService()).settings.DATA_DIR, {
    organization_id: tenant.organization_id,
    trading_partner_id,
  })

test('a document is written once with the ids and version of its account, and waits to be downloaded', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian', { version: '4010', edi_group_id: 'MERIDIANUS' })
  const document_id = await queue(merchant, partner, '846', advice())
  await rig.worker.settle()
  const [document] = await merchant.documents()
  expect(document).toMatchObject({
    document_id,
    document_type: '846',
    direction: 'outbound',
    state: 'stored',
    sentence: 'The inventory advice (846) for Meridian is ready to be downloaded.',
    control_number: 1,
    network: 'edi_network',
    account: { name: 'Meridian', trading_partner_id: partner.trading_partner_id },
    order: null,
    received_at: null,
    sent_at: null,
  })
  const { read } = await archived(merchant, document_id)
  expect([read.sender, read.receiver, read.version, read.usage]).toEqual([merchant.own, partner.party, '00401', 'T'])
  expect([read.groups[0]!.receiver, read.groups[0]!.version, read.groups[0]!.control_number]).toEqual([
    'MERIDIANUS',
    '004010',
    '1',
  ])
})

test('downloading a stored document marks it sent, and its file is the archived interchange', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const document_id = await queue(merchant, partner, '846', advice())
  const unwritten = await queue(merchant, partner, '846', { ...advice(), reference: '☃' })
  await rig.worker.settle()
  const none = await merchant.member.post(`${documentsPath}/${unwritten}/download`)
  expect([none.status, none.body.code]).toEqual([409, 'conflict'])
  const link = await merchant.member.post(`${documentsPath}/${document_id}/download`)
  expect([link.status, link.body.data.file_name]).toEqual([200, '846_000000001.edi'])
  const [document, other] = await merchant.documents()
  expect(other).toMatchObject({ control_number: null, file_path: null })
  expect([document.state, document.sent_at]).toEqual(['sent', expect.any(String)])
  const { text } = await archived(merchant, document_id)
  const service = await testService()
  for (const url of [link.body.data.export_url, document.file_path]) {
    const { pathname } = new URL(url)
    expect(await (await fetch(`${service.base_url}${pathname}`)).text()).toBe(text)
  }
})

test('numbers of a partner have no gaps, also where documents cannot be represented, and each account counts for itself', async () => {
  const merchant = await shop()
  const [a, b] = [await merchant.account('Meridian'), await merchant.account('Harbor')]
  const unfit = { ...advice(), reference: 'Größe ☃' }
  for (const [partner, record] of [
    [a, advice('A1')],
    [a, unfit],
    [b, advice('B1')],
    [a, advice('A2')],
  ] as const)
    await queue(merchant, partner, '846', record)
  await rig.worker.settle()
  const documents = await merchant.documents()
  expect(documents.map(({ state, control_number }) => [state, control_number])).toEqual([
    ['stored', 1],
    ['failed', null],
    ['stored', 1],
    ['stored', 2],
  ])
  const [failure] = await merchant.exceptions('&kind=edi_undelivered')
  expect(failure.subject).toEqual({ type: 'edi_document', id: String(documents[1].document_id) })
  expect(failure.sentence).toContain('characters that X12 cannot represent')
  expect(documents[1].sentence).toBe(failure.sentence)
})

test('an account without the document in its profile gets none', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian', { documents_taken: ['810'] })
  await expect(queue(merchant, partner, '846', advice())).rejects.toThrow()
  expect(await merchant.documents()).toEqual([])
})

test('a folder gets whole files named by control number, and a retry writes the same bytes', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian', { transport: 'folder' })
  const root = await folderOf(merchant, partner.trading_partner_id)
  mkdirSync(root, { recursive: true })
  // A file where the folder should be: nothing can be written.
  writeFileSync(join(root, 'out'), '')
  const document_id = await queue(merchant, partner, '846', advice())
  await rig.worker.settle()
  const [waiting] = await merchant.documents()
  expect([waiting.state, waiting.control_number]).toEqual(['queued', 1])
  expect(waiting.sentence).toContain('the folder cannot be written')
  const { text } = await archived(merchant, document_id)
  rmSync(join(root, 'out'))
  await advance(merchant, 60)
  await rig.worker.settle()
  expect((await merchant.documents())[0]).toMatchObject({
    state: 'sent',
    control_number: 1,
    sent_at: expect.any(String),
  })
  expect(readdirSync(join(root, 'out'))).toEqual(['846_000000001.edi'])
  expect(readFileSync(join(root, 'out', '846_000000001.edi'), 'latin1')).toBe(text)
  await rm(dirname(root))
})

const rm = async (path: string) => rmSync(path, { recursive: true, force: true })

test('a gateway gets the same bytes and the same key on every attempt, and refuses for good with 422', async () => {
  const gateway = await startReceiver()
  try {
    const merchant = await shop()
    const connection = { http: { url: `${gateway.url}/edi`, bearer_token: 'gateway-token' } }
    const partner = await merchant.account('Meridian', { transport: 'http', connection })
    const document_id = await queue(merchant, partner, '846', advice())
    gateway.answer = 503
    await rig.worker.settle()
    gateway.answer = 200
    await advance(merchant, 60)
    await rig.worker.settle()
    const { text } = await archived(merchant, document_id)
    expect(gateway.received.map(({ body }) => body)).toEqual([text, text])
    expect(new Set(gateway.received.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(gateway.received[0]!.headers.get('authorization')).toBe('Bearer gateway-token')
    expect((await merchant.documents())[0].state).toBe('sent')

    gateway.answer = 422
    const second = await queue(merchant, partner, '846', advice())
    await rig.worker.settle()
    const failed = (await merchant.documents()).at(-1)
    expect([failed.document_id, failed.state]).toEqual([second, 'failed'])
    expect(failed.sentence).toContain('could not be sent to Meridian: the response was 422.')
    expect((await merchant.exceptions('&kind=edi_undelivered')).length).toBe(1)

    gateway.answer = 200
    const again = await merchant.member.post(`${documentsPath}/${second}/resend`)
    expect([again.status, again.body.data.state]).toEqual([200, 'queued'])
    await rig.worker.settle()
    const [, resent] = await merchant.documents()
    expect([resent.state, resent.control_number]).toEqual(['sent', 2])
    expect(gateway.received.at(-1)!.body).toBe(gateway.received.at(-2)!.body)
    expect(await merchant.exceptions('&kind=edi_undelivered')).toEqual([])
  } finally {
    await gateway.stop()
  }
})

test('a document whose every attempt fails is failed with one exception', async () => {
  const gateway = await startReceiver()
  const merchant = await shop()
  const connection = { http: { url: `${gateway.url}/edi` } }
  const partner = await merchant.account('Meridian', { transport: 'http', connection })
  await gateway.stop()
  await queue(merchant, partner, '846', advice())
  for (const seconds of [0, 60, 600, 3_600]) {
    await advance(merchant, seconds)
    await rig.worker.settle()
  }
  const [document] = await merchant.documents()
  expect(document.state).toBe('failed')
  expect(document.sentence).toContain('the connection was refused')
  expect((await merchant.exceptions()).map(({ kind }) => kind)).toEqual(['edi_undelivered'])
})

test('an attempt that lost its lease writes nothing', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const service = await testService()
  const db = openDatabase(service.database.url)
  try {
    await rig.worker.settle()
    await rig.stop()
    await queue(merchant, partner, '846', advice())
    const claim = async () =>
      claimEdiDocuments(
        db.autocommit,
        (await findDueGroups(db.autocommit))
          .filter(({ organization_id }) => organization_id === merchant.tenant.organization_id)
          .map((group) => ({ ...group, jobs_max: 1 })),
      )
    const [first] = await claim()
    await advance(merchant, 100)
    const [second] = await claim()
    expect(await db.write((sql) => writeEdiDocument(sql, first!))).toBeNull()
    const written = await db.write((sql) => writeEdiDocument(sql, second!))
    const again = await db.write((sql) => writeEdiDocument(sql, second!))
    expect([again!.interchange_id, Buffer.from(again!.content)]).toEqual([
      written!.interchange_id,
      Buffer.from(written!.content),
    ])
  } finally {
    await db.close()
    rig = await startWorkers()
  }
})
