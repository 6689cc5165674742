import { limits } from '../contract/limits.ts'

/** Pages rows in memory, for reads that need every row for their sums. */
export function pageOf<T, R>(
  all: readonly T[],
  { offset = 0, limit = limits.page_limit_default }: { offset?: number; limit?: number },
  row: (one: T) => R,
) {
  const rows = all.slice(offset, offset + limit).map(row)
  return { rows, size: rows.length, offset, filtered_max_size: all.length }
}
