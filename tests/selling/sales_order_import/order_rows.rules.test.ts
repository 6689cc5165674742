/** Rows of a file as an order, or what is wrong with them. */
import { describe, expect, test } from 'bun:test'
import type { RecordFault } from '../../../server/imports/record_diff.ts'
import { readOrder } from '../../../server/selling/sales_order_import/reading/order_rows.rules.ts'
import type { OrderRecord } from '../../../server/selling/sales_order_import/reading/order_record.ts'
import type { LineRow, OrderGroup, OrderValues } from '../../../server/selling/sales_order_import/reading/order_rows.ts'

const fields = `source_system state payment_state shipped_at tracking_number carrier cancelled_at refunded_at
  refunded_amount channel location account reference currency email customer_name country region postcode shipping
  shipping_tax discount subtotal lines_subtotal taxes total prices_include_tax product_details`.split(/\s+/)
const blank = {
  ...Object.fromEntries(fields.map((field) => [field, null])),
  order_number: '1001',
  ordered_at: '2026-11-02T10:00:00Z',
} as unknown as OrderValues
const line = (values: Partial<LineRow['values']> = {}) => ({
  row_type: null,
  line_reference: null,
  sku: 'J-M',
  quantity: 2,
  unit_price: 1_000,
  ...values,
})
let time_zone = 'UTC'
const read = (values: Partial<OrderValues>, ...lines: ReturnType<typeof line>[]) =>
  readOrder(
    {
      row_number: 2,
      values: { ...blank, ...values },
      rows: lines.map((of, i) => ({ row_number: i + 2, values: of })),
    } as unknown as OrderGroup,
    { currency: 'USD', time_zone },
  )
function order(values: Partial<OrderValues> = {}, ...lines: ReturnType<typeof line>[]): OrderRecord {
  const found = read(values, ...(lines.length === 0 ? [line()] : lines))
  if (!('order_number' in found)) throw new Error(JSON.stringify(found))
  return found
}
function faults(values: Partial<OrderValues>, ...lines: ReturnType<typeof line>[]) {
  const found = read(values, ...lines)
  return 'order_number' in found
    ? []
    : (found as RecordFault[]).map((one) => `${one.row_number ?? 'all'} ${one.field} ${one.value}: ${one.rule}`)
}

test('an order has what its rows state, with the money and the progress of its lines', () => {
  const stated = { channel: 'Shop', location: 'Hub', account: 'Acme', currency: 'EUR', reference: 'PO-1' }
  const lines = [
    line({ line_reference: 'a', variant_id: 'v', regular_price: 1_200, unit_cost: '4.50' }),
    line({ sku: 'J-L', quantity: 1, unit_price: 3_000, shipped_quantity: 1 }),
  ]
  const values = { ...stated, source_system: 'Shopify', shipping: 500, shipping_tax: 100, taxes: 200 }
  expect(order(values, ...lines)).toEqual({
    ...stated,
    order_number: '1001',
    source_system: 'Shopify',
    ordered_at: '2026-11-02T10:00:00Z',
    cancelled_at: null,
    refunded_at: '2026-11-02T10:00:00Z',
    is_refund_dated: false,
    customer: null,
    freight_cents: 500,
    freight_tax_cents: 100,
    cancelled: [],
    refund: null,
    lines: [
      {
        row_number: 2,
        external_id: 'a',
        sku: 'J-M',
        variant_id: 'v',
        barcode: null,
        product_name: null,
        variant_name: null,
        other: null,
        quantity: 2,
        unit_price_cents: 1_000,
        regular_unit_price_cents: 1_200,
        discount_cents: 0,
        tax_cents: 40,
        unit_cost: '4.50',
        cancelled_quantity: 0,
        shipped: [],
        returned_quantity: 0,
        restocked_quantity: 0,
      },
      {
        row_number: 3,
        external_id: null,
        sku: 'J-L',
        variant_id: null,
        barcode: null,
        product_name: null,
        variant_name: null,
        other: null,
        quantity: 1,
        unit_price_cents: 3_000,
        regular_unit_price_cents: null,
        discount_cents: 0,
        tax_cents: 60,
        unit_cost: null,
        cancelled_quantity: 0,
        shipped: [{ quantity: 1, shipped_at: '2026-11-02T10:00:00Z', tracking_number: null, carrier: null }],
        returned_quantity: 0,
        restocked_quantity: 0,
      },
    ],
  })
  expect(order().source_system).toBe('file')
})

