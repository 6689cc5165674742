/** Orders of the two years: delivered, closed short, and open. */
import { type Calendar, mondayOf } from '../calendar.ts'
import { commitmentOf } from './commitments.ts'
import { CopyBuffer } from '../copy.ts'
import type { MasterData } from '../master_data.ts'
import { hashOf, type MakeId } from '../random.ts'
import { costText } from '../range_rows.ts'
import type { Document } from '../stock_level.ts'
import { weeksLate, overseas } from './suppliers.ts'

interface Delivery {
  week: number
  part: number
  received_at: string
  delivery_id: string
  /** Document of its ledger rows: the delivery itself, or the transfer order that it completes. */
  document: Document
}

export interface Order {
  purchase_order_id: string
  name: string
  type: 'purchase' | 'manufacturing' | 'transfer'
  /** Status at the end of the simulated period. */
  status: 'draft' | 'approved' | 'issued' | 'partially_delivered' | 'delivered' | 'closed'
  supplier: number | null
  location: number
  source: number | null
  week: number
  due_on: string
  /** One or two, with the share of each line that arrives. */
  deliveries: readonly Delivery[]
  /** Share of each line that is ever delivered. */
  filled: number
  is_confirmed: boolean
  commitment: number | null
  /** Sums over its lines so far. */
  units: number
  units_delivered: number
  first_variant_id: string | null
}

const holdReasons = ['Waiting for the fit sample.', 'Price under discussion.'] as const
const shortOrdersMax = 200
const openStatuses = ['approved', 'issued', 'partially_delivered']

export class Orders {
  readonly headers = new CopyBuffer(
    'purchase_orders',
    'purchase_order_id name external_id order_type status on_hold hold_reason supplier_id location_id source_location_id currency order_date expected_delivery_date cancel_date ship_window_start commitment_id notes freight_per_container_cents approved_at issued_at ended_at created_by created_at updated_at',
  )
  readonly lines = new CopyBuffer(
    'purchase_order_lines',
    'purchase_order_id line_id variant_id quantity confirmed_quantity in_transit_quantity delivered_quantity unit_cost duty_bp',
  )
  readonly deliveries = new CopyBuffer(
    'purchase_order_deliveries',
    'delivery_id purchase_order_id location_id received_at reference fingerprint actor recorded_at updated_at',
  )
  /** Open purchase orders, and those closed short, in order of creation. */
  readonly open: Order[] = []
  readonly short: Order[] = []
  /** Cost drawn from each commitment and category, in ten-thousandths of a dollar. */
  readonly drawn = new Map<string, number>()
  readonly #made = new Map<string, Order>()
  #count = 0

  constructor(
    private readonly organization_id: string,
    private readonly currency: string,
    private readonly seed: number,
    private readonly calendar: Calendar,
    private readonly masterData: MasterData,
    private readonly makeId: MakeId,
  ) {}

