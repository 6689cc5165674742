/** What the rows of every_record.ts belong to, and the time that they share. */
import { uuidv7 } from 'uuidv7'
import type { Row } from '../../support/fixtures/insert_rows.ts'
import type { Tenant } from '../../support/service/tenant.ts'

export const at = '2026-11-20T09:30:00.123456Z'
export const on = '2026-11-20'

export async function firstIds({ organization_id, service }: Tenant) {
  const [row] = await service.database.sql<Record<string, string>[]>`
    select variant_id, (select location_id from locations where organization_id = v.organization_id limit 1),
      (select sales_channel_id from sales_channels where organization_id = v.organization_id limit 1),
      (select trading_partner_id from trading_partners where organization_id = v.organization_id limit 1),
      (select purchase_order_id from purchase_orders where organization_id = v.organization_id limit 1),
      (select movement_id::text from stock_movements where organization_id = v.organization_id order by entry limit 1),
      i.supplier_invoice_id, i.line_id, (select delivery_id from purchase_order_deliveries
        where organization_id = v.organization_id limit 1),
      (select document_id from outbound_documents where organization_id = v.organization_id limit 1)
    from variants v
    join supplier_invoice_lines i on i.organization_id = v.organization_id and i.kind = 'goods'
    where v.organization_id = ${organization_id} and v.sku = 'CARDIGAN-M'`
  return {
    ...row!,
    order_id: uuidv7(),
    split_order_id: uuidv7(),
    order_line_id: uuidv7(),
    customer_id: uuidv7(),
    return_line_id: uuidv7(),
    interchange_id: uuidv7(),
  } as Record<
    | 'variant_id'
    | 'location_id'
    | 'sales_channel_id'
    | 'trading_partner_id'
    | 'purchase_order_id'
    | 'document_id'
    | 'movement_id'
    | 'supplier_invoice_id'
    | 'line_id'
    | 'delivery_id'
    | 'order_id'
    | 'split_order_id'
    | 'order_line_id'
    | 'customer_id'
    | 'return_line_id'
    | 'interchange_id',
    string
  >
}

export type Ids = Awaited<ReturnType<typeof firstIds>>
export type Rows = [table: string, row: Row][]
