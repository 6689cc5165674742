/** The Serial Shipping Container Code of a carton or pallet: 18 digits, the last of which checks the others. */
import { elementCodes, X12Error } from '../x12/faults.ts'
import type { Placed } from './fields.ts'

/** The application identifier that stands before the code in a bar code. */
const applicationIdentifier = '00'

export const checkDigit = (digits: string): number => {
  const sum = Array.from(digits, Number).reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

const isSscc = (text: string): boolean => /^\d{18}$/.test(text) && checkDigit(text.slice(0, 17)) === Number(text[17])

/** For a mark of the kind GM. */
export function writeSscc(sscc: string): string {
  if (isSscc(sscc)) return applicationIdentifier + sscc
  const expected = /^\d{18}$/.test(sscc)
    ? `its last digit must be ${checkDigit(sscc.slice(0, 17))}`
    : 'it must have 18 digits'
  throw new X12Error(`"${sscc}" is not an SSCC; ${expected}.`)
}

/** With or without the application identifier. */
export function readSscc(mark: Placed): string {
  const text = mark.need(2)
  const sscc = text.length === 20 && text.startsWith(applicationIdentifier) ? text.slice(2) : text
  return isSscc(sscc) ? sscc : mark.refuse(2, elementCodes.invalid_code, 'an SSCC of 18 digits with its check digit')
}
