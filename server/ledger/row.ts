/** One row of the ledger as it is published: by the movements read, in a position, on a return and in events. */
import { locations } from '../../db/schema/organizations.ts'
import { stock_movements } from '../../db/schema/stock.ts'
import { variants } from '../../db/schema/catalogue.ts'
import { type RowOf, selection, selections } from '../../db/sql/selection.ts'
import { unitCost } from '../contract/money.ts'
import { Instant, Nullable, OpenChoice, OwnId, Shape, type Static, Text, UnitCost, Whole } from '../contract/schema.ts'
import { document_types, movement_kinds, adjusted_stocks } from '../contract/stock.ts'

export const LedgerRow = Shape(
  {
    id: Whole('Number of the movement.', { examples: [10482] }),
    kind: OpenChoice(movement_kinds, 'What moved the stock.'),
    sequence: Whole('Place in the ledger of this variant at this location, from 1 without gaps.', { examples: [7] }),
    occurred_at: Instant('When it happened. A reversal happened when the movement that it reverses did.'),
    recorded_at: Instant('When it was written down.'),
    quantity_delta: Whole('Units that came (positive) or went (negative).', { examples: [-2] }),
    sku: Text('Stock keeping unit of the variant.', { examples: ['JUMPER-M'] }),
    variant_id: OwnId('The variant.'),
    location_id: OwnId('The location.'),
    location_name: Text('Name of the location.', { examples: ['Main warehouse'] }),
    document: Shape(
      {
        id: Text(
          'Id of the document: of the stocktake, of the delivery (`purchase_order_delivery`, `manufacturing_order`, `delivery_correction`, `landed_cost_adjustment`), or of the transfer order (`transfer_order_delivery`, both where units leave and where they arrive).',
        ),
        name: Text('What people call the document.', { examples: ['PO-1042'] }),
        type: OpenChoice(document_types, 'What kind of document it is.'),
      },
      {
        description:
          'The document that moved the stock. Its movements sum to its net effect: those of a delivery, reversals included, to the units that it brought.',
      },
    ),
    document_line_id: Nullable(
      Text('Line of the document, followed by the delivery on a transfer and by the revision on a correction.'),
    ),
    actor: Text('Who did it: a key by its label, a person by name, or a part of the service.', {
      examples: ['key:Warehouse link'],
    }),
    evidence: Nullable(Text('What the movement rests on, where something was given.')),
    reverses_movement_id: Nullable(Whole('The movement that this one takes back.')),
    source_system: Nullable(Text('The other system that it came from.')),
    unit_cost: UnitCost('What a unit cost to buy.'),
    landed_unit_cost: UnitCost('What a unit cost with freight and duty.'),
    cost_basis: Nullable(
      OpenChoice(
        ['stated', 'left_at', 'average', 'unknown'],
        'Where the cost comes from: named by the document, the average at which units left, the average of the level, or not known.',
      ),
    ),
    cost_adjustment: Nullable(
      Shape(
        {
          stock: OpenChoice(
            adjusted_stocks,
            'Where the units are: still there, which moves the average, or gone, which does not.',
          ),
          quantity: Whole('Units that it concerns.', { examples: [10] }),
          cost: UnitCost('By how much they cost more, or less, in all; four decimals in `usd`, as of a unit cost.'),
        },
        { description: 'What a movement of kind `cost_adjustment` changes, which moves no unit; null on every other.' },
      ),
    ),
  },
  { $id: 'LedgerRow', description: 'One row of the stock ledger.' },
)
export type LedgerRow = Static<typeof LedgerRow>

/** The select list over stock_movements m, variants v and locations o. */
export const ledger_row_columns = selections(
  selection(stock_movements, 'm', [
    'movement_id as id',
    'kind',
    'sequence',
    'occurred_at',
    'recorded_at',
    'quantity_delta',
  ]),
  selection(variants, 'v', ['sku']),
  selection(stock_movements, 'm', ['variant_id', 'location_id']),
  selection(locations, 'o', ['name as location_name']),
  selection(stock_movements, 'm', [
    'document_type',
    'document_id',
    'document_name',
    'document_line_id',
    'actor',
    'evidence',
    'reverses_movement_id',
    'source_system',
    'unit_cost',
    'landed_unit_cost',
    'currency',
    'cost_basis',
    'adjusted_quantity',
    'adjusted_cost',
    'adjusted_stock',
  ]),
)
export type SelectedLedgerRow = RowOf<typeof ledger_row_columns>

const no_cost = 'No cost is known for these units.'
const no_units = 'A cost adjustment moves no unit; its cost_adjustment says what changes.'

export function shapeLedgerRow(selected: SelectedLedgerRow): LedgerRow {
  const { document_type, document_id, document_name, unit_cost, landed_unit_cost, currency, ...others } = selected
  const { adjusted_quantity, adjusted_cost, adjusted_stock, ...row } = others
  const is_adjustment = adjusted_quantity !== null && adjusted_stock !== null
  const reason = is_adjustment ? no_units : no_cost
  return {
    ...row,
    document: { id: document_id, name: document_name, type: document_type },
    unit_cost: unitCost(unit_cost, currency, reason),
    landed_unit_cost: unitCost(landed_unit_cost, currency, reason),
    cost_adjustment: is_adjustment
      ? {
          stock: adjusted_stock,
          quantity: adjusted_quantity,
          cost: unitCost(adjusted_cost, currency, no_cost),
        }
      : null,
  }
}
