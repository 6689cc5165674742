/** Requests exports of the organisation, and hands out their files. */
import { recordAudit } from '../../audit/record.ts'
import { uuidv7 } from 'uuidv7'
import type { Files, ReadCall, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { type Operation, sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import {
  Count,
  Id,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { batchJob, type Job, type Only, within } from '../../jobs/job.ts'
import { actorOf } from '../../ledger/actor.ts'
import { linkFile } from '../../tables/export_table.ts'
import type { StoredFile } from '../../tables/exports.ts'
import { organizationExportStates } from '../known_values.ts'
import { type ExportRow, fileKeyOf, findExport, insertExport, selectExports } from './store.ts'

const service = 'organization'

const OrganizationExport = Shape(
  {
    export_id: OwnId('The export.'),
    state: OpenChoice(
      organizationExportStates,
      'State: queued until the file is written, then ready; failed if it could not be written.',
    ),
    taken_at: Nullable(Instant('Time of which all exported rows are; null until the file is ready.')),
    row_count: Nullable(Count('Number of exported rows; null until the file is ready.')),
    byte_count: Nullable(Whole('Size of the file in bytes; null until the file is ready.')),
    sha256: Nullable(
      Text('SHA-256 of the file in hexadecimal; null until the file is ready.', { examples: ['9f86d081884c7d65…'] }),
    ),
    requested_by: Text('User who requested the export.', { examples: ['user:Ada Merchant'] }),
    created_at: Instant('When the export was requested.'),
    expires_at: Instant('When the export and its file are deleted.'),
  },
  { $id: 'OrganizationExportRow', description: 'An export of every record of the organisation.' },
)
type OrganizationExport = Static<typeof OrganizationExport>

const DownloadableExport = Shape(
  {
    ...OrganizationExport.properties,
    export_url: Nullable(
      Text(
        `URL of the file, valid for ${limits.export_url_minutes} minutes: a plain GET without a token. Treat it as a secret. Null until the file is ready.`,
        { examples: ['https://api.example.com/exports/q1bK…/organization-export.tar.gz'] },
      ),
    ),
  },
  { $id: 'OrganizationExport' },
)

const shown = ({ state, taken_at, row_count, byte_count, sha256, ...row }: ExportRow): OrganizationExport => {
  const file = state === 'ready' ? { taken_at, row_count, byte_count, sha256 } : nothing
  return { ...row, state: state as OrganizationExport['state'], ...file }
}
const nothing = { taken_at: null, row_count: null, byte_count: null, sha256: null }

const exportName = 'organization_export'

function linkOf(call: ReadCall, { export_id, row_count, created_at }: ExportRow): string {
  const file_name = `organization-export-${created_at.slice(0, 10)}.tar.gz`
  return linkFile(call, { table: exportName, query: { export_id }, file_name, row_count: row_count ?? 0 }).export_url
}

/** The files behind the links of ready exports. */
export const organizationExportFile: StoredFile = {
  name: exportName,
  async find(sql, organization_id, { export_id }) {
    const row = await findExport(sql, organization_id, String(export_id))
    return row?.state === 'ready' ? { file_key: fileKeyOf(row.export_id), content_type: 'application/gzip' } : null
  },
}

const createOrganizationExport = sessionOperation({
  id: 'session.create_organization_export',
  route: 'POST /api/v1/organization-exports',
  summary: 'Create an organisation export',
  desc: 'Export queued.',
  description: `Queues an export of every record of the organisation: JSON lines for each table and a manifest with checksums, in a .tar.gz archive, all of one moment. API keys, webhooks, users and other secrets are left out; the manifest lists what is left out with the reason. Poll the export until its state is ready; it is deleted after ${limits.organization_export_days} days. An archive is imported with npm run import-organization. Refused with \`conflict\` while another export of the organisation is queued, or if it has ${limits.organization_exports_kept_max} exports.`,
  service,
  needs: 'admin',
  status: 201,
  answer: OrganizationExport,
  refusals: ['conflict'],
  conflict: `Another export of the organisation is queued, or the organisation has ${limits.organization_exports_kept_max} exports, the maximum.`,
  async run({ sql, caller }) {
    const { organization_id } = caller
    await sql`select 1 from organizations where organization_id = ${organization_id} for no key update`
    const storedExports = await selectExports(sql, organization_id)
    if (storedExports.length >= limits.organization_exports_kept_max)
      refuse('conflict', {
        desc: `This organisation has ${storedExports.length} exports, the maximum. Each is deleted ${limits.organization_export_days} days after it was written.`,
      })
    const export_id = uuidv7()
    if (!(await insertExport(sql, organization_id, export_id, actorOf(caller))))
      refuse('conflict', { desc: 'Another export of this organisation is queued. Wait until it is ready.' })
    await recordAudit(sql, caller, {
      kind: 'export.requested',
      subject_id: export_id,
      subject: exportName,
      sentence: 'Export of every record of the organisation requested.',
    })
    return shown((await findExport(sql, organization_id, export_id))!)
  },
})

const listOrganizationExports = sessionOperation({
  id: 'session.list_organization_exports',
  route: 'GET /api/v1/organization-exports',
  summary: 'List organisation exports',
  description: 'Returns the exports of the organisation that are not deleted, newest first.',
  service,
  needs: 'admin',
  answer: Shape({ exports: Type.Array(OrganizationExport, { description: 'Exports, newest first.' }) }),
  run: async ({ sql, caller }) => ({ exports: (await selectExports(sql, caller.organization_id)).map(shown) }),
})

const getOrganizationExport = sessionOperation({
  id: 'session.get_organization_export',
  route: 'GET /api/v1/organization-exports/{export_id}',
  summary: 'Get an organisation export',
  description: 'Returns an export of the organisation, with a signed URL of its file if it is ready.',
  service,
  needs: 'admin',
  params: Shape({ export_id: Id('The export.') }),
  answer: DownloadableExport,
  refusals: ['not_found'],
  async run(call) {
    const row = await findExport(call.sql, call.caller.organization_id, call.params.export_id)
    if (row === undefined) return refuse('not_found')
    return { ...shown(row), export_url: row.state === 'ready' ? linkOf(call, row) : null }
  },
})

export const organizationExportOperations: readonly Operation[] = [
  createOrganizationExport,
  listOrganizationExports,
  getOrganizationExport,
]

const batchRows = 10

/** The file before the row: an interrupted run is finished by the next. */
async function deleteSome(sql: Sql, files: Files, only: Only): Promise<number> {
  const expired = await sql<{ organization_id: string; export_id: string }[]>`
    select organization_id, export_id from organization_exports
    where expires_at < now() and (leased_until is null or leased_until < now())
      and ${within(sql, only, sql`organization_id`)}
    order by expires_at limit ${batchRows} for update skip locked`
  for (const { organization_id, export_id } of expired) {
    await files.remove(organization_id, fileKeyOf(export_id))
    await sql`
      delete from organization_exports where organization_id = ${organization_id} and export_id = ${export_id}`
  }
  return expired.length
}

export const deleteOrganizationExportsJob = (files: Files): Job =>
  batchJob('delete_organization_exports', 3_600, batchRows, (sql, only) => deleteSome(sql, files, only))
