/** A count of stock as its screens read it. */
import type { Figure } from '../cells'
import { get } from '../service'

export interface Stocktake {
  id: string
  name: string
  counted_on: string
  status: string
  posted_at: string | null
  line_count: number
  counted_line_count: number
  location_names: string[]
  system_total: number
  counted_total: number
  variance_total: number
  variance_value_total: number | null
  variance_value_reason: string | null
  currency: string
}

export interface CountLine {
  variant_id: string
  location_id: string
  location_name: string
  product_title: string
  variant_title: string
  sku: string
  barcode: string | null
  system_quantity: number
  counted_quantity: number | null
  variance_quantity: number | null
  moved_quantity: number | null
  variance_value: Figure
}

export interface Lines {
  rows: CountLine[]
  filtered_max_size: number
}

export type Filter = { key: string; operation: string; value?: unknown }

export const readLines = (stocktake_id: string, filters: readonly Filter[], page: { search?: string; limit: number; sort_args?: string }): Promise<Lines> =>
  get<Lines>(`/stocktakes/${stocktake_id}/table`, { ...page, ...(filters.length === 0 ? {} : { filter_args: JSON.stringify(filters) }) })

const likely = 50

/** The line whose SKU or barcode is what was typed or scanned, at the location that is counted; the only one that was found otherwise. */
export async function lineOf(stocktake_id: string, code: string, location_id: string): Promise<CountLine | null> {
  const filters = location_id === '' ? [] : [{ key: 'location_id', operation: 'eq', value: location_id }]
  const { rows } = await readLines(stocktake_id, filters, { search: withoutZeros(code), limit: likely })
  const isExact = ({ sku, barcode }: CountLine) => sku.toLowerCase() === code.toLowerCase() || isSameCode(barcode, code)
  const exact = rows.filter(isExact)
  if (exact.length > 0) return exact[0]!
  return rows.length === 1 ? rows[0]! : null
}

/** Some scanners put zeros before a code of fewer digits. */
const withoutZeros = (code: string): string => (/^\d*[1-9]\d*$/.test(code) ? code.replace(/^0+/, '') : code)

const isSameCode = (barcode: string | null, code: string): boolean => barcode !== null && withoutZeros(barcode) === withoutZeros(code)

export const isDifferent: Filter[] = [
  { key: 'counted_quantity', operation: 'is_not_empty' },
  { key: 'variance_quantity', operation: 'neq', value: 0 },
]
export const isUncounted: Filter[] = [{ key: 'counted_quantity', operation: 'is_empty' }]
