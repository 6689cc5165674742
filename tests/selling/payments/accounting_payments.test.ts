import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { openDatabase } from '../../../db/client/database.ts'
import { addressRules } from '../../../server/outbox/webhook_tools.ts'
import type { Worker } from '../../../server/queue/worker.ts'
import { secretBox } from '../../../server/secrets/secret_key.ts'
import { startPaymentFeeds } from '../../../server/selling/payments/accounting/worker.ts'
import { newSession } from '../../support/service/session.ts'
import { testService } from '../../support/service/service.ts'
import { today } from '../credit_notes/credited_shop.ts'
import { bearer_token, type Books, connectionsPath, openBooks } from './accounting_books.ts'
import { daysFromNow, figures, openPaidShop, type PaidShop, paymentsPath, provePayments, uses } from './paid_shop.ts'

setDefaultTimeout(60_000)

let worker: Worker
let close: () => Promise<void>
const opened: Books[] = []

beforeAll(async () => {
  const { database, settings } = await testService()
  const db = openDatabase(database.url, { autocommit_connections: 4, acquire_ms: 20_000 })
  worker = startPaymentFeeds(db, { secrets: secretBox(settings), rules: addressRules(settings) })
  close = async () => {
    await worker.stop()
    await db.close()
  }
})
afterAll(() => close())
afterEach(async () => {
  await Promise.all(opened.splice(0).map((books) => books.stop()))
})

interface Connected {
  shop: PaidShop
  books: Books
  accounting_connection_id: string
}

async function connected(pageSize?: number): Promise<Connected> {
  const [shop, books] = [await openPaidShop(), await openBooks(pageSize)]
  opened.push(books)
  const accounting_connection_id = await books.connect(shop)
  // A new connection is read at once.
  await readTo(books, '/payments?limit=100')
  return { shop, books, accounting_connection_id }
}

/** Waits for a page to be read. */
async function readTo({ reads }: Books, path: string) {
  for (let turns = 0; turns < 200 && !reads.some((one) => one.path === path); turns += 1) {
    await worker.settle()
    await Bun.sleep(25)
  }
  expect(reads.map((one) => one.path)).toContain(path)
  await worker.settle()
}

/** Makes the shop's feed due, and reads what is stated. */
async function read({ shop: { tenant } }: Connected) {
  await worker.settle()
  await tenant.service.database.sql`
    update accounting_payment_feeds set next_attempt_at = now() where organization_id = ${tenant.organization_id}`
  await worker.settle()
}

const readAgain = ({ shop, accounting_connection_id }: Connected) =>
  shop.admin.post(`${connectionsPath}/${accounting_connection_id}/read-payments`)

const connectionOf = async ({ shop, accounting_connection_id }: Connected) =>
  (await shop.admin.get(connectionsPath)).body.data.rows.find(
    (one: any) => one.accounting_connection_id === accounting_connection_id,
  )

const paymentsOf = async ({ shop }: Connected) => (await shop.admin.get(paymentsPath)).body.data.rows

const exceptionsOf = async ({ shop }: Connected, is_open?: boolean) =>
  (
    await shop.admin.get(
      `/api/v1/exceptions?kind=payment_not_read${is_open === undefined ? '' : `&is_open=${is_open}`}`,
    )
  ).body.data.rows

/** A payment as the accounting system states it. */
const stated = ({ shop }: Connected, external_id: string, amount_cents: number, more: object = {}) => ({
  external_id,
  trading_partner_id: shop.account_id,
  amount_cents,
  currency: 'USD',
  paid_on: daysFromNow(-2),
  ...more,
})

