/** Sales and returns of a variant week by week, limited by stock: one row for each day, channel and location. */
import { priceAt, type Product, type Variant } from './assortment.ts'
import type { TradingHistory } from './trading_history.ts'
import type { Random } from './random.ts'

/** Channel and fulfilling location of a sale, as indexes of the lists in master_data.ts. */
export const streams = [
  { channel: 0, location: 0, share: 0.5 },
  { channel: 0, location: 1, share: 0 },
  { channel: 1, location: 1, share: 0.18 },
  { channel: 2, location: 2, share: 0.2 },
  { channel: 2, location: 3, share: 0.12 },
  { channel: 3, location: 0, share: 0 },
] as const
const [onlineWest, wholesale] = [1, 5]
/** Cumulative share of a week's units, Monday to Sunday. */
const weekdayShareTo = [0.12, 0.23, 0.35, 0.48, 0.64, 0.84, 1]
const streamShareTo = [0.5, 0.5, 0.68, 0.88, 1, 1]
const keys = streams.length * 7
/** Of a unit cost in ten-thousandths. */
const costCents = (units: number, cost: number) => Math.round((units * cost) / 100)
const wholesalePrice = 0.55
const taxRate = 0.08

/** Reused by every week of every variant: allocating them each time would dominate the run time. */
const sold = new Int32Array(keys)
const cameBack = new Int32Array(keys)
const backCents = new Float64Array(keys)

export class Sales {
  readonly #random: Random
  readonly #history: TradingHistory
  readonly #product: Product
  readonly #variant: Variant
  /** Units a week at full price in an average week. */
  readonly #rate_of_sale: number
  /** Returns in transit: the week of arrival, the stream and the amount paid. */
  readonly #returning: { week: number; stream: number; units: number; cents: number }[] = []

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
      const key = one.stream * 7 + ((one.units + week) % days)
      cameBack[key]! += one.units
      backCents[key]! += one.cents
    }
  }

  /** One row for each day, channel and location on which something sold or came back. */
  #writeSales(week: number, costs: readonly (number | null)[]): void {
    const [history, product, variant] = [this.#history, this.#product, this.#variant]
    const price = product.price_cents[week]!
    const regular = Math.max(price, priceAt(product.full_price_cents, 1))
    for (let key = 0; key < keys; key++) {
      const [units, back] = [sold[key]!, cameBack[key]!]
      if (units === 0 && back === 0) continue
      const place = Math.floor(key / 7)
      const { channel, location } = streams[place]!
      const gross = units * (place === wholesale ? Math.round(price * wholesalePrice) : price)
      const discount = place === wholesale ? 0 : Math.round(gross * product.discount[week]!)
      const tax = place === wholesale ? 0 : Math.round((gross - discount) * taxRate)
      const day = history.calendar.days[week * 7 + (key % 7)]!
      const regularValue = units * (place === wholesale ? Math.round(regular * wholesalePrice) : regular)
      const cost = costs[location] ?? null
      const costed = cost === null ? '0\t0' : `${units + back}\t${costCents(units, cost) - costCents(back, cost)}`
      const at = `${history.masterData.channel_ids[channel]}\t${history.masterData.location_ids[location]}`
      history.sales.addLine(
        `${history.organization_id}\t${variant.variant_id}\t${day}\t${at}\t${units}\t${back}\t${gross}\t${discount}\t${backCents[key]}\t${tax}\t${history.currency}\t${costed}\t${units}\t${regularValue}\t${price < regular ? units : 0}\n`,
      )
      if (units > 0 && place !== wholesale) this.#willReturn(week, place, units, (gross - discount) / units)
    }
  }

  #willReturn(week: number, stream: number, units: number, paidCents: number): void {
    const rate = this.#product.profile.return_rate * (streams[stream]!.channel === 2 ? 0.35 : 1)
    let back = 0
    for (let i = 0; i < units; i++) if (this.#random.chance(rate)) back++
    if (back === 0) return
    const due = week + this.#random.whole(1, 3)
    if (due >= this.#history.calendar.week_count)
      this.#history.announceReturn(this.#variant.variant_id, streams[stream]!.location, back, due)
    else this.#returning.push({ week: due, stream, units: back, cents: Math.round(back * paidCents) })
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
