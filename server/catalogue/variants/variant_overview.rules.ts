/** Computes the variant overview, for each location and in total. Pure. */
import Big from 'big.js'
import { money } from '../../contract/money.ts'
import { Shape, type Static } from '../../contract/schema.ts'
import { cover } from '../../contract/stock.ts'
import { type CoverReason, coverReasons } from '../../ledger/cover.model.ts'
import { byDemandOf, type DemandFigures } from '../../ledger/rates/demand.model.ts'
import { nextDelivery, nextDeliveryReason, type OpenOrder } from '../incoming/incoming.rules.ts'
import { addDays } from '../../calendar/days.ts'
import { type LocationLedger, stockDaysAmong, type StockDays } from '../price_sensitivity/stock_days.rules.ts'
import { place, salesPeriodsWeeks } from './variant_overview.ts'

const Place = Shape(place)
type Place = Static<typeof Place>

export interface StockLevel {
  location_id: string
  location_name: string
  on_hand: number
  committed: number
  available: number
  incoming: number
  /** The rate of cover: of the newest forecast, or else as sold. Decimal text, not rounded. */
  units_per_day: string | null
  sold_units_per_day: string | null
  /** Why there is no rate as sold, and no rate of cover, when they were measured last. */
  rate_lack: CoverReason | null
  cover_lack: CoverReason | null
  days_of_cover: number | null
  health: string
  lead_time_days: number
  review_period_days: number
}

export interface LocationSales {
  location_id: string
  location_name: string
  last_sold_on: string | null
  /** One per trailing period. */
  periods: { weeks: number; units: number; returned_units: number; net_cents: number }[]
}

/** The velocity of the variant over all locations, as the velocity table has it. Decimal text. */
export interface VariantPace extends DemandFigures {
  /** Null with `reason_code`. */
  units_per_day: string | null
  reason_code: 'out_of_stock' | 'single_wholesale_shipment' | null
  /** What bundles that are assembled when sold take of it. */
  units_per_day_in_bundles: string | null
  basis: 'in_stock_days' | 'as_sold'
  in_stock_days: number
  stockout_days: number
  untracked_days: number
}

export interface Facts {
  pace: VariantPace
  /** Whether the variant is a bundle that is assembled when sold. */
  is_assembled: boolean
  levels: StockLevel[]
  ledger: LocationLedger[]
  sales: LocationSales[]
  orders: OpenOrder[]
  /** By location, where there was demand. */
  demand: readonly (DemandFigures & { location_id: string })[]
  currency: string
  /** Days of the window, in order; `today` is the day after the last. */
  days: string[]
  today: string
}

/** The same health rule that the database applies to one stock level, for the sum of several. */
export function healthOf(level: {
  available: number
  units_per_day: string | null
  lead_time_days: number
  review_period_days: number
}): string {
  const { available, units_per_day, lead_time_days, review_period_days } = level
  if (available <= 0) return 'out_of_stock'
  if (units_per_day === null || Big(units_per_day).lte(0)) return 'healthy'
  const days = Big(available).div(units_per_day).round(9)
  if (days.lt(lead_time_days)) return 'critical'
  if (days.lt(lead_time_days + review_period_days)) return 'caution'
  return days.gt(cover.overstocked_above_days) ? 'overstocked' : 'healthy'
}

/** Rounded to 9 decimals, which restores what the 16 of the rate cut: two units at 8 in 7 days are exactly a quarter of a week. */
const coverOf = ({ available, units_per_day }: Pick<StockLevel, 'available' | 'units_per_day'>): Big | null =>
  units_per_day === null || Big(units_per_day).lte(0) ? null : Big(Math.max(available, 0)).div(units_per_day).round(9)

const roundedTo1 = (figure: Big | null) => (figure === null ? null : Number(figure.round(1)))
const daysOfCover = (level: Pick<StockLevel, 'available' | 'units_per_day'>) => roundedTo1(coverOf(level))
const weeksOfCover = (level: Pick<StockLevel, 'available' | 'units_per_day'>) =>
  roundedTo1(coverOf(level)?.div(7).round(9) ?? null)

