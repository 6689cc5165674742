/** The steps that concern purchase orders, deliveries and counts. */
import fc from 'fast-check'
import type { OrderType } from '../truth/orders.ts'
import { currencies, does, past, place, seldom, sku, which } from '../setting.ts'

interface LineStep {
  sku: string
  quantity: number
  /** In cents; null for the catalogue's cost. */
  cost: number | null
}
type Units = { line: number; quantity: number }

export type OrderStep =
  | {
      does: 'order'
      type: OrderType
      place: string
      /** A transfer always has a source. */
      has_source: boolean
      currency: string
      /** Units in a carton, if a purchase counts cartons; costs are then those of a carton. */
      carton: number | null
      lines: LineStep[]
      until: 'draft' | 'approved' | 'issued' | 'delivered'
      /** When it is delivered, if it is. */
      delivered_at: string | null
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
      not_in_count: boolean
      accept: boolean
      /** Delivers no more of a line than is outstanding, if anything is. */
      keeps: boolean
      lines: Units[]
    }
  | { does: 'submit_again'; delivery: number }
  | {
      does: 'correct'
      delivery: number
      received_at: string | null
      /** Null leaves it as it is. */
      not_in_count: boolean | null
      accept: boolean
      lines: Units[]
      /** What units of the lines really cost, in cents; null for no correction of cost. */
      cost: number | null
      /** Whether only the cost is corrected. */
      keeps_units: boolean
      /** Freight billed for the delivery, in cents; undefined leaves it. */
      freight: number | null | undefined
    }
  | { does: 'remove'; delivery: number }
  | { does: 'count'; place: string; counted_at: string | null; counted: { sku: string; quantity: number }[] }
  | { does: 'post'; count: number }
  /** Counts a delivered variant, or one of its components, with this difference from the recorded stock. */
  | {
      does: 'count_delivery'
      delivery: number
      at_source: boolean
      counted_at: string | null
      found: number
      posts: boolean
    }

/** Null for now. */
const received_at = fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: past('08:00') })
const counted_at = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  // At the very instant of deliveries, and after everything else of the day.
  { weight: 1, arbitrary: past('08:00', '18:00') },
)

const lines = fc.array(
  fc.record({
    sku,
    quantity: fc.integer({ min: 1, max: 12 }),
    cost: fc.option(fc.integer({ min: 0, max: 2_000 })),
  }),
  { minLength: 1, maxLength: 3 },
)
const units = (min: number) =>
  fc.uniqueArray(fc.record({ line: fc.nat(2), quantity: fc.integer({ min, max: 8 }) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ line }) => line,
  })

const until = does('draft', 'approved', 'issued', 'issued', 'delivered', 'delivered', 'delivered')
const order = fc
  .record({
    does: does('order'),
    type: does('purchase', 'purchase', 'transfer', 'transfer', 'transfer', 'manufacturing'),
    place,
    has_source: fc.boolean(),
    currency: fc.constantFrom('USD', ...currencies),
    carton: fc.constantFrom(null, null, 3, 6),
    lines,
    until,
    delivered_at: received_at,
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
  not_in_count: seldom,
  accept: fc.boolean(),
  keeps: fc.boolean(),
  lines: units(1),
})
const correct = fc.record({
  does: does('correct'),
  delivery: which,
  received_at,
  not_in_count: fc.constantFrom(null, null, null, false, true),
  accept: fc.boolean(),
  lines: units(0),
  cost: fc.constantFrom(null, null, 0, 733, 1_299),
  keeps_units: fc.boolean(),
  freight: fc.constantFrom(undefined, undefined, undefined, null, 0, 500, 1_001),
})
const counted = fc.uniqueArray(fc.record({ sku, quantity: fc.nat(20) }), {
  minLength: 1,
  maxLength: 3,
  selector: (one) => one.sku,
})

/** An order that has come, so that there is something to correct, to move and to sell. */
export const delivered: fc.Arbitrary<OrderStep> = order.map((one) => ({
  ...one,
  type: one.type === 'manufacturing' ? one.type : ('purchase' as const),
  until: 'delivered' as const,
}))

export const orderSteps: { weight: number; arbitrary: fc.Arbitrary<OrderStep> }[] = [
  { weight: 10, arbitrary: order },
  { weight: 2, arbitrary: fc.record({ does: does('approve', 'issue', 'issue'), order: which }) },
  { weight: 3, arbitrary: fc.record({ does: does('allocate'), order: which }) },
  { weight: 3, arbitrary: fc.record({ does: does('mark_delivered'), order: which }) },
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
  { weight: 4, arbitrary: fc.record({ does: does('count'), place, counted_at, counted }) },
  { weight: 5, arbitrary: fc.record({ does: does('post'), count: which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: does('count_delivery'),
      delivery: which,
      at_source: seldom,
      counted_at,
      found: fc.integer({ min: -4, max: 2 }),
      posts: fc.boolean(),
    }),
  },
]
