/** Arbitrary values of records, in the form in which they are read. */
import fc from 'fast-check'
import { plainText } from '../../../server/edi/x12/characters.ts'
import type { ChangedLine, PurchaseOrderChange860 } from '../../../server/edi/documents/purchase_order_change_860.ts'
import type { Line850, PurchaseOrder850 } from '../../../server/edi/documents/purchase_order_850.ts'
import type { Delimiters } from '../../../server/edi/x12/segments.ts'
import type { ItemIds, OrderHeader, OrderLine, Pack, Party, Terms } from '../../../server/edi/documents/record.ts'

/** Characters that any_delimiters may choose; no text has them. */
const separators = `*|~>:^'!<;@\n\u001C\u001D\u001E\u001F`

export const anyDelimiters: fc.Arbitrary<Delimiters> = fc
  .shuffledSubarray([...separators], { minLength: 4, maxLength: 4 })
  .map(([element, component, repetition, segment]) => ({
    element: element!,
    component: component!,
    repetition: repetition!,
    segment: segment!,
  }))

export const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })

/** Text as it is read back: printable ASCII without separators. */
export const plain = (maxLength: number, minLength = 1) =>
  fc
    .string({ minLength, maxLength, unit: 'grapheme' })
    .map((text) => plainText(Array.from(plainText(text), (one) => (separators.includes(one) ? '-' : one)).join('')))
    .map((text) => text.slice(0, maxLength).trim())
    .filter((text) => text.length >= minLength)

export const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((one) => one.toISOString().slice(0, 10))
export const quantity = fc.integer({ min: 0, max: 1_000_000 })
export const money = fc.integer({ min: 0, max: 99_999_999 }).map((cents) => String(cents / 100))
export const currency = fc.constantFrom('USD', 'EUR')
export const unit = fc.constantFrom('EA', 'CA', 'PK')

export const party: fc.Arbitrary<Party> = fc
  .record({
    name: plain(60),
    more_names: fc.array(plain(60), { maxLength: 4 }),
    code: maybe(plain(40, 2)),
    code_qualifier: fc.constantFrom('92', '91', 'UL'),
    address: maybe(
      fc.record({
        lines: fc.array(plain(55), { maxLength: 4 }),
        city: plain(30, 2),
        region: maybe(fc.oneof(fc.constantFrom('NJ', 'CA'), fc.constantFrom('Bavaria', 'Norte'))),
        postal_code: maybe(fc.constantFrom('07001', '4000-123')),
        country: maybe(fc.constantFrom('US', 'PT')),
      }),
    ),
  })
  .map(({ more_names, ...one }) => ({
    ...one,
    ...(more_names.length === 0 ? {} : { more_names }),
    code_qualifier: one.code === null ? null : one.code_qualifier,
  }))

const sku = plain(48)

/** With at least one number, since an item needs one. */
export const itemIds: fc.Arbitrary<ItemIds> = fc
  .record({
    buyer_sku: maybe(sku),
    buyer_sku_qualifier: fc.constantFrom('BP', 'CB', 'IN', 'PI', 'SK'),
    supplier_sku: maybe(sku),
    gtin: maybe(fc.constantFrom('96385074', '036000291452', '4006381333931', '14006381333938')),
    other_ids: fc.array(fc.record({ qualifier: fc.constantFrom('IZ', 'BO', 'SZ', 'IT'), id: sku }), { maxLength: 3 }),
  })
  .filter((ids) => ids.buyer_sku !== null || ids.supplier_sku !== null || ids.gtin !== null)
  .map((ids) => ({ ...ids, buyer_sku_qualifier: ids.buyer_sku === null ? null : ids.buyer_sku_qualifier }) as ItemIds)

