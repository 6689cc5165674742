import { productStatuses } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { Choice, Count, Flag, OpenChoice, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { Page, pagingQuery, tableQuery } from '../../tables/table.ts'
import { readCompleteness } from './completeness.store.ts'
import { missingFieldNames, missing_fields, type MissingFieldName } from './missing_fields.ts'
import { productsTable } from '../products/products_table.ts'

const scopes = ['planned', 'all'] as const

const missing = Type.Array(OpenChoice(missingFieldNames, 'A missing field.'))

const Field = Shape(
  {
    field: OpenChoice(missingFieldNames, 'Field that planning requires.'),
    level: Choice(['product', 'variant'] as const, 'Whether the field belongs to the product or to each variant.'),
    why: Text('Why planning requires the field, as a sentence.'),
    products: Count('Number of products in the scope that lack the field, themselves or in any variant.'),
    variants: Count('Number of variants in the scope that lack the field; 0 for product fields.'),
  },
  { $id: 'CompletenessField' },
)

const Incomplete = Shape(
  {
    product_id: OwnId('Id of the product.'),
    title: Text('Title of the product.'),
    status: OpenChoice(productStatuses, 'Status of the product.'),
    num_variants: Count('Number of variants.'),
    missing_fields: missing,
    variants: Type.Array(
      Shape({ variant_id: OwnId('Id of the variant.'), sku: Text('SKU of the variant.'), missing_fields: missing }),
      { description: 'Variants with missing fields, in variant order.' },
    ),
  },
  { $id: 'IncompleteProduct' },
)

const inOrder = (fields: readonly MissingFieldName[]) => missingFieldNames.filter((name) => fields.includes(name))
const { filter_args, search } = tableQuery(productsTable).properties

export const getCompleteness = operation({
  id: 'products.get_completeness',
  route: 'GET /api/v1/products/completeness',
  summary: 'Get product completeness',
  description:
    'Checks the products in the scope for the fields that planning requires. `fields` lists each required field, why it is required, and how many products and variants lack it. `rows` is a page of the products with missing fields, sorted by number of missing fields, highest first, then by title. The `missing_fields` filter of the tables finds the same products.',
  query: Type.Object(
    {
      scope: Type.Optional(
        Choice(
          scopes,
          'planned: managed products with status ACTIVE. all: every product. Filters and search apply to both.',
          { default: 'planned' },
        ),
      ),
      filter_args,
      search,
      ...pagingQuery(limits.page_limit_default, limits.page_limit_common_max),
    },
    { additionalProperties: false },
  ),
  answer: Page(Incomplete, {
    scope: Choice(scopes, 'Scope that was checked.'),
    products: Count('Number of products in the scope.'),
    variants: Count('Number of variants in the scope.'),
    complete_products: Count('Number of products without missing fields.'),
    incomplete_variants: Count('Number of variants with missing fields.'),
    is_complete: Flag('Whether no product in the scope has missing fields.'),
    fields: Type.Array(Field, { description: 'All required fields, missing or not, always in the same order.' }),
  }),
  async run({ sql, caller, query }) {
    const { scope = 'planned', offset = 0, limit = limits.page_limit_default, ...narrowed } = query
    const completeness = await readCompleteness(
      sql,
      caller.organization_id,
      { ...narrowed, offset, limit },
      ...(scope === 'planned' ? [() => `p.is_managed and p.status = 'ACTIVE'`] : []),
    )
    const lacked = new Map(completeness.fields.map((one) => [one.field, one]))
    const rows = completeness.rows.map(({ lacks, variants, ...product }) => ({
      ...product,
      missing_fields: inOrder(lacks),
      variants: variants.map(({ lacks: ofVariant, ...variant }) => ({ ...variant, missing_fields: ofVariant })),
    }))
    return {
      rows,
      size: rows.length,
      offset,
      filtered_max_size: completeness.incomplete_products,
      scope,
      products: completeness.products,
      variants: completeness.variants,
      complete_products: completeness.products - completeness.incomplete_products,
      incomplete_variants: completeness.incomplete_variants,
      is_complete: completeness.incomplete_products === 0,
      fields: missingFieldNames.map((field) => ({
        field,
        level: missing_fields[field].level,
        why: missing_fields[field].why,
        products: lacked.get(field)?.products ?? 0,
        variants: lacked.get(field)?.variants ?? 0,
      })),
    }
  },
})
