/** Schemas of a supplier upload: columns of the file, request and report. */
import { limits } from '../../contract/limits.ts'
import {
  Choice,
  Count,
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
import { Header, IgnoredColumns, UploadKey } from '../../imports/request_fields.ts'
import { NewContact } from '../contacts/contact.model.ts'
import { NewSupplier } from '../suppliers/model.ts'

const { contacts: _contacts, ...supplier_columns } = NewSupplier.properties
const { supplier_id: _supplier, is_primary_contact: _primary, ...contact_columns } = NewContact.properties

export const contactPrefix = 'contact_'

/** All columns that are read, by field name; those of the primary contact start with `contact_`. */
export const fileColumns: Readonly<Record<string, TSchema>> = {
  ...supplier_columns,
  ...Object.fromEntries(Object.entries(contact_columns).map(([name, schema]) => [contactPrefix + name, schema])),
}

export const uploadModes = ['refuse_all', 'land_good'] as const

export const SupplierUpload = Shape(
  {
    csv: Type.Optional(
      Text('CSV text of the file; alternative to `s3_key`.', {
        minLength: 1,
        maxLength: limits.supplier_upload_csv_length_max,
      }),
    ),
    s3_key: Type.Optional(UploadKey('suppliers.csv', '; alternative to `csv`')),
    mappings: Type.Optional(
      Shape(
        Object.fromEntries(
          Object.keys(fileColumns).map((name) => [
            name,
            Type.Optional(Header(`Header of the column for ${name}.`, name.replaceAll('_', ' '))),
          ]),
        ),
        {
          description:
            'Maps fields to column headers in the file. A field without a mapping is read from the column whose header is the field name, if there is one.',
        },
      ),
    ),
    mode: Type.Optional(
      Choice(
        uploadModes,
        'Handling of invalid rows: `refuse_all` imports nothing if any row is invalid; `land_good` imports the valid rows.',
        {
          default: 'refuse_all',
        },
      ),
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

export const rowOutcomes = ['created', 'refused'] as const

export const UploadReport = Shape(
  {
    created: Count('Number of rows imported as suppliers.', { examples: [1] }),
    refused: Count('Number of rows refused; always 0 with `refuse_all`.', { examples: [0] }),
    contacts_created: Count('Number of primary contacts created.', { examples: [1] }),
    ignored_columns: IgnoredColumns,
    rows: Type.Array(
      Shape({
        row: Whole('Row number in the file; the header row is 1.', { examples: [2] }),
        name: Nullable(
          Text('Supplier name in the row; null if it is missing or invalid.', { examples: ['Northside Trims'] }),
        ),
        outcome: OpenChoice(rowOutcomes, 'Outcome of the row.'),
        supplier_id: Nullable(OwnId('The supplier created; null if the row was refused.')),
        contact_id: Nullable(Text('ID of the primary contact; null if none was created.', { examples: ['4021'] })),
        field: Nullable(Text('Field that is invalid; null if the row was created.')),
        rule: Nullable(
          Text('Rule that the field violates, phrased to follow the field name; null if the row was created.'),
        ),
      }),
      { description: 'One entry per non-empty row below the header, in the order of the file.' },
    ),
  },
  { $id: 'SupplierUpload', description: 'Report of a supplier upload, row by row.' },
)
export type UploadReport = Static<typeof UploadReport>
