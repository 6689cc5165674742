/** Steps in the order in which people take them: chance alone hardly ever makes and invoices something in parts. */
import type { AdjustStep } from './kind_adjusting.ts'
import type { ChangeStep } from './kind_changing.ts'
import type { CreditStep } from './kind_crediting.ts'
import type { ExchangeStep } from './kind_exchanging.ts'
import type { InvoicingStep } from './kind_invoicing.ts'
import type { PayStep } from './kind_paying.ts'
import type { SaleStep, StatedStep } from './sale_steps.ts'
import type { OrderStep } from './steps.ts'

/** Selects the latest of up to three that a step applies to. */
const latest = 6
/** Selects the latest of all, if there are four or more. */
const last = 4

type OrderOf = OrderStep & { does: 'order' }
const order = (type: OrderOf['type'], until: OrderOf['until'], sku: string, quantity: number): OrderOf => ({
  does: 'order',
  type,
  place: 'Main',
  has_source: false,
  currency: 'USD',
  carton: null,
  lines: [{ sku, quantity, cost: null }],
  until,
  delivered_at: null,
})

const correct = (quantity: number): OrderStep => ({
  does: 'correct',
  delivery: last,
  received_at: null,
  not_in_count: null,
  accept: false,
  lines: [{ line: 0, quantity }],
  cost: null,
  keeps_units: false,
  freight: undefined,
})

type SoldLine = (SaleStep & { does: 'sale' })['lines'][number]
const setsOf = (quantity: number): SoldLine[] => [{ sku: 'SET', quantity, price: 900, discount: 7, tax: 50 }]

const sale = (is_wholesale: boolean, is_draft: boolean): SaleStep & { does: 'sale' } => ({
  does: 'sale',
  sale_place: 'Main',
  is_wholesale,
  is_draft,
  freight: 500,
  freight_tax: 95,
  ships: false,
  shipped_at: null,
  lines: setsOf(4),
})

const ship = (quantity: number): SaleStep => ({
  does: 'ship_sale',
  sale: latest,
  is_elsewhere: false,
  keeps: false,
  shipped_at: null,
  lines: [{ line: 0, quantity }],
})

const invoice: SaleStep = { does: 'invoice_sale', sale: latest, tax: null, freight: null }
const voidInvoice = (of: number): SaleStep => ({ does: 'void_invoice', sale: latest, invoice: of })

export const madeAndInvoiced: readonly (OrderStep | SaleStep)[] = [
  order('manufacturing', 'issued', 'KIT', 1),
  { does: 'allocate', order: latest },
  { does: 'mark_delivered', order: latest },
  sale(true, false),
  ship(1),
  invoice,
  ship(3),
  invoice,
  voidInvoice(0),
  voidInvoice(1),
  invoice,
]

export const correctedAndUndone: readonly (OrderStep | SaleStep | AdjustStep)[] = [
  order('transfer', 'delivered', 'A', 3),
  correct(2),
  order('transfer', 'delivered', 'A', 1),
  { does: 'remove', delivery: last },
  order('manufacturing', 'delivered', 'KIT', 2),
  correct(1),
  {
    does: 'adjust',
    lines: [{ sku: 'A', place: 'Main', quantity: 3, cost: 412 }],
    occurred_at: null,
    is_below_allowed: false,
  },
  { does: 'undo_adjustment', adjustment: latest, is_below_allowed: false },
  order('transfer', 'issued', 'A', 2),
  { does: 'mark_delivered', order: last },
  { does: 'count', place: 'Main', counted_at: null, counted: [{ sku: 'A', quantity: 30 }] },
  {
    does: 'adjust',
    lines: [{ sku: 'A', place: 'Main', quantity: 2, cost: 412 }],
    occurred_at: '2 16:00',
    is_below_allowed: false,
  },
  { does: 'post', count: latest },
  sale(true, true),
  { does: 'confirm_sale', sale: latest, agreed: [2, 2, 2] },
  sale(false, false),
  { does: 'cancel_sale', sale: latest },
]

const adjusted = (sku: string, quantity: number): AdjustStep => ({
  does: 'adjust',
  lines: [{ sku, place: 'Main', quantity, cost: 412 }],
  occurred_at: null,
  is_below_allowed: false,
})
const change = (quantity: number): ChangeStep => ({ does: 'change_sale', sale: latest, line: 0, quantity })

