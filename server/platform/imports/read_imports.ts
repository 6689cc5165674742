/** Reads imports, their kinds and their reports. */
import { limits } from '../../contract/limits.ts'
import { type Operation, sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Choice, Shape, Type } from '../../contract/schema.ts'
import type { ImportField, ImportFields } from '../../imports/field.ts'
import type { ImportCatalogue } from '../../imports/kind.ts'
import { importStates } from '../../imports/known_values.ts'
import { type ReportStep, reportTable } from '../../imports/report/report_table.ts'
import { ExportLink, exportTable } from '../../tables/export_table.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { fieldsOf } from './create_import.ts'
import { ImportId, ImportShape, ImportSummary, KindShape, service } from './model.ts'
import { findImport, selectImports } from './store.ts'

const pageDefault = 50

const shownFields = (fields: ImportFields) =>
  Object.entries(fields).map(([name, field]: [string, ImportField]) => ({
    name,
    type: field.type,
    description: field.description,
    is_required: field.required ?? false,
    choices: 'choices' in field ? [...field.choices] : null,
    headers: [name, ...(field.synonyms ?? [])],
    examples: [...(field.examples ?? [])],
  }))

export const listImportKinds = (catalogue: ImportCatalogue): Operation =>
  sessionOperation({
    id: 'session.list_import_kinds',
    route: 'GET /api/v1/imports/kinds',
    summary: 'List import kinds',
    description: 'Returns the kinds of records that can be imported, with their fields and options.',
    service,
    answer: Shape({ kinds: Type.Array(KindShape, { description: 'Kinds of import.' }) }),
    async run({ sql, caller: { organization_id } }) {
      const kinds = await Promise.all(
        catalogue.kinds.map(async (kind) => ({
          kind: kind.name,
          title: kind.title,
          description: kind.description,
          can_be_undone: kind.undo !== undefined,
          join_field: kind.join_by ?? null,
          fields: shownFields(await fieldsOf(kind, sql, organization_id)),
          options: shownFields(kind.options ?? {}),
        })),
      )
      return { kinds }
    },
  })

export const listImports: Operation = sessionOperation({
  id: 'session.list_imports',
  route: 'GET /api/v1/imports',
  summary: 'List imports',
  description: `Returns the imports of the organisation, newest first. An import is deleted ${limits.import_days} days after its last change.`,
  service,
  query: Type.Object(
    { ...pagingQuery(pageDefault), state: Type.Optional(Choice(importStates, 'Only imports in this state.')) },
    { additionalProperties: false },
  ),
  answer: Page(ImportSummary),
  async run({ sql, caller: { organization_id }, query: { offset = 0, limit = pageDefault, state } }) {
    const { rows, filtered } = await selectImports(sql, organization_id, state ?? null, limit, offset)
    return { rows, size: rows.length, offset, filtered_max_size: filtered }
  },
})

export const getImport: Operation = sessionOperation({
  id: 'session.get_import',
  route: 'GET /api/v1/imports/{import_id}',
  summary: 'Get an import',
  description:
    'Returns an import with its columns, mapping, open questions, progress and results. Poll it while `progress.is_queued` is true.',
  service,
  params: ImportId,
  answer: ImportShape,
  refusals: ['not_found'],
  run: ({ sql, caller: { organization_id }, params: { import_id } }) => findImport(sql, organization_id, import_id),
})

export const getImportReport: Operation = sessionOperation({
  id: 'session.get_import_report',
  route: 'GET /api/v1/imports/{import_id}/report',
  summary: 'Get the report of an import',
  description: `Returns a signed URL of the report: a CSV file with a line for each row of the file, and further lines where a row has several changes or faults. The report is of the undo if there was one, else of the run, else of the preview. The URL is valid for ${limits.export_url_minutes} minutes. Refused with \`conflict\` if the import was not previewed.`,
  service,
  params: ImportId,
  answer: ExportLink,
  refusals: ['not_found', 'conflict'],
  conflict: 'The import was not previewed yet.',
  async run(call) {
    const { import_id } = call.params
    const { preview, result, undo_result } = await findImport(call.sql, call.caller.organization_id, import_id)
    const step: ReportStep | null =
      undo_result !== null ? 'undo' : result !== null ? 'run' : preview !== null ? 'preview' : null
    if (step === null) return refuse('conflict', { desc: 'The import was not previewed yet.' })
    return exportTable({ ...call, query: { import_id, step } }, reportTable)
  },
})
