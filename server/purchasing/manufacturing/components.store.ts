/** SQL of components: bills of materials as orders read them, and what a manufacturing order reserves and uses. */
import { purchase_order_components } from '../../../db/schema/manufacturing.ts'
import { stock_movements } from '../../../db/schema/stock.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { assignments } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/call.ts'
import { costsKnownSince } from '../../ledger/costs/make_known.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { reserveAvailable } from '../../ledger/reserve.ts'
import type { Hold, MovementToBook } from '../../ledger/rules.ts'
import { ledgerDocument, outstandingOf } from '../deliveries/arrival.rules.ts'
import { type Bills, componentsAfter, type Part, requiredFor, usedBy, type Assembly } from './assembly.rules.ts'
import type { PurchaseOrder } from '../orders/model.ts'
import type { LineToReceive } from '../deliveries/receiving.store.ts'
import type { LockedOrder } from '../orders/store.ts'

/** The active bill of each variant that has one. */
async function readBills(sql: Sql, organization_id: string, variant_ids: readonly string[]): Promise<Bills> {
  const rows = await sql<{ made_id: string; parts: Part[] }[]>`
    select b.variant_id as made_id,
      jsonb_agg(jsonb_build_object('variant_id', l.variant_id, 'quantity', l.quantity) order by l.variant_id) as parts
    from bills_of_materials b
    join bill_of_materials_lines l on l.organization_id = b.organization_id and l.bom_id = b.bom_id
    where b.organization_id = ${organization_id} and b.is_active
      and b.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])
    group by b.bom_id, b.variant_id`
  return new Map(rows.map(({ made_id, parts }) => [made_id, parts]))
}

const componentFields = [
  'variant_id',
  'location_id',
  'required_quantity',
  'reserved_quantity',
  'consumed_quantity',
] as const
const componentColumns = selection(purchase_order_components, 'c', componentFields)
const componentRows = recordset(purchase_order_components, componentFields)
export type OrderComponent = RowOf<typeof componentColumns>

const readComponents = (sql: Sql, organization_id: string, purchase_order_id: string) => sql<OrderComponent[]>`
  select ${componentColumns} from purchase_order_components c
  where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}
  order by variant_id, location_id`

/** The assembly data of an order; empty for other order types. The caller holds the lock on the order's row. */
export async function openAssembly(
  sql: Sql,
  organization_id: string,
  order: LockedOrder,
  lines: readonly { variant_id: string }[],
): Promise<Assembly> {
  const location_id = order.source_location_id ?? order.location_id
  if (order.order_type !== 'manufacturing') return { location_id, bills: new Map(), components: [] }
  const madeVariantIds = [...new Set(lines.map(({ variant_id }) => variant_id))]
  const [bills, components] = await Promise.all([
    readBills(sql, organization_id, madeVariantIds),
    readComponents(sql, organization_id, order.purchase_order_id),
  ])
  return { location_id, bills, components }
}

/** Writes the components of an order; those neither required, reserved nor used are deleted. */
export async function writeComponents(
  sql: Sql,
  organization_id: string,
  purchase_order_id: string,
  components: readonly OrderComponent[],
): Promise<void> {
  if (components.length === 0) return
  await inBulk(
    sql,
    components.length,
    () => sql`
    insert into purchase_order_components (organization_id, purchase_order_id, ${componentRows.names})
    select ${organization_id}, ${purchase_order_id}, ${componentRows.values} from ${componentRows.from(components)}
    on conflict on constraint purchase_order_components_pk do update
    set ${assignments(['required_quantity', 'reserved_quantity', 'consumed_quantity'])}`,
  )
  await sql`
    delete from purchase_order_components
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}
      and required_quantity = 0 and reserved_quantity = 0 and consumed_quantity = 0`
}

/** Component movements of an order, and the reservations they release. */
export interface ComponentUse {
  assembly: Assembly
  movements: readonly MovementToBook[]
  holds: readonly Hold[]
}

