/** Reads an order in the form in which it is printed. */
import { locations, organizations } from '../../../db/schema/organizations.ts'
import { purchase_orders } from '../../../db/schema/purchase_orders.ts'
import { suppliers } from '../../../db/schema/suppliers.ts'
import { type OuterRowOf, type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { type OrderStatus } from '../known_values.ts'
import Big from 'big.js'
import type { Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Packing, wholeUnits } from '../../contract/units_of_measure.ts'
import { purchaseUnitCostOf } from '../purchase_units/purchase_unit.rules.ts'
import type { PrintedOrder, PrintedLine, PrintedParty } from '../../documents/printing/printed_order.ts'

const orderColumns = selection(purchase_orders, 'o', [
  'name',
  'order_type',
  'status',
  'order_date',
  'expected_delivery_date',
  'cancel_date',
  'ship_window_start',
  'currency',
  'external_id',
  'notes',
])
const partyColumns = selections(
  selection(organizations, 'g', ['name as organization_name']),
  selection(locations, 'd', ['name as location_name', 'country_code as location_country']),
)
const sourceColumns = selection(locations, 'f', ['name as source_name', 'country_code as source_country'])
const supplierColumns = selection(suppliers, 's', [
  'name as supplier_name',
  'address as supplier_address',
  'country_code as supplier_country',
  'external_id as supplier_reference',
  'payment_terms',
  'deposit_bp',
  'incoterm',
])
type OrderHeader = RowOf<typeof orderColumns> &
  RowOf<typeof partyColumns> &
  OuterRowOf<typeof sourceColumns> &
  OuterRowOf<typeof supplierColumns>

const readHeader = (sql: Sql, organization_id: string, purchase_order_id: string) => sql<OrderHeader[]>`
  select ${orderColumns}, ${partyColumns}, ${sourceColumns}, ${supplierColumns}
  from purchase_orders o
  join organizations g on g.organization_id = o.organization_id
  join locations d on d.organization_id = o.organization_id and d.location_id = o.location_id
  left join locations f on f.organization_id = o.organization_id and f.location_id = o.source_location_id
  left join suppliers s on s.organization_id = o.organization_id and s.supplier_id = o.supplier_id
  where o.organization_id = ${organization_id} and o.purchase_order_id = ${purchase_order_id}`

type LineRow = PrintedLine & Packing

/** A line that is no whole number of purchase units goes out in single units. */
function printedLine({ purchase_unit, purchase_unit_factor, inner_pack_quantity, ...line }: LineRow): PrintedLine {
  const { unit_cost } = line
  const shown = { ...line, unit_cost: unit_cost === null ? null : Big(unit_cost).round(4, Big.roundHalfUp).toFixed() }
  const purchase_quantity = wholeUnits(line.quantity, purchase_unit_factor)
  if (purchase_unit === 'EA' || purchase_quantity === null) return shown
  const purchase_unit_cost = unit_cost === null ? null : purchaseUnitCostOf(unit_cost, purchase_unit_factor)
  const packing = { purchase_unit, purchase_unit_factor, inner_pack_quantity }
  return { ...shown, packed: { ...packing, purchase_quantity, purchase_unit_cost } }
}

const readPrintedLines = (sql: Sql, organization_id: string, purchase_order_id: string) => sql<LineRow[]>`
  select v.sku, x.supplier_sku, v.barcode, p.title || ', ' || v.title as title, l.quantity,
    trim_scale(l.unit_cost)::text as unit_cost,
    trim_scale(round(l.quantity * l.unit_cost, 4))::text as total_cost,
    l.purchase_unit, l.purchase_unit_factor, l.inner_pack_quantity,
    case when l.expected_delivery_date is distinct from o.expected_delivery_date
      then l.expected_delivery_date end as deliver_on
  from purchase_order_lines l
  join purchase_orders o on o.organization_id = l.organization_id and o.purchase_order_id = l.purchase_order_id
  join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
  join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
  left join supplier_variants x on x.organization_id = l.organization_id and x.supplier_id = o.supplier_id
    and x.variant_id = l.variant_id
  where l.organization_id = ${organization_id} and l.purchase_order_id = ${purchase_order_id}
  order by l.line_id`

const party = (name: string, ...details: (string | null)[]): PrintedParty => ({
  name,
  details: details.filter((detail) => detail !== null),
})

/** Transfers are printed without costs, since carriers must not see them. */
const unpriced = (line: PrintedLine): PrintedLine => ({ ...line, unit_cost: null, total_cost: null })

export interface PrintContext {
  revision: number
  is_replacement: boolean
  mark: string | null
  /** The day it is sent or printed. */
  issued_on: string
}

function printedOrderOf(header: OrderHeader, lines: PrintedLine[], context: PrintContext): PrintedOrder {
  const costs = lines.flatMap(({ total_cost }) => (total_cost === null ? [] : [total_cost]))
  const isTransfer = header.order_type === 'transfer'
  const uncosted_lines = isTransfer ? 0 : lines.length - costs.length
  return {
    ...context,
    order_type: header.order_type,
    name: header.name,
    ordered_on: header.order_date ?? context.issued_on,
    deliver_on: header.expected_delivery_date,
    ship_from_on: header.ship_window_start,
    cancel_after: header.cancel_date,
    currency: header.currency,
    reference: header.external_id,
    payment_terms: header.payment_terms,
    deposit_bp: header.deposit_bp,
    incoterm: header.incoterm,
    notes: header.notes,
    buyer: party(header.organization_name),
    supplier:
      header.supplier_name === null
        ? null
        : party(header.supplier_name, header.supplier_address, header.supplier_country, header.supplier_reference),
    ship_from: isTransfer ? party(header.source_name!, header.source_country) : null,
    ship_to: party(header.location_name, header.location_country),
    lines: isTransfer ? lines.map(unpriced) : lines,
    total_units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    total_cost: uncosted_lines > 0 ? null : costs.reduce((sum, cost) => sum.plus(cost), new Big(0)).toFixed(4),
    uncosted_lines,
  }
}

/** Banner on a document of an order that must not be acted on. */
const marks: Partial<Record<OrderStatus, string>> = {
  draft: 'DRAFT: not approved, not an order',
  cancelled: 'CANCELLED: please do not deliver',
}

export const markOf = (status: OrderStatus): string | null => marks[status] ?? null

/** The printed form of an order in its current state; refuses an unknown order. */
export async function readPrintedOrder(
  sql: Sql,
  organization_id: string,
  purchase_order_id: string,
  context: Omit<PrintContext, 'mark'> & { is_sent: boolean },
): Promise<PrintedOrder> {
  const { is_sent, ...rest } = context
  const [[header], lines] = await Promise.all([
    readHeader(sql, organization_id, purchase_order_id),
    readPrintedLines(sql, organization_id, purchase_order_id),
  ])
  if (header === undefined) refuse('purchase_order_not_on_file')
  return printedOrderOf(header, lines.map(printedLine), { ...rest, mark: is_sent ? null : markOf(header.status) })
}
