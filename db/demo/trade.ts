/**
 * Two years of one variant, week by week: what arrives, what a count finds, what sells while stock lasts, what comes
 * back, and what is bought anew. Sales, ledger and orders are written from the same events, so they agree.
 */
import type { Product, Variant } from './assortment.ts'
import type { Books } from './books.ts'
import { type Order, splitUnits } from './orders.ts'
import { type Random, randomOf } from './random.ts'
import { costText } from './range_rows.ts'
import { Sales, streams } from './sales.ts'
import { Shelf } from './shelf.ts'

const fixed_actor = 'system:Merchandise flow'
/** Forecasts are made for what sells at least this many units a week. */
const forecast_pace_min = 0.6
const forecast_weeks = [26, 6] as const

interface Arrival {
  week: number
  location: number
  units: number
  order: Order
  delivery: number
  line_id: string
  kind: 'receipt' | 'transfer_in'
  cost: number
}

export class VariantTrade {
  readonly #random: Random
  readonly shelves: readonly Shelf[]
  readonly #pace: number
  readonly #arrivals: Arrival[] = []
  readonly #sales: Sales
  readonly #lead_weeks: number

  constructor(
    readonly books: Books,
    readonly product: Product,
    readonly variant: Variant,
    appeal_sum: number,
  ) {
    this.#random = randomOf(books.seed, 3, variant.index)
    this.#pace = (product.pace * variant.appeal) / appeal_sum
    const { own, currency, places, movements } = books
    this.shelves = places.location_ids.map((id) => new Shelf(movements, own, currency, variant.variant_id, id))
    this.#sales = new Sales(books, product, variant, this.#pace, this.#random)
    this.#lead_weeks = Math.ceil(places.suppliers[product.supplier]!.lead_time_days / 7)
  }

