/** A return, as reads and events carry it. */
import { return_states } from '../known_values.ts'
import {
  CalendarDate,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { LedgerRow } from '../../ledger/row.ts'
export const return_origins = ['manual', 'api', 'import', 'channel_refund'] as const
export const return_reasons = [
  'wrong_size',
  'size_too_small',
  'size_too_large',
  'color',
  'style',
  'defective',
  'not_as_described',
  'wrong_item',
  'unwanted',
  'other',
  'unknown',
] as const
export const dispositions = ['restock', 'write_off', 'quarantine', 'return_to_supplier', 'missing'] as const
export const refund_statuses = ['none', 'partial', 'full'] as const

const ReturnLine = Shape({
  id: OwnId('The line.'),
  order_line_item_id: Nullable(OwnId('The line of the order it comes from.')),
  variant_id: OwnId('The variant.'),
  sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
  expected_quantity: Whole('Units promised back.', { examples: [1] }),
  received_quantity: Whole('Units that arrived.', { examples: [0] }),
  restocked_quantity: Whole('Units put back into stock.', { examples: [0] }),
  disposition: Nullable(OpenChoice(dispositions, 'What became of what arrived.')),
  refund_line_item_id: Nullable(Text('The line of the refund.')),
})

export const Return = Shape(
  {
    id: Whole('Number of the return.', { examples: [311] }),
    name: Text('What people call the return.', { examples: ['RET-311'] }),
    state: OpenChoice(return_states, 'How far it has come.'),
    origin: OpenChoice(return_origins, 'Where it came from.'),
    reason: OpenChoice(return_reasons, 'Why it comes back.'),
    refund_status: OpenChoice(refund_statuses, 'What was refunded.'),
    expected_on: Nullable(CalendarDate('When it should arrive.')),
    received_at: Nullable(Instant('When it arrived.')),
    closed_at: Nullable(Instant('When everything was in.')),
    ledger_written_at: Nullable(Instant('When the ledger booked it.')),
    units_expected: Whole('Units promised back.', { examples: [1] }),
    units_received: Whole('Units that arrived.', { examples: [0] }),
    units_restocked: Whole('Units put back into stock.', { examples: [0] }),
    external_id: Nullable(Text('Its id in the other system.')),
    source_system: Nullable(Text('The other system that it came from.')),
    location: Nullable(
      Shape({ location_id: OwnId('The location.'), name: Text('Its name.') }, { description: 'Where it arrives.' }),
    ),
    order: Nullable(
      Shape({ name: Text('Its name.'), order_id: OwnId('The order.') }, { description: 'The order it comes from.' }),
    ),
    refund: Shape(
      {
        status: OpenChoice(refund_statuses, 'What was refunded.'),
        cents: Nullable(Whole('The amount in hundredths of the currency.', { examples: [8900] })),
        currency: Nullable(Text('ISO 4217 code.', { examples: ['USD'] })),
        reason: Nullable(Text('Why there is no amount.')),
        usd: Nullable(Num('The amount in US dollars.', { examples: [89] })),
      },
      { description: 'The refund.' },
    ),
    exceptions: Type.Array(Text('A sentence about what a person must decide.'), { description: 'Open exceptions.' }),
    movements: Type.Array(LedgerRow, { description: 'Its rows in the ledger.' }),
    lines: Type.Array(ReturnLine, { description: 'Its lines.' }),
  },
  { $id: 'Return', description: 'What a customer sends back.' },
)
