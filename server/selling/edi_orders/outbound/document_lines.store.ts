/** Lines of an order as documents to its account name them. */
import { products, variants } from '../../../../db/schema/catalogue.ts'
import { order_lines, sales_orders } from '../../../../db/schema/selling/sales_orders.ts'
import { account_edi_profiles } from '../../../../db/schema/wholesale/accounts.ts'
import { edi_order_lines, edi_orders } from '../../../../db/schema/selling/edi_orders.ts'
import { type OuterRowOf, type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { OrderHeader } from '../../../edi/documents/record.ts'
import type { BuyerLine } from '../inbound/read_lines.rules.ts'
import type { NamedLine } from './item_ids.rules.ts'

const lineColumns = selections(
  selection(order_lines, 'l', [
    'line_id',
    'variant_id',
    'edi_position',
    'ordered_quantity',
    'pack_units',
    'buyer_sku',
    'buyer_line_reference',
    'door_reference',
  ]),
  selection(variants, 'v', ['sku', 'barcode', 'title as variant_title']),
  selection(products, 'r', ['title as product_title']),
)
const buyerColumns = selections(
  selection(edi_order_lines, 'b', ['line as buyer_line']),
  selection(account_edi_profiles, 'f', ['item_qualifier']),
)

export interface EdiDocumentLine extends RowOf<typeof lineColumns>, NamedLine {}

export async function readEdiDocumentLines(
  sql: Sql,
  organization_id: string,
  order_id: string,
): Promise<Map<string, EdiDocumentLine>> {
  const rows = await sql<(RowOf<typeof lineColumns> & OuterRowOf<typeof buyerColumns>)[]>`
    select ${lineColumns}, ${buyerColumns}
    from order_lines l
    join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
    join products r on r.organization_id = ${organization_id} and r.product_id = v.product_id
    left join edi_order_lines b on b.organization_id = ${organization_id} and b.order_id = l.order_id
      and b.position = l.edi_position
    left join sales_orders o on o.organization_id = ${organization_id} and o.order_id = l.order_id
    left join account_edi_profiles f on f.organization_id = ${organization_id}
      and f.trading_partner_id = o.trading_partner_id
    where l.organization_id = ${organization_id} and l.order_id = ${order_id}`
  return new Map(
    rows.map(({ buyer_line, ...row }) => [row.line_id, { ...row, buyer_line: buyer_line as BuyerLine | null }]),
  )
}

const orderColumns = selection(sales_orders, 'o', [
  'order_id',
  'name',
  'reference',
  'ordered_on',
  'currency',
  'door_reference',
])
const headerColumns = selection(edi_orders, 'e', ['number', 'release_number', 'header'])

/** An order as documents name it: by the buyer's number, if it has one. */
export interface EdiDocumentOrder extends RowOf<typeof orderColumns> {
  number: string
  release_number: string | null
  /** null for an order that did not arrive over EDI. */
  header: OrderHeader | null
}

export async function readEdiDocumentOrder(
  sql: Sql,
  organization_id: string,
  order_id: string,
): Promise<EdiDocumentOrder> {
  const [row] = await sql<(RowOf<typeof orderColumns> & OuterRowOf<typeof headerColumns>)[]>`
    select ${orderColumns}, ${headerColumns} from sales_orders o
    left join edi_orders e on e.organization_id = ${organization_id} and e.order_id = o.order_id
    where o.organization_id = ${organization_id} and o.order_id = ${order_id}`
  const { number, release_number, header, ...order } = row!
  return {
    ...order,
    number: number ?? order.reference ?? order.name,
    release_number: release_number === null || release_number === '' ? null : release_number,
    header: header as OrderHeader | null,
  }
}