test('rows of lines that were cancelled as a whole are no lines, and name their SKU', () => {
  const gone = line({ row_type: 'cancelled', sku: 'J-L', quantity: null })
  expect(order({}, line(), gone)).toMatchObject({ lines: [{ sku: 'J-M' }], cancelled: [{ sku: 'J-L' }] })
  expect(order({}, gone)).toMatchObject({ lines: [], cancelled: [{ sku: 'J-L' }] })
  expect(read({}, line({ row_type: 'cancelled', sku: null }))).toMatchObject([
    { field: 'sku', rule: 'is required of a cancelled line' },
  ])
})

test('rows of one line in several shipments are one line of the order', () => {
  const [one, other] = [1, 1].map((shipped_quantity) => line({ line_reference: 'a', shipped_quantity }))
  expect(order({}, one!, other!).lines).toMatchObject([{ quantity: 2, shipped: [{ quantity: 1 }, { quantity: 1 }] }])
})

describe('the customer', () => {
  const customer = (values: Partial<OrderValues>) => order(values).customer

  test('of an order with an e-mail address is named, with the first letter of the last name', () => {
    const email = 'ada@example.com'
    expect(customer({ email, customer_name: 'Ada Lovelace', country: 'Germany', region: 'Saxony' })).toEqual({
      email,
      name: 'Ada L.',
      country_code: 'DE',
      region: 'Saxony',
    })
    expect(customer({ email, postcode: '04109' })).toEqual({ email, name: null, country_code: null, region: '04' })
    expect(customer({ customer_name: 'Ada Lovelace' })).toBeNull()
  })

  test('has an e-mail address, which a fault does not repeat', () => {
    expect(faults({ email: 'ada' }, line())).toEqual(['all email null: must be an e-mail address'])
  })
})

describe('the lines', () => {
  test('have a quantity and name a variant', () => {
    expect(faults({}, line({ quantity: null }), line())).toEqual(['2 quantity null: is required'])
    expect(faults({}, line(), line({ sku: null }))).toEqual([
      '3 sku null: is required where variant_id, barcode and product_name are absent',
    ])
    expect(faults({}, line({ quantity: null, unit_price: null }))).toEqual(['2 quantity null: is required'])
    for (const name of [{ barcode: '4006381333931' }, { product_name: 'Jumper - M' }])
      expect(order({}, line({ sku: null, ...name })).lines).toMatchObject([{ sku: null, ...name }])
    expect(order({}, line({ sku: null, line_kind: 'fee' })).lines).toMatchObject([
      { other: { kind: 'fee', is_stated: true } },
    ])
    expect(faults({}, line({ sku: null, line_kind: 'goods' }))).toHaveLength(1)
    expect(order({}, line({ sku: null, variant_id: 'v' })).lines).toMatchObject([{ sku: null, variant_id: 'v' }])
  })

  test('are at least one', () => {
    const rule = 'quantity null: is required: the order has no line'
    expect(faults({})).toEqual([`2 ${rule}`])
    expect(faults({}, line({ row_type: 'payment' }))).toEqual([`2 ${rule}`])
  })

  test('are at most 1,000', () => {
    const lines = (count: number) => Array.from({ length: count }, () => line())
    expect(faults({}, ...lines(1_000))).toEqual([])
    expect(faults({}, ...lines(1_001))).toEqual(['all order_number 1001: must have at most 1000 lines'])
  })

  test('can be in one cell of the order, which must be readable', () => {
    const product_details =
      'Product ID: 7, Product Qty: 3, Product SKU: J-S, Product Name: Jumper, Product Unit Price: 10.00, Product Total Price: 30.00'
    expect(order({ product_details }, line()).lines).toMatchObject([{ sku: 'J-S', quantity: 3, row_number: 2 }])
    expect(faults({ product_details: 'x' }, line())).toEqual([expect.stringContaining('2 product_details x: ')])
  })
})

