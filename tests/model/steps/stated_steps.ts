/** Costs that nobody stated when units arrived, stated before and after the units were sold, moved, counted and corrected. */
import type { SaleStep } from './sale_steps.ts'
import type { OrderStep } from './steps.ts'
import type { StateStep } from './kind_stating.ts'
import type { RateStep } from './kind_rates.ts'

/** Selects the latest of up to three that a step applies to. */
const latest = 6
/** Selects the latest of all, if there are four or more. */
const last = 4

type OrderOf = OrderStep & { does: 'order' }
const comes = (more: Partial<OrderOf>): OrderOf => ({
  does: 'order',
  type: 'purchase',
  place: 'Main',
  has_source: false,
  currency: 'USD',
  carton: null,
  lines: [{ sku: 'C', quantity: 4, cost: null }],
  until: 'delivered',
  delivered_at: '20 08:00',
  ...more,
})
const moves = (place: string, quantity: number): OrderOf =>
  comes({ type: 'transfer', place, lines: [{ sku: 'C', quantity, cost: null }], delivered_at: null })

const sells = (quantity: number, shipped_at: string | null): SaleStep => ({
  does: 'sale',
  sale_place: 'Main',
  is_wholesale: true,
  is_draft: false,
  freight: 0,
  freight_tax: 0,
  ships: true,
  shipped_at,
  lines: [{ sku: 'C', quantity, price: 900, discount: 0, tax: 0 }],
})
const givesBack: SaleStep = {
  does: 'return_sale',
  sale: latest,
  line: 0,
  quantity: 1,
  restocked: 1,
  disposition: 'restock',
  received_at: null,
  not_in_count: false,
  refund: null,
}
const counts = (quantity: number): OrderStep[] => [
  { does: 'count', place: 'Main', counted_at: '9 12:00', counted: [{ sku: 'C', quantity }] },
  { does: 'post', count: latest },
]
const corrects = (quantity: number, cost: number | null): OrderStep => ({
  does: 'correct',
  delivery: last,
  received_at: null,
  not_in_count: null,
  accept: false,
  lines: [{ line: 0, quantity }],
  cost,
  keeps_units: false,
  freight: 700,
})
const states = (cost: number, waits: boolean): StateStep => ({
  does: 'state_cost',
  delivery: latest,
  line: 0,
  cost,
  waits,
})
const sekRate: RateStep = { does: 'rate', currency: 'SEK', days: 60, rate: 1_234 }

export const statedLate: readonly (OrderStep | SaleStep | StateStep | RateStep)[] = [
  comes({}),
  sells(3, '9 10:00'),
  givesBack,
  moves('Store', 2),
  corrects(5, null),
  states(333, true),
  corrects(4, null),
  { does: 'enter_costs' },
  sells(8, null),
  comes({ currency: 'EUR', lines: [{ sku: 'C', quantity: 6, cost: null }] }),
  states(1_150, false),
  ...counts(7),
  moves('Store', 1),
  comes({ place: 'Store', currency: 'SEK', lines: [{ sku: 'C', quantity: 2, cost: null }] }),
  comes({ place: 'Store', lines: [{ sku: 'C', quantity: 3, cost: null }] }),
  states(1_150, true),
  moves('Main', 2),
  states(333, false),
  sekRate,
  corrects(2, 733),
]
