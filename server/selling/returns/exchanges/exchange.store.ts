/** Reads and writes exchanges; a few statements for any number of returns. */
import { return_exchanges } from '../../../../db/schema/selling/return_exchanges.ts'
import { return_lines } from '../../../../db/schema/selling/returns.ts'
import { order_lines, sales_orders } from '../../../../db/schema/selling/sales_orders.ts'
import { variants } from '../../../../db/schema/catalogue.ts'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import { type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import { money } from '../../../contract/money.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { WriteContext } from '../../../imports/record_diff.ts'
import { readHeaders } from '../../orders/order.store.ts'
import type { ReturnExchange } from './exchange.model.ts'
import { balanceOf, type LineComingBack } from './exchange.rules.ts'

const rows = recordset(return_exchanges, [
  'exchange_id',
  'return_id',
  'order_id',
  'currency',
  'returned_cents',
  'replacement_cents',
  'settlement',
])

export const insertExchange = (
  sql: Sql,
  { organization_id, actor, now }: WriteContext,
  exchange: Parameters<typeof rows.from>[0][number],
) => sql`
  insert into return_exchanges (organization_id, ${rows.names}, created_by, created_at)
  select ${organization_id}, ${rows.values}, ${actor}, ${now}::timestamptz from ${rows.from([exchange])}`

const columns = selections(
  selection(return_exchanges, 'e', [
    'exchange_id',
    'return_id',
    'order_id',
    'currency',
    'returned_cents::float8',
    'replacement_cents::float8',
    'settlement',
    'created_by',
    'created_at',
    'cancelled_at',
    'cancelled_by',
    'cancel_reason',
  ]),
  selection(sales_orders, 'o', ['name as order_name']),
)
type SelectedExchange = RowOf<typeof columns> & { returned_now_cents: number }

/** What comes back is worth now: credited, as it arrived, or as it was agreed. */
const readRows = (sql: Sql, organization_id: string, returnIds: readonly number[]) => sql<SelectedExchange[]>`
  select ${columns}, (case when r.state = 'cancelled' then 0
      when r.refund_is_stated then c.cents
      when r.state = 'closed' then a.cents else e.returned_cents end)::float8 as returned_now_cents
  from return_exchanges e
  join returns r on r.organization_id = ${organization_id} and r.return_id = e.return_id
  join sales_orders o on o.organization_id = ${organization_id} and o.order_id = e.order_id
  cross join lateral (
    select coalesce(sum(n.value_cents + n.tax_cents), 0) as cents from return_receipt_lines n
    where n.organization_id = ${organization_id} and n.return_id = e.return_id
  ) a
  cross join lateral (
    select coalesce(sum(c.total_cents), 0) as cents from credit_notes c
    where c.organization_id = ${organization_id} and c.return_id = e.return_id and c.state = 'issued'
  ) c
  where e.organization_id = ${organization_id} and e.return_id = any(${[...returnIds]}::bigint[])
  order by e.created_at, e.exchange_id`

/** Each order with those that were split off from it, again and again. */
export const readSplitOff = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<
  { root_id: string; order_id: string }[]
>`
  with recursive parts as (
    select o.order_id as root_id, o.order_id from unnest(${arrayLiteral(ids)}::uuid[]) as o (order_id)
    union
    select p.root_id, k.order_id from parts p
    join order_links k on k.organization_id = ${organization_id} and k.from_order_id = p.order_id
      and k.kind = 'split_from'
  )
  select root_id, order_id from parts`

async function readReplacements(sql: Sql, organization_id: string, ids: readonly string[]) {
  const parts = await readSplitOff(sql, organization_id, ids)
  const orders = await readHeaders(
    sql,
    organization_id,
    sql`select o.order_id, o.created_at from sales_orders o
      where o.organization_id = ${organization_id}
        and o.order_id = any(${arrayLiteral(parts.map(({ order_id }) => order_id))}::uuid[])`,
  )
  const byId = new Map(orders.map((order) => [order.order_id, order]))
  return Map.groupBy(
    parts.map(({ root_id, order_id }) => ({ root_id, order: byId.get(order_id)! })),
    ({ root_id }) => root_id,
  )
}

type Replacements = Awaited<ReturnType<typeof readReplacements>>

function shapeExchange(row: SelectedExchange, replacements: Replacements): ReturnExchange {
  const { currency, returned_cents, replacement_cents, returned_now_cents, settlement, cancelled_at } = row
  const orders = (replacements.get(row.order_id) ?? []).map(({ order }) => order)
  const total = orders.reduce((sum, order) => sum + (order.grand_total.cents ?? 0), 0)
  const hasShipped = orders.some(({ fulfilled_units }) => fulfilled_units > 0)
  const amount = (cents: number) => money(cents, currency, '')
  const isCredited = settlement === 'credit_note'
  return {
    exchange_id: row.exchange_id,
    state: cancelled_at !== null ? 'cancelled' : hasShipped ? 'shipped' : 'open',
    order: { order_id: row.order_id, name: row.order_name },
    returned: amount(returned_now_cents),
    replacement: amount(total),
    balance: balanceOf(returned_now_cents, total),
    difference: amount(Math.abs(total - returned_now_cents)),
    settlement,
    is_as_agreed: isCredited || total - returned_now_cents === replacement_cents - returned_cents,
    created_by: row.created_by,
    created_at: row.created_at,
    cancelled_at,
    cancelled_by: row.cancelled_by,
    cancel_reason: row.cancel_reason,
  }
}

/** By return, oldest first. */
export async function readExchanges(
  sql: Sql,
  organization_id: string,
  returnIds: readonly number[],
): Promise<Map<number, ReturnExchange[]>> {
  const all = await readRows(sql, organization_id, returnIds)
  if (all.length === 0) return new Map()
  const ids = all.map(({ order_id }) => order_id)
  const replacements = await readReplacements(sql, organization_id, ids)
  const byReturn = Map.groupBy(all, ({ return_id }) => return_id)
  return new Map([...byReturn].map(([id, of]) => [id, of.map((row) => shapeExchange(row, replacements))]))
}

/** As the return shows it. */
export const asOfReturn = ({ order, returned, replacement, cancelled_at }: ReturnExchange) => ({
  order_id: order.order_id,
  order_name: order.name,
  difference: money((replacement.cents ?? 0) - (returned.cents ?? 0), replacement.currency, ''),
  is_cancelled: cancelled_at !== null,
})

/** The newest exchange of a return, which has one. */
export const readNewest = async (sql: Sql, organization_id: string, return_id: number): Promise<ReturnExchange> =>
  (await readExchanges(sql, organization_id, [return_id])).get(return_id)!.at(-1)!

const inForceColumns = selections(
  selection(return_exchanges, 'e', ['exchange_id', 'order_id', 'settlement', 'created_at']),
  selection(sales_orders, 'o', ['name']),
)

/** The exchange of a return that was not cancelled. The return is locked by the caller. */
export async function readInForce(sql: Sql, organization_id: string, return_id: number) {
  const [exchange] = await sql<RowOf<typeof inForceColumns>[]>`
    select ${inForceColumns} from return_exchanges e
    join sales_orders o on o.organization_id = ${organization_id} and o.order_id = e.order_id
    where e.organization_id = ${organization_id} and e.return_id = ${return_id} and e.cancelled_at is null`
  return exchange ?? null
}

const lineColumns = selections(
  selection(return_lines, 'l', ['order_line_id']),
  selection(variants, 'v', ['product_id']),
  selection(order_lines, 'n', ['unit_price_cents::float8']),
)
type Computed = 'received_quantity' | 'received_net_cents' | 'received_tax_cents' | 'open_quantity'

/** Lines of the return that an order sold, in their order. */
export const readLinesComingBack = (sql: Sql, organization_id: string, return_id: number) => sql<
  (RowOf<typeof lineColumns> & Pick<LineComingBack, Computed>)[]
>`
  select ${lineColumns}, a.received_quantity, a.received_net_cents, a.received_tax_cents,
    case when r.state = 'closed' then 0
      else greatest(l.expected_quantity - l.missing_quantity - l.received_quantity, 0) end::float8 as open_quantity
  from return_lines l
  join returns r on r.organization_id = ${organization_id} and r.return_id = l.return_id
  join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
  join order_lines n on n.organization_id = ${organization_id} and n.line_id = l.order_line_id
  cross join lateral (
    select coalesce(sum(i.received_quantity - i.surplus_quantity), 0)::float8 as received_quantity,
      coalesce(sum(i.value_cents), 0)::float8 as received_net_cents,
      coalesce(sum(i.tax_cents), 0)::float8 as received_tax_cents
    from return_receipt_lines i
    where i.organization_id = ${organization_id} and i.return_id = l.return_id and i.line_id = l.line_id
  ) a
  where l.organization_id = ${organization_id} and l.return_id = ${return_id}
  order by l.line_id`

const productColumns = selection(variants, 'v', ['variant_id', 'sku', 'product_id'])

/** Products of variants that are named by id or SKU; of unknown ones there is none. */
export async function readProducts(
  sql: Sql,
  organization_id: string,
  lines: readonly { variant_id?: string | undefined; sku?: string | undefined }[],
): Promise<(string | null)[]> {
  const products = await sql<RowOf<typeof productColumns>[]>`
    select ${productColumns} from variants v
    where v.organization_id = ${organization_id} and (
      v.variant_id = any(${arrayLiteral(lines.flatMap(({ variant_id }) => variant_id ?? []))}::uuid[])
      or v.sku = any(${lines.flatMap(({ sku }) => sku ?? [])}::text[]))`
  const byName = new Map(
    products.flatMap(({ variant_id, sku, product_id }) => [
      [variant_id, product_id],
      [sku, product_id],
    ]),
  )
  return lines.map(({ variant_id, sku }) => byName.get(variant_id?.toLowerCase() ?? sku ?? '') ?? null)
}
