/** Sales orders in the model: what their lines hold, their cancellation, and the sales of the day. */
import { type Composition, costOfParts, partsOf } from '../bundles.ts'
import type { Counts } from '../counts.ts'
import { type Cost, dayOf, divide, type Moment, type Stock } from '../stock.ts'
import type { DaySales, Hold, Sale, SaleLine, SaleState, Shipment } from './sale.ts'
import type { UnknownCosts } from '../unknown_costs.ts'

export const noSales: DaySales = { units: 0, gross: 0, discounts: 0, returned: 0, returns: 0, costed: 0, cost: 0n }

export const addSales = (one: DaySales, other: DaySales): DaySales => ({
  units: one.units + other.units,
  gross: one.gross + other.gross,
  discounts: one.discounts + other.discounts,
  returned: one.returned + other.returned,
  returns: one.returns + other.returns,
  costed: one.costed + other.costed,
  cost: one.cost + other.cost,
})

export const costIn = (quantity: number, unit: Cost): Pick<DaySales, 'costed' | 'cost'> =>
  unit === null ? { costed: 0, cost: 0n } : { costed: quantity, cost: unit * BigInt(quantity) }

/** Surplus is no returned unit, and its cost comes back all the same. */
export function costBackIn(received: number, surplus: number, unit: Cost): Pick<DaySales, 'costed' | 'cost'> {
  const { costed, cost } = costIn(received, unit)
  return { costed: costed === 0 ? 0 : received - surplus, cost: -cost }
}

/** Units that shipped cost what they left at, the others what one cost when the order was placed. */
function consumerCost(units: number, { shipped, unit_cost }: SaleLine): Pick<DaySales, 'costed' | 'cost'> {
  const left = shipped.reduce((sum, { quantity }) => sum + quantity, 0)
  const parts = [...shipped, { quantity: Math.max(units - left, 0), cost: unit_cost }]
  const unknown = parts.reduce((sum, { quantity, cost }) => sum + (cost === null ? quantity : 0), 0)
  return {
    costed: Math.max(units - unknown, 0),
    cost: parts.reduce((sum, { quantity, cost }) => sum + (cost ?? 0n) * BigInt(quantity), 0n),
  }
}