/** Writes what the movements used, and what the lines still need after `units` of them arrived or were taken back. */
export async function writeComponentUse(
  sql: Sql,
  organization_id: string,
  order: LockedOrder,
  { assembly, movements, holds }: ComponentUse,
  lines: readonly LineToReceive[],
  units: ReadonlyMap<string, number>,
): Promise<void> {
  const outstanding = lines.map((line) => {
    const delivered_quantity = line.delivered_quantity + (units.get(line.line_id) ?? 0)
    return { variant_id: line.variant_id, units: outstandingOf(order, { ...line, delivered_quantity }) }
  })
  const after = componentsAfter(assembly, usedBy(movements), holds, requiredFor(assembly, outstanding))
  await writeComponents(sql, organization_id, order.purchase_order_id, after)
}

const usedPartColumns = selection(stock_movements, 'm', [
  'movement_id',
  'occurred_at',
  'counted_from',
  'variant_id',
  'location_id',
  'unit_cost',
  'landed_unit_cost',
  'unrated_currency',
])
/** A component used for a line of a delivery: a ledger movement that was not reversed. */
export type UsedPart = RowOf<typeof usedPartColumns> & { line_id: string; quantity: number }

/** Older corrections were booked as delivery_correction. */
const readPartRows = (sql: Sql, organization_id: string, delivery_id: string) => sql<UsedPart[]>`
  select ${usedPartColumns}, split_part(m.document_line_id, ' ', 1) as line_id, -m.quantity_delta as quantity
  from stock_movements m
  where m.organization_id = ${organization_id} and m.document_id = ${delivery_id}
    and m.document_type in ('manufacturing_order', 'delivery_correction')
    and m.kind = 'assembly_out' and m.reverses_movement_id is null
    and not exists (select from stock_movements r
      where r.organization_id = m.organization_id and r.reverses_movement_id = m.movement_id)
  order by m.entry`

/** The components used for a delivery, at their costs as they are known by now. */
export async function readUsedParts(sql: Sql, organization_id: string, delivery_id: string): Promise<UsedPart[]> {
  const parts = await readPartRows(sql, organization_id, delivery_id)
  const known = await costsKnownSince(sql, organization_id, parts)
  return parts.map((part) => {
    const unit_cost = part.unit_cost ?? known.get(part.movement_id) ?? null
    return { ...part, unit_cost, landed_unit_cost: part.landed_unit_cost ?? unit_cost }
  })
}

/** Returns a component at the cost and time at which it left. */
export const reversalOfPart = (order: LockedOrder, delivery_id: string, part: UsedPart): MovementToBook => ({
  variant_id: part.variant_id,
  location_id: part.location_id,
  kind: 'assembly_out',
  quantity_delta: part.quantity,
  unit_cost: part.unit_cost,
  landed_unit_cost: part.landed_unit_cost,
  unrated_currency: part.unit_cost === null ? part.unrated_currency : null,
  occurred_at: part.occurred_at,
  counted_from: part.counted_from,
  ...ledgerDocument(order, delivery_id, part.line_id),
  reverses_movement_id: part.movement_id,
})

/** Releases the order's reservations, and deletes components it has not used. */
export async function releaseComponents(sql: Sql, organization_id: string, purchase_order_id: string): Promise<void> {
  const components = await readComponents(sql, organization_id, purchase_order_id)
  await reserveAvailable(
    sql,
    organization_id,
    components
      .filter(({ reserved_quantity }) => reserved_quantity > 0)
      .map(({ variant_id, location_id, reserved_quantity: held }) => ({
        variant_id,
        location_id,
        committed_delta: -held,
      })),
  )
  const after = components.map((one) => ({ ...one, reserved_quantity: 0, required_quantity: one.consumed_quantity }))
  await writeComponents(sql, organization_id, purchase_order_id, after)
}

type ComponentShown = PurchaseOrder['components'][number] & { purchase_order_id: string }

/** Components of orders in the form of the order's read. */
export const readComponentsShown = async (sql: Sql, organization_id: string, ids: readonly string[]) => [
  ...(await sql<ComponentShown[]>`
  select c.purchase_order_id, c.variant_id, v.sku, p.title || ', ' || v.title as title, c.location_id, c.required_quantity,
    c.reserved_quantity, c.consumed_quantity,
    greatest(c.required_quantity - c.reserved_quantity - c.consumed_quantity, 0) as short_quantity
  from purchase_order_components c
  join variants v on v.organization_id = c.organization_id and v.variant_id = c.variant_id
  join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
  where c.organization_id = ${organization_id} and c.purchase_order_id = any(${arrayLiteral(ids)}::uuid[])
  order by v.sku, c.variant_id, c.location_id`),
]
