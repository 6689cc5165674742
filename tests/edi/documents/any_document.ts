/** An arbitrary record of every document, with its writer. */
import fc from 'fast-check'
import { type Acknowledgement855, write855 } from '../../../server/edi/documents/acknowledgement_855.ts'
import { type ChangeAcknowledgement865, write865 } from '../../../server/edi/documents/change_acknowledgement_865.ts'
import {
  type ElementFault,
  type FunctionalAcknowledgement997,
  write997,
} from '../../../server/edi/documents/functional_acknowledgement_997.ts'
import { type InventoryAdvice846, write846 } from '../../../server/edi/documents/inventory_advice_846.ts'
import { type Invoice810, write810, type InvoiceCharge } from '../../../server/edi/documents/invoice_810.ts'
import { write850 } from '../../../server/edi/documents/purchase_order_850.ts'
import { write860 } from '../../../server/edi/documents/purchase_order_change_860.ts'
import { type SellOut852, write852 } from '../../../server/edi/documents/sell_out_852.ts'
import { type ShippingNotice856, write856 } from '../../../server/edi/documents/shipping_notice_856.ts'
import type { OutgoingSet } from '../../../server/edi/x12/write_interchange.ts'
import {
  anyChange860,
  anyOrder850,
  change,
  currency,
  day,
  itemIds,
  maybe,
  money,
  party,
  plain,
  quantity,
  terms,
  unit,
} from './any_order.ts'

const merged = <A, B>(a: fc.Arbitrary<A>, b: fc.Arbitrary<B>): fc.Arbitrary<A & B> =>
  fc.tuple(a, b).map(([one, other]) => ({ ...one, ...other }))

