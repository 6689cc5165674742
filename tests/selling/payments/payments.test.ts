import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { newSession } from '../../support/service/session.ts'
import { path } from '../support/orders.ts'
import { today } from '../credit_notes/credited_shop.ts'
import { balancesPath, daysFromNow, figures, openPaidShop, paymentsPath, provePayments, uses } from './paid_shop.ts'

setDefaultTimeout(120_000)

test('a payment settles invoices as allocated, to the cent, and the rest is money on account', async () => {
  const shop = await openPaidShop()
  const first = (await shop.billed(2)).invoice
  const second = (await shop.billed(4)).invoice
  const payment = await shop.paid({
    amount_cents: 12_000,
    method: 'bank_transfer',
    reference: ' WIRE-1 ',
    allocations: [
      { invoice_id: first.invoice_id, amount_cents: 5_000 },
      { invoice_id: second.invoice_id, amount_cents: 2_500 },
    ],
  })
  expect(payment).toMatchObject({
    kind: 'payment',
    account: { trading_partner_id: shop.account_id },
    order: null,
    amount: { cents: 12_000, currency: 'USD' },
    unallocated: { cents: 4_500 },
    paid_on: today(),
    method: 'bank_transfer',
    reference: 'WIRE-1',
    reversal: null,
    reverses: null,
    created_by: expect.stringMatching(/^user:/),
  })
  expect(uses(payment)).toEqual([
    [first.name, 5_000],
    [second.name, 2_500],
  ])
  expect(figures(await shop.balance(first))).toEqual(['paid', 5_000, 0, 5_000, 0])
  expect(figures(await shop.balance(second))).toEqual(['partly_paid', 10_000, 0, 2_500, 7_500])
  const beyond = await shop.apply(payment, [{ invoice_id: second.invoice_id, amount_cents: 4_501 }])
  expect([beyond.status, beyond.body.data]).toEqual([
    409,
    { reason: 'over_allocated', field: 'allocations', unallocated_cents: 4_500 },
  ])
  expect(uses((await shop.apply(payment, [{ invoice_id: second.invoice_id, amount_cents: 4_500 }])).body.data)).toEqual(
    [
      [first.name, 5_000],
      [second.name, 7_000],
    ],
  )
  expect(figures(await shop.balance(second))).toEqual(['partly_paid', 10_000, 0, 7_000, 3_000])
  await provePayments(shop)
})

test('an order can be paid before units of a voided shipment are billed again', async () => {
  const shop = await openPaidShop()
  const { order, invoice } = await shop.billed(4)
  const [shipment] = order.shipments
  const voided = await shop.admin.post(`${path}/${order.order_id}/shipments/${shipment.shipment_id}/void`, {
    reason: 'Recorded on the wrong order',
  })
  expect(voided.status).toBe(200)
  expect(figures(await shop.balance(invoice))).toEqual(['paid', 10_000, 10_000, 0, 0])
  const over = await shop.pay({ amount_cents: 10_001, order_id: order.order_id })
  expect([over.status, over.body.data]).toMatchObject([409, { reason: 'over_allocated', open_cents: 10_000 }])
  const payment = await shop.paid({ amount_cents: 10_000, order_id: order.order_id })
  expect(uses(payment)).toEqual([[order.name, 10_000]])
  const shipped = await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines: [{ sku: 'J-S', quantity: 4 }] })
  expect(shipped.status).toBe(201)
  const again = await shop.invoiced(order)
  expect(figures(await shop.balance(again))).toEqual(['paid', 10_000, 0, 10_000, 0])
  expect((await shop.pay({ amount_cents: 1, order_id: order.order_id })).body.data).toMatchObject({ open_cents: 0 })
  await provePayments(shop)
})