export const terms: fc.Arbitrary<Terms> = fc.oneof(
  fc.constant(null),
  fc.record({ discount_percent: fc.constant(null), discount_days: fc.constant(null), net_days: fc.nat(999) }),
  fc.record({
    discount_percent: fc.integer({ min: 1, max: 99_999 }).map((one) => String(one / 1000)),
    discount_days: fc.nat(999),
    net_days: fc.nat(999),
  }),
  plain(79).map((description) => ({ description })),
)

const doors = fc.uniqueArray(fc.record({ door_reference: plain(20, 2), quantity }), {
  selector: ({ door_reference }) => door_reference,
  maxLength: 24,
})

const component = fc
  .tuple(itemIds, fc.record({ quantity, unit_price: maybe(money) }))
  .map(([ids, rest]) => ({ ...ids, ...rest }))
const pack: fc.Arbitrary<Pack | null> = maybe(
  fc.record({
    inner_packs: maybe(fc.nat(999)),
    units_per_inner_pack: maybe(fc.nat(999)),
    components: fc.array(component, { maxLength: 3 }),
  }),
).map((one) => {
  const stated =
    one !== null && (one.inner_packs !== null || one.units_per_inner_pack !== null || one.components.length > 0)
  return stated ? one : null
})

const header: fc.Arbitrary<OrderHeader> = fc.record({
  number: plain(22),
  order_type: fc.constantFrom('SA', 'NE', 'DS'),
  release_number: maybe(plain(30)),
  ordered_on: day,
  currency: maybe(currency),
  reference: maybe(plain(30)),
  department: maybe(plain(30)),
  vendor_number: maybe(plain(30)),
  terms,
  deliver_on: maybe(day),
  ship_from_on: maybe(day),
  cancel_after: maybe(day),
  ship_not_before: maybe(day),
  ship_not_after: maybe(day),
  notes: maybe(plain(600)),
  buyer: maybe(party),
  supplier: maybe(party),
  ship_to: maybe(party),
  bill_to: maybe(party),
  total: maybe(money),
})

const line: fc.Arbitrary<OrderLine> = fc
  .tuple(
    itemIds,
    fc.record({
      line_reference: maybe(plain(20)),
      unit,
      unit_price: maybe(money),
      title: maybe(plain(80)),
      deliver_on: maybe(day),
      doors,
      pack,
    }),
  )
  .map(([ids, rest]) => ({ ...ids, ...rest }))

const line850: fc.Arbitrary<Line850> = fc
  .tuple(line, quantity)
  .map(([rest, ordered]) => ({ ...rest, quantity: ordered }))

export const anyOrder850: fc.Arbitrary<PurchaseOrder850> = fc
  .tuple(
    header,
    fc.record({
      purpose: fc.constantFrom('original' as const, 'replacement' as const, 'cancellation' as const),
      // Only a cancellation may have no lines.
      lines: fc.array(line850, { minLength: 1, maxLength: 5 }),
    }),
  )
  .map(([rest, own]) => ({ ...rest, ...own }))

const changes = ['added', 'changed', 'dates_changed', 'deleted', 'price_changed', 'price_and_quantity_changed', 'quantity_decreased', 'quantity_increased', 'replaced', 'unchanged'] as const // prettier-ignore
export const change = fc.constantFrom(...changes)

const changedLine: fc.Arbitrary<ChangedLine> = fc
  .tuple(line, fc.record({ change, quantity: maybe(quantity), quantity_left: maybe(quantity) }), quantity)
  .map(([rest, own, needed]) => ({
    ...rest,
    ...own,
    quantity: /added|quantity/.test(own.change) ? (own.quantity ?? needed) : own.quantity,
  }))

export const anyChange860: fc.Arbitrary<PurchaseOrderChange860> = fc
  .tuple(
    header,
    fc.record({
      purpose: fc.constantFrom('change' as const, 'replacement' as const, 'cancellation' as const),
      change_number: maybe(plain(8)),
      changed_on: maybe(day),
      lines: fc.array(changedLine, { maxLength: 5 }),
    }),
  )
  .map(([rest, own]) => ({ ...rest, ...own }))
