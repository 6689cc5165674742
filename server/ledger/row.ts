/** The stock movement resource, returned by the ledger and position reads, on returns and in events. */
import { unitCost } from '../contract/money.ts'
import { Instant, Nullable, OpenChoice, OwnId, Shape, type Static, Text, UnitCost, Whole } from '../contract/schema.ts'
import { document_types, movement_kinds } from '../contract/stock.ts'

export const LedgerRow = Shape(
  {
    id: Whole('Id of the movement.', { examples: [10482] }),
    kind: OpenChoice(movement_kinds, 'Kind of movement.'),
    sequence: Whole('Position in the ledger of this variant at this location, from 1 without gaps.', { examples: [7] }),
    occurred_at: Instant('Time the movement occurred. A reversal has the time of the movement that it reverses.'),
    recorded_at: Instant('Time the movement was recorded.'),
    quantity_delta: Whole('Change in units: positive for units added, negative for units removed.', { examples: [-2] }),
    sku: Text('SKU of the variant.', { examples: ['JUMPER-M'] }),
    variant_id: OwnId('Id of the variant.'),
    location_id: OwnId('Id of the location.'),
    location_name: Text('Name of the location.', { examples: ['Main warehouse'] }),
    document: Shape(
      {
        id: Text(
          'Id of the document: of the stocktake, of the delivery (`purchase_order_delivery`, `manufacturing_order`, `delivery_correction`, `landed_cost_adjustment`), or of the transfer order (`transfer_order_delivery`, both where units leave and where they arrive).',
        ),
        name: Text('Display name of the document.', { examples: ['PO-1042'] }),
        type: OpenChoice(document_types, 'Type of the document.'),
      },
      {
        description:
          'Document that moved the stock. The movements of a document sum to its net effect: those of a delivery, reversals included, to the units delivered.',
      },
    ),
    document_line_id: Nullable(
      Text('Id of the document line, followed by the delivery on a transfer and by the revision on a correction.'),
    ),
    actor: Text('Author of the movement: an API key by its label, a user by name, or a part of the service.', {
      examples: ['key:Warehouse link'],
    }),
    evidence: Nullable(Text('Evidence for the movement, if any was given.')),
    reverses_movement_id: Nullable(Whole('Id of the movement that this one reverses; null when it reverses none.')),
    source_system: Nullable(Text('System the movement was imported from; null when it was recorded in this service.')),
    unit_cost: UnitCost('Purchase cost of a unit.'),
    landed_unit_cost: UnitCost('Cost of a unit including freight and duty.'),
    cost_basis: Nullable(
      OpenChoice(
        ['stated', 'left_at', 'average', 'unknown'],
        'Source of the cost. stated: given by the document. left_at: the average cost at which the units left. average: the average cost of the stock level. unknown: no cost is known.',
      ),
    ),
    cost_adjustment: Nullable(
      Shape(
        {
          stock: OpenChoice(
            ['on_hand', 'left'],
            'Units concerned. on_hand: units still on hand, which changes the average cost. left: units no longer on hand, which does not.',
          ),
          quantity: Whole('Number of units concerned.', { examples: [10] }),
          cost: UnitCost(
            'Total change in the cost of these units, negative for a decrease; `usd` has four decimals, as for a unit cost.',
          ),
        },
        {
          description:
            'Cost change of a movement of kind `cost_adjustment`, which moves no units; null for every other kind.',
        },
      ),
    ),
  },
  { $id: 'LedgerRow', description: 'A stock movement: one row of the stock ledger.' },
)
export type LedgerRow = Static<typeof LedgerRow>

type Shaped = 'document' | 'unit_cost' | 'landed_unit_cost' | 'cost_adjustment'

export interface SelectedLedgerRow extends Omit<LedgerRow, Shaped> {
  document_type: string
  document_id: string
  document_name: string
  unit_cost: string | null
  landed_unit_cost: string | null
  currency: string | null
  adjusted_quantity: number | null
  adjusted_cost: string | null
  adjusted_stock: string | null
}

/** Select list over stock_movements m, variants v and locations o. */
export const ledger_row_columns = `m.movement_id::float8 as id, m.kind, m.sequence, m.occurred_at, m.recorded_at,
  m.quantity_delta, v.sku, m.variant_id, m.location_id, o.name as location_name, m.document_type, m.document_id,
  m.document_name, m.document_line_id, m.actor, m.evidence, m.reverses_movement_id::float8 as reverses_movement_id,
  m.source_system, m.unit_cost, m.landed_unit_cost, m.currency, m.cost_basis, m.adjusted_quantity, m.adjusted_cost,
  m.adjusted_stock`

const no_cost = 'The cost of these units is unknown.'
const no_units = 'A cost adjustment moves no units; see cost_adjustment for the change in cost.'

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
