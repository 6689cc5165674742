import { expect, setDefaultTimeout, test } from 'bun:test'
import { newSession } from '../../support/service/session.ts'
import { path } from '../support/orders.ts'
import { returnsPath } from '../returns/returned_shop.ts'
import { invoicesPath } from '../invoices/invoiced_shop.ts'
import {
  centsOf,
  creditNotesPath,
  netByDay,
  openCreditedShop,
  proveCredits,
  receivedOn,
  shippedOn,
  today,
} from './credited_shop.ts'

setDefaultTimeout(120_000)

const year = () => today().slice(0, 4)

test('a return is credited unit by unit to the cent, and the last units take the rest of tax and freight', async () => {
  const shop = await openCreditedShop()
  // 3 units at 25.00 less 1.00: 74.00, tax 5.99 and freight 10.00.
  const order = await shop.sold({
    freight_cents: 1000,
    lines: [{ sku: 'J-S', quantity: 3, discount_cents: 100, tax_cents: 599 }],
  })
  const invoice = await shop.invoiced(order)
  expect(invoice.total.cents).toBe(7400 + 599 + 1000)
  const notes = []
  for (let i = 0; i < 3; i++) {
    const returned = await shop.takeBack(order, 1)
    const { status, body } = await shop.creditReturn(returned)
    expect(status).toBe(201)
    notes.push(body.data.credit_notes[0])
  }
  expect(notes.map(centsOf)).toEqual([
    { lines: [[1, 2500, 33, 2467, 200]], tax: 200, freight: 333, total: 3000 },
    { lines: [[1, 2500, 33, 2467, 200]], tax: 200, freight: 334, total: 3001 },
    { lines: [[1, 2500, 34, 2466, 199]], tax: 199, freight: 333, total: 2998 },
  ])
  expect(notes.map(({ name }) => name)).toEqual([1, 2, 3].map((n) => `CN-${year()}-000${n}`))
  expect(notes[0]).toMatchObject({
    kind: 'return',
    state: 'issued',
    reason: 'Units of RET-1001 came back.',
    invoice: { invoice_id: invoice.invoice_id, name: invoice.name },
    order: { order_id: order.order_id },
    return: { name: 'RET-1001' },
    shipment_id: null,
    created_by: expect.stringMatching(/^user:/),
    ledger: { state: 'not_connected' },
    edi: { state: 'not_connected', sentence: 'The credit note is not sent over EDI.' },
  })
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 7400, [today()]: -7400 })
  const beyond = await shop.allow(invoice, { amount_cents: 1 })
  expect([beyond.status, beyond.body.data]).toEqual([
    409,
    { reason: 'credited', field: 'amount_cents', left_cents: 0, invoice_id: invoice.invoice_id },
  ])
  await proveCredits(shop)
})

test('a credit note before the units arrive takes off sales once, on its day', async () => {
  const shop = await openCreditedShop()
  const order = await shop.sold({ lines: [{ sku: 'J-S', quantity: 2 }] })
  await shop.invoiced(order)
  const returned = await shop.takeBack(order, 1)
  expect(returned.credit).toEqual({ is_due: true, credit_notes: [] })
  const { body } = await shop.creditReturn(returned)
  const { credit } = (await shop.receive(returned, 1)).body.data
  expect(credit).toMatchObject({ is_due: false, credit_notes: [{ state: 'issued', total: { cents: 2500 } }] })
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 5000, [today()]: -2500 })
  const { refund, state } = (await shop.tenant.get(`${returnsPath}/${returned.id}`)).body.data
  expect([state, refund.status, refund.is_stated]).toEqual(['closed', 'none', true])
  const again = await shop.creditReturn(returned)
  expect([again.status, again.body.data]).toEqual([409, { reason: 'credited' }])
  const cancelled = await shop.cancel(body.data.credit_notes[0])
  expect(cancelled.body.data).toMatchObject({
    state: 'cancelled',
    cancelled_on: today(),
    cancelled_by: expect.stringMatching(/^user:/),
    cancel_reason: 'Issued in error',
  })
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 5000 })
  expect((await shop.cancel(body.data.credit_notes[0])).body.code).toBe('conflict')
  expect((await shop.creditReturn(returned)).body.data.credit_notes[0].name).toBe(`CN-${year()}-0002`)
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 5000, [today()]: -2500 })
  await proveCredits(shop)
})

