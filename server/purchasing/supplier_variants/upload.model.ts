/** A file of suppliers: its columns, what is sent with it and what is answered. */
import { limits } from '../../contract/limits.ts'
import {
  Choice,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  type TSchema,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { NewContact } from '../contacts/contact.model.ts'
import { NewSupplier } from '../suppliers/model.ts'

const { contacts: _contacts, ...supplier_columns } = NewSupplier.properties
const { supplier_id: _supplier, is_primary_contact: _primary, ...contact_columns } = NewContact.properties

export const contact_prefix = 'contact_'

/** Every column that is read, by our name for it; those of the primary contact begin with `contact_`. */
export const file_columns: Readonly<Record<string, TSchema>> = {
  ...supplier_columns,
  ...Object.fromEntries(Object.entries(contact_columns).map(([name, schema]) => [contact_prefix + name, schema])),
}

export const upload_modes = ['refuse_all', 'land_good'] as const

const Header = (column: string) =>
  Type.Optional(
    Text(`Header of the column of ${column}.`, {
      minLength: 1,
      maxLength: 200,
      examples: [column.replaceAll('_', ' ')],
    }),
  )

export const SupplierUpload = Shape(
  {
    csv: Type.Optional(
      Text('The file itself, as text; or send `s3_key`.', {
        minLength: 1,
        maxLength: limits.supplier_upload_csv_length_max,
      }),
    ),
    s3_key: Type.Optional(
      Text('Key of an uploaded file, CSV, XLSX or XLS; or send `csv`.', {
        minLength: 1,
        maxLength: 500,
        examples: ['uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/suppliers.csv'],
      }),
    ),
    mappings: Type.Optional(
      Shape(Object.fromEntries(Object.keys(file_columns).map((name) => [name, Header(name)])), {
        description:
          'Our field to the header of its column in the file. A field that is left out is read from the column headed by its own name, where there is one.',
      }),
    ),
    mode: Type.Optional(
      Choice(upload_modes, 'refuse_all imports nothing while a row is bad; land_good imports the rows that are good.', {
        default: 'refuse_all',
      }),
    ),
  },
  {
    examples: [
      {
        csv: 'name,currency,lead_time_days,contact_name,contact_email\nNorthside Trims,EUR,21,Umut Aydin,umut@northside-trims.example\n',
        mode: 'land_good',
      },
    ],
  },
)
export type SupplierUpload = Static<typeof SupplierUpload>

export const row_outcomes = ['created', 'refused'] as const

export const UploadReport = Shape(
  {
    created: Whole('Rows that became suppliers.', { examples: [1] }),
    refused: Whole('Rows that did not; always 0 with `refuse_all`.', { examples: [0] }),
    contacts_created: Whole('Primary contacts that came with them.', { examples: [1] }),
    ignored_columns: Type.Array(Text('A header of the file that was not read.'), {
      description: 'Columns of the file that no field is read from.',
      examples: [['Remarks']],
    }),
    rows: Type.Array(
      Shape({
        row: Whole('The row, as a person counts in the file: the headers are row 1.', { examples: [2] }),
        name: Nullable(Text('The name in the row.', { examples: ['Northside Trims'] })),
        outcome: OpenChoice(row_outcomes, 'What became of it.'),
        supplier_id: Nullable(OwnId('The supplier it became.')),
        contact_id: Nullable(Text('Its primary contact, as contacts spell ids.', { examples: ['4021'] })),
        field: Nullable(Text('What was wrong: our name of the column; null where nothing was.')),
        rule: Nullable(Text('The rule that it breaks, in words that follow the field.')),
      }),
      { description: 'One for each row below the headers that holds anything, in the order of the file.' },
    ),
  },
  { description: 'What became of a file of suppliers, row by row.' },
)
export type UploadReport = Static<typeof UploadReport>
