/** A buyer's order line as lines of the order. */
import { describe, expect, test } from 'bun:test'
import type { OrderedVariant } from '../../../server/selling/orders/references.store.ts'
import { gtinOf } from '../../../server/edi/documents/items.ts'
import {
  type BuyerLine,
  lineName,
  type Reading,
  readLine,
} from '../../../server/selling/edi_orders/inbound/read_lines.rules.ts'

const variant = (sku: string, list_price_cents: number | null = 500, archived_at: string | null = null) =>
  ({ variant_id: `id of ${sku}`, sku, list_price_cents, archived_at }) as OrderedVariant
const [small, medium, unlisted, gone] = [
  variant('J-S'),
  variant('J-M', 700),
  variant('J-L', null),
  variant('J-X', 500, '2026-01-01'),
]
const reading: Reading = {
  items: {
    byBuyerSku: new Map([
      ['B-S', [small]],
      ['B-M', [medium]],
      ['B-L', [unlisted]],
      ['B-X', [gone]],
      ['b-?', [small, medium]],
    ]),
    bySku: new Map([
      ['J-S', [small]],
      ['J-M', [medium]],
      ['j-?', [small, unlisted]],
      ['j-l', [unlisted]],
    ]),
    byBarcode: new Map([
      ['00000012345678', [small]],
      ['00000087654321', [small, medium]],
    ]),
  },
  currency: 'EUR',
  doors: new Set(['d1', 'd2']),
}
const none = { buyer_sku: null, buyer_sku_qualifier: null, supplier_sku: null, gtin: null, other_ids: [] }
const line = (values: Partial<BuyerLine> = {}): BuyerLine => ({
  ...none,
  buyer_sku: 'B-S',
  line_reference: '1',
  quantity: 10,
  unit: 'EA',
  unit_price: null,
  title: null,
  deliver_on: null,
  doors: [],
  pack: null,
  ...values,
})
const read = (values: Partial<BuyerLine> = {}) => readLine(line(values), reading)
const door = (door_reference: string, quantity: number) => ({ door_reference, quantity })
const component = (buyer_sku: string | null, quantity: number, unit_price: string | null = null, values = {}) => ({
  ...none,
  buyer_sku,
  quantity,
  unit_price,
  ...values,
})
const prepack = (...components: ReturnType<typeof component>[]) => ({
  inner_packs: null,
  units_per_inner_pack: null,
  components,
})
const inPacks = (inner_packs: number, units_per_inner_pack: number) => ({
  inner_packs,
  units_per_inner_pack,
  components: [],
})

describe('the item of a line', () => {
  const found = (ids: Partial<BuyerLine>) => {
    const { parts, fault } = read({ buyer_sku: null, ...ids })
    return fault ?? parts.map((part) => part.variant.sku).join()
  }

  test('is named by the SKU of the account, by ours or by a barcode that one variant has', () => {
    expect(found({ buyer_sku: 'B-M' })).toBe('J-M')
    expect(found({ supplier_sku: 'J-M' })).toBe('J-M')
    expect(found({ gtin: '12345678' })).toBe('J-S')
    expect(found({ gtin: '00000012345678' })).toBe('J-S')
    expect(found({ gtin: '87654321' })).toBe('the barcode 87654321 is that of the items J-S and J-M')
  })

  test('is unknown where no number is known, and the fault states the numbers', () => {
    expect(found({})).toBe('the item without a number is unknown')
    expect(found({ buyer_sku: 'B-?', supplier_sku: 'J-?', gtin: '99999999' })).toBe(
      'the item B-?, J-?, 99999999 is unknown',
    )
  })

  test('is found by one known number, and all known numbers must name the same variant', () => {
    expect(found({ buyer_sku: 'B-?', supplier_sku: 'J-S' })).toBe('J-S')
    expect(found({ buyer_sku: 'B-S', supplier_sku: 'J-S', gtin: '12345678' })).toBe('J-S')
    expect(found({ buyer_sku: 'B-S', supplier_sku: 'J-M' })).toBe(
      'the numbers B-S, J-M name two different items, J-S and J-M',
    )
    expect(found({ supplier_sku: 'J-M', gtin: '12345678' })).toBe(
      'the numbers J-M, 12345678 name two different items, J-M and J-S',
    )
  })

  test('is asked for where a number differs in case from those of several items, unless another number names one', () => {
    expect(found({ buyer_sku: 'b-?' })).toBe('the number b-? differs in case alone from those of the items J-S and J-M')
    expect(found({ supplier_sku: 'j-?' })).toBe(
      'the number j-? differs in case alone from those of the items J-S and J-L',
    )
    expect(found({ buyer_sku: 'j-?' })).toBe('the number j-? differs in case alone from those of the items J-S and J-L')
    expect(found({ buyer_sku: 'b-?', supplier_sku: 'J-M' })).toBe('J-M')
    expect(found({ buyer_sku: 'b-?', gtin: '12345678' })).toBe('J-S')
    expect(found({ buyer_sku: 'b-?', supplier_sku: 'j-l' })).toContain('the number b-? differs in case')
    expect(found({ buyer_sku: 'j-l' })).toBe('J-L')
  })

  test('must still be sold', () => expect(found({ buyer_sku: 'B-X' })).toBe('the item B-X is no longer sold'))
})

