import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Type } from '../../contract/schema.ts'
import { limits } from '../../contract/limits.ts'
import { readPage } from '../../tables/page.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { isProductOnFile } from '../store.ts'
import { variantsTable } from './variants_table.ts'

const { s, ...joins } = variantsTable.joins!
/** The same rows in the product's own order and all on one page; stock is looked up for these few alone. */
const productVariantsTable: typeof variantsTable = {
  ...variantsTable,
  joins: { ...joins, s: { sql: s!.sql } },
  default_sort: 'position',
  limit_default: limits.page_limit_max,
}

export const listProductVariants = operation({
  id: 'products.list_product_variants',
  route: 'GET /api/v1/product/{product_id}/variants',
  summary: "List a product's variants",
  description:
    "Every variant of one product, in the product's own order, on one page unless a limit is named. Rows, filters and sorts are those of the table of variants.",
  params: Type.Object({ product_id: Id('The product.') }),
  query: tableQuery(productVariantsTable),
  answer: Page(productVariantsTable.row),
  refusals: ['product_not_on_file'],
  async run({ sql, caller, params, query }) {
    const [on_file, page] = await Promise.all([
      isProductOnFile(sql, caller.organization_id, params.product_id),
      readPage(
        sql,
        productVariantsTable,
        caller.organization_id,
        query,
        (param) => `v.product_id = ${param(params.product_id)}::uuid`,
      ),
    ])
    return on_file ? page : refuse('product_not_on_file')
  },
})
