/** The custom fields of an organisation as fields of the import of products. */
import { custom_fields } from '../../../db/schema/catalogue.ts'
import { selection } from '../../../db/sql/selection.ts'
import { limits } from '../../contract/limits.ts'
import type { Sql } from '../../contract/sql.ts'
import type { ImportField, ImportFields } from '../../imports/field.ts'
import { customFieldFamily } from './product_fields.ts'

const columns = selection(custom_fields, 'cf', ['name', 'data_type', 'choices'])

/** Named `custom_fields.<name>`; a header with the name of the field is proposed for it. */
export async function findCustomFields(sql: Sql, organization_id: string): Promise<ImportFields> {
  const definitions = await sql<{ name: string; data_type: string; choices: string[] }[]>`
    select ${columns} from custom_fields cf where cf.organization_id = ${organization_id} order by cf.name`
  return Object.fromEntries(definitions.map((one) => [`${customFieldFamily}${one.name}`, fieldOf(one)]))
}

function fieldOf({ name, data_type, choices }: { name: string; data_type: string; choices: string[] }): ImportField {
  const words = { description: `Custom field ${name} of the variant.`, synonyms: [name.toLowerCase()] }
  switch (data_type) {
    case 'number':
      return { ...words, type: 'decimal', decimals_max: 15 }
    case 'date':
      return { ...words, type: 'date' }
    case 'boolean':
      return { ...words, type: 'boolean' }
    case 'choice':
      return { ...words, type: 'choice', choices }
    default:
      return { ...words, type: 'text', has_lines: true, length_max: limits.product_field_value_length_max }
  }
}