test('more than is open of an invoice is refused and names what is open', async () => {
  const shop = await openPaidShop()
  const { invoice, order } = await shop.billed(2)
  const allocations = (amount_cents: number) => [{ invoice_id: invoice.invoice_id, amount_cents }]
  const over = await shop.pay({ amount_cents: 9_000, allocations: allocations(5_001) })
  expect([over.status, over.body.code, over.body.data]).toEqual([
    409,
    'conflict',
    {
      reason: 'over_allocated',
      field: 'allocations[0].amount_cents',
      open_cents: 5_000,
      invoice_id: invoice.invoice_id,
    },
  ])
  expect(over.body.message.desc).toContain('50.00 USD of INV-')
  await shop.paid({ amount_cents: 3_000, allocations: allocations(3_000) })
  expect((await shop.pay({ amount_cents: 2_001, allocations: allocations(2_001) })).body.data.open_cents).toBe(2_000)
  await shop.allow(invoice, { amount_cents: 500 })
  expect((await shop.pay({ amount_cents: 2_000, allocations: allocations(1_501) })).body.data.open_cents).toBe(1_500)
  await shop.paid({ amount_cents: 1_500, allocations: allocations(1_500) })
  expect(figures(await shop.balance(invoice))).toEqual(['paid', 5_000, 500, 4_500, 0])
  expect((await shop.pay({ amount_cents: 1, order_id: order.order_id })).body.data).toEqual({
    reason: 'over_allocated',
    field: 'amount_cents',
    open_cents: 0,
    order_id: order.order_id,
  })
  await provePayments(shop)
})

