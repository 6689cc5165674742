import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Flag, OwnId, Shape, Text, Type, uuid_pattern } from '../../contract/schema.ts'

const Subcategory = Shape({
  subcategory_id: OwnId('The subcategory.'),
  name: Text('Its name, unique within the category.', { examples: ['Crew necks'] }),
  category_id: OwnId('The category it belongs to.'),
  is_active: Flag('Whether products may still be put into it.'),
})

export const listProductSubcategories = operation({
  id: 'products.list_product_subcategories',
  route: 'GET /api/v1/product-subcategories',
  summary: 'List the subcategories of a category',
  description:
    'The subcategories of one category, inactive ones included, by name. `data` is the array itself. A category without subcategories answers an empty array.',
  query: Type.Object(
    {
      category: Text('The category, by its exact name or by id. A category whose name is given wins over an id.', {
        minLength: 1,
        maxLength: 500,
        examples: ['Knitwear'],
      }),
    },
    { additionalProperties: false },
  ),
  answer: Type.Array(Subcategory),
  refusals: ['category_not_on_file'],
  async run({ sql, caller, query }) {
    const id = uuid_pattern.test(query.category) ? query.category.toLowerCase() : null
    const [category] = await sql<{ subcategories: (typeof Subcategory)['static'][] }[]>`
      select coalesce(jsonb_agg(jsonb_build_object('subcategory_id', s.subcategory_id, 'name', s.name,
        'category_id', s.category_id, 'is_active', s.is_active) order by s.name, s.subcategory_id)
        filter (where s.subcategory_id is not null), '[]') as subcategories
      from categories c
      left join subcategories s on s.organization_id = c.organization_id and s.category_id = c.category_id
      where c.organization_id = ${caller.organization_id} and (c.name = ${query.category} or c.category_id = ${id})
      group by c.category_id, c.name
      order by c.name = ${query.category} desc
      limit 1`
    return category?.subcategories ?? refuse('category_not_on_file')
  },
})
