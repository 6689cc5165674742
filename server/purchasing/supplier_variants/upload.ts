import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { Files } from '../../contract/call.ts'
import { readSpreadsheet, type Sheet, SheetFault } from '../../files/spreadsheet.ts'
import { fileColumns, SupplierUpload, UploadReport } from './upload.model.ts'
import { type BadRow, type FileRow, validateRows, type ValidatedRows, withoutBad } from './upload.rows.ts'
import { findTaken, type ImportResult, importRows } from './upload.store.ts'

export const uploadSuppliers = operation({
  id: 'suppliers.upload',
  route: 'POST /api/v1/inventory/suppliers/upload',
  summary: 'Import suppliers from a file',
  desc: ({ created, refused }) => `${counted(created, 'supplier')} created; ${counted(refused, 'row')} refused.`,
  description: `Imports suppliers and their primary contacts from a CSV file. Send the CSV as text, or the key of an uploaded CSV, XLSX or XLS file. The first non-empty row is the header.\n\n\`name\` is required. A row can have all terms of a supplier, and its primary contact in the columns that start with \`contact_\`. If \`contact_preferred_contact_method\` is missing, the contact is reached by e-mail if \`contact_email\` is given. Codes and choices are case-insensitive; flags can be \`true\` or \`yes\`. Empty cells count as not sent.\n\nThe rules for creating a supplier apply to each row, so its name must be new; existing suppliers are changed with their own operation. A file can be sent again after its invalid rows were corrected.\n\nWith \`refuse_all\`, one invalid row refuses the whole file, and the error lists the first ${limits.supplier_upload_faults_max} invalid rows in \`data.rows\`. With \`land_good\`, the valid rows are imported and the report shows the outcome of each row. A file can have at most ${limits.supplier_upload_rows_max.toLocaleString('en-US')} rows.`,
  body: SupplierUpload,
  answer: UploadReport,
  transaction_seconds_max: limits.large_write_seconds_max,
  async prepare({ caller, body, files }) {
    const source = body.s3_key === undefined ? 'csv' : 's3_key'
    if ((body.csv === undefined) === (body.s3_key === undefined))
      refuseField(source, body.csv === undefined ? 'or s3_key is required' : 'cannot be sent together with csv')
    const columns = chooseColumns(body)
    const bytes = await findBytes(files, caller.organization_id, body)
    const sheet = await readFile(caller.organization_id, bytes, columns, source)
    const rows = rowsOf(sheet, columns, source)
    const read = new Set(columns.map(({ header }) => header))
    const ignored_columns = sheet.headers.filter((header) => header !== '' && !read.has(header)).map(shorten)
    return { source, ignored_columns, validated: await validateRows(rows, caller) }
  },
  async run({ sql, caller: { organization_id }, body, now, prepared: { source, ignored_columns, validated } }) {
    const importsGood = body.mode === 'land_good'
    const checked = withoutBad(validated, await findTaken(sql, organization_id, validated.good))
    if (!importsGood && checked.bad.length > 0) refuseRows(source, checked.bad)
    const imported = await importRows(sql, organization_id, now, checked.good)
    const settled = withoutBad(checked, imported.overtaken)
    if (!importsGood && settled.bad.length > 0) refuseRows(source, settled.bad)
    return { ...reportOf(settled, imported), ignored_columns }
  },
})

interface Column {
  name: string
  header: string
  is_named: boolean
}

/** The columns with their headers. A header that is mapped to another field is not also read under its own name. */
function chooseColumns({ mappings = {} }: SupplierUpload): Column[] {
  const named = Object.entries(mappings).map(([name, header]) => ({
    name,
    header: (header as string).trim(),
    is_named: true,
  }))
  for (const { name, header } of named) {
    if (header === '') refuseField(`mappings.${name}`, 'must not be blank')
    const other = named.find((column) => column.name !== name && column.header === header)
    if (other) refuseField(`mappings.${name}`, `names the same column as mappings.${other.name}`)
  }
  const usedNames = new Set(named.flatMap(({ name, header }) => [name, header]))
  const byOwnName = Object.keys(fileColumns)
    .filter((name) => !named.some((column) => column.name === name) && !usedNames.has(name))
    .map((name) => ({ name, header: name, is_named: false }))
  return [...named, ...byOwnName]
}

async function findBytes(files: Files, organization_id: string, { csv, s3_key }: SupplierUpload): Promise<Uint8Array> {
  if (csv !== undefined) return new TextEncoder().encode(csv)
  const file = await files.read(organization_id, s3_key!)
  return file?.bytes ?? refuseField('s3_key', 'must be an uploaded file of this organisation')
}

async function readFile(
  organization_id: string,
  bytes: Uint8Array,
  columns: readonly Column[],
  source: string,
): Promise<Sheet> {
  try {
    const headers = columns.map(({ header }) => header)
    return await readSpreadsheet(bytes, {
      organization_id,
      columns: headers,
      optional: true,
      rows_max: limits.supplier_upload_rows_max,
    })
  } catch (error) {
    if (error instanceof SheetFault) refuseField(source, error.rule)
    throw error
  }
}

const shorten = (header: string) => header.slice(0, 100)

function rowsOf({ headers, rows }: Sheet, columns: readonly Column[], source: string): FileRow[] {
  const shown = headers
    .filter((header) => header !== '')
    .slice(0, 50)
    .map(shorten)
  for (const { name, header, is_named } of columns) {
    if ((is_named || name === 'name') && !headers.includes(header))
      refuseField(`mappings.${name}`, `must be a column header of the file; "${header}" is not`, shown)
  }
  if (!columns.some(({ name }) => name === 'name'))
    refuseField('mappings.name', 'is required, because the column "name" is mapped to another field', shown)
  if (rows.length === 0) refuseField(source, 'must have at least one row below the header')
  return rows.map(({ row_number, cells }) => ({
    row: row_number,
    cells: Object.fromEntries(
      columns.flatMap(({ name }, at) => (cells[at] === null || cells[at] === undefined ? [] : [[name, cells[at]]])),
    ),
  }))
}

function refuseRows(source: string, bad: readonly BadRow[]): never {
  const [first, ...others] = bad as [BadRow, ...BadRow[]]
  const rule = `has an invalid row ${first.row}: ${first.field} ${first.rule}`
  const more =
    others.length === 0
      ? ''
      : `, and ${others.length === 1 ? '1 more row is' : `${others.length} more rows are`} invalid`
  refuse('bad_request', {
    desc: `${source} ${rule}${more}. Nothing was imported. Correct the file, or send mode land_good to import the valid rows.`,
    data: {
      field: source,
      rule,
      row: first.row,
      refused: bad.length,
      rows: bad.slice(0, limits.supplier_upload_faults_max),
    },
  })
}

function reportOf({ good, bad }: ValidatedRows, { contact_ids }: ImportResult): Omit<UploadReport, 'ignored_columns'> {
  const created = good.map(({ row, name, supplier_id }) => ({
    row,
    name,
    outcome: 'created',
    supplier_id,
    contact_id: contact_ids.get(supplier_id) ?? null,
    field: null,
    rule: null,
  }))
  const refused = bad.map((one) => ({ ...one, outcome: 'refused', supplier_id: null, contact_id: null }))
  return {
    created: created.length,
    refused: refused.length,
    contacts_created: created.filter(({ contact_id }) => contact_id !== null).length,
    rows: [...created, ...refused].toSorted((a, b) => a.row - b.row),
  }
}
