/**
 * Simulates two years of a variant week by week: receipts, stocktakes, sales, returns and replenishment. Sales, ledger
 * and orders are written from the same events, so they agree.
 */
import type { Product, Variant } from './assortment.ts'
import type { TradingHistory } from './trading_history.ts'
import { type Order, splitUnits } from './purchasing/orders.ts'
import { type Random, randomOf } from './random.ts'
import { costText } from './range_rows.ts'
import { Sales, streams } from './sales.ts'
import { shippedAt } from './selling/day_figures.ts'
import { StockLevel } from './stock_level.ts'

const fixedActor = 'system:Merchandise flow'
/** Variants below this many units a week get no forecast. */
const forecastRateOfSaleMin = 0.6
const forecastWeeks = [26, 6] as const

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

export class VariantHistory {
  readonly #random: Random
  readonly levels: readonly StockLevel[]
  readonly #rate_of_sale: number
  readonly #arrivals: Arrival[] = []
  readonly #sales: Sales
  readonly #lead_weeks: number

  constructor(
    readonly history: TradingHistory,
    readonly product: Product,
    readonly variant: Variant,
    appealSum: number,
  ) {
    this.#random = randomOf(history.seed, 3, variant.index)
    this.#rate_of_sale = (product.rate_of_sale * variant.appeal) / appealSum
    const { organization_id, currency, masterData, movements } = history
    this.levels = masterData.location_ids.map(
      (id) => new StockLevel(movements, organization_id, currency, variant.variant_id, id),
    )
    this.#sales = new Sales(history, product, variant, this.#rate_of_sale, this.#random)
    this.#lead_weeks = Math.ceil(masterData.suppliers[product.supplier]!.lead_time_days / 7)
  }

