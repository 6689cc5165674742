/** What labels state: the cartons in their order, the parties with names on file, and nothing where nothing is known. */
import { expect, test } from 'bun:test'
import { addressOf } from '../../../server/selling/edi_orders/outbound/addresses.rules.ts'
import { namedParty } from '../../../server/selling/edi_orders/outbound/item_ids.rules.ts'
import type { Noticed } from '../../../server/selling/edi_orders/outbound/shipping_notice.rules.ts'
import { labelsOf } from '../../../server/selling/carton_labels/labels.rules.ts'

const carton = (carton_number: number, values: object = {}) => ({
  carton_number,
  sscc: `sscc ${carton_number}`,
  tracking_number: null,
  weight_kg: null,
  door_reference: null,
  ...values,
})

function noticed(values: object = {}, { order = {}, shipment = {} }: { order?: object; shipment?: object } = {}): Noticed {
  const cartons = (shipment as { cartons?: { carton_number: number }[] }).cartons ?? [carton(1)]
  return {
    order: { number: 'PO-1', release_number: null, name: 'SO-1', door_reference: null, header: null, ...order },
    shipment: {
      shipment_id: 's',
      name: 'SO-1-1',
      shipped_on: '2026-11-20',
      carrier: null,
      tracking_number: null,
      location: { name: 'Leipzig' },
      cartons,
      lines: cartons.map(({ carton_number }) => ({ carton_number, line_item_id: 'a', quantity: 1 })),
      ...shipment,
    },
    lines: new Map([['a', { line_id: 'a', door_reference: null, edi_position: null, buyer_line: null, ordered_quantity: 9, sku: 'A', barcode: null, buyer_sku: null, product_title: 'Jumper', variant_title: 'M' }]]),
    doors: new Map([['d1', 'Berlin Mitte']]),
    parties: { buyer: namedParty('Nordhaus', '1'), supplier: namedParty('Merchant') },
    transports: new Map(),
    asked: { weight_unit: 'KG', has_pallet_level: false, has_item_titles: false, requires_buyer: false, transit_time_days: null },
    ship_to_address: null,
    created: { on: '2026-11-21', at: '10:30' },
    ...values,
  } as unknown as Noticed
} // prettier-ignore

test('what is not known is left out', () => {
  expect(labelsOf(noticed())).toEqual({
    kind: 'carton_labels',
    name: 'SO-1-1',
    shipped_on: '2026-11-20',
    ship_from: { name: 'Merchant', details: ['Leipzig'] },
    ship_to: { name: 'Nordhaus', details: ['1'] },
    order_number: 'PO-1',
    department: null,
    carrier: null,
    bill_of_lading: null,
    carton_count: 1,
    labels: [{ sscc: 'sscc 1', place: 1, store: null, tracking_number: null, weight: null }],
  })
})

test('labels come in the order of the cartons, whichever store or pallet they are for, and count all of them', () => {
  const cartons = [carton(9, { door_reference: 'd2' }), carton(4, { door_reference: 'D1' }), carton(12), carton(10, { door_reference: 'd2' })]
  const { labels, carton_count } = labelsOf(noticed({}, { order: { door_reference: 'D1' }, shipment: { cartons } }))
  expect(carton_count).toBe(4)
  expect(labels.map(({ place, sscc, store }) => [place, sscc, store])).toEqual([
    [1, 'sscc 4', { name: 'Berlin Mitte', code: 'D1' }],
    [2, 'sscc 9', { name: '', code: 'd2' }],
    [3, 'sscc 10', { name: '', code: 'd2' }],
    [4, 'sscc 12', null],
  ])
}) // prettier-ignore

test('a carton has its own tracking number, else that of the shipment, and its weight in the unit of the account', () => {
  const cartons = [carton(1, { tracking_number: 'T-1', weight_kg: 2 }), carton(2)]
  const { labels, carrier } = labelsOf(
    noticed(
      {
        asked: {
          weight_unit: 'LB',
          has_pallet_level: false,
          has_item_titles: false,
          requires_buyer: false,
          transit_time_days: null,
        },
      },
      { shipment: { cartons, carrier: 'DHL', tracking_number: 'PRO' } },
    ),
  )
  expect(carrier).toBe('DHL')
  expect(labels.map(({ tracking_number, weight }) => [tracking_number, weight])).toEqual([
    ['T-1', '4.41 lb'],
    ['PRO', null],
  ])
})