  /** The purchase order to a supplier for a location in a week, created with its first line. */
  purchase(supplier: number, location: number, week: number): Order {
    const key = `${supplier}/${location}/${week}`
    const madeOrder = this.#made.get(key)
    if (madeOrder) return madeOrder
    const chance = hashOf(this.seed, supplier, location, week) / 2 ** 32
    const of = this.masterData.suppliers[supplier]!
    const leadWeeks = Math.ceil(of.lead_time_days / 7)
    const arrives = week + leadWeeks + weeksLate(of, chance)
    const isSplit = hashOf(this.seed, week, location, supplier) % 8 === 0
    const fallsShort = hashOf(this.seed, location, week, supplier, 1) % 3 > 0
    const now = this.calendar.week_count - 1
    const order = this.#make({
      prefix: 'PO',
      type: 'purchase',
      supplier,
      location,
      source: null,
      week,
      due_on: mondayOf(this.calendar, week + leadWeeks),
      arrivals: isSplit ? [arrives, arrives + 2] : [arrives],
      waits: week === now ? (location === 0 ? 'draft' : 'approved') : null,
      filled: fallsShort ? of.fill_share : 1,
    })
    this.#add(order, openStatuses.includes(order.status) && chance > 0.9)
    this.#made.set(key, order)
    return order
  }

  /** A transfer from the central warehouse to a store, delivered a week later. */
  transfer(location: number, week: number): Order {
    const key = `t/${location}/${week}`
    const madeOrder = this.#made.get(key)
    if (madeOrder) return madeOrder
    const arrives = week + 1
    const due_on = mondayOf(this.calendar, arrives)
    const placed = { location, source: 0, supplier: null, week, due_on, arrivals: [arrives], waits: null, filled: 1 }
    const order = this.#make({ prefix: 'TO', type: 'transfer', ...placed })
    this.#add(order, false)
    this.#made.set(key, order)
    return order
  }

  /** A manufacturing order of this week: completed at `made_at`, or approved and not started. */
  manufacturing(location: number, made_at: string | null): Order {
    const week = this.calendar.week_count - 1
    const due_on = this.calendar.days[(week + 1) * 7 + 4]!
    const placed = { location, source: location, supplier: null, week, due_on, filled: 1 }
    const done =
      made_at === null ? { arrivals: [week + 1], waits: 'approved' as const } : { arrivals: [week], waits: null }
    const order = this.#make({ prefix: 'MO', type: 'manufacturing', ...placed, ...done, made_at })
    this.#add(order, false)
    return order
  }

  /** Adds a line with its deliveries; returns its id and the units still open. */
  line(
    order: Order,
    variant_id: string,
    quantity: number,
    cost: number,
    category: number,
  ): { line_id: string; open: number } {
    const line_id = this.makeId('purchase_order_line', this.lines.row_count)
    const now = this.calendar.week_count - 1
    const parts = splitUnits(quantity, order)
    const delivered = parts.reduce((sum, units, i) => sum + (order.deliveries[i]!.week <= now ? units : 0), 0)
    const open = openStatuses.includes(order.status) ? quantity - delivered : 0
    const ships = order.status !== 'approved' && order.deliveries.some(({ week }) => week > now && week <= now + 2)
    const confirmed = order.is_confirmed ? String(quantity) : '\\N'
    const duty = order.type === 'purchase' ? '500' : '\\N'
    this.lines.addLine(
      `${this.organization_id}\t${order.purchase_order_id}\t${line_id}\t${variant_id}\t${quantity}\t${confirmed}\t${ships ? open : 0}\t${delivered}\t${costText(cost)}\t${duty}\n`,
    )
    order.units += quantity
    order.units_delivered += delivered
    order.first_variant_id ??= variant_id
    if (order.commitment !== null) {
      const key = `${order.commitment}/${category}`
      this.drawn.set(key, (this.drawn.get(key) ?? 0) + quantity * cost)
    }
    return { line_id, open }
  }

  #make(one: {
    prefix: string
    type: Order['type']
    supplier: number | null
    location: number
    source: number | null
    week: number
    due_on: string
    arrivals: readonly number[]
    waits: 'draft' | 'approved' | null
    filled: number
    made_at?: string | null
  }): Order {
    const { prefix, arrivals, waits, made_at, ...order } = one
    const now = this.calendar.week_count - 1
    const number = this.#count++
    const name = `${prefix}-${10_000 + number}`
    const type = deliveryDocuments[one.type]
    const purchase_order_id = this.makeId('purchase_order', number)
    const deliveries = arrivals.map((week, i) => {
      const delivery_id = this.makeId('delivery', number * 2 + i)
      return {
        week,
        part: arrivals.length === 1 ? 1 : i === 0 ? 0.6 : 0.4,
        received_at:
          made_at ?? `${mondayOf(this.calendar, week)} ${one.type === 'transfer' ? '06:30:00' : '06:00:00'}+00`,
        delivery_id,
        document: {
          type,
          id: one.type === 'transfer' ? purchase_order_id : delivery_id,
          name: arrivals.length > 1 ? `${name}/${i + 1}` : name,
        },
      }
    })
    const arrived = deliveries.filter(({ week }) => week <= now).length
    const ended = one.filled < 1 ? 'closed' : 'delivered'
    const status = arrived === deliveries.length ? ended : arrived > 0 ? 'partially_delivered' : 'issued'
    return {
      ...order,
      purchase_order_id,
      name,
      deliveries,
      status: waits ?? status,
      is_confirmed: waits === null && (one.type !== 'purchase' || arrivals[0]! <= now || one.week < now - 1),
      commitment: one.type === 'purchase' && one.location === 0 ? commitmentOf(this.calendar, one.week) : null,
      units: 0,
      units_delivered: 0,
      first_variant_id: null,
    }
  }

  #add(order: Order, isHeld: boolean): void {
    const { calendar, masterData } = this
    const now = calendar.week_count - 1
    const arrived = order.deliveries.filter(({ week }) => week <= now)
    const ordered = mondayOf(calendar, order.week)
    const supplier = order.supplier === null ? null : masterData.suppliers[order.supplier]!
    const created_at = `${ordered} 08:00:00+00`
    const approved_at = order.status === 'draft' ? null : `${ordered} 09:00:00+00`
    const sent_at = order.type === 'transfer' ? `${ordered} 15:00:00+00` : `${ordered} 10:00:00+00`
    const issued_at = order.status === 'draft' || order.status === 'approved' ? null : sent_at
    const lastAt = arrived.at(-1)?.received_at ?? null
    const ended_at = order.status === 'delivered' || order.status === 'closed' ? lastAt : null
    this.headers.add(this.organization_id, [
      order.purchase_order_id,
      order.name,
      null,
      order.type,
      order.status,
      isHeld,
      isHeld ? holdReasons[this.#count % 2]! : null,
      supplier?.supplier_id,
      masterData.location_ids[order.location],
      order.source === null ? null : masterData.location_ids[order.source],
      this.currency,
      ordered,
      order.due_on,
      supplier &&
        mondayOf(
          calendar,
          Math.min(order.week + Math.ceil(supplier.lead_time_days / 7) + 6, calendar.days.length / 7 - 1),
        ),
      supplier && mondayOf(calendar, order.week + 1),
      order.commitment === null ? null : this.makeId('commitment', order.commitment),
      isHeld ? 'Asked the supplier to wait.' : null,
      supplier && overseas.includes(supplier.country_code) ? 420_000 : null,
      approved_at,
      issued_at,
      ended_at,
      order.type === 'purchase' ? 'user:Buying' : order.type === 'transfer' ? 'user:Allocation' : 'user:Workshop',
      created_at,
      lastAt ?? issued_at ?? approved_at ?? created_at,
    ])
    for (const delivery of arrived) this.#arrive(order, delivery)
    if (order.type === 'purchase' && openStatuses.includes(order.status)) this.open.push(order)
    if (order.status === 'closed' && this.short.length < shortOrdersMax) this.short.push(order)
  }

  #arrive(order: Order, { received_at, delivery_id, document }: Delivery): void {
    this.deliveries.add(this.organization_id, [
      delivery_id,
      order.purchase_order_id,
      this.masterData.location_ids[order.location],
      received_at,
      `DN-${document.name.slice(3)}`,
      delivery_id,
      'user:Goods in',
      received_at,
      received_at,
    ])
  }
}

const deliveryDocuments = {
  purchase: 'purchase_order_delivery',
  transfer: 'transfer_order_delivery',
  manufacturing: 'manufacturing_order',
} as const

/** Units of a line by delivery. */
export function splitUnits(quantity: number, { deliveries, filled }: Order): number[] {
  const comes = Math.floor(quantity * filled)
  if (deliveries.length === 1) return [comes]
  const first = Math.floor(comes * deliveries[0]!.part)
  return [first, comes - first]
}
