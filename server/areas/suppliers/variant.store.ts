/** What the writes on a supplier's variants share. */
import type { Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { refreshSupplierDays } from '../../ledger/cover.ts'
import { idList } from './store.ts'

export interface Change {
  organization_id: string
  actor: string
  now: string
  variant_ids: readonly string[]
}

export interface HeldVariant {
  variant_id: string
  primary_id: string | null
  primary_name: string | null
}

/** The variants in one order, held until the write ends: only one write at a time decides who their primary supplier is. */
export async function lockVariants(sql: Sql, { organization_id, variant_ids }: Change): Promise<HeldVariant[]> {
  const locked = await sql`
    select from variants where organization_id = ${organization_id} and variant_id = any(${idList(variant_ids)}::uuid[])
    order by variant_id for no key update`
  if (locked.length < variant_ids.length) refuse('variant_not_on_file')
  return readPrimaries(sql, organization_id, variant_ids)
}

const readPrimaries = (sql: Sql, organization_id: string, variant_ids: readonly string[]) => sql<HeldVariant[]>`
  select v.variant_id, su.supplier_id as primary_id, su.name as primary_name
  from variants v
  left join supplier_variants sv on sv.organization_id = v.organization_id and sv.variant_id = v.variant_id
    and sv.is_primary
  left join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id
  where v.organization_id = ${organization_id} and v.variant_id = any(${idList(variant_ids)}::uuid[])`

/** What follows from a change: the days of the levels, and a line on the timeline where the primary supplier is another. */
export async function settle(sql: Sql, change: Change, before: readonly HeldVariant[]): Promise<void> {
  const { organization_id, variant_ids, actor, now } = change
  await refreshSupplierDays(sql, organization_id, variant_ids)
  const held = new Map(before.map((row) => [row.variant_id, row]))
  const after = await readPrimaries(sql, organization_id, variant_ids)
  const events = after
    .filter(({ variant_id, primary_id }) => held.get(variant_id)!.primary_id !== primary_id)
    .map(({ variant_id, primary_name }) => ({
      variant_id,
      value: primary_name,
      previous_value: held.get(variant_id)!.primary_name,
    }))
  if (events.length === 0) return
  await sql`
    insert into catalogue_events (organization_id, product_id, variant_id, kind, field, previous_value, value, actor,
      occurred_at)
    select v.organization_id, v.product_id, v.variant_id, 'supplier_changed', 'supplier', r.previous_value, r.value,
      ${actor}, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(events)}::text::jsonb) as r (variant_id uuid, previous_value text, value text)
    join variants v on v.organization_id = ${organization_id} and v.variant_id = r.variant_id
    order by v.variant_id`
}

/** Ends what a supplier supplies; all of it or nothing. */
export async function detachVariants(sql: Sql, supplier_id: string, change: Change): Promise<void> {
  const { organization_id, variant_ids } = change
  const before = await lockVariants(sql, change)
  const { count } = await sql`
    delete from supplier_variants where organization_id = ${organization_id} and supplier_id = ${supplier_id}
      and variant_id = any(${idList(variant_ids)}::uuid[])`
  if (count < variant_ids.length) refuse('supplier_variant_not_on_file')
  await settle(sql, change, before)
}
