/** What invoices bill of an order, to the cent and in every sequence of shipments. */
import { expect, test } from 'bun:test'
import {
  type BillableLine,
  type BillableOrder,
  dueOn,
  invoiceName,
  composeInvoice,
} from '../../../server/selling/invoices/rules.ts'

const line = (values: Partial<BillableLine> = {}): BillableLine => ({
  line_id: 'l',
  variant_id: 'v',
  buyer_sku: 'B-1',
  quantity: 10,
  fulfilled_quantity: 0,
  cancelled_quantity: 0,
  unit_price_cents: 1_000,
  discount_cents: 100,
  tax_cents: 55,
  invoiced_quantity: 0,
  invoiced_discount_cents: 0,
  historical_quantity: 0,
  ...values,
})
const order = (lines: BillableLine[], values: Partial<BillableOrder> = {}): BillableOrder => ({
  currency: 'USD',
  freight_cents: 0,
  freight_tax_cents: 0,
  invoiced_tax_cents: 0,
  invoiced_freight_cents: 0,
  lines,
  ...values,
})

test('an invoice bills what shipped, with its shares of discount and taxes', () => {
  expect(composeInvoice(order([line({ fulfilled_quantity: 4 })]), {})).toEqual({
    lines: [
      {
        order_line_id: 'l',
        variant_id: 'v',
        buyer_sku: 'B-1',
        quantity: 4,
        unit_price_cents: 1_000,
        discount_cents: 40,
        amount_cents: 3_960,
      },
    ],
    tax_cents: 22,
    freight_cents: null,
    total_cents: 3_982,
  })
})

test('nothing that is not on another invoice yet is no invoice', () => {
  expect(composeInvoice(order([]), {})).toBeNull()
  expect(composeInvoice(order([line()]), {})).toBeNull()
  expect(composeInvoice(order([line({ fulfilled_quantity: 4, invoiced_quantity: 4 })]), {})).toBeNull()
  expect(composeInvoice(order([line({ fulfilled_quantity: 4, historical_quantity: 4 })]), {})).toBeNull()
  expect(composeInvoice(order([line({ fulfilled_quantity: 4, unit_price_cents: null })]), {})).toBeNull()
  expect(composeInvoice(order([line()]), { tax_cents: 5, freight_cents: 5 })).toBeNull()
})

test('the next invoice takes what earlier ones left of the discount and the taxes', () => {
  const billed = line({ fulfilled_quantity: 10, invoiced_quantity: 4, invoiced_discount_cents: 40 })
  const next = composeInvoice(order([billed], { invoiced_tax_cents: 22 }), {})!
  expect(next.lines[0]).toMatchObject({ quantity: 6, discount_cents: 60, amount_cents: 5_940 })
  expect([next.tax_cents, next.total_cents]).toEqual([33, 5_973])
})

test('units that shipped before the organisation came here take their shares with them', () => {
  const plan = composeInvoice(
    order([line({ fulfilled_quantity: 10, historical_quantity: 4 })], { freight_cents: 100 }),
    {},
  )!
  expect(plan.lines[0]).toMatchObject({ quantity: 6, discount_cents: 60 })
  expect([plan.tax_cents, plan.freight_cents, plan.total_cents]).toEqual([33, 60, 6_033])
})

test('a surplus is billed at its price, with no more discount or taxes than the line has', () => {
  const plan = composeInvoice(order([line({ fulfilled_quantity: 12 })]), {})!
  expect(plan.lines[0]).toMatchObject({ quantity: 12, discount_cents: 100, amount_cents: 11_900 })
  expect(plan.tax_cents).toBe(55)
})

test('a discount is neither negative nor more than the price of the units', () => {
  const discount = (values: Partial<BillableLine>) =>
    composeInvoice(order([line(values)]), {})!.lines[0]!.discount_cents
  expect(discount({ fulfilled_quantity: 4, invoiced_discount_cents: 41 })).toBe(0)
  expect(discount({ quantity: 2, fulfilled_quantity: 1, unit_price_cents: 10, discount_cents: 50 })).toBe(10)
})

