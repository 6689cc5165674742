/** What a replacement no longer states, by the rules alone. */
import { describe, expect, test } from 'bun:test'
import type { ChangedLine, PurchaseOrderChange860 } from '../../../../server/edi/documents/purchase_order_change_860.ts'
import type { OrderHeader } from '../../../../server/edi/documents/record.ts'
import type { StoredLine } from '../../../../server/selling/edi_orders/edi_order.store.ts'
import {
  emptyReplacement,
  goneOfLine,
  headerAfter,
  lineReplacementNotes,
  olderThanOrder,
  partOfCancellation,
  replacedLine,
  replacementNotes,
} from '../../../../server/selling/edi_orders/inbound/replacement.rules.ts'
import type { BuyerLine } from '../../../../server/selling/edi_orders/inbound/read_lines.rules.ts'

const place = (code: string | null, name = '') => ({ name, code, code_qualifier: '92', address: null })
const empty = {
  currency: null, reference: null, department: null, vendor_number: null, terms: null, deliver_on: null, ship_from_on: null,
  cancel_after: null, ship_not_before: null, ship_not_after: null, notes: null, buyer: null, supplier: null, ship_to: null,
  bill_to: null, total: null,
} // prettier-ignore
const full: OrderHeader = {
  number: 'P',
  order_type: 'SA',
  release_number: null,
  ordered_on: '2026-11-20',
  ...empty,
  currency: 'USD',
  reference: 'C1',
  department: '7',
  vendor_number: 'V1',
  terms: { description: 'net' },
  deliver_on: '2026-12-01',
  ship_from_on: '2026-12-02',
  cancel_after: '2026-12-03',
  ship_not_before: '2026-12-04',
  ship_not_after: '2026-12-05',
  deliver_not_before: '2026-12-06',
  deliver_not_after: '2026-12-07',
  buyer: place('0101'),
  ship_to: place(null, 'DC East'),
  bill_to: place('9'),
  total: '5',
  allowances: [{ kind: 'allowance', code: null, amount: '1', percent: null, settled_by: null }],
  references: [{ qualifier: 'MR', id: 'M' }],
}
const stated = (purpose: string, values: object = {}) =>
  ({ ...empty, number: 'P', order_type: 'SA', release_number: null, ordered_on: '2026-11-20', change_number: null, changed_on: null, purpose, ...values }) as unknown as Omit<PurchaseOrderChange860, 'lines'> // prettier-ignore

describe('the header', () => {
  test('of a replacement that states nothing loses days, places, terms and allowances, and keeps its references', () => {
    const { header, gone, kept } = headerAfter(full, stated('replacement'))
    expect(gone).toEqual([
      'delivery requested (002) 2026-12-01',
      'ship on (010) 2026-12-02',
      'cancel after (001) 2026-12-03',
      'do not ship before (037) 2026-12-04',
      'do not ship after (038) 2026-12-05',
      'do not deliver before (064) 2026-12-06',
      'do not deliver after (063) 2026-12-07',
      'the buyer (BY) 0101',
      'the ship-to (ST) DC East',
      'the bill-to (BT) 9',
      'the terms (ITD)',
      'the allowances and charges (SAC)',
    ])
    expect(kept).toEqual([
      'the currency USD',
      'the reference (CO) C1',
      'the department (DP) 7',
      'the vendor number (IA) V1',
      'the references (REF)',
    ])
    const { allowances: _a, deliver_not_before: _b, deliver_not_after: _c, ...rest } = full
    const names = ['terms', 'deliver_on', 'ship_from_on', 'cancel_after', 'ship_not_before', 'ship_not_after', 'buyer', 'ship_to', 'bill_to', 'total'] // prettier-ignore
    expect(header).toEqual({ ...rest, ...Object.fromEntries(names.map((name) => [name, null])) } as OrderHeader)
  })
  test('of a replacement that states all again has its days, allowances and total, and loses nothing', () => {
    const other = { ...full, deliver_on: '2027-01-01', deliver_not_after: '2027-01-02', total: '6', allowances: [{ amount: '2' }] } // prettier-ignore
    const { header, gone, kept } = headerAfter(full, stated('replacement', { ...other, terms: { description: 'b' }, ship_to: place('2') })) // prettier-ignore
    expect([gone, kept]).toEqual([[], []])
    expect(header).toEqual({ ...full, ...other } as unknown as OrderHeader)
  })
  test('of a change moves the days that it states, and nothing else', () => {
    const moved = { deliver_on: '2027-01-01', deliver_not_before: '2027-01-03' }
    const { header, gone, kept } = headerAfter(full, stated('change', { ...moved, department: '8', total: '9' }))
    expect({ header, gone, kept }).toEqual({ header: { ...full, ...moved }, gone: [], kept: [] })
    const bare = headerAfter({ ...full, deliver_not_before: undefined } as never, stated('change')).header
    expect('deliver_not_before' in bare).toBe(false)
  })
  test('that states nothing has nothing to lose', () => {
    const { gone, kept } = headerAfter(stated('replacement') as OrderHeader, stated('replacement'))
    expect([gone, kept]).toEqual([[], []])
    expect(headerAfter(full, stated('replacement', { allowances: [] })).header.allowances).toBeUndefined()
  })
})