test('faults of money and of progress are told together, and those of a refund after them', () => {
  const free = line({ unit_price: null })
  const many = line({ shipped_quantity: 3 })
  expect(faults({}, free).map((one) => one.split(':')[0])).toEqual(['2 unit_price null'])
  expect(faults({}, line({ unit_price: null, shipped_quantity: 3 })).map((one) => one.split(':')[0])).toEqual([
    '2 unit_price null',
    '2 shipped_quantity 3',
  ])
  expect(faults({ refunded_amount: 99_999 }, many).map((one) => one.split(':')[0])).toEqual(['2 shipped_quantity 3'])
  expect(faults({ refunded_amount: 99_999 }, line())).toHaveLength(1)
})

describe('a refund without a time is of the last thing that is known to have happened', () => {
  const refunded_at = (values: Partial<OrderValues>, ...lines: ReturnType<typeof line>[]) =>
    order({ state: 'refunded', ...values }, ...lines).refunded_at

  test('the order, its cancellation or its last shipment', () => {
    expect(order().refunded_at).toBe('2026-11-02T10:00:00Z')
    expect(order({ cancelled_at: '2026-11-03T10:00:00Z' }).refunded_at).toBe('2026-11-03T10:00:00Z')
    const shipped = ['2026-11-05T10:00:00+02:00', '2026-11-05T09:00:00Z'].map((shipped_at) => line({ shipped_at }))
    expect(refunded_at({}, ...shipped)).toBe('2026-11-05T09:00:00Z')
    expect(refunded_at({}, ...shipped.toReversed())).toBe('2026-11-05T09:00:00Z')
    expect(refunded_at({ refunded_at: '2026-11-09T10:00:00Z' }, ...shipped)).toBe('2026-11-09T10:00:00Z')
  })
})

describe('days without a time', () => {
  const [midnight, ordered_at, noon] = ['2026-11-02T00:00:00Z', '2026-11-02T10:00:00Z', '2026-11-02T12:00:00Z']
  const shippedAt = (...lines: string[]) =>
    order({ ordered_at }, ...lines.map((shipped_at, i) => line({ sku: `J-${i}`, shipped_at }))).lines.map(
      ({ shipped }) => shipped[0]!.shipped_at,
    )

  test('that of the order is not before it, whatever the file says: shipped, cancelled or paid back', () => {
    expect(shippedAt(midnight, noon, ordered_at)).toEqual([ordered_at, noon, ordered_at])
    expect(order({ ordered_at, shipped_at: midnight }).lines[0]!.shipped).toMatchObject([{ shipped_at: ordered_at }])
    expect(order({ ordered_at, cancelled_at: midnight }).cancelled_at).toBe(ordered_at)
    expect(order({ ordered_at, refunded_at: midnight }).refunded_at).toBe(ordered_at)
    // An order without a time begins its day, too.
    expect(order({ ordered_at: midnight, shipped_at: midnight }).lines[0]!.shipped).toMatchObject([
      { shipped_at: midnight },
    ])
  })

  test('that of a shipment which came back is not before it', () => {
    const back = { ordered_at, payment_state: 'refunded', refunded_at: midnight } as const
    expect(order(back, line({ shipped_at: noon })).refunded_at).toBe(noon)
    const last = '2026-11-02T18:00:00Z'
    expect(order(back, line({ shipped_at: last }), line({ sku: 'J-L', shipped_at: noon })).refunded_at).toBe(last)
    const nextDay = '2026-11-03T09:00:00Z'
    expect(order({ ...back, refunded_at: '2026-11-03T00:00:00Z' }, line({ shipped_at: nextDay })).refunded_at).toBe(
      nextDay,
    )
  })

  test('another time, and the day before, stay before the order and are refused', () => {
    const early = (at: string) => faults({ ordered_at, shipped_at: at }, line())
    expect(early('2026-11-01T00:00:00Z')).toEqual([
      'all shipped_at 2026-11-01T00:00:00Z: must not be before ordered_at, 2026-11-02T10:00:00Z',
    ])
    expect(early('2026-11-02T00:00:01Z')).toHaveLength(1)
    expect(early('2026-11-01T23:59:59Z')).toHaveLength(1)
    for (const field of ['cancelled_at', 'refunded_at'])
      expect(faults({ ordered_at, [field]: '2026-11-01T00:00:00Z' }, line())).toHaveLength(1)
  })

  test('begin in the time zone of the organisation', () => {
    time_zone = 'America/New_York'
    // Midnight there is 05:00 UTC; 03:00 UTC is of the day before.
    const begins = '2026-11-02T05:00:00Z'
    expect(shippedAt(begins)).toEqual([ordered_at])
    expect(faults({ ordered_at, shipped_at: midnight }, line())).toHaveLength(1)
    expect(faults({ ordered_at: '2026-11-03T05:00:00Z', shipped_at: begins }, line())).toHaveLength(1)
    const lastOfDay = '2026-11-03T04:59:59Z'
    expect(order({ ordered_at: lastOfDay, shipped_at: begins }).lines[0]!.shipped).toMatchObject([
      { shipped_at: lastOfDay },
    ])
    time_zone = 'UTC'
  })
})

