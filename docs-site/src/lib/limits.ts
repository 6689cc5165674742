/** Limits by their name in the contract, so that the guides always show the same numbers as the service. */
import limits_json from '~/data/limits.json'

const values = new Map<string, number | number[]>(
  limits_json.groups.flatMap(({ limits }) => limits.map(({ key, value }) => [key, value] as const)),
)

export function limit(key: string): string {
  const value = values.get(key)
  if (value === undefined) throw new Error(`the contract publishes no limit ${key}`)
  return [value].flat().map((one) => one.toLocaleString('en-US')).join(', ')
}
