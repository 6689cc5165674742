/** Definitions of custom fields in bulk. */
import { custom_fields } from '../../../db/schema/catalogue.ts'
import { namedTable } from '../../../db/sql/named_table.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { isDifferent } from '../../contract/difference.ts'
import type { DiffRecords, WriteRecords } from '../../imports/record_diff.ts'
import { type NamedKind, type NamedRecord, type NamedWrite, diffNamed, undoOf } from '../../records/named_records.ts'
import { readNamedFacts, writeNamed } from '../../records/named_writes.ts'
import { definitionFaults, type DefinitionValues, removedChoices, usedFaults } from './definition.rules.ts'
import { DefinitionFields } from './model.ts'
import { normalText } from '../../records/texts.ts'

/** `id` is the field's id; without it the name selects the field. */
export type CustomFieldRecord = NamedRecord<DefinitionValues>
export type CustomFieldWrite = NamedWrite<DefinitionValues>

const kind: NamedKind<DefinitionValues> = {
  noun: 'custom field',
  id_field: 'custom_field_id',
  names_index: 'custom_fields_by_name',
  schema: DefinitionFields,
  defaults: { data_type: 'text', choices: [], description: null, is_active: true },
  // A change of the name alone is no occasion to judge an older definition.
  faults: (next, previous) =>
    previous !== null && !isDifferent(previous, { data_type: next.data_type, choices: next.choices })
      ? []
      : definitionFaults(next),
}

const fieldTable = namedTable(
  custom_fields,
  'custom_field_id',
  ['name', 'data_type', 'choices', 'description', 'is_active'],
  ['created_at', 'updated_at'],
  ['updated_at'],
)

const usedRows = recordset(custom_fields, ['custom_field_id'], { extra: { removed: 'jsonb' } })

/** Whether variants have values, and which of the removed choices they have; each is found along the index by value. */
const readUsed = (
  sql: Sql,
  organization_id: string,
  fields: readonly { custom_field_id: string; removed: string[] }[],
) =>
  sql<{ custom_field_id: string; has_values: boolean; used_choices: string[] }[]>`
  select n.custom_field_id,
    exists (select from custom_field_values v where v.organization_id = ${organization_id}
      and v.custom_field_id = n.custom_field_id and v.value > '') as has_values,
    coalesce((
      select jsonb_agg(c.choice order by c.choice) from jsonb_array_elements_text(n.removed) c (choice)
      where exists (select from custom_field_values v where v.organization_id = ${organization_id}
        and v.custom_field_id = n.custom_field_id and v.value = c.choice)), '[]') as used_choices
  from ${usedRows.from(fields)}`

const stored = (record: CustomFieldRecord): CustomFieldRecord =>
  Array.isArray(record.choices)
    ? { ...record, choices: record.choices.map((one) => (typeof one === 'string' ? normalText(one) : one)) }
    : record

export const diffCustomFields: DiffRecords<CustomFieldRecord, CustomFieldWrite> = async (
  sql,
  { organization_id },
  records,
) => {
  const storedForms = records.map(stored)
  const diffs = diffNamed(kind, storedForms, await readNamedFacts(sql, organization_id, fieldTable, storedForms))
  const changed = diffs.flatMap(({ diff }) => (diff.outcome === 'changed' ? [diff.write] : []))
  const concerned = changed
    .filter(({ changed: fields }) => fields.data_type !== undefined || fields.choices !== undefined)
    .map(({ id, previous, next }) => ({
      custom_field_id: id,
      removed: removedChoices(previous.choices ?? [], next.choices),
    }))
  const used = concerned.length === 0 ? [] : await readUsed(sql, organization_id, concerned)
  const byId = new Map(used.map((one) => [one.custom_field_id, one]))
  return diffs.map(({ diff }) => {
    const usedValues = diff.outcome === 'changed' ? byId.get(diff.write.id) : undefined
    if (diff.outcome !== 'changed' || usedValues === undefined) return diff
    const faults = usedFaults(diff.write.next, diff.write.changed, usedValues)
    return faults.length === 0 ? diff : { outcome: 'refused', faults }
  })
}

export const writeCustomFields: WriteRecords<CustomFieldWrite> = async (sql, context, writes) => {
  await writeNamed(sql, context, fieldTable, kind, writes)
  return writes.map(undoOf)
}
