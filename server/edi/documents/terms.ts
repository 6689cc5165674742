/** Payment terms: ITD 03 discount in per cent, 05 discount days, 07 net days, 12 terms as text. */
import { freeText } from '../x12/characters.ts'
import type { Segment } from '../x12/segments.ts'
import { decimal, joinParts, partsOf, segment, type Segments, x12Day } from './fields.ts'
import type { Terms } from './record.ts'

const textLengthMax = 80
/** Element 336 is the type of terms; 333 is the date they count from. */
const termsTypes = { net: '05', discount: '08' } as const
const fromInvoice = '3'

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
  const discount_percent = counted.decimal(3)
  const net_days = counted.needInteger(7)
  return { terms: { discount_percent, discount_days: counted.integer(5), net_days }, due_on }
}
