import { operation } from '../../contract/operation.ts'
import { readInvoice } from './invoice.store.ts'
import { Invoice, InvoicePath } from './model.ts'

export const getInvoice = operation({
  id: 'orders.get_invoice',
  route: 'GET /api/v1/sales/invoices/{invoice_id}',
  summary: 'Get an invoice',
  description:
    'Returns an invoice with its lines and its three independent states: its own in `state`, that in the accounting system in `ledger`, and that of the EDI document in `edi`. A key that is bound to a trading account finds only the invoices of that account.',
  params: InvoicePath,
  answer: Invoice,
  refusals: ['invoice_not_on_file'],
  run: ({ sql, caller, params: { invoice_id } }) => readInvoice(sql, caller, invoice_id),
})
