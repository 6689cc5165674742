/** SQL of the definitions of custom fields. */
import type { Sql } from '../../contract/call.ts'
import { refuseUnknown } from '../../records/single.ts'
import type { CustomFieldDefinition } from './model.ts'

interface DefinitionFilter {
  custom_field_id?: string
  is_active?: boolean
  limit: number
  offset: number
}

export const selectDefinitions = (sql: Sql, organization_id: string, filter: DefinitionFilter) => sql<
  CustomFieldDefinition[]
>`
  select f.custom_field_id, f.name, f.description, f.data_type, f.choices, f.is_active, filled.variants_with_value,
    f.created_at, f.updated_at
  from (
    select custom_field_id, name, description, data_type, choices, is_active, created_at, updated_at
    from custom_fields
    where organization_id = ${organization_id}
      and (${filter.custom_field_id ?? null}::uuid is null or custom_field_id = ${filter.custom_field_id ?? null})
      and (${filter.is_active ?? null}::boolean is null or is_active = ${filter.is_active ?? null})
    order by lower(name), custom_field_id limit ${filter.limit} offset ${filter.offset}
  ) f
  cross join lateral (
    select count(*)::int as variants_with_value from custom_field_values v
    where v.organization_id = ${organization_id} and v.custom_field_id = f.custom_field_id and v.value <> ''
  ) filled
  order by lower(f.name), f.custom_field_id`

export async function readDefinition(
  sql: Sql,
  organization_id: string,
  custom_field_id: string,
): Promise<CustomFieldDefinition> {
  const [row] = await selectDefinitions(sql, organization_id, { custom_field_id, limit: 1, offset: 0 })
  return row ?? refuseUnknown('custom field')
}

/** Locks the definition: writers of its values that lock it for share wait, and see the change. */
export async function lockDefinition(sql: Sql, organization_id: string, custom_field_id: string): Promise<void> {
  const rows = await sql`
    select from custom_fields where organization_id = ${organization_id} and custom_field_id = ${custom_field_id}
    for no key update`
  if (rows.length === 0) refuseUnknown('custom field')
}
