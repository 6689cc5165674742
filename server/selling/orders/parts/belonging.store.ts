/** What other records say of orders. Most orders have few of them; those that no order has are not read. */
import { edi_order_lines } from '../../../../db/schema/selling/edi_orders.ts'
import { order_documents } from '../../../../db/schema/selling/order_documents.ts'
import { order_holds } from '../../../../db/schema/selling/order_holds.ts'
import { returns } from '../../../../db/schema/selling/returns.ts'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Fragment, Sql } from '../../../contract/call.ts'
import { readApart } from '../../edi_orders/apart.store.ts'
import type { BuyerLine } from '../../edi_orders/inbound/read_lines.rules.ts'
import { readShipments } from '../../fulfilment/shipment.store.ts'
import { readVoided } from '../../fulfilment/voided.store.ts'
import { readInvoicesOf } from '../../invoices/summaries.store.ts'
import { readRelated } from '../../order_changes/order_links.store.ts'
import { readExchangedReturns } from '../../returns/exchanges/order_exchange.store.ts'
import type { Order } from '../model.ts'

const kinds = [
  'has_edi',
  'has_shipments',
  'has_voided',
  'has_invoices',
  'has_papers',
  'has_hold',
  'has_returns',
  'has_related',
  'has_exchange',
] as const

/** An order, and which kinds of records belong to it. */
export type Owner = { order_id: string } & Record<(typeof kinds)[number], boolean>

/** Those kinds, of sales_orders o. */
export const ownerColumns = (sql: Sql, organization_id: string): Fragment => sql`
  exists (select from edi_orders b where b.organization_id = ${organization_id} and b.order_id = o.order_id) as has_edi,
  exists (select from fulfilments b where b.organization_id = ${organization_id} and b.order_id = o.order_id)
    as has_shipments,
  exists (select from voided_shipments b where b.organization_id = ${organization_id} and b.order_id = o.order_id)
    as has_voided,
  exists (select from invoices b where b.organization_id = ${organization_id} and b.order_id = o.order_id)
    as has_invoices,
  exists (select from order_documents b where b.organization_id = ${organization_id} and b.order_id = o.order_id)
    as has_papers,
  exists (select from order_holds b where b.organization_id = ${organization_id} and b.order_id = o.order_id
    and b.released_at is null) as has_hold,
  exists (select from returns b where b.organization_id = ${organization_id} and b.order_id = o.order_id) as has_returns,
  exists (select from order_links b where b.organization_id = ${organization_id} and b.order_id = o.order_id)
    or exists (select from order_links b where b.organization_id = ${organization_id} and b.from_order_id = o.order_id)
    as has_related,
  exists (select from return_exchanges b where b.organization_id = ${organization_id} and b.order_id = o.order_id)
    as has_exchange`

const unmatchedColumns = selection(edi_order_lines, 'l', ['order_id', 'position', 'line', 'fault'])
type UnmatchedLine = RowOf<typeof unmatchedColumns>

function shapeUnmatched({ position, line, fault }: UnmatchedLine): Order['unmatched_lines'][number] {
  const { line_reference, buyer_sku, supplier_sku, gtin, title, quantity, unit } = line as BuyerLine
  return {
    position,
    buyer_line_reference: line_reference,
    buyer_sku,
    supplier_sku,
    gtin,
    title,
    quantity: Math.trunc(quantity),
    unit,
    reason: fault!,
  }
}

/** Lines of EDI orders that match no variant, by order. */
async function readUnmatched(
  sql: Sql,
  organization_id: string,
  orderIds: readonly string[],
): Promise<Map<string, Order['unmatched_lines']>> {
  const rows = await sql<UnmatchedLine[]>`
    select ${unmatchedColumns} from edi_order_lines l
    where l.organization_id = ${organization_id} and l.order_id = any(${arrayLiteral(orderIds)}::uuid[])
      and l.fault is not null
    order by l.order_id, l.position`
  return new Map([...Map.groupBy(rows, ({ order_id }) => order_id)].map(([id, of]) => [id, of.map(shapeUnmatched)]))
}

const holdColumns = selection(order_holds, 'h', ['order_id', 'reason', 'note', 'keeps_stock', 'held_by', 'held_at'])

/** The holds that last. */
const readHolds = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<RowOf<typeof holdColumns>[]>`
  select ${holdColumns} from order_holds h
  where h.organization_id = ${organization_id} and h.order_id = any(${arrayLiteral(ids)}::uuid[])
    and h.released_at is null`

