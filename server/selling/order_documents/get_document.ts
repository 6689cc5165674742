import { operation } from '../../contract/operation.ts'
import { linkFile } from '../../tables/export_table.ts'
import { OrderPaperPath, OrderPaper } from './model.ts'
import type { Format } from './reading/format.rules.ts'
import { readOrderPaper } from './document.store.ts'
import { contentTypeOf, linkName, orderPaperFile } from './source_file.ts'

export const getOrderPaper = operation({
  id: 'orders.get_document',
  route: 'GET /api/v1/sales/orders/documents/{document_id}',
  summary: 'Get a filed order paper',
  description:
    'Returns one filed order paper: its state, every value that was read with its place and confidence, the variant of each line, and a URL of the file to check the reading against. The URL works for 60 minutes. A key that is bound to a trading account finds only the papers of that account.',
  capability: 'trading-partner connectivity',
  params: OrderPaperPath,
  answer: OrderPaper,
  refusals: ['order_document_not_on_file'],
  async run(call) {
    const { row, reading } = await readOrderPaper(call.sql, call.caller, call.params.document_id)
    const { export_url, expires_at } = linkFile(call, {
      table: orderPaperFile.name,
      query: { document_id: row.document_id },
      file_name: linkName(row.file_name, row.format as Format),
      row_count: 0,
    })
    return {
      ...row,
      reading,
      source: { url: export_url, content_type: contentTypeOf(row.format as Format), expires_at },
    }
  },
})
