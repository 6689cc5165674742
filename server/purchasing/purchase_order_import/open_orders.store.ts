/** SQL of importing open purchase orders. */
import { purchase_order_lines, purchase_orders } from '../../../db/schema/purchase_orders.ts'
import { supplier_variants } from '../../../db/schema/suppliers.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { assignments } from '../../../db/sql/lists.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { findVariants } from '../../catalogue/variants/named_variants.store.ts'
import type { Fragment, Sql } from '../../contract/sql.ts'
import { uuidPattern } from '../../contract/schema.ts'
import { singleUnits } from '../../contract/units_of_measure.ts'
import {
  type OpenOrderChange,
  type OpenOrderNames,
  type OpenOrderState,
  type StandingLine,
  type StandingOrder,
  type PackingOf,
  type StatedOrderLine,
  type StatedOrderRecord,
} from './open_orders.rules.ts'
import { nameKey, normalText } from '../../records/texts.ts'

function namesOf(rows: readonly { id: string; name: string }[]): Map<string, string | null> {
  const names = new Map<string, string | null>()
  for (const { id, name } of rows) names.set(nameKey(name), names.has(nameKey(name)) ? null : id)
  for (const { id } of rows) names.set(id, id)
  return names
}

const distinct = (texts: readonly string[]) => [...new Set(texts)]
const uuidsIn = (texts: readonly string[]) => arrayLiteral(distinct(texts.filter((text) => uuidPattern.test(text))))

export async function readNames(
  sql: Sql,
  organization_id: string,
  records: readonly StatedOrderRecord[],
): Promise<OpenOrderNames> {
  const lines = records.flatMap((record) => record.lines)
  const skus = lines.flatMap(({ sku }) => (sku === null ? [] : normalText(sku)))
  const ids = lines.flatMap(({ variant_id }) => variant_id ?? [])
  const words = distinct(records.map(({ supplier }) => supplier.trim()))
  const [suppliers, locations, variants] = await Promise.all([
    sql<{ id: string; name: string }[]>`
      select supplier_id as id, name from suppliers where organization_id = ${organization_id}
        and (lower(name) in (select lower(w) from unnest(${words}::text[]) w)
          or supplier_id = any(${uuidsIn(words)}::uuid[]))`,
    sql<{ id: string; name: string }[]>`
      select location_id as id, name from locations where organization_id = ${organization_id}`,
    findVariants(sql, organization_id, { ids, skus }),
  ])
  return {
    suppliers: namesOf(suppliers),
    locations: namesOf(locations),
    variants,
  }
}

const packingColumns = selection(supplier_variants, 'sv', [
  'supplier_id',
  'variant_id',
  'purchase_unit',
  'purchase_unit_factor',
  'inner_pack_quantity',
])

/** How the suppliers of the records sell their variants. */
export async function readPackings(
  sql: Sql,
  organization_id: string,
  names: OpenOrderNames,
  records: readonly StatedOrderRecord[],
): Promise<PackingOf> {
  const supplierOf = ({ supplier }: StatedOrderRecord) => names.suppliers.get(nameKey(supplier)) ?? null
  const variantOf = ({ sku, variant_id: id }: StatedOrderLine) =>
    (id === null ? names.variants.by_sku.get(normalText(sku ?? '')) : names.variants.by_id.get(id.toLowerCase()))
      ?.variant_id ?? null
  const suppliers = distinct(records.flatMap((record) => supplierOf(record) ?? []))
  const variants = distinct(records.flatMap(({ lines }) => lines.flatMap((line) => variantOf(line) ?? [])))
  const rows = await sql<RowOf<typeof packingColumns>[]>`
    select ${packingColumns} from supplier_variants sv
    where organization_id = ${organization_id} and supplier_id = any(${arrayLiteral(suppliers)}::uuid[])
      and variant_id = any(${arrayLiteral(variants)}::uuid[])`
  const packings = new Map(
    rows.map(({ supplier_id, variant_id, ...packing }) => [`${supplier_id} ${variant_id}`, packing]),
  )
  return (record, line) => packings.get(`${supplierOf(record)} ${variantOf(line)}`) ?? singleUnits
}

const orderColumns = selection(purchase_orders, 'o', [
  'purchase_order_id',
  'name',
  'external_id',
  'order_type',
  'status',
  'supplier_id',
  'location_id',
  'order_date',
  'expected_delivery_date',
])
const lineColumns = selection(purchase_order_lines, 'l', [
  'purchase_order_id',
  'line_id',
  'variant_id',
  'quantity',
  'unit_cost',
  'purchase_unit',
  'purchase_unit_factor',
  'inner_pack_quantity',
])
type LineRow = RowOf<typeof lineColumns>