test('barcodes compare with leading zeros, and a line is named by its number or else its position', () => {
  expect([gtinOf('12345678'), gtinOf('12345678901234')]).toEqual(['00000012345678', '12345678901234'])
  expect(lineName(line({ line_reference: '7' }), 3)).toBe('line 7, item B-S')
  expect(lineName(line({ line_reference: null, gtin: '12345678' }), 3)).toBe('line 3, item B-S, 12345678')
})

describe('the price of a line', () => {
  const priced = (values: Partial<BuyerLine>) => {
    const { parts, notes } = read(values)
    const [{ requested_unit_price_cents, unit_price_cents } = parts[0]!] = parts
    return [requested_unit_price_cents, unit_price_cents, ...notes.map(({ kind, sentence }) => `${kind}: ${sentence}`)]
  }

  test('is that of the list, where the line states none or the same', () => {
    expect(priced({ unit_price: null })).toEqual([null, 500])
    expect(priced({ unit_price: '5.00' })).toEqual([500, 500])
    expect(priced({ unit_price: '5' })).toEqual([500, 500])
    expect(priced({ buyer_sku: 'B-L', unit_price: null })).toEqual([null, null])
  })

  test('is the requested one, where the account has no list price', () => {
    expect(priced({ buyer_sku: 'B-L', unit_price: '4.00' })).toEqual([400, 400])
  })

  test('stays open, where the buyer orders at another price than the agreed one', () => {
    expect(priced({ unit_price: '4.99' })).toEqual([
      499,
      null,
      'price_mismatch: ordered at 4.99 EUR, the agreed price is 5.00 EUR',
    ])
    expect(priced({ unit_price: '0' })).toEqual([
      0,
      null,
      'price_mismatch: ordered at 0.00 EUR, the agreed price is 5.00 EUR',
    ])
  })

  test('is divided by the units of the ordered unit, and stays open where cents do not divide', () => {
    expect(priced({ unit: 'DZ', unit_price: '60.00' })).toEqual([500, 500])
    expect(priced({ unit: 'DZ', unit_price: '10.00' })).toEqual([
      null,
      null,
      'price_mismatch: the price 10.00 EUR for 12 units is no whole number of cents a unit',
    ])
    expect(priced({ unit_price: '0.005' })).toEqual([
      null,
      null,
      'price_mismatch: the price 0.005 EUR is no whole number of cents a unit',
    ])
  })
})