test('payments of the accounting system pay their invoices, page by page, with the token', async () => {
  const rig = await connected(2)
  const { shop, books } = rig
  const { invoice } = await shop.billed(4)
  const { invoice: other } = await shop.billed(2)
  books.state(
    stated(rig, 'PMT-1', 6_000, { allocations: [{ invoice_id: invoice.invoice_id, amount_cents: 6_000 }] }),
    stated(rig, 'PMT-2', 9_000, {
      method: 'bank_transfer',
      reference: 'WIRE-2207',
      allocations: [
        { invoice_id: invoice.invoice_id, amount_cents: 4_000 },
        { invoice_id: other.invoice_id, amount_cents: 5_000 },
      ],
    }),
    stated(rig, 'PMT-3', 1_500),
  )
  await read(rig)
  // What follows a page is read without waiting for the next turn.
  await readTo(books, '/payments?limit=100&after=2')
  const paid = await paymentsOf(rig)
  expect(
    paid
      .map((one: any) => [one.external_id, one.amount.cents, one.unallocated.cents, one.method, one.reference])
      .toSorted(),
  ).toEqual([
    ['PMT-1', 6_000, 0, 'unknown', null],
    ['PMT-2', 9_000, 0, 'bank_transfer', 'WIRE-2207'],
    ['PMT-3', 1_500, 1_500, 'unknown', null],
  ])
  expect(new Set(paid.map((one: any) => one.created_by))).toEqual(new Set(['service:accounting']))
  expect(figures(await shop.balance(invoice))).toEqual(['paid', 10_000, 0, 10_000, 0])
  expect(figures(await shop.balance(other))).toEqual(['paid', 5_000, 0, 5_000, 0])
  const pages = books.reads.map(({ path }) => path)
  expect(pages[0]).toBe('/payments?limit=100')
  expect(books.reads[0]!.headers).toMatchObject({ authorization: `Bearer ${bearer_token}` })
  expect(await exceptionsOf(rig)).toEqual([])
  const { payments } = await connectionOf(rig)
  expect([payments.fault, payments.last_read_at === null]).toEqual([null, false])
  await provePayments(shop)
})

test('a payment that is stated again changes nothing, also when all are read from the beginning', async () => {
  const rig = await connected()
  const { shop, books } = rig
  const { invoice } = await shop.billed(4)
  const payment = stated(rig, 'PMT-1', 6_000, {
    allocations: [{ invoice_id: invoice.invoice_id, amount_cents: 6_000 }],
  })
  books.state(payment, stated(rig, 'PMT-2', 700), payment)
  await read(rig)
  const before = await paymentsOf(rig)
  const events = await shop.events()
  const beginnings = () => books.reads.filter(({ path }) => path === '/payments?limit=100').length
  const readBefore = beginnings()
  expect((await readAgain(rig)).status).toBe(200)
  await worker.settle()
  expect(beginnings()).toBe(readBefore + 1)
  expect(await paymentsOf(rig)).toEqual(before)
  expect(before).toHaveLength(2)
  expect(await shop.events()).toEqual(events)
  expect(await exceptionsOf(rig)).toEqual([])
})

