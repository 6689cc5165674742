/** Payments of customers as files state them: who paid, what they pay, and whether they are on file. Pure. */
import Big from 'big.js'
import { brokenByAmount } from '../../../contract/amounts.ts'
import { amountIn, isCurrency } from '../../../contract/money.ts'
import { Refusal } from '../../../contract/refusals.ts'
import type { RecordFault } from '../../../imports/record_diff.ts'
import { recordFault } from '../../../imports/record_fault.ts'
import { nameKey, normalText } from '../../../records/texts.ts'
import { allocate, type Allocated, allocateToOrder, type Payable, type Payer } from '../allocation.rules.ts'
import type { paymentMethods } from '../known_values.ts'

export interface PaymentRecord {
  account: string | null
  paid_on: string
  amount: string
  currency: string | null
  invoice: string | null
  order: string | null
  method: (typeof paymentMethods)[number] | null
  reference: string | null
  external_id: string | null
}

export interface PaymentFacts {
  /** By name in lower case and by id. */
  accounts: ReadonlyMap<string, string>
  /** By number. */
  invoices: ReadonlyMap<string, Payable>
  /** By name and by id: the order and its invoices in force, oldest first. */
  orders: ReadonlyMap<string, Payable[]>
  today: string
  /** The first day that entries may have; null if none is set. A file may go back further than entries by hand without one. */
  books_from: string | null
}

export interface PaymentWrite extends Payer {
  amount_cents: number
  paid_on: string
  method: (typeof paymentMethods)[number]
  reference: string | null
  external_id: string | null
  invoice_id: number | null
  /** The order that was paid for, where no invoice was named; null for money on account. */
  paid_order_id: string | null
}

type Stored = Pick<
  PaymentWrite,
  'trading_partner_id' | 'order_id' | 'amount_cents' | 'currency' | 'paid_on' | 'reference' | 'external_id'
>

/** Equal for payments that are the same one, apart from their id elsewhere. */
export const contentKey = (payment: Stored): string =>
  JSON.stringify([
    payment.trading_partner_id ?? payment.order_id,
    payment.amount_cents,
    payment.currency,
    payment.paid_on,
    payment.reference,
  ])

/** A payment on file; the day on which it was reversed, if it was. */
export type OnFile = Stored & { reversed_on: string | null }

export interface KnownPayments {
  /** The latest of each id. */
  byExternalId: ReadonlyMap<string, OnFile>
  /** One in force, if there is one. */
  byContent: ReadonlyMap<string, OnFile>
}

/** In the order in which they were recorded. */
export const knownPayments = (rows: readonly OnFile[]): KnownPayments => ({
  byExternalId: new Map(rows.flatMap((row) => (row.external_id === null ? [] : [[row.external_id, row]]))),
  byContent: new Map(
    [...rows.filter(({ reversed_on }) => reversed_on !== null), ...rows.filter((row) => row.reversed_on === null)].map(
      (row) => [contentKey(row), row],
    ),
  ),
})

/** Whether the payment is on file; a fault if its id is, with other content, or if it was reversed. */
export function knownAs(payment: PaymentWrite, { byExternalId, byContent }: KnownPayments): boolean | RecordFault {
  const content = contentKey(payment)
  const { external_id, reference } = payment
  const known = external_id === null ? byContent.get(content) : byExternalId.get(external_id)
  if (known === undefined) return false
  const [field, value] = external_id === null ? ['reference', reference] : ['external_id', external_id]
  if (known.reversed_on !== null) {
    const rule = `is of a payment that was reversed on ${known.reversed_on}; record it by itself if it was paid after all`
    return recordFault(field!, rule, value ?? null)
  }
  return (
    contentKey(known) === content ||
    recordFault('external_id', 'was recorded with another payer, amount, currency, day or reference', external_id)
  )
}