test('discounts in rows of their own are those of the order, which must come to its total with them', () => {
  const off = line({ row_type: 'order_discount', sku: null, quantity: null, unit_price: null, line_discount: 300 })
  const taxed = { taxes: 170, shipping: 50, prices_include_tax: false }
  expect(order({ total: 1_920, ...taxed }, line(), off).lines).toMatchObject([
    { quantity: 2, unit_price_cents: 1_000, discount_cents: 300, tax_cents: 170 },
  ])
  expect(faults({ total: 1_921, ...taxed }, line(), off)).toEqual([
    'all total 19.21: must be lines, shipping and taxes less discounts, 19.20',
  ])
  expect(faults({ total: null, ...taxed }, line(), off)).toEqual([])
  // A discount that the order states goes before; without such rows no total is asked for.
  expect(order({ discount: 100, total: 2_120, ...taxed }, line(), off).lines[0]!.discount_cents).toBe(100)
  expect(faults({ total: 1, ...taxed }, line())).toEqual([])
})

test('rows of shipments and refunds are no lines, and date what they say', () => {
  const shipped = line({ row_type: 'shipped_units', quantity: 2, row_at: '2026-11-03T10:00:00Z' })
  const back = line({ row_type: 'refunded_units', quantity: 1, row_at: '2026-11-09T10:00:00Z' })
  const read = order({ refunded_amount: 1_000 }, line(), shipped, back)
  expect(read.lines).toMatchObject([
    { shipped: [{ quantity: 2, shipped_at: '2026-11-03T10:00:00Z' }], returned_quantity: 1 },
  ])
  expect([read.refunded_at, read.is_refund_dated]).toEqual(['2026-11-09T10:00:00Z', true])
  expect(order({ refunded_at: '2026-11-08T10:00:00Z', refunded_amount: 1 }, line(), shipped, back).refunded_at).toBe(
    '2026-11-08T10:00:00Z',
  )
  expect(order({ shipped_at: '2026-11-03T10:00:00Z', refunded_amount: 1 }, line()).is_refund_dated).toBe(false)
  const whole = line({ line_reference: '11' })
  expect(order({}, whole, line({ part_of: '11', quantity: 9 })).lines).toHaveLength(1)
  const rule = 'must be the line_reference of another line of the order'
  expect(faults({}, whole, line({ part_of: '12' }))).toEqual([`3 part_of 12: ${rule}`])
  expect(faults({}, whole, line({ part_of: '12', line_reference: '12' }))).toEqual([`3 part_of 12: ${rule}`])
  const given = line({ row_type: 'refunded_units', line_reference: '12', row_at: '2026-11-09T10:00:00Z' })
  expect(faults({}, whole, given, line({ part_of: '12' }))).toContain(`4 part_of 12: ${rule}`)
})
