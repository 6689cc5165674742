import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { openDatabase } from '../../../db/client/database.ts'
import { addressRules } from '../../../server/outbox/webhook_tools.ts'
import type { Worker } from '../../../server/queue/worker.ts'
import { secretBox } from '../../../server/secrets/secret_key.ts'
import { startPostings } from '../../../server/selling/invoices/accounting/worker.ts'
import { whileHeld } from '../../support/held.ts'
import { type Receiver, startReceiver } from '../../outbox/receiver.ts'
import { newSession } from '../../support/service/session.ts'
import { startService, testService } from '../../support/service/service.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { type InvoicedShop, invoicesPath, openInvoicedShop, proveInvoices } from './invoiced_shop.ts'

setDefaultTimeout(60_000)

const connections = '/api/v1/accounting-connections'
const bearer_token = 'acc_5mQ2c8Zr1vK9'

let worker: Worker
let close: () => Promise<void>
const receivers: Receiver[] = []

beforeAll(async () => {
  const { database, settings } = await testService()
  const db = openDatabase(database.url, { autocommit_connections: 4, acquire_ms: 20_000 })
  worker = startPostings(db, { secrets: secretBox(settings), rules: addressRules(settings) })
  close = async () => {
    await worker.stop()
    await db.close()
  }
})
afterAll(() => close())
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()))
})

async function receive(answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  receivers.push(receiver)
  return receiver
}

const bodies = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body))

/** Sends what is due, advances the waiting postings of the shop, and sends what is then due. */
async function advance({ tenant }: InvoicedShop, seconds: number) {
  await worker.settle()
  await tenant.service.database.sql`
    update invoice_postings set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds})
    where organization_id = ${tenant.organization_id} and state = 'queued'`
  await worker.settle()
}

async function connect({ admin }: InvoicedShop, url: string, name = 'Harbour Books'): Promise<string> {
  const made = await admin.post(connections, { name, url, bearer_token })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.data.accounting_connection_id
}

async function newInvoice(shop: InvoicedShop, units = 1) {
  const order = await shop.wholesale({ lines: [{ sku: 'J-S', quantity: units }] })
  await shop.ship(order, [{ sku: 'J-S', quantity: units }])
  return shop.invoiced(order)
}

const exceptionsOf = async ({ admin }: InvoicedShop, { invoice_id }: { invoice_id: number }) =>
  (await admin.get(`/api/v1/exceptions?subject_type=invoice&subject_id=${invoice_id}`)).body.data.rows

test('an invoice is posted with the token, and shows the id and URL that the system answers', async () => {
  const shop = await openInvoicedShop()
  const before = await newInvoice(shop)
  const books = await receive((response) =>
    response
      .writeHead(201)
      .end(JSON.stringify({ external_id: 'BILL-88', external_url: 'https://books.example.com/invoices/88' })),
  )
  await connect(shop, books.url)
  const issued = await newInvoice(shop, 2)
  expect(issued.ledger).toMatchObject({ state: 'queued', ledger: 'Harbour Books', posted_at: null })
  await worker.settle()
  const { ledger, edi, ...record } = await shop.read(issued)
  expect(books.received).toHaveLength(1)
  expect(books.received[0]!.headers).toMatchObject({
    authorization: `Bearer ${bearer_token}`,
    'content-type': 'application/json',
    'idempotency-key': `invoice-${issued.invoice_id}-1`,
  })
  expect(bodies(books)).toEqual([{ invoice_id: issued.invoice_id, revision: 1, invoice: record }])
  expect(ledger).toMatchObject({
    state: 'posted',
    sentence: 'The invoice was posted to Harbour Books.',
    ledger: 'Harbour Books',
    external_id: 'BILL-88',
    external_url: 'https://books.example.com/invoices/88',
  })
  expect([ledger.posted_at === null, edi.state, record.state]).toEqual([false, 'not_connected', 'issued'])
  // An invoice from before the connection is posted when a person asks for it.
  expect((await shop.read(before)).ledger.state).toBe('not_connected')
  const post = (one: { invoice_id: number }) => shop.admin.post(`${invoicesPath}/${one.invoice_id}/post`)
  const postResponse = await post(before)
  expect(postResponse.body.message.desc).toBe(`Invoice ${before.name} is queued for Harbour Books.`)
  await worker.settle()
  expect((await shop.read(before)).ledger.state).toBe('posted')
  expect((await post(before)).body).toMatchObject({
    code: 'conflict',
    message: { desc: `Harbour Books has accepted ${before.name} already.` },
  })
  await proveInvoices(shop)
})