/** What is paid: the payables of the record, and who paid them; faults where something is not known. */
function paidBy(record: PaymentRecord, facts: PaymentFacts) {
  const faults: RecordFault[] = []
  const account = record.account === null ? null : facts.accounts.get(nameKey(record.account))
  if (account === undefined)
    faults.push(
      recordFault('account', 'must be the name or id of a trading account of this organisation', record.account),
    )
  if (record.invoice !== null && record.order !== null)
    faults.push(recordFault('order', 'must be blank beside an invoice', record.order))
  const payables = payablesOf(record, facts)
  if (payables === undefined)
    faults.push(
      record.invoice === null
        ? recordFault('order', 'must be the name or id of a sales order of this organisation', record.order)
        : recordFault('invoice', 'must be the number of an invoice of this organisation', record.invoice),
    )
  const one = payables?.at(-1)
  if (one !== undefined && account && account !== one.trading_partner_id)
    faults.push(recordFault('account', `must be the account of ${one.name}`, record.account))
  if (payables?.length === 0 && account === null)
    faults.push(recordFault('account', 'is required without an invoice or an order', null))
  const trading_partner_id = one === undefined ? (account ?? null) : one.trading_partner_id
  const order_id = one !== undefined && trading_partner_id === null ? one.order_id : null
  return { faults, trading_partner_id, order_id, usual: one?.currency ?? null }
}

const key = (text: string) => normalText(text).toLowerCase()

/** None for money on account; undefined where the invoice or order is unknown. */
export function payablesOf({ invoice, order }: PaymentRecord, facts: PaymentFacts): Payable[] | undefined {
  if (invoice !== null) {
    const payable = facts.invoices.get(key(invoice))
    return payable === undefined ? undefined : [payable]
  }
  return order === null ? [] : facts.orders.get(key(order))
}

function currencyOf({ currency }: PaymentRecord, usual: string | null): string | RecordFault {
  const stated = currency?.toUpperCase() ?? usual
  if (stated === null) return recordFault('currency', 'is required for a payment on account', null)
  if (!isCurrency(stated)) return recordFault('currency', 'must be an ISO 4217 code', currency)
  return usual !== null && stated !== usual
    ? recordFault('currency', 'must be the currency of what is paid', currency, [usual])
    : stated
}

function dayFaults({ paid_on }: PaymentRecord, { today, books_from }: PaymentFacts): RecordFault[] {
  if (paid_on > today) return [recordFault('paid_on', `must not be after the current day, ${today}`, paid_on)]
  if (books_from === null || paid_on >= books_from) return []
  const rule = `must not be before ${books_from}, the day from which the books of the organisation are open (books_from)`
  return [recordFault('paid_on', rule, paid_on)]
}

export function resolvePayment(record: PaymentRecord, facts: PaymentFacts): PaymentWrite | RecordFault[] {
  const { faults: unknown, usual, ...payer } = paidBy(record, facts)
  const faults = [...unknown, ...dayFaults(record, facts)]
  const currency = unknown.length > 0 ? null : currencyOf(record, usual)
  if (currency !== null && typeof currency !== 'string') return [...faults, currency]
  const broken = currency === null ? null : brokenByAmount(record.amount, currency)
  if (broken !== null) faults.push(recordFault('amount', broken.rule, record.amount, broken.allowed))
  if (faults.length > 0 || currency === null) return faults
  const text = (of: string | null) => (of === null ? null : normalText(of))
  const payables = payablesOf(record, facts)!
  return {
    ...payer,
    currency,
    amount_cents: Number(Big(record.amount).times(100)),
    paid_on: record.paid_on,
    method: record.method ?? 'unknown',
    reference: text(record.reference),
    external_id: text(record.external_id),
    invoice_id: record.invoice === null ? null : payables[0]!.invoice_id,
    paid_order_id: record.order === null ? null : payables.at(-1)!.order_id,
  }
}

/** What the payment pays; counts it in what is open, so that several payments of a file pay no more together. */
export function payFor(payment: PaymentWrite, payables: readonly Payable[]): Allocated[] | RecordFault {
  try {
    const { amount_cents, paid_on, invoice_id, paid_order_id } = payment
    const allocations =
      invoice_id !== null
        ? allocate(payment, [{ invoice_id, amount_cents }], payables, paid_on)
        : paid_order_id === null
          ? []
          : allocateToOrder(payment, amount_cents, payables, paid_on)
    for (const allocation of allocations) {
      const payable = payables.find((one) => one.invoice_id === allocation.invoice_id)!
      payable.open_cents -= allocation.amount_cents
    }
    return allocations
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
    const open = Number(error.data!.open_cents)
    return recordFault(
      'amount',
      payables.at(-1)!.is_void
        ? 'is for an invoice that is void'
        : `is more than is open: ${amountIn(open, payment.currency)}`,
      amountIn(payment.amount_cents, payment.currency),
    )
  }
}