/** Of cents that are for so many units, those of a part of them, rounded half up. */
export const share = (cents: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((2 * cents * part + whole) / (2 * whole))

/** Of cents of a line, those of its first units to ship; units beyond the agreed ones have none. */
export const shippedShare = (cents: number, { quantity }: SaleLine, units: number): number =>
  share(cents, Math.min(units, quantity), quantity)

/** An account pays for every unit that ships, a consumer for those that were agreed and not cancelled. */
export const charged = ({ is_wholesale }: Sale, { fulfilled, quantity, cancelled }: SaleLine): number =>
  is_wholesale ? fulfilled : Math.min(fulfilled, quantity - cancelled)

const worthOf = (parts: readonly { quantity: number; cost: Cost }[]): Cost =>
  parts.some(({ cost }) => cost === null)
    ? null
    : parts.reduce((sum, { quantity, cost }) => sum + BigInt(quantity) * cost!, 0n)

/** A part of a shipment whose cost becomes known; the shipment's is, once that of every part is. */
export function costShipment(line: SaleLine, shipment: Shipment, at: number, cost: bigint): void {
  shipment.parts[at]!.cost = cost
  shipment.cost = costOfParts(shipment.parts, shipment.quantity)
  if (shipment.booked !== null) Object.assign(shipment.booked, costIn(shipment.quantity, shipment.cost))
  costBack(line)
}

/** What came back at an unknown cost takes back what the units of its line cost, once that of all of them is known. */
function costBack({ shipped, back, fulfilled }: SaleLine): void {
  const left = worthOf(shipped)
  if (left === null) return
  for (const one of back) {
    if (one.cost !== null) continue
    one.cost = divide(left, fulfilled)
    Object.assign(one.booked, costBackIn(one.quantity, one.surplus, one.cost))
  }
}

export function costOfUnitsAway({ shipped, back, fulfilled, returned: all, excess }: SaleLine): Cost {
  const returned = all - excess
  const [left, came] = [worthOf(shipped), worthOf(back)]
  if (left === null) return null
  if (came === null || came > left || returned >= fulfilled) return divide(left, fulfilled)
  return divide(left - came, fulfilled - returned)
}

export const outstanding = (line: SaleLine): number => line.quantity - line.cancelled - (line.fulfilled - line.over)

export function stateOf({ is_draft, lines }: Sale): SaleState {
  if (is_draft) return 'draft'
  const sum = (of: (line: SaleLine) => number) => lines.map(of).reduce((all, one) => all + one, 0)
  const [open, shipped, held] = [sum(outstanding), sum((line) => line.fulfilled), sum((line) => line.allocated)]
  if (open === 0) return shipped > 0 ? 'fulfilled' : 'cancelled'
  if (shipped > 0) return 'partially_fulfilled'
  if (held === 0) return 'open'
  return held === open ? 'allocated' : 'partially_allocated'
}

export class Sales {
  readonly orders: Sale[] = []
  /** Sales that do not follow from the orders as they are: of wholesale shipments, and of returns. */
  readonly #booked: { key: string; figures: DaySales }[] = []

  constructor(
    readonly stock: Stock,
    readonly counting: Counts,
    readonly unknown: UnknownCosts,
    readonly catalogue_cost: Record<string, Cost>,
    readonly bundles: Composition,
    readonly today: () => string,
  ) {}

  place(
    sale: Pick<Sale, 'place' | 'is_wholesale' | 'is_draft' | 'freight' | 'freight_tax'>,
    lines: readonly Pick<SaleLine, 'sku' | 'quantity' | 'price' | 'discount' | 'tax'>[],
  ) {
    const none = {
      allocated: 0,
      fulfilled: 0,
      cancelled: 0,
      over: 0,
      returned: 0,
      surplus: 0,
      excess: 0,
      is_rejected: false,
      day: null,
      zeroed: null,
    }
    const order: Sale = {
      ...sale,
      id: '',
      line_ids: [],
      recorded: this.stock.now,
      ordered: this.stock.now,
      origin: null,
      day: null,
      left_at: null,
      departures: [],
      is_on_request: false,
      is_short: false,
      lines: lines.map((line) => {
        return { ...line, ...none, shipped: [], back: [], unit_cost: this.catalogue_cost[line.sku]! }
      }),
    }
    this.orders.push(order)
    return order
  }

  /** An order was placed by the time it was recorded, or goods of it left; one that was split off, with the one it comes from. */
  redate(): void {
    const placed = (sale: Sale): Moment =>
      Math.min(
        sale.recorded,
        ...sale.departures.map(({ left_at }) => left_at),
        ...(sale.origin === null ? [] : [placed(sale.origin)]),
      )
    for (const sale of this.orders) sale.ordered = placed(sale)
  }

  /** Each line in turn, or some of them, holds what is left at the order's place. */
  hold(sale: Sale, only: readonly SaleLine[] = sale.lines, most?: ReadonlyMap<SaleLine, number>): void {
    for (const line of only) {
      const available = partsOf(this.bundles, line.sku).map(({ sku, units }) => {
        return Math.floor(this.stock.available(sku, sale.place) / units)
      })
      const units = Math.max(Math.min(outstanding(line) - line.allocated, most?.get(line) ?? Infinity, ...available), 0)
      if (units > 0) this.commit(sale, line, units)
    }
  }

  commit(sale: Sale, line: SaleLine, units: number): void {
    line.allocated += units
    for (const part of partsOf(this.bundles, line.sku))
      this.stock.at(part.sku, sale.place).committed += units * part.units
  }

  /** Says what it lacks now, or only that it lacks nothing any more. */
  tell(sale: Sale, isNews: boolean): void {
    const lacking = sale.lines.reduce((all, line) => all + outstanding(line) - line.allocated, 0)
    const isShort = lacking > 0 && !sale.is_draft && !sale.is_on_request
    sale.is_short = isShort && (isNews || sale.is_short)
  }

  /** A place that was never asked about has no level; asking for units of one makes it. */
  allocate(sale: Sale): number {
    if (['draft', 'fulfilled', 'cancelled'].includes(stateOf(sale))) return 409
    sale.is_on_request = false
    this.hold(sale)
    this.tell(sale, true)
    return 200
  }

  /** Agreed units of each line; 0 rejects it. */
  confirm(sale: Sale, agreed: readonly number[]): number {
    if (!sale.is_draft) return 409
    sale.lines.forEach((line, i) => {
      line.discount = share(line.discount, agreed[i]!, line.quantity)
      line.tax = share(line.tax, agreed[i]!, line.quantity)
      line.quantity = agreed[i]!
      line.is_rejected = agreed[i] === 0
    })
    sale.is_draft = false
    this.hold(sale)
    this.tell(sale, true)
    return 200
  }

  cancel(sale: Sale): number {
    const state = stateOf(sale)
    if (state === 'fulfilled') return 409
    if (state === 'cancelled') return 200
    for (const line of sale.lines) {
      this.commit(sale, line, -line.allocated)
      line.cancelled += outstanding(line)
    }
    sale.is_draft = false
    this.tell(sale, false)
    return 200
  }

  /** Holds of other orders that stock no longer covers are released, the newest order first; returns them. */
  releaseOverheld(sale: Sale | null, place: string, skus: readonly string[]): Hold[] {
    const released: Hold[] = []
    const excess = new Map(
      skus.map((sku) => {
        const { on_hand, committed } = this.stock.at(sku, place)
        return [sku, Math.max(committed - Math.max(on_hand, 0), 0)]
      }),
    )
    const others = this.orders
      .toReversed()
      .toSorted((a, b) => b.ordered - a.ordered)
      .filter((one) => one !== sale && one.place === place)
    for (const other of others)
      for (const line of other.lines) {
        const parts = partsOf(this.bundles, line.sku)
        const beyond = parts.map((part) => Math.ceil((excess.get(part.sku) ?? 0) / part.units))
        const units = Math.min(Math.max(0, ...beyond), line.allocated)
        if (units === 0) continue
        this.commit(other, line, -units)
        other.is_short = true
        released.push({ sale: other, line, units })
        for (const part of parts)
          if (excess.has(part.sku)) excess.set(part.sku, Math.max(excess.get(part.sku)! - units * part.units, 0))
      }
    return released
  }

  /** A sale that was none after all. */
  forget(figures: DaySales): void {
    Object.assign(figures, noSales)
  }

  /** Sales that are of their day whatever becomes of the order. */
  count(sale: Sale, sku: string, place: string, when: Moment | undefined, figures: DaySales): DaySales {
    const day = (when === undefined ? null : dayOf(when)) ?? this.today()
    const one = { ...figures }
    this.#booked.push({ key: `${sku} ${channelOf(sale)} ${place} ${day}`, figures: one })
    return one
  }

  /** Sales by variant, channel, location and day; consumer orders count as they are now. */
  days(): Map<string, DaySales> {
    const days = new Map<string, DaySales>()
    for (const { key, figures } of this.#booked) addTo(days, key, figures)
    for (const sale of this.orders)
      for (const line of sale.is_wholesale ? [] : sale.lines) {
        const { sku, quantity, cancelled, price, discount } = line
        const units = quantity - cancelled
        const discounts = share(discount, units, quantity)
        const figures = { ...noSales, units, gross: units * price, discounts, ...consumerCost(units, line) }
        addTo(days, `${sku} ${channelOf(sale)} ${sale.place} ${dayOf(sale.ordered) ?? this.today()}`, figures)
      }
    return days
  }
}

const channelOf = ({ is_wholesale }: Sale): string => (is_wholesale ? 'Trade' : 'Shop')

function addTo(days: Map<string, DaySales>, key: string, part: DaySales): void {
  days.set(key, addSales(days.get(key) ?? noSales, part))
}