test('a credit note after the units arrived moves the money to its day', async () => {
  const shop = await openCreditedShop()
  const order = await shop.sold({ lines: [{ sku: 'J-S', quantity: 2, tax_cents: 200 }] })
  await shop.invoiced(order)
  const returned = await shop.takeBack(order, 1)
  await shop.receive(returned, 1)
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 5000, [receivedOn]: -2500 })
  expect((await shop.creditReturn(returned)).status).toBe(201)
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 5000, [receivedOn]: -2500 })
  const [row] = await shop.tenant.service.database.sql`
    select sum(taxes_cents)::int as taxes from sales_daily where organization_id = ${shop.tenant.organization_id}`
  expect(row!.taxes).toBe(100)
  await proveCredits(shop)
})

test('units on several invoices are credited oldest first, one credit note for each', async () => {
  const shop = await openCreditedShop()
  const order = await shop.wholesale({ lines: [{ sku: 'J-S', quantity: 4 }] })
  await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
  const first = await shop.invoiced(order)
  await shop.ship(order, [{ sku: 'J-S', quantity: 3 }])
  const uninvoiced = await shop.takeBack(order, 3)
  const early = await shop.creditReturn(uninvoiced)
  expect([early.status, early.body.data]).toEqual([
    409,
    { reason: 'not_invoiced', lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 2 }] },
  ])
  expect(early.body.message.desc).toContain('2 units of J-S')
  const second = await shop.invoiced(order)
  const sent = await shop.creditReturn(uninvoiced, { tax_cents: 0 })
  expect([sent.status, sent.body.data.field]).toEqual([400, 'tax_cents'])
  const { body } = await shop.creditReturn(uninvoiced, { reason: 'Wrong size' })
  expect(body.data.credit_notes.map((note: any) => [note.invoice.name, note.total.cents, note.reason])).toEqual([
    [first.name, 2500, 'Wrong size'],
    [second.name, 5000, 'Wrong size'],
  ])
  expect(body.message.desc).toBe(
    `Credit note CN-${year()}-0001 issued for ${first.name} and Credit note CN-${year()}-0002 issued for ${second.name}.`,
  )
  await proveCredits(shop)
})

test('an allowance credits what was agreed, at most what the invoice bills less what is credited', async () => {
  const shop = await openCreditedShop()
  const order = await shop.sold({
    freight_cents: 500,
    lines: [
      { sku: 'J-S', quantity: 1, tax_cents: 250 },
      { sku: 'J-M', quantity: 1, unit_price_cents: 5000, tax_cents: 500 },
    ],
  })
  const invoice = await shop.invoiced(order)
  const spread = await shop.allow(invoice, { amount_cents: 100 })
  expect([spread.status, centsOf(spread.body.data)]).toEqual([
    201,
    {
      lines: [
        [0, null, 0, 33, 3],
        [0, null, 0, 67, 7],
      ],
      tax: 10,
      freight: 0,
      total: 110,
    },
  ])
  const byLine = await shop.allow(invoice, { lines: [{ line_number: 2, amount_cents: 4933 }], tax_cents: 0 })
  expect(centsOf(byLine.body.data)).toEqual({ lines: [[0, null, 0, 4933, 0]], tax: 0, freight: 0, total: 4933 })
  const refused = async (body: object) => {
    const { status, body: answer } = await shop.allow(invoice, body)
    return [status, answer.data.field, answer.data.left_cents ?? answer.data.rule]
  }
  expect(await refused({ lines: [{ line_number: 2, amount_cents: 1 }] })).toEqual([409, 'lines[0].amount_cents', 0])
  expect(await refused({ amount_cents: 2468 })).toEqual([409, 'amount_cents', 2467])
  expect(await refused({ amount_cents: 1, tax_cents: 741 })).toEqual([409, 'tax_cents', 740])
  expect(await refused({ freight_cents: 501 })).toEqual([409, 'freight_cents', 500])
  expect(await refused({})).toEqual([
    400,
    'amount_cents',
    'must be positive, unless lines, tax_cents or freight_cents is',
  ])
  expect(await refused({ lines: [{ line_number: 3, amount_cents: 1 }] })).toEqual([
    400,
    'lines[0].line_number',
    `must be a line of ${invoice.name}`,
  ])
  const twice = [1, 1].map((line_number) => ({ line_number, amount_cents: 1 }))
  expect(await refused({ lines: twice })).toEqual([400, 'lines[1].line_number', 'must be named once'])
  expect(await refused({ amount_cents: 1, lines: twice })).toEqual([400, 'amount_cents', 'cannot be sent beside lines'])
  const freight = await shop.allow(invoice, { freight_cents: 500 })
  expect(centsOf(freight.body.data)).toEqual({ lines: [], tax: 0, freight: 500, total: 500 })
  const tax = await shop.allow(invoice, { tax_cents: 40 })
  expect(centsOf(tax.body.data)).toEqual({
    lines: [
      [0, null, 0, 0, 20],
      [0, null, 0, 0, 20],
    ],
    tax: 40,
    freight: 0,
    total: 40,
  })
  const rest = await shop.allow(invoice, { amount_cents: 2467 })
  expect(centsOf(rest.body.data)).toEqual({ lines: [[0, null, 0, 2467, 700]], tax: 700, freight: 0, total: 3167 })
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 7500, [today()]: -7500 })
  await proveCredits(shop)
})

