import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { Files } from '../../contract/call.ts'
import { checkHeader } from '../../imports/mapping/check.ts'
import { fileHeaders, type FileHeaders, unreadHeaders } from '../../imports/mapping/file_headers.ts'
import { type StatedColumn, statedColumns } from '../../imports/mapping/stated.ts'
import type { RawRow } from '../../imports/reading/csv_rows.ts'
import { type FileBytes, inlineBytes, uploadedBytes } from '../../imports/reading/file_bytes.ts'
import { readWholeFile } from '../../imports/reading/whole_file.ts'
import { fileColumns, SupplierUpload, UploadReport } from './upload.model.ts'
import { type BadRow, type FileRow, validateRows, type ValidatedRows, withoutBad } from './upload.rows.ts'
import { findTaken, type ImportResult, importRows } from './upload.store.ts'

export const uploadSuppliers = operation({
  id: 'suppliers.upload',
  route: 'POST /api/v1/inventory/suppliers/upload',
  summary: 'Import suppliers from a file',
  desc: ({ created, refused }) => `${counted(created, 'supplier')} created; ${counted(refused, 'row')} refused.`,
  description: `Imports suppliers and their primary contacts from a CSV file. Send the CSV as text, or the key of an uploaded CSV, XLSX or XLS file. The first non-empty row is the header. \`name\` is required. A row can have all terms of a supplier, and its primary contact in the columns that start with \`contact_\`. If \`contact_preferred_contact_method\` is missing, the contact is reached by e-mail if \`contact_email\` is given. Codes and choices are case-insensitive; flags can be \`true\` or \`yes\`. Empty cells count as not sent.\n\nThe rules for creating a supplier apply to each row, so its name must be new; existing suppliers are changed with their own operation. A file can be sent again after its invalid rows were corrected. With \`refuse_all\`, one invalid row refuses the whole file, and the error lists the first ${limits.supplier_upload_faults_max} invalid rows in \`data.rows\`. With \`land_good\`, the valid rows are imported and the report shows the outcome of each row. A file can have at most ${limits.supplier_upload_rows_max.toLocaleString('en-US')} rows.`,
  body: SupplierUpload,
  answer: UploadReport,
  transaction_seconds_max: limits.large_write_seconds_max,
  async prepare({ caller, body, files }) {
    const source = body.s3_key === undefined ? 'csv' : 's3_key'
    if ((body.csv === undefined) === (body.s3_key === undefined))
      refuseField(source, body.csv === undefined ? 'or s3_key is required' : 'cannot be sent together with csv')
    const bytes = findBytes(files, caller.organization_id, body)
    const file = await readWholeFile(bytes, limits.supplier_upload_rows_max, source)
    const headers = fileHeaders(file.headers)
    const columns = columnsOf(body, headers, source)
    const validated = await validateRows(file.rows.map(rowOf(columns)), caller)
    return { source, ignored_columns: unreadHeaders(headers, columns), validated }
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

/** The columns that are read. A field that is not mapped is read from the column with its own name, unless that is mapped. */
function columnsOf({ mappings = {} }: SupplierUpload, headers: FileHeaders, source: string): StatedColumn[] {
  const stated = statedColumns(mappings as Record<string, string>, headers, source)
  const statedIndexes = new Set(stated.map(({ index }) => index))
  const own = Object.keys(fileColumns).flatMap((name): StatedColumn[] => {
    const places = headers.spelled(name)
    if (name in mappings || places.length === 0) return []
    const index = checkHeader(`mappings.${name}`, name, places, headers, source)
    return statedIndexes.has(index) ? [] : [{ field: name, header: name, index }]
  })
  const columns = [...stated, ...own]
  if (!columns.some(({ field }) => field === 'name')) {
    checkHeader('mappings.name', 'name', headers.spelled('name'), headers, source)
    refuseField('mappings.name', 'is required, because the column "name" is mapped to another field', headers.shown)
  }
  return columns
}

function findBytes(files: Files, organization_id: string, { csv, s3_key }: SupplierUpload): FileBytes {
  if (csv === undefined) return uploadedBytes(files, organization_id, s3_key!)
  return inlineBytes(organization_id, new TextEncoder().encode(csv))
}

const rowOf =
  (columns: readonly StatedColumn[]) =>
  ({ row_number, cells }: RawRow): FileRow => ({
    row: row_number,
    cells: Object.fromEntries(columns.flatMap(({ field, index }) => (cells[index] ? [[field, cells[index]]] : []))),
  })

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