const line = (values: object = {}) =>
  ({ line_reference: '1', buyer_sku: 'A', buyer_sku_qualifier: 'SK', supplier_sku: null, gtin: null, other_ids: [], unit: 'CA', unit_price: '5', title: 'Jumper', deliver_on: null, doors: [], pack: null, quantity: 3, ...values }) as unknown as BuyerLine // prettier-ignore
const changed = (values: object = {}) =>
  ({ change: 'replaced', line_reference: '9', buyer_sku: 'B', buyer_sku_qualifier: 'IN', supplier_sku: 'S', gtin: 'G', other_ids: [1], unit: 'CA', unit_price: null, title: null, deliver_on: null, doors: [], pack: null, quantity: 4, quantity_left: 1, ...values }) as unknown as ChangedLine // prettier-ignore
const pack = (inner_packs: number) => ({ inner_packs, units_per_inner_pack: null, components: [] })

describe('a line that is replaced', () => {
  const all = {
    deliver_on: '2026-12-01',
    ship_on: '2026-12-02',
    schedule: [{ quantity: 1, kind: 'ship_on', day: '2026-12-03' }, { quantity: 2, kind: 'ship_on', day: '2026-12-04' }], // prettier-ignore
    allowances: [{ amount: '1' }],
    doors: [{ door_reference: '0101', quantity: 1 }, { door_reference: '0102', quantity: 2 }], // prettier-ignore
    pack: pack(12),
  }
  test('names what it no longer states', () => {
    expect(goneOfLine(line(all), changed())).toEqual([
      'the price 5',
      'delivery requested (002) 2026-12-01',
      'ship on (010) 2026-12-02',
      'the schedule (SCH) of 1 on 2026-12-03, 2 on 2026-12-04',
      'the allowances and charges (SAC)',
      'the doors 0101, 0102',
      'the pack (PO4)',
    ])
    expect(goneOfLine(line(all), changed({ ...all, unit_price: '6' }))).toEqual([])
    expect(goneOfLine(line({ unit_price: null }), changed())).toEqual([])
  })
  test('keeps its numbers, and the title unless it states one', () => {
    const { line_reference, buyer_sku, buyer_sku_qualifier, supplier_sku, gtin, other_ids, title, ...more } = replacedLine(line(all), changed()) // prettier-ignore
    expect([line_reference, buyer_sku, buyer_sku_qualifier, supplier_sku, gtin, other_ids, title]).toEqual(['1', 'A', 'SK', null, null, [], 'Jumper']) // prettier-ignore
    expect(more as object).toEqual({ unit: 'CA', unit_price: null, deliver_on: null, doors: [], pack: null })
    expect(replacedLine(line(), changed({ title: 'Coat' })).title).toBe('Coat')
  })
  test('has the unit that it states with its quantity, and the units that were agreed for the same one', () => {
    const agreed = (before: object, values: object) => replacedLine(line({ agreed_units: 12, ...before }), changed(values)).agreed_units // prettier-ignore
    expect(agreed({}, {})).toBe(12)
    expect(agreed({ pack: pack(6) }, { pack: pack(6) })).toBe(12)
    expect(agreed({ pack: pack(6) }, { pack: pack(8) })).toBeUndefined()
    expect(agreed({}, { unit: 'PK' })).toBeUndefined()
    expect('agreed_units' in replacedLine(line(), changed())).toBe(false)
    expect(replacedLine(line(), changed({ unit: 'EA' })).unit).toBe('EA')
    expect(replacedLine(line(), changed({ unit: 'EA', quantity: null })).unit).toBe('CA')
  })
})