const documentColumns = selection(order_documents, 'd', [
  'order_id',
  'document_id',
  'file_name',
  'format',
  'state',
  'filed_by',
  'filed_at',
])

/** The filed papers that the orders came from. */
const readPapers = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<RowOf<typeof documentColumns>[]>`
  select ${documentColumns} from order_documents d
  where d.organization_id = ${organization_id} and d.order_id = any(${arrayLiteral(ids)}::uuid[])`

const returnColumns = selection(returns, 'b', [
  'order_id',
  'return_id::float8 as id',
  'name',
  'state',
  'refund_status',
  'created_at',
])
type SelectedReturn = RowOf<typeof returnColumns> & { units_expected: number; units_received: number }

/** Returns of the orders, oldest first, cancelled ones included. */
const readReturnsOf = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<SelectedReturn[]>`
  select ${returnColumns}, t.units_expected, t.units_received
  from returns b
  cross join lateral (
    select coalesce(sum(t.expected_quantity), 0)::float8 as units_expected,
      coalesce(sum(t.received_quantity), 0)::float8 as units_received
    from return_lines t where t.organization_id = ${organization_id} and t.return_id = b.return_id
  ) t
  where b.organization_id = ${organization_id} and b.order_id = any(${arrayLiteral(ids)}::uuid[])
  order by b.created_at, b.return_id`

type Belonging = Pick<
  Order,
  | 'hold'
  | 'related_orders'
  | 'exchanged_return_id'
  | 'unmatched_lines'
  | 'allowances_apart'
  | 'shipments'
  | 'voided_shipments'
  | 'invoices'
  | 'returns'
  | 'document'
>

/** Reads what belongs to the orders, and returns what belongs to each. */
export async function readBelonging(
  sql: Sql,
  organization_id: string,
  orders: readonly Owner[],
): Promise<(order: Owner) => Belonging> {
  async function ofOwners<T>(kind: (typeof kinds)[number], read: (ids: string[]) => PromiseLike<T>): Promise<T | null> {
    const ids = orders.filter((order) => order[kind]).map(({ order_id }) => order_id)
    return ids.length === 0 ? null : read(ids)
  }
  const [unmatched, apart, shipments, voided, invoices, papers, holds, returned, related, exchanges] =
    await Promise.all([
      ofOwners('has_edi', (ids) => readUnmatched(sql, organization_id, ids)),
      ofOwners('has_edi', (ids) => readApart(sql, organization_id, sql`select unnest(${arrayLiteral(ids)}::uuid[])`)),
      ofOwners('has_shipments', (ids) => readShipments(sql, organization_id, ids)),
      ofOwners('has_voided', (ids) => readVoided(sql, organization_id, ids)),
      ofOwners('has_invoices', (ids) => readInvoicesOf(sql, organization_id, ids)),
      ofOwners('has_papers', (ids) => readPapers(sql, organization_id, ids)),
      ofOwners('has_hold', (ids) => readHolds(sql, organization_id, ids)),
      ofOwners('has_returns', (ids) => readReturnsOf(sql, organization_id, ids)),
      ofOwners('has_related', (ids) => readRelated(sql, organization_id, ids)),
      ofOwners('has_exchange', (ids) => readExchangedReturns(sql, organization_id, ids)),
    ])
  const returnsOf = Map.groupBy(returned ?? [], ({ order_id }) => order_id)
  const holdOf = new Map(holds?.map(({ order_id, ...hold }) => [order_id, hold]))
  const paperOf = new Map(papers?.map(({ order_id, ...paper }) => [order_id, paper]))
  return ({ order_id }) => ({
    hold: holdOf.get(order_id) ?? null,
    related_orders: related?.get(order_id) ?? [],
    exchanged_return_id: exchanges?.get(order_id)?.return_id ?? null,
    unmatched_lines: unmatched?.get(order_id) ?? [],
    allowances_apart: apart?.get(order_id) ?? [],
    shipments: shipments?.get(order_id) ?? [],
    voided_shipments: voided?.get(order_id) ?? [],
    invoices: invoices?.get(order_id) ?? [],
    returns: (returnsOf.get(order_id) ?? []).map(({ order_id: _id, ...one }) => one),
    document: paperOf.get(order_id) ?? null,
  })
}
