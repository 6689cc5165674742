import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { Clamped, Flag, Id, Nullable, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { readListed } from './store.ts'

const ListedProduct = Shape({
  product_id: OwnId('The product.'),
  title: Text('Its title.'),
  family_id: Nullable(OwnId('Its family; null where it has none.')),
  has_template: Flag('Whether its family asks for any attribute.'),
  missing_required_count: Whole('How many required attributes are not filled; 0 where no template asks for any.'),
  owned_fields: Type.Array(Text('An attribute whose source is this system.', { examples: ['fabric'] }), {
    description: 'Attributes that are kept here and not on the store platform, by name.',
  }),
})

export const listPimProducts = operation({
  id: 'pim.list_products',
  route: 'GET /api/v1/pim/v1/products',
  summary: 'List products by how complete their data is',
  description: `A page of products by title, with how many required attributes each still lacks. A \`limit\` beyond ${limits.pim_limit_max} is answered with ${limits.pim_limit_max} rows, one below 1 with 1; \`limit\` in the answer says which was used. A family that is not on file has no products.`,
  query: Type.Object(
    {
      family_id: Type.Optional(Id('Only products of this family.')),
      limit: Type.Optional(
        Clamped(
          `How many rows to answer, from 1 to ${limits.pim_limit_max}. A number outside is not refused but taken as the nearer end.`,
          { minimum: 1, maximum: limits.pim_limit_max, default: limits.pim_limit_default },
        ),
      ),
      offset: Type.Optional(
        Whole('How many rows to skip.', { minimum: 0, maximum: limits.page_offset_max, default: 0 }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Shape({
    rows: Type.Array(ListedProduct),
    total: Whole('How many products there are in the family, or in all.'),
    limit: Whole('The limit that was used.'),
    offset: Whole('How many rows were skipped.'),
  }),
  async run({ sql, caller, query }) {
    const limit = Math.min(Math.max(query.limit ?? limits.pim_limit_default, 1), limits.pim_limit_max)
    const offset = query.offset ?? 0
    const listed = await readListed(sql, caller.organization_id, { family_id: query.family_id ?? null, limit, offset })
    return { ...listed, limit, offset }
  },
})
