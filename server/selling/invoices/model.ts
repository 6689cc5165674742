/** The invoice resource, shared by reads and writes. */
import { limits } from '../../contract/limits.ts'
import { DocumentParties } from '../parties/parties.model.ts'
import { invoiceLedgerStates, invoiceNetworkStates, invoiceStates } from '../known_values.ts'
import {
  CalendarDate,
  Count,
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
import { AllowancesApart } from '../orders/allowances_apart.model.ts'
import { NamedAccount, NamedOrder } from '../parties/named.model.ts'

const InvoiceLine = Shape(
  {
    line_number: Count('Number of the line on the invoice, from 1.', { examples: [1] }),
    line_item_id: OwnId('Id of the order line.'),
    variant_id: OwnId('Id of the variant.'),
    sku: Text('SKU of the variant.', { examples: ['JUMPER-M'] }),
    buyer_sku: Nullable(Text("The account's own SKU of the item; null if it gave none.", { examples: ['771-JMP-M'] })),
    quantity: Whole('Units invoiced.', { examples: [24] }),
    unit_price: Money('Agreed unit price before discounts, excluding taxes.'),
    discount: Money("Share of the order line's discount for these units."),
    amount: Money('Price of the units less their discount, excluding taxes.'),
  },
  { $id: 'InvoiceLine' },
)

export const Ledger = Shape(
  {
    state: OpenChoice(
      invoiceLedgerStates,
      'State in the accounting system. not_connected: no accounting system was connected when the invoice was issued. queued: waiting to be posted or retried. posted: accepted by the accounting system. failed: all attempts failed, or it rejected the invoice for good.',
    ),
    sentence: Text('State as a sentence to display.', { examples: ['Posted to Harbour Books.'] }),
    ledger: Nullable(
      Text('Name of the accounting system; null if none is connected.', { examples: ['Harbour Books'] }),
    ),
    external_id: Nullable(
      Text('Id of the invoice in the accounting system; null if it returned none.', { examples: ['BILL-88'] }),
    ),
    external_url: Nullable(
      Text('URL of the invoice in the accounting system; null if it returned none.', {
        examples: ['https://books.example.com/invoices/88'],
      }),
    ),
    posted_at: Nullable(Instant('Time the accounting system last accepted the invoice; null until it does.')),
  },
  {
    $id: 'InvoicePosting',
    description: 'The invoice in the accounting system. It never changes the state of the invoice itself.',
  },
)

export const Network = Shape(
  {
    state: OpenChoice(
      invoiceNetworkStates,
      'State of the 810 sent to the account, as that of any EDI document. not_connected: none is sent, since the account takes none. withdrawn: the invoice was voided before the 810 was sent.',
    ),
    sentence: Text('State as a sentence to display.', { examples: ['The invoice is not sent over EDI.'] }),
    document_id: Nullable(Whole('Id of the EDI document; null if there is none.', { examples: [8812] })),
    sent_at: Nullable(Instant('Time the 810 was sent; null until it is.')),
  },
  { description: 'The invoice as an EDI document. It never changes the state of the invoice itself.' },
)

export const Invoice = Shape(
  {
    invoice_id: Whole('Id of the invoice.', { examples: [731] }),
    name: Text('Number of the invoice: its year, and its number within the year, without gaps.', {
      examples: ['INV-2026-0042'],
    }),
    state: OpenChoice(
      invoiceStates,
      'State of the invoice. issued: it bills its units. void: withdrawn; it keeps its number, and its units can be invoiced again.',
    ),
    issued_at: Instant('Time the invoice was issued.'),
    issued_on: CalendarDate("Day on which it was issued, in the organisation's time zone."),
    due_on: Nullable(CalendarDate('Day on which it is due; null if the terms name no number of days.')),
    currency: Text('ISO 4217 code of all amounts of the invoice.', { examples: ['USD'] }),
    terms: Nullable(Text('Payment terms; null if none are agreed.', { examples: ['net_30'] })),
    tax: Money('Tax, as supplied with the invoice or with the order; null if neither supplied any.'),
    freight: Money('Freight, as supplied with the invoice or with the order; null if neither supplied any.'),
    total: Money('Amounts of all lines, tax and freight.'),
    allowances_apart: AllowancesApart,
    account: NamedAccount('The invoiced account.'),
    parties: Nullable(DocumentParties),
    order: NamedOrder('The invoiced order.'),
    created_by: Text('Who issued the invoice.', { examples: ['user:Ada Merchant'] }),
    voided_at: Nullable(Instant('Time the invoice was voided; null if it was not.')),
    voided_by: Nullable(Text('Who voided the invoice; null if it was not.', { examples: ['user:Ada Merchant'] })),
    void_reason: Nullable(
      Text('Reason for voiding the invoice; null if it was not.', { examples: ['Issued with the wrong freight'] }),
    ),
    ledger: Ledger,
    edi: Network,
    lines: Type.Array(InvoiceLine, { description: 'Lines of the invoice, one for each order line.' }),
  },
  { $id: 'Invoice', description: 'An invoice of units of a wholesale order that have shipped.' },
)
export type Invoice = Static<typeof Invoice>

export const InvoicePath = Shape({ invoice_id: Whole('Id of the invoice.', { minimum: 1, examples: [731] }) })

export const ChargeCents = (description: string) =>
  Whole(description, { minimum: 0, maximum: limits.sales_order_total_cents_max, examples: [1250] })

/** Type of the subject of an invoice's exceptions. */
export const invoiceSubject = 'invoice'
