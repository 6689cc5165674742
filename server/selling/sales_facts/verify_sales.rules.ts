/** Describes the comparison of a day in sentences. Pure. */
import type { SalesDayOrigin } from '../known_values.ts'

export const salesFaultKinds = [
  'lines_differ',
  'import_differs',
  'day_unclaimed',
  'channel_sums_differ',
  'product_sums_differ',
  'category_sums_differ',
] as const

type DayFaultKind = (typeof salesFaultKinds)[number]

/** Beside those of days, those of orders (verify_orders.ts). */
export type SalesFaultKind = DayFaultKind | 'counted_twice' | 'orders_differ'

export type Figures = Record<string, number | string>

/** Two sets of figures that should be the same, of one key. */
export interface Difference {
  kind: DayFaultKind
  sales_channel_id: string
  variant_id: string | null
  location_id: string | null
  product_id: string | null
  category_id: string | null
  currency: string | null
  origin: SalesDayOrigin | null
  /** Figures in sales_daily or in the sums; null if there are none. */
  found: Figures | null
  /** Figures of the lines, the control totals or the rows; null if there are none. */
  expected: Figures | null
}

export interface SalesFault {
  kind: SalesFaultKind
  /** null where it is of no one day. */
  day: string | null
  sentence: string
}

const words: Record<DayFaultKind, readonly [found: string, expected: string]> = {
  lines_differ: ['sales_daily', 'the lines of orders and returns'],
  import_differs: ['sales_daily', 'the control totals of the import'],
  day_unclaimed: ['sales_daily', 'sales_channel_days'],
  channel_sums_differ: ['the sums by channel', 'sales_daily'],
  product_sums_differ: ['the sums by product', 'sales_daily'],
  category_sums_differ: ['the sums by category', 'sales_daily'],
}

const placeOf = ({ sales_channel_id, variant_id, location_id, product_id, category_id, currency }: Difference) =>
  [
    variant_id === null ? null : `variant ${variant_id}`,
    product_id === null ? null : `product ${product_id}`,
    category_id === null ? null : `category ${category_id}`,
    location_id === null ? null : `location ${location_id}`,
    `channel ${sales_channel_id}`,
    currency,
  ]
    .filter((part) => part !== null)
    .join(', ')

/** The figures that differ: `units 3, not 2`. */
function differing(actual: Figures | null, expected: Figures | null): string {
  const names = [...new Set([...Object.keys(expected ?? {}), ...Object.keys(actual ?? {})])]
  return names
    .filter((name) => String(actual?.[name] ?? 0) !== String(expected?.[name] ?? 0))
    .map((name) => `${name} ${actual?.[name] ?? 0}, not ${expected?.[name] ?? 0}`)
    .join('; ')
}

export function salesFaultOf(day: string, difference: Difference): SalesFault {
  const { kind, found, expected } = difference
  const [here, there] = words[kind]
  const place = `${day}, ${placeOf(difference)}`
  if (kind === 'day_unclaimed')
    return { kind, day, sentence: `${place}: there are sales, and neither orders nor an import claimed the day` }
  const sentence = `${place}: ${here} has ${differing(found, expected)} as in ${there}`
  return { kind, day, sentence }
}
