/** Seeded random numbers and ids: the same seed gives the same ones on every machine. */

const mix = (a: number, b: number): number => {
  let h = Math.imul(a ^ (b + 0x9e3779b9), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

export const hashOf = (...parts: readonly number[]): number => parts.reduce(mix, 0x2545f491)

export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  next: () => number
  /** An integer from low to high, both inclusive. */
  whole: (low: number, high: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  /** Normal distribution with mean 0 and standard deviation 1. */
  normal: () => number
  poisson: (mean: number) => number
}

/** Mulberry32, seeded by any integers; each combination gives an independent stream. */
export function randomOf(...seeds: readonly number[]): Random {
  let state = hashOf(...seeds)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    normal,
    poisson(mean) {
      if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
      let count = 0
      for (let rest = next() * Math.exp(mean) - 1, term = 1; rest > 0; rest -= term) {
        count++
        term *= mean / count
        if (count > 200) break
      }
      return count
    },
  }
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0').slice(-digits)

/** The kind is part of the id, so ids of two kinds never collide. */
export const idKinds = [
  'location',
  'sales_channel',
  'category',
  'subcategory',
  'family',
  'custom_field',
  'supplier',
  'product',
  'variant',
  'purchase_order',
  'purchase_order_line',
  'delivery',
  'stocktake',
  'return_line',
  'contact_note',
  'commitment',
  'commitment_budget',
  'bill_of_materials',
  'supplier_signal',
  'exception',
  'trading_partner',
  'door',
  'book_line',
  'buy_plan',
  'buy_plan_cell',
  'buy_plan_version',
  'sales_order',
  'order_line',
  'fulfilment',
  'order_return_line',
  'customer',
  'refund',
  'supplier_payment',
] as const
export type IdKind = (typeof idKinds)[number]
export type MakeId = (kind: IdKind, index: number) => string

/**
 * Ids in the form of UUIDv7 that ascend with their index, so that a load appends to the indexes. They derive from the
 * seed and the organisation: a rebuild repeats them, and two organisations never share one.
 */
export function idsOf(seed: number, organization_id: string, since_ms: number): MakeId {
  const owner = Array.from(organization_id.replaceAll('-', '')).reduce(
    (sum, digit) => mix(sum, Number.parseInt(digit, 16)),
    seed,
  )
  return (kind, index) => {
    const time = hex(since_ms + index, 12)
    const number = idKinds.indexOf(kind)
    const [a, b] = [hashOf(seed, owner, number, index, 1), hashOf(seed, owner, number, index, 2)]
    const variant = hex(0x8000 | (a >>> 18), 4)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(number, 3)}-${variant}-${hex(a, 4)}${hex(b, 8)}`
  }
}
