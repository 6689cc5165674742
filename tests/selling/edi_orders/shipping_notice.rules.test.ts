/** The notice of a shipment: its cartons by door, and the items in each. */
import { write856 } from '../../../server/edi/documents/shipping_notice_856.ts'
import { syntaxFaults } from '../../../server/edi/x12/syntax.ts'
import { describe, expect, test } from 'bun:test'
import type { EdiDocumentOrder } from '../../../server/selling/edi_orders/outbound/document_lines.store.ts'
import { namedParty } from '../../../server/selling/edi_orders/outbound/item_ids.rules.ts'
import { faultOf, type Noticed, noticeOf } from '../../../server/selling/edi_orders/outbound/shipping_notice.rules.ts'
import { carton, line, noticed, own, packed, profile, shipment } from './outbound/noticed.ts'

describe('no notice can be made', () => {
  const reason = (cartons: object[], lines: object[]) => {
    const fault = faultOf(shipment(cartons, lines))
    return fault === null ? null : `${fault.reason}: ${fault.sentence.split(/(?<=\.) /)[0]}`
  }

  test('of a shipment without cartons, or with one that has no SSCC or no contents', () => {
    expect(reason([carton(1), carton(2)], [packed(1, 'a', 1), packed(2, 'a', 1)])).toBeNull()
    expect(reason([], [packed(1, 'a', 1)])).toStartWith('no_cartons: The warehouse reported no cartons')
    expect(reason([carton(1), carton(2, { sscc: null })], [packed(1, 'a', 1), packed(2, 'a', 1)])).toBe(
      'no_sscc: Carton 2 of shipment SO-1-F1 has no SSCC.',
    )
    expect(reason([carton(1), carton(2)], [packed(1, 'a', 1)])).toBe(
      'empty_carton: Carton 2 of shipment SO-1-F1 has no contents.',
    )
  })
})

test('a notice states the shipment, and its order by the number of the buyer', () => {
  const titled = { asked: { weight_unit: 'KG' as const, ...profile, has_item_titles: true } }
  expect(noticeOf(noticed([carton(1)], [packed(1, 'a', 3)])).orders[0]!.cartons[0]!.items[0]!.title).toBeNull()
  expect(noticeOf(noticed([carton(1)], [packed(1, 'a', 3)], titled))).toEqual({
    purpose: 'original',
    shipment_number: 'SO-1-F1',
    created_on: '2026-11-21',
    created_at: '10:30',
    shipped_on: '2026-11-20',
    deliver_on: null,
    carrier_scac: null,
    carrier_name: 'DHL',
    bill_of_lading: null,
    pro_number: 'PRO',
    vendor_number: null,
    carton_count: 1,
    weight: '1.5',
    weight_unit: 'KG',
    ship_from: namedParty('Leipzig'),
    ship_to: namedParty('Buyer', '1'),
    orders: [
      {
        number: 'PO-1',
        release_number: '2',
        ordered_on: '2026-11-01',
        department: null,
        supplier_reference: 'SO-1',
        door: null,
        cartons: [
          {
            sscc: 'sscc 1',
            pallet_sscc: null,
            tracking_number: 'track 1',
            weight: '1.5',
            items: [
              {
                buyer_sku: null,
                buyer_sku_qualifier: null,
                supplier_sku: 'sku a',
                gtin: null,
                other_ids: [],
                line_reference: 'ref a',
                quantity: 3,
                unit: 'EA',
                title: 'Jumper, M',
                ordered_quantity: 10,
              },
            ],
          },
        ],
      },
    ],
  })
})

test('what the order of the buyer stated stands before what we know', () => {
  const header = {
    ordered_on: '2026-10-30',
    department: 'Knit',
    vendor_number: 'V-1',
    ship_to: namedParty('Hub', '9'),
  }
  const order = { ...own, header, door_reference: 'D1' } as unknown as EdiDocumentOrder
  const found = noticeOf(noticed([carton(1)], [packed(1, 'a', 3)], { order }))
  expect(found).toMatchObject({ vendor_number: 'V-1', ship_to: header.ship_to })
  expect(found.orders).toMatchObject([{ ordered_on: '2026-10-30', department: 'Knit' }])
})

