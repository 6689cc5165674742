/** Facts of the overview of a variant, for the tests of its rules. */
import type {
  Facts,
  LocationSales,
  StockLevel,
  VariantPace,
} from '../../../server/catalogue/variants/variant_overview.rules.ts'
import type { DemandFigures } from '../../../server/ledger/rates/demand.model.ts'

const noDemand: DemandFigures = {
  consumer_units: null,
  consumer_days: null,
  consumer_units_per_day: null,
  consumer_basis: null,
  unmeasured_locations: null,
  wholesale_units: null,
  shipping_days: null,
  wholesale_units_per_day: null,
  once_shipped: null,
}

export const today = '2026-03-10'
export const level = (changes: Partial<StockLevel> = {}): StockLevel => ({
  location_id: 'l1',
  location_name: 'Dock',
  on_hand: 30,
  committed: 2,
  available: 28,
  incoming: 5,
  units_per_day: '2',
  sold_units_per_day: '1.23456',
  rate_lack: null,
  cover_lack: null,
  days_of_cover: 14,
  health: 'caution',
  lead_time_days: 10,
  review_period_days: 5,
  ...changes,
})
export const facts = (changes: Partial<Facts> = {}): Facts => ({
  is_assembled: false,
  pace: pace(),
  levels: [level()],
  ledger: [],
  sales: [],
  orders: [],
  demand: [],
  currency: 'EUR',
  days: ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'],
  today,
  ...changes,
})
export const pace = (changes: Partial<VariantPace> = {}): VariantPace => ({
  units_per_day: '0.0000',
  reason_code: null,
  ...noDemand,
  units_per_day_in_bundles: '0.0000',
  basis: 'in_stock_days',
  in_stock_days: 3,
  stockout_days: 1,
  untracked_days: 0,
  ...changes,
})
export const sales = (location_id: string, last_sold_on: string | null, units: number): LocationSales => ({
  location_id,
  location_name: location_id.toUpperCase(),
  last_sold_on,
  periods: [
    { weeks: 4, units, returned_units: 1, net_cents: units * 100 },
    { weeks: 13, units: units * 10, returned_units: 2, net_cents: units * 1_000 },
  ],
})
