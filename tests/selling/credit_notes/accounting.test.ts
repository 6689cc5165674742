import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openDatabase } from '../../../db/client/database.ts'
import { addressRules } from '../../../server/outbox/webhook_tools.ts'
import type { Worker } from '../../../server/queue/worker.ts'
import { secretBox } from '../../../server/secrets/secret_key.ts'
import { startCreditPostings } from '../../../server/selling/credit_notes/accounting/worker.ts'
import { type Receiver, startReceiver } from '../../outbox/receiver.ts'
import { testService } from '../../support/service/service.ts'
import { type CreditedShop, creditNotesPath, openCreditedShop } from './credited_shop.ts'

setDefaultTimeout(120_000)

let worker: Worker
let close: () => Promise<void>
const receivers: Receiver[] = []

beforeAll(async () => {
  const { database, settings } = await testService()
  const db = openDatabase(database.url, { autocommit_connections: 4, acquire_ms: 20_000 })
  worker = startCreditPostings(db, { secrets: secretBox(settings), rules: addressRules(settings) })
  close = async () => {
    await worker.stop()
    await db.close()
  }
})
afterAll(() => close())
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()))
})

async function connect({ admin }: CreditedShop, answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  receivers.push(receiver)
  const made = await admin.post('/api/v1/accounting-connections', {
    name: 'Harbour Books',
    url: receiver.url,
    bearer_token: 'acc_5mQ2c8Zr1vK9',
  })
  expect(made.status).toBe(201)
  return receiver
}

const bodies = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body))
const post = ({ admin }: CreditedShop, { credit_note_id }: any) =>
  admin.post(`${creditNotesPath}/${credit_note_id}/post`)
const read = async ({ admin }: CreditedShop, { credit_note_id }: any) =>
  (await admin.get(`${creditNotesPath}/${credit_note_id}`)).body.data

test('a credit note is posted, and its cancellation under the next revision', async () => {
  const shop = await openCreditedShop()
  const books = await connect(shop, (response) => response.writeHead(201).end(JSON.stringify({ external_id: 'CRD-1' })))
  const invoice = await shop.invoiced(await shop.sold({ lines: [{ sku: 'J-S', quantity: 1 }] }))
  const note = (await shop.allow(invoice, { amount_cents: 100 })).body.data
  expect(note.ledger).toMatchObject({ state: 'queued', ledger: 'Harbour Books' })
  await worker.settle()
  const posted = await read(shop, note)
  expect(posted.ledger).toMatchObject({
    state: 'posted',
    external_id: 'CRD-1',
    sentence: 'The credit note was posted to Harbour Books.',
  })
  const { ledger: _ledger, edi: _edi, ...record } = note
  expect(books.received[0]!.headers['idempotency-key']).toBe(`credit-note-${note.credit_note_id}-1`)
  expect(bodies(books)).toEqual([{ credit_note_id: note.credit_note_id, revision: 1, credit_note: record }])
  const again = await post(shop, note)
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  await shop.cancel(note)
  await worker.settle()
  expect(bodies(books)[1]).toMatchObject({ revision: 2, credit_note: { state: 'cancelled' } })
  expect((await read(shop, note)).ledger.sentence).toBe('The cancellation was posted to Harbour Books.')
})

test('a credit note that is rejected opens an exception, which closes once it is posted', async () => {
  const shop = await openCreditedShop()
  let status = 422
  await connect(shop, (response) => response.writeHead(status).end())
  const invoice = await shop.invoiced(await shop.sold({ lines: [{ sku: 'J-S', quantity: 1 }] }))
  const note = (await shop.allow(invoice, { amount_cents: 100 })).body.data
  await worker.settle()
  const exceptions = async () =>
    (await shop.admin.get(`/api/v1/exceptions?subject_type=credit_note&subject_id=${note.credit_note_id}`)).body.data
      .rows
  expect((await read(shop, note)).ledger.state).toBe('failed')
  expect(await exceptions()).toMatchObject([{ kind: 'ledger_post_failed', resolved_at: null }])
  status = 200
  expect((await post(shop, note)).body.data.ledger.state).toBe('queued')
  await worker.settle()
  expect((await read(shop, note)).ledger.state).toBe('posted')
  const [closed] = (await shop.tenant.service.database.sql`
    select resolution from exceptions where organization_id = ${shop.tenant.organization_id}
      and subject_type = 'credit_note'`) as any
  expect(closed.resolution).toBe('credit_note_posted')
})

test('one from before a connection is posted when asked for; a cancelled one never', async () => {
  const shop = await openCreditedShop()
  const invoice = await shop.invoiced(await shop.sold({ lines: [{ sku: 'J-S', quantity: 1 }] }))
  const notes = [1, 2].map(() => shop.allow(invoice, { amount_cents: 100 }).then(({ body }) => body.data))
  const [first, second] = await Promise.all(notes)
  const early = await post(shop, first)
  expect([early.status, early.body.message.desc]).toEqual([
    409,
    'No accounting system is connected. Create a connection first.',
  ])
  await connect(shop)
  await shop.cancel(second)
  expect((await read(shop, second)).ledger.state).toBe('not_connected')
  expect((await post(shop, second)).body.code).toBe('conflict')
  expect((await post(shop, first)).body.data.ledger.state).toBe('queued')
  await worker.settle()
  expect((await read(shop, first)).ledger.state).toBe('posted')
})
