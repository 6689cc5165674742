/** Supplier invoices as they are recorded, matched, credited, corrected and made void. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo } from '../../stock/kept_stock.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { invoicedShop, path, refused } from './invoice_fixture.ts'

setDefaultTimeout(60_000)
const dayAhead = (days: number) => dayAgo(-days)

test('an invoice that agrees is matched; its day follows from the terms', async () => {
  const shop = await invoicedShop()
  const delivery_id = await shop.received(10)
  const charge = {
    kind: 'freight',
    amount: 12.5,
    description: 'Ocean freight',
    purchase_order_id: shop.order,
    delivery_id,
  }
  const lines = [shop.line(10, 100, { delivery_id }), charge]
  const invoice = await shop.invoice(lines, { stated_total: 112.5, payment_terms: 'net_30', invoice_date: dayAgo(2) })
  expect(invoice).toMatchObject({
    kind: 'invoice',
    state: 'recorded',
    match: 'matched',
    lines_total: 112.5,
    stated_total: 112.5,
    total_difference: 0,
    payment_terms: 'net_30',
    due_on: dayAhead(28),
    supplier: 'Mill',
  })
  expect(invoice.lines[0]).toMatchObject({ match: 'matched', sku: 'COAT', delivery_id, received_quantity: 10 })
  expect(invoice.lines[1]).toMatchObject({
    match: null,
    kind: 'freight',
    quantity: null,
    unit_cost: null,
    amount: 12.5,
  })
  expect(await shop.open(invoice.supplier_invoice_id)).toEqual([])
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 100 })
})

test('more billed than came is short until the rest comes; more came than is billed is over', async () => {
  const shop = await invoicedShop()
  await shop.received(6)
  const { supplier_invoice_id: id, match } = await shop.invoice([shop.line(8, 80)])
  expect(match).toBe('short')
  expect((await shop.open(id)).map(([kind]) => kind)).toEqual(['quantity_short'])
  await shop.received(1)
  expect((await shop.open(id))[0]![1]).toContain('1 unit that')
  await shop.received(3)
  const read = await shop.read(id)
  expect(read.lines[0]).toMatchObject({ match: 'over', received_quantity: 8, short_quantity: 0, over_quantity: 2 })
  expect(await shop.open(id)).toEqual([])
  const { rows } = (await shop.session.get(`${path}?match=over`)).body.data
  expect(rows.map((row: any) => row.supplier_invoice_id)).toEqual([id])
})

test('a total that is not the sum of the lines is reported', async () => {
  const shop = await invoicedShop()
  await shop.received(10)
  const invoice = await shop.invoice([shop.line(10, 100)], { stated_total: 100.01 })
  expect(invoice).toMatchObject({ match: 'total_difference', total_difference: 0.01, lines_total: 100 })
  const charges = await shop.invoice([{ kind: 'duty', amount: 30 }], { stated_total: 29 })
  expect(charges).toMatchObject({ match: 'total_difference', total_difference: -1 })
})

test('a number is on file once for a supplier, and again after it became void', async () => {
  const shop = await invoicedShop()
  const first = await shop.invoice([shop.line(10, 100)], { invoice_number: 'HR-1' })
  const again = await shop.tryInvoice([{ kind: 'other', amount: 1 }], { invoice_number: ' hr-1 ' })
  expect([again.status, again.body.code, again.body.data]).toEqual([
    409,
    'conflict',
    { supplier_invoice_id: first.supplier_invoice_id, invoice_number: 'HR-1' },
  ])
  expect(again.body.message.desc).toContain('HR-1')
  const other = shop.ids.suppliers['EUR mill']
  const lines = [{ kind: 'other', amount: 1 }]
  expect((await shop.tryInvoice(lines, { invoice_number: 'HR-1', supplier_id: other })).status).toBe(201)
  await shop.act(first.supplier_invoice_id, 'void', { reason: 'Wrong order' })
  expect((await shop.tryInvoice([shop.line(10, 100)], { invoice_number: 'HR-1' })).status).toBe(201)
})

test('a unit is billed once, also after its delivery was removed and recorded again', async () => {
  const shop = await invoicedShop()
  const delivery_id = await shop.received(10)
  const first = await shop.invoice([shop.line(10, 100, { delivery_id })])
  const billedBy = ({ status, body }: any) => [status, body.code, body.data?.supplier_invoice_id]
  const conflict = [409, 'conflict', first.supplier_invoice_id]
  expect(billedBy(await shop.tryInvoice([shop.line(1, 10, { delivery_id })]))).toEqual(conflict)
  expect(billedBy(await shop.tryInvoice([shop.line(1, 10)]))).toEqual(conflict)
  expect((await shop.tenant.delete(shop.at(`/${shop.order}/deliveries/${delivery_id}`))).status).toBe(204)
  expect((await shop.read(first.supplier_invoice_id)).match).toBe('not_received')
  const secondDelivery = await shop.received(10)
  expect((await shop.read(first.supplier_invoice_id)).match).toBe('matched')
  expect(billedBy(await shop.tryInvoice([shop.line(1, 10, { delivery_id: secondDelivery })]))).toEqual(conflict)
  await shop.act(first.supplier_invoice_id, 'void', { reason: 'Sent again' })
  expect((await shop.invoice([shop.line(10, 100, { delivery_id: secondDelivery })])).match).toBe('matched')
})

test('two invoices divide a delivery; what the second bills beyond it is short', async () => {
  const shop = await invoicedShop()
  await shop.received(10)
  const first = await shop.invoice([shop.line(6, 60)])
  const second = await shop.invoice([shop.line(6, 60)])
  expect([first.match, (await shop.read(first.supplier_invoice_id)).match]).toEqual(['over', 'matched'])
  expect(second.lines[0]).toMatchObject({ match: 'short', received_quantity: 4, short_quantity: 2 })
})

test('two invoices that bill the same units at once: one is recorded, the other names it', async () => {
  const shop = await invoicedShop()
  await shop.received(10)
  const answers = await Promise.all([1, 2, 3].map(() => shop.tryInvoice([shop.line(10, 100)])))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const recorded = answers.find(({ status }) => status === 201)!.body.data.supplier_invoice_id
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect(body.data.supplier_invoice_id).toBe(recorded)
  const same = { invoice_number: 'TWICE' }
  const both = await Promise.all([1, 2].map(() => shop.tryInvoice([{ kind: 'other', amount: 5 }], same)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('a credit of units ends a short invoice, and is not made void once they are billed again', async () => {
  const shop = await invoicedShop()
  await shop.received(8)
  const { supplier_invoice_id: id } = await shop.invoice([shop.line(10, 100)])
  const credit = await shop.session.post(`${path}/${id}/credits`, {
    invoice_number: 'CN-1',
    invoice_date: dayAgo(0),
    lines: [{ line_number: 1, quantity: 2, amount: 20 }],
  })
  expect([credit.status, credit.body.data.kind, credit.body.data.match]).toEqual([201, 'credit_note', null])
  const credited = await shop.read(id)
  expect(credited).toMatchObject({ match: 'matched', credited_total: 20, credit_notes: [{ invoice_number: 'CN-1' }] })
  expect(credited.lines[0]).toMatchObject({ credited_quantity: 2, credited_amount: 20, short_quantity: 0 })
  expect(await shop.open(id)).toEqual([])
  expect((await shop.act(id, 'void', { reason: 'x' })).body.data.invoice_number).toBe('CN-1')

  await shop.received(2)
  const again = await shop.invoice([shop.line(2, 20)])
  const creditId = credit.body.data.supplier_invoice_id
  const refusedVoid = await shop.act(creditId, 'void', { reason: 'Withdrawn' })
  expect([refusedVoid.status, refusedVoid.body.data.supplier_invoice_id]).toEqual([409, again.supplier_invoice_id])
  await shop.act(again.supplier_invoice_id, 'void', { reason: 'Sent twice' })
  expect((await shop.act(creditId, 'void', { reason: 'Withdrawn' })).status).toBe(200)
  expect((await shop.read(id)).lines[0]).toMatchObject({ match: 'matched', credited_quantity: 0 })
})

test('a credit of the price ends its difference, and an accepted cost follows it', async () => {
  const shop = await invoicedShop()
  await shop.received(10)
  const { supplier_invoice_id: id } = await shop.invoice([shop.line(10, 120)])
  await shop.act(id, 'accept-price', { line_numbers: [1] })
  expect((await shop.stock('COAT')).value).toBe(120)
  const credit = (invoice_number: string, amount: number) =>
    shop.session.post(`${path}/${id}/credits`, {
      invoice_number,
      invoice_date: dayAgo(0),
      lines: [{ line_number: 1, amount }],
    })
  const first = await credit('CN-1', 15)
  expect(first.status).toBe(201)
  expect((await shop.stock('COAT')).value).toBe(105)
  expect((await shop.read(id)).lines[0]).toMatchObject({ price_difference: 5, price_difference_each: 0.5 })
  expect(refused(await credit('CN-2', 105.01))).toEqual([400, 'bad_request', 'lines[0].amount'])
  await shop.act(first.body.data.supplier_invoice_id, 'void', { reason: 'Withdrawn' })
  expect((await shop.stock('COAT')).value).toBe(120)
  await shop.prove()
})

test('a correction keeps what the invoice said, and what an unchanged line agreed', async () => {
  const shop = await invoicedShop()
  await shop.received(10)
  const { supplier_invoice_id: id } = await shop.invoice([shop.line(10, 110, { accept_price: true })])
  const at = `${path}/${id}`
  const header = (await shop.session.patch(at, { due_on: dayAhead(9), invoice_number: 'HR-9' })).body.data
  expect(header).toMatchObject({ due_on: dayAhead(9), invoice_number: 'HR-9', revision: 1, stock_value_change: 10 })
  // The same again changes nothing.
  expect((await shop.session.patch(at, { due_on: dayAhead(9) })).body.data.revision).toBe(1)
  const withFreight = await shop.session.patch(at, { lines: [shop.line(10, 110), { kind: 'freight', amount: 5 }] })
  expect(withFreight.body.data).toMatchObject({
    revision: 2,
    lines_total: 115,
    stock_value_change: 10,
    match: 'matched',
  })
  const cheaper = (await shop.session.patch(at, { lines: [shop.line(10, 105)] })).body.data
  expect(cheaper).toMatchObject({ match: 'price_difference', stock_value_change: 0 })
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 100 })
  expect(cheaper.revisions.map((one: any) => [one.revision, one.record.lines_total])).toEqual([
    [0, '110.0000'],
    [1, '110.0000'],
    [2, '115.0000'],
  ])
  expect(cheaper.revisions[0].replaced_by).toContain('Ada')
  await shop.prove()
})

test('amounts have the decimals of their currency', async () => {
  const shop = await invoicedShop()
  const amount = async (currency: string, value: number) => {
    const answer = await shop.tryInvoice([{ kind: 'other', amount: value }], { currency })
    return answer.status === 201 ? answer.body.data.lines_total : refused(answer)
  }
  const refusal = [400, 'bad_request', 'lines[0].amount']
  expect(await amount('USD', 10.25)).toBe(10.25)
  expect(await amount('USD', 10.255)).toEqual(refusal)
  expect(await amount('JPY', 1_050)).toBe(1_050)
  expect(await amount('JPY', 1_050.5)).toEqual(refusal)
  expect(await amount('KWD', 10.125)).toBe(10.125)
  expect(await amount('KWD', 10.1255)).toEqual(refusal)
  const priced = { purchase_order_id: shop.order, variant_id: shop.ids.variants.COAT, quantity: 3, unit_cost: 33.3333 }
  expect((await shop.invoice([priced])).lines[0]).toMatchObject({ amount: 100, unit_cost: 33.3333333333 })
})

test('lines that are not understood are refused with their field', async () => {
  const shop = await invoicedShop()
  const delivery_id = await shop.received(2)
  const field = async (line: object, more?: object) => refused(await shop.tryInvoice([line], more))[2]
  const { line } = shop
  expect(await field(line(1, 10, { variant_id: undefined }))).toBe('lines[0].line_id')
  expect(await field(line(1, 10, { quantity: undefined }))).toBe('lines[0].quantity')
  expect(await field(line(1, 10, { amount: undefined }))).toBe('lines[0].amount')
  expect(await field(line(1, 10, { unit_cost: 11 }))).toBe('lines[0].amount')
  expect(await field(line(1, 10, { purchase_order_id: undefined }))).toBe('lines[0].purchase_order_id')
  expect(await field(line(1, 10, { delivery_id: shop.order }))).toBe('lines[0].delivery_id')
  expect(await field({ kind: 'freight', amount: 1, quantity: 1 })).toBe('lines[0].quantity')
  expect(await field({ kind: 'freight', amount: 1, delivery_id })).toBe('lines[0].delivery_id')
  expect(await field(line(1, 10), { currency: 'EUR' })).toBe('currency')
  expect(await field(line(1, 10), { currency: 'ABC' })).toBe('currency')
  expect(await field(line(1, 10), { supplier_id: shop.ids.suppliers['EUR mill'] })).toBe('lines[0].purchase_order_id')
  expect(await field(line(1, 10), { supplier_id: shop.order })).toBe('supplier_id')
  expect(await field(line(1, 10), { payment_terms: 'soon' })).toBe('payment_terms')
  const twice = await shop.tryInvoice([line(1, 10), line(1, 10)])
  expect(refused(twice)[2]).toBe('lines[1]')
})

test('days: not in the future, not before the books begin, and due not before the invoice', async () => {
  const shop = await invoicedShop()
  const lines = [{ kind: 'other', amount: 1 }]
  const on = async (more: object) => {
    const answer = await shop.tryInvoice(lines, more)
    return answer.status === 201 ? 201 : answer.body.data.field
  }
  expect(await on({ invoice_date: dayAhead(1) })).toBe('invoice_date')
  expect(await on({ invoice_date: dayAgo(400) })).toBe(201)
  expect(await on({ invoice_date: dayAgo(401) })).toBe('invoice_date')
  await shop.session.patch(`/api/v1/organizations/${shop.tenant.organization_id}`, { books_from: dayAgo(5) })
  expect(await on({ invoice_date: dayAgo(5) })).toBe(201)
  expect(await on({ invoice_date: dayAgo(6) })).toBe('invoice_date')
  expect(await on({ invoice_date: dayAgo(5), due_on: dayAgo(5) })).toBe(201)
  expect(await on({ invoice_date: dayAgo(5), due_on: dayAgo(6) })).toBe('due_on')
})

test('an order that was not issued is not invoiced, and one that is invoiced keeps its lines', async () => {
  const shop = await invoicedShop()
  const approved = await shop.ordered([['COAT', 5, 10]])
  const early = await shop.tryInvoice([shop.line(5, 50, { purchase_order_id: approved })])
  expect([early.status, early.body.code]).toEqual([409, 'conflict'])
  await shop.invoice([shop.line(10, 100)])
  const { line_items } = (await shop.tenant.get(shop.at(`/${shop.order}`))).body.data
  const removed = await shop.tenant.patch(shop.at(`/${shop.order}`), { removed_line_ids: [line_items[0].line_id] })
  expect([removed.status, removed.body.data?.field]).toEqual([400, 'removed_line_ids[0]'])
  // A price of the order that changes before the goods come is compared again.
  const line = { line_id: line_items[0].line_id, unit_cost: 9 }
  expect((await shop.tenant.patch(shop.at(`/${shop.order}`), { line_items: [line] })).status).toBe(200)
  const { rows } = (await shop.session.get(`${path}?match=price_difference`)).body.data
  expect(rows).toHaveLength(1)
})

test('a list is filtered by supplier, order, number, kind, state and due day', async () => {
  const shop = await invoicedShop()
  const one = await shop.invoice([shop.line(10, 100)], {
    invoice_number: 'A-1',
    due_on: dayAhead(5),
    invoice_date: dayAgo(1),
  })
  const two = await shop.invoice([{ kind: 'tax', amount: 1 }], { invoice_number: 'A-2', due_on: dayAhead(6) })
  await shop.act(two.supplier_invoice_id, 'void', { reason: 'Not ours' })
  const numbers = async (query: string) =>
    (await shop.session.get(`${path}?${query}`)).body.data.rows.map((row: any) => row.invoice_number)
  expect(await numbers('')).toEqual(['A-2', 'A-1'])
  expect(await numbers(`supplier_id=${shop.supplier_id}&state=recorded`)).toEqual(['A-1'])
  expect(await numbers(`supplier_id=${shop.ids.suppliers['EUR mill']}`)).toEqual([])
  expect(await numbers(`purchase_order_id=${shop.order}`)).toEqual(['A-1'])
  expect(await numbers('invoice_number=a-2')).toEqual(['A-2'])
  expect(await numbers('kind=credit_note')).toEqual([])
  expect(await numbers(`due_to=${dayAhead(5)}`)).toEqual(['A-1'])
  expect(await numbers(`due_from=${dayAhead(6)}`)).toEqual(['A-2'])
  expect(await numbers('match=not_received')).toEqual(['A-1'])
  const paged = (await shop.session.get(`${path}?limit=1&offset=1`)).body.data
  expect([paged.size, paged.filtered_max_size, paged.rows[0].supplier_invoice_id]).toEqual([
    1,
    2,
    one.supplier_invoice_id,
  ])
})

test('viewers read, members write, and nothing of another organisation is reached', async () => {
  const shop = await invoicedShop()
  const delivery_id = await shop.received(10)
  const { supplier_invoice_id: id } = await shop.invoice([shop.line(10, 110)])
  const viewer = await newSession(shop.tenant, { role: 'viewer' })
  expect((await viewer.get(`${path}/${id}`)).status).toBe(200)
  expect((await viewer.post(`${path}/${id}/accept-price`, {})).status).toBe(403)
  expect((await viewer.post(path, {})).status).toBe(403)
  const member = await newSession(shop.tenant, { role: 'member' })
  expect((await member.post(`${path}/${id}/accept-price`, {})).status).toBe(200)

  const other = await newTenant()
  const stranger = await newSession(other)
  expect((await stranger.get(`${path}/${id}`)).status).toBe(404)
  expect((await stranger.get(path)).body.data.rows).toEqual([])
  for (const [act, body] of [
    ['accept-price', {}],
    ['void', { reason: 'x' }],
    ['credits', { invoice_number: 'C', invoice_date: dayAgo(0), lines: [{ line_number: 1, amount: 1 }] }],
  ] as const)
    expect((await stranger.post(`${path}/${id}/${act}`, body)).status).toBe(404)
  expect((await stranger.patch(`${path}/${id}`, { due_on: dayAhead(1) })).status).toBe(404)

  const foreign = await invoicedShop()
  expect(refused(await foreign.tryInvoice([foreign.line(1, 10, { purchase_order_id: shop.order })]))[2]).toBe(
    'lines[0].purchase_order_id',
  )
  expect(refused(await foreign.tryInvoice([foreign.line(1, 10, { delivery_id })]))[2]).toBe('lines[0].delivery_id')
  expect(
    refused(await foreign.tryInvoice([], { supplier_id: shop.supplier_id, lines: [{ kind: 'tax', amount: 1 }] }))[2],
  ).toBe('supplier_id')
})

test('void invoices and credit notes take no further acts', async () => {
  const shop = await invoicedShop()
  const { supplier_invoice_id: id } = await shop.invoice([shop.line(10, 100)])
  const credit = await shop.session.post(`${path}/${id}/credits`, {
    invoice_number: 'CN-1',
    invoice_date: dayAgo(0),
    lines: [{ line_number: 1, quantity: 10, amount: 100 }],
  })
  const note = credit.body.data.supplier_invoice_id
  const conflict = async (answer: Promise<any>) => [(await answer).status, (await answer).body.code]
  const again = { invoice_number: 'CN-2', invoice_date: dayAgo(0), lines: [{ line_number: 1, amount: 1 }] }
  for (const answer of [
    shop.act(note, 'accept-price'),
    shop.act(note, 'credits', again),
    shop.session.patch(`${path}/${note}`, { due_on: dayAhead(1) }),
    shop.session.patch(`${path}/${id}`, { lines: [shop.line(9, 90)] }),
  ])
    expect(await conflict(answer)).toEqual([409, 'conflict'])
  expect((await shop.act(note, 'void', { reason: 'Withdrawn' })).status).toBe(200)
  expect((await shop.act(id, 'void', { reason: 'Withdrawn' })).status).toBe(200)
  for (const answer of [
    shop.act(id, 'void', { reason: 'Again' }),
    shop.act(id, 'accept-price'),
    shop.act(id, 'credits', again),
    shop.session.patch(`${path}/${id}`, { due_on: dayAhead(1) }),
  ])
    expect(await conflict(answer)).toEqual([409, 'conflict'])
})
