/**
 * Payables of an order: its deposit, the balance of each receipt, and of each invoice for the units that it bills. The deposit
 * is credited to all of these in proportion to their value. Payments settle what is oldest first. Pure.
 */
import Big from 'big.js'
import { addDays, daysBetween, later } from '../../calendar/days.ts'
import { limits } from '../../contract/limits.ts'
import { divide } from '../buy_plans/cells/spread.rules.ts'
import type { OrderFact, PaymentFact, ReceiptFact } from './cash_facts.store.ts'
import type { InvoiceFact } from './invoiced.rules.ts'

export const wholeCents = (amount: string): number => Number(Big(amount).round(0, Big.roundHalfUp)) + 0

export interface Payable {
  /** Of an invoice that bills no order, the invoice. */
  order: OrderFact
  kind: 'deposit' | 'receipt' | 'expected' | 'invoice'
  /** The day of issue, of receipt, of the invoice, or on which the receipt is expected; null if that is unknown. */
  from: string | null
  /** Of an invoice: the day on which it is due, and the day on which the last of its units came; null where unknown. */
  billed?: Pick<InvoiceFact, 'due_on' | 'received_on'>
  /** In the order's currency: the value of the goods, the amount due beside the deposit, and the unpaid part of it. */
  value_cents: number
  cents: number
  open_cents: number
  /** The payment that settled it whole. */
  paid_on: string | null
}

/** An order, or money paid on account, that cannot be computed. */
export interface LeftOut {
  subject: 'purchase_order' | 'supplier_payment'
  name: string
  supplier_id: string | null
  cents: number | null
  currency: string
  reason: string
}

/** A payment whose amount is unknown, because a line of its order has no cost. */
export type Unvalued = Pick<Payable, 'order' | 'kind' | 'from'>

export interface Paid {
  cents: number
  paid_on: string
}

/** Settles payables in their order; returns what is left of the payments. */
export function settle(payables: readonly Payable[], payments: readonly Paid[]): Paid[] {
  const left = payments.map((one) => ({ ...one }))
  let at = 0
  for (const payable of payables) {
    while (payable.open_cents > 0 && at < left.length) {
      const payment = left[at]!
      const part = Math.min(payment.cents, payable.open_cents)
      payment.cents -= part
      payable.open_cents -= part
      if (payable.open_cents === 0) payable.paid_on = payment.paid_on
      if (payment.cents === 0) at++
    }
  }
  return left.filter(({ cents }) => cents > 0)
}

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const byDay = (one: { paid_on: string }, other: { paid_on: string }) => byText(one.paid_on, other.paid_on)

const isOpen = ({ status }: OrderFact) => ['approved', 'issued', 'partially_delivered'].includes(status)

const isIssued = ({ status, issued_on }: OrderFact) => issued_on !== null || status !== 'approved'

/** An order that is still to be issued pays its deposit on its order date, or now. */
function issueDay(order: OrderFact, today: string): string {
  const { issued_on, order_date } = order
  if (isIssued(order)) return issued_on ?? order_date ?? today
  return later(order_date ?? today, today)
}

/** The agreed deposit of an open order; of an ended one what was paid. Never more than the receipts are worth. */
function depositOf(order: OrderFact, total: number, paid: number): number {
  if (!isOpen(order)) return Math.min(paid, total)
  if (order.deposit_bp === null || order.total_cost === null) return 0
  return Math.min(Number(Big(order.total_cost).times(order.deposit_bp).div(100).round(0, Big.roundHalfUp)), total)
}

const sumOf = (parts: readonly { cents: number }[]) => parts.reduce((sum, { cents }) => sum + cents, 0)

export interface Days {
  today: string
  /** Deposits and receipts before this day count as paid; null for none. */
  payables_since: string | null
}

type BalancePart = Pick<Payable, 'kind' | 'from' | 'billed'> & { value: string }

/** What came and what was billed, the oldest first, and then what is still to come. */
function balanceParts(receipts: readonly ReceiptFact[], invoices: readonly InvoiceFact[]): BalancePart[] {
  const ofReceipts = receipts.map(({ is_expected, day, value }): BalancePart => {
    return { kind: is_expected ? 'expected' : 'receipt', from: day, value }
  })
  const ofInvoices = invoices.map(({ invoice_date, due_on, received_on, value }): BalancePart => {
    return { kind: 'invoice', from: invoice_date, billed: { due_on, received_on }, value }
  })
  if (invoices.length === 0) return ofReceipts
  const isExpected = ({ kind }: BalancePart) => kind === 'expected'
  const came = [...ofReceipts.filter((one) => !isExpected(one)), ...ofInvoices].toSorted((one, other) =>
    byText(one.from ?? '', other.from ?? ''),
  )
  return [...came, ...ofReceipts.filter(isExpected)]
}

