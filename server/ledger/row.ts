/** The stock movement resource, returned by the ledger and position reads, on returns and in events. */
import { locations } from '../../db/schema/organizations.ts'
import { stock_movements } from '../../db/schema/stock.ts'
import { variants } from '../../db/schema/catalogue.ts'
import { type RowOf, selection, selections } from '../../db/sql/selection.ts'
import { shownCost, unitCost } from '../contract/money.ts'
import {
  CalendarDate,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  UnitCost,
  Whole,
} from '../contract/schema.ts'
import { documentTypes, movementKinds, adjustedStocks } from '../contract/stock.ts'
import { lackWords } from './costs/lacks.rules.ts'

export const LedgerRow = Shape(
  {
    id: Whole('Id of the movement.', { examples: [10482] }),
    kind: OpenChoice(movementKinds, 'Kind of movement.'),
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
          'Id of the document: of the stocktake, of the delivery (`purchase_order_delivery`, `manufacturing_order`, `delivery_correction`, `landed_cost_adjustment`), of the transfer order (`transfer_order_delivery`, both where units leave and where they arrive), of the shipment (`fulfilment_request`), or of the return.',
        ),
        name: Text('Display name of the document.', { examples: ['PO-1042'] }),
        type: OpenChoice(documentTypes, 'Type of the document.'),
      },
      {
        description:
          'Document that moved the stock. The movements of a document sum to its net effect: those of a delivery, reversals included, to the units delivered.',
      },
    ),
    document_line_id: Nullable(
      Text(
        'Id of the document line, followed by the delivery on a transfer, by the revision on a correction and by the number of the receipt on a return.',
      ),
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
    stated_cost: Nullable(
      Shape(
        {
          currency: Text('ISO 4217 code of the currency in which the document states the cost.', { examples: ['EUR'] }),
          unit_cost: Num('Purchase cost of a unit in that currency.', { examples: [40] }),
          rate: Nullable(
            Num(
              "What one unit of that currency was worth in the organisation's currency; null while no rate of the day or before was on file.",
              { examples: [1.1] },
            ),
          ),
          rate_date: Nullable(CalendarDate('Day from which that rate applied; null without a rate.')),
        },
        {
          description:
            "Cost as the document states it, where that is in another currency than the organisation's; null otherwise. It is converted at the newest rate on or before the day of the movement.",
        },
      ),
    ),
    cost_adjustment: Nullable(
      Shape(
        {
          stock: OpenChoice(
            adjustedStocks,
            'Units concerned. on_hand: units still on hand at the location, which changes the average cost. in_transit: units on the way to the location by a transfer, which arrive at the changed cost. left: units that have left the organisation; their share is a cost variance of the day on which it was booked.',
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
  { $id: 'Movement', description: 'A stock movement: one row of the stock ledger.' },
)
export type LedgerRow = Static<typeof LedgerRow>

/** Select list over stock_movements m, variants v and locations o. */
export const ledgerRowColumns = selections(
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
    'stated_currency',
    'stated_unit_cost',
    'stated_rate::float8',
    'stated_rate_date',
    'currency',
    'unrated_currency',
    'cost_basis',
    'adjusted_quantity',
    'adjusted_cost',
    'adjusted_stock',
  ]),
)
export type SelectedLedgerRow = RowOf<typeof ledgerRowColumns>

const noCost = 'The cost of these units is unknown.'

/** Why the cost of a row is unknown. */
export function unknownCostReason(kind: string, lacks: string | null): string {
  if (lacks === null) return noCost
  const words = lackWords(lacks, {
    noRate: (currencies) =>
      `no exchange rate of ${currencies} was on file for the day on which ${kind === 'assembly_in' ? 'their components' : 'they'} arrived, or before`,
    noCost: kind === 'assembly_in' ? 'no cost of some of their components was stated' : 'no cost of them was stated',
  })
  return `The cost of these units was unknown when they moved: ${words}.`
}
const noUnits = 'A cost adjustment moves no units; see cost_adjustment for the change in cost.'

export function shapeLedgerRow(selected: SelectedLedgerRow): LedgerRow {
  const { document_type, document_id, document_name, unit_cost, landed_unit_cost, currency, ...others } = selected
  const { adjusted_quantity, adjusted_cost, adjusted_stock, ...stated } = others
  const { stated_currency, stated_unit_cost, stated_rate, stated_rate_date, unrated_currency, ...row } = stated
  const isAdjustment = adjusted_quantity !== null && adjusted_stock !== null
  const reason = isAdjustment ? noUnits : unknownCostReason(row.kind, unrated_currency)
  return {
    ...row,
    document: { id: document_id, name: document_name, type: document_type },
    unit_cost: unitCost(unit_cost, currency, reason),
    landed_unit_cost: unitCost(landed_unit_cost, currency, reason),
    stated_cost:
      stated_currency === null || stated_unit_cost === null
        ? null
        : {
            currency: stated_currency,
            unit_cost: shownCost(stated_unit_cost),
            rate: stated_rate,
            rate_date: stated_rate_date,
          },
    cost_adjustment: isAdjustment
      ? {
          stock: adjusted_stock,
          quantity: adjusted_quantity,
          cost: unitCost(adjusted_cost, currency, noCost),
        }
      : null,
  }
}
