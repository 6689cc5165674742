/** Money from customers: payments of invoices and of orders, applied, taken off, paid out and reversed. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Kind } from './kind.ts'
import { hasLines } from './play_sales.ts'
import { does, today, which } from '../setting.ts'
import type { Invoice } from '../truth/selling/invoices.ts'
import type { Sale } from '../truth/selling/sale.ts'
import { inForce } from '../truth/selling/payments.ts'
import type { Payment } from '../truth/selling/takings.ts'
import { agree, choose, type World } from '../world.ts'

export type PayStep =
  /** Hundredths of what is open, and cents that stay on account. */
  | { does: 'pay_invoice'; invoice: number; percent: number; rest: number }
  | { does: 'pay_order'; sale: number; percent: number }
  | { does: 'apply_payment'; payment: number; invoice: number; percent: number }
  | { does: 'unapply_payment' | 'reverse_payment'; payment: number }
  | { does: 'pay_out'; payment: number; percent: number }
  | { does: 'reverse_payout'; payment: number; payout: number }

const path = '/api/v1/sales/payments'
/** A part of an amount, or a cent more. */
const partOf = (cents: number, percent: number): number =>
  percent > 100 ? cents + 1 : Math.max(Math.floor((cents * percent) / 100), 1)

const openInvoice = ({ model }: World, at: number): Invoice | undefined =>
  choose(model.invoices.all, at, (one) => model.takings.open(one) > 0)

async function payInvoice(world: World, step: PayStep & { does: 'pay_invoice' }): Promise<Sale | undefined> {
  const { model, admin, account_id } = world
  const invoice = openInvoice(world, step.invoice)
  if (invoice === undefined) return undefined
  const cents = partOf(model.takings.open(invoice), step.percent)
  const amount = cents + step.rest
  const answer = await admin.post(path, {
    trading_partner_id: account_id,
    amount_cents: amount,
    currency: 'USD',
    paid_on: today(),
    allocations: [{ invoice_id: invoice.id, amount_cents: cents }],
  })
  const recorded = model.payments.ofAccount(amount, invoice, cents)
  if (agree(world, 'pay an invoice', answer, recorded.status) && 'payment' in recorded)
    recorded.payment.id = answer.body.data.customer_payment_id
  return invoice.sale
}

async function payOrder(world: World, step: PayStep & { does: 'pay_order' }): Promise<Sale | undefined> {
  const { model, admin } = world
  const sale = choose(model.sales.orders.filter(hasLines), step.sale, (one) => model.payments.openInAll(one) > 0)
  if (sale === undefined) return undefined
  const amount = partOf(model.payments.openInAll(sale), step.percent)
  const body = { order_id: sale.id, amount_cents: amount, currency: 'USD', paid_on: today() }
  const recorded = model.payments.ofOrder(sale, amount)
  const answer = await admin.post(path, body)
  const word = sale.is_wholesale ? 'wholesale' : 'consumer'
  if (agree(world, `pay a ${word} order`, answer, recorded.status) && 'payment' in recorded)
    recorded.payment.id = answer.body.data.customer_payment_id
  return sale
}

async function applyTo(world: World, payment: Payment, step: PayStep & { does: 'apply_payment' }) {
  const { model, admin } = world
  const invoice = openInvoice(world, step.invoice)
  // Money for the order of a consumer is for nothing else.
  if (invoice === undefined || payment.pays.some(({ sale }) => !sale.is_wholesale)) return
  const cents = partOf(Math.min(model.payments.unallocated(payment), model.takings.open(invoice)), step.percent)
  const answer = await admin.post(`${path}/${payment.id}/apply`, {
    allocations: [{ invoice_id: invoice.id, amount_cents: cents }],
  })
  agree(world, 'apply a payment', answer, model.payments.apply(payment, invoice, cents))
}

async function payOut(world: World, step: PayStep & { does: 'pay_out' }): Promise<Sale | undefined> {
  const { model, admin } = world
  const payment = choose(model.takings.payments, step.payment, (one) => model.payments.unallocated(one) > 0)
  if (payment === undefined) return undefined
  const amount_cents = partOf(model.payments.unallocated(payment), step.percent)
  const answer = await admin.post(`${path}/${payment.id}/pay-out`, { amount_cents, reason: 'Units were cancelled' })
  const paid = model.payments.payOut(payment, amount_cents)
  const sale = payment.pays[0]?.sale
  const payer = sale?.is_wholesale === false ? 'a consumer' : 'an account'
  if (agree(world, `pay out ${payer}`, answer, paid.status) && 'payout' in paid)
    paid.payout.id = answer.body.data.payouts.at(-1).customer_payment_id
  return sale
}

async function reversePayout(world: World, step: PayStep & { does: 'reverse_payout' }): Promise<Sale | undefined> {
  const { model, admin } = world
  const payment = choose(model.takings.payments, step.payment, ({ payouts }) => inForce(payouts).length > 0)
  const payout = choose(payment?.payouts ?? [], step.payout, (one) => !one.is_reversed)
  if (payout === undefined) return undefined
  const answer = await admin.post(`${path}/${payout.id}/reverse`, { reason: 'It never left' })
  agree(world, 'reverse a payout', answer, model.payments.reversePayout(payout))
  return payment?.pays[0]?.sale
}

type OfPayment = PayStep & { does: 'apply_payment' | 'unapply_payment' | 'reverse_payment' }