/** The payables of one order, each payment of the order settled. */
function payablesOfOrder(
  order: OrderFact,
  receipts: readonly ReceiptFact[],
  invoices: readonly InvoiceFact[],
  payments: readonly PaymentFact[],
  { today, payables_since }: Days,
): { payables: Payable[]; left: Paid[] } {
  const counted = payables_since === null ? payments : payments.filter(({ paid_on }) => paid_on >= payables_since)
  const isBefore = (day: string | null) => payables_since !== null && day !== null && day < payables_since
  const parts = balanceParts(receipts, invoices)
  const values = parts.map(({ value }) => wholeCents(value))
  const total = values.reduce((sum, value) => sum + value, 0)
  const deposits = counted.filter(({ kind }) => kind === 'deposit').map(({ cents, paid_on }) => ({ cents, paid_on }))
  const deposit = depositOf(order, total, sumOf(deposits))
  const credits = divide(deposit, values)
  const issued = issueDay(order, today)
  const owed: Payable = {
    order,
    kind: 'deposit',
    from: issued,
    value_cents: 0,
    cents: deposit,
    open_cents: isIssued(order) && isBefore(issued) ? 0 : deposit,
    paid_on: null,
  }
  const balances = parts.map(({ value: _value, ...part }, at): Payable => {
    const cents = values[at]! - credits[at]!
    const open_cents = part.kind !== 'expected' && isBefore(part.from) ? 0 : cents
    return { order, ...part, value_cents: values[at]!, cents, open_cents, paid_on: null }
  })
  const surplus = settle([owed], deposits)
  const balance = counted.filter(({ kind }) => kind === 'balance').map(({ cents, paid_on }) => ({ cents, paid_on }))
  const rest = settle(balances, [...balance, ...surplus].toSorted(byDay))
  // A payment that was recorded as a balance may contain the deposit.
  return { payables: [owed, ...balances], left: settle([owed], rest) }
}

export interface PayableFacts {
  orders: readonly OrderFact[]
  receipts: readonly ReceiptFact[]
  invoices: readonly InvoiceFact[]
  payments: readonly PaymentFact[]
}

const byFrom = (one: Payable, other: Payable) => byText(one.from ?? '', other.from ?? '')

/** Deliveries and invoices that are too old to be unpaid still. */
export const countsAsPaid = ({ kind, from }: Pick<Payable, 'kind' | 'from'>, today: string): boolean =>
  (kind === 'receipt' || kind === 'invoice') && from! < addDays(today, -limits.cash_payable_days)

/** Payments on account settle the oldest payables of the supplier in their currency. */
function settleOnAccount(payables: readonly Payable[], payments: readonly PaymentFact[], days: Days): LeftOut[] {
  const { today, payables_since: since } = days
  const left_out: LeftOut[] = []
  const open = Map.groupBy(
    payables.filter((one) => one.kind !== 'expected' && one.open_cents > 0 && !countsAsPaid(one, today)),
    ({ order }) => `${order.supplier_id} ${order.currency}`,
  )
  const onAccount = payments.filter(
    ({ purchase_order_id, paid_on }) => purchase_order_id === null && (since === null || paid_on >= since),
  )
  for (const [key, paid] of Map.groupBy(onAccount, ({ supplier_id, currency }) => `${supplier_id} ${currency}`)) {
    const due = (open.get(key) ?? []).toSorted(byFrom)
    const rest: Paid[] = []
    for (const kind of ['deposit', 'balance'] as const)
      rest.push(
        ...settle(
          due.filter((one) => (one.kind === 'deposit') === (kind === 'deposit')),
          paid.filter((one) => one.kind === kind).toSorted(byDay),
        ),
      )
    const { supplier_id, supplier, currency } = paid[0]!
    if (rest.length > 0)
      left_out.push({
        subject: 'supplier_payment',
        name: supplier,
        supplier_id,
        cents: sumOf(rest),
        currency,
        reason: `Paid to ${supplier} on account beyond what is due; it is not deducted from later payments.`,
      })
  }
  return left_out
}

