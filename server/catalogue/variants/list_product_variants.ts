import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Type } from '../../contract/schema.ts'
import { limits } from '../../contract/limits.ts'
import { readPage } from '../../tables/page.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { isProductOnFile } from '../store.ts'
import { variantsTable } from './variants_table.ts'

const { s, ...joins } = variantsTable.joins!
/** The variants table in the product's variant order, on one page; stock is joined for these rows only. */
const productVariantsTable: typeof variantsTable = {
  ...variantsTable,
  joins: { ...joins, s: { sql: s!.sql } },
  default_sort: 'position',
  limit_default: limits.page_limit_max,
}

export const listProductVariants = operation({
  id: 'products.list_product_variants',
  route: 'GET /api/v1/product/{product_id}/variants',
  summary: 'List variants of a product',
  description:
    "Returns every variant of a product, in the product's variant order, on one page unless `limit` is given. Rows, filters and sorts are the same as for List variants.",
  params: Type.Object({ product_id: Id('Id of the product.') }),
  query: tableQuery(productVariantsTable),
  answer: Page(productVariantsTable.row, {}, 'ProductVariantPage'),
  refusals: ['product_not_on_file'],
  async run({ sql, caller, params, query }) {
    const [onFile, page] = await Promise.all([
      isProductOnFile(sql, caller.organization_id, params.product_id),
      readPage(
        sql,
        productVariantsTable,
        caller.organization_id,
        query,
        (param) => `v.product_id = ${param(params.product_id)}::uuid`,
      ),
    ])
    return onFile ? page : refuse('product_not_on_file')
  },
})