/** Orders with their lines; `which` is over purchase_orders o. */
async function readStanding(sql: Sql, organization_id: string, which: Fragment, lock: Fragment) {
  const orders = await sql<Omit<StandingOrder, 'lines' | 'is_in_use'>[]>`
    select ${orderColumns} from purchase_orders o
    where o.organization_id = ${organization_id} and ${which} order by o.purchase_order_id ${lock}`
  const ids = arrayLiteral(orders.map(({ purchase_order_id }) => purchase_order_id))
  const [lines, used] = await Promise.all([
    sql<LineRow[]>`
      select ${lineColumns} from purchase_order_lines l
      where l.organization_id = ${organization_id} and l.purchase_order_id = any(${ids}::uuid[]) order by l.line_id`,
    readUsed(sql, organization_id, ids),
  ])
  const byOrder = Map.groupBy(lines, ({ purchase_order_id }) => purchase_order_id)
  const inUse = new Set(used.map(({ purchase_order_id }) => purchase_order_id))
  return orders.map((order): StandingOrder => ({
    ...order,
    is_in_use: inUse.has(order.purchase_order_id),
    lines: (byOrder.get(order.purchase_order_id) ?? []) satisfies readonly StandingLine[],
  }))
}

/** Orders that something happened to: a delivery, a document, a confirmation, or a supplier's update. */
const readUsed = (sql: Sql, organization_id: string, ids: string) => sql<{ purchase_order_id: string }[]>`
  select purchase_order_id from purchase_order_deliveries
  where organization_id = ${organization_id} and purchase_order_id = any(${ids}::uuid[])
  union
  select purchase_order_id from warehouse_inbounds
  where organization_id = ${organization_id} and purchase_order_id = any(${ids}::uuid[])
  union
  select purchase_order_id from outbound_documents
  where organization_id = ${organization_id} and purchase_order_id = any(${ids}::uuid[])
  union
  select purchase_order_id from supplier_signals
  where organization_id = ${organization_id} and purchase_order_id = any(${ids}::uuid[])
  union
  select purchase_order_id from purchase_order_lines
  where organization_id = ${organization_id} and purchase_order_id = any(${ids}::uuid[])
    and (delivered_quantity > 0 or in_transit_quantity > 0 or confirmed_quantity is not null)`

/** By name, which is what an imported order is called by. */
export const findByReference = (sql: Sql, organization_id: string, references: readonly string[]) =>
  readStanding(sql, organization_id, sql`o.name = any(${[...references]}::text[])`, sql``)

export const lockOrders = (sql: Sql, organization_id: string, ids: readonly string[]) =>
  readStanding(
    sql,
    organization_id,
    sql`o.purchase_order_id = any(${arrayLiteral(ids)}::uuid[])`,
    sql`for no key update of o`,
  )

const statusRows = recordset(purchase_orders, ['purchase_order_id', 'status'])

/** Orders as they are elsewhere: approved and issued on the day of the order, and nothing is sent. */
export const setStatuses = (
  sql: Sql,
  { organization_id, time_zone }: { organization_id: string; time_zone: string },
  orders: readonly { purchase_order_id: string; status: OpenOrderState }[],
) => sql`
  update purchase_orders o set status = n.status, approved_at = o.order_date::timestamp at time zone ${time_zone},
    issued_at = case when n.status = 'issued' then o.order_date::timestamp at time zone ${time_zone} end
  from ${statusRows.from(orders)}
  where o.organization_id = ${organization_id} and o.purchase_order_id = n.purchase_order_id`

const dateRows = recordset(purchase_orders, ['purchase_order_id', 'expected_delivery_date'])
const changeRows = recordset(purchase_order_lines, ['purchase_order_id', 'line_id', 'quantity', 'unit_cost'])

const packingNames = ['purchase_unit', 'purchase_unit_factor', 'inner_pack_quantity'] as const
const packingRows = recordset(purchase_order_lines, ['purchase_order_id', 'line_id', ...packingNames])

export async function writeChanges(
  sql: Sql,
  organization_id: string,
  changes: readonly OpenOrderChange[],
): Promise<void> {
  const dates = changes.filter(({ expected_delivery_date }) => expected_delivery_date !== null)
  const lines = changes.flatMap(({ purchase_order_id, lines: all }) =>
    all.map(({ packing, ...one }) => ({ purchase_order_id, packing, ...one })),
  )
  const packed = lines.flatMap(({ purchase_order_id, line_id, packing }) =>
    packing === undefined ? [] : [{ purchase_order_id, line_id, ...packing }],
  )
  await sql`
    update purchase_orders o set expected_delivery_date = n.expected_delivery_date
    from ${dateRows.from(
      dates.map(({ purchase_order_id, expected_delivery_date }) => ({ purchase_order_id, expected_delivery_date })),
    )}
    where o.organization_id = ${organization_id} and o.purchase_order_id = n.purchase_order_id`
  await sql`
    update purchase_order_lines l set quantity = n.quantity, unit_cost = n.unit_cost
    from ${changeRows.from(lines.map(({ packing: _packing, ...one }) => one))}
    where l.organization_id = ${organization_id} and l.purchase_order_id = n.purchase_order_id
      and l.line_id = n.line_id`
  if (packed.length === 0) return
  await sql`
    update purchase_order_lines l set ${assignments(packingNames, 'n')}
    from ${packingRows.from(packed)}
    where l.organization_id = ${organization_id} and l.purchase_order_id = n.purchase_order_id
      and l.line_id = n.line_id`
}

export async function deleteOrders(sql: Sql, organization_id: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from purchase_order_lines
    where organization_id = ${organization_id} and purchase_order_id = any(${arrayLiteral(ids)}::uuid[])`
  await sql`
    delete from purchase_orders
    where organization_id = ${organization_id} and purchase_order_id = any(${arrayLiteral(ids)}::uuid[])`
}
