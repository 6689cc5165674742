/** Confirms or changes the mapping of an import, and answers questions about columns with two readings. */
import { isDeepStrictEqual } from 'node:util'
import { checkTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { type Operation, sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Shape, Text, Type } from '../../contract/schema.ts'
import type { ImportCatalogue, ImportKind } from '../../imports/kind.ts'
import type { DateFormat, DecimalMark, ImportState } from '../../imports/known_values.ts'
import { checkMapping, readOptions } from '../../imports/mapping/check.ts'
import { withFamilies } from '../../imports/mapping/profile_mapping.ts'
import type { Mapping } from '../../imports/profile.ts'
import type { Question } from '../../imports/work/reading_state.ts'
import { fieldsOf, kindNamed } from './create_import.ts'
import { ImportId, ImportShape, MappingShape, OptionsShape, ProfileName, service } from './model.ts'
import { saveProfile } from './profiles.store.ts'
import { findImport, forgetReading, type LockedImport, lockImport } from './store.ts'

const headersOf = ({ columns }: LockedImport) => (columns as { header: string }[]).map(({ header }) => header)

/** States in which nothing was written yet and no task is at work. */
const unwritten: readonly ImportState[] = ['needs_mapping', 'ready', 'needs_answer', 'previewed']

const writeMapping = (
  sql: Sql,
  organization_id: string,
  import_id: string,
  { kind, mapping, options }: { kind: ImportKind; mapping: Mapping; options: object },
) => sql`
  update imports set state = 'ready', kind = ${kind.name}, mapping = ${JSON.stringify(mapping)}::text::jsonb,
    options = ${JSON.stringify(options)}::text::jsonb, updated_at = now()
  where organization_id = ${organization_id} and import_id = ${import_id}`

/** JSON columns return their keys in another order. */
const isSet = (locked: LockedImport, kind: ImportKind, mapping: Mapping, options: object): boolean =>
  locked.state !== 'needs_mapping' &&
  locked.kind === kind.name &&
  isDeepStrictEqual(locked.mapping, mapping) &&
  isDeepStrictEqual(locked.options, options)

export const setImportMapping = (catalogue: ImportCatalogue): Operation =>
  sessionOperation({
    id: 'session.set_import_mapping',
    route: 'PUT /api/v1/imports/{import_id}/mapping',
    summary: 'Set the mapping of an import',
    desc: 'Mapping set. Preview the import next.',
    description:
      'Confirms or replaces the mapping, and the options if sent. The import is then ready to be previewed; an earlier preview is discarded, unless nothing changed. With `save_as`, the mapping is also saved as a profile, as a new version if the name exists, and recognises files with the same headers from then on. Refused with `conflict` once the import is running or has run.',
    service,
    params: ImportId,
    body: Shape(
      {
        mapping: MappingShape,
        kind: Type.Optional(
          Text('Kind of the records, if it was not recognised correctly.', {
            minLength: 1,
            maxLength: 100,
            examples: ['inventory'],
          }),
        ),
        kind_options: Type.Optional(OptionsShape),
        save_as: Type.Optional(ProfileName),
      },
      {
        examples: [
          {
            mapping: {
              columns: [{ header: 'Item code', field: 'sku' }],
              fixed_values: { location: 'Main warehouse', on_hand: '12' },
            },
          },
        ],
      },
    ),
    answer: ImportShape,
    refusals: ['not_found', 'conflict'],
    conflict: 'The import is being previewed or run, or has ended.',
    async run({ sql, caller, params: { import_id }, body }) {
      const { organization_id, currency, user_id } = caller
      const locked = await lockImport(sql, organization_id, import_id, unwritten)
      const kind = kindNamed(catalogue, body.kind ?? locked.kind)
      const headers = headersOf(locked)
      const { mapping, kind_options: options = locked.options, save_as } = body
      const fields = withFamilies(kind, await fieldsOf(kind, sql, organization_id), mapping)
      checkMapping(kind, fields, mapping, headers, currency)
      await checkTimeZone(sql, 'mapping.time_zone', mapping.time_zone)
      readOptions(kind, options as Record<string, string>, currency)
      if (!isSet(locked, kind, mapping, options)) {
        await forgetReading(sql, organization_id, import_id)
        await writeMapping(sql, organization_id, import_id, { kind, mapping, options })
      }
      if (save_as !== undefined) {
        const profile = await saveProfile(sql, organization_id, {
          name: save_as.trim(),
          kind: kind.name,
          headers,
          mapping,
          options,
          user_id,
        })
        await sql`
          update imports set profile = ${profile}
          where organization_id = ${organization_id} and import_id = ${import_id}`
      }
      return findImport(sql, organization_id, import_id)
    },
  })

interface Answer {
  field: string
  choice: string
}

/** The mapping with the answers as settings of its columns. */
function withAnswers(mapping: Mapping, questions: readonly Question[], answers: readonly Answer[]): Mapping {
  const settings = new Map<string, Record<string, string>>()
  for (const [i, { field, choice }] of answers.entries()) {
    const question = questions.find((one) => one.field === field)
    if (question === undefined)
      return refuseField(
        `answers[${i}].field`,
        'has no open question',
        questions.map((one) => one.field),
      )
    if (!question.choices.includes(choice))
      return refuseField(`answers[${i}].choice`, 'must be one of the choices of the question', question.choices)
    settings.set(field, { [question.setting]: choice })
  }
  const open = questions.filter(({ field }) => !settings.has(field))
  if (open.length > 0)
    refuseField('answers', `must answer every question; ${open.map(({ field }) => field).join(', ')} is missing`)
  const columns = mapping.columns.map((column) => ({
    ...column,
    ...(settings.get(column.field) as { date_format?: DateFormat; decimal_mark?: DecimalMark } | undefined),
  }))
  return { ...mapping, columns }
}

export const answerImport: Operation = sessionOperation({
  id: 'session.answer_import',
  route: 'POST /api/v1/imports/{import_id}/answers',
  summary: 'Answer the questions of an import',
  desc: 'Answers recorded. Preview the import next.',
  description:
    'Decides how columns are read whose values have two readings, such as 03/04/2026, and makes the import ready to be previewed. Every open question must be answered. Refused with `conflict` unless the state is needs_answer.',
  service,
  params: ImportId,
  body: Shape({
    answers: Type.Array(
      Shape({
        field: Text('Field of the question.', { minLength: 1, maxLength: 200, examples: ['date'] }),
        choice: Text('One of the choices of the question.', { minLength: 1, maxLength: 50, examples: ['DD/MM/YYYY'] }),
      }),
      { description: 'An answer for each open question.', minItems: 1, maxItems: limits.import_columns_max },
    ),
  }),
  answer: ImportShape,
  refusals: ['not_found', 'conflict'],
  conflict: 'The state of the import is not `needs_answer`.',
  async run({ sql, caller: { organization_id }, params: { import_id }, body: { answers } }) {
    const locked = await lockImport(sql, organization_id, import_id, ['needs_answer'])
    const mapping = withAnswers(locked.mapping as Mapping, locked.questions as Question[], answers)
    await sql`
      update imports set state = 'ready', mapping = ${JSON.stringify(mapping)}::text::jsonb, questions = '[]',
        updated_at = now()
      where organization_id = ${organization_id} and import_id = ${import_id}`
    return findImport(sql, organization_id, import_id)
  },
})