export const changedAndVoided: readonly (SaleStep | AdjustStep | ChangeStep)[] = [
  adjusted('A', 18),
  adjusted('B', 9),
  { ...sale(true, false), lines: [...setsOf(4), ...setsOf(1)] },
  { does: 'hold_sale', sale: latest },
  change(7),
  change(2),
  { does: 'unallocate_sale', sale: latest },
  change(5),
  { does: 'hold_sale', sale: latest },
  ship(3),
  { does: 'void_shipment', sale: latest },
  change(0),
  change(3),
  ship(1),
  ship(1),
  { does: 'void_shipment', sale: latest },
  change(2),
  { ...sale(false, false), lines: setsOf(3) },
  { does: 'hold_sale', sale: latest },
  { does: 'move_sale', sale: latest, to: 'Store' },
  { does: 'move_sale', sale: latest, to: 'Main' },
  ship(2),
  change(2),
]

const split = (by: 'line' | 'location' | 'short', quantity: number): ChangeStep => ({
  does: 'split_sale',
  sale: latest,
  by,
  line: 0,
  quantity,
  to: 'Store',
})
const mergeLatest: ChangeStep = { does: 'merge_sales', sale: latest, other: latest, is_alike: true }

export const splitAndMerged: readonly (SaleStep | AdjustStep | ChangeStep)[] = [
  adjusted('A', 6),
  adjusted('B', 3),
  { ...sale(true, true), lines: [...setsOf(4), ...setsOf(3)] },
  split('line', 3),
  mergeLatest,
  { ...sale(true, false), lines: [...setsOf(4), ...setsOf(3)] },
  { does: 'hold_sale', sale: latest },
  split('short', 1),
  { ...sale(false, false), lines: [...setsOf(4), ...setsOf(3), ...setsOf(2)] },
  { does: 'hold_sale', sale: latest },
  split('line', 2),
  mergeLatest,
  { does: 'split_by_date', sale: latest, days: [null, '2031-02-01', '2031-01-01'] },
  split('location', 1),
  ship(1),
  mergeLatest,
]

type ReturnOf = SaleStep & { does: 'return_sale' }
const giveBack = (quantity: number, restocked: number, disposition: ReturnOf['disposition']): ReturnOf => ({
  does: 'return_sale',
  sale: latest,
  line: 0,
  quantity,
  restocked,
  disposition,
  received_at: null,
  not_in_count: false,
  refund: null,
})
const refund = (status: StatedStep['status'], percent: number): CreditStep => ({
  does: 'correct_refund',
  return: latest,
  refund: { status, percent },
})
const inspect = (disposition: string): CreditStep => ({ does: 'inspect', return: latest, quantity: 1, disposition })
const creditReturn: CreditStep = { does: 'credit_return', return: latest }
const cancelCredit: CreditStep = { does: 'cancel_credit', note: latest }
const allow = (percent: number): CreditStep => ({ does: 'allow', invoice: latest, percent, tax: null, freight: null })
const correctShipment = (quantity: number): ChangeStep => ({
  does: 'correct_shipment',
  sale: latest,
  is_elsewhere: false,
  shipped_at: null,
  lines: [{ line: 0, quantity }],
})

const payOrder = (percent: number): PayStep => ({ does: 'pay_order', sale: latest, percent })
const payInvoice = (percent: number): PayStep => ({ does: 'pay_invoice', invoice: latest, percent, rest: 400 })
const payOut = (percent: number): PayStep => ({ does: 'pay_out', payment: latest, percent })
const reversePayout: PayStep = { does: 'reverse_payout', payment: latest, payout: latest }
const ofPayment = (what: 'unapply_payment' | 'reverse_payment'): PayStep => ({ does: what, payment: latest })

export const returnedAndCredited: readonly (SaleStep | AdjustStep | ChangeStep | CreditStep | PayStep)[] = [
  adjusted('A', 18),
  adjusted('B', 9),
  { ...sale(true, false), lines: [...setsOf(6), ...setsOf(1)] },
  payOrder(30),
  ship(3),
  invoice,
  ship(2),
  invoice,
  payInvoice(100),
  { does: 'apply_payment', payment: latest, invoice: latest, percent: 50 },
  giveBack(2, 0, 'quarantine'),
  creditReturn,
  allow(10),
  ofPayment('unapply_payment'),
  payOut(50),
  reversePayout,
  payOut(30),
  ofPayment('reverse_payment'),
  { does: 'void_shipment', sale: latest },
  cancelCredit,
  inspect('restock'),
  inspect('write_off'),
  { does: 'revert_inspection', return: latest, inspection: latest },
  correctShipment(1),
  { does: 'void_shipment', sale: latest },
  ship(2),
  invoice,
  cancelCredit,
  giveBack(1, 1, 'restock'),
  creditReturn,
]

