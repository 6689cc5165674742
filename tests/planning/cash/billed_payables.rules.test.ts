/** What is owed by invoices beside receipts: deposits, payments and days. */
import { expect, test } from 'bun:test'
import type { OrderFact, PaymentFact, ReceiptFact } from '../../../server/planning/cash/cash_facts.store.ts'
import type { InvoiceFact } from '../../../server/planning/cash/invoiced.rules.ts'
import {
  billedAlone,
  countsAsPaid,
  type Payable,
  paidDays,
  payablesOf,
} from '../../../server/planning/cash/payables.rules.ts'

const today = '2026-11-22'
const order = (fields: Partial<OrderFact> = {}): OrderFact => ({
  purchase_order_id: 'o',
  name: 'PO-1',
  status: 'issued',
  supplier_id: 's',
  currency: 'USD',
  deposit_bp: 3_000,
  total_cost: '100.00',
  order_date: '2026-10-01',
  issued_on: '2026-10-05',
  cancel_date: null,
  ...fields,
})
const receipt = (fields: Partial<ReceiptFact> = {}): ReceiptFact => ({
  purchase_order_id: 'o',
  is_expected: false,
  day: '2026-11-01',
  value: '10000',
  is_costed: true,
  ...fields,
})
const payment = (kind: 'deposit' | 'balance', cents: number, fields: Partial<PaymentFact> = {}): PaymentFact => ({
  supplier_id: 's',
  supplier: 'Mill',
  purchase_order_id: 'o',
  kind,
  cents,
  currency: 'USD',
  paid_on: '2026-11-10',
  ...fields,
})

interface Facts {
  one?: Partial<OrderFact>
  receipts?: ReceiptFact[]
  invoices?: InvoiceFact[]
  payments?: PaymentFact[]
  since?: string | null
}
const read = ({ one = {}, receipts = [receipt()], invoices = [], payments = [], since = null }: Facts) =>
  payablesOf({ orders: [order(one)], receipts, invoices, payments }, { today, payables_since: since })

const payable = (open_cents: number, fields: Partial<Payable> = {}): Payable => ({
  order: order(),
  kind: 'receipt',
  from: '2026-11-01',
  value_cents: open_cents,
  cents: open_cents,
  open_cents,
  paid_on: null,
  ...fields,
})

const invoice = (fields: Partial<InvoiceFact> = {}): InvoiceFact => ({
  supplier_invoice_id: 'i',
  invoice_number: 'INV-1',
  supplier_id: 's',
  purchase_order_id: 'o',
  currency: 'USD',
  invoice_date: '2026-11-05',
  due_on: '2026-12-05',
  value: '11000',
  received_on: '2026-11-01',
  ...fields,
})
const kinds = (facts: Facts) => read(facts).payables.map(({ kind, open_cents }) => [kind, open_cents])

test('the deposit is credited to invoices and receipts by their value, and payments settle what is oldest, whichever it is', () => {
  const receipts = [receipt({ value: '4000' }), receipt({ is_expected: true, day: '2026-10-01', value: '2000' })]
  const one = { deposit_bp: 3_000, total_cost: '100.00' }
  const invoices = [invoice({ value: '6000', invoice_date: '2026-10-31' })]
  expect(kinds({ one, receipts, invoices })).toEqual([
    ['deposit', 3000],
    ['invoice', 4500],
    ['receipt', 3000],
    ['expected', 1500],
  ])
  const payments = [payment('balance', 5000)]
  expect(kinds({ one, receipts, invoices, payments }).slice(1)).toEqual([
    ['invoice', 0],
    ['receipt', 2500],
    ['expected', 1500],
  ])
})

test('an invoice before the first day of payables counts as paid, one of that day does not', () => {
  const facts = { receipts: [], invoices: [invoice()], one: { deposit_bp: null } }
  expect(kinds({ ...facts, since: '2026-11-05' })[1]).toEqual(['invoice', 11_000])
  expect(kinds({ ...facts, since: '2026-11-06' })[1]).toEqual(['invoice', 0])
  expect(countsAsPaid(payable(1, { kind: 'invoice', from: '2025-11-21' }), today)).toBe(true)
  expect(countsAsPaid(payable(1, { kind: 'invoice', from: '2025-11-22' }), today)).toBe(false)
})

test('payment of an invoice is measured from the day on which its units came, of one without units not at all', () => {
  const paid = (received_on: string | null) =>
    paidDays([payable(0, { kind: 'invoice', paid_on: '2026-11-11', billed: { due_on: null, received_on } })])
  expect(paid('2026-11-01')).toMatchObject([{ days: 10 }])
  expect(paid(null)).toEqual([])
})

test('what an invoice bills of no order is owed by itself', () => {
  const [alone] = payablesOf(
    { orders: [], receipts: [], payments: [], invoices: [invoice({ purchase_order_id: null })] },
    { today, payables_since: null },
  ).payables.filter(({ open_cents }) => open_cents > 0)
  expect(alone).toMatchObject({ kind: 'invoice', open_cents: 11_000, order: { name: 'INV-1', status: billedAlone } })
})

test('an order with a line of unknown cost owes what was billed of it, and the rest is unknown', () => {
  const receipts = [receipt({ is_costed: false, value: '0' })]
  const { payables, unvalued, left_out } = read({
    receipts,
    invoices: [invoice()],
    payments: [payment('balance', 1000)],
  })
  expect(payables.filter(({ cents }) => cents > 0).map(({ kind, open_cents }) => [kind, open_cents])).toEqual([
    ['invoice', 10_000],
  ])
  expect([unvalued.map(({ kind }) => kind), left_out.length]).toEqual([['deposit', 'receipt'], 1])
})
