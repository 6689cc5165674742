/** Sales and returns of a variant week by week, limited by stock: one row for each day, channel and location. */
import { priceAt, type Product, type Variant } from './assortment.ts'
import type { TradingHistory } from './trading_history.ts'
import type { Random } from './random.ts'
import { type DayFigures, figuresOfOrders, returnsOfLines } from './selling/day_figures.ts'
import { type Sold, wholesaleStream as wholesale } from './selling/sold_orders.ts'

/** Channel and fulfilling location of a sale, as indexes of the lists in master_data.ts. */
export const streams = [
  { channel: 0, location: 0, share: 0.5 },
  { channel: 0, location: 1, share: 0 },
  { channel: 1, location: 1, share: 0.18 },
  { channel: 2, location: 2, share: 0.2 },
  { channel: 2, location: 3, share: 0.12 },
  { channel: 3, location: 0, share: 0 },
] as const
const onlineWest = 1
/** Cumulative share of a week's units, Monday to Sunday. */
const weekdayShareTo = [0.12, 0.23, 0.35, 0.48, 0.64, 0.84, 1]
const streamShareTo = [0.5, 0.5, 0.68, 0.88, 1, 1]
const keys = streams.length * 7
/** Cost in cents of units whose unit cost is in ten-thousandths. */
const costCents = (units: number, cost: number) => Math.round((units * cost) / 100)
const wholesalePrice = 0.55
const taxRate = 0.08

/** Units in transit back: the week of arrival, the stream, the amount paid, and the lines of orders that they are of. */
interface Returning {
  week: number
  stream: number
  units: number
  cents: number
  parts: ReturnType<typeof returnsOfLines>
}

/** Reused by every week of every variant: allocating them each time would dominate the run time. */
const sold = new Int32Array(keys)
const cameBack = new Int32Array(keys)
const backCents = new Float64Array(keys)

interface SoldDay {
  week: number
  /** Stream times seven plus the day of the week. */
  key: number
  units: number
  back: number
  unit_price_cents: number
  regular_unit_price_cents: number
  discount_share: number
  tax_share: number
  cost: number | null
}

const returnKey = ({ stream, units, week }: Returning, days: number) => stream * 7 + ((units + week) % days)

/** Figures of a day of which only the sums are known. */
function figuresOfDay({ key, units, back, unit_price_cents, cost, ...of }: SoldDay): DayFigures {
  const gross = units * unit_price_cents
  const discount = Math.round(gross * of.discount_share)
  return {
    gross,
    discount,
    returns: backCents[key]!,
    tax: Math.round((gross - discount) * of.tax_share),
    costed: cost === null ? 0 : units + back,
    cost_cents: cost === null ? 0 : costCents(units, cost) - costCents(back, cost),
    regular_value: units * of.regular_unit_price_cents,
    markdown: unit_price_cents < of.regular_unit_price_cents ? units : 0,
  }
}

export class Sales {
  readonly #random: Random
  readonly #history: TradingHistory
  readonly #product: Product
  readonly #variant: Variant
  /** Units a week at full price in an average week. */
  readonly #rate_of_sale: number
  readonly #returning: Returning[] = []
  /** Lines of orders of the current week; none where its sales are no orders. */
  lines: Sold[] = []

  constructor(history: TradingHistory, product: Product, variant: Variant, rate_of_sale: number, random: Random) {
    this.#history = history
    this.#product = product
    this.#variant = variant
    this.#rate_of_sale = rate_of_sale
    this.#random = random
  }

  /**
   * `left` contains the units on hand by location; sales are subtracted from it. `costs` are the average costs there, in
   * ten-thousandths.
   */
  sell(week: number, left: number[], costs: readonly (number | null)[]): void {
    sold.fill(0)
    cameBack.fill(0)
    backCents.fill(0)
    const days = week === this.#history.last_week ? this.#history.calendar.last_week_days : 7
    let units = this.#random.poisson((this.#rate_of_sale * this.#product.effect[week]! * days) / 7)
    for (; units > 0; units--) this.#sellOne(left, days)
    this.#sellWholesale(left, week, days)
    this.#takeBack(week, days)
    this.#writeSales(week, costs)
  }

  #sellOne(left: number[], days: number): void {
    const random = this.#random
    const chance = random.next()
    let stream = streamShareTo.findIndex((reach) => chance < reach)
    if (!this.#product.listed[streams[stream]!.channel]) return
    // The west warehouse ships what is out of stock in the central one.
    if (stream === 0 && left[0]! <= 0) stream = onlineWest
    const { location } = streams[stream]!
    if (left[location]! <= 0) return
    left[location]!--
    const at = random.next()
    const day = weekdayShareTo.findIndex((reach) => at < reach)
    sold[stream * 7 + Math.min(day, days - 1)]!++
  }

