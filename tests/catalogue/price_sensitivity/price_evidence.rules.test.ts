/** What a price sensitivity is estimated from: sales by place, stock by week, and the siblings of a variant. */
import { expect, test } from 'bun:test'
import {
  type CategoryProduct,
  evidenceOf,
  type FamilyMember,
  type LocationStock,
  type PlaceSales,
  seasonFor,
  siblingsMax,
  siblingUnitsEnough,
} from '../../../server/catalogue/price_sensitivity/price_evidence.rules.ts'
import type { LedgerDay } from '../../../server/catalogue/price_sensitivity/stock_days.rules.ts'
import { addDays } from '../../../server/calendar/days.ts'

/** Mondays. */
const weekStarts = (count: number) => Array.from({ length: count }, (_, i) => addDays('2026-01-05', 7 * i))
const sales = (changes: Partial<PlaceSales> = {}): PlaceSales => ({
  sales_channel_id: 'web',
  channel_type: 'online',
  location_id: 'dock',
  weeks: [[0, 5, 5_000]],
  ...changes,
})
const member = (position: number, changes: Partial<FamilyMember> = {}): FamilyMember => ({
  variant_id: `v${position}`,
  product_id: 'p1',
  category_id: 'c1',
  sku: `SKU-${position}`,
  is_requested: true,
  position,
  sales: [sales()],
  ...changes,
})
const flat = { coefficients: null, reference_variants: 0 }
const evidence = (family: FamilyMember[], stock: Record<string, LocationStock> = {}, weeks = 3) =>
  evidenceOf(family, new Map(Object.entries(stock)), flat, weekStarts(weeks))
const day = (date: string, closing: number, peak = closing): LedgerDay => ({
  day: date,
  peak,
  closing,
  is_moved_at_start: true,
  received: 0,
  opened: 0,
})
/** Stock of a location from a day on. */
const stocked = (location_id: string, opening: number, began_on: string, ...days: LedgerDay[]): LocationStock =>
  new Map([[location_id, { location_id, opening, began_on, days }]])

test('sales are summed by week over every place, units and money apart', () => {
  const own = member(1, {
    sales: [
      sales({
        weeks: [
          [0, 5, 5_000],
          [2, 1, 900],
        ],
      }),
      sales({ location_id: 'annex', weeks: [[0, 2, 1_800]] }),
      sales({ sales_channel_id: 'shop', channel_type: 'store', location_id: 'shop', weeks: [[1, 4, 3_000]] }),
    ],
  })
  const [found] = evidence([own])
  expect(found!.sales.units).toEqual([7, 4, 1])
  expect(found!.sales.net_cents).toEqual([6_800, 3_000, 900])
  expect(found!.sales.places.map(({ units }) => units)).toEqual([
    [7, 0, 1],
    [0, 4, 0],
  ])
})

test('a store sells the stock of its own location, any other channel that of every location that ships for it', () => {
  const both = (channel_type: string) =>
    member(1, {
      sales: [
        sales({ sales_channel_id: 's', channel_type, location_id: 'dock' }),
        sales({ sales_channel_id: 's', channel_type, location_id: 'annex' }),
      ],
    })
  const stock = { v1: stocked('dock', 9, '2025-12-01') }
  const states = (channel_type: string) =>
    evidence([both(channel_type)], stock, 1)[0]!.sales.places.map(({ stock: state }) => state[0])
  expect(states('online')).toEqual(['in_stock'])
  expect(states('store')).toEqual(['in_stock', 'unknown'])
  // A location that ships a sibling through the channel ships this variant as well.
  const sibling = member(2, { sales: [sales({ location_id: 'annex' })] })
  const fromAnnex = { v1: stocked('annex', 9, '2025-12-01') }
  expect(evidence([member(1), sibling], fromAnnex, 1)[0]!.sales.places[0]!.stock).toEqual(['in_stock'])
  expect(evidence([member(1)], fromAnnex, 1)[0]!.sales.places[0]!.stock).toEqual(['unknown'])
})

