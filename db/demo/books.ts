/** What trade writes: levels, the ledger, sales, forecasts, counts and returns; and the documents that stand behind. */
import { type Calendar, endOf, mondayOf, weekName } from './calendar.ts'
import { Sheet } from './copy.ts'
import type { Orders } from './orders.ts'
import { locations, type Places } from './places.ts'
import { type MakeId, randomOf } from './random.ts'
import { type Document, movement_columns } from './shelf.ts'

export interface Stocktake {
  stocktake_id: string
  name: string
  week: number
  location: number
  is_posted: boolean
}

const stocktake_weeks = [
  [26, 2],
  [40, 0],
  [52, 3],
  [66, 1],
  [78, 2],
  [92, 0],
  [100, 3],
] as const
const expected_returns_max = 240

export class Books {
  readonly levels = new Sheet('stock_levels', 'variant_id location_id on_hand committed incoming average_cost sequence')
  readonly movements = new Sheet('stock_movements', movement_columns)
  readonly sales = new Sheet(
    'sales_daily',
    'variant_id day sales_channel_id location_id units returned_units gross_sales_cents discounts_cents returns_cents taxes_cents',
  )
  readonly forecasts = new Sheet('weekly_forecasts', 'variant_id sales_channel_id week_start forecast_units made_at')
  readonly stocktake_lines = new Sheet(
    'stocktake_lines',
    'stocktake_id variant_id location_id system_quantity system_sequence counted_quantity counted_at unit_cost moved_quantity',
  )
  readonly return_lines = new Sheet('return_lines', 'return_id line_id variant_id expected_quantity')
  readonly stocktakes: readonly Stocktake[]
  /** Name, location and day of each promised return; its number is its place among the reserved ones. */
  readonly returns: { location_id: string; expected_on: string; created_at: string }[] = []
  readonly last_week: number
  /** Units promised back, by variant in the order in which they came. */
  readonly #promised: { variant_id: string; location: number; units: number; week: number }[] = []

  constructor(
    readonly own: string,
    readonly currency: string,
    readonly seed: number,
    readonly calendar: Calendar,
    readonly places: Places,
    readonly orders: Orders,
    readonly makeId: MakeId,
  ) {
    this.last_week = calendar.week_count - 1
    const counts = [...stocktake_weeks, [this.last_week, 1] as const]
    this.stocktakes = counts.map(([week, location], i) => ({
      stocktake_id: makeId('stocktake', i),
      name: `${locations[location]!.name} ${weekName(calendar, week)}`,
      week,
      location,
      is_posted: week !== this.last_week,
    }))
  }

  /** What is shipped and taken back at a location in a week stands in one document each. */
  weekly(kind: 'channel_fulfilment' | 'return' | 'manual_adjustment', location: number, week: number): Document {
    const code = { channel_fulfilment: 'SHIP', return: 'BACK', manual_adjustment: 'ADJ' }[kind]
    const id = `${code}-${locations[location]!.code}-${weekName(this.calendar, week)}`
    return { type: kind, id, name: id }
  }

  monday = (week: number, time: string) => `${mondayOf(this.calendar, week)} ${time}+00`
  weekEnd = (week: number, time: string) => `${endOf(this.calendar, week)} ${time}+00`

  promise(variant_id: string, location: number, units: number, week: number): void {
    if (this.#promised.length < 4 * expected_returns_max) this.#promised.push({ variant_id, location, units, week })
  }

  /** Promised units as returns of one to four lines, each of one location and week, under reserved numbers. */
  addReturns(reserve: readonly string[]): void {
    const { calendar, places } = this
    const random = randomOf(this.seed, 5)
    const open = new Map<string, { place: number; room: number }>()
    for (const [i, { variant_id, location, units, week }] of this.#promised.entries()) {
      const key = `${location}/${week}`
      let held = open.get(key)
      if (held === undefined || held.room === 0) {
        if (this.returns.length === reserve.length) break
        held = { place: this.returns.length, room: random.whole(1, 4) }
        open.set(key, held)
        this.returns.push({
          location_id: places.location_ids[location]!,
          expected_on: calendar.days[week * 7 + random.whole(0, 6)]!,
          created_at: this.weekEnd(this.last_week, '09:00:00'),
        })
      }
      held.room--
      const line_id = this.makeId('return_line', i)
      this.return_lines.add(this.own, [reserve[held.place]!, line_id, variant_id, units])
    }
  }
}

export { expected_returns_max }
