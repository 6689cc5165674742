import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Flag, Id, Nullable, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { groupAttributes, otherGroup } from './rules.ts'
import { readOne } from './store.ts'

const AttributeOfProduct = Shape(
  {
    attribute: Text('Name of the attribute.', { examples: ['fabric'] }),
    required: Flag('Whether the family requires it.'),
    filled: Flag('Whether the product has a value. Blank text and empty lists do not count as values.'),
    value: Type.Unknown({
      description: 'Stored value, any JSON; null when there is none.',
      examples: ['Merino wool'],
    }),
    not_in_family: Flag("Whether the attribute is stored on the product but is not in its family's template."),
  },
  { $id: 'ProductAttribute' },
)
const Names = (description: string) =>
  Type.Array(Text('Name of an attribute.', { examples: ['fabric'] }), { description })

export const getPimProduct = operation({
  id: 'pim.get_product',
  route: 'GET /api/v1/pim/v1/products/{product_id}',
  summary: 'Get the data of a product',
  description: `Returns every attribute in the family's template, by group and in template order, with the value of the product. Attributes that are stored on the product but not in the template are in the group \`${otherGroup}\`, as are all attributes of a product without a family.`,
  params: Type.Object({ product_id: Id('Id of the product.') }),
  answer: Shape(
    {
      product_id: OwnId('Id of the product.'),
      family_id: Nullable(OwnId('Id of the product family; null when the product has none.')),
      has_template: Flag('Whether the template of its family has any attributes.'),
      groups: Type.Record(Type.String(), Type.Array(AttributeOfProduct), {
        description: 'Attributes by group, both in template order.',
      }),
      missing_required: Names('Required attributes without a value, in template order.'),
      missing_optional: Names('Optional attributes without a value, in template order.'),
      not_in_family: Names("Attributes stored on the product but not in the family's template, sorted by name."),
      owned_fields: Names('Attributes owned by this service rather than the store platform, sorted by name.'),
      awaiting_write_back: Names(
        'Attributes changed in this service and not yet written back to the store platform, sorted by name.',
      ),
    },
    { $id: 'ProductData' },
  ),
  refusals: ['not_found'],
  async run({ sql, caller, params }) {
    const product = await readOne(sql, caller.organization_id, params.product_id)
    if (product === undefined) refuse('not_found')
    const { product_id, family_id, template, stored } = product
    return { product_id, family_id, ...groupAttributes(template, stored) }
  },
})
