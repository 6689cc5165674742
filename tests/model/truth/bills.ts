/** Freight and duty that are billed for a delivery or for an order, as the units bear them. */
import type { Delivery, Order } from './orders.ts'
import { divide, ofCents } from './stock.ts'

export const billKinds = ['freight', 'duty'] as const
type BillKind = (typeof billKinds)[number]

/** In cents of the order's currency; null if there is no bill. */
export type Bills = Record<BillKind, number | null>
export const noBills: Bills = { freight: null, duty: null }

/** What units bear together, and each of them, in the organisation's currency. */
export interface Borne {
  freight: bigint | null
  duty: bigint | null
  added: bigint | null
}
export const bearsNothing: Borne = { freight: null, duty: null, added: null }

export const borneInAll = ({ freight, duty }: Borne): bigint => (freight ?? 0n) + (duty ?? 0n)

/** Units of a line on a delivery. */
export interface Carried {
  delivery: Delivery
  line: number
  quantity: number
}

/** Cents by weight; what is left over goes to the largest remainders. */
function shareCents(cents: number, weights: readonly bigint[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum === 0n) return weights.map(() => 0)
  const parts = weights.map((weight) => Number((BigInt(cents) * weight) / sum))
  const left = cents - parts.reduce((all, part) => all + part, 0)
  const remainders = weights.map((weight, i) => ({ i, rest: (BigInt(cents) * weight) % sum }))
  remainders.sort((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest ? -1 : 1))
  for (const { i } of remainders.slice(0, left)) parts[i]! += 1
  return parts
}

/** By what the goods cost; by units if the cost of any is unknown or nothing. */
function weightsOf({ lines }: Order, all: readonly Carried[]): bigint[] {
  const isCosted = all.every(({ line }) => (lines[line]!.cost ?? 0n) > 0n)
  return all.map(({ line, quantity }) => BigInt(quantity) * (isCosted ? lines[line]!.cost! : 1n))
}

function centsOf(kind: BillKind, order: Order, bills: (delivery: Delivery) => Bills, all: readonly Carried[]) {
  const cents = new Map<Carried, number>()
  const share = (bill: number, among: readonly Carried[]) => {
    const parts = shareCents(bill, weightsOf(order, among))
    among.forEach((one, i) => cents.set(one, parts[i]!))
  }
  const without = all.filter(({ delivery }) => bills(delivery)[kind] === null)
  for (const [delivery, own] of Map.groupBy(all, (one) => one.delivery)) {
    const bill = bills(delivery)[kind]
    if (bill !== null) share(bill, own)
  }
  if (order.bills[kind] !== null) share(order.bills[kind], without)
  return cents
}

const inOrder = (a: Carried, b: Carried) => a.delivery.recorded - b.delivery.recorded || a.line - b.line

/** What each of the units of an order bears, in the order's currency; `bills` are those of the deliveries. */
export function borneBy(
  order: Order,
  units: readonly Carried[],
  bills: (delivery: Delivery) => Bills,
): Map<Carried, Borne> {
  const all = units.toSorted(inOrder)
  const [freightOf, dutyOf] = billKinds.map((kind) => centsOf(kind, order, bills, all)) as [
    Map<Carried, number>,
    Map<Carried, number>,
  ]
  return new Map(
    all.map((one) => {
      const [freight, duty] = [freightOf, dutyOf].map((cents) => {
        const amount = cents.get(one)
        return amount === undefined ? null : ofCents(amount)
      }) as [bigint | null, bigint | null]
      const isBilled = freight !== null || duty !== null
      const added = isBilled ? divide((freight ?? 0n) + (duty ?? 0n), one.quantity) : null
      return [one, { freight, duty, added }]
    }),
  )
}

/** At a rate; nothing while it is unknown. */
export function atRate(borne: Borne, convert: (amount: bigint) => bigint | null): Borne {
  const at = (amount: bigint | null) => (amount === null ? null : convert(amount))
  return { freight: at(borne.freight), duty: at(borne.duty), added: at(borne.added) }
}