const whole = (purpose: string, ...lines: ChangedLine[]) => ({ ...stated(purpose), lines }) as PurchaseOrderChange860

test('a replacement has lines with units', () => {
  const none = 'it replaces the order by lines without units; an order is withdrawn by a cancellation (01)'
  expect(emptyReplacement(whole('replacement'))).toBe('it replaces the order and has no lines; an order is withdrawn by a cancellation (01)') // prettier-ignore
  expect(emptyReplacement(whole('replacement', changed({ change: 'deleted' }), changed({ quantity: 0 })))).toBe(none)
  expect(emptyReplacement(whole('replacement', changed({ quantity: null, quantity_left: 0 })))).toBe(none)
  expect(emptyReplacement(whole('replacement', changed({ change: 'deleted' }), changed()))).toBeNull()
  expect(emptyReplacement(whole('replacement', changed({ quantity: null })))).toBeNull()
  expect(emptyReplacement(whole('change'))).toBeNull()
})

test('a cancellation names no line, or all of them', () => {
  const stock = (line_reference: string | null, quantity = 3): StoredLine => ({ position: 1, fault: null, line: line({ line_reference, quantity }) }) // prettier-ignore
  const [one, two, off] = [stock('1'), stock(null), stock('3', 0)]
  const deleted = changed({ change: 'deleted' })
  const of = (lines: ChangedLine[], found: StoredLine[]) => partOfCancellation([one, two, off], lines, found)
  expect(of([], [])).toBeNull()
  expect(of([deleted, changed()], [one, two])).toBeNull()
  expect(of([deleted], [one])).toBe('it cancels the whole order (01) and names one of its lines, not line without a number; a change of lines is one (04)') // prettier-ignore
  expect(of([deleted, deleted], [two])).toBe('it cancels the whole order (01) and names 2 of its lines, not line 1; a change of lines is one (04)') // prettier-ignore
  expect(of([deleted, changed({ change: 'changed' })], [one, two])).toBe('it cancels the whole order (01) and changes line 9; a change of lines is one (04)') // prettier-ignore
  expect(of([changed({ change: 'added', line_reference: null })], [])).toBe('it cancels the whole order (01) and changes line without a number; a change of lines is one (04)') // prettier-ignore
})

test('notes name what goes and what stays; of an order that was split, all stays', () => {
  const header = { header: full, gone: ['the terms (ITD)', 'a'], kept: ['the currency USD'] }
  const goes = 'it is replaced without the terms (ITD) and a, which no longer holds'
  const note = (name: string, sentence: string) => ({ kind: 'not_understood' as const, name, sentence })
  expect(replacementNotes(header, false)).toEqual([note('order', goes), note('order', 'it is replaced without the currency USD, which stays')]) // prettier-ignore
  expect(replacementNotes(header, true)).toEqual([note('order', 'it is replaced without the terms (ITD), a and the currency USD, which stays')]) // prettier-ignore
  expect(replacementNotes({ ...header, gone: [], kept: [] }, false)).toEqual([])
  const lines = [{ position: 1, line: line({ line_reference: null }), gone: ['a'] }, { position: 2, line: line() }, { position: 3, line: line({ line_reference: '7' }), gone: ['b'] }] // prettier-ignore
  expect(lineReplacementNotes(lines)).toEqual([
    note('line 1', 'it is replaced without a, which no longer holds'),
    note('line 7', 'it is replaced without b, which no longer holds'),
  ])
})

test('what replaces or withdraws an order is not older than it', () => {
  const of = (purpose: string, ordered_on: string) => olderThanOrder(full, stated(purpose, { ordered_on }))
  const older = 'it is dated 2026-11-19, before the order of 2026-11-20'
  expect(['replacement', 'cancellation', 'change'].map((purpose) => of(purpose, '2026-11-19'))).toEqual([older, older, null]) // prettier-ignore
  expect(of('replacement', '2026-11-20')).toBeNull()
})
