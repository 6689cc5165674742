/** SQL of single families. */
import type { Sql } from '../../contract/call.ts'
import { refuseUnknown } from '../../records/single.ts'
import type { Family } from './model.ts'

interface FamilyFilter {
  family_id?: string
  is_active?: boolean
  limit: number
  offset: number
}

export const selectFamilies = (sql: Sql, organization_id: string, filter: FamilyFilter) => sql<Family[]>`
  select f.family_id, f.name, f.is_active, p.product_count, a.attributes
  from (
    select family_id, name, is_active from families
    where organization_id = ${organization_id}
      and (${filter.family_id ?? null}::uuid is null or family_id = ${filter.family_id ?? null})
      and (${filter.is_active ?? null}::boolean is null or is_active = ${filter.is_active ?? null})
    order by lower(name), family_id limit ${filter.limit} offset ${filter.offset}
  ) f
  cross join lateral (
    select count(*)::int as product_count from products
    where organization_id = ${organization_id} and family_id = f.family_id
  ) p
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('attribute', attribute, 'group', attribute_group,
      'required', required, 'position', position) order by position, attribute), '[]') as attributes
    from family_attributes where organization_id = ${organization_id} and family_id = f.family_id
  ) a
  order by lower(f.name), f.family_id`

export async function readFamily(sql: Sql, organization_id: string, family_id: string): Promise<Family> {
  const [row] = await selectFamilies(sql, organization_id, { family_id, limit: 1, offset: 0 })
  return row ?? refuseUnknown('family')
}

/** Locks the family, so that concurrent changes see each other. */
export async function lockFamily(sql: Sql, organization_id: string, family_id: string): Promise<void> {
  const rows = await sql`
    select from families where organization_id = ${organization_id} and family_id = ${family_id}
    for no key update`
  if (rows.length === 0) refuseUnknown('family')
}
