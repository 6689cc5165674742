/** A rate by kind of demand: what consumers buy, and what wholesale ships. */
import { Count, Nullable, Num, OpenChoice, Reason, Shape, Whole } from '../../contract/schema.ts'
import { coverReasons } from '../cover.model.ts'

/** Days by which the units of consumers are divided; wholesale counts all days. */
const demandBases = ['in_stock_days', 'as_sold', 'mixed'] as const
export type DemandBasis = (typeof demandBases)[number]

const Consumer = Shape(
  {
    units: Whole('Units sold to consumers in the window.', { examples: [42] }),
    days: Num(
      'Days in stock where consumers buy, weighted by the rate of each location; all days of the window where `basis` is as_sold. Rounded to two decimals.',
      { examples: [20.5] },
    ),
    units_per_day: Nullable(
      Num('Sum over the locations of the units a day in stock there. Rounded to four decimals.', { examples: [2.1] }),
    ),
    basis: OpenChoice(
      demandBases,
      'Days that are counted. in_stock_days: those in stock. as_sold: all, because the ledger does not cover the window. mixed: locations or variants of both.',
    ),
    unmeasured_locations: Count(
      'Number of locations at which consumers bought in the window before and which had no stock on any day of this one: their demand is unknown and not in the rate.',
      { examples: [0] },
    ),
    reason_code: Nullable(OpenChoice(['out_of_stock'], 'Reason code; null when the rate is present.')),
    reason: Reason,
  },
  { $id: 'ConsumerDemand' },
)

const Wholesale = Shape(
  {
    units: Whole('Units shipped to wholesale accounts in the window.', { examples: [26] }),
    days: Whole('Days that the units are divided by: those of the window.', { examples: [28] }),
    shipping_days: Count('Number of days with shipments; of a product, days of variants.', { examples: [2] }),
    units_per_day: Nullable(
      Num(
        'Units per day of the window, with two or more shipping days. Of a product, of the variants that have them. Rounded to four decimals.',
        { examples: [0.9286] },
      ),
    ),
    basis: OpenChoice(['as_sold'], 'Days that are counted: all of the window.'),
    unmeasured_variants: Count('Number of variants with one shipping day, whose units are in no rate.', {
      examples: [0],
    }),
    reason_code: Nullable(OpenChoice(['single_wholesale_shipment'], 'Reason code; null when the rate is present.')),
    reason: Reason,
  },
  { $id: 'WholesaleDemand' },
)

export const ByDemand = Shape(
  { consumer: Consumer, wholesale: Wholesale },
  {
    $id: 'DemandByKind',
    about: 'A rate by kind of demand.',
    description: 'The rate by kind of demand: it is the sum of the two that are known.',
  },
)

/** Figures of a window as they are selected: numbers, with null where there is no rate. */
export interface DemandFigures {
  consumer_units: number | null
  consumer_days: number | null
  consumer_units_per_day: number | null
  consumer_basis: DemandBasis | null
  unmeasured_locations: number | null
  wholesale_units: number | null
  shipping_days: number | null
  wholesale_units_per_day: number | null
  once_shipped: number | null
}

/** What has no figures was neither sold nor stocked. */
export function byDemandOf(of: DemandFigures, window_days: number) {
  const consumer = of.consumer_basis === null ? 0 : of.consumer_units_per_day
  const wholesale = of.shipping_days === null ? 0 : of.wholesale_units_per_day
  return {
    consumer: {
      units: of.consumer_units ?? 0,
      days: of.consumer_days ?? window_days,
      units_per_day: consumer,
      basis: of.consumer_basis ?? ('as_sold' as const),
      unmeasured_locations: of.unmeasured_locations ?? 0,
      reason_code: consumer === null ? ('out_of_stock' as const) : null,
      reason: consumer === null ? coverReasons.out_of_stock : null,
    },
    wholesale: {
      units: of.wholesale_units ?? 0,
      days: window_days,
      shipping_days: of.shipping_days ?? 0,
      units_per_day: wholesale,
      basis: 'as_sold' as const,
      unmeasured_variants: of.once_shipped ?? 0,
      reason_code: wholesale === null ? ('single_wholesale_shipment' as const) : null,
      reason: wholesale === null ? coverReasons.single_wholesale_shipment : null,
    },
  }
}
