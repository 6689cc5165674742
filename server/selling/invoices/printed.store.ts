/** What printed invoices and credit notes state beside their own records. */
import { products, variants } from '../../../db/schema/catalogue.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'

const orderColumns = selection(sales_orders, 'o', ['reference'])
const titleColumns = selections(
  selection(variants, 'v', ['variant_id', 'barcode', 'title as variant_title']),
  selection(products, 'r', ['title as product_title']),
)

/** The account's own reference of the order. */
export async function readOrderReference(sql: Sql, organization_id: string, order_id: string): Promise<string | null> {
  const [order] = await sql<RowOf<typeof orderColumns>[]>`
    select ${orderColumns} from sales_orders o
    where o.organization_id = ${organization_id} and o.order_id = ${order_id}`
  return order!.reference
}

/** Barcode and title by variant. */
export async function readPrintedTitles(sql: Sql, organization_id: string, ids: readonly string[]) {
  const rows = await sql<RowOf<typeof titleColumns>[]>`
    select ${titleColumns}
    from variants v
    join products r on r.organization_id = ${organization_id} and r.product_id = v.product_id
    where v.organization_id = ${organization_id} and v.variant_id = any(${[...new Set(ids)]}::uuid[])`
  return new Map(
    rows.map(({ variant_id, barcode, product_title, variant_title }) => [
      variant_id,
      { barcode, title: `${product_title}, ${variant_title}` },
    ]),
  )
}
