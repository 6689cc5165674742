/** Quantities left to ship and further numbers of a changed line. */
import { expect, test } from 'bun:test'
import { leftNotes, numberNotes } from '../../../../../server/selling/edi_orders/inbound/asked/line_notes.rules.ts'

const after = (left: number | undefined, values: object = {}, line: object = {}) =>
  ({
    position: 1,
    change: 'quantity_increased',
    line: { line_reference: '7', quantity: 20, unit: 'EA', pack: null, ...line },
    ...(left === undefined ? {} : { left }),
    ...values,
  }) as never
const shipped = (fulfilled_quantity: number, over_shipped_quantity = 0, edi_position = 1) => ({
  edi_position,
  fulfilled_quantity,
  over_shipped_quantity,
})
const sentences = (all: { name: string; sentence: string }[]) => all.map(({ name, sentence }) => `${name}: ${sentence}`)

test('what is left to ship is between the quantity less what has shipped and the quantity', () => {
  const says = (left: number | undefined, ...lines: ReturnType<typeof shipped>[]) =>
    sentences(leftNotes([after(left)], lines))
  expect(says(undefined)).toEqual([])
  expect(says(3)).toEqual([
    'line 7: 3 are left to ship (POC04), where 20 are ordered (03) and none has shipped; the quantity ordered counts',
  ])
  expect(says(21)).toHaveLength(1)
  expect([says(20), says(15, shipped(3), shipped(2)), says(17, shipped(5))]).toEqual([[], [], []])
  expect(says(14, shipped(3), shipped(2), shipped(9, 0, 2))).toEqual([
    'line 7: 14 are left to ship (POC04), where 20 are ordered (03) and 5 have shipped; the quantity ordered counts',
  ])
  expect(says(15, shipped(8, 4))).toHaveLength(1)
})

test('units that have shipped count in the unit that is ordered, and a line without a number is named by its place', () => {
  const pack = { inner_packs: 12, units_per_inner_pack: null, components: [] }
  const says = (left: number) =>
    sentences(leftNotes([after(left, {}, { unit: 'CA', pack, quantity: 4, line_reference: null })], [shipped(25)]))
  expect([says(1), says(4)]).toEqual([[], []])
  expect(says(0)).toEqual([
    'line 1: 0 are left to ship (POC04), where 4 are ordered (03) and 3 have shipped; the quantity ordered counts',
  ])
  expect(sentences(leftNotes([after(19, {}, { unit: 'CA' })], [shipped(1)]))).toEqual([])
})

const item = { variant_id: 'v1', sku: 'J-M', archived_at: null, barcode: '4006381333931' }
const items = { byBuyerSku: new Map([['771-M', [item]]]), bySku: new Map(), byBarcode: new Map() } as never
const ids = { buyer_sku: '771-M', buyer_sku_qualifier: 'SK', supplier_sku: null, gtin: null, other_ids: [] }

test('a barcode that is unknown beside the item of the line is named', () => {
  const says = (named: object | undefined, line: object = {}) =>
    sentences(numberNotes([after(undefined, named === undefined ? {} : { named: { ...ids, ...named } }, { ...ids, ...line })], items))
  expect(says({ gtin: '614141999996' })).toEqual(['line 7: the barcode 614141999996 is unknown, and the item has 4006381333931'])
  expect(says({ other_ids: [{ qualifier: 'UP', id: '12' }] })).toEqual(['line 7: UP 12 is no barcode of 8, 12, 13 or 14 digits'])
  expect([says({}), says(undefined), says({ gtin: '4006381333931' })]).toEqual([[], [], []])
  // What the line has already was named when it arrived.
  expect(says({ gtin: '614141999996' }, { gtin: '614141999996' })).toEqual([])
  const old = { other_ids: [{ qualifier: 'UP', id: '12' }] }
  expect(says(old, old)).toEqual([])
  expect(says({ gtin: '614141999996' }, { buyer_sku: 'X' })).toEqual([])
  expect(says({ gtin: '614141999996' }, { pack: { inner_packs: null, units_per_inner_pack: null, components: [ids] } })).toEqual([])
}) // prettier-ignore