describe('the quantity of a line', () => {
  const split = (values: Partial<BuyerLine>) => {
    const { parts, fault } = read(values)
    return fault ?? parts.map(({ door_reference, quantity }) => `${door_reference ?? 'no door'} ${quantity}`)
  }

  test('is in units of ours', () => {
    expect(split({ quantity: 3 })).toEqual(['no door 3'])
    expect(split({ quantity: 3, unit: 'DZ' })).toEqual(['no door 36'])
    expect(split({ quantity: 3, unit: 'CA', pack: inPacks(2, 6) })).toEqual(['no door 36'])
  })

  test('is not understood in a unit that does not say how many units it is, or says none', () => {
    const sentence = 'it is ordered in CA, and the line does not say how many units that is'
    expect(split({ unit: 'CA' })).toBe(sentence)
    expect(split({ unit: 'CA', pack: inPacks(0, 6) })).toBe(sentence)
    expect(split({ unit: 'CA', pack: inPacks(-1, 1) })).toBe(sentence)
    expect(split({ quantity: 1, unit: 'CA', pack: inPacks(1, 1) })).toEqual(['no door 1'])
    expect(split({ pack: prepack(component('B-S', 1)) })).toBe(
      'a pack is ordered in EA, which does not count packs; use AS, PK or CA',
    )
    expect(read({ unit: 'CA' })).toEqual({ parts: [], fault: sentence, notes: [] })
  })

  test('is at least 1 and at most 1,000,000 units', () => {
    expect(split({ quantity: 0 })).toBe('it orders no units')
    expect(split({ quantity: -5 })).toBe('it orders -5 EA, which is less than nothing')
    expect(read({ quantity: 0 })).toMatchObject({ fault_kind: 'not_understood' })
    expect(read({ quantity: -5 })).toMatchObject({ fault_kind: 'not_understood' })
    expect(split({ quantity: 1 })).toEqual(['no door 1'])
    expect(split({ quantity: 1_000_000 })).toEqual(['no door 1000000'])
    expect(split({ quantity: 1_000_001 })).toBe('it orders more than 1000000 units')
    expect(split({ quantity: 83_333, unit: 'DZ' })).toEqual(['no door 999996'])
    expect(split({ quantity: 83_334, unit: 'DZ' })).toBe('it orders more than 1000000 units')
  })

  test('is split by door, and the rest has no door', () => {
    expect(split({ doors: [door('D1', 4), door('D2', 6)] })).toEqual(['D1 4', 'D2 6'])
    expect(split({ doors: [door('D1', 4), door('D2', 5)] })).toEqual(['D1 4', 'D2 5', 'no door 1'])
    expect(split({ doors: [door('D1', 0), door('D2', 10)] })).toEqual(['D2 10'])
    expect(split({ doors: [door('D1', 4), door('D2', 7)] })).toBe('the doors add up to 11, and the line orders 10')
  })

  test('is negative for no door, which would leave more for the others than the line orders', () => {
    expect(split({ doors: [door('D1', 12), door('D2', -2)] })).toBe('it orders -2 for the door D2')
  })
})