  simulate(): void {
    const { product, history } = this
    if (product.status !== 'DRAFT') {
      this.#open(product.first_week)
      for (let week = product.first_week; week < history.calendar.week_count; week++) {
        this.#receive(week)
        this.#count(week)
        if (week < product.last_week) this.#restock(week)
        this.#sales.sell(
          week,
          this.levels.map(({ on_hand }) => on_hand),
          this.levels.map(({ average }) => average),
        )
        this.#writeMovements(week)
      }
      this.#forecast()
    }
  }

  #costAt = (week: number): number => this.product.cost[week >= this.product.cost_week ? 1 : 0]

  /** Units that these streams are expected to sell from one week up to another, without stock-outs. */
  #expected(streamsOf: readonly number[], from: number, to: number): number {
    const { effect_before, listed } = this.product
    const share = streamsOf.reduce((sum, i) => sum + (listed[streams[i]!.channel] ? streams[i]!.share : 0), 0)
    const last = Math.min(to, effect_before.length - 1)
    return this.#rate_of_sale * share * Math.max(0, effect_before[last]! - effect_before[Math.min(from, last)]!)
  }

  #open(week: number): void {
    const { history, product } = this
    const random = this.#random
    const at = history.monday(week, '06:00:00')
    const cover = this.#lead_weeks + 6
    for (const [i, level] of this.levels.entries()) {
      const serves = i === 0 ? [0, 3, 4] : i === 1 ? [2] : [i + 1]
      if (i > 0 && !product.listed[i === 1 ? 1 : 2]) continue
      const units = Math.ceil(this.#expected(serves, week, week + (i < 2 ? cover : 4)) * (0.7 + 0.6 * random.next()))
      const opened = units + random.whole(0, i === 0 ? 4 : 2)
      if (opened === 0) continue
      const document = { type: 'ledger_opening', id: history.organization_id, name: 'Opening stock' }
      level.move('opening', opened, at, document, `${this.variant.variant_id} ${i}`, this.#costAt(week), fixedActor)
    }
  }

  #receive(week: number): void {
    for (const arrival of this.#arrivals) {
      if (arrival.week !== week || arrival.units === 0) continue
      const { kind, order, delivery, line_id, cost } = arrival
      const at = this.history.monday(week, kind === 'receipt' ? '06:00:00' : '06:30:00')
      const { delivery_id, document } = order.deliveries[delivery]!
      const line = order.type === 'transfer' ? `${line_id} ${delivery_id}` : line_id
      this.levels[arrival.location]!.move(kind, arrival.units, at, document, line, cost, fixedActor)
    }
  }

  /** Stocktakes with occasional variances, and occasional write-offs. */
  #count(week: number): void {
    const { history, variant } = this
    const random = this.#random
    for (const stocktake of history.stocktakes) {
      if (stocktake.week !== week || (variant.index + stocktake.week) % 20 !== 0) continue
      const level = this.levels[stocktake.location]!
      if (level.sequence === 0) continue
      const { on_hand, sequence, average } = level
      const counted = stocktake.is_posted || random.chance(0.4)
      const differs = random.chance(0.2) ? random.pick([-2, -1, -1, 1]) : 0
      const quantity = Math.max(0, on_hand + differs)
      const at = history.monday(week, '13:00:00')
      history.stocktake_lines.add(history.organization_id, [
        stocktake.stocktake_id,
        variant.variant_id,
        history.masterData.location_ids[stocktake.location],
        on_hand,
        sequence,
        counted ? quantity : null,
        counted ? at : null,
        average === null ? null : costText(average),
        counted && stocktake.is_posted ? 0 : null,
      ])
      if (!stocktake.is_posted || quantity === on_hand) continue
      const document = { type: 'stocktake', id: stocktake.stocktake_id, name: stocktake.name }
      const line = `${variant.variant_id} ${history.masterData.location_ids[stocktake.location]}`
      level.move('stocktake', quantity - on_hand, at, document, line, null, 'user:Stock control')
    }
    if (!random.chance(0.002)) return
    const place = random.whole(0, 3)
    const level = this.levels[place]!
    if (level.on_hand < 2) return
    const document = history.weekly('manual_adjustment', place, week)
    level.move('write_off', -1, history.monday(week, '14:00:00'), document, '\\N', null, 'user:Stock control')
  }

  /** Stores are replenished from the central warehouse every other week; warehouses reorder when stock runs low. */
  #restock(week: number): void {
    const { product, variant } = this
    for (const location of [2, 3]) {
      if ((week + location + variant.index) % 2 === 0 && product.listed[2]) this.#transfer(location, week)
    }
    if ((week + product.supplier) % 4 !== 0) return
    this.#buy(0, [0, 3, 4], week)
    if (product.listed[1]) this.#buy(1, [2], week)
  }

  #incoming = (location: number, week: number): number =>
    this.#arrivals.reduce((sum, one) => sum + (one.location === location && one.week > week ? one.units : 0), 0)

  #transfer(location: number, week: number): void {
    const central = this.levels[0]!
    const level = this.levels[location]!
    const need = this.#expected([location + 1], week, week + 5)
    const supply = level.on_hand + this.#incoming(location, week)
    if (need < 0.25 || supply >= need * 0.7) return
    const units = Math.min(Math.ceil(need * 1.4 - supply), Math.floor(central.on_hand / 2))
    if (units < 1) return
    const { variant } = this
    const { orders } = this.history
    const order = orders.transfer(location, week)
    const cost = central.average ?? 0
    const { line_id, open } = orders.line(order, variant.variant_id, units, cost, this.product.category)
    const { document } = order.deliveries[0]!
    central.move('transfer_out', -units, this.history.monday(week, '15:00:00'), document, line_id, null, fixedActor)
    level.incoming += open
    this.#arrivals.push({ week: week + 1, location, units, order, delivery: 0, line_id, kind: 'transfer_in', cost })
  }

  #buy(location: number, serves: readonly number[], week: number): void {
    const random = this.#random
    const { min_order_quantity, batch_size } = this.history.masterData.suppliers[this.product.supplier]!
    const level = this.levels[location]!
    const horizon = week + this.#lead_weeks + 8
    const targetUnits = this.#expected(serves, week, horizon) * (0.75 + 0.5 * random.next())
    const supply = level.on_hand + this.#incoming(location, week)
    if (targetUnits < 0.3 || supply >= targetUnits * 0.7 || horizon >= this.product.last_week) return
    const units = Math.max(
      Math.ceil((targetUnits - supply) / batch_size) * batch_size,
      location === 0 ? min_order_quantity : batch_size,
    )
    const order = this.history.orders.purchase(this.product.supplier, location, week)
    const cost = this.#costAt(week)
    const { line_id, open } = this.history.orders.line(
      order,
      this.variant.variant_id,
      units,
      cost,
      this.product.category,
    )
    level.incoming += open
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

  /** Units of orders leave on the day of their shipment, under its document; units of an unshipped order are held. */
  #ship(): void {
    const { days } = this.history.calendar
    for (const { order, line } of this.#sales.lines.toSorted((one, other) => one.order.day - other.order.day)) {
      const level = this.levels[streams[order.stream]!.location]!
      if (order.progress === 'held') level.committed += line.quantity
      if (order.progress !== 'shipped') continue
      const document = { type: 'fulfilment_request', id: order.fulfilment_id, name: `${order.name}-1` }
      level.move('fulfilment', -line.quantity, shippedAt(days, order.day), document, line.line_id, null, fixedActor)
    }
  }

  /** Ledger rows of the week: fulfilments and returns by location. */
  #writeMovements(week: number): void {
    const { history } = this
    const isOrders = week >= history.sold.first_week
    if (isOrders) this.#ship()
    for (const [location, level] of this.levels.entries()) {
      const { out, back } = this.#sales.movedAt(location)
      if (out > 0 && !isOrders)
        level.move(
          'fulfilment',
          -out,
          history.weekEnd(week, '20:00:00'),
          history.weekly('channel_fulfilment', location, week),
          '\\N',
          null,
          fixedActor,
        )
      if (back > 0)
        level.move(
          'return',
          back,
          history.weekEnd(week, '21:00:00'),
          history.weekly('return', location, week),
          '\\N',
          null,
          fixedActor,
        )
    }
  }

  /** Forecasts of the last half year and the coming weeks, with an error of about 25%. */
  #forecast(): void {
    const { history, product, variant } = this
    if (this.#rate_of_sale < forecastRateOfSaleMin || product.status !== 'ACTIVE') return
    const [back, ahead] = forecastWeeks
    const random = randomOf(history.seed, 4, variant.index)
    for (const channel of [0, 2]) {
      if (!product.listed[channel]) continue
      const share = streams.reduce((sum, one) => sum + (one.channel === channel ? one.share : 0), 0)
      for (
        let week = Math.max(product.first_week, history.last_week - back);
        week < history.last_week + ahead;
        week++
      ) {
        const units = this.#rate_of_sale * share * product.effect[week]! * Math.exp(0.25 * random.normal() - 0.03)
        // The coming weeks are one origin old, so that the weekly job makes its own forecasts of them.
        const originWeek = Math.max(0, Math.min(week - 1, history.last_week - 2))
        history.forecasts.addLine(
          `${history.organization_id}\t${variant.variant_id}\t${history.masterData.channel_ids[channel]}\t${history.calendar.days[week * 7]}\t${history.calendar.days[originWeek * 7]}\t${units.toFixed(2)}\t${history.calendar.days[(originWeek + 1) * 7]} 12:00:00+00\n`,
        )
      }
    }
  }

  /** Writes the final stock levels. */
  writeLevels(): void {
    const { history, variant } = this
    for (const [i, level] of this.levels.entries()) {
      const average = level.average === null ? '\\N' : costText(level.average)
      history.levels.addLine(
        `${history.organization_id}\t${variant.variant_id}\t${history.masterData.location_ids[i]}\t${level.on_hand}\t${level.committed}\t${level.incoming}\t${average}\t${level.sequence}\n`,
      )
    }
  }
}