async function playPayment(world: World, step: OfPayment): Promise<Sale | undefined> {
  const { model, admin } = world
  const fits = (one: Payment) =>
    !one.is_reversed && (step.does !== 'apply_payment' || model.payments.unallocated(one) > 0)
  const payment = choose(model.takings.payments, step.payment, fits)
  if (payment === undefined) return undefined
  const [paid] = payment.pays
  if (step.does === 'apply_payment') await applyTo(world, payment, step)
  const reason = { reason: 'The cheque was returned' }
  if (step.does === 'unapply_payment') {
    const answer = await admin.post(`${path}/${payment.id}/unapply`, reason)
    agree(world, 'unapply a payment', answer, model.payments.unapply(payment))
  }
  if (step.does === 'reverse_payment') {
    const answer = await admin.post(`${path}/${payment.id}/reverse`, reason)
    agree(world, 'reverse a payment', answer, model.payments.reverse(payment))
  }
  return paid?.sale
}

const percent = fc.constantFrom(30, 50, 100, 100, 101)

export const paying: Kind<PayStep> = {
  does: [
    'pay_invoice',
    'pay_order',
    'apply_payment',
    'unapply_payment',
    'reverse_payment',
    'pay_out',
    'reverse_payout',
  ],
  steps: [
    {
      weight: 4,
      arbitrary: fc.record({ does: does('pay_invoice'), invoice: which, percent, rest: fc.constantFrom(0, 0, 400) }),
    },
    { weight: 3, arbitrary: fc.record({ does: does('pay_order'), sale: which, percent }) },
    { weight: 2, arbitrary: fc.record({ does: does('apply_payment'), payment: which, invoice: which, percent }) },
    { weight: 1, arbitrary: fc.record({ does: does('unapply_payment'), payment: which }) },
    { weight: 1, arbitrary: fc.record({ does: does('reverse_payment'), payment: which }) },
    { weight: 2, arbitrary: fc.record({ does: does('pay_out'), payment: which, percent }) },
    { weight: 1, arbitrary: fc.record({ does: does('reverse_payout'), payment: which, payout: which }) },
  ],
  async play(world, step) {
    if (step.does === 'pay_invoice') return { sale: await payInvoice(world, step) }
    if (step.does === 'pay_order') return { sale: await payOrder(world, step) }
    if (step.does === 'pay_out') return { sale: await payOut(world, step) }
    if (step.does === 'reverse_payout') return { sale: await reversePayout(world, step) }
    return { sale: await playPayment(world, step) }
  },
}

const pageMax = 100

/** What every invoice leaves open, and what of every payment pays nothing. */
export async function compareBalances(world: World): Promise<void> {
  const { model, admin } = world
  const { takings, payments } = model
  if (takings.payments.length + takings.notes.length === 0) return
  const balances = (await admin.get(`/api/v1/sales/invoice-balances?limit=${pageMax}`)).body.data.rows
  assert.deepEqual(
    balances
      .map((row: any) => [row.invoice_id, row.paid_state, row.credited.cents, row.paid.cents, row.open.cents])
      .toReversed(),
    takings.invoices.slice(-pageMax).map((one) => {
      const [paid, open] = [takings.paid(one), takings.open(one)]
      const state = one.is_void ? 'void' : open <= 0 ? 'paid' : paid > 0 ? 'partly_paid' : 'open'
      return [one.id, state, takings.credited(one), paid, open]
    }),
    'balances of invoices',
  )
  const rows = (await admin.get(`${path}?limit=${pageMax}`)).body.data.rows
  const shown = new Map<string, any>(rows.map((row: any) => [row.customer_payment_id, row]))
  for (const payment of takings.payments.filter(({ id }) => shown.has(id))) {
    const { amount, unallocated, reversal, payouts } = shown.get(payment.id)
    const paidOut = payouts.map((one: any) => [one.customer_payment_id, one.amount.cents])
    assert.deepEqual(
      [payment.id, amount.cents, unallocated.cents, reversal !== null, paidOut],
      [
        payment.id,
        payment.amount,
        payments.unallocated(payment),
        payment.is_reversed,
        inForce(payment.payouts).map(({ id, cents }) => [id, cents]),
      ],
      'payment',
    )
  }
  await compareUnallocated(world)
}

/** Money of the account that pays nothing, on account and on orders that come to less by now. */
async function compareUnallocated({ model, admin, account_id }: World): Promise<void> {
  const { body } = await admin.get(`/api/v1/sales/unallocated-money?trading_partner_id=${account_id}&currency=USD`)
  const words = (payment: string, sale: string | undefined, cents: number) =>
    `${payment} ${sale ?? 'on account'} ${cents}`
  assert.deepEqual(
    body.data.rows.map((row: any) => words(row.customer_payment_id, row.order?.order_id, row.amount.cents)).toSorted(),
    model.payments
      .unallocatedMoney()
      .map(({ payment, sale, cents }) => words(payment.id, sale?.id, cents))
      .toSorted(),
    'unallocated money',
  )
}

/** What an order comes to, and what of its money is too much. */
export async function compareOrderBalance({ model, admin }: World, sale: Sale): Promise<void> {
  const { agreed, invoiced, paid, paid_back, open, overpaid } = (
    await admin.get(`/api/v1/sales/orders/${sale.id}/balance`)
  ).body.data
  assert.deepEqual(
    {
      agreed: agreed.cents,
      invoiced: invoiced.cents,
      paid: paid.cents,
      paid_back: paid_back.cents,
      open: open.cents,
      overpaid: overpaid.cents,
    },
    {
      ...model.payments.orderBalance(sale),
      open: model.payments.openOfOrder(sale),
      overpaid: model.payments.overpaid(sale),
    },
    'balance of an order',
  )
}