  run(): void {
    const { product, books } = this
    if (product.status !== 'DRAFT') {
      this.#open(product.first_week)
      for (let week = product.first_week; week < books.calendar.week_count; week++) {
        this.#receive(week)
        this.#count(week)
        if (week < product.last_week) this.#restock(week)
        this.#sales.sell(
          week,
          this.shelves.map(({ on_hand }) => on_hand),
        )
        this.#writeMoves(week)
      }
      this.#forecast()
    }
  }

  #costAt = (week: number): number => this.product.cost[week >= this.product.cost_week ? 1 : 0]

  /** Units expected to sell at full stock from one week up to another, by these streams. */
  #expected(streams_of: readonly number[], from: number, to: number): number {
    const { effect_before, listed } = this.product
    const share = streams_of.reduce((sum, i) => sum + (listed[streams[i]!.channel] ? streams[i]!.share : 0), 0)
    const last = Math.min(to, effect_before.length - 1)
    return this.#pace * share * Math.max(0, effect_before[last]! - effect_before[Math.min(from, last)]!)
  }

  #open(week: number): void {
    const { books, product } = this
    const random = this.#random
    const at = books.monday(week, '06:00:00')
    const cover = this.#lead_weeks + 6
    for (const [i, shelf] of this.shelves.entries()) {
      const serves = i === 0 ? [0, 3, 4] : i === 1 ? [2] : [i + 1]
      if (i > 0 && !product.listed[i === 1 ? 1 : 2]) continue
      const units = Math.ceil(this.#expected(serves, week, week + (i < 2 ? cover : 4)) * (0.7 + 0.6 * random.next()))
      const opened = units + random.whole(0, i === 0 ? 4 : 2)
      if (opened === 0) continue
      const document = { type: 'ledger_opening', id: books.own, name: 'Opening stock' }
      shelf.move('opening', opened, at, document, `${this.variant.variant_id} ${i}`, this.#costAt(week), fixed_actor)
    }
  }

  #receive(week: number): void {
    for (const arrival of this.#arrivals) {
      if (arrival.week !== week || arrival.units === 0) continue
      const { kind, order, delivery, line_id, cost } = arrival
      const at = this.books.monday(week, kind === 'receipt' ? '06:00:00' : '06:30:00')
      const { delivery_id, document } = order.deliveries[delivery]!
      const line = order.type === 'transfer' ? `${line_id} ${delivery_id}` : line_id
      this.shelves[arrival.location]!.move(kind, arrival.units, at, document, line, cost, fixed_actor)
    }
  }

  /** Counts find a unit more or less now and then; goods are damaged now and then. */
  #count(week: number): void {
    const { books, variant } = this
    const random = this.#random
    for (const stocktake of books.stocktakes) {
      if (stocktake.week !== week || (variant.index + stocktake.week) % 20 !== 0) continue
      const shelf = this.shelves[stocktake.location]!
      if (shelf.sequence === 0) continue
      const { on_hand, sequence, average } = shelf
      const counted = stocktake.is_posted || random.chance(0.4)
      const differs = random.chance(0.2) ? random.pick([-2, -1, -1, 1]) : 0
      const quantity = Math.max(0, on_hand + differs)
      const at = books.monday(week, '13:00:00')
      books.stocktake_lines.add(books.own, [
        stocktake.stocktake_id,
        variant.variant_id,
        books.places.location_ids[stocktake.location],
        on_hand,
        sequence,
        counted ? quantity : null,
        counted ? at : null,
        average === null ? null : costText(average),
        counted && stocktake.is_posted ? 0 : null,
      ])
      if (!stocktake.is_posted || quantity === on_hand) continue
      const document = { type: 'stocktake', id: stocktake.stocktake_id, name: stocktake.name }
      const line = `${variant.variant_id} ${books.places.location_ids[stocktake.location]}`
      shelf.move('stocktake', quantity - on_hand, at, document, line, null, 'user:Stock control')
    }
    if (!random.chance(0.002)) return
    const place = random.whole(0, 3)
    const shelf = this.shelves[place]!
    if (shelf.on_hand < 2) return
    const document = books.weekly('manual_adjustment', place, week)
    shelf.move('write_off', -1, books.monday(week, '14:00:00'), document, '\\N', null, 'user:Stock control')
  }

  /** Stores draw from the central warehouse every other week; warehouses buy when what they have runs short. */
  #restock(week: number): void {
    const { product, variant } = this
    for (const location of [2, 3]) {
      if ((week + location + variant.index) % 2 === 0 && product.listed[2]) this.#transfer(location, week)
    }
    if ((week + product.supplier) % 4 !== 0) return
    this.#buy(0, [0, 3, 4], week)
    if (product.listed[1]) this.#buy(1, [2], week)
  }

  #onTheWay = (location: number, week: number): number =>
    this.#arrivals.reduce((sum, one) => sum + (one.location === location && one.week > week ? one.units : 0), 0)

  #transfer(location: number, week: number): void {
    const central = this.shelves[0]!
    const shelf = this.shelves[location]!
    const need = this.#expected([location + 1], week, week + 5)
    const held = shelf.on_hand + this.#onTheWay(location, week)
    if (need < 0.25 || held >= need * 0.7) return
    const units = Math.min(Math.ceil(need * 1.4 - held), Math.floor(central.on_hand / 2))
    if (units < 1) return
    const { variant } = this
    const { orders } = this.books
    const order = orders.transfer(location, week)
    const cost = central.average ?? 0
    const { line_id, open } = orders.line(order, variant.variant_id, units, cost, this.product.category)
    const { document } = order.deliveries[0]!
    central.move('transfer_out', -units, this.books.monday(week, '15:00:00'), document, line_id, null, fixed_actor)
    shelf.incoming += open
    this.#arrivals.push({ week: week + 1, location, units, order, delivery: 0, line_id, kind: 'transfer_in', cost })
  }

  #buy(location: number, serves: readonly number[], week: number): void {
    const random = this.#random
    const { min_order_quantity, batch_size } = this.books.places.suppliers[this.product.supplier]!
    const shelf = this.shelves[location]!
    const horizon = week + this.#lead_weeks + 8
    const wanted = this.#expected(serves, week, horizon) * (0.75 + 0.5 * random.next())
    const held = shelf.on_hand + this.#onTheWay(location, week)
    if (wanted < 0.3 || held >= wanted * 0.7 || horizon >= this.product.last_week) return
    const units = Math.max(
      Math.ceil((wanted - held) / batch_size) * batch_size,
      location === 0 ? min_order_quantity : batch_size,
    )
    const order = this.books.orders.purchase(this.product.supplier, location, week)
    const cost = this.#costAt(week)
    const { line_id, open } = this.books.orders.line(order, this.variant.variant_id, units, cost, this.product.category)
    shelf.incoming += open
    for (const [delivery, part] of splitUnits(units, order).entries())
      this.#arrivals.push({
        week: order.deliveries[delivery]!.week,
        location,
        units: part,
        order,
        delivery,
        line_id,
        kind: 'receipt',
        cost,
      })
  }

  /** What left and what came back, one ledger row each by location and week. */
  #writeMoves(week: number): void {
    for (const [location, shelf] of this.shelves.entries()) {
      const { out, back } = this.#sales.movedAt(location)
      const { books } = this
      if (out > 0)
        shelf.move(
          'fulfilment',
          -out,
          books.weekEnd(week, '20:00:00'),
          books.weekly('channel_fulfilment', location, week),
          '\\N',
          null,
          fixed_actor,
        )
      if (back > 0)
        shelf.move(
          'return',
          back,
          books.weekEnd(week, '21:00:00'),
          books.weekly('return', location, week),
          '\\N',
          null,
          fixed_actor,
        )
    }
  }

  /** Forecasts of the last half year and the coming weeks, about a quarter off, of what sells often enough to be one. */
  #forecast(): void {
    const { books, product, variant } = this
    if (this.#pace < forecast_pace_min || product.status !== 'ACTIVE') return
    const [back, ahead] = forecast_weeks
    const random = randomOf(books.seed, 4, variant.index)
    for (const channel of [0, 2]) {
      if (!product.listed[channel]) continue
      const share = streams.reduce((sum, one) => sum + (one.channel === channel ? one.share : 0), 0)
      for (let week = Math.max(product.first_week, books.last_week - back); week < books.last_week + ahead; week++) {
        const units = this.#pace * share * product.effect[week]! * Math.exp(0.25 * random.normal() - 0.03)
        const made = Math.min(week - 1, books.last_week - 1)
        books.forecasts.addLine(
          `${books.own}\t${variant.variant_id}\t${books.places.channel_ids[channel]}\t${books.calendar.days[week * 7]}\t${units.toFixed(2)}\t${books.calendar.days[Math.max(0, made * 7 + 4)]} 12:00:00+00\n`,
        )
      }
    }
  }

  /** Writes the levels as they stand in the end. */
  close(): void {
    const { books, variant } = this
    for (const [i, shelf] of this.shelves.entries()) {
      const average = shelf.average === null ? '\\N' : costText(shelf.average)
      books.levels.addLine(
        `${books.own}\t${variant.variant_id}\t${books.places.location_ids[i]}\t${shelf.on_hand}\t${shelf.committed}\t${shelf.incoming}\t${average}\t${shelf.sequence}\n`,
      )
    }
  }
}
