import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { Files } from '../../contract/call.ts'
import { readSpreadsheet, type Sheet, SheetFault } from '../../files/spreadsheet.ts'
import { file_columns, SupplierUpload, UploadReport } from './upload.model.ts'
import { type BadRow, type FileRow, validateRows, type ValidatedRows, withoutBad } from './upload.rows.ts'
import { findTaken, type Landed, landRows } from './upload.store.ts'

export const uploadSuppliers = operation({
  id: 'suppliers.upload',
  route: 'POST /api/v1/inventory/suppliers/upload',
  summary: 'Import suppliers from a file',
  desc: ({ created, refused }) => `${counted(created, 'supplier')} created; ${counted(refused, 'row')} refused.`,
  description: `Reads suppliers with their primary contacts from a CSV, sent as text or named by the key of an uploaded file, which may be XLSX or XLS too; the first row that holds anything is the headers.\n\n\`name\` is required; a row may have every term of a supplier, and its primary contact in the columns that begin with \`contact_\`, reached by e-mail where \`contact_email\` is given and \`contact_preferred_contact_method\` is not. Codes and choices may be typed in any case, flags as true or yes. Cells that are empty are not sent.\n\nA row follows the rules of creating a supplier, so its name must be of no other one: what is on file is changed by its own operation, and a file may be sent again after its bad rows were mended.\n\nWith \`refuse_all\` one bad row refuses the file; the refusal lists the bad rows in \`data.rows\`, the first ${limits.supplier_upload_faults_max} of them. With \`land_good\` the good rows land and the report says which did. At most ${limits.supplier_upload_rows_max.toLocaleString('en-US')} rows.`,
  body: SupplierUpload,
  answer: UploadReport,
  async prepare({ caller, body, files }) {
    const source = body.s3_key === undefined ? 'csv' : 's3_key'
    if ((body.csv === undefined) === (body.s3_key === undefined))
      refuseField(source, body.csv === undefined ? 'or s3_key is required' : 'cannot be sent beside csv')
    const columns = chooseColumns(body)
    const bytes = await findBytes(files, caller.organization_id, body)
    const sheet = await readFile(caller.organization_id, bytes, columns, source)
    const rows = rowsOf(sheet, columns, source)
    const read = new Set(columns.map(({ header }) => header))
    const ignored_columns = sheet.headers.filter((header) => header !== '' && !read.has(header)).map(cut)
    return { source, ignored_columns, judged: validateRows(rows, caller.currency) }
  },
  async run({ sql, caller: { organization_id }, body, now, prepared: { source, ignored_columns, judged } }) {
    const takes_good = body.mode === 'land_good'
    const checked = withoutBad(judged, await findTaken(sql, organization_id, judged.good))
    if (!takes_good && checked.bad.length > 0) refuseRows(source, checked.bad)
    const landed = await landRows(sql, organization_id, now, checked.good)
    const settled = withoutBad(checked, landed.overtaken)
    if (!takes_good && settled.bad.length > 0) refuseRows(source, settled.bad)
    return { ...reportOf(settled, landed), ignored_columns }
  },
})

interface Column {
  name: string
  header: string
  is_named: boolean
}

/** Each of our columns with its header; one that a mapping takes for another field is not read twice. */
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
  const taken = new Set(named.flatMap(({ name, header }) => [name, header]))
  const by_own_name = Object.keys(file_columns)
    .filter((name) => !named.some((column) => column.name === name) && !taken.has(name))
    .map((name) => ({ name, header: name, is_named: false }))
  return [...named, ...by_own_name]
}

async function findBytes(files: Files, organization_id: string, { csv, s3_key }: SupplierUpload): Promise<Uint8Array> {
  if (csv !== undefined) return new TextEncoder().encode(csv)
  const file = await files.read(organization_id, s3_key!)
  return file?.bytes ?? refuseField('s3_key', 'names no uploaded file of this organisation')
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

const cut = (header: string) => header.slice(0, 100)

function rowsOf({ headers, rows }: Sheet, columns: readonly Column[], source: string): FileRow[] {
  const shown = headers
    .filter((header) => header !== '')
    .slice(0, 50)
    .map(cut)
  for (const { name, header, is_named } of columns) {
    if ((is_named || name === 'name') && !headers.includes(header))
      refuseField(`mappings.${name}`, `names "${header}", which is no header of the file`, shown)
  }
  if (!columns.some(({ name }) => name === 'name'))
    refuseField('mappings.name', 'is required, as the column "name" is mapped to another field', shown)
  if (rows.length === 0) refuseField(source, 'names a file without a row below its headers')
  return rows.map(({ row_number, cells }) => ({
    row: row_number,
    cells: Object.fromEntries(
      columns.flatMap(({ name }, at) => (cells[at] === null || cells[at] === undefined ? [] : [[name, cells[at]]])),
    ),
  }))
}

function refuseRows(source: string, bad: readonly BadRow[]): never {
  const [first, ...others] = bad as [BadRow, ...BadRow[]]
  const rule = `has a bad row ${first.row}: ${first.field} ${first.rule}`
  const more =
    others.length === 0 ? '' : `, and ${others.length === 1 ? '1 bad row' : `${others.length} bad rows`} more`
  refuse('bad_request', {
    desc: `${source} ${rule}${more}. Nothing was imported. Mend the file, or send mode land_good to import the good rows.`,
    data: {
      field: source,
      rule,
      row: first.row,
      refused: bad.length,
      rows: bad.slice(0, limits.supplier_upload_faults_max),
    },
  })
}

function reportOf({ good, bad }: ValidatedRows, { contact_ids }: Landed): Omit<UploadReport, 'ignored_columns'> {
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
