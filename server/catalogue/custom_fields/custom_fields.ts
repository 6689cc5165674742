import { customFieldTypes } from '../known_values.ts'
import { Instant, Nullable, OpenChoice, OwnId, Text, Type, Whole } from '../../contract/schema.ts'

/** Fields of a custom field, shared by the list and the single read. */
export const customField = {
  custom_field_id: OwnId('Id of the custom field.'),
  name: Text('Name of the custom field, unique within the organisation.', { examples: ['Fabric'] }),
  description: Nullable(Text('Purpose of the custom field.')),
  data_type: OpenChoice(customFieldTypes, 'Type of the values. Values are transmitted as text of this type.'),
  choices: Type.Array(Text('An allowed value.'), {
    description: 'Allowed values of a field of type choice, in order; empty for other types.',
  }),
  variants_with_value: Whole('Number of variants with a value for this field. Empty text does not count as a value.', {
    minimum: 0,
  }),
  created_at: Instant('Time the field was created.'),
  updated_at: Instant('Time the definition last changed.'),
}
