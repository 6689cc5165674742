/** Definitions of custom fields in bulk. */
import { custom_fields } from '../../../db/schema/catalogue.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { isDifferent } from '../../contract/difference.ts'
import type { DiffRecords, WriteRecords } from '../../imports/record_diff.ts'
import { lookupRows } from '../../records/lookup_rows.ts'
import {
  lookups,
  type NamedFacts,
  type NamedKind,
  type NamedRecord,
  type NamedWrite,
  diffNamed,
  splitWrites,
  undoOf,
} from '../../records/named_records.ts'
import { refusingTakenNames } from '../../records/single.ts'
import { definitionFaults, type DefinitionValues, removedChoices, usedFaults } from './definition.rules.ts'
import { DefinitionFields } from './model.ts'
import { normalText } from '../../records/texts.ts'

/** `id` is the field's id; without it the name selects the field. */
export type CustomFieldRecord = NamedRecord<DefinitionValues>
export type CustomFieldWrite = NamedWrite<DefinitionValues>

const kind: NamedKind<DefinitionValues> = {
  noun: 'custom field',
  id_field: 'custom_field_id',
  schema: DefinitionFields,
  defaults: { data_type: 'text', choices: [], description: null, is_active: true },
  // A change of the name alone is no occasion to judge an older definition.
  faults: (next, previous) =>
    previous !== null && !isDifferent(previous, { data_type: next.data_type, choices: next.choices })
      ? []
      : definitionFaults(next),
}

const readFacts = (sql: Sql, organization_id: string, records: readonly CustomFieldRecord[]) => sql<NamedFacts[]>`
  select lower(n.name) as key, to_jsonb(own) as own, to_jsonb(same_name) as same_name
  from ${lookupRows.from(lookups(records))}
  left join custom_fields own on own.organization_id = ${organization_id} and own.custom_field_id = n.id
  left join custom_fields same_name on same_name.organization_id = ${organization_id}
    and lower(same_name.name) = lower(n.name)
  order by n.at`

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
  const diffs = diffNamed(kind, storedForms, await readFacts(sql, organization_id, storedForms))
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

const newRows = recordset(custom_fields, [
  'custom_field_id',
  'name',
  'data_type',
  'choices',
  'description',
  'is_active',
])
const changedRows = recordset(custom_fields, ['custom_field_id'], { extra: { changed: 'jsonb' } })

export const writeCustomFields: WriteRecords<CustomFieldWrite> = async (sql, { organization_id, now }, writes) => {
  const { created, changed } = splitWrites(writes)
  const rows = created.map(({ id, next }) => ({ custom_field_id: id, ...next, choices: [...next.choices] }))
  const changes = changed.map((write) => ({ custom_field_id: write.id, changed: write.changed }))
  await refusingTakenNames('custom_fields_by_name', kind.noun, async () => {
    if (rows.length > 0)
      await sql`
        insert into custom_fields (organization_id, created_at, updated_at, ${newRows.names})
        select ${organization_id}, ${now}, ${now}, n.custom_field_id, n.name, n.data_type, n.choices, n.description,
          n.is_active
        from ${newRows.from(rows)}`
    if (changes.length > 0)
      await sql`
        update custom_fields t set updated_at = ${now}, (name, data_type, choices, description, is_active) = (
          select r.name, r.data_type, r.choices, r.description, r.is_active
          from jsonb_populate_record(t, n.changed) r)
        from ${changedRows.from(changes)}
        where t.organization_id = ${organization_id} and t.custom_field_id = n.custom_field_id`
  })
  return writes.map(undoOf)
}
