/** Payments to suppliers as files state them: found, checked, and recognised when they were recorded before. Pure. */
import Big from 'big.js'
import { brokenByAmount } from '../../../contract/amounts.ts'
import { isCurrency } from '../../../contract/money.ts'
import { recordFault } from '../../../imports/record_fault.ts'
import type { RecordFault } from '../../../imports/record_diff.ts'
import { nameKey, normalText } from '../../../records/texts.ts'

export interface PaymentRecord {
  supplier: string | null
  paid_on: string
  amount: string
  currency: string | null
  purchase_order: string | null
  invoice_number: string | null
  reference: string | null
  kind: 'deposit' | 'balance' | null
}

export interface FoundSupplier {
  supplier_id: string
  name: string
  currency: string
}

export interface FoundOrder {
  purchase_order_id: string
  name: string
  status: string
  order_type: string
  supplier_id: string | null
  currency: string
}

export interface PaymentFacts {
  /** By name in lower case and by id. */
  suppliers: ReadonlyMap<string, FoundSupplier>
  /** By name and by id. */
  orders: ReadonlyMap<string, FoundOrder>
  today: string
  /** The first day that entries may have; null if none is set. A file may go back further than entries by hand without one. */
  books_from: string | null
}

export interface PaymentWrite {
  supplier_id: string
  purchase_order_id: string | null
  kind: 'deposit' | 'balance'
  amount_cents: number
  currency: string
  paid_on: string
  reference: string | null
}

/** Equal for payments that are the same one. */
export const paymentKey = (payment: PaymentWrite): string =>
  JSON.stringify([
    payment.supplier_id,
    payment.purchase_order_id,
    payment.kind,
    payment.amount_cents,
    payment.currency,
    payment.paid_on,
    payment.reference,
  ])

/** The reference of the payment, or else the number of the supplier's invoice that it pays. */
const referenceOf = ({ reference, invoice_number }: PaymentRecord): string | null => {
  const text = reference ?? invoice_number
  return text === null ? null : normalText(text)
}

function orderFault(order: FoundOrder | undefined, name: string): RecordFault | null {
  const fault = (rule: string) => recordFault('purchase_order', rule, name)
  if (order === undefined) return fault('must be the name or id of a purchase order of this organisation')
  if (order.order_type === 'transfer') return fault('must not be a transfer')
  if (order.status === 'draft') return fault('must be an approved order; it is a draft')
  return order.supplier_id === null ? fault('must be an order with a supplier') : null
}

function payeeOf(record: PaymentRecord, { suppliers, orders }: PaymentFacts) {
  const faults: RecordFault[] = []
  const supplier = record.supplier === null ? null : suppliers.get(nameKey(record.supplier))
  if (supplier === undefined)
    faults.push(recordFault('supplier', 'must be the name or id of a supplier of this organisation', record.supplier))
  if (record.purchase_order === null) {
    if (supplier === null) faults.push(recordFault('supplier', 'is required without purchase_order', null))
    return { faults, supplier_id: supplier?.supplier_id, order: null, currency: supplier?.currency }
  }
  const name = normalText(record.purchase_order)
  const order = orders.get(name) ?? orders.get(name.toLowerCase())
  const fault = orderFault(order, name)
  if (fault !== null) faults.push(fault)
  else if (supplier && supplier.supplier_id !== order!.supplier_id)
    faults.push(recordFault('supplier', `must be the supplier of the order ${order!.name}`, record.supplier))
  return { faults, supplier_id: order?.supplier_id, order: order ?? null, currency: order?.currency }
}

export function resolvePayment(record: PaymentRecord, facts: PaymentFacts): PaymentWrite | RecordFault[] {
  const { faults, supplier_id, order, currency: usual } = payeeOf(record, facts)
  const stated = record.currency?.toUpperCase() ?? null
  if (stated !== null && !isCurrency(stated))
    faults.push(recordFault('currency', 'must be an ISO 4217 code', record.currency))
  else if (stated !== null && order !== null && stated !== order.currency)
    faults.push(recordFault('currency', 'must be the currency of the order', record.currency, [order.currency]))
  if (record.paid_on > facts.today)
    faults.push(recordFault('paid_on', `must not be after the current day, ${facts.today}`, record.paid_on))
  if (facts.books_from !== null && record.paid_on < facts.books_from) {
    const rule = `must not be before ${facts.books_from}, the day from which the books of the organisation are open (books_from)`
    faults.push(recordFault('paid_on', rule, record.paid_on))
  }
  const currency = stated ?? usual
  const broken = currency === undefined || !isCurrency(currency) ? null : brokenByAmount(record.amount, currency)
  if (broken !== null) faults.push(recordFault('amount', broken.rule, record.amount, broken.allowed))
  if (faults.length > 0 || supplier_id == null || currency === undefined) return faults
  return {
    supplier_id,
    purchase_order_id: order?.purchase_order_id ?? null,
    kind: record.kind ?? 'balance',
    amount_cents: Number(Big(record.amount).times(100)),
    currency,
    paid_on: record.paid_on,
    reference: referenceOf(record),
  }
}
