/** Invoices of suppliers: recorded, accepted, corrected, credited and void. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Kind } from './kind.ts'
import { does, seldom, suppliers, today, which } from '../setting.ts'
import type { Order } from '../truth/orders.ts'
import { centsOf, type SupplierInvoice, unitsOf } from '../truth/supplier_invoices.ts'
import { agree, choose, type World } from '../world.ts'

/** Cents for a unit, and units more or less than the line of the order or of the delivery has. */
interface Billed {
  price: number
  more: number
}

export type InvoicingStep =
  | ({ does: 'bill_goods'; order: number; line: number; is_named: boolean; is_accepted: boolean } & Billed)
  | { does: 'accept_price' | 'void_bill'; bill: number }
  | ({ does: 'correct_bill'; bill: number } & Billed)
  /** Units, and hundredths of what the invoice still bills for them. */
  | { does: 'credit_bill'; bill: number; quantity: number; percent: number }
  | { does: 'void_credit'; bill: number; credit: number }

const path = '/api/v1/supplier-invoices'

async function record(world: World, order: Order, step: InvoicingStep & { does: 'bill_goods' }): Promise<void> {
  const { model, admin, ids } = world
  const invoices = model.receiving.supplierInvoices
  const line = step.line % order.lines.length
  const brought = model.deliveries.filter((one) => one.order === order && !one.is_removed && one.lines.has(line))
  const delivery = step.is_named ? (brought.at(-1) ?? null) : null
  const quantity = Math.max((delivery?.lines.get(line)?.quantity ?? order.lines[line]!.quantity) + step.more, 1)
  const [amount, { is_accepted }] = [quantity * step.price, step]
  const answer = await admin.post(path, {
    supplier_id: ids.suppliers[suppliers[order.currency]!],
    currency: order.currency,
    invoice_number: `S-${invoices.all.length + 1}-${model.stock.now}`,
    invoice_date: today(),
    lines: [
      {
        purchase_order_id: order.id,
        line_id: order.line_ids[line],
        ...(delivery === null ? {} : { delivery_id: delivery.id }),
        quantity,
        amount: amount / 100,
        ...(is_accepted ? { accept_price: true } : {}),
      },
    ],
  })
  const { status, invoice } = invoices.record({ order, line, delivery, quantity, amount, is_accepted })
  if (!agree(world, 'record a supplier invoice', answer, status)) return
  invoice!.id = answer.body.data.supplier_invoice_id
  if (is_accepted) world.note('record with an accepted price', true)
}

async function correct(world: World, bill: SupplierInvoice, step: InvoicingStep & { does: 'correct_bill' }) {
  const invoices = world.model.receiving.supplierInvoices
  const quantity = Math.max(bill.quantity + step.more, 1)
  const amount = quantity * step.price
  const delivery = invoices.named(bill)
  const isThere = delivery === null || delivery.lines.has(bill.line)
  if (!isThere) return
  const answer = await world.admin.patch(`${path}/${bill.id}`, {
    lines: [
      {
        purchase_order_id: bill.order.id,
        line_id: bill.order.line_ids[bill.line],
        ...(delivery === null ? {} : { delivery_id: delivery.id }),
        quantity,
        amount: amount / 100,
      },
    ],
  })
  agree(world, 'correct a supplier invoice', answer, invoices.correct(bill, { quantity, amount }))
}

async function credit(world: World, bill: SupplierInvoice, step: InvoicingStep & { does: 'credit_bill' }) {
  const { quantity, percent } = step
  const amount = Math.floor((centsOf(bill) * percent) / 100)
  const answer = await world.admin.post(`${path}/${bill.id}/credits`, {
    invoice_number: `C-${world.model.stock.now}`,
    invoice_date: today(),
    lines: [{ line_number: 1, quantity, amount: amount / 100 }],
  })
  const { status, credit: recorded } = world.model.receiving.supplierInvoices.credit(bill, quantity, amount)
  if (agree(world, 'credit a supplier invoice', answer, status)) recorded!.id = answer.body.data.supplier_invoice_id
}

