/** What a payment pays. Pure: payables and amounts in, allocations or a refusal out. */
import { amountIn } from '../../contract/money.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'

/** An invoice, or an order before its invoice, and what of it nothing pays yet. Its order is locked. */
export interface Payable {
  order_id: string
  invoice_id: number | null
  name: string
  /** null for a consumer order. */
  trading_partner_id: string | null
  currency: string
  open_cents: number
  is_void: boolean
  /** Day of the invoice; null for an order. */
  issued_on: string | null
}

export interface Target {
  invoice_id?: number | undefined
  order_id?: string | undefined
}

export interface Wanted extends Target {
  amount_cents: number
}

export interface Allocated {
  order_id: string
  invoice_id: number | null
  amount_cents: number
  /** Money counts on an invoice from its day on. */
  allocated_on: string
}

/** Who paid, and in which currency. */
export interface Payer {
  trading_partner_id: string | null
  order_id: string | null
  /** Orders that money of a consumer was on: it went where lines of the order that was paid for went. */
  was_on?: readonly string[]
  currency: string
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((sum, one) => sum + of(one), 0)

const isOf =
  ({ invoice_id, order_id }: Target) =>
  (one: { invoice_id: number | null; order_id: string }) =>
    invoice_id === undefined ? one.invoice_id === null && one.order_id === order_id : one.invoice_id === invoice_id

/** Refuses targets that name neither or both, and one that is named twice. */
export function checkTargets(field: string, targets: readonly Target[]): void {
  const seen = new Set<number | string>()
  for (const [i, { invoice_id, order_id }] of targets.entries()) {
    if ((invoice_id === undefined) === (order_id === undefined))
      refuseField(`${field}[${i}]`, 'must name either invoice_id or order_id', ['invoice_id', 'order_id'])
    const key = invoice_id ?? order_id!.toLowerCase()
    if (seen.has(key))
      refuseField(`${field}[${i}].${invoice_id === undefined ? 'order_id' : 'invoice_id'}`, 'must be named once')
    seen.add(key)
  }
}

const dayOf = ({ issued_on }: Payable, day: string) => (issued_on !== null && issued_on > day ? issued_on : day)

function checkPayer(field: string, payable: Payable, payer: Payer): void {
  const isPayers =
    payer.trading_partner_id === null
      ? payable.order_id === payer.order_id || payer.was_on?.includes(payable.order_id) === true
      : payable.trading_partner_id === payer.trading_partner_id
  if (!isPayers)
    refuseField(
      field,
      payer.trading_partner_id === null
        ? 'must be the order that was paid for, or one to which its lines and the money went'
        : 'must be of the account that paid',
    )
  if (payable.currency !== payer.currency)
    refuseField('currency', `must be the currency of ${payable.name}`, [payable.currency])
}

/** Each target gets its amount; more than is open of it is refused, and names what is open. */
export function allocate(
  payer: Payer,
  wanted: readonly Wanted[],
  payables: readonly Payable[],
  day: string,
): Allocated[] {
  return wanted.map(({ amount_cents, ...target }, i) => {
    const name = target.invoice_id === undefined ? 'order_id' : 'invoice_id'
    const field = `allocations[${i}].${name}`
    const payable = payables.find(isOf({ ...target, order_id: target.order_id?.toLowerCase() }))
    if (payable === undefined)
      return refuseField(
        field,
        name === 'invoice_id'
          ? 'must be an invoice of this organisation'
          : 'must be a sales order of this organisation',
      )
    checkPayer(field, payable, payer)
    checkOpen(`allocations[${i}].amount_cents`, amount_cents, payable)
    const { order_id, invoice_id } = payable
    return { order_id, invoice_id, amount_cents, allocated_on: dayOf(payable, day) }
  })
}

function checkOpen(field: string, cents: number, { name, currency, open_cents, is_void, ...payable }: Payable): void {
  const { invoice_id, order_id } = payable
  const data = { reason: 'over_allocated', field, open_cents, ...(invoice_id === null ? { order_id } : { invoice_id }) }
  if (is_void) refuse('conflict', { desc: `${name} is void, so nothing of it is open.`, data })
  if (cents > open_cents)
    refuse('conflict', {
      desc: `${field} is ${amountIn(cents, currency)} ${currency}, and ${amountIn(open_cents, currency)} ${currency} of ${name} is open.`,
      data,
    })
}

/** Divides an amount over the open invoices of an order, oldest first; the rest stays on the order. */
export function allocateToOrder(payer: Payer, cents: number, payables: readonly Payable[], day: string): Allocated[] {
  const order = payables.find(({ invoice_id }) => invoice_id === null)!
  const invoices = payables.filter(({ invoice_id }) => invoice_id !== null)
  const open_cents = sumOf(payables, (one) => one.open_cents)
  if (order.currency !== payer.currency)
    refuseField('currency', `must be the currency of ${order.name}`, [order.currency])
  checkOpen('amount_cents', cents, { ...order, open_cents })
  let left = cents
  return [...invoices, order].flatMap((payable) => {
    const amount_cents = Math.min(left, payable.open_cents)
    left -= amount_cents
    const { order_id, invoice_id } = payable
    return amount_cents === 0 ? [] : [{ order_id, invoice_id, amount_cents, allocated_on: dayOf(payable, day) }]
  })
}

/** What a payment pays of an invoice or order now. */
export interface InForce {
  customer_payment_id: string
  order_id: string
  invoice_id: number | null
  amount_cents: number
  /** Day of its latest row: money is not freed before it was allocated. */
  allocated_on: string
}

export interface Freed extends Target {
  amount_cents?: number | undefined
}

/** Takes back what was named, or all of it; more than the payment pays of it is refused. */
export function free(inForce: readonly InForce[], wanted: readonly Freed[] | undefined, currency: string): InForce[] {
  if (wanted === undefined) return [...inForce]
  return wanted.map(({ amount_cents, ...target }, i) => {
    const allocation = inForce.find(isOf({ ...target, order_id: target.order_id?.toLowerCase() }))
    const name = target.invoice_id === undefined ? 'order_id' : 'invoice_id'
    if (allocation === undefined) return refuseField(`allocations[${i}].${name}`, 'must be one that the payment pays')
    const cents = amount_cents ?? allocation.amount_cents
    const allocated_cents = allocation.amount_cents
    if (cents > allocated_cents)
      refuse('conflict', {
        desc: `allocations[${i}].amount_cents is ${amountIn(cents, currency)} ${currency}, and the payment pays ${amountIn(allocated_cents, currency)} ${currency} of it.`,
        data: { reason: 'over_allocated', field: `allocations[${i}].amount_cents`, allocated_cents },
      })
    return { ...allocation, amount_cents: cents }
  })
}

/** Takes cents from allocations in their order until nothing is left to take. */
export function takeFrom(inForce: readonly InForce[], cents: number): InForce[] {
  let left = cents
  return inForce.flatMap((allocation) => {
    const amount_cents = Math.min(left, allocation.amount_cents)
    left -= amount_cents
    return amount_cents <= 0 ? [] : [{ ...allocation, amount_cents }]
  })
}

/** Refuses allocations beyond the amount that they come from. */
export function checkSum(wanted: readonly Wanted[], cents: number, currency: string): void {
  const sum = sumOf(wanted, ({ amount_cents }) => amount_cents)
  if (sum > cents)
    refuse('conflict', {
      desc: `The allocations are ${amountIn(sum, currency)} ${currency}, and ${amountIn(cents, currency)} ${currency} of the payment is unallocated.`,
      data: { reason: 'over_allocated', field: 'allocations', unallocated_cents: cents },
    })
}

interface PayableOut {
  unallocated_cents: number
  currency: string
  /** What refunds and exchanges left of the payments for the order of a consumer; null for money of an account. */
  left_cents: number | null
}

/**
 * Refuses a payout beyond what is unallocated of the payment, and one of money that was paid back already: a consumer has no
 * balance on which it would be owed again.
 */
export function checkPaidOut(cents: number, { unallocated_cents, currency, left_cents }: PayableOut): void {
  if (cents > unallocated_cents)
    refuse('conflict', {
      desc: `amount_cents is ${amountIn(cents, currency)} ${currency}, and ${amountIn(unallocated_cents, currency)} ${currency} of the payment is unallocated.`,
      data: { reason: 'over_paid_out', field: 'amount_cents', unallocated_cents },
    })
  const refundable_cents = Math.max(left_cents ?? cents, 0)
  if (cents > refundable_cents)
    refuse('conflict', {
      desc: `amount_cents is ${amountIn(cents, currency)} ${currency}, and ${amountIn(refundable_cents, currency)} ${currency} of the payments for the order is left to be paid back after refunds, exchanges and payouts.`,
      data: { reason: 'refunded', field: 'amount_cents', refundable_cents },
    })
}
