import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Choice, Type } from '../../contract/schema.ts'
import { fileNameOf } from '../../documents/printing/printed_order.ts'
import { ExportLink, linkFile } from '../../tables/export_table.ts'
import { PurchaseOrderPath } from './model.ts'
import { orderFileFormats, orderFile } from './order_file.ts'

export const exportPurchaseOrder = operation({
  id: 'purchase_orders.export',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/export',
  summary: 'Export a purchase order',
  description:
    'Returns a URL from which the order can be downloaded as a file for 60 minutes without a key: its lines as CSV, the order and its lines as a workbook, or the printed order as PDF. The file is created when it is downloaded and shows the current order. CSV and workbook include confirmed, shipped and delivered quantities, and the cartons and landed costs of the container plan. The PDF is the document that a supplier would get; it is marked if the order is a draft or cancelled.',
  params: PurchaseOrderPath,
  query: Type.Object(
    { format: Type.Optional(Choice(orderFileFormats, 'Format of the file.', { default: 'csv' })) },
    { additionalProperties: false },
  ),
  answer: ExportLink,
  refusals: ['purchase_order_not_on_file'],
  async run(call) {
    const { sql, caller, params, query } = call
    const { purchase_order_id } = params
    const format = query.format ?? 'csv'
    const [order] = await sql<{ name: string; total_line_items: number }[]>`
      select name, total_line_items from purchase_orders
      where organization_id = ${caller.organization_id} and purchase_order_id = ${purchase_order_id}`
    if (order === undefined) refuse('purchase_order_not_on_file')
    return linkFile(call, {
      table: orderFile.name,
      query: { purchase_order_id, format },
      file_name: `${fileNameOf(order.name)}.${format}`,
      row_count: order.total_line_items,
    })
  },
})
