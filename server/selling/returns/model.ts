/** The return resource, shared by reads and events. */
import {
  creditNoteStates,
  dispositions,
  inspectionDispositions,
  refundStatuses,
  returnOrigins,
  returnReasons,
  returnStates,
} from '../known_values.ts'
import {
  CalendarDate,
  Flag,
  Instant,
  Money,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { LedgerRow } from '../../ledger/row.ts'
import { ExchangeOfReturn } from './exchanges/exchange.model.ts'

const InspectionOfReceipt = Shape(
  {
    inspection_id: OwnId('Id of the inspection.'),
    quantity: Whole('Units inspected.', { examples: [1] }),
    disposition: OpenChoice(inspectionDispositions, 'Disposition of the units after the inspection.'),
    note: Nullable(Text('What was found.', { examples: ['A button is missing'] })),
    inspected_at: Instant('Time of the inspection.'),
    inspected_by: Text('Who inspected the units.', { examples: ['user:Ada Merchant'] }),
    reverted_at: Nullable(Instant('Time it was reverted; null while it counts.')),
    reverted_by: Nullable(Text('Who reverted it.', { examples: ['user:Ada Merchant'] })),
    revert_reason: Nullable(Text('Why it was reverted.', { examples: ['It was another parcel'] })),
  },
  { $id: 'ReturnInspection' },
)

const ReceiptOfLine = Shape(
  {
    receipt_number: Whole('Number of the receipt within the return.', { examples: [1] }),
    received_quantity: Whole('Units received.', { examples: [1] }),
    restocked_quantity: Whole('Units of them that were restocked as they arrived.', { examples: [0] }),
    missing_quantity: Whole('Units found to be missing; negative where missing units arrived after all.', {
      examples: [0],
    }),
    disposition: Nullable(OpenChoice(dispositions, 'Disposition of the units that were not restocked.')),
    quarantined_quantity: Whole('Units of them that are still in quarantine: in no stock, and not inspected.', {
      examples: [0],
    }),
    location: Shape(
      { location_id: OwnId('Id of the location.'), name: Text('Name of the location.') },
      { description: 'Location that received the units.' },
    ),
    received_at: Instant('Time the units arrived.'),
    recorded_by: Text('Who recorded the receipt.', { examples: ['user:Ada Merchant'] }),
    inspections: Type.Array(InspectionOfReceipt, {
      description: 'What inspections made of units in quarantine, oldest first; reverted ones included.',
    }),
  },
  { $id: 'ReturnReceipt' },
)
export type ReceiptOfLine = Static<typeof ReceiptOfLine>

const ReturnLine = Shape(
  {
    id: OwnId('Id of the line.'),
    order_line_item_id: Nullable(OwnId('Id of the order line; null when the line is not linked to an order.')),
    variant_id: OwnId('Id of the variant.'),
    sku: Text('SKU of the variant.', { examples: ['JUMPER-M'] }),
    expected_quantity: Whole('Units expected back.', { examples: [1] }),
    received_quantity: Whole('Units received.', { examples: [0] }),
    restocked_quantity: Whole('Units restocked, be it after an inspection.', { examples: [0] }),
    missing_quantity: Whole('Units that were announced and are not there; they are not received.', { examples: [0] }),
    disposition: Nullable(
      OpenChoice(
        dispositions,
        'Disposition of the units received last, which `receipts` has for each receipt; units that were not restocked are in no stock.',
      ),
    ),
    refund_line_item_id: Nullable(Text('Id of the refund line.')),
    receipts: Type.Array(ReceiptOfLine, { description: 'Receipts of the line, in their order.' }),
  },
  { $id: 'ReturnLine' },
)

export const Return = Shape(
  {
    id: Whole('Id of the return.', { examples: [311] }),
    name: Text('Display name of the return.', { examples: ['RET-311'] }),
    state: OpenChoice(returnStates, 'State of the return.'),
    origin: OpenChoice(returnOrigins, 'Origin of the return.'),
    reason: OpenChoice(returnReasons, 'Reason for the return.'),
    refund_status: OpenChoice(refundStatuses, 'Refund status.'),
    expected_on: Nullable(CalendarDate('Expected arrival date.')),
    received_at: Nullable(Instant('Time the last units were received; null until units are.')),
    closed_at: Nullable(Instant('Time the return was closed; null until it is.')),
    ledger_written_at: Nullable(
      Instant('Time the return was last booked in the stock ledger; null as long as nothing was restocked.'),
    ),
    units_expected: Whole('Units expected back.', { examples: [1] }),
    units_received: Whole('Units received.', { examples: [0] }),
    units_restocked: Whole('Units restocked.', { examples: [0] }),
    units_missing: Whole('Units that were announced and are not there.', { examples: [0] }),
    external_id: Nullable(Text('Id of the return in the source system.')),
    source_system: Nullable(Text('System the return was imported from.')),
    location: Nullable(
      Shape(
        { location_id: OwnId('Id of the location.'), name: Text('Name of the location.') },
        { description: 'Location that receives the return.' },
      ),
    ),
    order: Nullable(
      Shape(
        { name: Text('Display name of the order.'), order_id: OwnId('Id of the order.') },
        { description: 'Order being returned; null when the return is not linked to an order.' },
      ),
    ),
    refund: Shape(
      {
        status: OpenChoice(refundStatuses, 'Refund status.'),
        is_stated: Flag(
          'Whether the refund was stated; a status of `none` then means that nothing is paid back, as in an exchange. Unstated, what was paid for the units counts as returned on the days on which they arrive.',
          { examples: [false] },
        ),
        is_paid_out: Nullable(
          Flag('Whether the money has left; null without an amount. Until then, cancelling the return takes it back.'),
        ),
        cents: Nullable(
          Whole('Refund amount, in hundredths of the currency; null when there is none.', { examples: [8900] }),
        ),
        currency: Nullable(Text('ISO 4217 currency code.', { examples: ['USD'] })),
        reason: Nullable(Text('Reason why there is no amount; null when there is one.')),
        usd: Nullable(
          Num(
            'Refund amount in US dollars. Amounts in other currencies are converted at the exchange rates in force on the current day of the organisation, rounded half up to the cent; null if there is no such rate.',
            { examples: [89] },
          ),
        ),
      },
      { $id: 'ReturnRefund', description: 'Refund of the return.' },
    ),
    credit: Shape(
      {
        is_due: Flag(
          'Whether a credit note is due: the order was invoiced to an account, no refund is stated for the return, and units of it are credited by no credit note in force, be it that theirs was cancelled or that they came after it. `session.credit_return` issues it.',
          { examples: [false] },
        ),
        credit_notes: Type.Array(
          Shape({
            credit_note_id: OwnId('Id of the credit note.'),
            name: Text('Number of the credit note.', { examples: ['CN-2026-0007'] }),
            state: OpenChoice(creditNoteStates, 'State of the credit note.'),
            total: Money('Amount credited.'),
          }),
          { description: 'Credit notes of the return, oldest first.' },
        ),
      },
      {
        $id: 'CreditOfReturn',
        description: 'Credit notes of the return: what an account that was invoiced gets in place of money.',
      },
    ),
    exchanges: Type.Array(ExchangeOfReturn, {
      description:
        'Orders that replace what comes back, oldest first, those of cancelled exchanges included; at most one exchange is in force.',
    }),
    exceptions: Type.Array(Text('Description of an open exception, as a sentence.'), {
      description: 'Open exceptions on the return.',
    }),
    movements: Type.Array(LedgerRow, { description: 'Stock movements of the return.' }),
    lines: Type.Array(ReturnLine, { description: 'Lines of the return.' }),
  },
  { $id: 'Return', description: 'A return from a customer.' },
)
export type Return = Static<typeof Return>

export const ReturnPath = Shape({ return_id: Whole('Id of the return.', { minimum: 1, examples: [311] }) })
