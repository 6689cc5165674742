import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { Clamped, Count, Flag, Id, Nullable, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { readListed } from './store.ts'

const ListedProduct = Shape(
  {
    product_id: OwnId('Id of the product.'),
    title: Text('Title of the product.'),
    family_id: Nullable(OwnId('Id of the product family; null when the product has none.')),
    has_template: Flag('Whether the template of its family has any attributes.'),
    missing_required_count: Count('Number of required attributes without a value; 0 without a template.'),
    owned_fields: Type.Array(Text('Name of an attribute owned by this service.', { examples: ['fabric'] }), {
      description: 'Attributes owned by this service rather than the store platform, sorted by name.',
    }),
  },
  { $id: 'ProductDataRow' },
)

export const listPimProducts = operation({
  id: 'pim.list_products',
  route: 'GET /api/v1/pim/v1/products',
  summary: 'List product data',
  description: `Returns a page of products, sorted by title, with the number of required attributes each is missing. A \`limit\` above ${limits.pim_limit_max} is reduced to ${limits.pim_limit_max}, and one below 1 is raised to 1; \`limit\` in the response is the value used. An unknown family returns no products.`,
  query: Type.Object(
    {
      family_id: Type.Optional(Id('Limits the result to products of this family.')),
      limit: Type.Optional(
        Clamped(
          `Number of rows to return, from 1 to ${limits.pim_limit_max}. A value outside the range is clamped, not refused.`,
          { minimum: 1, maximum: limits.pim_limit_max, default: limits.pim_limit_default },
        ),
      ),
      offset: Type.Optional(
        Whole('Number of rows to skip.', { minimum: 0, maximum: limits.page_offset_max, default: 0 }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Shape({
    rows: Type.Array(ListedProduct),
    total: Count('Number of products in the family, or in total.'),
    limit: Whole('Limit used.'),
    offset: Count('Number of rows skipped.'),
  }),
  async run({ sql, caller, query }) {
    const limit = Math.min(Math.max(query.limit ?? limits.pim_limit_default, 1), limits.pim_limit_max)
    const offset = query.offset ?? 0
    const listed = await readListed(sql, caller.organization_id, { family_id: query.family_id ?? null, limit, offset })
    return { ...listed, limit, offset }
  },
})
