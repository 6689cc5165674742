/** Serial shipping container codes (SSCC-18) of GS1. Pure. */

const digitsBeforeCheck = 17

/** The check digit of GS1: the digits before it weigh 3 and 1 in turn, from the last one. */
export function checkDigitOf(digits: string): number {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((all, digit, i) => all + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** Whether the last of eighteen digits is the check digit of the others. */
export const isSscc = (sscc: string): boolean =>
  /^\d{18}$/.test(sscc) && checkDigitOf(sscc.slice(0, digitsBeforeCheck)) === Number(sscc[digitsBeforeCheck])

/** Digits of a serial number: its first one is the extension digit, before the prefix, and the others follow the prefix. */
const serialDigits = (prefix: string): number => digitsBeforeCheck - prefix.length

/** The code with a serial number under a company prefix; null if the prefix has no such number. */
export function ssccOf(prefix: string, serial: number): string | null {
  const text = String(serial).padStart(serialDigits(prefix), '0')
  if (text.length > serialDigits(prefix)) return null
  const digits = `${text[0]}${prefix}${text.slice(1)}`
  return `${digits}${checkDigitOf(digits)}`
}
