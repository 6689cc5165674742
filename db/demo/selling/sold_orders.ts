/**
 * Sales of the last weeks as orders: the lines are made first, and the sales of a day are their sum. Lines are grouped
 * into orders of one channel, location and day; wholesale orders are also of one account.
 */
import { hashOf, type MakeId, type Random, randomOf } from '../random.ts'

export interface SoldLine {
  line_id: string
  line_number: number
  variant_id: string
  quantity: number
  unit_price_cents: number
  regular_unit_price_cents: number
  discount_cents: number
  tax_cents: number
  /** In ten-thousandths; null where it is unknown. */
  cost: number | null
  returned: number
}

/** shipped: all units left. held: units are allocated. open: no unit holds stock. */
type Progress = 'shipped' | 'held' | 'open'

export interface SoldOrder {
  index: number
  order_id: string
  fulfilment_id: string
  name: string
  stream: number
  day: number
  /** Minutes after midnight at which it was placed. */
  minute: number
  progress: Progress
  /** Index of the account; null for consumers. */
  account: number | null
  lines: SoldLine[]
}

export interface SoldReturn {
  line_id: string
  variant_id: string
  stream: number
  day: number
  units: number
  /** Null for a sale from before the first order. */
  of: { order: SoldOrder; line: SoldLine } | null
  cents: number
  tax_cents: number
  cost: number | null
}

export interface Sold {
  order: SoldOrder
  line: SoldLine
}

interface NewLines {
  variant_id: string
  stream: number
  day: number
  units: number
  unit_price_cents: number
  regular_unit_price_cents: number
  discount_share: number
  tax_share: number
  cost: number | null
}

export const wholesaleStream = 5
const codes = ['WEB', 'WEB', 'MKT', 'POS', 'POS', 'WS'] as const
/** Orders of the online store of the last day that have not shipped. */
const unshippedStreams = [0]
const accountLinesMax = 12
const accounts = 3
const dayMinutes = [360, 1_140] as const

/** So many weeks of sales are orders; a large demo has fewer, and the largest none. */
export const orderWeeksOf = (variants: number): number => Math.min(8, Math.floor(24_000 / variants))

export class SoldOrders {
  readonly orders: SoldOrder[] = []
  readonly returns: SoldReturn[] = []
  readonly #open = new Map<string, { order: SoldOrder; lines_left: number }>()
  readonly #numbers = new Map<string, number>()
  readonly #random: Random
  #lines = 0

  constructor(
    private readonly seed: number,
    private readonly days: readonly string[],
    private readonly makeId: MakeId,
    /** The first week whose sales are orders, and the last day that has elapsed. */
    readonly first_week: number,
    private readonly last_day: number,
  ) {
    this.#random = randomOf(seed, 6)
  }

  /** Divides units among lines of one or two units, each of an order; an account takes all of them on one line. */
  sell(sold: NewLines): Sold[] {
    const soldLines: Sold[] = []
    for (let left = sold.units; left > 0;) {
      const pair = left > 1 && this.#random.chance(0.15) ? 2 : 1
      const quantity = sold.stream === wholesaleStream ? left : pair
      soldLines.push(this.#addLine(sold, quantity))
      left -= quantity
    }
    return soldLines
  }

  #addLine(sold: NewLines, quantity: number): Sold {
    const { variant_id, stream, day, unit_price_cents, regular_unit_price_cents, cost } = sold
    const gross = quantity * unit_price_cents
    const discount_cents = Math.round(gross * sold.discount_share)
    const order = this.#orderFor(stream, day)
    const line: SoldLine = {
      line_id: this.makeId('order_line', this.#lines++),
      line_number: order.lines.length + 1,
      variant_id,
      quantity,
      unit_price_cents,
      regular_unit_price_cents,
      discount_cents,
      tax_cents: Math.round((gross - discount_cents) * sold.tax_share),
      cost,
      returned: 0,
    }
    order.lines.push(line)
    return { order, line }
  }

  #orderFor(stream: number, day: number): SoldOrder {
    const isWholesale = stream === wholesaleStream
    const account = isWholesale ? hashOf(this.seed, day, 61) % accounts : null
    const key = `${stream}/${day}`
    const openOrder = this.#open.get(key)
    if (openOrder !== undefined && openOrder.lines_left > 0) {
      openOrder.lines_left--
      return openOrder.order
    }
    const index = this.orders.length
    const numberKey = `${codes[stream]}/${day}`
    const number = (this.#numbers.get(numberKey) ?? 0) + 1
    this.#numbers.set(numberKey, number)
    const order: SoldOrder = {
      index,
      order_id: this.makeId('sales_order', index),
      fulfilment_id: this.makeId('fulfilment', index),
      name: `${codes[stream]}-${this.days[day]!.slice(2).replaceAll('-', '')}-${String(number).padStart(3, '0')}`,
      stream,
      day,
      minute: dayMinutes[0] + ((number * 37) % (dayMinutes[1] - dayMinutes[0])),
      progress: this.#progressOf(stream, day, index),
      account,
      lines: [],
    }
    this.orders.push(order)
    this.#open.set(key, { order, lines_left: (isWholesale ? accountLinesMax : this.#random.pick([1, 1, 2, 3])) - 1 })
    return order
  }

  #progressOf(stream: number, day: number, index: number): Progress {
    if (day !== this.last_day || !unshippedStreams.includes(stream)) return 'shipped'
    return (['held', 'open', 'shipped', 'shipped'] as const)[hashOf(this.seed, index, 62) % 4]!
  }

  /** Units that come back: those of earlier sales with what was paid, those of orders line by line. */
  takeBack(back: Omit<SoldReturn, 'line_id'>): SoldReturn {
    const returnLine = { ...back, line_id: this.makeId('order_return_line', this.returns.length) }
    this.returns.push(returnLine)
    return returnLine
  }
}
