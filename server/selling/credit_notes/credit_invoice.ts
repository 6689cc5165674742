import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Shape, Type, Whole } from '../../contract/schema.ts'
import { readInvoice } from '../invoices/invoice.store.ts'
import { ChargeCents, InvoicePath } from '../invoices/model.ts'
import { lockOrderOf } from '../invoices/void.ts'
import { Label } from '../orders/model.ts'
import { composeAllowance } from './credit.rules.ts'
import { creditContext } from './context.ts'
import { readCreditNote } from './credit_note.store.ts'
import { readCreditable } from './creditable.store.ts'
import { CreditNote } from './model.ts'
import { issueCreditNotes } from './write_credit_notes.ts'

export const creditInvoice = sessionOperation({
  id: 'session.credit_invoice',
  route: 'POST /api/v1/sales/invoices/{invoice_id}/credit-notes',
  summary: 'Credit an allowance on an invoice',
  desc: ({ name, invoice }) => `Credit note ${name} issued for ${invoice.name}.`,
  description:
    'Issues a credit note for an amount that was agreed with the account, such as for late delivery or damage that it keeps: `amount_cents` off the invoice as a whole, divided over its lines by what is left of them, or `lines` with an amount each. Tax is its share of what is left of the tax of the invoice, unless `tax_cents` is sent; freight is credited only as `freight_cents`. Net sales fall on the day of the credit note. Units that came back are credited from their return (`session.credit_return`). The number has no gaps within the organisation and the year. A connected accounting system gets the credit note, and an account that takes an 810 gets one of kind credit memo. Fails with `conflict` if the invoice is void, or beyond what it bills less what was credited, or beyond what is left of the order in sales; `data.left_cents` is the amount left.',
  service: 'sales',
  needs: 'member',
  status: 201,
  params: InvoicePath,
  body: Type.Object(
    {
      reason: Label('Reason for the credit.', ['Two jumpers were damaged']),
      amount_cents: Type.Optional(
        ChargeCents('Amount off the goods of the invoice, excluding taxes, in hundredths of its currency.'),
      ),
      lines: Type.Optional(
        Type.Array(
          Shape({
            line_number: Whole('Number of the line of the invoice.', { minimum: 1, examples: [1] }),
            amount_cents: ChargeCents('Amount off this line, excluding taxes.'),
          }),
          {
            minItems: 1,
            maxItems: limits.return_lines_max,
            description: 'Amounts by line, in place of `amount_cents`.',
          },
        ),
      ),
      tax_cents: Type.Optional(ChargeCents('Tax credited. Default: its share of the tax of the invoice.')),
      freight_cents: Type.Optional(ChargeCents('Freight credited. Default: none.')),
    },
    { additionalProperties: false, examples: [{ reason: 'Two jumpers were damaged', amount_cents: 1250 }] },
  ),
  answer: CreditNote,
  refusals: ['invoice_not_on_file', 'conflict'],
  conflict: 'The invoice is void, or the amount is more than is left of the invoice or of the order.',
  emits: ['exception.opened'],
  async run({ sql, caller, params: { invoice_id }, body: { reason: sent, ...allowance }, now }) {
    const { organization_id } = caller
    const reason = sent.trim()
    const order = await lockOrderOf(sql, caller, invoice_id)
    const { name, state } = await readInvoice(sql, caller, invoice_id)
    if (state === 'void') refuse('conflict', { desc: `${name} is void and bills nothing.`, data: { reason: 'void' } })
    const invoices = await readCreditable(sql, organization_id, order.order_id)
    const invoice = invoices.find((one) => one.invoice_id === invoice_id)!
    const credit = composeAllowance(invoice, allowance)
    const cause = { kind: 'allowance', reason, return_id: null, fulfilment_id: null, location_id: null } as const
    const [id] = await issueCreditNotes(sql, creditContext(caller, now), order, cause, [credit])
    return readCreditNote(sql, organization_id, id!)
  },
})
