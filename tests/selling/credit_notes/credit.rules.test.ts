/** What credit notes credit: the share of what is left, the last units the rest, and never more than the invoice bills. */
import { expect, test } from 'bun:test'
import {
  composeAllowance,
  composeUnits,
  type CreditableInvoice,
  creditNoteName,
  leftOf,
} from '../../../server/selling/credit_notes/credit.rules.ts'

const line = (values: Partial<CreditableInvoice['lines'][number]> = {}): CreditableInvoice['lines'][number] => ({
  invoice_line_number: 1,
  order_line_id: 'a',
  variant_id: 'v',
  sku: 'J-S',
  quantity: 3,
  unit_price_cents: 1000,
  amount_cents: 2999,
  credited_units: 0,
  credited_cents: 0,
  ...values,
})
const invoice = (values: Partial<CreditableInvoice> = {}): CreditableInvoice => ({
  invoice_id: 1,
  name: 'INV-2026-0001',
  currency: 'USD',
  tax_cents: 100,
  freight_cents: 50,
  credited_tax_cents: 0,
  credited_freight_cents: 0,
  lines: [line()],
  ...values,
})
const units = (quantity: number, order_line_id = 'a', return_line_id: string | null = null) => ({
  order_line_id,
  return_line_id,
  quantity,
})
const refusal = (run: () => unknown): any => {
  try {
    run()
  } catch (error) {
    return (error as any).data ?? (error as any).answer?.data ?? error
  }
  throw new Error('was not refused')
}

test('units take the share of what is left, and the last ones the rest', () => {
  const [one] = composeUnits([invoice()], [units(1)]).credits
  expect(one).toMatchObject({ tax_cents: 33, freight_cents: 17, total_cents: 1000 + 33 + 17 })
  expect(one!.lines).toMatchObject([{ quantity: 1, unit_price_cents: 1000, discount_cents: 0, amount_cents: 1000 }])
  const after = invoice({
    credited_tax_cents: 33,
    credited_freight_cents: 17,
    lines: [line({ credited_units: 1, credited_cents: 1000 })],
  })
  const [rest] = composeUnits([after], [units(2)]).credits
  expect(rest).toMatchObject({ tax_cents: 67, freight_cents: 33, total_cents: 1999 + 67 + 33 })
  expect(rest!.lines).toMatchObject([{ quantity: 2, discount_cents: 1, amount_cents: 1999, tax_cents: 67 }])
})

test('two returns of one line in one credit note add up as two credit notes do', () => {
  const [both] = composeUnits([invoice()], [units(1, 'a', 'r1'), units(2, 'a', 'r2')]).credits
  expect(
    both!.lines.map(({ return_line_id, amount_cents, tax_cents }) => [return_line_id, amount_cents, tax_cents]),
  ).toEqual([
    ['r1', 1000, 33],
    ['r2', 1999, 67],
  ])
  expect(both!.total_cents).toBe(2999 + 150)
})

test('free goods share tax and freight by their units', () => {
  const free = invoice({ lines: [line({ unit_price_cents: 0, amount_cents: 0 })] })
  const [one] = composeUnits([free], [units(1)]).credits
  expect(one).toMatchObject({ tax_cents: 33, freight_cents: 17, total_cents: 50 })
  expect(one!.lines).toMatchObject([{ amount_cents: 0, tax_cents: 33 }])
})

test('units fill the invoices in their order, and what none bills is uncovered', () => {
  const second = invoice({
    invoice_id: 2,
    lines: [
      line({ quantity: 2, amount_cents: 2000 }),
      line({ invoice_line_number: 2, order_line_id: 'b', quantity: 1, amount_cents: 1000 }),
    ],
  })
  const { credits, uncovered } = composeUnits(
    [invoice({ lines: [line({ credited_units: 2, credited_cents: 1999 })] }), second],
    [units(4), units(1, 'b'), units(1, 'c')],
  )
  expect(
    credits.map(({ invoice_id, lines }) => [invoice_id, lines.map((one) => [one.order_line_id, one.quantity])]),
  ).toEqual([
    [1, [['a', 1]]],
    [
      2,
      [
        ['a', 2],
        ['b', 1],
      ],
    ],
  ])
  expect(uncovered).toEqual([
    { order_line_id: 'a', quantity: 1 },
    { order_line_id: 'c', quantity: 1 },
  ])
  expect(composeUnits([], []).credits).toEqual([])
})

test('tax and freight count as they are sent, up to what is left', () => {
  const sent = composeUnits([invoice()], [units(1)], { tax_cents: 100, freight_cents: 0 }).credits[0]!
  expect([sent.tax_cents, sent.freight_cents, sent.lines[0]!.tax_cents]).toEqual([100, 0, 100])
  const partly = invoice({ credited_tax_cents: 1, credited_freight_cents: 1 })
  expect(refusal(() => composeUnits([partly], [units(1)], { tax_cents: 100 }))).toMatchObject({
    left_cents: 99,
    field: 'tax_cents',
  })
  expect(refusal(() => composeUnits([partly], [units(1)], { freight_cents: 50 }))).toMatchObject({ left_cents: 49 })
  expect(leftOf(partly)).toEqual({ amount: 2999, tax: 99, freight: 49, total: 3147 })
})

test('an allowance is divided by what is left of the lines, with its share of the tax and no freight', () => {
  const two = invoice({
    lines: [line(), line({ invoice_line_number: 2, quantity: 1, amount_cents: 1000, credited_cents: 999 })],
  })
  const composed = composeAllowance(two, { amount_cents: 3000 })
  expect(composed).toMatchObject({ tax_cents: 100, freight_cents: 0, total_cents: 3100 })
  expect(
    composed.lines.map(({ invoice_line_number, quantity, unit_price_cents, amount_cents }) => [
      invoice_line_number,
      quantity,
      unit_price_cents,
      amount_cents,
    ]),
  ).toEqual([
    [1, 0, null, 2999],
    [2, 0, null, 1],
  ])
  expect(composeAllowance(two, { amount_cents: 1500 }).tax_cents).toBe(50)
  expect(refusal(() => composeAllowance(two, { amount_cents: 3001 }))).toMatchObject({ left_cents: 3000 })
  expect(refusal(() => composeAllowance(two, { lines: [{ line_number: 2, amount_cents: 2 }] }))).toMatchObject({
    left_cents: 1,
  })
  expect(composeAllowance(two, { lines: [{ line_number: 2, amount_cents: 1 }] }).lines).toHaveLength(1)
})

test('an allowance of tax alone is of all lines, and one of freight alone of none', () => {
  const tax = composeAllowance(invoice(), { tax_cents: 7 })
  expect([tax.total_cents, tax.lines.map(({ amount_cents, tax_cents }) => [amount_cents, tax_cents])]).toEqual([
    7,
    [[0, 7]],
  ])
  const freight = composeAllowance(invoice(), { freight_cents: 50 })
  expect([freight.total_cents, freight.lines]).toEqual([50, []])
  expect(() => composeAllowance(invoice(), {})).toThrow()
  expect(() => composeAllowance(invoice(), { amount_cents: 0 })).toThrow()
})

test('a number has at least four digits', () => {
  expect([creditNoteName(2026, 7), creditNoteName(2026, 12_345)]).toEqual(['CN-2026-0007', 'CN-2026-12345'])
})
