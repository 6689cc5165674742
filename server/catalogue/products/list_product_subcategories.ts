import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Flag, OwnId, Shape, Text, Type, uuidPattern } from '../../contract/schema.ts'

const Subcategory = Shape({
  subcategory_id: OwnId('Id of the subcategory.'),
  name: Text('Name of the subcategory, unique within the category.', { examples: ['Crew necks'] }),
  category_id: OwnId('Id of the category.'),
  is_active: Flag('Whether products can be assigned to the subcategory.'),
})

export const listProductSubcategories = operation({
  id: 'products.list_product_subcategories',
  route: 'GET /api/v1/product-subcategories',
  summary: 'List product subcategories',
  description:
    'Returns the subcategories of a category, including inactive ones, sorted by name. `data` is the array itself. A category without subcategories returns an empty array.',
  query: Type.Object(
    {
      category: Text('Exact name or id of the category. A name match takes precedence over an id match.', {
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
    const id = uuidPattern.test(query.category) ? query.category.toLowerCase() : null
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
