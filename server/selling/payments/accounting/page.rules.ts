/** Reads a page of payments that an accounting system answers, and says what could not be recorded of it. Pure. */
import { limits } from '../../../contract/limits.ts'
import { amountIn, isCurrency } from '../../../contract/money.ts'
import { feedLimits } from './feed_limits.ts'

interface PaymentsPage {
  /** As they were stated; each is checked on its own, so that one fault holds up no other. */
  payments: readonly unknown[]
  /** Where the next page begins; null keeps the cursor. */
  next: string | null
}

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

const paymentsMax = feedLimits.payments_per_page_max
const cursorMax = feedLimits.cursor_length_max

/** The page, or why it cannot be read. */
export function readPage(text: string): PaymentsPage | string {
  let page: Fields | null
  try {
    page = fieldsOf(JSON.parse(text))
  } catch {
    return 'the response is not JSON'
  }
  if (page === null) return 'the response is not a JSON object'
  const { payments, next = null } = page
  if (!Array.isArray(payments)) return 'payments must be a list'
  if (payments.length > paymentsMax)
    return `payments must be a list of at most ${paymentsMax} items; it has ${payments.length}`
  const isCursor = typeof next === 'string' && next !== '' && next.length <= cursorMax && !next.includes('\u0000')
  if (next !== null && !isCursor) return `next must be text of at most ${cursorMax} characters, or null`
  return { payments, next: next as string | null }
}

/** More pages follow at once; a cursor that stays where it was ends the reading. */
export const isMore = ({ payments, next }: PaymentsPage, cursor: string | null): boolean =>
  payments.length > 0 && next !== null && next !== cursor

const textOf = (value: unknown, lengthMax: number): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.trim().length <= lengthMax ? value.trim() : null

/** Its id in the accounting system; null if it states none that can be read. */
export function statedId(stated: unknown): string | null {
  const id = textOf(fieldsOf(stated)?.external_id, limits.payment_reference_length_max)
  return id?.includes('\u0000') ? null : id
}

const shortest = 40

/** What the payment is stated to pay, such as "invoice 731". */
function paidOf({ invoice_id, order_id }: Fields): string[] {
  if (typeof invoice_id === 'number') return [`invoice ${invoice_id}`]
  const order = textOf(order_id, shortest)
  return order === null ? [] : [`order ${order}`]
}

const listedMax = 5

/** Names the payment by its id, amount, day and what it pays, as far as these can be read. */
function nameOf(stated: unknown, id: string): string {
  const fields = fieldsOf(stated) ?? {}
  const { amount_cents, allocations } = fields
  const currency = textOf(fields.currency, shortest)
  const isAmount = Number.isSafeInteger(amount_cents) && currency !== null && isCurrency(currency)
  const day = textOf(fields.paid_on, shortest)
  const targets = [fields, ...(Array.isArray(allocations) ? allocations : [])].flatMap((one) =>
    paidOf(fieldsOf(one) ?? {}),
  )
  const listed = targets.slice(0, listedMax).join(', ')
  return [
    `Payment ${id}`,
    isAmount ? ` of ${amountIn(amount_cents as number, currency)} ${currency}` : '',
    day === null ? '' : ` on ${day}`,
    listed === '' ? '' : ` for ${listed}${targets.length > listedMax ? ` and ${targets.length - listedMax} more` : ''}`,
  ].join('')
}

const causeMax = 400

/** `id`: as the exception is filed. */
export const notRecorded = (stated: unknown, id: string, ledger: string, cause: string): string =>
  `${nameOf(stated, id)} was not recorded from ${ledger}: ${cause.slice(0, causeMax)} Correct it in ${ledger}, or record it here with its external_id.`

export const notRead = (ledger: string, fault: string): string =>
  `Payments of ${ledger} cannot be read: ${fault.slice(0, causeMax)}. Read them again once the cause is fixed.`
