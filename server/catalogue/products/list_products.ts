import { operation } from '../../contract/operation.ts'
import { readPage } from '../../tables/page.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { productsTable } from './products_table.ts'

export const listProducts = operation({
  id: 'products.list_products',
  route: 'GET /api/v1/products/table',
  summary: 'List products',
  description:
    'A page of products with the range of their prices, their stock over all locations and its value. The values that `category`, `supplier`, `vendor`, `product_status`, `tags`, `platform_tags`, `class`, `location`, `missing_fields`, `metafields`, `custom_fields` and `country_of_origin` take are those of the product filters. A filter on a variant (supplier, location, custom field, a missing field of a variant) holds where any variant of the product meets it.',
  query: tableQuery(productsTable),
  answer: Page(productsTable.row),
  run: ({ sql, caller, query }) => readPage(sql, productsTable, caller.organization_id, query),
})