test('a system that is down gets the invoice again; the last failure opens an exception that posting it again resolves', async () => {
  const shop = await openInvoicedShop()
  let status = 503
  const books = await receive((response) => response.writeHead(status).end('closed'))
  await connect(shop, books.url)
  const invoice = await newInvoice(shop)
  await worker.settle()
  expect(await shop.read(invoice)).toMatchObject({
    state: 'issued',
    ledger: {
      state: 'queued',
      sentence: 'The invoice could not be posted to Harbour Books: 503 closed. It is retried.',
    },
  })
  expect(await exceptionsOf(shop, invoice)).toEqual([])
  for (const seconds of [60, 600, 3_600]) await advance(shop, seconds)
  expect(books.received).toHaveLength(4)
  expect(new Set(books.received.map(({ body }) => body)).size).toBe(1)
  expect((await shop.read(invoice)).ledger.state).toBe('failed')
  const [opened] = await exceptionsOf(shop, invoice)
  expect(opened).toMatchObject({
    kind: 'ledger_post_failed',
    resolved_at: null,
    sentence: `${invoice.name} could not be posted to Harbour Books: 503 closed. Post the invoice again once the cause is fixed.`,
  })
  status = 200
  expect((await shop.admin.post(`${invoicesPath}/${invoice.invoice_id}/post`)).body.data.ledger.state).toBe('queued')
  await worker.settle()
  expect((await shop.read(invoice)).ledger).toMatchObject({ state: 'posted', external_id: null })
  expect(await exceptionsOf(shop, invoice)).toMatchObject([
    { id: opened.id, resolution: 'invoice_posted', resolved_by: 'service:accounting' },
  ])
  expect((await shop.events()).slice(-2)).toEqual(['exception.opened', 'exception.resolved'])
  const { sql } = shop.tenant.service.database
  const attempts = await sql`
    select outcome, status from invoice_posting_attempts where organization_id = ${shop.tenant.organization_id}
    order by attempt`
  expect(attempts.map((row) => [row.outcome, row.status])).toEqual([
    ...Array.from({ length: 4 }, () => ['failed', 503]),
    ['posted', 200],
  ])
})

test('a void is posted under the next revision, also while an older one is on its way', async () => {
  const shop = await openInvoicedShop()
  let answerFirst = () => {}
  let isFirst = true
  const arrived = new Promise<void>((resolve) => {
    answerFirst = resolve
  })
  let release = () => {}
  const books = await receive((response) => {
    const end = () => response.writeHead(200).end(JSON.stringify({ external_id: 'BILL-1' }))
    if (!isFirst) return end()
    isFirst = false
    release = end
    answerFirst()
  })
  await connect(shop, books.url)
  const invoice = await newInvoice(shop)
  await arrived
  const voided = await shop.voided(invoice)
  expect(voided.body.data).toMatchObject({ state: 'void', ledger: { state: 'queued' } })
  release()
  // While the outcome of the first attempt is written, the posting is locked and not claimed.
  await advance(shop, 0)
  expect(bodies(books).map(({ revision, invoice: { state } }) => [revision, state])).toEqual([
    [1, 'issued'],
    [2, 'void'],
  ])
  expect(await shop.read(invoice)).toMatchObject({
    state: 'void',
    ledger: { state: 'posted', sentence: 'The void was posted to Harbour Books.', external_id: 'BILL-1' },
  })
})