const purpose = fc.record({ purpose: fc.constant('replacement' as const) }, { requiredKeys: [] })
const customerReference = fc.record(
  {
    reference: plain(30),
    references: fc.array(fc.record({ qualifier: fc.constantFrom('MR', 'PD', 'ZZ'), id: plain(30) }), {
      minLength: 1,
      maxLength: 2,
    }),
  },
  { requiredKeys: [] },
)
const statuses = ['accepted', 'accepted_with_changes', 'accepted_quantity_changed', 'accepted_price_changed', 'accepted_date_changed', 'backordered', 'substituted', 'deleted', 'rejected'] as const // prettier-ignore
const answeredLine = merged(
  itemIds,
  fc.record(
    {
      line_reference: maybe(plain(20)),
      ordered_quantity: quantity,
      unit,
      unit_price: maybe(money),
      title: maybe(plain(80)),
      answers: fc.array(
        fc.record(
          { status: fc.constantFrom(...statuses), quantity, unit: fc.constant('DZ'), ship_on: maybe(day) },
          { requiredKeys: ['status', 'quantity', 'ship_on'] },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      note: plain(300),
    },
    { requiredKeys: ['line_reference', 'ordered_quantity', 'unit', 'unit_price', 'title', 'answers'] },
  ),
)
const answerHeader = fc.record({
  number: plain(22),
  release_number: maybe(plain(30)),
  ordered_on: day,
  acknowledged_on: maybe(day),
  supplier_reference: maybe(plain(30)),
  vendor_number: maybe(plain(30)),
  department: maybe(plain(30)),
  currency: maybe(currency),
  buyer: maybe(party),
  supplier: maybe(party),
  ship_to: maybe(party),
})
const any855: fc.Arbitrary<Acknowledgement855> = merged(
  merged(merged(answerHeader, customerReference), purpose),
  fc.record({ lines: fc.array(answeredLine, { minLength: 1, maxLength: 5 }) }),
)
const shipDays = fc
  .record({ ship_from_on: day, cancel_after: day, ship_not_before: day, ship_not_after: day }, { requiredKeys: [] })
  .filter((days) => Object.keys(days).length > 0)
const any865: fc.Arbitrary<ChangeAcknowledgement865> = merged(
  merged(merged(answerHeader, customerReference), purpose),
  fc.record(
    {
      change_number: maybe(plain(8)),
      days: shipDays,
      notes: plain(400),
      lines: fc.array(merged(answeredLine, fc.record({ change })), { minLength: 1, maxLength: 5 }),
    },
    { requiredKeys: ['change_number', 'lines'] },
  ),
)

const sscc = fc.integer({ min: 0, max: 999_999_999 }).map((serial) => {
  const digits = `00614141${String(serial).padStart(9, '0')}`
  const sum = Array.from(digits, Number).reduce((total, digit, i) => total + (i % 2 === 0 ? 3 * digit : digit), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
})
const components = fc.array(merged(itemIds, fc.record({ quantity, unit_price: maybe(money) })), {
  minLength: 1,
  maxLength: 2,
})
const shippedItem = merged(
  itemIds,
  fc.record(
    {
      line_reference: maybe(plain(20)),
      quantity,
      unit,
      title: maybe(plain(80)),
      ordered_quantity: maybe(quantity),
      components,
    },
    { requiredKeys: ['line_reference', 'quantity', 'unit', 'title', 'ordered_quantity'] },
  ),
)
const carton = fc.record({
  sscc,
  pallet_sscc: fc.constant(null),
  tracking_number: maybe(plain(48)),
  weight: fc.constant(null),
  items: fc.array(shippedItem, { maxLength: 3 }),
})
/** Cartons without a pallet, then those of one pallet. */
const cartons = fc
  .tuple(fc.array(carton, { maxLength: 3 }), sscc, fc.array(carton, { maxLength: 3 }))
  .map(([loose, pallet_sscc, stacked]) => [...loose, ...stacked.map((one) => ({ ...one, pallet_sscc }))])
const shippedOrder = merged(
  fc.record({
    number: plain(22),
    release_number: maybe(plain(30)),
    ordered_on: maybe(day),
    department: maybe(plain(30)),
    supplier_reference: maybe(plain(30)),
    door: maybe(party),
    cartons,
  }),
  customerReference,
)
const any856: fc.Arbitrary<ShippingNotice856> = fc
  .record({
    purpose: fc.constantFrom('original' as const, 'replacement' as const, 'cancellation' as const),
    shipment_number: plain(30, 2),
    created_on: day,
    created_at: fc.constantFrom('00:00', '23:59'),
    shipped_on: maybe(day),
    deliver_on: maybe(day),
    carrier_scac: maybe(fc.constantFrom('UPSN', 'FDEG')),
    carrier_name: maybe(plain(35)),
    bill_of_lading: maybe(plain(30)),
    pro_number: maybe(plain(30)),
    vendor_number: maybe(plain(30)),
    carton_count: maybe(fc.nat(9999)),
    weight: maybe(money),
    weight_unit: fc.constantFrom('LB' as const, 'KG' as const),
    ship_from: maybe(party),
    ship_to: maybe(party),
    orders: fc.array(shippedOrder, { maxLength: 3 }),
  })
  .map((one) => ({ ...one, weight_unit: one.weight === null ? null : one.weight_unit }))

const invoiceCharge: fc.Arbitrary<InvoiceCharge> = fc.record(
  {
    kind: fc.constantFrom('charge' as const, 'allowance' as const),
    code: fc.constantFrom('D240', 'C310', 'I400'),
    amount: money,
    description: maybe(plain(80)),
    percent: fc.constantFrom('2', '8.25'),
    settled_by: fc.constantFrom('02', '06'),
  },
  { requiredKeys: ['kind', 'code', 'amount', 'description'] },
)
const lineCharges = fc.record(
  { charges: fc.array(invoiceCharge, { minLength: 1, maxLength: 2 }), components },
  { requiredKeys: [] },
)

const any810: fc.Arbitrary<Invoice810> = merged(
  fc.record({
    kind: fc.constantFrom('invoice' as const, 'credit_memo' as const),
    number: plain(22),
    invoiced_on: day,
    order_number: maybe(plain(22)),
    ordered_on: maybe(day),
    currency: maybe(currency),
    vendor_number: maybe(plain(30)),
    department: maybe(plain(30)),
    bill_of_lading: maybe(plain(30)),
    supplier_reference: maybe(plain(30)),
    notes: maybe(plain(300)),
    buyer: maybe(party),
    supplier: maybe(party),
    ship_to: maybe(party),
    bill_to: maybe(party),
    remit_to: maybe(party),
    terms,
    due_on: maybe(day),
    shipped_on: maybe(day),
    lines: fc.array(
      merged(
        itemIds,
        merged(
          fc.record({ line_reference: maybe(plain(20)), quantity, unit, unit_price: money, title: maybe(plain(80)) }),
          lineCharges,
        ),
      ),
      { maxLength: 5 },
    ),
    total: money,
    taxes: fc.array(
      fc.record({ type: fc.constantFrom('ST', 'VA'), amount: money, percent: maybe(fc.constantFrom('8.25', '23')) }),
      { maxLength: 2 },
    ),
    charges: fc.array(invoiceCharge, { maxLength: 2 }),
  }),
  merged(customerReference, purpose),
)

const any846: fc.Arbitrary<InventoryAdvice846> = fc.record({
  purpose: fc.constantFrom('original' as const, 'replacement' as const),
  reference: plain(30),
  advised_on: day,
  advised_at: maybe(fc.constantFrom('00:00', '23:59')),
  vendor_number: maybe(plain(30)),
  supplier: maybe(party),
  buyer: maybe(party),
  warehouse: maybe(party),
  items: fc.array(
    merged(
      itemIds,
      fc.record({
        line_reference: maybe(plain(20)),
        title: maybe(plain(80)),
        unit,
        available: quantity,
        on_hand: maybe(quantity),
        on_order: maybe(quantity),
        available_on: maybe(day),
      }),
    ),
    { maxLength: 5 },
  ),
})

const count = maybe(fc.integer({ min: -1000, max: 1_000_000 }))
const itemRows = fc.tuple(
  itemIds,
  maybe(money),
  fc.uniqueArray(
    fc.record({
      door_reference: plain(20, 2),
      units_sold: fc.integer({ min: -1000, max: 1_000_000 }),
      units_returned: count,
      on_hand: count,
      on_order: count,
    }),
    { selector: ({ door_reference }) => door_reference, minLength: 1, maxLength: 12 },
  ),
)
const any852: fc.Arbitrary<SellOut852> = fc
  .record({
    period_start: day,
    period_end: day,
    vendor_number: maybe(plain(30)),
    department: maybe(plain(30)),
    retailer: maybe(plain(60)),
    byItem: fc.uniqueArray(itemRows, { selector: ([ids]) => JSON.stringify(ids), maxLength: 3 }),
  })
  .map(({ byItem, period_start: one, period_end: other, ...parties }) => {
    const [period_start, period_end] = one <= other ? [one, other] : [other, one]
    const head = { period_start, period_end, ...parties }
    const rows = byItem.flatMap(([ids, retail_price, doors]) =>
      doors.map((one) => ({ ...ids, ...one, retail_price, period_start, period_end })),
    )
    return { ...head, rows }
  })

const elementFault = fc.record({
  element: fc.integer({ min: 1, max: 99 }),
  component: maybe(fc.integer({ min: 1, max: 9 })),
  reference: maybe(fc.constantFrom('373', '66')),
  code: fc.constantFrom('1', '7', '8'),
  value: maybe(plain(99)),
})
const segmentFault = fc.oneof(
  fc.record({
    tag: fc.constantFrom('N1', 'PO1'),
    position: fc.integer({ min: 2, max: 999_999 }),
    code: fc.constantFrom('1', '3'),
    elements: fc.constant<ElementFault[]>([]),
  }),
  fc.record({
    tag: fc.constantFrom('N1', 'PO1'),
    position: fc.integer({ min: 2, max: 999_999 }),
    code: fc.constant(null),
    elements: fc.array(elementFault, { minLength: 1, maxLength: 3 }),
  }),
)
const setVerdict = fc.constantFrom('accepted' as const, 'accepted_with_errors' as const, 'rejected' as const)
const any997: fc.Arbitrary<FunctionalAcknowledgement997> = fc.record({
  group_code: fc.constantFrom('PO', 'IN'),
  group_control_number: fc.integer({ min: 1, max: 999_999_999 }).map(String),
  verdict: fc.oneof(setVerdict, fc.constant('partially_accepted' as const)),
  sets_included: fc.nat(999_999),
  sets_received: fc.nat(999_999),
  sets_accepted: fc.nat(999_999),
  codes: fc.subarray(['3', '4', '5']),
  sets: fc.array(
    fc.record({
      type: fc.constantFrom('850', '810'),
      control_number: fc.integer({ min: 1, max: 999_999_999 }).map((one) => String(one).padStart(4, '0')),
      verdict: setVerdict,
      segments: fc.array(segmentFault, { maxLength: 3 }),
      codes: fc.subarray(['2', '3', '4', '5']),
    }),
    { maxLength: 3 },
  ),
})

export interface AnyDocument {
  type: string
  any: fc.Arbitrary<{ record: object; set: () => OutgoingSet }>
}

const documentOf = <R extends object>(any: fc.Arbitrary<R>, write: (record: R) => OutgoingSet): AnyDocument['any'] =>
  any.map((record) => ({ record, set: () => write(record) }))

export const documents: AnyDocument[] = [
  { type: '810', any: documentOf(any810, write810) },
  { type: '846', any: documentOf(any846, write846) },
  { type: '850', any: documentOf(anyOrder850, write850) },
  { type: '852', any: documentOf(any852, write852) },
  { type: '855', any: documentOf(any855, write855) },
  { type: '856', any: documentOf(any856, write856) },
  { type: '860', any: documentOf(anyChange860, write860) },
  { type: '865', any: documentOf(any865, write865) },
  { type: '997', any: documentOf(any997, write997) },
]