test('the transport is stated as it was recorded', () => {
  const transport = { carrier_scac: 'HRBR', bill_of_lading: 'BOL-1', deliver_on: null, pallets: [], ship_from_address: '1 Harbour Road\nOakland, CA 94607\nUS', country_code: null } // prettier-ignore
  const found = labelsOf(noticed({ transports: new Map([['s', transport]]) }))
  expect([found.carrier, found.bill_of_lading]).toEqual(['HRBR', 'BOL-1'])
  expect(found.ship_from.details).toEqual(['Leipzig', '1 Harbour Road', 'Oakland, CA 94607', 'US'])
  const named = labelsOf(noticed({ transports: new Map([['s', transport]]) }, { shipment: { carrier: 'Harbour' } }))
  expect(named.carrier).toBe('Harbour, HRBR')
})

test('a party has the name that the order states, else that on file by its number in any case', () => {
  const to = (ship_to: object) => labelsOf(noticed({}, { order: { header: { ship_to, department: 'Knit' } } }))
  expect(to(namedParty('Hub', '9')).ship_to).toEqual({ name: 'Hub', details: ['9'] })
  expect(to(namedParty('', 'D1')).ship_to).toEqual({ name: 'Berlin Mitte', details: ['D1'] })
  expect(to(namedParty('', '77')).ship_to).toEqual({ name: 'Nordhaus', details: ['77'] })
  expect(to(namedParty('', null)).ship_to).toEqual({ name: 'Nordhaus', details: [] })
  expect(to(namedParty('Hub', 'D1'))).toMatchObject({ department: 'Knit', ship_to: { name: 'Hub', details: ['D1'] } })
  const { labels } = labelsOf(noticed({}, { order: { header: { buyer: namedParty('', 'D1') } } }))
  expect(labels[0]!.store).toEqual({ name: 'Berlin Mitte', code: 'D1' })
  const marked = labelsOf(noticed({}, { order: { header: { buyer: namedParty('Store 1', 'D1') } } }))
  expect(marked.labels[0]!.store).toEqual({ name: 'Store 1', code: 'D1' })
})

test('the place to ship to has every line of its name, before its number and address', () => {
  const party = { ...namedParty('Hub', '9'), more_names: ['Dock 4', 'c/o Harbour Freight'], address: addressOf('Hafenstrasse 4') } // prettier-ignore
  const { ship_to } = labelsOf(noticed({}, { order: { header: { ship_to: party } } }))
  expect(ship_to).toEqual({ name: 'Hub', details: ['Dock 4', 'c/o Harbour Freight', '9', 'Hafenstrasse 4'] })
})

test('addresses are written as their countries write them', () => {
  const at = (text: string) => {
    const party = { name: 'Hub', code: null, code_qualifier: null, address: addressOf(text) }
    return labelsOf(noticed({}, { order: { header: { ship_to: party } } })).ship_to.details
  }
  expect(at('Hafenstrasse 4\n20095 Hamburg\nGermany')).toEqual(['Hafenstrasse 4', '20095 Hamburg', 'DE'])
  expect(at('4 High Street\nColumbus, OH 43215')).toEqual(['4 High Street', 'Columbus, OH 43215'])
  const stated = { lines: ['A', 'B'], city: null, region: 'OH', postal_code: null, country: null }
  const party = { name: 'Hub', code: null, code_qualifier: null, address: stated }
  expect(labelsOf(noticed({}, { order: { header: { ship_to: party } } })).ship_to.details).toEqual(['A', 'B', 'OH'])
  const street = { ...party, address: { ...stated, region: null } }
  expect(labelsOf(noticed({}, { order: { header: { ship_to: street } } })).ship_to.details).toEqual(['A', 'B'])
})
