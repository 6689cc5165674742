import { product_statuses } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { Choice, Flag, OpenChoice, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { Page, pagingQuery, tableQuery } from '../../tables/table.ts'
import { readCompleteness } from './completeness.store.ts'
import { missing_field_names, missing_fields, type MissingFieldName } from './missing_fields.ts'
import { productsTable } from '../products/products_table.ts'

const scopes = ['planned', 'all'] as const

const missing = Type.Array(OpenChoice(missing_field_names, 'A field that is missing.'))

const Field = Shape({
  field: OpenChoice(missing_field_names, 'What planning needs.'),
  level: Choice(['product', 'variant'] as const, 'Whether the product itself carries it or each of its variants.'),
  why: Text('What cannot be planned without it, as a sentence.'),
  products: Whole('How many products of the scope lack it, in themselves or in any variant.'),
  variants: Whole('How many variants of the scope lack it; 0 where the product carries it.'),
})

const Incomplete = Shape({
  product_id: OwnId('The product.'),
  title: Text('Its title.'),
  status: OpenChoice(product_statuses, 'Where the product stands.'),
  num_variants: Whole('How many variants it has.'),
  missing_fields: missing,
  variants: Type.Array(
    Shape({ variant_id: OwnId('The variant.'), sku: Text('Its stock keeping unit.'), missing_fields: missing }),
    { description: 'Its variants that lack something, in their order.' },
  ),
})

const inOrder = (fields: readonly MissingFieldName[]) => missing_field_names.filter((name) => fields.includes(name))
const { filter_args, search } = tableQuery(productsTable).properties

export const getCompleteness = operation({
  id: 'products.get_completeness',
  route: 'GET /api/v1/products/completeness',
  summary: 'Get what products lack for planning',
  description:
    'Looks through the products of the scope for everything that planning needs. `fields` names each need, why it is one and how many products and variants lack it; `rows` is a page of the products that lack anything, most missing fields first, then by title. The filter `missing_fields` of the tables finds the same products.',
  query: Type.Object(
    {
      scope: Type.Optional(
        Choice(
          scopes,
          'planned: managed products whose status is ACTIVE. all: every product. Filters and search narrow either.',
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
    scope: Choice(scopes, 'The scope that was looked through.'),
    products: Whole('How many products it has.'),
    variants: Whole('How many variants they have.'),
    complete_products: Whole('How many of the products lack nothing.'),
    incomplete_variants: Whole('How many of the variants lack something.'),
    is_complete: Flag('Whether nothing in the scope lacks anything.'),
    fields: Type.Array(Field, { description: 'Every need, lacked or not, always in this order.' }),
  }),
  async run({ sql, caller, query }) {
    const { scope = 'planned', offset = 0, limit = limits.page_limit_default, ...narrowed } = query
    const found = await readCompleteness(
      sql,
      caller.organization_id,
      { ...narrowed, offset, limit },
      ...(scope === 'planned' ? [() => `p.is_managed and p.status = 'ACTIVE'`] : []),
    )
    const lacked = new Map(found.fields.map((one) => [one.field, one]))
    const rows = found.rows.map(({ lacks, variants, ...product }) => ({
      ...product,
      missing_fields: inOrder(lacks),
      variants: variants.map(({ lacks: of_variant, ...variant }) => ({ ...variant, missing_fields: of_variant })),
    }))
    return {
      rows,
      size: rows.length,
      offset,
      filtered_max_size: found.incomplete_products,
      scope,
      products: found.products,
      variants: found.variants,
      complete_products: found.products - found.incomplete_products,
      incomplete_variants: found.incomplete_variants,
      is_complete: found.incomplete_products === 0,
      fields: missing_field_names.map((field) => ({
        field,
        level: missing_fields[field].level,
        why: missing_fields[field].why,
        products: lacked.get(field)?.products ?? 0,
        variants: lacked.get(field)?.variants ?? 0,
      })),
    }
  },
})