async function playBill(
  world: World,
  step: Exclude<InvoicingStep, { does: 'bill_goods' }>,
): Promise<Order | undefined> {
  const { model, admin } = world
  const invoices = model.receiving.supplierInvoices
  const isOpen = (one: SupplierInvoice) => !one.is_void && (step.does !== 'accept_price' || invoices.match(one).isOpen)
  const fits = step.does === 'void_credit' ? (one: SupplierInvoice) => one.credits.length > 0 : isOpen
  const bill = choose(invoices.all, step.bill, fits)
  if (bill === undefined) return undefined
  if (step.does === 'accept_price')
    agree(world, 'accept a price', await admin.post(`${path}/${bill.id}/accept-price`, {}), invoices.accept(bill))
  if (step.does === 'void_bill') {
    const answer = await admin.post(`${path}/${bill.id}/void`, { reason: 'Another supplier' })
    agree(world, 'void a supplier invoice', answer, invoices.void(bill))
  }
  if (step.does === 'void_credit') {
    const one = choose(bill.credits, step.credit, ({ is_void }) => !is_void)
    if (one === undefined) return undefined
    const answer = await admin.post(`${path}/${one.id}/void`, { reason: 'Recorded twice' })
    agree(world, 'void a credit of a supplier', answer, invoices.voidCredit(bill, one))
  }
  if (step.does === 'correct_bill') await correct(world, bill, step)
  if (step.does === 'credit_bill') await credit(world, bill, step)
  return bill.order
}

const isBillable = ({ type, currency, status }: Order) =>
  type === 'purchase' && currency !== 'SEK' && !['draft', 'approved', 'cancelled'].includes(status)

const price = fc.constantFrom(0, 499, 733, 1_250)
const more = fc.constantFrom(0, 0, 0, -2, 1, 3)

export const invoicing: Kind<InvoicingStep> = {
  does: ['bill_goods', 'accept_price', 'void_bill', 'correct_bill', 'credit_bill', 'void_credit'],
  steps: [
    {
      weight: 5,
      arbitrary: fc.record({
        does: does('bill_goods'),
        order: which,
        line: fc.nat(2),
        is_named: fc.boolean(),
        is_accepted: seldom,
        price,
        more,
      }),
    },
    { weight: 3, arbitrary: fc.record({ does: does('accept_price'), bill: which }) },
    { weight: 1, arbitrary: fc.record({ does: does('void_bill'), bill: which }) },
    { weight: 2, arbitrary: fc.record({ does: does('correct_bill'), bill: which, price, more }) },
    {
      weight: 2,
      arbitrary: fc.record({
        does: does('credit_bill'),
        bill: which,
        quantity: fc.constantFrom(0, 1, 2),
        percent: fc.constantFrom(0, 10, 40, 100),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: does('void_credit'), bill: which, credit: which }) },
  ],
  async play(world, step) {
    if (step.does !== 'bill_goods') return { order: await playBill(world, step) }
    const purchases = world.model.orders.filter(({ type, currency }) => type === 'purchase' && currency !== 'SEK')
    const order = choose(purchases, step.order, isBillable)
    if (order !== undefined) await record(world, order, step)
    return { order }
  },
}

const shown = (cents: number | null) => (cents === null ? null : cents / 100)

/** The invoices that bill an order, and how they agree with it. */
export async function compareBills({ model, admin }: World, order: Order): Promise<void> {
  const invoices = model.receiving.supplierInvoices
  for (const bill of invoices.all.filter((one) => one.order === order)) {
    const { state, match, lines, lines_total, credited_total } = (await admin.get(`${path}/${bill.id}`)).body.data
    const [line] = lines
    const { is_void, quantity, amount, is_accepted } = bill
    const own = is_void ? null : invoices.match(bill)
    assert.deepEqual(
      {
        state,
        match,
        quantity: line.quantity,
        amounts: [line.amount, lines_total, credited_total],
        credited: line.credited_quantity,
        received: line.received_quantity,
        short: line.short_quantity,
        over: line.over_quantity,
        difference: line.price_difference,
        is_accepted: line.price_accepted_at !== null,
      },
      {
        state: is_void ? 'void' : 'recorded',
        match: own?.match ?? null,
        quantity,
        amounts: [amount / 100, amount / 100, (amount - centsOf(bill)) / 100],
        credited: quantity - unitsOf(bill),
        received: own?.received ?? null,
        short: own?.short ?? null,
        over: own?.over ?? null,
        difference: shown(own?.difference ?? null),
        is_accepted,
      },
      'supplier invoice',
    )
  }
}
