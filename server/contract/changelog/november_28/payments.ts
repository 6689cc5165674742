/** Payments from customers. Newest first. */
import type { ChangelogEntry } from '../entry.ts'

export const payments: readonly ChangelogEntry[] = [
  {
    id: 'unallocated-money',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'sales'],
    title: 'Overpaid orders, money of an account that pays nothing, and payouts',
    detail: `In the app, the [balance of an order](/reference/session/get_order_balance) shows what it was paid beyond what it comes to, for
    example since units were cancelled, and the [unallocated money](/reference/session/get_unallocated_money) of an account lists that
    beside its money on account. Unallocated money is [paid out](/reference/session/pay_out_payment) up to what is left of its payment, and of a
    consumer's payments after refunds; the payout is on the statement and its PDF, and is reversed like a payment. A payment whose \`external_id\` was reversed is recorded
    again with \`record_again\`; without it, the repeat is refused and names the reversed one, as is a row of a file. It answered the
    reversed one.`,
    action_required: null,
    covers: [
      'session.get_order_balance',
      'session.get_unallocated_money',
      'session.pay_out_payment',
      'session.list_payments',
      'session.get_payment',
      'session.record_payment',
      'session.apply_payment',
      'session.unapply_payment',
      'session.reverse_payment',
      'session.get_statement',
    ],
  },
  {
    id: 'payments-from-accounting',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'sales'],
    title: 'Payments from the accounting system',
    detail: `In the app, a connection to an accounting system takes a \`payments_url\`, from which the payments that are recorded there are read every
    five minutes. A payment is recorded once, by its \`external_id\`; one that was withdrawn there is reversed on its day. One that names an
    unknown invoice, another currency or more than is open opens an exception of the new kind \`payment_not_read\`, which names it; the same kind
    is opened about the connection while its payments cannot be read. Recording the payment by hand under its \`external_id\` resolves it, and
    all payments can be read again.`,
    action_required: null,
    covers: [
      'session.create_accounting_connection',
      'session.list_accounting_connections',
      'session.deactivate_accounting_connection',
      'session.read_accounting_payments',
      'session.record_payment',
    ],
  },
  {
    id: 'payments-from-files',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'sales'],
    title: 'Payments from customers, from a file',
    detail: `In the app, payments from customers are imported from a file (\`customer_payments\`): for an invoice or an order, or on account. A
    payment that is on file already is unchanged, and more than is open is refused with the amount open. Undoing an import takes back
    the payments that nothing was done with since.`,
    action_required: null,
    covers: ['session.*'],
  },
  {
    id: 'payments',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'sales'],
    title: 'Payments from customers',
    detail: `In the app, money from accounts and for consumer orders is recorded, with what it pays: invoices, orders before their invoice, or
    nothing yet. More than is open of an invoice or order is refused with \`conflict\`, and \`data.open_cents\` is the amount open. A payment is
    never changed: it is reversed by a dated counter-entry, and money is moved between invoices by applying and unapplying it. A credit note or
    a void frees what an invoice was paid beyond what it bills. Each invoice has a balance: what is open, whether it is paid, and how many days
    it is overdue. A statement of an account has the invoices, credit notes and payments of a window of days in one currency, with opening and
    closing balance and the open invoices by days past due; it is also a PDF. The cash gate counts invoices less payments. Refunds are limited
    by payments where they are on file; an unpaid order of an account on terms is credited, and a refund of it is refused with \`conflict\`.`,
    action_required: null,
    covers: [
      'session.list_payments',
      'session.record_payment',
      'session.get_payment',
      'session.reverse_payment',
      'session.apply_payment',
      'session.unapply_payment',
      'session.list_invoice_balances',
      'session.get_invoice_balance',
      'session.get_statement',
      'session.get_statement_file',
      'session.correct_refund',
      'session.void_invoice',
    ],
  },
]
