/** The file of an import of returns: its columns, and its rows as text. */
import type { Files } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Shape, type Static, Text, Type } from '../../contract/schema.ts'
import { readSpreadsheet, SheetFault } from '../../files/spreadsheet.ts'

const Header = (description: string, example: string) =>
  Text(description, { minLength: 1, maxLength: 200, examples: [example] })
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
  s3_key: Text('Key of an uploaded CSV, XLSX or XLS file.', {
    minLength: 1,
    maxLength: 500,
    examples: ['uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/returns.csv'],
  }),
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

export type FileRow = { row_number: number } & Record<Field, string | null>

function columnsOf({ s3_key, mappings: mapped }: ReturnsImport): { field: Field; header: string }[] {
  if (s3_key.trim() === '') refuseField('s3_key', 'must not be blank')
  const columns = Object.entries(mapped).map(([field, header]) => ({ field: field as Field, header: header.trim() }))
  for (const [i, { field, header }] of columns.entries()) {
    if (header === '') refuseField(`mappings.${field}`, 'must not be blank')
    const other = columns.slice(0, i).find((column) => column.header === header)
    if (other) refuseField(`mappings.${field}`, `maps to the same column as mappings.${other.field}`)
  }
  return columns
}

const cellText = (cell: string | null | undefined): string | null => {
  const text = (cell ?? '').trim()
  return text === '' ? null : text
}

export async function readReturnsFile(organization_id: string, files: Files, body: ReturnsImport): Promise<FileRow[]> {
  const columns = columnsOf(body)
  const file = await files.read(organization_id, body.s3_key)
  if (file === null) return refuseField('s3_key', 'must be an uploaded file of this organisation')
  const headers = columns.map(({ header }) => header)
  const sheet = await readSpreadsheet(file.bytes, {
    organization_id,
    columns: headers,
    rows_max: limits.return_import_rows_max,
  }).catch((error: unknown) => {
    if (error instanceof SheetFault) return refuseField('s3_key', error.rule)
    throw error
  })
  for (const { field, header } of columns)
    if (!sheet.headers.includes(header))
      refuseField(`mappings.${field}`, `is "${header.slice(0, 100)}", which is not a header in the file`)
  if (sheet.rows.length === 0) refuseField('s3_key', 'is a file with no rows below the header row')
  return sheet.rows.map(({ row_number, cells }) => {
    const cellOf = (field: Field) => cellText(cells[columns.findIndex((column) => column.field === field)])
    return {
      row_number,
      ...(Object.fromEntries(Object.keys(mappings).map((field) => [field, cellOf(field as Field)])) as Record<
        Field,
        string | null
      >),
    }
  })
}
