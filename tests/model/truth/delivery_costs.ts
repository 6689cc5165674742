/** What the units of deliveries bear of freight and duty, and what is booked on top of what they cost when they came. */
import { atRate, type Borne, borneBy, borneInAll } from './bills.ts'
import type { Change, Costs } from './costs.ts'
import type { Delivery, Order, Units } from './orders.ts'
import { convert, type Rate } from './rates.ts'
import { instantOf, type Moment, type Stock } from './stock.ts'

export class DeliveryCosts {
  constructor(
    readonly stock: Stock,
    readonly costs: Costs,
    readonly deliveries: readonly Delivery[],
  ) {}

  /** Units of the order's deliveries, with some in place of those that a delivery has. */
  #carried(order: Order, delivery: Delivery, instead: readonly Units[]) {
    const named = new Set(instead.map(({ line }) => line))
    const others = this.deliveries
      .filter((one) => one.order === order && !one.is_removed)
      .flatMap((one) => [...one.lines].map(([line, { quantity }]) => ({ delivery: one, line, quantity })))
      .filter((one) => one.delivery !== delivery || !named.has(one.line))
    const own = instead.filter(({ quantity }) => quantity > 0).map((units) => ({ ...units, delivery }))
    return [...others, ...own]
  }

  /** What units of lines bear, at the rate of their day. */
  borne(delivery: Delivery, units: readonly Units[], rate: Rate | null): Map<number, Borne> {
    const { order } = delivery
    if (order.type !== 'purchase') return new Map()
    const borne = borneBy(order, this.#carried(order, delivery, units), (one) => one.bills)
    return new Map(
      [...borne].flatMap(([one, amounts]): [number, Borne][] =>
        one.delivery === delivery
          ? [[one.line, atRate(amounts, (amount) => (rate === null ? null : convert(amount, rate)))]]
          : [],
      ),
    )
  }

  /** Books changes of what lines cost together. */
  change(delivery: Delivery, changes: readonly { line: number; cost: bigint; when?: Moment }[]): void {
    const { order } = delivery
    const booked = changes.filter(({ cost }) => cost !== 0n)
    this.costs.book(
      booked.map(({ line, ...change }): Change => {
        const { row } = delivery.lines.get(line)!
        return { ...change, row, sku: order.lines[line]!.sku, place: order.place }
      }),
    )
    for (const { line, cost, when = this.stock.now } of booked) noteAdjusted(delivery, line, when, cost)
  }

  /** Takes back what was booked on top of lines, each at its own time, so that they leave at what they came at. */
  takeBack(delivery: Delivery, lines: readonly number[]): void {
    const changes = lines
      .toSorted((a, b) => a - b)
      .flatMap((line) =>
        (delivery.adjusted.get(line) ?? [])
          .filter(({ cost }) => cost !== 0n)
          .toSorted((a, b) => a.when - b.when)
          .map(({ when, cost }) => ({ line, when, cost: -cost })),
      )
    this.change(delivery, changes)
  }

  /** Brings what all units of an order bear up to date. */
  settleBills(order: Order): void {
    if (order.type !== 'purchase') return
    const ofOrder = this.deliveries.filter((one) => one.order === order && !one.is_removed)
    const received = ofOrder.flatMap((delivery) =>
      [...delivery.lines].map(([line, { quantity }]) => ({ delivery, line, quantity })),
    )
    const arrivedAt = ({ received_at, recorded }: Delivery) =>
      received_at === null ? recorded : instantOf(received_at)
    const ordered = received.toSorted(
      (a, b) =>
        arrivedAt(a.delivery) - arrivedAt(b.delivery) || a.delivery.recorded - b.delivery.recorded || a.line - b.line,
    )
    const borne = borneBy(order, ordered, (one) => one.bills)
    const changes = ordered.flatMap((one) => {
      const held = one.delivery.lines.get(one.line)!
      const after = atRate(borne.get(one)!, (amount) => (held.rate === null ? null : convert(amount, held.rate)))
      const cost = borneInAll(after) - borneInAll(held.borne)
      const change = { row: held.row, sku: order.lines[one.line]!.sku, place: order.place, cost }
      held.borne = after
      if (cost !== 0n) noteAdjusted(one.delivery, one.line, this.stock.now, cost)
      return [change]
    })
    this.costs.book(changes)
  }
}

function noteAdjusted({ adjusted }: Delivery, line: number, when: Moment, cost: bigint): void {
  const all = adjusted.get(line) ?? []
  const same = all.find((one) => one.when === when)
  if (same === undefined) all.push({ when, cost })
  else same.cost += cost
  adjusted.set(line, all)
}