type Totals = Omit<StockLevel, 'location_id' | 'location_name'>

/** Sums stock and velocity over several levels; the longest lead time and review period apply. */
function totalLevel(levels: readonly StockLevel[], pace: string | null): Totals {
  const sum = (of: (level: StockLevel) => number) => levels.reduce((total, level) => total + of(level), 0)
  const longest = (of: (level: StockLevel) => number, absent: number) =>
    levels.length === 0 ? absent : Math.max(...levels.map(of))
  const rate = (of: (level: StockLevel) => string | null) => {
    const rates = levels.flatMap((level) => of(level) ?? [])
    return rates.length === 0 ? null : rates.reduce((total, one) => total.plus(one), Big(0)).toFixed()
  }
  const available = sum((level) => level.available)
  const figures = {
    available,
    // What was sold where no stock stood has a rate at no location, but is demand for the variant.
    units_per_day: rate(({ units_per_day }) => units_per_day) ?? pace,
    sold_units_per_day: rate(({ sold_units_per_day }) => sold_units_per_day),
    rate_lack: null,
    cover_lack: null,
    lead_time_days: longest(({ lead_time_days }) => lead_time_days, cover.lead_time_days_default),
    review_period_days: longest(({ review_period_days }) => review_period_days, cover.review_period_days_default),
  }
  return {
    on_hand: sum((level) => level.on_hand),
    committed: sum((level) => level.committed),
    incoming: sum((level) => level.incoming),
    ...figures,
    days_of_cover: daysOfCover(figures),
    health: healthOf(figures),
  }
}

/** Why there is no rate: as it was measured last, unless units were sold since. A place without a level has none measured. */
function missingRate(lack: CoverReason | null, units: number) {
  const measured = lack ?? (units === 0 ? 'nothing_sold' : 'sold_without_stock')
  const code = measured === 'nothing_sold' && units > 0 ? 'not_measured' : measured
  return { code, reason: coverReasons[code] }
}

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

const stockDays = (isTracked: boolean, in_stock: number, stockout: number, untracked_days: number) => ({
  in_stock_days: isTracked ? in_stock : null,
  stockout_days: isTracked ? stockout : null,
  untracked_days,
  stock_days_reason_code: isTracked ? null : 'not_in_the_ledger',
  stock_days_reason: isTracked ? null : 'The ledger has no movements of this variant up to the end of the window.',
})

/** The velocity at one location. */
function velocityOf(level: StockLevel | Totals, units: number, { in_stock, tracked }: StockDays, facts: Facts) {
  const { sold_units_per_day: rate } = level
  const missing = rate === null ? missingRate(level.rate_lack, units) : null
  const demand = facts.demand.find(({ location_id }) => 'location_id' in level && location_id === level.location_id)
  const days = facts.days.length
  return {
    units_per_day: rate === null ? null : Number(Big(rate).round(4)),
    basis: 'in_stock_days',
    reason_code: missing?.code ?? null,
    reason: missing?.reason ?? null,
    by_demand: byDemandOf(demand ?? noDemand, days),
    ...stockDays(tracked.size > 0, in_stock.size, tracked.size - in_stock.size, days - tracked.size),
  }
}

/** The velocity at all locations together. */
function totalVelocity({ pace, days }: Facts): Place['velocity'] {
  const { units_per_day, basis, in_stock_days, stockout_days, untracked_days, reason_code } = pace
  return {
    units_per_day: units_per_day === null ? null : Number(units_per_day),
    basis,
    reason_code,
    reason: reason_code === null ? null : coverReasons[reason_code],
    by_demand: byDemandOf(pace, days.length),
    ...stockDays(basis === 'in_stock_days', in_stock_days, stockout_days, untracked_days),
  }
}

