/** Product families in bulk, each with its template. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { families, family_attributes } from '../../../db/schema/catalogue.ts'
import { namedTable } from '../../../db/sql/named_table.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import type { DiffRecords, RecordFault, WriteRecords } from '../../imports/record_diff.ts'
import { lookupRows } from '../../records/lookup_rows.ts'
import {
  lookups,
  type NamedFacts,
  type NamedKind,
  type NamedRecord,
  type NamedWrite,
  diffNamed,
  undoOf,
} from '../../records/named_records.ts'
import { writeNamed } from '../../records/named_writes.ts'
import { FamilyFields } from './model.ts'
import { normalText } from '../../records/texts.ts'

export interface TemplateAttribute {
  attribute: string
  group: string
  required?: boolean
}
export interface FamilyFieldValues {
  name: string
  is_active: boolean
  /** In template order. */
  attributes: readonly TemplateAttribute[]
}
/** `id` is the family's id; without it the name selects the family. `attributes` replaces the template. */
export type FamilyRecord = NamedRecord<FamilyFieldValues>
export type FamilyWrite = NamedWrite<FamilyFieldValues>

function repeatedAttributes({ attributes }: FamilyFieldValues): RecordFault[] {
  const names = attributes.map(({ attribute }) => attribute.toLowerCase())
  const at = names.findIndex((name, i) => names.indexOf(name) < i)
  if (at < 0) return []
  return [{ field: `attributes[${at}].attribute`, rule: 'is repeated', value: attributes[at]!.attribute }]
}

const attributeText = ({ attribute, group, required }: TemplateAttribute) =>
  `${attribute} (${group}, ${required === false ? 'optional' : 'required'})`

const kind: NamedKind<FamilyFieldValues> = {
  noun: 'family',
  id_field: 'family_id',
  names_index: 'families_by_name',
  schema: FamilyFields,
  defaults: { is_active: true, attributes: [] },
  faults: repeatedAttributes,
  text: (field, value) =>
    field === 'attributes' ? (value as TemplateAttribute[]).map(attributeText).join(', ') : String(value as string),
}

/** The stored form: trimmed names, and `required` stated. */
const stored = (record: FamilyRecord): FamilyRecord =>
  Array.isArray(record.attributes)
    ? {
        ...record,
        attributes: record.attributes.map((one) => ({
          attribute: typeof one.attribute === 'string' ? normalText(one.attribute) : one.attribute,
          group: typeof one.group === 'string' ? normalText(one.group) : one.group,
          required: one.required ?? true,
        })),
      }
    : record

const withAttributes = (sql: Sql, organization_id: string, alias: 'own' | 'same_name') => sql`
  to_jsonb(${sql(alias)}) || jsonb_build_object('attributes', (
    select coalesce(jsonb_agg(jsonb_build_object('attribute', fa.attribute, 'group', fa.attribute_group,
      'required', fa.required) order by fa.position, fa.attribute), '[]')
    from family_attributes fa
    where fa.organization_id = ${organization_id} and fa.family_id = ${sql(alias)}.family_id))`

const readFacts = (sql: Sql, organization_id: string, records: readonly FamilyRecord[]) => sql<NamedFacts[]>`
  select lower(n.name) as key, ${withAttributes(sql, organization_id, 'own')} as own,
    ${withAttributes(sql, organization_id, 'same_name')} as same_name
  from ${lookupRows.from(lookups(records))}
  left join families own on own.organization_id = ${organization_id} and own.family_id = n.id
  left join families same_name on same_name.organization_id = ${organization_id}
    and lower(same_name.name) = lower(n.name)
  order by n.at`

export const diffFamilies: DiffRecords<FamilyRecord, FamilyWrite> = async (sql, { organization_id }, records) => {
  const storedForms = records.map(stored)
  const facts = await readFacts(sql, organization_id, storedForms)
  return diffNamed(kind, storedForms, facts).map(({ diff }) => diff)
}

const familyTable = namedTable(families, 'family_id', ['name', 'is_active'])
const attributeRows = recordset(family_attributes, [
  'family_id',
  'attribute',
  'attribute_group',
  'required',
  'position',
])

async function writeTemplates(sql: Sql, organization_id: string, writes: readonly FamilyWrite[]): Promise<void> {
  const changed = writes.filter((write) => write.changed.attributes !== undefined)
  if (changed.length === 0) return
  await sql`
    delete from family_attributes
    where organization_id = ${organization_id} and family_id = any(${arrayLiteral(changed.map(({ id }) => id))}::uuid[])`
  const rows = changed.flatMap(({ id, next }) =>
    next.attributes.map(({ attribute, group, required = true }, position) => ({
      family_id: id,
      attribute,
      attribute_group: group,
      required,
      position,
    })),
  )
  if (rows.length === 0) return
  await sql`
    insert into family_attributes (organization_id, ${attributeRows.names})
    select ${organization_id}, ${attributeRows.values} from ${attributeRows.from(rows)}`
}

export const writeFamilies: WriteRecords<FamilyWrite> = async (sql, context, writes) => {
  await writeNamed(sql, context, familyTable, kind, writes)
  await writeTemplates(sql, context.organization_id, writes)
  return writes.map(undoOf)
}
