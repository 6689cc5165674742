/** SQL shared by the operations on a supplier's variants. */
import { catalogue_events } from '../../../db/schema/catalogue/events.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import { refreshSupplierDays } from '../../ledger/cover.ts'
import { inBulk, inPieces } from '../../ledger/in_bulk.ts'
import { type SupplierDraft } from '../suppliers/store.ts'

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
  /** Cost of one unit at the primary supplier, with its currency; null if unknown. */
  primary_cost: string | null
}

/** Locks the variants in id order, so that concurrent changes of their primary supplier are serialised. */
export async function lockVariants(sql: Sql, { organization_id, variant_ids }: Change): Promise<HeldVariant[]> {
  const locked = await sql`
    select from variants where organization_id = ${organization_id} and variant_id = any(${arrayLiteral(variant_ids)}::uuid[])
    order by variant_id for no key update`
  if (locked.length < variant_ids.length) refuse('variant_not_on_file')
  return readPrimaries(sql, organization_id, variant_ids)
}

const readPrimaries = (sql: Sql, organization_id: string, variant_ids: readonly string[]) => sql<HeldVariant[]>`
  select v.variant_id, su.supplier_id as primary_id, su.name as primary_name,
    round(sv.unit_cost, 4) || ' ' || su.currency as primary_cost
  from variants v
  left join supplier_variants sv on sv.organization_id = v.organization_id and sv.variant_id = v.variant_id
    and sv.is_primary
  left join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id
  where v.organization_id = ${organization_id} and v.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])`

interface TimelineLine {
  variant_id: string
  kind: 'supplier_changed' | 'cost_changed'
  field: 'supplier' | 'supplier_unit_cost'
  previous_value: string | null
  value: string | null
}

/** Timeline entries for changes of the primary supplier and of the cost there. */
function timelineLines(before: ReadonlyMap<string, HeldVariant>, after: readonly HeldVariant[]): TimelineLine[] {
  return after.flatMap(({ variant_id, primary_id, primary_name, primary_cost }) => {
    const held = before.get(variant_id)!
    const lines: TimelineLine[] = []
    const addLine = (kind: TimelineLine['kind'], field: TimelineLine['field'], was: string | null, is: string | null) =>
      lines.push({ variant_id, kind, field, previous_value: was, value: is })
    if (held.primary_id !== primary_id) addLine('supplier_changed', 'supplier', held.primary_name, primary_name)
    if (held.primary_cost !== primary_cost)
      addLine('cost_changed', 'supplier_unit_cost', held.primary_cost, primary_cost)
    return lines
  })
}

const timelineRows = recordset(catalogue_events, ['variant_id', 'kind', 'field', 'previous_value', 'value'], {
  alias: 'r',
})

/** Applies the consequences of a change: supplier days of the stock levels, and timeline entries. */
export async function applyConsequences(sql: Sql, change: Change, before: readonly HeldVariant[]): Promise<void> {
  const { organization_id, variant_ids, actor, now } = change
  await refreshSupplierDays(sql, organization_id, variant_ids)
  const after = await readPrimaries(sql, organization_id, variant_ids)
  const lines = timelineLines(new Map(before.map((row) => [row.variant_id, row])), after)
  if (lines.length === 0) return
  await sql`
    insert into catalogue_events (organization_id, product_id, actor, occurred_at, ${timelineRows.names})
    select v.organization_id, v.product_id, ${actor}, ${now}::timestamptz, ${timelineRows.values}
    from ${timelineRows.from(lines)}
    join variants v on v.organization_id = ${organization_id} and v.variant_id = r.variant_id
    order by v.variant_id, r.kind desc`
}

type Terms = Pick<SupplierDraft, 'currency' | 'lead_time_days' | 'review_period_days'>

/** Applies new supplier terms to the variants whose primary supplier it is; in chunks, as there may be very many. */
export async function applyTerms(
  sql: Sql,
  change: Omit<Change, 'variant_ids'>,
  supplier_id: string,
  { held, next }: { held: Terms; next: Terms },
): Promise<void> {
  const { organization_id } = change
  const hasOtherDays =
    next.lead_time_days !== held.lead_time_days || next.review_period_days !== held.review_period_days
  if (!hasOtherDays && next.currency === held.currency) return
  const supplied = await sql<{ variant_id: string }[]>`
    select variant_id from supplier_variants
    where organization_id = ${organization_id} and supplier_id = ${supplier_id} and is_primary order by variant_id`
  const levels = hasOtherDays ? await countLevels(sql, organization_id, supplier_id) : 0
  const refreshes = hasOtherDays && levels <= limits.supplier_levels_at_once_max
  await inBulk(sql, refreshes ? levels : supplied.length, async () => {
    for (const piece of inPieces(supplied)) {
      const part = { ...change, variant_ids: piece.map(({ variant_id }) => variant_id) }
      if (next.currency !== held.currency)
        await insertCurrencyEvents(sql, part, supplier_id, held.currency, next.currency)
      if (refreshes) await refreshSupplierDays(sql, organization_id, part.variant_ids)
    }
  })
}

/** Levels of the variants whose primary supplier it is; if they are more than one write updates, the cover job does. */
async function countLevels(sql: Sql, organization_id: string, supplier_id: string): Promise<number> {
  const [row] = await sql<{ levels: number }[]>`
    select count(*)::int as levels from (
      select from supplier_variants sv
      join stock_levels l on l.organization_id = sv.organization_id and l.variant_id = sv.variant_id
      where sv.organization_id = ${organization_id} and sv.supplier_id = ${supplier_id} and sv.is_primary
      limit ${limits.supplier_levels_at_once_max + 1}
    ) l`
  return row!.levels
}

/** A new currency is a new cost, even with the same figure, so the timelines show it. */
const insertCurrencyEvents = (
  sql: Sql,
  { organization_id, actor, now, variant_ids }: Change,
  supplier_id: string,
  was: string,
  is: string,
) => sql`
  insert into catalogue_events (organization_id, product_id, variant_id, kind, field, previous_value, value, actor,
    occurred_at)
  select v.organization_id, v.product_id, v.variant_id, 'cost_changed', 'supplier_unit_cost',
    round(sv.unit_cost, 4) || ' ' || ${was}::text, round(sv.unit_cost, 4) || ' ' || ${is}::text, ${actor}, ${now}::timestamptz
  from supplier_variants sv
  join variants v on v.organization_id = sv.organization_id and v.variant_id = sv.variant_id
  where sv.organization_id = ${organization_id} and sv.supplier_id = ${supplier_id} and sv.unit_cost is not null
    and sv.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])
  order by v.variant_id`

/** Detaches all of the variants, or none. */
export async function detachVariants(sql: Sql, supplier_id: string, change: Change): Promise<void> {
  const { organization_id, variant_ids } = change
  const before = await lockVariants(sql, change)
  const { count } = await sql`
    delete from supplier_variants where organization_id = ${organization_id} and supplier_id = ${supplier_id}
      and variant_id = any(${arrayLiteral(variant_ids)}::uuid[])`
  if (count < variant_ids.length) refuse('supplier_variant_not_on_file')
  await applyConsequences(sql, change, before)
}
