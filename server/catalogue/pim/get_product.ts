import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Flag, Id, Nullable, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { layOut, other_group } from './rules.ts'
import { readOne } from './store.ts'

const AttributeOfProduct = Shape({
  attribute: Text('Its name.', { examples: ['fabric'] }),
  required: Flag('Whether the family requires it.'),
  filled: Flag('Whether the product holds a value; blank text and empty lists are none.'),
  value: Type.Unknown({
    description: 'The value as it is kept: any JSON, null where there is none.',
    examples: ['Merino wool'],
  }),
  not_in_family: Flag('Whether the product holds it though no template of its family asks for it.'),
})
const Names = (description: string) => Type.Array(Text('An attribute.', { examples: ['fabric'] }), { description })

export const getPimProduct = operation({
  id: 'pim.get_product',
  route: 'GET /api/v1/pim/v1/products/{product_id}',
  summary: "Get a product's data against its family's template",
  description: `Every attribute that the family asks for, group by group in the template's order, with the value the product holds. Attributes that it holds and the family does not ask for stand under \`${other_group}\`, and so does everything of a product without a family.`,
  params: Type.Object({ product_id: Id('The product.') }),
  answer: Shape({
    product_id: OwnId('The product.'),
    family_id: Nullable(OwnId('Its family; null where it has none.')),
    has_template: Flag('Whether its family asks for any attribute.'),
    groups: Type.Record(Type.String(), Type.Array(AttributeOfProduct), {
      description: 'Group to its attributes, both in the order of the template.',
    }),
    missing_required: Names('Required attributes without a value, in the order of the template.'),
    missing_optional: Names('Optional attributes without a value, in the order of the template.'),
    not_in_family: Names('Attributes that the product holds and the family does not ask for, by name.'),
    owned_fields: Names('Attributes that are kept here and not on the store platform, by name.'),
    awaiting_write_back: Names('Attributes changed here and not yet written back to the store platform, by name.'),
  }),
  refusals: ['not_found'],
  async run({ sql, caller, params }) {
    const found = await readOne(sql, caller.organization_id, params.product_id)
    if (found === undefined) refuse('not_found')
    const { product_id, family_id, template, held } = found
    return { product_id, family_id, ...layOut(template, held) }
  },
})
