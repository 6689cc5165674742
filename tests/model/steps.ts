/** The steps of a history. Numbers select among what exists by then, so that any part of a history can be played. */
import fc from 'fast-check'
import type { OrderType } from './orders.ts'
import type { Bills } from './manufacturing.ts'
import { type SaleStep, saleSteps } from './sale_steps.ts'

export const skus = ['A', 'B', 'C', 'KIT'] as const
export const places = ['Main', 'Store'] as const
/** C has no cost in the catalogue, so that some stock has no known cost. */
export const catalogueCosts: Record<string, string | null> = { A: '5.0000', B: '6.2537', C: null, KIT: '20.0000' }
/** Per variant. */
export const price_cents = 1_000
/** The only variants that can be manufactured. */
export const bills: Bills = {
  KIT: [
    { sku: 'A', quantity: 2 },
    { sku: 'B', quantity: 1 },
  ],
}

const dayMs = 86_400_000
export const today = new Date().toISOString().slice(0, 10)
export const dayBefore = (days: number): string => new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10)
const daysAgo = (days: number) => `${dayBefore(days)}T08:00:00.000Z`

interface LineStep {
  sku: string
  quantity: number
  /** In cents; null for the catalogue's cost. */
  cost: number | null
}
type Units = { line: number; quantity: number }

export type Step =
  | SaleStep
  | {
      does: 'order'
      type: OrderType
      place: string
      /** A transfer always has a source. */
      has_source: boolean
      is_foreign: boolean
      lines: LineStep[]
      until: 'draft' | 'approved' | 'issued'
    }
  | { does: 'approve' | 'issue' | 'allocate' | 'mark_delivered'; order: number }
  | { does: 'hold'; order: number; on: boolean }
  | { does: 'end'; order: number; status: 'draft' | 'closed' | 'cancelled' }
  | { does: 'amend'; order: number; line: number; quantity: number }
  | {
      does: 'deliver'
      order: number
      reference: number
      received_at: string | null
      accept: boolean
      /** Delivers no more of a line than is outstanding, if anything is. */
      keeps: boolean
      lines: Units[]
    }
  | { does: 'submit_again'; delivery: number }
  | { does: 'correct'; delivery: number; received_at: string | null; accept: boolean; lines: Units[] }
  | { does: 'remove'; delivery: number }
  | { does: 'sell'; sku: string; place: string; units: number }
  | { does: 'count'; place: string; counted: { sku: string; quantity: number }[] }
  | { does: 'post'; count: number }
  /** Counts a delivered variant, or one of its components, with this difference from the recorded stock. */
  | { does: 'count_delivery'; delivery: number; at_source: boolean; found: number; posts: boolean }

const sku = fc.constantFrom<string>(...skus)
const place = fc.constantFrom<string>(...places)
const which = fc.nat(15)
const seldom = fc.nat(4).map((n) => n === 0)
/** Days before today, within and beyond the windows of past stock. */
export const daysBack = [2, 9, 20, 45] as const
const received_at = fc.constantFrom(null, null, ...daysBack.map((days) => daysAgo(days)))
const does = <const T extends string>(...names: T[]) => fc.constantFrom(...names)

const lines = fc.array(
  fc.record({ sku, quantity: fc.integer({ min: 1, max: 12 }), cost: fc.option(fc.integer({ min: 0, max: 2_000 })) }),
  { minLength: 1, maxLength: 3 },
)
const units = (min: number) =>
  fc.uniqueArray(fc.record({ line: fc.nat(2), quantity: fc.integer({ min, max: 8 }) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ line }) => line,
  })

const until = does('draft', 'approved', 'approved', 'issued', 'issued', 'issued')
const order = fc
  .record({
    does: does('order'),
    type: does('purchase', 'transfer', 'transfer', 'manufacturing'),
    place,
    has_source: fc.boolean(),
    is_foreign: seldom,
    lines,
    until,
    is_odd: seldom,
  })
  .map(({ is_odd, ...drawn }) => ({
    ...drawn,
    // Mostly orders that can be made, and transfers of no more than there may be.
    lines: drawn.lines.map((line) => ({
      ...line,
      sku: drawn.type === 'manufacturing' && !is_odd ? 'KIT' : line.sku,
      quantity: drawn.type === 'purchase' || is_odd ? line.quantity : Math.ceil(line.quantity / 3),
    })),
  }))
const deliver = fc.record({
  does: does('deliver'),
  order: which,
  reference: fc.nat(2),
  received_at,
  accept: fc.boolean(),
  keeps: fc.boolean(),
  lines: units(1),
})
const correct = fc.record({
  does: does('correct'),
  delivery: which,
  received_at,
  accept: fc.boolean(),
  lines: units(0),
})
const counted = fc.uniqueArray(fc.record({ sku, quantity: fc.nat(20) }), {
  minLength: 1,
  maxLength: 3,
  selector: (one) => one.sku,
})

export const step: fc.Arbitrary<Step> = fc.oneof(
  ...saleSteps(sku, place),
  { weight: 5, arbitrary: order },
  { weight: 2, arbitrary: fc.record({ does: does('approve', 'issue', 'issue'), order: which }) },
  { weight: 2, arbitrary: fc.record({ does: does('allocate'), order: which }) },
  { weight: 2, arbitrary: fc.record({ does: does('mark_delivered'), order: which }) },
  { weight: 1, arbitrary: fc.record({ does: does('hold'), order: which, on: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: does('end'), order: which, status: does('draft', 'closed', 'cancelled') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: does('amend'),
      order: which,
      line: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 15 }),
    }),
  },
  { weight: 10, arbitrary: deliver },
  { weight: 1, arbitrary: fc.record({ does: does('submit_again'), delivery: which }) },
  { weight: 8, arbitrary: correct },
  { weight: 5, arbitrary: fc.record({ does: does('remove'), delivery: which }) },
  { weight: 4, arbitrary: fc.record({ does: does('sell'), sku, place, units: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 4, arbitrary: fc.record({ does: does('count'), place, counted }) },
  { weight: 5, arbitrary: fc.record({ does: does('post'), count: which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: does('count_delivery'),
      delivery: which,
      at_source: seldom,
      found: fc.integer({ min: -4, max: 2 }),
      posts: fc.boolean(),
    }),
  },
)