test('freight and its taxes are divided over the units of all lines that are not cancelled', () => {
  const freight = (lines: BillableLine[]) => composeInvoice(order(lines, { freight_cents: 1_000 }), {})!.freight_cents
  const shipped = line({ fulfilled_quantity: 5 })
  expect(freight([shipped, line()])).toBe(250)
  expect(freight([shipped, line({ cancelled_quantity: 5 })])).toBe(333)
  expect(freight([line({ fulfilled_quantity: 15 }), line()])).toBe(600)
  expect(freight([line({ fulfilled_quantity: 5, cancelled_quantity: 5 }), line({ cancelled_quantity: 10 })])).toBe(
    1_000,
  )
  expect(freight([shipped, line({ unit_price_cents: null })])).toBe(500)
  const taxed = composeInvoice(order([shipped, line({ tax_cents: 0 })], { freight_tax_cents: 40 }), {})!
  // A quarter of 40, and half of the 55 of the line.
  expect(taxed.tax_cents).toBe(38)
})

test('charges that are sent count in place of the shares, also where they are zero', () => {
  const supplied = order([line({ fulfilled_quantity: 4 })], { freight_cents: 1_000 })
  expect(composeInvoice(supplied, { tax_cents: 7, freight_cents: 9 })).toMatchObject({
    tax_cents: 7,
    freight_cents: 9,
    total_cents: 3_976,
  })
  expect(composeInvoice(supplied, { tax_cents: 0, freight_cents: 0 })).toMatchObject({
    tax_cents: 0,
    freight_cents: 0,
    total_cents: 3_960,
  })
})

test('an order without taxes or freight has none on its invoice, and shares that were taken already are zero', () => {
  const plan = composeInvoice(order([line({ fulfilled_quantity: 4, tax_cents: 0 })]), {})!
  expect([plan.tax_cents, plan.freight_cents, plan.total_cents]).toEqual([null, null, 3_960])
  const discountedOrder = order([line({ fulfilled_quantity: 4 })], {
    freight_cents: 100,
    invoiced_tax_cents: 30,
    invoiced_freight_cents: 41,
  })
  expect(composeInvoice(discountedOrder, {})).toMatchObject({ tax_cents: 0, freight_cents: 0, total_cents: 3_960 })
})

test('the taxes of freight alone are taxes', () => {
  const plan = composeInvoice(order([line({ fulfilled_quantity: 5, tax_cents: 0 })], { freight_tax_cents: 40 }), {})!
  expect(plan.tax_cents).toBe(20)
})

test('an invoice is due as many days after its issue as its terms say', () => {
  const due: [string | null, string | null][] = [
    ['net_30', '2026-12-31'],
    ['Net 0', '2026-12-01'],
    ['2/10 net 45', '2027-01-15'],
    ['due_on_receipt', '2026-12-01'],
    [' PREPAID ', '2026-12-01'],
    ['by agreement', null],
    [null, null],
  ]
  expect(due.map(([terms]) => dueOn(terms, '2026-12-01'))).toEqual(due.map(([, day]) => day))
})

test('the name of an invoice has at least four digits', () => {
  expect([invoiceName(2026, 42), invoiceName(2026, 9_999), invoiceName(2027, 10_000)]).toEqual([
    'INV-2026-0042',
    'INV-2026-9999',
    'INV-2027-10000',
  ])
})

test('units beyond the order have its percentages, and no more of an amount', () => {
  const discounts = (values: Partial<BillableLine>, invoiced: [number, number] = [0, 0]) =>
    composeInvoice(
      order([
        line({
          discount_cents: 1_300,
          discount_of_goods_cents: 1_000,
          invoiced_quantity: invoiced[0],
          invoiced_discount_cents: invoiced[1],
          ...values,
        }),
      ]),
      {},
    )!.lines.map(({ discount_cents }) => discount_cents)
  expect(discounts({ fulfilled_quantity: 9 })).toEqual([1_170])
  expect(discounts({ fulfilled_quantity: 10 })).toEqual([1_300])
  expect(discounts({ fulfilled_quantity: 11 })).toEqual([1_400])
  expect(discounts({ fulfilled_quantity: 15 })).toEqual([1_800])
  expect(discounts({ fulfilled_quantity: 15 }, [9, 1_170])).toEqual([630])
  expect(discounts({ fulfilled_quantity: 15, discount_of_goods_cents: undefined })).toEqual([1_300])
})
