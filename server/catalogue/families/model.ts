/** Schemas of product families and their templates. */
import { limits } from '../../contract/limits.ts'
import { Flag, Id, Line, Name, OwnId, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'

export const service = 'product'
export const FamilyPath = Shape({ family_id: Id('The family.') })

const attributeExamples = { attribute: ['fabric'], group: ['Material'] }

export const Family = Shape(
  {
    family_id: OwnId('The family.'),
    name: Text('Name of the family, unique within the organisation.', { examples: ['Tops'] }),
    is_active: Flag('Whether the family is active. An archived family is false.'),
    product_count: Whole('Number of products in the family.', { minimum: 0, examples: [1] }),
    attributes: Type.Array(
      Shape({
        attribute: Text('Name of the attribute.', { examples: attributeExamples.attribute }),
        group: Text('Group that the attribute is shown in.', { examples: attributeExamples.group }),
        required: Flag('Whether products of the family must have a value.'),
        position: Whole('Place of the attribute in the template, from 0.', { minimum: 0, examples: [0] }),
      }),
      { description: 'Attributes of the template, in order.' },
    ),
  },
  { $id: 'ProductFamily' },
)
export type Family = Static<typeof Family>

export const familyFields = {
  name: Name('Name of the family; unique within the organisation, case ignored.', { examples: ['Swimwear'] }),
  is_active: Flag('Whether the family is active; true by default. false archives it.'),
  attributes: Type.Array(
    Shape(
      {
        attribute: Line('Name of the attribute; at most once in a template.', {
          maxLength: limits.name_length_max,
          examples: attributeExamples.attribute,
        }),
        group: Line('Group that the attribute is shown in.', {
          maxLength: limits.name_length_max,
          examples: attributeExamples.group,
        }),
        required: Type.Optional(Flag('Whether products of the family must have a value; true by default.')),
      },
      { $id: 'FamilyAttribute' },
    ),
    {
      maxItems: limits.family_attributes_max,
      description:
        'Attributes of the template, in the order in which they are shown; replaces all existing attributes. Values that products already have for other attributes are kept.',
    },
  ),
}

export const FamilyFields = Shape({
  name: Type.Optional(familyFields.name),
  is_active: Type.Optional(familyFields.is_active),
  attributes: Type.Optional(familyFields.attributes),
})
