/** SQL of bills of materials, and the rules a bill must satisfy. */
import { bill_of_materials_lines } from '../../../db/schema/manufacturing.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { BillOfMaterials, SubmittedComponent } from './bills_of_materials.model.ts'

interface BillFilter {
  bom_id?: string
  variant_id?: string
  component_variant_id?: string
  is_active?: boolean
}

const matches = (sql: Sql, organization_id: string, filter: BillFilter) => sql`
  b.organization_id = ${organization_id}
  ${filter.bom_id === undefined ? sql`` : sql`and b.bom_id = ${filter.bom_id}`}
  ${filter.variant_id === undefined ? sql`` : sql`and b.variant_id = ${filter.variant_id}`}
  ${filter.is_active === undefined ? sql`` : sql`and b.is_active = ${filter.is_active}`}
  ${
    filter.component_variant_id === undefined
      ? sql``
      : sql`and exists (select from bill_of_materials_lines l where l.organization_id = b.organization_id
          and l.bom_id = b.bom_id and l.variant_id = ${filter.component_variant_id})`
  }`

export const countBills = (sql: Sql, organization_id: string, filter: BillFilter) => sql<{ filtered: number }[]>`
  select count(*)::int as filtered from bills_of_materials b where ${matches(sql, organization_id, filter)}`

export const selectBills = (
  sql: Sql,
  organization_id: string,
  filter: BillFilter,
  { limit, offset }: { limit: number; offset: number },
) => sql<BillOfMaterials[]>`
  select b.bom_id, b.variant_id, v.sku, p.title || ', ' || v.title as title, b.name, b.is_active,
    coalesce(l.components, '[]') as components, b.created_at
  from (
    select b.*, m.sku from bills_of_materials b
    join variants m on m.organization_id = ${organization_id} and m.variant_id = b.variant_id
    where ${matches(sql, organization_id, filter)}
    order by m.sku, b.created_at desc, b.bom_id limit ${limit} offset ${offset}
  ) b
  join variants v on v.organization_id = ${organization_id} and v.variant_id = b.variant_id
  join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('component_variant_id', c.variant_id, 'sku', w.sku, 'title',
      q.title || ', ' || w.title, 'quantity', c.quantity) order by w.sku, c.variant_id) as components
    from bill_of_materials_lines c
    join variants w on w.organization_id = ${organization_id} and w.variant_id = c.variant_id
    join products q on q.organization_id = ${organization_id} and q.product_id = w.product_id
    where c.organization_id = ${organization_id} and c.bom_id = b.bom_id
  ) l on true
  order by b.sku, b.created_at desc, b.bom_id`

/** A bill of the organisation; refuses an unknown id. */
export async function readBill(sql: Sql, organization_id: string, bom_id: string): Promise<BillOfMaterials> {
  const [bill] = await selectBills(sql, organization_id, { bom_id }, { limit: 1, offset: 0 })
  return bill ?? refuse('not_found', { desc: 'No bill of materials of this organisation has that id.' })
}

/** Locks the variant, so that changes of its bills are serialised; refuses an unknown variant. */
export async function lockMadeVariant(sql: Sql, organization_id: string, variant_id: string): Promise<void> {
  const rows = await sql`
    select from variants where organization_id = ${organization_id} and variant_id = ${variant_id}
    for no key update`
  if (rows.length === 0) refuseField('variant_id', 'must be a variant of this organisation')
}

export const otherBillActive = 'The bill is active, and another bill of its variant is active already.'

/** A variant has at most one active bill, so that an order knows which to use. */
export async function checkNoneActive(
  sql: Sql,
  organization_id: string,
  variant_id: string,
  except: string | null,
): Promise<void> {
  const [active] = await sql<{ bom_id: string; name: string }[]>`
    select bom_id, name from bills_of_materials
    where organization_id = ${organization_id} and variant_id = ${variant_id} and is_active
      and bom_id is distinct from ${except}::uuid`
  if (active === undefined) return
  refuse('conflict', {
    desc: `"${active.name}" is the active bill of materials of this variant. Change that bill, or deactivate it first.`,
    data: active,
  })
}

/** Components sorted by id, so that two bills can be compared. */
export const comparableBill = ({ components }: { components: readonly SubmittedComponent[] }) => ({
  components: components
    .map(({ component_variant_id, quantity }) => ({
      component_variant_id: component_variant_id.toLowerCase(),
      quantity,
    }))
    .toSorted((a, b) => (a.component_variant_id < b.component_variant_id ? -1 : 1)),
})

/** Components must exist and occur once, and no variant may contain itself, directly or through other bills. */
export async function checkComponents(
  sql: Sql,
  organization_id: string,
  made_id: string,
  components: readonly SubmittedComponent[],
): Promise<void> {
  const ids = components.map(({ component_variant_id }) => component_variant_id.toLowerCase())
  ids.forEach((id, i) => {
    if (ids.indexOf(id) < i) refuseField(`components[${i}].component_variant_id`, 'repeats a component')
    if (id === made_id) refuseField(`components[${i}].component_variant_id`, 'must not be the variant to be made')
  })
  const rows = await sql<{ variant_id: string; leads_to_made: boolean }[]>`
    with recursive reach as (
      select v.variant_id as component_id, v.variant_id from variants v
      where v.organization_id = ${organization_id} and v.variant_id = any(${arrayLiteral(ids)}::uuid[])
      union
      select r.component_id, l.variant_id from reach r
      join bills_of_materials b on b.organization_id = ${organization_id} and b.variant_id = r.variant_id and b.is_active
      join bill_of_materials_lines l on l.organization_id = b.organization_id and l.bom_id = b.bom_id
    )
    select component_id as variant_id, bool_or(variant_id = ${made_id}::uuid) as leads_to_made
    from reach group by component_id`
  const onFile = new Map(rows.map((row) => [row.variant_id, row.leads_to_made]))
  ids.forEach((id, i) => {
    const leads_to_made = onFile.get(id)
    if (leads_to_made === undefined)
      refuseField(`components[${i}].component_variant_id`, 'must be a variant of this organisation')
    if (leads_to_made)
      refuseField(
        `components[${i}].component_variant_id`,
        'must not itself be made from this variant, directly or through active bills of materials',
      )
  })
}

const componentRows = recordset(bill_of_materials_lines, ['variant_id as component_variant_id', 'quantity'])

export const insertComponents = (
  sql: Sql,
  organization_id: string,
  bom_id: string,
  components: readonly SubmittedComponent[],
) => sql`
  insert into bill_of_materials_lines (organization_id, bom_id, variant_id, quantity)
  select ${organization_id}, ${bom_id}, ${componentRows.values} from ${componentRows.from(components)}`
