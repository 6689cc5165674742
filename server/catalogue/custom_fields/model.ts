/** Schemas of the session operations on custom fields. */
import { customFieldTypes } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import { Choice, Flag, Id, Line, Name, Nullable, Shape, type Static, Text, Type } from '../../contract/schema.ts'
import { customField } from './custom_fields.ts'

export const service = 'product'
export const CustomFieldPath = Shape({ custom_field_id: Id('The custom field.') })

export const CustomFieldDefinition = Shape(
  {
    ...customField,
    is_active: Flag('Whether the field is active. An archived field is false.'),
  },
  { $id: 'CustomFieldDefinition' },
)
export type CustomFieldDefinition = Static<typeof CustomFieldDefinition>

export const definitionFields = {
  name: Name('Name of the custom field; unique within the organisation, case ignored.', { examples: ['Lining'] }),
  data_type: Choice(customFieldTypes, 'Type of the values; text by default.', { examples: ['choice'] }),
  choices: Type.Array(Line('An allowed value.', { maxLength: limits.filter_text_length_max, examples: ['Silk'] }), {
    maxItems: limits.custom_field_choices_max,
    description:
      'Allowed values of a field of type choice, in the order in which they are shown; replaces all existing choices. Empty for other types.',
  }),
  description: Nullable(
    Text('Purpose of the custom field.', {
      minLength: 1,
      maxLength: limits.custom_field_description_length_max,
      examples: ['Material of the lining'],
    }),
  ),
  is_active: Flag('Whether the field is active; true by default. false archives it.'),
}

export const DefinitionFields = Shape({
  name: Type.Optional(definitionFields.name),
  data_type: Type.Optional(definitionFields.data_type),
  choices: Type.Optional(definitionFields.choices),
  description: Type.Optional(definitionFields.description),
  is_active: Type.Optional(definitionFields.is_active),
})
