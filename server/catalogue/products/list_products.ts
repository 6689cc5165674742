import { operation } from '../../contract/operation.ts'
import { followedFields, followQuery } from '../../tables/follow/changes.ts'
import { readFollowedPage } from '../../tables/follow/followed_page.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { productsTable } from './products_table.ts'

export const listProducts = operation({
  id: 'products.list_products',
  route: 'GET /api/v1/products/table',
  summary: 'List products',
  description:
    'Returns a page of products with their price range, and stock and stock value over all locations. The filters `category`, `supplier`, `vendor`, `product_status`, `tags`, `platform_tags`, `class`, `location`, `missing_fields`, `metafields`, `custom_fields` and `country_of_origin` accept the values listed by the product filters. A filter on a variant field (supplier, location, custom field, or a missing field of a variant) matches a product when any of its variants matches.',
  query: tableQuery(productsTable, followQuery),
  answer: Page(productsTable.row, followedFields),
  refusals: ['watermark_expired'],
  run: ({ sql, caller, query }) => readFollowedPage(sql, productsTable, 'product', caller.organization_id, query),
})