test('what a request cannot mean is refused by its field', async () => {
  const shop = await openPaidShop()
  const { invoice, order } = await shop.billed(2)
  const use = { invoice_id: invoice.invoice_id, amount_cents: 100 }
  const refused = async (body: object) => {
    const answer = await shop.pay({ amount_cents: 1_000, ...body })
    expect(answer.status).toBe(400)
    return answer.body.data.field
  }
  const { sql } = shop.tenant.service.database
  const otherAccount = uuidv7()
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${shop.tenant.organization_id}, ${otherAccount}, 'Harbour Stores')`
  expect(await refused({ trading_partner_id: otherAccount, allocations: [use] })).toBe('allocations[0].invoice_id')
  expect(await refused({ currency: 'EUR', allocations: [use] })).toBe('currency')
  expect(await refused({ currency: 'XQX' })).toBe('currency')
  expect(await refused({ currency: 'JPY', amount_cents: 150 })).toBe('amount_cents')
  expect(await refused({ allocations: [use, use] })).toBe('allocations[1].invoice_id')
  expect(await refused({ allocations: [{ ...use, order_id: order.order_id }] })).toBe('allocations[0]')
  expect(await refused({ allocations: [{ amount_cents: 100 }] })).toBe('allocations[0]')
  expect(await refused({ allocations: [{ ...use, invoice_id: 9_999_999 }] })).toBe('allocations[0].invoice_id')
  expect(await refused({ allocations: [{ order_id: shop.account_id, amount_cents: 1 }] })).toBe(
    'allocations[0].order_id',
  )
  expect(await refused({ order_id: order.order_id, trading_partner_id: shop.account_id })).toBe('trading_partner_id')
  expect(await refused({ order_id: order.order_id, allocations: [use] })).toBe('allocations')
  expect(await refused({ order_id: shop.account_id })).toBe('order_id')
  expect(await refused({ trading_partner_id: order.order_id })).toBe('trading_partner_id')
  expect(await refused({ trading_partner_id: undefined })).toBe('trading_partner_id')
  expect(await refused({ order_id: order.order_id, currency: 'EUR' })).toBe('currency')
  expect(await refused({ paid_on: daysFromNow(1) })).toBe('paid_on')
  await sql`
    update organizations set books_from = ${daysFromNow(-3)}::date where organization_id = ${shop.tenant.organization_id}`
  expect(await refused({ paid_on: daysFromNow(-4) })).toBe('paid_on')
  await shop.paid({ amount_cents: 1_000, paid_on: daysFromNow(-3) })
  expect((await shop.pay({ amount_cents: 1_000, allocations: [{ ...use, amount_cents: 1_001 }] })).body.data).toEqual({
    reason: 'over_allocated',
    field: 'allocations',
    unallocated_cents: 1_000,
  })
  await provePayments(shop)
})

test('a payment is reversed once, on a day of its own, and what it paid is open again', async () => {
  const shop = await openPaidShop()
  const { invoice } = await shop.billed(2)
  const payment = await shop.paid({
    amount_cents: 5_000,
    paid_on: daysFromNow(-2),
    allocations: [{ invoice_id: invoice.invoice_id, amount_cents: 5_000 }],
  })
  expect((await shop.reverse(payment, { reversed_on: daysFromNow(-3) })).body.data.field).toBe('reversed_on')
  expect((await shop.reverse(payment, { reversed_on: daysFromNow(1) })).body.data.field).toBe('reversed_on')
  expect((await shop.reverse(payment, { reason: ' ' })).body.data.field).toBe('reason')
  const { body } = await shop.reverse(payment)
  expect(body.data).toMatchObject({
    kind: 'reversed_payment',
    amount: { cents: 5_000 },
    unallocated: { cents: 0 },
    allocations: [],
    reversal: { reversed_on: today(), reason: 'Returned by the bank' },
  })
  expect(figures(await shop.balance(invoice))).toEqual(['open', 5_000, 0, 0, 5_000])
  const reversal = await shop.payment({ customer_payment_id: body.data.reversal.customer_payment_id })
  expect(reversal).toMatchObject({
    kind: 'reversal',
    amount: { cents: -5_000 },
    unallocated: { cents: 0 },
    reverses: { customer_payment_id: payment.customer_payment_id, reason: 'Returned by the bank' },
  })
  for (const act of [shop.reverse(payment), shop.apply(payment, [{ invoice_id: invoice.invoice_id, amount_cents: 1 }])])
    expect((await act).body.data.reason).toBe('reversed')
  expect((await shop.unapply(payment)).body.data.reason).toBe('reversed')
  expect((await shop.reverse(reversal)).body.data.reason).toBe('reversal')
  const missing = { customer_payment_id: shop.account_id }
  expect((await shop.reverse(missing)).body.code).toBe('not_found')
  expect((await shop.admin.get(`${paymentsPath}/${shop.account_id}`)).status).toBe(404)
  const member = await newSession(shop.tenant, { role: 'member' })
  expect((await member.post(`${paymentsPath}/${payment.customer_payment_id}/reverse`, { reason: 'x' })).status).toBe(
    403,
  )
  await provePayments(shop)
})

test('money on an order moves to its invoices as they are issued, and no further', async () => {
  const shop = await openPaidShop()
  const order = await shop.wholesale({ lines: [{ sku: 'J-S', quantity: 4 }] })
  expect((await shop.pay({ order_id: order.order_id, amount_cents: 10_001 })).body.data.open_cents).toBe(10_000)
  const early = await shop.paid({ order_id: order.order_id, amount_cents: 3_000 })
  expect(uses(early)).toEqual([[order.name, 3_000]])
  expect(early.account.trading_partner_id).toBe(shop.account_id)
  await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
  const first = await shop.invoiced(order)
  expect(uses(await shop.payment(early))).toEqual([
    [order.name, 500],
    [first.name, 2_500],
  ])
  await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
  const second = await shop.invoiced(order)
  expect(figures(await shop.balance(second))).toEqual(['partly_paid', 2_500, 0, 500, 2_000])
  const later = await shop.paid({ order_id: order.order_id, amount_cents: 7_000 })
  expect(uses(later)).toEqual([
    [second.name, 2_000],
    [order.name, 5_000],
  ])
  expect((await shop.pay({ order_id: order.order_id, amount_cents: 1 })).body.data.open_cents).toBe(0)
  await provePayments(shop)
})

test('a consumer order is paid for without an account', async () => {
  const shop = await openPaidShop()
  const order = await shop.placed({ lifecycle: 'open', lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 2_500 }] })
  const payment = await shop.paid({ order_id: order.order_id, amount_cents: 2_000, method: 'card' })
  expect(payment).toMatchObject({ account: null, order: { order_id: order.order_id }, unallocated: { cents: 0 } })
  expect((await shop.pay({ order_id: order.order_id, amount_cents: 3_001 })).body.data.open_cents).toBe(3_000)
  const { invoice } = await shop.billed(1)
  await shop.unapply(payment)
  const strayed = await shop.apply(payment, [{ invoice_id: invoice.invoice_id, amount_cents: 1 }])
  expect([strayed.status, strayed.body.data.field]).toEqual([400, 'allocations[0].invoice_id'])
  const back = await shop.apply(payment, [{ order_id: order.order_id, amount_cents: 2_000 }])
  expect(uses(back.body.data)).toEqual([[order.name, 2_000]])
})

test('money is taken off an invoice in part or in whole, never beyond what it pays', async () => {
  const shop = await openPaidShop()
  const [one, two] = [(await shop.billed(1)).invoice, (await shop.billed(1)).invoice]
  const use = ({ invoice_id }: any, amount_cents?: number) => ({ invoice_id, amount_cents })
  const payment = await shop.paid({ amount_cents: 5_000, allocations: [use(one, 2_500), use(two, 2_500)] })
  const over = await shop.unapply(payment, [use(one, 2_501)])
  expect([over.status, over.body.data.allocated_cents]).toEqual([409, 2_500])
  expect(uses((await shop.unapply(payment, [use(one, 1_000)])).body.data)).toEqual([
    [one.name, 1_500],
    [two.name, 2_500],
  ])
  expect(uses((await shop.unapply(payment, [use(two)])).body.data)).toEqual([[one.name, 1_500]])
  expect((await shop.unapply(payment, [use(two)])).body.data.field).toBe('allocations[0].invoice_id')
  const bare = (await shop.unapply(payment)).body.data
  expect([uses(bare), bare.unallocated.cents]).toEqual([[], 5_000])
  expect((await shop.apply(payment, [])).body.data.field).toBe('allocations')
  await provePayments(shop)
})

test('a credit note and a void free what was paid beyond, to be applied elsewhere', async () => {
  const shop = await openPaidShop()
  const { invoice } = await shop.billed(4)
  const use = [{ invoice_id: invoice.invoice_id, amount_cents: 5_000 }]
  const first = await shop.paid({ amount_cents: 5_000, allocations: use })
  const second = await shop.paid({ amount_cents: 5_000, allocations: use })
  const { body } = await shop.allow(invoice, { amount_cents: 6_000 })
  expect((await shop.payment(second)).unallocated.cents).toBe(5_000)
  expect((await shop.payment(first)).unallocated.cents).toBe(1_000)
  expect(figures(await shop.balance(invoice))).toEqual(['paid', 10_000, 6_000, 4_000, 0])
  await shop.cancel(body.data)
  expect(figures(await shop.balance(invoice))).toEqual(['partly_paid', 10_000, 0, 4_000, 6_000])
  const other = (await shop.billed(2)).invoice
  await shop.apply(second, [{ invoice_id: other.invoice_id, amount_cents: 5_000 }])
  expect((await shop.voided(other)).status).toBe(200)
  expect(figures(await shop.balance(other))).toEqual(['void', 5_000, 0, 0, 0])
  expect((await shop.payment(second)).unallocated.cents).toBe(5_000)
  const onVoid = await shop.apply(second, [{ invoice_id: other.invoice_id, amount_cents: 1 }])
  expect([onVoid.status, onVoid.body.message.desc]).toEqual([409, `${other.name} is void, so nothing of it is open.`])
  await provePayments(shop)
})

test('an external_id sent again answers the payment that is on file, and with other content it is refused', async () => {
  const shop = await openPaidShop()
  const { invoice, order } = await shop.billed(2)
  const allocations = [{ invoice_id: invoice.invoice_id, amount_cents: 1_000 }]
  const body = { external_id: 'bank-1', amount_cents: 2_000, reference: 'A', method: 'card', allocations }
  const payment = await shop.paid(body)
  await shop.unapply(payment)
  expect((await shop.paid(body)).customer_payment_id).toBe(payment.customer_payment_id)
  const others = [
    { amount_cents: 2_100 },
    { reference: 'B' },
    { method: 'cash' },
    { paid_on: daysFromNow(-1) },
    { currency: 'EUR' },
    { allocations: [] },
    { allocations: [{ ...allocations[0], amount_cents: 999 }] },
    { allocations: undefined, order_id: order.order_id, trading_partner_id: undefined },
  ]
  for (const other of others) {
    const refused = await shop.pay({ ...body, ...other })
    expect([other, refused.status, refused.body.data]).toEqual([
      other,
      409,
      { reason: 'external_id', field: 'external_id', customer_payment_id: payment.customer_payment_id },
    ])
  }
  const ofOrder = { external_id: 'bank-2', order_id: order.order_id, amount_cents: 500 }
  const first = await shop.paid(ofOrder)
  expect((await shop.paid(ofOrder)).customer_payment_id).toBe(first.customer_payment_id)
  const { body: page } = await shop.admin.get(`${paymentsPath}?external_id=bank-2`)
  expect(page.data.rows.map(({ customer_payment_id }: any) => customer_payment_id)).toEqual([first.customer_payment_id])
  await provePayments(shop)
})

test('lists find payments and balances by what they pay, their day and their state', async () => {
  const shop = await openPaidShop()
  const [one, two] = [await shop.billed(1, { terms: 'net_30' }), await shop.billed(1, { terms: 'due_on_receipt' })]
  const onOne = await shop.paid({
    amount_cents: 2_600,
    paid_on: daysFromNow(-1),
    allocations: [{ invoice_id: one.invoice.invoice_id, amount_cents: 2_500 }],
  })
  const onTwo = await shop.paid({
    amount_cents: 100,
    method: 'cash',
    allocations: [{ invoice_id: two.invoice.invoice_id, amount_cents: 100 }],
  })
  const listed = async (query: string) => {
    const { rows, filtered_max_size } = (await shop.admin.get(`${paymentsPath}?${query}`)).body.data
    expect(filtered_max_size).toBe(rows.length)
    return rows.map(({ customer_payment_id }: any) => customer_payment_id)
  }
  const both = [onTwo.customer_payment_id, onOne.customer_payment_id]
  expect(await listed('')).toEqual(both)
  expect(await listed(`trading_partner_id=${shop.account_id}`)).toEqual(both)
  expect(await listed(`invoice_id=${one.invoice.invoice_id}`)).toEqual([onOne.customer_payment_id])
  expect(await listed(`order_id=${two.order.order_id}`)).toEqual([onTwo.customer_payment_id])
  expect(await listed('method=cash')).toEqual([onTwo.customer_payment_id])
  expect(await listed('is_unallocated=true')).toEqual([onOne.customer_payment_id])
  expect(await listed('is_unallocated=false')).toEqual([onTwo.customer_payment_id])
  expect(await listed(`paid_from=${today()}`)).toEqual([onTwo.customer_payment_id])
  expect(await listed(`paid_to=${daysFromNow(-1)}`)).toEqual([onOne.customer_payment_id])
  const { sql } = shop.tenant.service.database
  const due = (days: number) => sql`
    update invoices set due_on = ${daysFromNow(days)}::date
    where organization_id = ${shop.tenant.organization_id} and invoice_id = ${two.invoice.invoice_id}`
  expect(await shop.balance(two.invoice)).toMatchObject({ paid_state: 'partly_paid', days_overdue: 0, due_on: today() })
  await due(-1)
  expect(await shop.balance(two.invoice)).toMatchObject({ paid_state: 'overdue', days_overdue: 1 })
  const balances = async (query: string) => {
    const { rows, filtered_max_size } = (await shop.admin.get(`${balancesPath}?${query}`)).body.data
    expect(filtered_max_size).toBe(rows.length)
    return rows.map(({ name }: any) => name)
  }
  expect(await balances('')).toEqual([two.invoice.name, one.invoice.name])
  expect(await balances('paid_state=overdue')).toEqual([two.invoice.name])
  expect(await balances('paid_state=paid')).toEqual([one.invoice.name])
  expect(await balances('paid_state=open')).toEqual([])
  expect(await balances(`order_id=${one.order.order_id}&currency=USD`)).toEqual([one.invoice.name])
  expect(await balances('currency=EUR')).toEqual([])
  expect(await balances(`due_to=${daysFromNow(-1)}&trading_partner_id=${shop.account_id}`)).toEqual([two.invoice.name])
  expect(await balances(`due_from=${today()}`)).toEqual([one.invoice.name])
  expect((await shop.admin.get('/api/v1/sales/invoices/9999999/balance')).status).toBe(404)
})
