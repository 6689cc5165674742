/** Figures as printed on a document. Decimals stay text, so that no cent is lost to rounding. */
import { currencyDecimals } from '../../contract/money.ts'
import { readPaymentTerms } from './payment_terms.ts'

/** Thousands separators and at least the decimals of the currency: 1234.5000 becomes 1,234.50. */
export function amount(text: string, currency: string): string {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const shownDecimals = decimals.replace(/0+$/, '').padEnd(currencyDecimals(currency), '0')
  const shownWhole = `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}`
  return shownDecimals === '' ? shownWhole : `${shownWhole}.${shownDecimals}`
}

export const money = (text: string, currency: string): string => `${currency} ${amount(text, currency)}`

export const count = (units: number): string => units.toLocaleString('en-US')

/** 3000 basis points are 30 %. */
export const percent = (basisPoints: number): string => `${basisPoints / 100} %`

const terms: Record<string, string> = { due_on_receipt: 'Due on receipt', prepaid: 'Prepaid' }

/** net_30 as readable text; terms that follow no known pattern are printed as written. */
export function paymentTerms(text: string): string {
  const read = readPaymentTerms(text)
  if (read === null) return terms[text.toLowerCase()] ?? text
  const { discount_percent, discount_days, net_days } = read
  const early = discount_percent === null ? '' : `${discount_percent} % within ${discount_days} days, net`
  return `${early === '' ? 'Net' : early} ${net_days} days`
}