test('an allowance takes off no more than what came back has left in sales', async () => {
  const shop = await openCreditedShop()
  const order = await shop.sold({ lines: [{ sku: 'J-S', quantity: 2 }] })
  const invoice = await shop.invoiced(order)
  const returned = await shop.takeBack(order, 2)
  await shop.receive(returned, 1)
  const over = await shop.allow(invoice, { amount_cents: 2501 })
  expect([over.status, over.body.data]).toEqual([409, { reason: 'credited', left_cents: 2500 }])
  expect((await shop.allow(invoice, { amount_cents: 2500 })).status).toBe(201)
  // The unit that arrives has nothing left to take off.
  await shop.receive(returned, 1)
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 5000, [receivedOn]: -2500, [today()]: -2500 })
  const credited = await shop.creditReturn(returned)
  expect(credited.body.data.credit_notes[0].total.cents).toBe(2500)
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 5000, [receivedOn]: -2500, [today()]: -2500 })
  await proveCredits(shop)
})

test('a credited invoice is not voided, and a void one is not credited', async () => {
  const shop = await openCreditedShop()
  const order = await shop.sold({ lines: [{ sku: 'J-S', quantity: 1 }] })
  const invoice = await shop.invoiced(order)
  const note = (await shop.allow(invoice, { amount_cents: 1 })).body.data
  const credited = await shop.voided(invoice)
  expect([credited.status, credited.body.data]).toEqual([
    409,
    { reason: 'credited', credit_notes: [{ credit_note_id: note.credit_note_id, name: note.name }] },
  ])
  expect((await shop.cancel(note)).status).toBe(200)
  expect((await shop.voided(invoice)).status).toBe(200)
  const late = await shop.allow(invoice, { amount_cents: 1 })
  expect([late.status, late.body.data]).toEqual([409, { reason: 'void' }])
  await proveCredits(shop)
})

test('a return is refunded or credited, and cancelling it cancels its credit notes', async () => {
  const shop = await openCreditedShop()
  const order = await shop.sold({ terms: 'prepaid', lines: [{ sku: 'J-S', quantity: 3 }] })
  await shop.invoiced(order)
  const refunded = await shop.takeBack(order, 1, { refund: { status: 'full', cents: 2500 } })
  const both = await shop.creditReturn(refunded)
  expect([both.status, both.body.data]).toEqual([409, { reason: 'refunded' }])
  expect((await shop.refund(refunded, { status: 'none' })).status).toBe(200)
  const [note] = (await shop.creditReturn(refunded)).body.data.credit_notes
  const back = await shop.refund(refunded, { status: 'full', cents: 2500 })
  expect([back.status, back.body.data]).toEqual([
    409,
    { reason: 'credited', credit_notes: [{ credit_note_id: note.credit_note_id, name: note.name }] },
  ])
  expect((await shop.tenant.post(`${returnsPath}/${refunded.id}/cancel`)).status).toBe(200)
  expect((await shop.admin.get(`${creditNotesPath}/${note.credit_note_id}`)).body.data).toMatchObject({
    state: 'cancelled',
    cancel_reason: 'The return was cancelled.',
  })
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 7500 })
  const late = await shop.creditReturn(refunded)
  expect([late.status, late.body.data]).toEqual([409, { reason: 'cancelled' }])
  await proveCredits(shop)
})