test('a rejected invoice fails at once and stays issued; responses that are no reference are not shown', async () => {
  const shop = await openInvoicedShop()
  const books = await receive((response, { body }) => {
    const isRejected = JSON.parse(body).invoice.lines[0].quantity === 2
    if (isRejected) return response.writeHead(422).end('{"error":"period closed"}')
    return response.writeHead(200).end(JSON.stringify({ external_id: 7, external_url: 'javascript:alert(1)' }))
  })
  await connect(shop, books.url)
  const rejected = await newInvoice(shop, 2)
  const odd = await newInvoice(shop, 1)
  await worker.settle()
  expect(await shop.read(rejected)).toMatchObject({ state: 'issued', ledger: { state: 'failed' } })
  expect(await exceptionsOf(shop, rejected)).toHaveLength(1)
  expect((await shop.read(odd)).ledger).toMatchObject({ state: 'posted', external_id: null, external_url: null })
  expect(books.received).toHaveLength(2)
})

test('a deactivated connection gets nothing more, and another one takes over what failed', async () => {
  const shop = await openInvoicedShop()
  const [books, other] = [await receive((response) => response.writeHead(503).end()), await receive()]
  const accounting_connection_id = await connect(shop, books.url)
  const invoice = await newInvoice(shop)
  await worker.settle()
  const end = () => shop.admin.post(`${connections}/${accounting_connection_id}/deactivate`)
  expect((await end()).body.data.is_active).toBe(false)
  await advance(shop, 60)
  expect(books.received).toHaveLength(1)
  expect((await exceptionsOf(shop, invoice))[0].sentence).toContain('connection_deactivated')
  const post = () => shop.admin.post(`${invoicesPath}/${invoice.invoice_id}/post`)
  expect((await post()).body.message.desc).toBe('No accounting system is connected. Create a connection first.')
  expect((await newInvoice(shop)).ledger.state).toBe('not_connected')
  await connect(shop, other.url, 'New Books')
  expect((await post()).body.data.ledger.ledger).toBe('New Books')
  await worker.settle()
  expect([other.received.length, (await shop.read(invoice)).ledger.state]).toEqual([1, 'posted'])
})

test('an invoice that was voided before it was ever posted is not posted', async () => {
  const shop = await openInvoicedShop()
  const invoice = await newInvoice(shop)
  await shop.voided(invoice)
  const books = await receive()
  await connect(shop, books.url)
  const answer = await shop.admin.post(`${invoicesPath}/${invoice.invoice_id}/post`)
  expect(answer.body.message.desc).toBe(`${invoice.name} is void and was never posted.`)
  expect((await shop.admin.post(`${invoicesPath}/7/post`)).body.code).toBe('invoice_not_on_file')
})

test("a connection's token is never returned, one is active at a time, and bad ones name the field", async () => {
  const shop = await openInvoicedShop()
  const valid = { name: 'Books', url: 'http://127.0.0.1:9/', bearer_token }
  for (const [body, field] of [
    [{ name: '  ' }, 'name'],
    [{ url: 'ftp://books.example.com/' }, 'url'],
    [{ bearer_token: 'two words here' }, 'bearer_token'],
    [{ secret: 'x' }, 'secret'],
  ] as const)
    expect((await shop.admin.post(connections, { ...valid, ...body })).body.data.field).toBe(field)
  const make = () => shop.admin.post(connections, valid)
  const answers = await whileHeld(shop.tenant, 'lock table accounting_connections in share mode', [make, make])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const listed = await shop.admin.get(`${connections}?is_active=true`)
  expect(listed.body.data.rows).toMatchObject([{ name: 'Books', created_by: 'Ada Merchant', deactivated_at: null }])
  expect(listed.text).not.toContain(bearer_token)
  const [row] = await shop.tenant.service.database.sql`
    select encode(encrypted_token, 'escape') as encrypted from accounting_connections
    where organization_id = ${shop.tenant.organization_id}`
  expect(row!.encrypted).not.toContain(bearer_token)
  const member = await newSession(shop.tenant, { role: 'member' })
  expect((await member.get(connections)).body.code).toBe('admin_required')
  expect((await shop.admin.post(`${connections}/${uuidv7()}/deactivate`)).body.code).toBe('not_found')
  const strict = await startService({ WEBHOOK_ALLOW_LOOPBACK: 'false' })
  const elsewhere = await newSession(await newTenant({ service: strict }))
  expect((await elsewhere.post(connections, valid)).body.data.field).toBe('url')
  await strict.stop()
})