test('a payment that cannot be recorded opens an exception that names it, once, and holds up no other', async () => {
  const rig = await connected()
  const { shop, books } = rig
  const [{ invoice }, { invoice: other }] = [await shop.billed(4), await shop.billed(4)]
  const on = (invoice_id: number, amount_cents: number) => ({ allocations: [{ invoice_id, amount_cents }] })
  books.state(
    stated(rig, 'UNKNOWN', 6_000, on(999_999, 6_000)),
    stated(rig, 'EUROS', 6_000, { currency: 'EUR', ...on(invoice.invoice_id, 6_000) }),
    stated(rig, 'OVER', 10_001, on(other.invoice_id, 10_001)),
    stated(rig, 'FUTURE', 100, { paid_on: daysFromNow(1) }),
    stated(rig, 'ODD', 100, { colour: 'red' }),
    stated(rig, 'ZERO', 0),
    stated(rig, 'NOBODY', 100, { trading_partner_id: uuidv7() }),
    { amount_cents: 100 },
    'text',
    stated(rig, 'EXACT', 10_000, on(invoice.invoice_id, 10_000)),
  )
  await read(rig)
  expect((await paymentsOf(rig)).map((one: any) => one.external_id)).toEqual(['EXACT'])
  const rows = await exceptionsOf(rig, true)
  const day = daysFromNow(-2)
  const end = 'Correct it in Harbour Books, or record it here with its external_id.'
  const bySubject = new Map<string, string>(rows.map((one: any) => [one.subject.id, one.sentence]))
  expect(bySubject.get('UNKNOWN')).toBe(
    `Payment UNKNOWN of 60.00 USD on ${day} for invoice 999999 was not recorded from Harbour Books: allocations[0].invoice_id must be an invoice of this organisation. ${end}`,
  )
  expect(bySubject.get('EUROS')).toContain(
    `Payment EUROS of 60.00 EUR on ${day} for invoice ${invoice.invoice_id} was not recorded from Harbour Books: currency must be the currency of ${invoice.name}. Allowed: USD.`,
  )
  expect(bySubject.get('OVER')).toContain(`100.00 USD of ${other.name} is open.`)
  expect(bySubject.get('FUTURE')).toContain('paid_on')
  expect(bySubject.get('ODD')).toContain('colour is not a known field.')
  expect(bySubject.get('ZERO')).toContain('amount_cents must be a whole number')
  expect(bySubject.get('NOBODY')).toContain('must be a trading account of this organisation')
  expect(rows.every((one: any) => one.subject.type === 'accounting_payment')).toBe(true)
  const nameless = [...bySubject.keys()].filter((id) => id.startsWith('sha256:'))
  expect([nameless.length, rows.length]).toEqual([2, 9])
  // Reading it again opens no second one.
  await readAgain(rig)
  await worker.settle()
  expect((await exceptionsOf(rig)).map((one: any) => one.id)).toEqual(rows.map((one: any) => one.id))
  await provePayments(shop)
})

test('what was refused is recorded once its cause is mended there, here or by hand, and the exception ends', async () => {
  const rig = await connected()
  const { shop, books } = rig
  const { invoice } = await shop.billed(4)
  const on = (amount_cents: number) => ({ allocations: [{ invoice_id: invoice.invoice_id, amount_cents }] })
  const blocking = await shop.paid({ amount_cents: 5_000, ...on(5_000) })
  books.state(
    stated(rig, 'THERE', 2_000, { allocations: [{ invoice_id: 999_999, amount_cents: 2_000 }] }),
    stated(rig, 'HERE', 6_000, on(6_000)),
    stated(rig, 'BY-HAND', 700, { currency: 'XXXX' }),
  )
  await read(rig)
  const subjects = async (is_open: boolean) =>
    (await exceptionsOf(rig, is_open)).map((one: any) => [one.subject.id, one.resolution]).toSorted()
  expect(await subjects(true)).toEqual([
    ['BY-HAND', null],
    ['HERE', null],
    ['THERE', null],
  ])
  // Stated again with another fault, the exception names that one.
  books.state(stated(rig, 'THERE', 2_000, { paid_on: daysFromNow(3) }))
  await read(rig)
  expect(await subjects(false)).toEqual([['THERE', 'stated_anew']])
  books.state(stated(rig, 'THERE', 2_000, on(2_000)))
  await shop.reverse(blocking)
  await shop.paid({ amount_cents: 700, external_id: 'BY-HAND', paid_on: daysFromNow(-2) })
  await readAgain(rig)
  await worker.settle()
  expect(await subjects(true)).toEqual([['BY-HAND', null]])
  books.state(stated(rig, 'BY-HAND', 700))
  await read(rig)
  expect(await subjects(true)).toEqual([])
  expect((await subjects(false)).filter(([id]: string[]) => id !== 'THERE')).toEqual([
    ['BY-HAND', 'payment_read'],
    ['BY-HAND', 'payment_recorded'],
    ['HERE', 'payment_recorded'],
  ])
  expect(figures(await shop.balance(invoice))).toEqual(['partly_paid', 10_000, 0, 8_000, 2_000])
  await provePayments(shop)
})

