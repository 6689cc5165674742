/** Checks of amounts and days of supplier invoices. Pure. */
import Big from 'big.js'
import { addDays } from '../../calendar/days.ts'
import { brokenByAmount } from '../../contract/amounts.ts'
import { refuseField } from '../../contract/refusals.ts'
import { readPaymentTerms } from '../../documents/printing/payment_terms.ts'

/** An amount as decimal text; refuses decimals that the currency does not have. */
export function amountText(amount: number, currency: string, field: string): string {
  const broken = brokenByAmount(amount, currency)
  if (broken !== null) refuseField(field, broken.rule, broken.allowed)
  return Big(amount).toFixed()
}

/** The day on which an invoice is due: as stated, or by the terms, which are those of the supplier if none are stated. */
export function dueDayOf(
  invoice_date: string,
  stated: { due_on?: string | null | undefined; payment_terms?: string | null | undefined },
  usualTerms: string | null,
): { due_on: string | null; payment_terms: string | null } {
  const payment_terms = stated.payment_terms ?? usualTerms
  const net_days = payment_terms === null ? undefined : readPaymentTerms(payment_terms)?.net_days
  if (stated.payment_terms != null && stated.due_on == null && net_days === undefined)
    refuseField('payment_terms', 'must state days, such as net_30, unless due_on is sent')
  if (stated.due_on != null && stated.due_on < invoice_date)
    refuseField('due_on', `must not be before invoice_date, ${invoice_date}`, [`from ${invoice_date} on`])
  return { payment_terms, due_on: stated.due_on ?? (net_days === undefined ? null : addDays(invoice_date, net_days)) }
}
