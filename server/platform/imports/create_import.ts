/** Creates an import: recognises the file by its headers, or proposes a mapping. Writes no record. */
import { uuidv7 } from 'uuidv7'
import type { Caller, Files, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { type Operation, sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Shape, type Static, Text, Type } from '../../contract/schema.ts'
import type { ImportCatalogue, ImportKind } from '../../imports/kind.ts'
import { readOptions, statesAnything } from '../../imports/mapping/check.ts'
import { findHeaders, titleRows } from '../../imports/mapping/find_headers.ts'
import { fingerprintOf } from '../../imports/mapping/fingerprint.ts'
import { normalHeader } from '../../imports/mapping/headers.rules.ts'
import { type ColumnProposal, type MatrixColumns, proposeMapping, suitability } from '../../imports/mapping/propose.ts'
import { profileMapping } from '../../imports/mapping/profile_mapping.ts'
import { recogniseProfile } from '../../imports/mapping/recognise.ts'
import type { ImportProfile, Mapping } from '../../imports/profile.ts'
import { uploadedBytes } from '../../imports/reading/file_bytes.ts'
import type { Head } from '../../imports/reading/head.ts'
import { refuseFault } from '../../imports/reading/whole_file.ts'
import { actorOf } from '../../ledger/actor.ts'
import { FileKey } from '../files/model.ts'
import { ImportShape, OptionsShape, service } from './model.ts'
import { findByFingerprint, findByName, type SavedProfile, shownName } from './profiles.store.ts'
import { findImport } from './store.ts'

const Body = Shape(
  {
    file_key: FileKey,
    kind: Type.Optional(
      Text('Kind of the records; see the list of kinds. If omitted, it follows from the profile or the headers.', {
        minLength: 1,
        maxLength: 100,
        examples: ['inventory'],
      }),
    ),
    profile: Type.Optional(
      Text('Name of a profile to use. If omitted, a profile that recognises the headers is used.', {
        minLength: 1,
        maxLength: limits.name_length_max,
        examples: ['Warehouse export'],
      }),
    ),
    kind_options: Type.Optional(OptionsShape),
  },
  { examples: [{ file_key: 'uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/count.xlsx', kind: 'inventory' }] },
)
type Body = Static<typeof Body>

export function kindNamed({ kinds }: ImportCatalogue, name: string): ImportKind {
  const allowed = kinds.map((kind) => kind.name)
  return kinds.find((kind) => kind.name === name) ?? refuseField('kind', 'must be a kind of import', allowed)
}

/** Fields of a kind, with those of this organisation. */
export const fieldsOf = async (kind: ImportKind, sql: Sql, organization_id: string) => ({
  ...kind.fields,
  ...(await kind.findFields?.(sql, organization_id)),
})

const headOf = (files: Files, organization_id: string, file_key: string, catalogue: ImportCatalogue): Promise<Head> =>
  refuseFault(
    'file_key',
    async () =>
      (await findHeaders(uploadedBytes(files, organization_id, file_key), catalogue)) ??
      refuseField('file_key', 'must be the key of a file uploaded by this organisation'),
  )

interface Recognised {
  kind: string
  shown: string
  mapping: Mapping
  options: Record<string, string>
}

const fromSaved = (saved: SavedProfile): Recognised => ({
  kind: saved.kind,
  shown: shownName(saved),
  mapping: saved.mapping as Mapping,
  options: saved.options as Record<string, string>,
})

function fromBuiltIn(profile: ImportProfile, head: Head): Recognised {
  const { kind, title, options = {} } = profile
  return { kind, shown: title, mapping: profileMapping(profile, head.headers), options: { ...options } }
}

/** By name where the request has one; else a saved profile before a built-in one. */
async function recognise(
  sql: Sql,
  { organization_id }: Caller,
  { profile, kind }: Body,
  head: Head,
  { profiles }: ImportCatalogue,
): Promise<Recognised | null> {
  if (profile !== undefined) {
    const saved = await findByName(sql, organization_id, profile)
    if (saved !== undefined) return fromSaved(saved)
    const builtIn = profiles.find(({ name, title }) => name === profile || title === profile)
    return builtIn === undefined
      ? refuseField('profile', 'must be the name of a profile of this organisation or of a built-in one')
      : fromBuiltIn(builtIn, head)
  }
  const saved = await findByFingerprint(sql, organization_id, fingerprintOf(head.headers), kind ?? null)
  if (saved !== undefined) return fromSaved(saved)
  const builtIn = recogniseProfile(
    profiles.filter((one) => kind === undefined || one.kind === kind),
    head.headers,
  )
  return builtIn === null ? null : fromBuiltIn(builtIn, head)
}

interface Proposed {
  kind: ImportKind
  columns: ColumnProposal[]
}

/** The kind that suits the file best, where neither the request nor a profile says which. */
async function propose(
  sql: Sql,
  { organization_id, currency }: Caller,
  head: Head,
  kinds: readonly ImportKind[],
): Promise<Proposed> {
  const all = await Promise.all(
    kinds.map(async (kind) => {
      const fields = await fieldsOf(kind, sql, organization_id)
      const matrix = await matrixOf(kind, sql, organization_id)
      const columns = proposeMapping(fields, head.headers, head.rows, currency, matrix)
      return { kind, columns, suits: suitability(kind, columns) }
    }),
  )
  return all.toSorted((a, b) => b.suits - a.suits)[0]!
}

async function matrixOf(kind: ImportKind, sql: Sql, organization_id: string): Promise<MatrixColumns | null> {
  if (kind.matrix === undefined) return null
  const { findNames, ...matrix } = kind.matrix
  const field = kind.field_families![matrix.family]!
  return { ...matrix, field, names: await findNames(sql, organization_id) }
}

const columnOf = (header: string): ColumnProposal => ({
  position: 1,
  header,
  samples: [],
  field: null,
  confidence: 'none',
  reason: '',
})

const shownHead = (columns: readonly ColumnProposal[], mapping: Mapping | null): ColumnProposal[] =>
  columns.map((column) => {
    if (mapping === null) return column
    const isThis = ({ header }: { header: string }) => normalHeader(header) === normalHeader(column.header)
    const mapped = mapping.columns.find((one) => isThis(one) || one.otherwise?.some(isThis) === true)
    return mapped === undefined
      ? { ...column, field: null, confidence: 'none', reason: 'The profile does not import it.' }
      : { ...column, field: mapped.field, confidence: 'high', reason: 'The profile maps it.' }
  })

async function checkOpen(sql: Sql, organization_id: string): Promise<void> {
  await sql`select 1 from organizations where organization_id = ${organization_id} for no key update`
  const [counts] = await sql<{ kept: number; open: number }[]>`
    select count(*)::int as kept,
      count(*) filter (where state not in ('completed', 'cancelled', 'failed', 'undone', 'partly_undone'))::int as open
    from imports where organization_id = ${organization_id}`
  const { kept, open } = counts!
  if (open >= limits.imports_open_max)
    refuse('conflict', {
      desc: `This organisation has ${open} open imports, the maximum. Run or cancel one of them first.`,
    })
  if (kept >= limits.imports_kept_max)
    refuse('conflict', {
      desc: `This organisation has ${kept} imports, the maximum. Each is deleted ${limits.import_days} days after it last changed.`,
    })
}

export const createImport = (catalogue: ImportCatalogue): Operation =>
  sessionOperation({
    id: 'session.create_import',
    route: 'POST /api/v1/imports',
    summary: 'Create an import',
    desc: ({ state, profile }) =>
      state === 'ready' ? `Recognised as ${profile}. Preview it next.` : 'Check the proposed mapping and confirm it.',
    description: `Begins to import an uploaded CSV, XLSX or XLS file; no record is written before the import is previewed and run. If a profile recognises the headers, the mapping is taken from it and the state is ready. Otherwise each column gets a proposed field with a reason, and the state is needs_mapping. CSV files may be in UTF-8, UTF-16 with a byte order mark, or Windows-1252, separated by commas, semicolons, tabs or bars, with the headers in their first row or below titles and instructions, which \`rows_above\` shows, and with at most ${limits.import_rows_max.toLocaleString('en-US')} rows. Workbooks may have at most ${limits.spreadsheet_cells_max.toLocaleString('en-US')} cells.`,
    service,
    status: 201,
    body: Body,
    answer: ImportShape,
    refusals: ['conflict'],
    conflict: `The organisation has ${limits.imports_open_max} open imports, or ${limits.imports_kept_max.toLocaleString('en-US')} imports in all.`,
    async prepare({ sql, caller, body, files }) {
      if (body.kind !== undefined) kindNamed(catalogue, body.kind)
      const head = await headOf(files, caller.organization_id, body.file_key, catalogue)
      const recognised = await recognise(sql, caller, body, head, catalogue)
      const named = body.kind ?? recognised?.kind
      if (recognised !== null && recognised.kind !== named)
        refuseField('kind', `is not the kind of the profile, which is ${recognised.kind}`)
      const kinds = named === undefined ? catalogue.kinds : [kindNamed(catalogue, named)]
      const { kind, columns } = await propose(sql, caller, head, kinds)
      const options = { ...recognised?.options, ...body.kind_options }
      const is_ready =
        recognised !== null && statesAnything(kind, recognised.mapping) && hasOptions(kind, options, caller.currency)
      const isRead = ({ header }: ColumnProposal) =>
        shownHead([columnOf(header)], recognised?.mapping ?? null)[0]!.field !== null
      // Of a file with people, a profile reads the columns that it needs; the others are shown to nobody.
      const hidden = kind.is_personal === true || (kind.has_personal_files === true && recognised !== null)
      const stored = columns.map((column) =>
        hidden && (kind.is_personal === true || !isRead(column)) ? { ...column, samples: [] } : column,
      )
      return {
        kind: kind.name,
        columns: shownHead(stored, recognised?.mapping ?? null),
        rows_above: titleRows(head, hidden),
        found: recognised,
        options,
        is_ready,
      }
    },
    async run({ sql, caller, body: { file_key }, prepared }) {
      const { organization_id, user_id } = caller
      const { kind, columns, rows_above, found, options, is_ready } = prepared
      await checkOpen(sql, organization_id)
      const import_id = uuidv7()
      const { count } = await sql`
        insert into imports (organization_id, import_id, kind, state, task, file_key, file_name, byte_count, sha256,
          options, columns, rows_above, mapping, profile, actor, created_by)
        select u.organization_id, ${import_id}, ${kind}, ${is_ready ? 'ready' : 'needs_mapping'}, 'preview',
          u.file_key, u.file_name, u.byte_count, u.sha256, ${JSON.stringify(options)}::text::jsonb,
          ${JSON.stringify(columns)}::text::jsonb, ${JSON.stringify(rows_above)}::text::jsonb,
          ${found === null ? null : JSON.stringify(found.mapping)}::text::jsonb, ${found?.shown ?? null},
          ${actorOf(caller)}, ${user_id}
        from uploads u where u.organization_id = ${organization_id} and u.file_key = ${file_key}`
      if (count === 0) refuseField('file_key', 'must be the key of a file uploaded by this organisation')
      return findImport(sql, organization_id, import_id)
    },
  })

/** Refuses options that are wrong; a required one that is missing can still be sent with the mapping. */
function hasOptions(kind: ImportKind, options: Record<string, string>, currency: string): boolean {
  const required = Object.entries(kind.options ?? {}).filter(([, field]) => field.required === true)
  const isComplete = required.every(([name]) => (options[name]?.trim() ?? '') !== '')
  if (isComplete) readOptions(kind, options, currency)
  return isComplete
}
