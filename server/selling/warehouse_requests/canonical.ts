/** JSON with the fields of every object in one order: the text of equal values is equal. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([key, one]) => [key, sorted(one)]))
}

export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value))
