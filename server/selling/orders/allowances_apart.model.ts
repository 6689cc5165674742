/** What a buyer settles apart from its invoices. */
import { Text, Type } from '../../contract/schema.ts'

/** Of an order, and of the invoices of it. */
export const AllowancesApart = Type.Array(
  Text('What is settled apart, as a sentence.', {
    examples: ['The allowance C310 of 50.00 USD is settled apart (SAC12 01) and does not change the invoice.'],
  }),
  {
    description:
      'Allowances and charges that the buyer stated over EDI and does not settle by the invoice, such as allowances that it bills back. They reduce neither the order nor its invoices.',
  },
)
