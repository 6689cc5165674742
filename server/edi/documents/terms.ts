/** Payment terms: ITD 03 discount in per cent, 05 discount days, 07 net days, 12 terms as text. */
import { freeText } from '../x12/characters.ts'
import type { Segment } from '../x12/segments.ts'
import { decimal, joinParts, partsOf, type Placed, segment, type Segments, x12Day } from './fields.ts'
import type { Terms } from './record.ts'

const textLengthMax = 80
/** Element 336 is the type of terms; 333 is the date they count from. */
const termsTypes = { net: '05', discount: '08' } as const
const fromInvoice = '3'
/** Types whose days count from the date of 333, as our terms do. */
const countedTypes = ['', '01', '05', '08']
/** Names of types that count otherwise; the code stands for one without a name. */
const otherTypes: Record<string, string> = {
  '02': 'end of month',
  '03': 'fixed date',
  '06': 'mixed',
  '07': 'extended',
  '09': 'proximo',
  '12': '10 days after the end of the month',
}

/** Terms that count otherwise than from the invoice, or leave the days of a discount open, in words. */
function describedTerms(itd: Placed): string {
  const [type, from, percent, days] = [itd.raw(1), itd.raw(2), itd.decimal(3), itd.integer(5)]
  const discount = percent === null ? [] : [`${percent}% ${days === null ? 'discount' : `${days} days`}`]
  const kind = countedTypes.includes(type) ? [] : [otherTypes[type] ?? `terms type ${type}`]
  const date = from === '' || from === fromInvoice ? [] : [`from date ${from}`]
  return [...discount, `net ${itd.needInteger(7)}`, ...kind, ...date].join(', ')
}

const isCounted = (itd: Placed) =>
  countedTypes.includes(itd.raw(1)) &&
  ['', fromInvoice].includes(itd.raw(2)) &&
  (itd.text(3) === null || itd.text(5) !== null)

/** due_on is ITD06, which only invoices state. */
export function writeTerms(terms: Terms, due_on: string | null = null): Segment[] {
  const due = x12Day(due_on)
  if (terms === null) return due === '' ? [] : [segment('ITD', termsTypes.net, fromInvoice, '', '', '', due)]
  if ('description' in terms) {
    const parts = partsOf(freeText(terms.description, 200), textLengthMax)
    const unused = ['', '', '', '', '']
    return parts.map((part, i) => segment('ITD', ...unused, i === 0 ? due : '', ...unused, part))
  }
  const { discount_percent, discount_days, net_days } = terms
  if (discount_percent === null) return [segment('ITD', termsTypes.net, fromInvoice, '', '', '', due, net_days)]
  return [segment('ITD', termsTypes.discount, fromInvoice, decimal(discount_percent), '', discount_days, due, net_days)]
}

export function readTerms(head: Segments): { terms: Terms; due_on: string | null } {
  const stated = head.filter('ITD')
  const due_on = stated.map((one) => one.day(6)).find((day) => day !== null) ?? null
  const counted = stated.find((one) => one.text(7) !== null)
  if (counted === undefined) {
    const parts = stated.map((one) => one.raw(12)).filter((part) => part !== '')
    return { terms: parts.length === 0 ? null : { description: joinParts(parts, textLengthMax) }, due_on }
  }
  if (!isCounted(counted)) return { terms: { description: describedTerms(counted) }, due_on }
  const discount_percent = counted.decimal(3)
  const net_days = counted.needInteger(7)
  return { terms: { discount_percent, discount_days: counted.integer(5), net_days }, due_on }
}