describe('what a person must look at', () => {
  const notes = (values: Partial<BuyerLine>) => read(values).notes.map(({ kind, sentence }) => `${kind}: ${sentence}`)

  test('units that are not whole packs', () => {
    expect(notes({ quantity: 12, pack: inPacks(2, 6) })).toEqual([])
    expect(notes({ quantity: 13, pack: inPacks(2, 6) })).toEqual([
      'quantity_not_in_packs: 13 units are not whole packs of 12',
    ])
    expect(notes({ quantity: 1, unit: 'DZ', pack: inPacks(1, 8) })).toEqual([
      'quantity_not_in_packs: 12 units are not whole packs of 8',
    ])
    expect(notes({ quantity: 2, unit: 'DZ', pack: inPacks(1, 8) })).toEqual([])
  })

  test('doors that the account does not have, in any spelling', () => {
    expect(notes({ doors: [door('d1', 4), door('D2', 6)] })).toEqual([])
    expect(notes({ doors: [door('D1', 4), door('X', 6)] })).toEqual(['unknown_door: unknown door X'])
    expect(notes({ doors: [door('Y', 4), door('X', 6)] })).toEqual(['unknown_door: unknown doors Y, X'])
  })

  test('units that are assigned to no door of a line that is split', () => {
    expect(notes({ doors: [] })).toEqual([])
    expect(notes({ doors: [door('D1', 4), door('D2', 5)] })).toEqual(['quantity_short: 9 of 10 are assigned to doors'])
  })

  test('an item that our own number alone names, unless its price confirms it', () => {
    const named = (number: string) =>
      `not_understood: ${number} is no number of the account, and was found among our own`
    expect(notes({ buyer_sku: 'J-S' })).toEqual([named('J-S')])
    expect(notes({ buyer_sku: 'J-S', unit_price: '5.00' })).toEqual([])
    expect(notes({ buyer_sku: 'J-S', unit_price: '4.00' })[0]).toBe(named('J-S'))
    expect(notes({ buyer_sku: 'J-S', supplier_sku: 'J-S' })).toEqual([])
    expect(notes({ buyer_sku: 'J-S', gtin: '12345678' })).toEqual([])
    expect(notes({ buyer_sku: 'B-S' })).toEqual([])
    expect(notes({ buyer_sku: null, supplier_sku: 'J-S' })).toEqual([])
    const second = { other_ids: [{ qualifier: 'BP', id: 'J-S' }] }
    expect(notes({ buyer_sku: 'B-?', ...second })).toEqual([named('B-?')])
    expect(notes({ buyer_sku: 'J-S', other_ids: [{ qualifier: 'BP', id: 'B-S' }] })).toEqual([])
    expect(notes({ buyer_sku: 'J-S', other_ids: [{ qualifier: 'VN', id: 'J-?' }], supplier_sku: 'J-S' })).toEqual([])
    const pack = prepack(component('J-S', 1))
    expect(notes({ buyer_sku: 'J-S', unit: 'PK', pack })).toEqual([])
  })

  test('each price once', () => {
    const twice = prepack(component('B-S', 1, '4.00'), component('B-S', 2, '4.00'))
    expect(notes({ unit: 'PK', pack: twice })).toEqual([
      'price_mismatch: ordered at 4.00 EUR, the agreed price is 5.00 EUR',
    ])
  })
})

describe('a prepack', () => {
  const pack = prepack(component('B-S', 2), component('B-M', 1))
  const of = (values: Partial<BuyerLine>) => read({ buyer_sku: 'PACK', unit: 'PK', quantity: 3, pack, ...values })

  test('is a part for each item and door, which keeps the pack', () => {
    const { parts, fault, notes } = of({ doors: [door('D1', 2)] })
    expect(fault).toBeNull()
    expect(notes).toMatchObject([{ kind: 'quantity_short' }])
    expect(
      parts.map((part) => [part.door_reference, part.variant.sku, part.quantity, part.pack_units, part.pack_reference]),
    ).toEqual([
      ['D1', 'J-S', 4, 2, 'PACK'],
      ['D1', 'J-M', 2, 1, 'PACK'],
      [null, 'J-S', 2, 2, 'PACK'],
      [null, 'J-M', 1, 1, 'PACK'],
    ])
    expect(parts.map(({ buyer_sku }) => buyer_sku)).toEqual(['B-S', 'B-M', 'B-S', 'B-M'])
  })

  test('is referred to by its number, else by that of its line', () => {
    const reference = (values: Partial<BuyerLine>) => of({ buyer_sku: null, ...values }).parts[0]!.pack_reference
    expect(reference({ supplier_sku: 'J-PACK' })).toBe('J-PACK')
    expect(reference({})).toBe('1')
    expect(reference({ line_reference: null })).toBe('pack')
    expect(read().parts[0]).toMatchObject({ pack_reference: null, pack_units: null, buyer_sku: 'B-S' })
  })

  test('gives its own SKU to an item without one', () => {
    const unnamed = prepack(component(null, 1, null, { supplier_sku: 'J-S' }))
    expect(of({ pack: unnamed }).parts[0]!.buyer_sku).toBe('PACK')
  })

  test('is supplied whole or not at all', () => {
    expect(of({ pack: prepack(component('B-S', 1), component('B-?', 1)) })).toEqual({
      parts: [],
      fault: 'the pack cannot be supplied whole: the item B-? is unknown',
      notes: [],
    })
  })

  test('has at least one unit of each item', () => {
    const fault = (quantity: number) => of({ pack: prepack(component('B-S', quantity), component('B-M', 3)) }).fault
    expect([fault(1), fault(0), fault(-1)]).toEqual([
      null,
      'the pack has 0 units of the item B-S',
      'the pack has -1 units of the item B-S',
    ])
  })

  const prices = (values: Partial<BuyerLine>) => {
    const { parts, notes } = of(values)
    return [
      ...parts.map((part) => `${part.requested_unit_price_cents} ${part.unit_price_cents}`),
      ...notes.map(({ sentence }) => sentence),
    ]
  }
  const packNote = (price: string) => `the price ${price} EUR of a pack is not the agreed one of its contents`

  test('has the listed prices of its items, where the price of the pack is their sum or is not stated', () => {
    expect(prices({ unit_price: null })).toEqual(['null 500', 'null 700'])
    expect(prices({ unit_price: '17.00' })).toEqual(['null 500', 'null 700'])
  })

  test('has open prices at any other price, and where an item has no list price', () => {
    expect(prices({ unit_price: '16.99' })).toEqual(['null null', 'null null', packNote('16.99')])
    const unpriced = prepack(component('B-S', 2), component('B-L', 1))
    expect(prices({ unit_price: '10.00', pack: unpriced })).toEqual(['null null', 'null null', packNote('10.00')])
    expect(prices({ unit_price: null, pack: unpriced })).toEqual(['null 500', 'null null'])
    expect(prices({ unit_price: 'x' })).toEqual(['null null', 'null null', packNote('x')])
  })

  test('has the prices of its items, where one is stated', () => {
    const own = prepack(component('B-S', 2, '5.00'), component('B-M', 1))
    expect(prices({ unit_price: '1.00', pack: own })).toEqual(['500 500', 'null 700'])
  })
})

