/** Purchase and transfer orders of the two years: those that arrived, and those that are still on their way. */
import { type Calendar, mondayOf } from './calendar.ts'
import { Sheet } from './copy.ts'
import type { Places } from './places.ts'
import { hashOf, type MakeId } from './random.ts'
import type { Document } from './shelf.ts'

export interface Order {
  purchase_order_id: string
  name: string
  /** Weeks of its one or two deliveries, with the part of each line that comes. */
  deliveries: readonly { week: number; part: number; document: Document }[]
  is_open: boolean
  is_confirmed: boolean
  is_draft: boolean
}

const hold_reasons = ['Waiting for the fit sample.', 'Price under discussion.'] as const

export class Orders {
  readonly sheet = new Sheet(
    'purchase_orders',
    'purchase_order_id name order_type status on_hold hold_reason supplier_id location_id source_location_id currency order_date expected_delivery_date created_at updated_at',
  )
  readonly lines = new Sheet(
    'purchase_order_lines',
    'purchase_order_id line_id variant_id quantity confirmed_quantity in_transit_quantity delivered_quantity unit_cost',
  )
  readonly #made = new Map<string, Order>()
  #count = 0

  constructor(
    private readonly own: string,
    private readonly currency: string,
    private readonly seed: number,
    private readonly calendar: Calendar,
    private readonly places: Places,
    private readonly makeId: MakeId,
  ) {}

  /** The order to a supplier for a location in a week, made when its first line is. */
  purchase(supplier: number, location: number, week: number): Order {
    const key = `${supplier}/${location}/${week}`
    const found = this.#made.get(key)
    if (found) return found
    const chance = hashOf(this.seed, supplier, location, week) / 2 ** 32
    const lead_weeks = Math.ceil(this.places.suppliers[supplier]!.lead_time_days / 7)
    const arrives = week + lead_weeks + (chance < 0.6 ? 0 : chance < 0.9 ? 1 : 2)
    const is_split = hashOf(this.seed, week, location, supplier) % 8 === 0
    const weeks = is_split ? [arrives, arrives + 2] : [arrives]
    const order = this.#make('PO', weeks, is_split ? [0.6, 0.4] : [1], week, 'purchase_order_delivery')
    const held = order.is_open && !order.is_draft && chance > 0.9
    this.#add(order, week, week + lead_weeks, {
      type: 'purchase',
      supplier_id: this.places.suppliers[supplier]!.supplier_id,
      location,
      source: null,
      hold_reason: held ? hold_reasons[this.#count % 2]! : null,
    })
    this.#made.set(key, order)
    return order
  }

  /** Stock that leaves the central warehouse for a store and is there a week later. */
  transfer(location: number, week: number): Order {
    const key = `t/${location}/${week}`
    const found = this.#made.get(key)
    if (found) return found
    const order = this.#make('TO', [week + 1], [1], week, 'transfer_order_delivery')
    this.#add(order, week, week + 1, { type: 'transfer', supplier_id: null, location, source: 0, hold_reason: null })
    this.#made.set(key, order)
    return order
  }

  /** A line, with what came of it; answers the units still expected. */
  line(order: Order, variant_id: string, quantity: number, cost: string): { line_id: string; open: number } {
    const line_id = this.makeId('purchase_order_line', this.lines.row_count)
    const now = this.calendar.week_count - 1
    const parts = splitUnits(quantity, order)
    const delivered = parts.reduce((sum, units, i) => sum + (order.deliveries[i]!.week <= now ? units : 0), 0)
    const open = quantity - delivered
    const ships = order.deliveries.some(({ week }) => week > now && week <= now + 2)
    const confirmed = order.is_confirmed ? String(quantity) : '\\N'
    this.lines.addLine(
      `${this.own}\t${order.purchase_order_id}\t${line_id}\t${variant_id}\t${quantity}\t${confirmed}\t${ships && !order.is_draft ? open : 0}\t${delivered}\t${cost}\n`,
    )
    return { line_id, open: order.is_draft ? 0 : open }
  }

  #make(prefix: string, weeks: number[], parts: number[], week: number, type: string): Order {
    const now = this.calendar.week_count - 1
    const number = this.#count++
    const name = `${prefix}-${10_000 + number}`
    const deliveries = weeks.map((arrives, i) => ({
      week: arrives,
      part: parts[i]!,
      document: {
        type,
        id: this.makeId('delivery', number * 2 + i),
        name: weeks.length > 1 ? `${name}/${i + 1}` : name,
      },
    }))
    return {
      purchase_order_id: this.makeId('purchase_order', number),
      name,
      deliveries,
      is_open: weeks.some((arrives) => arrives > now),
      is_confirmed: prefix === 'TO' || weeks[0]! <= now || week < now - 1,
      is_draft: prefix === 'PO' && week === now,
    }
  }

  #add(
    order: Order,
    week: number,
    due_week: number,
    more: {
      type: string
      supplier_id: string | null
      location: number
      source: number | null
      hold_reason: string | null
    },
  ): void {
    const { calendar, places } = this
    const arrived = order.deliveries.filter((one) => one.week < calendar.week_count).length
    const status = order.is_draft
      ? 'draft'
      : arrived === order.deliveries.length
        ? 'delivered'
        : arrived > 0
          ? 'partially_delivered'
          : 'issued'
    const ordered = mondayOf(calendar, week)
    this.sheet.add(this.own, [
      order.purchase_order_id,
      order.name,
      more.type,
      status,
      more.hold_reason !== null,
      more.hold_reason,
      more.supplier_id,
      places.location_ids[more.location],
      more.source === null ? null : places.location_ids[more.source],
      this.currency,
      ordered,
      mondayOf(calendar, due_week),
      `${ordered} 08:00:00+00`,
      `${ordered} 08:00:00+00`,
    ])
  }
}

/** What each delivery brings of a line. */
export function splitUnits(quantity: number, order: Order): number[] {
  if (order.deliveries.length === 1) return [quantity]
  const first = Math.floor(quantity * order.deliveries[0]!.part)
  return [first, quantity - first]
}
