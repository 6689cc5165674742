import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Count, Id, OwnId, Shape, type Static, Text, Type } from '../../contract/schema.ts'

const CategoryValue = Shape({
  category_id: OwnId('The category.'),
  name: Text('Name of the category.', { examples: ['Knitwear'] }),
})
const LocationValue = Shape({
  location_id: OwnId('The location.'),
  name: Text('Name of the location.', { examples: ['Main warehouse'] }),
  variants: Count('Number of variants of the product with units on hand, committed or incoming there.'),
})
const Values = Shape({
  categories: Type.Array(CategoryValue, { description: 'The category of the product; empty where it has none.' }),
  locations: Type.Array(LocationValue, {
    description: 'Locations with units on hand, committed or incoming, sorted by name.',
  }),
})

export const getProductFilters = operation({
  id: 'products.get_product_filters',
  route: 'GET /api/v1/product/{product_id}/filters',
  summary: 'Get the filters of a product',
  description:
    'Returns the filter values that occur for one product: its category, and every location that holds, commits or expects its stock. Use a location as `location_id` on the reads of the product, and the category to find similar products.',
  params: Type.Object({ product_id: Id('The product.') }),
  answer: Values,
  refusals: ['product_not_on_file'],
  async run({ sql, caller, params }) {
    const [values] = await sql<Static<typeof Values>[]>`
      select
        case when c.category_id is null then '[]'
          else jsonb_build_array(jsonb_build_object('category_id', c.category_id, 'name', c.name)) end as categories,
        coalesce((
          select jsonb_agg(jsonb_build_object('location_id', lo.location_id, 'name', lo.name, 'variants', n.variants)
            order by lo.name, lo.location_id)
          from (
            select l.location_id, count(*)::int as variants
            from variants v
            cross join lateral (
              select l.location_id from stock_levels l
              where l.organization_id = v.organization_id and l.variant_id = v.variant_id
                and (l.on_hand <> 0 or l.committed <> 0 or l.incoming <> 0) offset 0
            ) l
            where v.organization_id = p.organization_id and v.product_id = p.product_id
            group by l.location_id) n
          join locations lo on lo.organization_id = p.organization_id and lo.location_id = n.location_id), '[]') as locations
      from products p
      left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id
      where p.organization_id = ${caller.organization_id} and p.product_id = ${params.product_id}`
    return values ?? refuse('product_not_on_file')
  },
})
