/** Prints results in columns, with their targets. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const nameWidth = 38
const columnWidth = 10

export type Column = [heading: string, value: number, digits: number]

export const heading = (columns: readonly string[]): string =>
  ' '.repeat(nameWidth) + columns.map((column) => column.padStart(columnWidth)).join('')

export const row = (name: string, columns: readonly Column[]): string =>
  name.padEnd(nameWidth) + columns.map(([, value, digits]) => value.toFixed(digits).padStart(columnWidth)).join('')

export interface FigureWithTarget {
  what: string
  value: number
  digits: number
  unit?: string
  at_least?: number
  at_most?: number
  /** It misses its target by no more than the noise. */
  is_even?: boolean
}

export function targetLine({
  what,
  value,
  digits,
  unit = '',
  at_least,
  at_most,
  is_even = false,
}: FigureWithTarget): string {
  const holds = (at_least === undefined || value >= at_least) && (at_most === undefined || value <= at_most)
  const target = at_least === undefined ? `at most ${at_most}` : `at least ${at_least}`
  const shown = `${value.toFixed(digits).padStart(columnWidth)}${unit}`
  return `${`  ${what}`.padEnd(nameWidth)}${shown.padEnd(columnWidth + 4)}target ${target}${unit}: ${holds ? 'met' : is_even ? 'within noise' : 'MISSED'}`
}
