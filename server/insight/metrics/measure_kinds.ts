/** The usual measures: sums and quotients in their formats. */
import type { Format, Measure, Term, Terms } from './dictionary.model.ts'

type Words = readonly [label: string, definition: string, ...exclusions: string[]]

export const plus = (...terms: Term[]): Terms => ({ plus: terms })

const sumOf =
  (format: Format, unit: string) =>
  ([label, definition, ...exclusions]: Words, of: Terms): Measure => ({
    label,
    definition,
    unit,
    format,
    exclusions,
    computation: { kind: 'sum', of },
  })

export const moneyUnit = "cents of the organisation's currency"
export const money = sumOf('money', moneyUnit)
export const units = sumOf('integer', 'units')
export const count = (unit: string) => sumOf('integer', unit)

interface Division {
  of: Terms
  by: Terms
  reason: string
}

export const percent = (
  [label, definition, ...exclusions]: Words,
  division: Division,
  decimals: 1 | 2 = 2,
): Measure => ({
  label,
  definition,
  unit: 'percent',
  format: 'percent',
  exclusions,
  computation: { kind: 'ratio', times: 100, decimals, ...division },
})
export const average = (
  format: 'money' | 'decimal',
  unit: string,
  [label, definition, ...exclusions]: Words,
  division: Division,
): Measure => ({
  label,
  definition,
  unit,
  format,
  exclusions,
  computation: { kind: 'ratio', times: 1, decimals: format === 'money' ? 0 : 2, ...division },
})
