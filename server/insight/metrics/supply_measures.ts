/** Measures of stock, movements, purchase orders and suppliers. */
import { noCostReason } from '../../catalogue/model.ts'
import { coverReasons } from '../../ledger/cover.model.ts'
import type { Measure } from './dictionary.model.ts'
import { average, count, money, moneyUnit, percent, plus, units } from './measure_kinds.ts'

const purchasesAlone = 'Transfers and manufacturing orders, drafts and cancelled orders are excluded.'

export const stockMeasures = {
  on_hand: units(['On hand', 'Units on hand now.'], plus('stock.on_hand')),
  committed: units(['Committed', 'Units committed to orders now.'], plus('stock.committed')),
  available: units(['Available', 'Units on hand minus units committed, now.'], plus('stock.available')),
  incoming: units(['Incoming', 'Units on order now.'], plus('stock.incoming')),
  inventory_value: {
    ...money(['Inventory value', 'Units on hand at their average cost.'], plus('stock.value')),
    computation: {
      kind: 'sum',
      of: plus('stock.value'),
      complete: {
        known: plus('stock.costed'),
        all: plus('stock.counted'),
        reason: noCostReason,
      },
    },
  },
  stock_levels: count('levels')(
    ['Stock levels', 'Pairs of a variant and a location that ever had stock.'],
    plus('stock.stocked'),
  ),
  out_of_stock_levels: count('levels')(
    ['Levels out of stock', 'Pairs of a variant and a location that ever had stock and have no available unit.'],
    plus('stock.out_of_stock'),
  ),
  out_of_stock_rate: percent(['Out-of-stock rate', 'Levels out of stock per hundred stock levels.'], {
    of: plus('stock.out_of_stock'),
    by: plus('stock.stocked'),
    reason: 'There are no stock levels.',
  }),
  days_of_cover: {
    ...average('decimal', 'days', ['Days of cover', 'Available units divided by units sold per day in stock.'], {
      of: plus('stock.available'),
      by: plus('stock.units_per_day'),
      reason: coverReasons.nothing_sold,
    }),
    computation: {
      kind: 'ratio',
      of: plus('stock.available'),
      is_floored: true,
      by: plus('stock.units_per_day'),
      times: 1,
      decimals: 1,
      restored_decimals: 9,
      causes: (['sold_without_stock', 'single_wholesale_shipment', 'not_measured'] as const).map((code) => ({
        where: plus(`stock.${code}`),
        reason: coverReasons[code],
      })),
      reason: coverReasons.nothing_sold,
    },
  },
} satisfies Record<string, Measure>

const costChanges = 'Changes of cost, which move no units, are excluded.'

export const movementMeasures = {
  movement_count: count('movements')(['Movements', 'Rows of the stock ledger.', costChanges], plus('movements.count')),
  units_in: units(
    ['Units in', 'Units that movements added; a reversal counts as a movement of its own.'],
    plus('movements.units_in'),
  ),
  units_out: units(
    ['Units out', 'Units that movements took away; a reversal counts as a movement of its own.'],
    plus('movements.units_out'),
  ),
  net_movement: units(['Net movement', 'Units in minus units out.'], plus('movements.net')),
  units_received: units(
    ['Units received', 'Units that receipts and assemblies added, less corrections.'],
    plus('movements.received'),
  ),
  units_shipped: units(
    ['Units shipped', 'Units that shipments took away, less corrections.'],
    plus('movements.shipped'),
  ),
  units_adjusted: units(
    ['Units adjusted', 'Units that adjustments, stocktakes and write-offs added, minus those they took away.'],
    plus('movements.adjusted'),
  ),
  cost_variance: money(
    [
      'Cost variance',
      'Freight, duty and corrected unit costs of units that had left when they were booked, on the day of booking: a cost of sales beside that of the days on which the units were sold.',
    ],
    plus('cost_variances.cost'),
  ),
} satisfies Record<string, Measure>

export const purchasingMeasures = {
  purchase_orders: count('orders')(
    ['Purchase orders', 'Purchase orders by order date.', purchasesAlone],
    plus('purchase_orders.count'),
  ),
  units_ordered: units(
    ['Units ordered', 'Units on purchase orders by order date.', purchasesAlone],
    plus('purchase_order_lines.units'),
  ),
  order_cost: {
    ...money(
      [
        'Order cost',
        'Cost of the lines of purchase orders by order date.',
        purchasesAlone,
        'Freight and duty are excluded.',
      ],
      plus('purchase_order_lines.cost'),
    ),
    computation: {
      kind: 'sum',
      of: plus('purchase_order_lines.cost'),
      complete: {
        known: plus('purchase_order_lines.costed_units'),
        all: plus('purchase_order_lines.units'),
        reason: 'The unit cost of some of the units ordered is unknown.',
      },
    },
  },
  average_unit_cost: {
    ...average(
      'money',
      moneyUnit,
      ['Average unit cost', 'Order cost per unit ordered.', purchasesAlone, 'Freight and duty are excluded.'],
      {
        of: plus('purchase_order_lines.cost'),
        by: plus('purchase_order_lines.units'),
        reason: 'Nothing was ordered.',
      },
    ),
    computation: {
      kind: 'ratio',
      of: plus('purchase_order_lines.cost'),
      by: plus('purchase_order_lines.units'),
      times: 1,
      decimals: 0,
      reason: 'Nothing was ordered.',
      complete: {
        known: plus('purchase_order_lines.costed_units'),
        all: plus('purchase_order_lines.units'),
        reason: 'The unit cost of some of the units ordered is unknown.',
      },
    },
  },
  deliveries: count('deliveries')(
    ['Deliveries', 'Deliveries against purchase orders by day of arrival.', 'Removed deliveries are excluded.'],
    plus('deliveries.count'),
  ),
  units_delivered: units(
    [
      'Units delivered',
      'Units that arrived on deliveries against purchase orders.',
      'Removed deliveries are excluded.',
    ],
    plus('deliveries.units'),
  ),
} satisfies Record<string, Measure>

const onHold = 'Orders on hold are excluded.'

export const supplierMeasures = {
  orders_due: count('orders')(['Orders due', 'Purchase orders with a line due.', onHold], plus('due_lines.orders')),
  units_due: units(['Units due', 'Units ordered on lines by due date.', onHold], plus('due_lines.units')),
  units_arrived: units(
    ['Units arrived', 'Units of due lines that have arrived, up to the ordered quantity.', onHold],
    plus('due_lines.received'),
  ),
  units_on_time: units(
    ['Units on time', 'Units of due lines that arrived by their due date.', onHold],
    plus('due_lines.on_time'),
  ),
  units_overdue: units(
    ['Units overdue', 'Units of lines due before today that are outstanding on open orders.', onHold],
    plus('due_lines.overdue'),
  ),
  on_time_rate: percent(
    ['On-time rate', 'Units on time per hundred units that arrived or are overdue.', onHold],
    {
      of: plus('due_lines.on_time'),
      by: plus('due_lines.received', 'due_lines.overdue'),
      reason: 'Nothing that was due has arrived or is outstanding.',
    },
    1,
  ),
  fill_rate: percent(
    ['Fill rate', 'Units arrived per hundred units due.', onHold],
    { of: plus('due_lines.received'), by: plus('due_lines.units'), reason: 'Nothing was due.' },
    1,
  ),
} satisfies Record<string, Measure>