test('a week ran out where a day of it ended without stock, and is unknown where the ledger lacks a day', () => {
  // In stock until Wednesday of the second week, when the last units left; back on Friday of the third.
  const ledger = stocked('dock', 9, '2025-12-01', day('2026-01-14', 0, 3), day('2026-01-23', 5))
  const [found] = evidence([member(1)], { v1: ledger }, 4)
  expect(found!.sales.places[0]!.stock).toEqual(['in_stock', 'ran_out', 'ran_out', 'in_stock'])
  // Wednesday itself had stock; from Thursday to Sunday, and then from Monday to Thursday, there was none.
  expect(found!.stockout_days).toEqual([0, 4, 4, 0])
  const late = stocked('dock', 0, '2026-01-06', day('2026-01-06', 9))
  const [unknown] = evidence([member(1)], { v1: late }, 2)
  expect(unknown!.sales.places[0]!.stock).toEqual(['unknown', 'in_stock'])
  expect(unknown!.stockout_days).toEqual([null, 0])
})

test('stock of every location of the variant counts for its days without stock', () => {
  const two: LocationStock = new Map([
    ...stocked('dock', 0, '2025-12-01', day('2026-01-07', 4)),
    ...stocked('annex', 3, '2025-12-01', day('2026-01-06', 0, 3)),
  ])
  // Monday and Tuesday at the annex, from Wednesday on at the dock.
  expect(evidence([member(1)], { v1: two }, 1)[0]!.stockout_days).toEqual([0])
  expect(evidence([member(1)], { v2: two }, 1)[0]!.stockout_days).toEqual([null])
})

test('only what was requested is answered, in its order; siblings that count support it', () => {
  const stock = Object.fromEntries([1, 2, 3, 4].map((n) => [`v${n}`, stocked('dock', 9, '2025-12-01')]))
  const family = [
    member(1, { is_requested: false }),
    member(2),
    member(3, { is_requested: false, sales: [sales({ weeks: [] })] }),
    member(4, {
      sales: [
        sales({
          weeks: [
            [0, 2, 2_000],
            [1, 1, 1_000],
          ],
        }),
      ],
    }),
  ]
  const found = evidence(family, stock)
  expect(found.map(({ variant }) => variant.variant_id)).toEqual(['v2', 'v4'])
  expect(found.map((one) => [one.sibling_variants, one.sibling_units])).toEqual([
    [2, 5 + 3],
    [2, 5 + 5],
  ])
  expect(found[0]!.missing).not.toBeNull()
  expect(found[0]!.estimate).toBeNull()
  expect(found[0]!.season).toBe(flat)
  expect(evidence([member(1, { is_requested: false })])).toEqual([])
})

test('an empty week has the price of the siblings, never of the variant itself', () => {
  const stock = { v1: stocked('dock', 9, '2025-12-01'), v2: stocked('dock', 9, '2025-12-01') }
  const own = member(1, {
    sales: [
      sales({
        weeks: [
          [0, 2, 2_000],
          [2, 2, 2_000],
        ],
      }),
    ],
  })
  const sibling = member(2, {
    is_requested: false,
    sales: [
      sales({
        weeks: [
          [0, 1, 500],
          [1, 1, 450],
          [2, 1, 500],
        ],
      }),
    ],
  })
  const [alone] = evidence([own], stock)
  const [beside] = evidence([own, sibling], stock)
  expect(alone!.prices.map((one) => one?.cents)).toEqual([1_000, 1_000, 1_000])
  expect(alone!.prices[1]!.basis).toBe('unchanged')
  expect(beside!.prices[1]).toMatchObject({ basis: 'sibling_sales', cents: 900 })
  expect(beside!.counted.map(({ units }) => units)).toEqual([2, 0, 2])
  expect(beside!.exclusions).toEqual([null, null, null])
})

/** A variant whose demand falls with the square of its price, in stock throughout. */
const sensitive = (position: number, changes: Partial<FamilyMember> = {}): FamilyMember =>
  member(position, {
    sales: [
      sales({
        weeks: Array.from({ length: 60 }, (_, week): [number, number, number] => {
          const price = [1_000, 1_100, 1_250, 1_400][(week + position) % 4]!
          const units = Math.round(40 * (1_000 / price) ** 2)
          return [week, units, units * price]
        }),
      }),
    ],
    ...changes,
  })