/** When an order without a known cost is paid for. Its deposit is a share of its cost, so no part of it is known; none is none. */
function unvaluedOf(order: OrderFact, receipts: readonly ReceiptFact[], { today, payables_since }: Days): Unvalued[] {
  const isBefore = (day: string | null) => day !== null && payables_since !== null && day < payables_since
  const issued = issueDay(order, today)
  const isOwed = isOpen(order) && (order.deposit_bp ?? 0) > 0 && !(isIssued(order) && isBefore(issued))
  const deposit: Unvalued[] = isOwed ? [{ order, kind: 'deposit', from: issued }] : []
  const balances = receipts
    .filter(({ is_expected, day }) => is_expected || !isBefore(day))
    .map(({ is_expected, day }): Unvalued => ({ order, kind: is_expected ? 'expected' : 'receipt', from: day }))
  return [...deposit, ...balances]
}

const billsNoOrder = ({ purchase_order_id }: InvoiceFact) => purchase_order_id === null

/** The state of what an invoice bills of no order. */
export const billedAlone = 'billed_alone'

/** What an invoice bills of no order, such as freight, is owed as an order of its own. */
const orderOfInvoice = ({ supplier_invoice_id, invoice_number, supplier_id, currency }: InvoiceFact): OrderFact => ({
  purchase_order_id: supplier_invoice_id,
  name: invoice_number,
  status: billedAlone,
  supplier_id,
  currency,
  deposit_bp: null,
  total_cost: null,
  order_date: null,
  issued_on: null,
  cancel_date: null,
})

/** The payments due for all orders, and what cannot be computed. */
export function payablesOf(
  facts: PayableFacts,
  days: Days,
): { payables: Payable[]; left_out: LeftOut[]; unvalued: Unvalued[] } {
  const receiptsOf = Map.groupBy(facts.receipts, ({ purchase_order_id }) => purchase_order_id)
  const paymentsOf = Map.groupBy(
    facts.payments.filter(({ purchase_order_id }) => purchase_order_id !== null),
    ({ purchase_order_id }) => purchase_order_id!,
  )
  const invoicesOf = Map.groupBy(facts.invoices, (one) => one.purchase_order_id)
  const payables = facts.invoices.filter(billsNoOrder).flatMap((one) => {
    return payablesOfOrder(orderOfInvoice(one), [], [one], [], days).payables
  })
  const left_out: LeftOut[] = []
  const unvalued: Unvalued[] = []
  for (const order of facts.orders) {
    const { purchase_order_id, name, supplier_id, currency } = order
    const receipts = receiptsOf.get(purchase_order_id) ?? []
    const payments = paymentsOf.get(purchase_order_id) ?? []
    const invoices = invoicesOf.get(purchase_order_id) ?? []
    if (receipts.some(({ is_costed }) => !is_costed)) {
      const reason = `The order ${name} has a line without a known cost.`
      left_out.push({ subject: 'purchase_order', name, supplier_id, cents: null, currency, reason })
      unvalued.push(...unvaluedOf(order, receipts, days))
      // What was billed of it is known.
      if (invoices.length > 0)
        payables.push(...payablesOfOrder({ ...order, deposit_bp: null }, [], invoices, payments, days).payables)
      continue
    }
    const { payables: own, left } = payablesOfOrder(order, receipts, invoices, payments, days)
    payables.push(...own)
    if (left.length === 0) continue
    const reason = `More was paid for the order ${name} than it is worth; the rest is not deducted from other payments.`
    left_out.push({ subject: 'supplier_payment', name, supplier_id, cents: sumOf(left), currency, reason })
  }
  left_out.push(...settleOnAccount(payables, facts.payments, days))
  return { payables, left_out, unvalued }
}

/** Days from receipt to payment of each delivery that was paid whole; paid before its arrival, none. */
export const paidDays = (payables: readonly Payable[]): { order: OrderFact; days: number }[] =>
  payables.flatMap(({ order, kind, from, billed, paid_on }) => {
    const received_on = kind === 'receipt' ? from : (billed?.received_on ?? null)
    if (received_on === null || paid_on === null) return []
    return [{ order, days: Math.max(daysBetween(received_on, paid_on), 0) }]
  })

/** The median, rounded half up; null without values. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : Math.floor((sorted[middle - 1]! + sorted[middle]! + 1) / 2)
}