describe('a quantity that is not whole', () => {
  test('of a line or of a door makes the line none of ours', () => {
    const of = (values: Partial<BuyerLine>) => {
      const { fault, fault_kind, parts } = read(values)
      return [fault, fault_kind ?? null, parts.length]
    }
    const whole = 'and items are counted in whole units'
    expect(of({ quantity: 2.5 })).toEqual([`it orders 2.5 EA, ${whole}`, 'not_understood', 0])
    expect(of({ quantity: 2.5, unit: 'YD' })).toEqual([`it orders 2.5 YD, ${whole}`, 'not_understood', 0])
    expect(of({ doors: [door('D1', 8), door('D2', 1.5)] })).toEqual([
      `it orders 1.5 EA for the door D2, ${whole}`,
      'not_understood',
      0,
    ])
    expect(of({ doors: [door('D1', 8), door('D2', 2)] })).toEqual([null, null, 2])
    expect(of({ doors: [] })).toEqual([null, null, 1])
  })
  test('of an item makes the pack none of ours', () => {
    const pack = { inner_packs: null, units_per_inner_pack: null, components: [component('B-S', 1.5)] }
    expect(read({ unit: 'AS', quantity: 2, pack }).fault).toBe('the pack has 1.5 units of the item B-S')
  })
  test('of a day leaves the line whole', () => {
    const day = (quantity: number, on: string) => ({ quantity, kind: 'ship_on' as const, day: on })
    const { parts, notes } = read({ schedule: [day(2.5, '2026-12-01'), day(7.5, '2026-12-02')] })
    expect([parts.length, notes.map(({ kind }) => kind)]).toEqual([1, ['not_understood']])
  })
})

test('a unit that measures counts no items, whatever PO4 says, unless a person said how many', () => {
  const pack = { inner_packs: 12, units_per_inner_pack: null, components: [] }
  const { fault, fault_kind } = read({ unit: 'LB', quantity: 2, pack })
  expect([fault, fault_kind]).toEqual([
    'it is ordered in LB, which measures and does not count items',
    'not_understood',
  ])
  expect(read({ unit: 'LB', quantity: 2, pack, agreed_units: 3 }).parts[0]!.quantity).toBe(6)
  const prepack = { ...pack, components: [component('B-S', 1)] }
  expect(read({ unit: 'LB', quantity: 2, pack: prepack }).fault).toBeNull()
})
