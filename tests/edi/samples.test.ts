import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { read852 } from '../../server/edi/documents/sell_out/read_852.ts'
import { readInterchanges } from '../../server/edi/x12/read_envelope.ts'
import { receive, type ReceivedSet } from './receive.ts'

const interchange = (name: string) =>
  readInterchanges(readFileSync(new URL(`samples/${name}.edi`, import.meta.url), 'utf8'))[0]!
const set = (name: string): ReceivedSet => receive(interchange(name))[0]!.sets[0]!
const record = (name: string): unknown => {
  const { document, faults } = set(name)
  expect(faults).toEqual([])
  return document!.record
}

test('an order of a department store is read with its stores, dates and references', () => {
  expect(interchange('order_850_by_store').acknowledgement_requested).toBe(true)
  expect(record('order_850_by_store')).toMatchObject({
    purpose: 'original',
    number: '7700412',
    department: '0420',
    vendor_number: '55012',
    terms: { discount_percent: '2', discount_days: 10, net_days: 30 },
    ship_from_on: '2026-09-20',
    cancel_after: '2026-10-05',
    ship_not_before: '2026-09-18',
    ship_not_after: '2026-09-30',
    ship_to: { name: 'Example Stores DC', code: '0091', code_qualifier: '92' },
    lines: [
      {
        line_reference: '001',
        quantity: 30,
        unit_price: '21.5',
        gtin: '036000291452',
        supplier_sku: 'KN-204',
        other_ids: [
          { qualifier: 'CM', id: '410' },
          { qualifier: 'IZ', id: 'M' },
        ],
        title: 'Crew jumper navy M',
        doors: [
          { door_reference: '0101', quantity: 12 },
          { door_reference: '0107', quantity: 10 },
          { door_reference: '0212', quantity: 8 },
        ],
      },
      { line_reference: '002', quantity: 6, title: null, doors: [{ door_reference: '0101', quantity: 6 }] },
    ],
  })
})

test('an order of prepacks is read with the contents of a pack', () => {
  expect(record('order_850_prepack')).toMatchObject({
    purpose: 'replacement',
    ship_to: { name: '', code: 'DC12' },
    lines: [
      {
        quantity: 4,
        unit: 'AS',
        buyer_sku: '900100',
        buyer_sku_qualifier: 'IN',
        unit_price: '120',
        pack: {
          inner_packs: 1,
          units_per_inner_pack: 6,
          components: [
            { buyer_sku: '900101', supplier_sku: 'KN-204-S', quantity: 1 },
            { buyer_sku: '900102', supplier_sku: 'KN-204-M', quantity: 3 },
            { buyer_sku: '900103', supplier_sku: 'KN-204-L', quantity: 2 },
          ],
        },
      },
    ],
  })
})

test('a change of an order is read line by line, also with codes that say no more than that a line changed', () => {
  const read = record('change_860') as { lines: { change: string; quantity: number }[] }
  expect(read).toMatchObject({
    purpose: 'change',
    change_number: '2',
    ordered_on: '2026-09-04',
    changed_on: '2026-09-12',
    cancel_after: '2026-10-12',
    ship_to: null,
  })
  expect(read.lines.map(({ change, quantity }) => [change, quantity])).toEqual([
    ['quantity_increased', 40],
    ['deleted', 0],
    ['changed', 12],
  ])
})

test('a change whose date stands in the wrong element is rejected where it stands', () => {
  const { document, faults, acknowledgement } = set('change_860_shifted')
  expect([document, faults]).toEqual([null, ['Segment 2: BCH06 is "01"; expected a date as CCYYMMDD.']])
  expect(acknowledgement!.segments[0]!.elements).toMatchObject([
    { element: 6, reference: '373', code: '8', value: '01' },
  ])
})

test('sell-out by store has a row for each store, and what is not reported is null', () => {
  const read = read852(interchange('sell_out_852_by_store').groups[0]!.transactions[0]!)
  expect(read).toMatchObject({ department: '0420', vendor_number: '55012', retailer: 'Example Stores Inc' })
  expect(
    read.rows.map((row) => [
      row.door_reference,
      row.gtin,
      row.units_sold,
      row.units_returned,
      row.on_hand,
      row.retail_price,
      row.period_start,
      row.period_end,
    ]),
  ).toEqual([
    ['0101', '036000291452', 7, 2, 18, '49.5', '2026-08-30', '2026-09-05'],
    ['0107', '036000291452', 3, null, 0, '49.5', '2026-08-30', '2026-09-05'],
    ['0212', '036000291452', -1, null, null, '49.5', '2026-08-30', '2026-09-05'],
  ])
})

test('sell-out of one store takes its door from the header, and one day is a period', () => {
  expect(record('sell_out_852_one_store')).toMatchObject({
    rows: [
      {
        door_reference: '4022',
        supplier_sku: 'KN-204',
        units_sold: 48,
        units_returned: null,
        on_hand: 120,
        period_start: '2026-09-05',
        period_end: '2026-09-05',
      },
    ],
  })
})

test('a rejection by a partner is read with the place of the fault', () => {
  expect(record('acknowledgement_997_rejected')).toEqual({
    group_code: 'IN',
    group_control_number: '81',
    verdict: 'partially_accepted',
    sets_included: 2,
    sets_received: 2,
    sets_accepted: 1,
    codes: [],
    sets: [
      { type: '810', control_number: '0001', verdict: 'accepted', segments: [], codes: [] },
      {
        type: '810',
        control_number: '0002',
        verdict: 'rejected',
        segments: [
          {
            tag: 'TDS',
            position: 7,
            code: null,
            elements: [{ element: 1, component: null, reference: null, code: '1', value: null }],
          },
        ],
        codes: ['5'],
      },
    ],
  })
})
