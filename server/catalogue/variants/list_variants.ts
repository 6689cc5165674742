import { operation } from '../../contract/operation.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { followedFields, followQuery } from '../../tables/follow/changes.ts'
import { readFollowedPage } from '../../tables/follow/followed_page.ts'
import { variantsTable } from './variants_table.ts'

export const listVariants = operation({
  id: 'products.list_variants',
  route: 'GET /api/v1/variants/table',
  summary: 'List variants',
  description:
    'Returns a page of variants with their prices, primary supplier, and stock and stock value over all locations. Filters accept the values listed by the product filters. A filter applies to the variant, or to its product when the field belongs to the product.',
  query: tableQuery(variantsTable, followQuery),
  answer: Page(variantsTable.row, followedFields),
  refusals: ['watermark_expired'],
  run: ({ sql, caller, query }) => readFollowedPage(sql, variantsTable, 'variant', caller.organization_id, query),
})
