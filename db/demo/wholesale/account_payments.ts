/** What the accounts paid of their invoices: most in full around the due day, some in part, and some not though it is overdue. */
import { addDays } from '../../../server/calendar/days.ts'
import { openCents } from '../../../server/selling/invoices/balance.store.ts'
import { uuidv7 } from 'uuidv7'
import { firstOfItsId, insertAllocations, insertPayments } from '../../../server/selling/payments/write_payments.ts'
import type { Desk } from '../desk.ts'

interface OpenInvoice {
  invoice_id: number
  order_id: string
  trading_partner_id: string
  currency: string
  issued_on: string
  due_on: string | null
  open_cents: number
  /** Place among the invoices of the account, the oldest first. */
  place: number
}

const readOpen = ({ sql, organization_id }: Desk) => sql<OpenInvoice[]>`
  select i.invoice_id::float8 as invoice_id, i.order_id, i.trading_partner_id, i.currency, i.issued_on::text as issued_on,
    i.due_on::text as due_on, ${openCents(sql, organization_id)}::float8 as open_cents,
    row_number() over (partition by i.trading_partner_id order by i.issued_on, i.invoice_number)::int as place
  from invoices i
  where i.organization_id = ${organization_id} and i.state = 'issued'
  order by i.trading_partner_id, place`

/** About half, in whole units of the currency. */
const half = ({ open_cents }: OpenInvoice) => Math.floor(open_cents / 200) * 100

/** What was paid by yesterday, and when; nothing where the invoice is open. The oldest that is due is paid in part. */
function paidOf(invoice: OpenInvoice, yesterday: string): { amount_cents: number; paid_on: string } {
  const { open_cents, issued_on, due_on, place } = invoice
  const within = (day: string) => (day < issued_on ? issued_on : day > yesterday ? yesterday : day)
  // Without terms an invoice is paid as it is issued.
  if (due_on === null) return { amount_cents: open_cents, paid_on: within(issued_on) }
  if (due_on <= yesterday) {
    const paid_on = within(addDays(due_on, (place % 5) - 3))
    if (place % 4 === 0) return { amount_cents: 0, paid_on }
    return { amount_cents: place % 8 === 1 ? half(invoice) : open_cents, paid_on }
  }
  const paid_on = within(addDays(issued_on, 10))
  if (place % 3 === 2) return { amount_cents: open_cents, paid_on }
  return { amount_cents: place % 3 === 0 ? half(invoice) : 0, paid_on }
}

const methods = ['bank_transfer', 'bank_transfer', 'cheque', 'direct_debit'] as const

export async function payInvoices(desk: Desk, today: string): Promise<void> {
  const { sql, organization_id } = desk
  const invoices = await readOpen(desk)
  const paid = invoices
    .map((invoice) => ({ invoice, customer_payment_id: uuidv7(), ...paidOf(invoice, addDays(today, -1)) }))
    .filter(({ amount_cents }) => amount_cents > 0)
  for (const [paid_on, ofDay] of [...Map.groupBy(paid, (one) => one.paid_on)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const author = { organization_id, actor: 'user:Ada Merchant', now: `${paid_on}T16:30:00Z` }
    await insertPayments(
      sql,
      author,
      ofDay.map(({ customer_payment_id, amount_cents, invoice }) => ({
        ...firstOfItsId,
        customer_payment_id,
        trading_partner_id: invoice.trading_partner_id,
        order_id: null,
        amount_cents,
        currency: invoice.currency,
        paid_on,
        method: methods[invoice.place % methods.length]!,
        reference: `REM-${paid_on.replaceAll('-', '')}-${invoice.place}`,
        external_id: null,
      })),
    )
    await insertAllocations(
      sql,
      author,
      ofDay.map(({ customer_payment_id, amount_cents, invoice: { order_id, invoice_id } }) => ({
        customer_payment_id,
        order_id,
        invoice_id,
        amount_cents,
        cause: 'recorded',
        reason: null,
        allocated_on: paid_on,
      })),
    )
  }
}
