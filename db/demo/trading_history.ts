/** The rows of two years of trading: levels, ledger, sales, forecasts, stocktakes and returns. */
import { type Calendar, endOf, mondayOf, weekName } from './calendar.ts'
import { CopyBuffer } from './copy.ts'
import type { Orders } from './purchasing/orders.ts'
import { locations, type MasterData } from './master_data.ts'
import { type MakeId, randomOf } from './random.ts'
import type { SoldOrders } from './selling/sold_orders.ts'
import { type Document, movementColumns } from './stock_level.ts'

export interface Stocktake {
  stocktake_id: string
  name: string
  week: number
  location: number
  is_posted: boolean
}

const stocktakeWeeks = [
  [26, 2],
  [40, 0],
  [52, 3],
  [66, 1],
  [78, 2],
  [92, 0],
  [100, 3],
] as const
export const expectedReturnsMax = 240

export class TradingHistory {
  readonly levels = new CopyBuffer(
    'stock_levels',
    'variant_id location_id on_hand committed incoming average_cost sequence',
  )
  readonly movements = new CopyBuffer('stock_movements', movementColumns)
  readonly sales = new CopyBuffer(
    'sales_daily',
    'variant_id day sales_channel_id location_id units returned_units gross_sales_cents discounts_cents returns_cents ' +
      'taxes_cents currency costed_units known_cost_cents priced_units known_regular_value_cents known_markdown_units',
  )
  readonly forecasts = new CopyBuffer(
    'weekly_forecasts',
    'variant_id sales_channel_id week_start origin_week forecast_units made_at',
  )
  readonly stocktake_lines = new CopyBuffer(
    'stocktake_lines',
    'stocktake_id variant_id location_id system_quantity system_sequence counted_quantity counted_at unit_cost moved_quantity',
  )
  readonly return_lines = new CopyBuffer('return_lines', 'return_id line_id variant_id expected_quantity')
  readonly stocktakes: readonly Stocktake[]
  /** Expected returns; each takes the reserved id of the same index. */
  readonly returns: { location_id: string; expected_on: string; created_at: string }[] = []
  readonly last_week: number
  /** Units that customers have announced as returns, in the order of the sales. */
  readonly #announced: { variant_id: string; location: number; units: number; week: number }[] = []

  constructor(
    readonly organization_id: string,
    readonly currency: string,
    readonly seed: number,
    readonly calendar: Calendar,
    readonly masterData: MasterData,
    readonly orders: Orders,
    readonly sold: SoldOrders,
    readonly makeId: MakeId,
  ) {
    this.last_week = calendar.week_count - 1
    const counts = [...stocktakeWeeks, [this.last_week, 1] as const]
    this.stocktakes = counts.map(([week, location], i) => ({
      stocktake_id: makeId('stocktake', i),
      name: `${locations[location]!.name} ${weekName(calendar, week)}`,
      week,
      location,
      is_posted: week !== this.last_week,
    }))
  }

  /** One document for each kind of movement at a location in a week. */
  weekly(kind: 'channel_fulfilment' | 'return' | 'manual_adjustment', location: number, week: number): Document {
    const code = { channel_fulfilment: 'SHIP', return: 'BACK', manual_adjustment: 'ADJ' }[kind]
    const id = `${code}-${locations[location]!.code}-${weekName(this.calendar, week)}`
    return { type: kind, id, name: id }
  }

  monday = (week: number, time: string) => `${mondayOf(this.calendar, week)} ${time}+00`
  weekEnd = (week: number, time: string) => `${endOf(this.calendar, week)} ${time}+00`

  announceReturn(variant_id: string, location: number, units: number, week: number): void {
    if (this.#announced.length < 4 * expectedReturnsMax) this.#announced.push({ variant_id, location, units, week })
  }

  /** Groups announced units into returns of one to four lines, each of one location and week, under reserved ids. */
  addReturns(reserve: readonly string[]): void {
    const { calendar, masterData } = this
    const random = randomOf(this.seed, 5)
    const open = new Map<string, { index: number; lines_left: number }>()
    for (const [i, { variant_id, location, units, week }] of this.#announced.entries()) {
      const key = `${location}/${week}`
      let current = open.get(key)
      if (current === undefined || current.lines_left === 0) {
        if (this.returns.length === reserve.length) break
        current = { index: this.returns.length, lines_left: random.whole(1, 4) }
        open.set(key, current)
        this.returns.push({
          location_id: masterData.location_ids[location]!,
          expected_on: calendar.days[week * 7 + random.whole(0, 6)]!,
          created_at: this.weekEnd(this.last_week, '09:00:00'),
        })
      }
      current.lines_left--
      const line_id = this.makeId('return_line', i)
      this.return_lines.add(this.organization_id, [reserve[current.index]!, line_id, variant_id, units])
    }
  }
}