describe('the unit of an item', () => {
  const ordered = (values: object = {}) =>
    line('a', {
      edi_position: 1,
      ordered_quantity: 24,
      buyer_line: { unit: 'CA', pack: cases, title: null, ...values },
    })
  const cases = { inner_packs: 1, units_per_inner_pack: 12, components: [] }
  const items = (of: ReturnType<typeof line>, ...quantities: number[]) =>
    noticeOf(
      noticed(
        quantities.map((_, at) => carton(at + 1)),
        quantities.map((quantity, at) => packed(at + 1, 'a', quantity)),
        { lines: new Map([of]) },
      ),
    ).orders.flatMap(({ cartons }) =>
      cartons.flatMap((one) =>
        one.items.map(({ quantity, unit, ordered_quantity }) => [quantity, unit, ordered_quantity]),
      ),
    )

  test('is that of the order, where every carton holds whole ones', () => {
    expect(items(ordered(), 12, 12)).toEqual([
      [1, 'CA', 2],
      [1, 'CA', 2],
    ])
    expect(items(ordered({ unit: 'DZ', pack: null }), 24)).toEqual([[2, 'DZ', 2]])
    expect(items(ordered({ unit: 'PC', pack: null }), 24)).toEqual([[24, 'PC', 24]])
  })

  test('is not changed by another item that is broken', () => {
    const lines = new Map([ordered(), line('b')])
    const [order] = noticeOf(noticed([carton(1)], [packed(1, 'a', 24), packed(1, 'b', 5)], { lines })).orders
    expect(order!.cartons[0]!.items.map(({ quantity, unit }) => [quantity, unit])).toEqual([
      [2, 'CA'],
      [5, 'EA'],
    ])
  })

  test('is a single unit, where one carton holds a part, where the order has a pack of several items, and without EDI', () => {
    expect(items(ordered(), 18, 6)).toEqual([
      [18, 'EA', 24],
      [6, 'EA', 24],
    ])
    const pack = { ...cases, components: [{ quantity: 12, supplier_sku: 'sku a' }] }
    expect(items(ordered({ pack, unit: 'AS' }), 24)).toEqual([[24, 'EA', 24]])
    expect(items(line('a', { ordered_quantity: 24 }), 24)).toEqual([[24, 'EA', 24]])
    const odd = line('a', {
      edi_position: 1,
      ordered_quantity: 25,
      buyer_line: { unit: 'CA', pack: cases, title: null },
    })
    expect(items(odd, 12)).toEqual([[12, 'EA', 25]])
  })
})

test('an order for one door ships to it, by its number', () => {
  const order = { ...own, door_reference: 'D1' }
  expect(noticeOf(noticed([carton(1)], [packed(1, 'a', 3)], { order })).ship_to).toEqual(namedParty('', 'D1'))
})

describe('the weight', () => {
  const weight = (...weights: (number | null)[]) => {
    const cartons = weights.map((weight_kg, at) => carton(at, { weight_kg }))
    const found = noticeOf(
      noticed(
        cartons,
        cartons.map((_, at) => packed(at, 'a', 1)),
      ),
    )
    return [found.weight, found.weight_unit, ...found.orders[0]!.cartons.map((one) => one.weight)]
  }

  test('is the exact sum of the cartons', () => {
    expect(weight(0.1, 0.2)).toEqual(['0.3', 'KG', '0.1', '0.2'])
    expect(weight(1.0001, 2)).toEqual(['3.0001', 'KG', '1.0001', '2'])
  })

  test('of a carton that is unknown does not keep the notice from being written', () => {
    const sscc = '006141410000000012'
    for (const weights of [
      [1, null],
      [null, 1],
      [null, null],
    ]) {
      const cartons = weights.map((weight_kg, at) => carton(at, { weight_kg, sscc }))
      const notice = noticeOf(
        noticed(
          cartons,
          cartons.map((_, at) => packed(at, 'a', 1)),
        ),
      )
      expect(syntaxFaults(write856(notice).segments, '004010')).toEqual([])
    }
  })

  test('is not stated where that of a carton is unknown', () => {
    expect(weight(1, null)).toEqual([null, 'KG', '1', null])
    expect(weight(null, null)).toEqual([null, null, null, null])
  })
})

