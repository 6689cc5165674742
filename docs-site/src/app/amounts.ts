/** Amounts, units and days of forms. The service takes hundredths and whole units, without rounding. */

/** A whole number of units as it was entered; null where it is none. */
export function unitsIn(text: string | undefined): number | null {
  const trimmed = (text ?? '').trim()
  return /^\d+$/.test(trimmed) ? Number(trimmed) : null
}

/** An amount as people write it, in hundredths, with or without a minus; null where it is none. */
export function signedCentsIn(text: string): number | null {
  const [, sign, units, hundredths = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return units === undefined ? null : Number(`${sign}${units}${hundredths.padEnd(2, '0')}`)
}

/** The same of at least nothing. */
export const centsIn = (text = ''): number | null => (text.trim().startsWith('-') ? null : signedCentsIn(text))

export const amountIn = (cents: number): string => (cents / 100).toFixed(2)

export const sumOf = <One>(all: readonly One[], of: (one: One) => number): number => all.reduce((sum, one) => sum + of(one), 0)

export const unitsText = (units: number): string => `${new Intl.NumberFormat().format(units)} ${Math.abs(units) === 1 ? 'unit' : 'units'}`

/** The current day of a time zone. */
export const dayIn = (zone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date())
