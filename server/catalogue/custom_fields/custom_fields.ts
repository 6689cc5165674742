import { custom_field_types } from '../known_values.ts'
import { Instant, Nullable, OpenChoice, OwnId, Text, Type, Whole } from '../../contract/schema.ts'

/** What a custom field is, as the list and the single read show it. */
export const custom_field = {
  custom_field_id: OwnId('The field.'),
  name: Text('Its name, unique within the organisation.', { examples: ['Fabric'] }),
  description: Nullable(Text('What it is for.')),
  data_type: OpenChoice(custom_field_types, 'What its values are. Values travel as text of that type.'),
  choices: Type.Array(Text('A choice.'), {
    description: 'The values a field of type choice takes, in their order; empty for the other types.',
  }),
  variants_with_value: Whole('How many variants have a value for it; an empty text is none.', { minimum: 0 }),
  created_at: Instant('When the field was defined.'),
  updated_at: Instant('When its definition last changed.'),
}