  #sellWholesale(left: number[], week: number, days: number): void {
    const product = this.#product
    if (!product.listed[3] || !this.#random.chance(Math.min(0.2, this.#rate_of_sale * product.effect[week]! * 0.02)))
      return
    const units = 6 * this.#random.whole(1, 3)
    if (left[0]! < units) return
    left[0]! -= units
    sold[wholesale * 7 + Math.min(2, days - 1)]! += units
  }

  #takeBack(week: number, days: number): void {
    for (const one of this.#returning) {
      if (one.week !== week) continue
      const key = returnKey(one, days)
      cameBack[key]! += one.units
      backCents[key]! += one.cents
    }
  }

  /** One row for each day, channel and location on which something sold or came back. */
  #writeSales(week: number, costs: readonly (number | null)[]): void {
    const [history, product, variant] = [this.#history, this.#product, this.#variant]
    const price = product.price_cents[week]!
    const regular = Math.max(price, priceAt(product.full_price_cents, 1))
    this.lines = []
    for (let key = 0; key < keys; key++) {
      const [units, back] = [sold[key]!, cameBack[key]!]
      if (units === 0 && back === 0) continue
      const place = Math.floor(key / 7)
      const { channel, location } = streams[place]!
      const share = place === wholesale ? wholesalePrice : 1
      const of: SoldDay = {
        week,
        key,
        units,
        back,
        unit_price_cents: Math.round(price * share),
        regular_unit_price_cents: Math.round(regular * share),
        discount_share: place === wholesale ? 0 : product.discount[week]!,
        tax_share: place === wholesale ? 0 : taxRate,
        cost: costs[location] ?? null,
      }
      const soldLines = week < history.sold.first_week ? null : this.#makeLines(of)
      const figures = soldLines === null ? figuresOfDay(of) : this.#figuresOfOrders(of, soldLines)
      const { gross, discount, returns, tax, costed, cost_cents, regular_value, markdown } = figures
      const at = `${history.masterData.channel_ids[channel]}\t${history.masterData.location_ids[location]}`
      history.sales.addLine(
        `${history.organization_id}\t${variant.variant_id}\t${history.calendar.days[week * 7 + (key % 7)]}\t${at}\t${units}\t${back}\t${gross}\t${discount}\t${returns}\t${tax}\t${history.currency}\t${costed}\t${cost_cents}\t${units}\t${regular_value}\t${markdown}\n`,
      )
      if (units > 0 && place !== wholesale) this.#willReturn(week, place, units, (gross - discount) / units, soldLines)
    }
  }

  #makeLines({ week, key, units, ...priced }: SoldDay): Sold[] {
    const stream = Math.floor(key / 7)
    const placed = { variant_id: this.#variant.variant_id, stream, day: week * 7 + (key % 7), units }
    const soldLine = this.#history.sold.sell({ ...placed, ...priced })
    this.lines.push(...soldLine)
    return soldLine
  }

  /** Records what came back line by line, and sums it with what was sold. */
  #figuresOfOrders({ week, key, cost }: SoldDay, soldLines: readonly Sold[]): DayFigures {
    const history = this.#history
    const days = week === history.last_week ? history.calendar.last_week_days : 7
    const placed = { variant_id: this.#variant.variant_id, stream: Math.floor(key / 7), day: week * 7 + (key % 7) }
    const arrived = this.#returning.filter((one) => one.week === week && returnKey(one, days) === key)
    const returned = arrived.flatMap(({ units, cents, parts }) =>
      parts.length > 0
        ? parts.map((part) => history.sold.takeBack({ ...placed, ...part, cost: part.of.line.cost }))
        : [history.sold.takeBack({ ...placed, units, cents, tax_cents: Math.round(cents * taxRate), of: null, cost })],
    )
    return figuresOfOrders(soldLines, returned)
  }

  #willReturn(week: number, stream: number, units: number, paidCents: number, soldLines: readonly Sold[] | null): void {
    const rate = this.#product.profile.return_rate * (streams[stream]!.channel === 2 ? 0.35 : 1)
    let back = 0
    for (let i = 0; i < units; i++) if (this.#random.chance(rate)) back++
    if (back === 0) return
    const due = week + this.#random.whole(1, 3)
    if (due >= this.#history.calendar.week_count)
      return this.#history.announceReturn(this.#variant.variant_id, streams[stream]!.location, back, due)
    const parts = soldLines === null ? [] : returnsOfLines(soldLines, back, this.#history.currency)
    const cents = parts.length === 0 ? Math.round(back * paidCents) : parts.reduce((sum, part) => sum + part.cents, 0)
    this.#returning.push({ week: due, stream, units: back, cents, parts })
  }

  /** Units shipped from and returned to a location in the week. */
  movedAt(location: number): { out: number; back: number } {
    let [out, back] = [0, 0]
    for (const [i, stream] of streams.entries()) {
      if (stream.location !== location) continue
      for (let key = i * 7; key < i * 7 + 7; key++) [out, back] = [out + sold[key]!, back + cameBack[key]!]
    }
    return { out, back }
  }
}