test('what no account was invoiced for is not credited', async () => {
  const shop = await openCreditedShop()
  const order = await shop.placed({ lifecycle: 'open', lines: [{ sku: 'J-S', quantity: 1 }] })
  await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
  const returned = await shop.takeBack(order, 1)
  const consumer = await shop.creditReturn(returned)
  expect([consumer.status, consumer.body.data]).toEqual([409, { reason: 'not_invoiced' }])
  expect((await shop.creditReturn({ id: 999_999 })).body.code).toBe('return_not_on_file')
  expect((await shop.allow({ invoice_id: 999_999 }, { amount_cents: 1 })).body.code).toBe('invoice_not_on_file')
  const unknown = `${creditNotesPath}/01890000-0000-7000-8000-000000000000`
  for (const answer of [
    await shop.admin.get(unknown),
    await shop.admin.post(`${unknown}/cancel`, { reason: 'No' }),
    await shop.admin.post(`${unknown}/post`),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
})

test('credit notes are listed newest first, by account, order, invoice, return, kind and state', async () => {
  const shop = await openCreditedShop()
  const order = await shop.sold({ lines: [{ sku: 'J-S', quantity: 3 }] })
  const invoice = await shop.invoiced(order)
  const returned = await shop.takeBack(order, 1)
  const [first] = (await shop.creditReturn(returned)).body.data.credit_notes
  const second = (await shop.allow(invoice, { amount_cents: 1 })).body.data
  await shop.cancel(second)
  const names = async (query = '') =>
    (await shop.admin.get(`${creditNotesPath}${query}`)).body.data.rows.map(({ name }: any) => name)
  expect(await names()).toEqual([second.name, first.name])
  expect(await names(`?return_id=${returned.id}`)).toEqual([first.name])
  expect(await names('?kind=allowance')).toEqual([second.name])
  expect(await names('?state=issued')).toEqual([first.name])
  for (const query of [
    `invoice_id=${invoice.invoice_id}`,
    `order_id=${order.order_id}`,
    `trading_partner_id=${shop.account_id}`,
  ])
    expect(await names(`?${query}`)).toEqual([second.name, first.name])
  expect(await names('?invoice_id=1')).toEqual([])
  const page = (await shop.admin.get(`${creditNotesPath}?limit=1&offset=1`)).body.data
  expect([page.size, page.filtered_max_size, page.rows[0].name]).toEqual([1, 2, first.name])
})

test('voiding an invoiced shipment credits the invoice in the same act, and its units are billed anew', async () => {
  const shop = await openCreditedShop()
  const order = await shop.wholesale({
    freight_cents: 600,
    lines: [{ sku: 'J-S', quantity: 3, discount_cents: 100, tax_cents: 301 }],
  })
  const ship = async (quantity: number) =>
    (
      await shop.admin.post(`${path}/${order.order_id}/shipments`, {
        shipped_at: `${shippedOn}T10:00:00Z`,
        lines: [{ sku: 'J-S', quantity }],
      })
    ).body.data
  await ship(1)
  const first = await shop.invoiced(order)
  const shipments = (await ship(2)).shipments
  const second = await shop.invoiced(order)
  const last = shipments.find((one: any) => one.lines[0].quantity === 2)
  const undo = (shipment_id: string, act: string, body: object) =>
    shop.admin.post(`${path}/${order.order_id}/shipments/${shipment_id}/${act}`, { reason: 'Never left', ...body })
  const { status, body } = await undo(last.shipment_id, 'void', {})
  expect(status).toBe(200)
  expect(body.data.consequences).toContain(
    `CN-${year()}-0001 credits ${(second.total.cents / 100).toFixed(2)} USD of ${second.name}.`,
  )
  expect(body.data.order).toMatchObject({ fulfilled_units: 1, invoiced_units: 1 })
  const { rows } = (await shop.admin.get(`${creditNotesPath}?invoice_id=${second.invoice_id}`)).body.data
  expect(rows).toMatchObject([
    {
      kind: 'void',
      reason: 'Never left',
      shipment_id: last.shipment_id,
      return: null,
      total: { cents: second.total.cents },
      tax: { cents: second.tax.cents },
      freight: { cents: second.freight.cents },
    },
  ])
  expect(await netByDay(shop)).toEqual({ [shippedOn]: first.lines[0].amount.cents })
  expect((await shop.cancel(rows[0])).body.code).toBe('conflict')
  expect((await shop.invoice(order)).body.code).toBe('nothing_to_invoice')
  await ship(2)
  const third = await shop.invoiced(order)
  expect(third.total.cents).toBe(second.total.cents)
  expect(first.total.cents + third.total.cents).toBe(7400 + 301 + 600)
  await proveCredits(shop)
})

test('a shipment corrected to fewer units credits the rest, and one with allowances or returns is left', async () => {
  const shop = await openCreditedShop()
  const order = await shop.sold({ lines: [{ sku: 'J-S', quantity: 4 }] })
  const invoice = await shop.invoiced(order)
  const correct = (shipment_id: string, quantity: number) =>
    shop.admin.post(`${path}/${order.order_id}/shipments/${shipment_id}/correct`, {
      reason: 'Counted again',
      lines: [{ sku: 'J-S', quantity }],
    })
  const allowance = (await shop.allow(invoice, { amount_cents: 100 })).body.data
  const refused = await correct(order.shipments[0].shipment_id, 3)
  expect([refused.status, refused.body.data]).toEqual([
    409,
    { reason: 'credited', credit_notes: [{ credit_note_id: allowance.credit_note_id, name: allowance.name }] },
  ])
  await shop.cancel(allowance)
  const { body } = await correct(order.shipments[0].shipment_id, 3)
  expect(body.data.order).toMatchObject({ fulfilled_units: 3, invoiced_units: 3 })
  expect(body.data.consequences[1]).toBe(`CN-${year()}-0002 credits 25.00 USD of ${invoice.name}.`)
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 7500 })
  const returned = await shop.takeBack(order, 2)
  const bounded = await correct(body.data.order.shipments[0].shipment_id, 1)
  expect([bounded.status, bounded.body.data.reason]).toEqual([409, 'returned'])
  // Units that came back and were credited, and units that never left, are credited once each.
  expect((await shop.creditReturn(returned)).status).toBe(201)
  expect((await correct(body.data.order.shipments[0].shipment_id, 2)).status).toBe(200)
  expect(await shop.get(order)).toMatchObject({ fulfilled_units: 2, invoiced_units: 2 })
  const left = await shop.allow(invoice, { amount_cents: 1 })
  expect([left.status, left.body.data.left_cents]).toEqual([409, 0])
  await proveCredits(shop)
})

test('members credit and administrators cancel; viewers and keys do neither', async () => {
  const shop = await openCreditedShop()
  const order = await shop.sold({ lines: [{ sku: 'J-S', quantity: 1 }] })
  const invoice = await shop.invoiced(order)
  const credit = `${invoicesPath}/${invoice.invoice_id}/credit-notes`
  const body = { reason: 'Late', amount_cents: 1 }
  const [member, viewer] = [
    await newSession(shop.tenant, { role: 'member' }),
    await newSession(shop.tenant, { role: 'viewer' }),
  ]
  expect([(await viewer.post(credit, body)).status, (await shop.tenant.post(credit, body)).status]).toEqual([403, 403])
  const note = await member.post(credit, body)
  expect(note.status).toBe(201)
  const cancel = `${creditNotesPath}/${note.body.data.credit_note_id}/cancel`
  expect((await member.post(cancel, { reason: 'No' })).status).toBe(403)
  expect((await shop.admin.post(cancel, { reason: 'No' })).status).toBe(200)
})