describe('the items of a carton', () => {
  const items = (lines: Noticed['lines'], ...contents: object[]) =>
    noticeOf(noticed([carton(1), carton(2)], contents, { lines })).orders[0]!.cartons.map((one) =>
      one.items.map(
        ({ supplier_sku, quantity, ordered_quantity }) => `${supplier_sku} ${quantity}/${ordered_quantity}`,
      ),
    )

  test('are those packed in it', () => {
    const lines = new Map([line('a'), line('b')])
    expect(items(lines, packed(1, 'a', 3), packed(2, 'a', 4), packed(2, 'b', 5))).toEqual([
      ['sku a 3/10'],
      ['sku a 4/10', 'sku b 5/10'],
    ])
  })

  test('add up for a line, whose ordered units count once', () => {
    expect(items(new Map([line('a')]), packed(1, 'a', 3), packed(1, 'a', 4))).toEqual([['sku a 7/10'], []])
  })

  test("add up for the doors of a buyer's line and variant, and for nothing else", () => {
    const same = { edi_position: 1, variant_id: 'v', sku: 'S' }
    const lines = new Map([
      line('a', same),
      line('b', same),
      line('c', { ...same, edi_position: 2, sku: 'T' }),
      line('d', { ...same, variant_id: 'w', sku: 'U' }),
      line('e', { variant_id: 'v', sku: 'V' }),
      line('f', { variant_id: 'v', sku: 'W' }),
    ])
    expect(items(lines, ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => packed(1, id, 1)))[0]).toEqual([
      'S 2/20',
      'T 1/10',
      'U 1/10',
      'V 1/10',
      'W 1/10',
    ])
  })
})

test('an address on file is that of the door the order is for, and of no other place', () => {
  const file = 'Dock Road 5\nPorto, PT 4000'
  const address = (ship_to: object | null, door_reference: string | null) => {
    const header = { ordered_on: '2026-10-30', buyer: null, ship_to }
    const order = { ...own, header: ship_to === null ? null : header, door_reference } as never
    return noticeOf(noticed([carton(1)], [packed(1, 'a', 3)], { order, ship_to_address: file })).ship_to?.address
      ?.lines[0]
  }
  const nowhere = { name: '', code: null, code_qualifier: null, address: null }
  expect(address(null, 'D1')).toBe('Dock Road 5')
  expect(address(namedParty('Hub', '9'), '9')).toBe('Dock Road 5')
  expect(address(namedParty('Hub', '9'), 'D1')).toBeUndefined()
  expect(address(namedParty('Hub'), null)).toBeUndefined()
  expect(address(nowhere, 'D1')).toBe('Dock Road 5')
  expect(address(nowhere, null)).toBeUndefined()
})

test('the day of arrival follows from the days in transit, where none is stated', () => {
  const arrival = (transit_time_days: number | null) =>
    noticeOf(
      noticed([carton(1)], [packed(1, 'a', 3)], {
        asked: { weight_unit: 'KG', ...profile, transit_time_days },
      }),
    ).deliver_on
  expect(arrival(3)).toBe('2026-11-23')
  expect(arrival(0)).toBe('2026-11-20')
  expect(arrival(null)).toBeNull()
})
