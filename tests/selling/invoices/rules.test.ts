import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type BillableLine,
  type BillableOrder,
  dueOn,
  invoiceName,
  planInvoice,
  type PlannedInvoice,
} from '../../../server/selling/invoices/rules.ts'

const cents = (max: number) => fc.integer({ min: 0, max })

const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: 40 }),
    unit_price_cents: cents(20_000),
    share: cents(1000),
    tax_cents: cents(5000),
  })
  .map(({ quantity, unit_price_cents, share, tax_cents }) => ({
    quantity,
    unit_price_cents,
    discount_cents: Math.floor((quantity * unit_price_cents * share) / 1000),
    tax_cents,
  }))

/** Ships units of a line, cancels what is outstanding of one, or voids an invoice; then everything shipped is invoiced. */
const step = fc.record({
  what: fc.constantFrom('ship', 'ship', 'ship', 'void', 'cancel'),
  which: fc.nat(99),
  units: fc.nat(20),
})

interface Issued {
  planned: PlannedInvoice
  isVoid: boolean
}

type Agreed = { quantity: number; unit_price_cents: number; discount_cents: number; tax_cents: number }

function openBook(agreed: readonly Agreed[], freight_cents: number, freight_tax_cents: number) {
  const lines = agreed.map((one, i) => ({ ...one, line_id: String(i), fulfilled: 0, cancelled: 0 }))
  const invoices: Issued[] = []
  const live = () => invoices.filter(({ isVoid }) => !isVoid).map(({ planned }) => planned)
  const billed = (id: string) =>
    live().flatMap(({ lines: of }) => of.filter(({ order_line_id }) => order_line_id === id))
  const sum = <T>(of: readonly T[], value: (one: T) => number) => of.reduce((all, one) => all + value(one), 0)
  const order = (): BillableOrder => ({
    freight_cents,
    freight_tax_cents,
    invoiced_tax_cents: sum(live(), ({ tax_cents }) => tax_cents ?? 0),
    invoiced_freight_cents: sum(live(), (one) => one.freight_cents ?? 0),
    lines: lines.map(({ fulfilled, cancelled, ...one }): BillableLine => ({
      ...one,
      variant_id: one.line_id,
      buyer_sku: null,
      fulfilled_quantity: fulfilled,
      cancelled_quantity: cancelled,
      historical_quantity: 0,
      invoiced_quantity: sum(billed(one.line_id), ({ quantity }) => quantity),
      invoiced_discount_cents: sum(billed(one.line_id), ({ discount_cents }) => discount_cents),
    })),
  })
  const invoice = () => {
    const planned = planInvoice(order(), {})
    if (planned === null) return false
    for (const { quantity, unit_price_cents, discount_cents, amount_cents } of planned.lines) {
      expect(amount_cents).toBe(quantity * unit_price_cents - discount_cents)
      expect(Math.min(amount_cents, discount_cents, quantity - 1)).toBeGreaterThanOrEqual(0)
    }
    invoices.push({ planned, isVoid: false })
    return true
  }
  return { lines, invoices, live, sum, invoice }
}

test('whatever is shipped, cancelled and voided, the invoices of an order add up to the cent', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      cents(10_000),
      cents(900),
      fc.array(step, { maxLength: 25 }),
      (agreed, freight, freightTax, steps) => {
        const { lines, invoices, live, sum, invoice } = openBook(agreed, freight, freightTax)
        for (const { what, which, units } of steps) {
          const one = lines[which % lines.length]!
          const open = one.quantity - one.fulfilled - one.cancelled
          if (what === 'ship') one.fulfilled += Math.min(units, open)
          if (what === 'cancel' && units > 15) one.cancelled += open
          if (what === 'void' && invoices.length > 0) invoices[which % invoices.length]!.isVoid = true
          if (what !== 'void' || units > 10) invoice()
        }
        for (const one of lines) one.fulfilled = one.quantity - one.cancelled
        const last = invoices.findLast(({ isVoid }) => !isVoid)
        // Freight that was left when the rest was cancelled is billed when the last invoice is issued anew.
        if (!invoice() && last !== undefined) {
          last.isVoid = true
          invoice()
        }
        const shipped = sum(lines, ({ fulfilled }) => fulfilled)
        if (shipped === 0) return
        // By another route: exact fractions of each line, rounded half up once.
        const share = (value: number, one: (typeof lines)[number]) =>
          Math.floor((2 * value * one.fulfilled + one.quantity) / (2 * one.quantity))
        const goods = sum(lines, (one) => one.fulfilled * one.unit_price_cents - share(one.discount_cents, one))
        const tax = freightTax + sum(lines, (one) => share(one.tax_cents, one))
        expect(sum(live(), ({ total_cents }) => total_cents)).toBe(goods + tax + freight)
        expect(sum(live(), ({ freight_cents }) => freight_cents ?? 0)).toBe(freight)
        expect(sum(live(), ({ tax_cents }) => tax_cents ?? 0)).toBe(tax)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('what the caller sends counts, and later shares are what is left of the order', () => {
  const one: BillableLine = {
    line_id: '1',
    variant_id: '1',
    buyer_sku: null,
    quantity: 4,
    fulfilled_quantity: 2,
    cancelled_quantity: 0,
    unit_price_cents: 100,
    discount_cents: 0,
    tax_cents: 40,
    invoiced_quantity: 0,
    invoiced_discount_cents: 0,
    historical_quantity: 0,
  }
  const order = {
    freight_cents: 100,
    freight_tax_cents: 0,
    invoiced_tax_cents: 0,
    invoiced_freight_cents: 0,
    lines: [one],
  }
  expect(planInvoice(order, { tax_cents: 0, freight_cents: 70 })).toMatchObject({
    tax_cents: 0,
    freight_cents: 70,
    total_cents: 270,
  })
  const rest = {
    ...order,
    invoiced_freight_cents: 70,
    lines: [{ ...one, fulfilled_quantity: 4, invoiced_quantity: 2 }],
  }
  expect(planInvoice(rest, {})).toMatchObject({ tax_cents: 40, freight_cents: 30, total_cents: 270 })
  // More was sent than the order supplied: nothing is taken back.
  expect(planInvoice({ ...rest, invoiced_freight_cents: 130 }, {})).toMatchObject({ freight_cents: 0 })
})

test('the due date follows from the terms, and numbers are padded', () => {
  expect(dueOn('net_30', '2026-12-15')).toBe('2027-01-14')
  expect(dueOn('2% 10, net 60', '2026-11-22')).toBe('2027-01-21')
  expect(dueOn('Due_On_Receipt', '2026-11-22')).toBe('2026-11-22')
  expect(dueOn('on the third moon', '2026-11-22')).toBeNull()
  expect(dueOn(null, '2026-11-22')).toBeNull()
  expect([invoiceName(2026, 7), invoiceName(2026, 12_345)]).toEqual(['INV-2026-0007', 'INV-2026-12345'])
})