test('a payment withdrawn there is reversed here on its day, once', async () => {
  const rig = await connected()
  const { shop, books } = rig
  const { invoice } = await shop.billed(4)
  const payment = stated(rig, 'PMT-1', 6_000, {
    allocations: [{ invoice_id: invoice.invoice_id, amount_cents: 6_000 }],
  })
  books.state(payment)
  await read(rig)
  expect(figures(await shop.balance(invoice))).toEqual(['partly_paid', 10_000, 0, 6_000, 4_000])
  const withdrawn = { ...payment, withdrawn_on: daysFromNow(-1), reason: 'The cheque was returned' }
  books.state(withdrawn, stated(rig, 'NEVER-HERE', 100, { withdrawn_on: today() }))
  await read(rig)
  const rows = await paymentsOf(rig)
  expect(rows.map(({ kind, amount, paid_on }: any) => [kind, amount.cents, paid_on])).toEqual([
    ['reversal', -6_000, daysFromNow(-1)],
    ['reversed_payment', 6_000, daysFromNow(-2)],
  ])
  expect(rows[0].reverses.reason).toBe('The cheque was returned')
  expect(figures(await shop.balance(invoice))).toEqual(['open', 10_000, 0, 0, 10_000])
  books.state({ ...withdrawn, withdrawn_on: today() })
  await read(rig)
  expect(await paymentsOf(rig)).toEqual(rows)
  expect(await exceptionsOf(rig)).toEqual([])
  // Stated as paid again it is named, since money may be missing here; withdrawn again it ends.
  books.state(payment)
  await read(rig)
  expect((await exceptionsOf(rig, true)).map((one: any) => one.sentence)).toEqual([
    expect.stringContaining(`It was reversed here on ${daysFromNow(-1)}, and is stated as paid.`),
  ])
  books.state(withdrawn)
  await read(rig)
  expect((await exceptionsOf(rig)).map((one: any) => one.resolution)).toEqual(['payment_withdrawn'])
  await provePayments(shop)
})

test('a payment that is recorded again by hand is read as it is, once, and a repeated withdrawal does not take it back', async () => {
  const rig = await connected()
  const { shop, books } = rig
  const payment = stated(rig, 'PMT-1', 6_000)
  books.state(payment)
  await read(rig)
  const [first] = await paymentsOf(rig)
  await shop.reverse(first)
  books.state(payment)
  await read(rig)
  expect([(await paymentsOf(rig)).length, (await exceptionsOf(rig, true)).length]).toEqual([2, 1])
  const again = await shop.paid({ ...payment, record_again: true })
  expect((await exceptionsOf(rig)).map((one: any) => one.resolution)).toEqual(['payment_recorded'])
  books.state(payment, payment)
  await read(rig)
  await readAgain(rig)
  await worker.settle()
  expect([(await paymentsOf(rig)).length, await exceptionsOf(rig, true)]).toEqual([3, []])
  books.state({ ...payment, withdrawn_on: today() })
  await read(rig)
  expect((await shop.payment(again)).kind).toBe('payment')
  const [{ sentence }] = await exceptionsOf(rig, true)
  expect(sentence).toContain('It was recorded again here after it was reversed, and is stated as withdrawn')
  await provePayments(shop)
})

test('a withdrawal before the payment, or under the id of another payment, reverses nothing', async () => {
  const rig = await connected()
  const { books } = rig
  const payment = stated(rig, 'PMT-1', 6_000)
  books.state(payment)
  await read(rig)
  for (const [more, words] of [
    [{ withdrawn_on: daysFromNow(-3) }, 'withdrawn_on must not be before the payment'],
    [{ withdrawn_on: daysFromNow(1) }, 'withdrawn_on'],
    [{ withdrawn_on: today(), amount_cents: 6_001 }, 'The payment on file with this external_id is 60.00 USD'],
    [{ paid_on: daysFromNow(-1) }, 'The payment on file with this external_id is 60.00 USD'],
    [{ currency: 'EUR' }, 'The payment on file with this external_id is 60.00 USD'],
  ] as const) {
    books.state({ ...payment, ...more })
    await read(rig)
    const [one, ...others] = await exceptionsOf(rig, true)
    expect([one.sentence.includes(words), others]).toEqual([true, []])
  }
  expect((await paymentsOf(rig)).map((one: any) => one.kind)).toEqual(['payment'])
  books.state({ ...payment, withdrawn_on: payment.paid_on })
  await read(rig)
  expect((await paymentsOf(rig)).map((one: any) => one.kind).toSorted()).toEqual(['reversal', 'reversed_payment'])
})