const inStock = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i + 1}`, stocked('dock', 999, '2025-12-01')]))

test('with enough sales at several prices the elasticity is estimated, of each variant its own', () => {
  const [first, second] = evidence([sensitive(1), sensitive(2)], inStock(2), 60)
  for (const one of [first!, second!]) {
    expect(one.missing).toBeNull()
    expect(one.estimate!.elasticity).toBeCloseTo(-2, 1)
  }
  expect(first!.sibling_units).toBe(second!.counted.reduce((sum, { units }) => sum + units, 0))
  // Beside one that does not depend on its price.
  const steady = sensitive(2, {
    sales: [
      sales({
        weeks: Array.from({ length: 60 }, (_, week): [number, number, number] => {
          const price = [1_000, 1_100, 1_250, 1_400][week % 4]!
          return [week, 40, 40 * price]
        }),
      }),
    ],
  })
  const [own, other] = evidence([sensitive(1), steady], inStock(2), 60)
  expect(own!.estimate!.elasticity).toBeLessThan(other!.estimate!.elasticity - 0.5)
})

test('siblings are used up to their number, counted without the variant itself', () => {
  const family = Array.from({ length: siblingsMax + 2 }, (_, i) => member(i + 1, { is_requested: false }))
  const siblingsOf = (position: number) => {
    const own = family.with(position - 1, { ...family[position - 1]!, is_requested: true })
    return evidence(own, inStock(siblingsMax + 2))[0]!.sibling_variants
  }
  // Of 41 others, 40 support each of them, wherever it stands.
  expect([siblingsOf(1), siblingsOf(2), siblingsOf(siblingsMax + 2)]).toEqual([siblingsMax, siblingsMax, siblingsMax])
  expect(evidence(family.slice(0, siblingsMax + 1).with(0, member(1)), inStock(99))[0]!.sibling_variants).toBe(
    siblingsMax,
  )
})

test('siblings are used until they sold enough; the one that reaches it is the last', () => {
  const sold = (position: number, units: number, is_requested = false) =>
    member(position, {
      is_requested,
      sales: [sales({ weeks: [[0, units - 1, 1_000 * (units - 1)]] }), sales({ weeks: [[1, 1, 1_000]] })],
    })
  const used = (...units: number[]) =>
    evidence([sold(1, 5, true), ...units.map((one, i) => sold(i + 2, one))], inStock(9))[0]!.sibling_variants
  expect(used(siblingUnitsEnough - 1, 10, 10)).toBe(2)
  expect(used(siblingUnitsEnough, 10, 10)).toBe(1)
  expect(used(10, 10, 10)).toBe(3)
})

test('the same variant has the same evidence, whichever others are requested beside it', () => {
  const many = (requested: number[]) =>
    Array.from({ length: siblingsMax + 3 }, (_, i) => member(i + 1, { is_requested: requested.includes(i + 1) }))
  const of = (requested: number[], position: number) =>
    evidence(many(requested), inStock(99)).find(({ variant }) => variant.position === position)!.sibling_units
  expect(of([1, 2, 43], 43)).toBe(of([43], 43))
  expect(of([1, 2, 43], 1)).toBe(of([1], 1))
  expect(evidence(many([43, 2, 1]), inStock(99)).map(({ variant }) => variant.position)).toEqual([1, 2, 43])
})

test('the season of a product is that of the others of its category', () => {
  const other = (product_id: string, category_id: string, variants: number): CategoryProduct => ({
    product_id,
    category_id,
    variants,
    weeks: Array.from({ length: 104 }, (_, week): [number, number, number] => {
      const units = week % 52 < 26 ? 90 : 10
      return [week, units, units * 1_000]
    }),
  })
  const category = [other('p1', 'c1', 5), other('p2', 'c1', 3), other('p3', 'c1', 4), other('p4', 'c2', 50)]
  const found = seasonFor(member(1), category, weekStarts(104))
  expect(found.reference_variants).toBe(7)
  expect(found.coefficients).not.toBeNull()
  expect(seasonFor(member(1), category.slice(0, 1), weekStarts(104))).toEqual({
    coefficients: null,
    reference_variants: 0,
  })
  expect(
    seasonFor(member(1, { category_id: 'c2', product_id: 'p4' }), category, weekStarts(104)).reference_variants,
  ).toBe(0)
})
