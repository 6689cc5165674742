import { operation } from '../../contract/operation.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { readPage } from '../../tables/page.ts'
import { variantsTable } from './variants_table.ts'

export const listVariants = operation({
  id: 'products.list_variants',
  route: 'GET /api/v1/variants/table',
  summary: 'List variants',
  description:
    'A page of variants with their prices, their primary supplier, their stock over all locations and its value. The values that the filters take are those of the product filters; each holds for the variant itself, or for its product where the product carries the field.',
  query: tableQuery(variantsTable),
  answer: Page(variantsTable.row),
  run: ({ sql, caller, query }) => readPage(sql, variantsTable, caller.organization_id, query),
})
