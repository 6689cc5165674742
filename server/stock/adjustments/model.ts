/** Schemas of stock adjustments. */
import { variants } from '../../../db/schema/catalogue.ts'
import { locations } from '../../../db/schema/organizations.ts'
import { stock_adjustments, stock_movements } from '../../../db/schema/stock.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { limits } from '../../contract/limits.ts'
import { unitCost } from '../../contract/money.ts'
import {
  Choice,
  Count,
  Flag,
  Id,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  sampleId,
  Shape,
  type Static,
  Text,
  Type,
  UnitCost,
  Whole,
} from '../../contract/schema.ts'
import { adjustmentReasons } from '../known_values.ts'

export const service = 'inventory'
export const AdjustmentPath = Shape({ adjustment_id: Id('The adjustment.') })

const header = {
  adjustment_id: OwnId('The adjustment.'),
  name: Text('Name of the adjustment, given by the service.', { examples: ['ADJ-1001'] }),
  reason: OpenChoice(adjustmentReasons, 'Why the stock was adjusted.'),
  note: Nullable(Text('Note; null if none was given.', { examples: ['Water damage in aisle 4.'] })),
  line_count: Count('Number of lines.', { examples: [3] }),
  units_added: Whole('Units that its lines added.', { examples: [0] }),
  units_removed: Whole('Units that its lines removed, as a positive number.', { examples: [5] }),
  created_by: Text('Author of the adjustment.', { examples: ['user:Ada Merchant'] }),
  created_at: Instant('When the adjustment was recorded.'),
  undone_by: Nullable(Text('Who undid the adjustment; null if it stands.', { examples: ['user:Ada Merchant'] })),
  undone_at: Nullable(Instant('When the adjustment was undone; null if it stands.')),
}

export const Adjustment = Shape(header, { $id: 'StockAdjustmentRow', description: 'A manual stock adjustment.' })

const Line = Shape(
  {
    line_number: Whole('Position of the line, from 1; `document_line_id` of its ledger row.', { examples: [1] }),
    movement_id: Whole('Id of the stock movement that the line booked.', { examples: [10482] }),
    variant_id: OwnId('The variant.'),
    sku: Text('SKU of the variant.', { examples: ['JUMPER-M'] }),
    location_id: OwnId('The location.'),
    location_name: Text('Name of the location.', { examples: ['Main warehouse'] }),
    quantity: Whole('Change in units: positive for units added, negative for units removed.', { examples: [-2] }),
    on_hand_after: Whole('Units on hand after the line was booked.', { examples: [38] }),
    unit_cost: UnitCost(
      'Cost of a unit: of an increase the stated cost, or else the average cost of the stock level; of a decrease the average cost at which the units left.',
    ),
    reversed_by_movement_id: Nullable(
      Whole('Id of the stock movement that reversed the line; null if the adjustment stands.'),
    ),
  },
  { $id: 'StockAdjustmentLine' },
)

export const AdjustmentDetail = Shape(
  { ...header, lines: Type.Array(Line, { description: 'Lines in the order of the request.' }) },
  { $id: 'StockAdjustment', description: 'A manual stock adjustment with its lines.' },
)
export type AdjustmentDetail = Static<typeof AdjustmentDetail>

/** Select list over stock_adjustments a. */
export const headerColumns = selection(stock_adjustments, 'a', [
  'adjustment_id',
  'name',
  'reason',
  'note',
  'line_count',
  'units_added',
  'units_removed',
  'created_by',
  'created_at',
  'undone_by',
  'undone_at',
])
export type AdjustmentHeader = RowOf<typeof headerColumns>

/** Select list over stock_movements m, variants v and locations o. */
export const lineColumns = selections(
  selection(stock_movements, 'm', ['document_line_id', 'movement_id', 'variant_id']),
  selection(variants, 'v', ['sku']),
  selection(stock_movements, 'm', ['location_id']),
  selection(locations, 'o', ['name as location_name']),
  selection(stock_movements, 'm', ['quantity_delta', 'on_hand_after', 'unit_cost', 'currency']),
)
export type SelectedLine = RowOf<typeof lineColumns> & { reversed_by_movement_id: number | null }

const noCost = 'The cost of these units is unknown.'

export const shapeAdjustment = (row: AdjustmentHeader, lines: readonly SelectedLine[]): AdjustmentDetail => ({
  ...row,
  lines: lines.map(({ document_line_id, quantity_delta, unit_cost, currency, ...line }) => ({
    ...line,
    line_number: Number(document_line_id),
    quantity: quantity_delta,
    unit_cost: unitCost(unit_cost, currency, noCost),
  })),
})

export const allowBelowCommitted = Type.Optional(
  Flag(
    'true lets on hand fall below the units that are committed to orders, though never below zero. Defaults to false.',
  ),
)

const SubmittedLine = Shape({
  variant_id: Type.Optional(Id('The variant; required unless `sku` is given.')),
  sku: Type.Optional(
    Text('SKU of the variant, as it is spelled in the catalogue; required unless `variant_id` is given.', {
      minLength: 1,
      maxLength: 200,
      examples: ['JUMPER-M'],
    }),
  ),
  location_id: Id('The location.'),
  quantity: Whole('Change in units: positive to add units, negative to remove units; not zero.', {
    minimum: -limits.stock_units_max,
    maximum: limits.stock_units_max,
    examples: [-2],
  }),
  unit_cost: Type.Optional(
    Num(
      "Cost of one unit in the organisation's currency, with at most four decimals, or none if the currency has none; only for units that are added. Omit it to add units at the average cost of the stock level.",
      { minimum: 0, maximum: limits.purchase_order_unit_cost_max, examples: [31.5] },
    ),
  ),
})
export type SubmittedLine = Static<typeof SubmittedLine>

export const NewAdjustment = Shape(
  {
    reason: Choice(adjustmentReasons, 'Why the stock is adjusted.'),
    occurred_at: Type.Optional(
      Instant(
        'When the stock changed, not in the future; now by default. A count taken after it includes the change, so stock counted since then stays as counted.',
      ),
    ),
    note: Type.Optional(
      Text('Note for the adjustment, also shown as evidence of its stock movements.', {
        minLength: 1,
        maxLength: limits.stock_adjustment_note_length_max,
        examples: ['Water damage in aisle 4.'],
      }),
    ),
    lines: Type.Array(SubmittedLine, {
      minItems: 1,
      maxItems: limits.stock_adjustment_lines_max,
      description: 'Changes of stock, each variant at most once for each location.',
    }),
    allow_below_committed: allowBelowCommitted,
  },
  {
    examples: [
      {
        reason: 'damaged',
        note: 'Water damage in aisle 4.',
        lines: [{ variant_id: sampleId, location_id: sampleId, quantity: -2 }],
      },
    ],
  },
)
