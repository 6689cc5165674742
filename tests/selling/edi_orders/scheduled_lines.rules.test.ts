/** A buyer's order line that is scheduled by several days, as lines of the order. */
import { describe, expect, test } from 'bun:test'
import type { OrderedVariant } from '../../../server/selling/orders/references.store.ts'
import { type BuyerLine, type Reading, readLine } from '../../../server/selling/edi_orders/inbound/read_lines.rules.ts'

const variant = (sku: string) =>
  ({ variant_id: `id of ${sku}`, sku, list_price_cents: 500, archived_at: null }) as OrderedVariant
const reading: Reading = {
  items: {
    byBuyerSku: new Map([
      ['B-S', [variant('J-S')]],
      ['B-M', [variant('J-M')]],
    ]),
    bySku: new Map(),
    byBarcode: new Map(),
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

describe('a line that is scheduled', () => {
  const on = (quantity: number, day: string, kind: 'deliver_on' | 'ship_on' = 'deliver_on') => ({ quantity, kind, day })
  const of = (schedule: ReturnType<typeof on>[], values: Partial<BuyerLine> = {}) => {
    const { parts, notes } = read({ schedule, ...values })
    return [
      ...parts.map((part) => `${part.door_reference ?? '-'} ${part.quantity} ${part.scheduled?.day ?? '-'}`),
      ...notes.map(({ kind, sentence }) => `${kind}: ${sentence}`),
    ]
  }
  const two = [on(6, '2027-01-15'), on(4, '2027-01-10')]

  test('by several days is a line for each day, in the units of the line', () => {
    expect(of(two)).toEqual(['- 4 2027-01-10', '- 6 2027-01-15'])
    expect(of([on(6, '2027-01-15', 'ship_on'), on(4, '2027-01-10', 'ship_on')])).toEqual([
      '- 4 2027-01-10',
      '- 6 2027-01-15',
    ])
    expect(of([on(1, '2027-01-10'), on(2, '2027-01-15')], { quantity: 3, unit: 'DZ' })).toEqual([
      '- 12 2027-01-10',
      '- 24 2027-01-15',
    ])
    expect(of(two, { doors: [door('D1', 10)] })).toEqual(['D1 4 2027-01-10', 'D1 6 2027-01-15'])
    expect(
      read({ schedule: [on(4, '2027-01-10'), on(6, '2027-01-15', 'ship_on')] }).parts.map((p) => p.scheduled),
    ).toEqual([
      { kind: 'deliver_on', day: '2027-01-10' },
      { kind: 'ship_on', day: '2027-01-15' },
    ])
  })

  test('by one day is one line, however often the day is stated', () => {
    expect(of([on(10, '2027-01-10')])).toEqual(['- 10 -'])
    expect(of([on(4, '2027-01-10'), on(6, '2027-01-10')])).toEqual(['- 10 -'])
    expect(of([on(4, '2027-01-10'), on(3, '2027-01-15'), on(3, '2027-01-10')])).toEqual([
      '- 7 2027-01-10',
      '- 3 2027-01-15',
    ])
  })

  test('stays whole and is named where the days do not say what leaves when', () => {
    const days = '6 due on 2027-01-15, 4 due on 2027-01-10; split the line by its days'
    const whole = ['- 10 -', `not_understood: 10 EA are scheduled: ${days}`]
    expect(of(two, { deliver_on: '2027-01-10' }).slice(-1)).toEqual(whole.slice(-1))
    expect(of(two, { ship_on: '2027-01-08' }).slice(-1)).toEqual(whole.slice(-1))
    expect(of(two, { doors: [door('D1', 4), door('D2', 6)] })).toEqual(['D1 4 -', 'D2 6 -', ...whole.slice(1)])
    for (const quantity of [9, 11])
      expect(of(two, { quantity })).toEqual([
        `- ${quantity} -`,
        `not_understood: ${quantity} EA are scheduled: ${days}`,
      ])
    expect(of([on(11, '2027-01-10'), on(-1, '2027-01-15')])[0]).toBe('- 10 -')
    expect(of([on(10, '2027-01-10'), on(0, '2027-01-15')])[0]).toBe('- 10 -')
    const pack = prepack(component('B-S', 1), component('B-M', 1))
    expect(of(two, { unit: 'PK', pack })).toEqual(['- 10 -', '- 10 -', `not_understood: 10 PK are scheduled: ${days}`])
  })

  test('has whole packs on each day', () => {
    const packs = { quantity: 24, pack: inPacks(1, 12) }
    expect(of([on(12, '2027-01-10'), on(12, '2027-01-15')], packs)).toHaveLength(2)
    expect(of([on(6, '2027-01-10'), on(18, '2027-01-15')], packs).at(-1)).toBe(
      'quantity_not_in_packs: 6 units are not whole packs of 12',
    )
  })
})