/** The velocity with what bundles take of the variant; null if it is unknown or zero. */
function demandOf({ units_per_day, units_per_day_in_bundles }: VariantPace): string | null {
  const demand = units_per_day === null ? Big(0) : Big(units_per_day).plus(units_per_day_in_bundles ?? 0)
  return demand.gt(0) ? demand.toFixed() : null
}

function missingCover(facts: Facts, level: Totals, units: number, isTotal: boolean) {
  const of = (code: CoverReason) => ({ code, reason: coverReasons[code] })
  if (facts.is_assembled) return of('assembled_when_sold')
  if (!isTotal) return missingRate(level.cover_lack, units)
  if (facts.pace.reason_code !== null) return of(facts.pace.reason_code)
  return of(units === 0 ? 'nothing_sold' : 'sold_before_the_ledger')
}

function salesOf(sales: readonly LocationSales[], { currency, today }: Facts): Place['sales'] {
  return salesPeriodsWeeks.map((weeks) => {
    const periods = sales.flatMap((one) => one.periods.filter((period) => period.weeks === weeks))
    const sum = (of: (period: LocationSales['periods'][number]) => number) =>
      periods.reduce((total, period) => total + of(period), 0)
    return {
      weeks,
      start: addDays(today, -weeks * 7),
      end: addDays(today, -1),
      units_sold: sum(({ units }) => units),
      units_returned: sum(({ returned_units }) => returned_units),
      net_sales: money(
        sum(({ net_cents }) => net_cents),
        currency,
        '',
      ),
    }
  })
}

function placeOf(
  level: StockLevel | Totals,
  ledger: readonly LocationLedger[],
  sales: readonly LocationSales[],
  orders: readonly OpenOrder[],
  facts: Facts,
  isTotal = false,
): Place {
  const summed = salesOf(sales, facts)
  const units = summed[0]!.units_sold
  const missing = level.days_of_cover === null ? missingCover(facts, level, units, isTotal) : null
  const next = nextDelivery(orders, facts.today)
  const last_sold_on =
    sales
      .flatMap((one) => one.last_sold_on ?? [])
      .toSorted()
      .at(-1) ?? null
  return {
    on_hand_qty: level.on_hand,
    committed_qty: level.committed,
    available_qty: level.available,
    incoming_qty: level.incoming,
    days_of_cover: level.days_of_cover,
    weeks_of_cover: weeksOfCover(level),
    cover_reason_code: missing?.code ?? null,
    cover_reason: missing?.reason ?? null,
    health: level.health,
    lead_time_days: level.lead_time_days,
    review_period_days: level.review_period_days,
    velocity: isTotal ? totalVelocity(facts) : velocityOf(level, units, stockDaysAmong(facts.days)(ledger), facts),
    next_delivery: next,
    ...nextDeliveryReason(next, orders),
    last_sold_on,
    last_sold_reason_code: last_sold_on === null ? 'never_sold' : null,
    last_sold_reason: last_sold_on === null ? 'The variant has never been sold.' : null,
    sales: summed,
  }
}

export function overviewOf(facts: Facts) {
  const { levels, ledger, sales, orders } = facts
  const names = new Map([...orders, ...sales, ...levels].map((one) => [one.location_id, one.location_name]))
  const at = <T extends { location_id: string }>(all: readonly T[], id: string) =>
    all.filter(({ location_id }) => location_id === id)
  const locations = [...names]
    .toSorted(([aId, a], [bId, b]) => (a < b ? -1 : a > b ? 1 : aId < bId ? -1 : 1))
    .map(([location_id, location_name]) => {
      const level = at(levels, location_id)[0] ?? { ...totalLevel([], null), location_id, location_name }
      return {
        location_id,
        location_name,
        ...placeOf(level, at(ledger, location_id), at(sales, location_id), at(orders, location_id), facts),
      }
    })
  const total = totalLevel(levels, facts.is_assembled ? null : demandOf(facts.pace))
  return { total: placeOf(total, ledger, sales, orders, facts, true), locations }
}
