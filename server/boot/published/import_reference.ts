/** The docs site's data about imports: kinds with their fields, the rules of each type of field, and profiles. */
import type { ImportField, ImportFields } from '../../imports/field.ts'
import type { ImportKind } from '../../imports/kind.ts'
import type { ImportProfile } from '../../imports/profile.ts'
import { fileRefusals } from '../../imports/reading/file_rules.ts'
import { isFault, readValue } from '../../imports/values/read_value.ts'
import { declaredImports } from '../imports.ts'

const rangeOf = (field: ImportField): string | null => {
  if (field.type !== 'whole' && field.type !== 'decimal') return null
  const { minimum, maximum } = field
  if (minimum === undefined && maximum === undefined) return null
  if (maximum === undefined) return `${minimum!.toLocaleString('en-US')} or more`
  return `${(minimum ?? 0).toLocaleString('en-US')} to ${maximum.toLocaleString('en-US')}`
}

const fieldsOf = (fields: ImportFields = {}) =>
  Object.entries(fields).map(([name, field]) => ({
    name,
    type: field.type,
    description: field.description,
    is_required: field.required ?? false,
    choices: 'choices' in field ? field.choices : null,
    range: rangeOf(field),
    headers: field.synonyms ?? [],
    example: field.examples?.[0] ?? null,
  }))

const kindOf = (kind: ImportKind) => ({
  kind: kind.name,
  title: kind.title,
  description: kind.description,
  can_be_undone: kind.undo !== undefined,
  join_field: kind.join_by ?? null,
  fields: fieldsOf(kind.fields),
  families: fieldsOf(kind.field_families),
  options: fieldsOf(kind.options),
})

const profileOf = ({ name, title, kind, recognised_by, columns, patterns = [] }: ImportProfile) => ({
  profile: name,
  title,
  kind,
  recognised_by,
  columns: columns.map(({ header, field, otherwise = [] }) => ({
    headers: [header, ...otherwise.map((one) => one.header)],
    field,
  })),
  field_families: patterns.map(({ field }) => field.replace('$1', '…')),
})

/** A value that each type refuses; the rule is the one that a report states. */
const refusedValues: readonly { field: ImportField; value: string }[] = [
  { field: { type: 'code', description: '' }, value: '1.23E+12' },
  { field: { type: 'text', description: '', length_max: 5 }, value: 'Longer' },
  { field: { type: 'url', description: '' }, value: 'www.example.com' },
  { field: { type: 'whole', description: '' }, value: '12.5' },
  { field: { type: 'whole', description: '', minimum: 0, maximum: 100 }, value: '-1' },
  { field: { type: 'decimal', description: '', decimals_max: 2 }, value: '1.234' },
  { field: { type: 'money', description: '' }, value: 'twelve' },
  { field: { type: 'money', description: '' }, value: '12.345' },
  { field: { type: 'date', description: '' }, value: '2026-02-30' },
  { field: { type: 'instant', description: '' }, value: 'noon' },
  { field: { type: 'boolean', description: '' }, value: 'perhaps' },
  { field: { type: 'choice', description: '', choices: ['open', 'closed'] }, value: 'shut' },
]

const rules = refusedValues.flatMap(({ field, value }) => {
  const column = { decimal_mark: 'point', date_format: 'YYYY-MM-DD', separator: ',' } as const
  const read = readValue(field, value, column, { currency: 'USD', time_zone: 'UTC' })
  return isFault(read) ? [{ type: field.type, value, rule: read.rule, allowed: read.allowed ?? null }] : []
})

export const importReferenceText = (): string =>
  `${JSON.stringify({ kinds: declaredImports.kinds.map(kindOf), rules, file_rules: fileRefusals, profiles: declaredImports.profiles.map(profileOf) }, null, 2)}\n`