test('what a payment is moved to there is named until it is moved here too', async () => {
  const rig = await connected()
  const { shop, books } = rig
  const [{ invoice }, { invoice: other }] = [await shop.billed(4), await shop.billed(4)]
  const on = (one: { invoice_id: number }) => ({ allocations: [{ invoice_id: one.invoice_id, amount_cents: 6_000 }] })
  books.state(stated(rig, 'PMT-1', 6_000, on(invoice)))
  await read(rig)
  const [payment] = await paymentsOf(rig)
  books.state(stated(rig, 'PMT-1', 6_000, on(other)))
  await read(rig)
  expect(await exceptionsOf(rig, true)).toHaveLength(1)
  await shop.unapply(payment)
  await shop.apply(payment, on(other).allocations)
  await readAgain(rig)
  await worker.settle()
  expect(await exceptionsOf(rig, true)).toEqual([])
  expect(uses(await shop.payment(payment))).toEqual([[other.name, 6_000]])
})

test('a system that is away is read again later; the fourth failure opens an exception that reading ends', async () => {
  const rig = await connected()
  const { books } = rig
  books.answer(503, 'closed')
  for (let failures = 1; failures <= 3; failures += 1) await read(rig)
  expect(await exceptionsOf(rig)).toEqual([])
  expect((await connectionOf(rig)).payments).toMatchObject({ fault: '503 closed' })
  await read(rig)
  const [one] = await exceptionsOf(rig, true)
  expect([one.subject, one.sentence]).toEqual([
    { type: 'accounting_connection', id: rig.accounting_connection_id },
    'Payments of Harbour Books cannot be read: 503 closed. Read them again once the cause is fixed.',
  ])
  await read(rig)
  expect(await exceptionsOf(rig)).toHaveLength(1)
  // A page that cannot be read moves no cursor.
  books.state(stated(rig, 'PMT-1', 6_000))
  books.answer(200, '{"payments": "none"}')
  await read(rig)
  expect((await connectionOf(rig)).payments.fault).toBe('payments must be a list')
  books.answer()
  await readAgain(rig)
  await worker.settle()
  expect((await paymentsOf(rig)).map((row: any) => row.external_id)).toEqual(['PMT-1'])
  expect((await exceptionsOf(rig)).map((row: any) => row.resolution)).toEqual(['payments_read'])
})

test('a deactivated connection is read no more, and one without a URL never', async () => {
  const rig = await connected()
  const { shop, books } = rig
  await read(rig)
  const readBefore = books.reads.length
  await shop.admin.post(`${connectionsPath}/${rig.accounting_connection_id}/deactivate`)
  books.state(stated(rig, 'PMT-1', 6_000))
  await read(rig)
  expect([books.reads.length, await paymentsOf(rig)]).toEqual([readBefore, []])
  expect((await connectionOf(rig)).payments).toBeNull()
  expect((await readAgain(rig)).body.code).toBe('conflict')
  const body = { name: 'Quay Books', url: 'http://127.0.0.1:9/', bearer_token }
  const refused = await shop.admin.post(connectionsPath, { ...body, payments_url: 'ftp://books.example.com/' })
  expect(refused.body.data.field).toBe('payments_url')
  const made = (await shop.admin.post(connectionsPath, body)).body.data
  expect(made.payments).toBeNull()
  const again = await shop.admin.post(`${connectionsPath}/${made.accounting_connection_id}/read-payments`)
  expect(again.body.message.desc).toBe(
    'No payments are read from Quay Books: it has no payments_url, or is deactivated.',
  )
  expect((await shop.admin.post(`${connectionsPath}/${uuidv7()}/read-payments`)).body.code).toBe('not_found')
  const member = await newSession(shop.tenant, { role: 'member' })
  const path = `${connectionsPath}/${made.accounting_connection_id}/read-payments`
  expect((await member.post(path)).body.code).toBe('admin_required')
})