export const returnedAndRefunded: readonly (SaleStep | AdjustStep | ChangeStep | CreditStep | PayStep)[] = [
  adjusted('A', 18),
  adjusted('B', 9),
  { ...sale(false, false), lines: setsOf(4) },
  payOrder(50),
  ship(3),
  { ...giveBack(1, 1, 'restock'), refund: { status: 'partial', percent: 33 } },
  refund('none', 0),
  refund('full', 50),
  ship(3),
  correctShipment(2),
  giveBack(2, 1, 'quarantine'),
  refund('partial', 33),
  inspect('return_to_supplier'),
  { ...giveBack(1, 1, 'restock'), refund: { status: 'none', percent: 0 } },
  correctShipment(1),
  ofPayment('unapply_payment'),
  payOut(100),
  payOrder(100),
  payOut(30),
  reversePayout,
]

const announced = (quantity: number, percent: number | null): ExchangeStep => ({
  does: 'announce_return',
  sale: latest,
  line: 0,
  quantity,
  refund: percent === null ? null : { status: 'partial', percent },
})
const arrive = (restocked: number, disposition: ReturnOf['disposition']): ExchangeStep => ({
  does: 'receive_return',
  return: latest,
  restocked,
  disposition,
  received_at: null,
  not_in_count: false,
})
type ExchangeOf = ExchangeStep & { does: 'exchange' }
/** Of the same variant at what was paid, or of another one at a price. */
const exchangeFor = (quantity: number, price: number | null, settlement: string | null = null): ExchangeOf => ({
  does: 'exchange',
  return: latest,
  to: null,
  freight: 0,
  freight_tax: 0,
  settlement,
  lines: [{ sku: price === null ? null : 'DUO', quantity, price, percent: 0, tax: 0 }],
})
const ofReturn = (what: 'cancel_return' | 'cancel_exchange'): ExchangeStep => ({ does: what, return: latest })
const cancelSale: SaleStep = { does: 'cancel_sale', sale: latest }

export const exchangedAndCancelled: readonly (SaleStep | AdjustStep | ChangeStep | CreditStep | ExchangeStep)[] = [
  adjusted('A', 18),
  adjusted('B', 9),
  { ...sale(false, false), lines: setsOf(6) },
  ship(3),
  announced(2, 100),
  change(5),
  { does: 'cancel_units', sale: latest, line: 0, quantity: 1 },
  cancelSale,
  refund('partial', 50),
  ofReturn('cancel_return'),
  announced(1, null),
  exchangeFor(1, null, 'charge'),
  exchangeFor(1, null),
  announced(1, 100),
  arrive(1, 'restock'),
  ofReturn('cancel_exchange'),
  { ...sale(false, false), lines: setsOf(3) },
  ship(3),
  giveBack(2, 1, 'write_off'),
  exchangeFor(1, 300),
  ofReturn('cancel_exchange'),
  exchangeFor(2, 2_000),
  { ...sale(true, false), lines: setsOf(4) },
  ship(4),
  invoice,
  announced(2, null),
  exchangeFor(1, 1_000),
  arrive(2, 'restock'),
  {
    does: 'ship_sale',
    sale: last,
    is_elsewhere: false,
    keeps: false,
    shipped_at: null,
    lines: [{ line: 0, quantity: 1 }],
  },
  ofReturn('cancel_exchange'),
  { does: 'void_shipment', sale: last },
  ofReturn('cancel_exchange'),
]

const bill = (more: number, price: number, is_accepted: boolean): InvoicingStep => ({
  does: 'bill_goods',
  order: latest,
  line: 0,
  is_named: true,
  is_accepted,
  price,
  more,
})
const creditBill = (quantity: number, percent: number): InvoicingStep => ({
  does: 'credit_bill',
  bill: latest,
  quantity,
  percent,
})

export const billedBySuppliers: readonly (OrderStep | SaleStep | AdjustStep | InvoicingStep)[] = [
  order('purchase', 'delivered', 'A', 6),
  adjusted('A', -3),
  bill(-2, 733, false),
  { does: 'accept_price', bill: latest },
  bill(-4, 499, true),
  correct(5),
  { does: 'correct_bill', bill: latest, price: 1_250, more: 0 },
  creditBill(1, 40),
  { does: 'void_credit', bill: latest, credit: latest },
  creditBill(0, 10),
  { does: 'accept_price', bill: latest },
  correct(6),
  order('purchase', 'delivered', 'B', 4),
  bill(0, 733, true),
  { does: 'remove', delivery: last },
  { does: 'void_bill', bill: latest },
]
