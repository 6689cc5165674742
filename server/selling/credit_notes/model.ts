/** The credit note resource, shared by reads and writes. */
import {
  CalendarDate,
  Count,
  Id,
  Instant,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { NamedAccount, NamedOrder } from '../parties/named.model.ts'
import { Ledger, Network } from '../invoices/model.ts'
import { DocumentParties } from '../parties/parties.model.ts'
import { creditNoteKinds, creditNoteStates } from '../known_values.ts'

const CreditNoteLine = Shape(
  {
    line_number: Count('Number of the line on the credit note, from 1.', { examples: [1] }),
    invoice_line_number: Count('Number of the line of the invoice that it credits.', { examples: [1] }),
    line_item_id: OwnId('Id of the order line.'),
    variant_id: OwnId('Id of the variant.'),
    sku: Text('SKU of the variant.', { examples: ['JUMPER-M'] }),
    return_line_id: Nullable(OwnId('Id of the line of the return; null unless units came back.')),
    quantity: Whole('Units credited; 0 for an allowance.', { examples: [2] }),
    unit_price: Money('Agreed unit price of the invoice; null for an allowance.'),
    discount: Money('Discount and allowances that these units had before.'),
    amount: Money('Amount credited, excluding taxes.'),
    tax: Money('Share of the tax of the credit note.'),
  },
  { $id: 'CreditNoteLine' },
)

export const CreditNote = Shape(
  {
    credit_note_id: OwnId('Id of the credit note.'),
    name: Text('Number of the credit note: its year, and its number within the year, without gaps.', {
      examples: ['CN-2026-0007'],
    }),
    kind: OpenChoice(
      creditNoteKinds,
      'What it follows from. return: units that came back. void: units of a shipment that was voided or corrected. allowance: an agreement with the account.',
    ),
    state: OpenChoice(
      creditNoteStates,
      'State of the credit note. issued: it credits its invoice. cancelled: withdrawn; it keeps its number, and counts back on the day of cancellation.',
    ),
    reason: Text('Reason for the credit.', { examples: ['Two jumpers were damaged'] }),
    issued_at: Instant('Time the credit note was issued.'),
    issued_on: CalendarDate("Day on which it was issued, in the organisation's time zone. Net sales fall on it."),
    currency: Text('ISO 4217 code of all amounts of the credit note, that of the invoice.', { examples: ['USD'] }),
    tax: Money('Tax credited.'),
    freight: Money('Freight credited.'),
    total: Money('Amounts of all lines, tax and freight.'),
    invoice: Shape(
      {
        invoice_id: Whole('Id of the invoice.', { examples: [731] }),
        name: Text('Number of the invoice.', { examples: ['INV-2026-0042'] }),
      },
      { description: 'The credited invoice.' },
    ),
    parties: DocumentParties,
    account: NamedAccount('The credited account.'),
    order: NamedOrder('The order of the invoice.'),
    return: Nullable(
      Shape(
        {
          id: Whole('Id of the return.', { examples: [311] }),
          name: Text('Display name of the return.', { examples: ['RET-1001'] }),
        },
        { description: 'The return whose units it credits; null for other kinds.' },
      ),
    ),
    shipment_id: Nullable(OwnId('Id of the voided shipment; null for other kinds.')),
    created_by: Text('Who issued the credit note.', { examples: ['user:Ada Merchant'] }),
    cancelled_at: Nullable(Instant('Time it was cancelled; null if it was not.')),
    cancelled_on: Nullable(CalendarDate('Day on which it was cancelled; null if it was not.')),
    cancelled_by: Nullable(Text('Who cancelled it; null if it was not.', { examples: ['user:Ada Merchant'] })),
    cancel_reason: Nullable(Text('Reason for cancelling it; null if it was not.', { examples: ['Wrong invoice'] })),
    ledger: Ledger,
    edi: Network,
    lines: Type.Array(CreditNoteLine, {
      description: 'Lines of the credit note; none if freight alone is credited.',
    }),
  },
  { $id: 'CreditNote', description: 'A credit note against an invoice.' },
)
export type CreditNote = Static<typeof CreditNote>

export const CreditNotePath = Shape({ credit_note_id: Id('Id of the credit note.') })

/** Type of the subject of a credit note's exceptions. */
export const creditNoteSubject = 'credit_note'
