/** Amounts and units as people enter them; the service takes hundredths and whole units, without rounding. */

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
