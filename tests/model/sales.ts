/** Sales orders in the model: holds, shipments, cancellations and returns of their lines, and the sales of the day. */
import { type Cost, divide, type Stock } from './stock.ts'

export interface SaleLine {
  sku: string
  quantity: number
  price: number
  /** Of all its units, in cents. */
  discount: number
  tax: number
  allocated: number
  fulfilled: number
  cancelled: number
  over: number
  returned: number
  /** In order, with what was paid for the units. */
  shipped: { quantity: number; cost: Cost; paid: number }[]
  /** What came back, in order. */
  back: { quantity: number; cost: Cost }[]
}

export type SaleState =
  | 'draft'
  | 'open'
  | 'partially_allocated'
  | 'allocated'
  | 'partially_fulfilled'
  | 'fulfilled'
  | 'cancelled'

export interface Sale {
  id: string
  line_ids: string[]
  place: string
  is_wholesale: boolean
  is_draft: boolean
  /** Supplied for the whole order, in cents. */
  freight: number
  freight_tax: number
  lines: SaleLine[]
}

export interface Units {
  line: number
  quantity: number
}

/** What a day has of a variant at a location in a channel. */
export interface DaySales {
  units: number
  gross: number
  discounts: number
  returned: number
  returns: number
}

/** Of cents that are for so many units, those of a part of them, rounded half up. */
export const share = (cents: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((2 * cents * part + whole) / (2 * whole))

/** Of cents of a line, those of its first units to ship; units beyond the agreed ones have none. */
export const shippedShare = (cents: number, { quantity }: SaleLine, units: number): number =>
  share(cents, Math.min(units, quantity), quantity)

/** An account pays for every unit that ships, a consumer for those that were agreed and not cancelled. */
const charged = ({ is_wholesale }: Sale, { fulfilled, quantity, cancelled }: SaleLine): number =>
  is_wholesale ? fulfilled : Math.min(fulfilled, quantity - cancelled)

/** What was paid for the first units that shipped: of each shipment a share, and nothing for the surplus, which was last. */
function paidForFirst(sale: Sale, line: SaleLine, units: number): number {
  let [paid, back, open] = [0, units, charged(sale, line)]
  for (const shipment of line.shipped) {
    const ofShipment = Math.min(open, shipment.quantity)
    paid += share(shipment.paid, Math.min(back, ofShipment), ofShipment)
    open -= ofShipment
    back = Math.max(back - shipment.quantity, 0)
  }
  return paid
}

const worthOf = (parts: readonly { quantity: number; cost: Cost }[]): Cost =>
  parts.some(({ cost }) => cost === null)
    ? null
    : parts.reduce((sum, { quantity, cost }) => sum + BigInt(quantity) * cost!, 0n)

function costOfUnitsAway({ shipped, back, fulfilled, returned }: SaleLine): Cost {
  const [left, came] = [worthOf(shipped), worthOf(back)]
  if (left === null) return null
  if (came === null || came > left || returned >= fulfilled) return divide(left, fulfilled)
  return divide(left - came, fulfilled - returned)
}

const outstanding = (line: SaleLine): number => line.quantity - line.cancelled - (line.fulfilled - line.over)

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
  readonly #booked = new Map<string, DaySales>()

  constructor(readonly stock: Stock) {}

  place(
    sale: Pick<Sale, 'place' | 'is_wholesale' | 'is_draft' | 'freight' | 'freight_tax'>,
    lines: readonly Pick<SaleLine, 'sku' | 'quantity' | 'price' | 'discount' | 'tax'>[],
  ) {
    const none = { allocated: 0, fulfilled: 0, cancelled: 0, over: 0, returned: 0 }
    const order: Sale = {
      ...sale,
      id: '',
      line_ids: [],
      lines: lines.map((line) => ({ ...line, ...none, shipped: [], back: [] })),
    }
    this.orders.push(order)
    return order
  }

  /** Each line in turn holds what is left at the order's place. */
  #hold(sale: Sale): void {
    for (const line of sale.lines) {
      const units = Math.min(
        outstanding(line) - line.allocated,
        Math.max(this.stock.available(line.sku, sale.place), 0),
      )
      if (units <= 0) continue
      line.allocated += units
      this.stock.at(line.sku, sale.place).committed += units
    }
  }

  #release(sale: Sale, line: SaleLine, units: number): void {
    line.allocated -= units
    if (units > 0) this.stock.at(line.sku, sale.place).committed -= units
  }

  /** A place that was never asked about has no level; asking for units of one makes it. */
  allocate(sale: Sale): number {
    if (['draft', 'fulfilled', 'cancelled'].includes(stateOf(sale))) return 409
    this.#hold(sale)
    return 200
  }

  /** Agreed units of each line; 0 rejects it. */
  confirm(sale: Sale, agreed: readonly number[]): number {
    if (!sale.is_draft) return 409
    sale.lines.forEach((line, i) => {
      line.discount = share(line.discount, agreed[i]!, line.quantity)
      line.tax = share(line.tax, agreed[i]!, line.quantity)
      line.quantity = agreed[i]!
    })
    sale.is_draft = false
    this.#hold(sale)
    return 200
  }

  cancel(sale: Sale): number {
    const state = stateOf(sale)
    if (state === 'fulfilled') return 409
    if (state === 'cancelled') return 200
    for (const line of sale.lines) {
      this.#release(sale, line, line.allocated)
      line.cancelled += outstanding(line)
    }
    sale.is_draft = false
    return 200
  }

  /** Whatever is reported leaves stock, at the average cost of its place. */
  ship(sale: Sale, from: string, units: readonly Units[]): number {
    if (sale.is_draft) return 409
    for (const { line: at, quantity } of units) {
      const line = sale.lines[at]!
      const [row] = this.stock.book([{ sku: line.sku, place: from, kind: 'fulfilment', delta: -quantity }])
      this.#release(sale, line, Math.min(line.allocated, quantity))
      const before = charged(sale, line)
      line.fulfilled += quantity
      const gross = (charged(sale, line) - before) * line.price
      const discounts =
        shippedShare(line.discount, line, charged(sale, line)) - shippedShare(line.discount, line, before)
      line.over = Math.max(line.fulfilled + line.cancelled - line.quantity, 0)
      line.shipped.push({ quantity, cost: row!.cost, paid: gross - discounts })
      if (sale.is_wholesale) this.#add(sale, line.sku, from, { units: quantity, gross, discounts })
    }
    return 201
  }

  /** Units come back at the average cost of those of their line that are still away. */
  giveBack(sale: Sale, { line: at, quantity }: Units, restocked: number): number {
    const line = sale.lines[at]!
    if (line.fulfilled === 0 || quantity > line.fulfilled - line.returned) return 409
    const before = paidForFirst(sale, line, line.returned)
    const cost = costOfUnitsAway(line)
    line.returned += quantity
    line.back.push({ quantity, cost })
    const returns = paidForFirst(sale, line, line.returned) - before
    if (restocked > 0) this.stock.book([{ sku: line.sku, place: sale.place, kind: 'return', delta: restocked, cost }])
    this.#add(sale, line.sku, sale.place, { returned: quantity, returns })
    return 200
  }

  #add({ is_wholesale }: Sale, sku: string, place: string, part: Partial<DaySales>): void {
    addTo(this.#booked, `${sku} ${is_wholesale ? 'Trade' : 'Shop'} ${place}`, part)
  }

  /** Sales of the day by variant, channel and location; consumer orders count as they are now. */
  day(): Map<string, DaySales> {
    const day = new Map([...this.#booked].map(([key, part]) => [key, { ...part }]))
    for (const { is_wholesale, place, lines } of this.orders)
      for (const { sku, quantity, cancelled, price, discount } of is_wholesale ? [] : lines) {
        const units = quantity - cancelled
        const discounts = share(discount, units, quantity)
        addTo(day, `${sku} Shop ${place}`, { units, gross: units * price, discounts })
      }
    return day
  }
}

function addTo(day: Map<string, DaySales>, key: string, part: Partial<DaySales>): void {
  const sum = day.get(key) ?? { units: 0, gross: 0, discounts: 0, returned: 0, returns: 0 }
  for (const name of ['units', 'gross', 'discounts', 'returned', 'returns'] as const) sum[name] += part[name] ?? 0
  day.set(key, sum)
}
