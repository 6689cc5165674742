/** The file of an import of returns: its columns, and its rows as text. */
import type { Files } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Shape, type Static, Text, Type } from '../../../contract/schema.ts'
import { Header, UploadKey } from '../../../imports/request_fields.ts'
import { readMapped, type TextRow } from '../../../imports/read_mapped.ts'

const Optional = (description: string, example: string) => Type.Optional(Header(description, example))

const mappings = {
  reference: Header(
    'Header of the column with the number of the return in its source. Rows with one number are one return, and a number that was imported before is left unchanged.',
    'RMA',
  ),
  sku: Header('Header of the SKU column.', 'Item code'),
  quantity: Header('Header of the column with the units expected back.', 'Counted'),
  order: Optional('Header of the column with the name or the id of the order.', 'Order'),
  location: Optional('Header of the column with the name or the id of the receiving location.', 'Warehouse'),
  channel: Optional(
    'Header of the column with the name or the id of the sales channel, for returns without an order.',
    'Channel',
  ),
  reason: Optional('Header of the column with the reason, spelled as in `reason` of a return.', 'Reason'),
  expected_on: Optional('Header of the column with the expected date, as YYYY-MM-DD.', 'Expected'),
  refund_amount: Optional(
    'Header of the column with the amount paid back, as a decimal such as 89.00, taxes included; given on one row of the return.',
    'Refunded',
  ),
}
type Field = keyof typeof mappings

export const ReturnsImport = Shape({
  s3_key: UploadKey('returns.csv'),
  source_system: Type.Optional(
    Text('System that the file was exported from; numbers of returns are unique within it. Defaults to `file`.', {
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      'x-rule': 'must not be blank',
      examples: ['returns-desk'],
    }),
  ),
  mappings: Shape(mappings, { description: 'Maps each field to the header of its column in the file.' }),
})
export type ReturnsImport = Static<typeof ReturnsImport>

export type FileRow = TextRow<Field>

const fields = Object.keys(mappings) as Field[]

export const readReturnsFile = (organization_id: string, files: Files, body: ReturnsImport) =>
  readMapped(files, organization_id, body, { fields, rows_max: limits.return_import_rows_max })
