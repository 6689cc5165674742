/** SQL of vendors that products name, and of creating suppliers from them. */
import { supplier_variants, suppliers } from '../../../db/schema/suppliers.ts'
import { recordset, type RecordsetRow } from '../../../db/sql/recordset.ts'
import { uuidv7 } from 'uuidv7'
import type { Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { inBulk, inPieces } from '../../ledger/in_bulk.ts'
import { lockVariants, applyConsequences } from './variant.store.ts'

export interface Vendor {
  /** Trimmed lower-case name, used for comparison. */
  key: string
  /** Name in the spelling that most of its products use. */
  name: string
  /** Variants of its products that have no supplier. */
  unsupplied: number
}

const trimmed = (sql: Sql, text: Fragment) => sql`btrim(${text}, ' \t\r\n')`

/**
 * Whether variant `v` has no supplier. `offset 0` keeps the lookup by key from becoming a join over all rows of the
 * organisation, which PostgreSQL chooses as long as it has not counted them: after the attaching, it has not.
 */
const isUnsupplied = (sql: Sql, organization_id: string) => sql`
  not exists (select from supplier_variants sv
    where sv.organization_id = ${organization_id} and sv.variant_id = v.variant_id offset 0)`

/** Vendors of products that are not archived, by key, with their unsupplied variants and whether a supplier exists. */
const vendorsOf = (sql: Sql, organization_id: string) => sql`
  named as materialized (
    select p.product_id, t.name, lower(t.name) as key
    from products p cross join lateral (select ${trimmed(sql, sql`p.vendor`)} as name) t
    where p.organization_id = ${organization_id} and p.status <> 'ARCHIVED' and length(t.name) between 1 and 200
  ), spelled as (
    select distinct on (key) key, name
    from (select key, name, count(*) as products from named group by key, name) n
    order by key, products desc, name
  ), lacking as (
    select n.key, count(*)::int as unsupplied
    from named n
    join variants v on v.organization_id = ${organization_id} and v.product_id = n.product_id
    where ${isUnsupplied(sql, organization_id)}
    group by n.key
  ), vendor as (
    select s.key, s.name, coalesce(l.unsupplied, 0) as unsupplied,
      exists (select from suppliers su where su.organization_id = ${organization_id} and lower(su.name) = s.key) as has_supplier
    from spelled s left join lacking l using (key)
  )`

/** The first staged vendors, by key. */
export async function readStaged(sql: Sql, organization_id: string): Promise<Vendor[]> {
  const rows = await sql<Vendor[]>`
    with ${vendorsOf(sql, organization_id)}
    select key, name, unsupplied from vendor where unsupplied > 0 or not has_supplier
    order by key limit ${limits.supplier_vendors_per_call_max}`
  return [...rows]
}

/** The vendor of each name, staged or not; key is null if no product has the name. */
export async function readNamed(
  sql: Sql,
  organization_id: string,
  names: readonly string[],
): Promise<(Vendor | { key: null })[]> {
  const rows = await sql<(Vendor | { key: null })[]>`
    with ${vendorsOf(sql, organization_id)}
    select v.key, v.name, v.unsupplied
    from unnest(${[...names]}::text[]) with ordinality n (name, place)
    left join vendor v on v.key = lower(${trimmed(sql, sql`n.name`)})
    order by n.place`
  return [...rows]
}

export async function countStaged(sql: Sql, organization_id: string): Promise<number> {
  const [row] = await sql<{ staged: number }[]>`
    with ${vendorsOf(sql, organization_id)}
    select count(*)::int as staged from vendor where unsupplied > 0 or not has_supplier`
  return row!.staged
}

export interface VendorSupplier {
  supplier_id: string
  is_new: boolean
}

const vendorRows = recordset(suppliers, ['supplier_id', 'name'], { alias: 'r', extra: { key: 'text' } })

/** The supplier of each vendor, by key. Inserts in name order, as all writers of several names do, to avoid deadlocks. */
export async function insertVendors(
  sql: Sql,
  { organization_id, currency, now }: { organization_id: string; currency: string; now: string },
  vendors: readonly Vendor[],
): Promise<Map<string, VendorSupplier>> {
  const rows = vendors.map(({ key, name }) => ({ supplier_id: uuidv7(), key, name }))
  const created = await sql<{ supplier_id: string }[]>`
    insert into suppliers (organization_id, supplier_id, name, currency, created_at, updated_at)
    select ${organization_id}::uuid, r.supplier_id, r.name, ${currency}, ${now}::timestamptz, ${now}::timestamptz
    from ${vendorRows.from(rows)}
    order by r.key
    on conflict (organization_id, lower(name)) do nothing
    returning supplier_id`
  const fresh = new Set(created.map(({ supplier_id }) => supplier_id))
  const held = await sql<{ supplier_id: string; key: string }[]>`
    select supplier_id, lower(name) as key from suppliers
    where organization_id = ${organization_id} and lower(name) = any(${rows.map(({ key }) => key)}::text[])
    order by key for no key update`
  return new Map(held.map(({ supplier_id, key }) => [key, { supplier_id, is_new: fresh.has(supplier_id) }]))
}

const readUnsupplied = (sql: Sql, organization_id: string, keys: readonly string[]) => sql<
  { variant_id: string; key: string }[]
>`
  select v.variant_id, lower(${trimmed(sql, sql`p.vendor`)}) as key
  from products p
  join variants v on v.organization_id = p.organization_id and v.product_id = p.product_id
  where p.organization_id = ${organization_id} and p.status <> 'ARCHIVED'
    and lower(${trimmed(sql, sql`p.vendor`)}) = any(${[...keys]}::text[])
    and ${isUnsupplied(sql, organization_id)}
  order by key, v.variant_id limit ${limits.supplier_vendor_variants_max}`

/** Attaches variants without a supplier, up to the limit of one write; returns the number per supplier. */
export async function attachUnsupplied(
  sql: Sql,
  by: { organization_id: string; actor: string; now: string },
  vendors: readonly Vendor[],
  supplierByKey: ReadonlyMap<string, VendorSupplier>,
): Promise<Map<string, number>> {
  const keys = vendors.filter(({ unsupplied }) => unsupplied > 0).map(({ key }) => key)
  const unsuppliedRows = keys.length === 0 ? [] : await readUnsupplied(sql, by.organization_id, keys)
  // Sorted by id across all chunks, since variants are locked in id order.
  const lines = unsuppliedRows
    .map(({ variant_id, key }) => ({ variant_id, supplier_id: supplierByKey.get(key)!.supplier_id }))
    .toSorted((a, b) => (a.variant_id < b.variant_id ? -1 : 1))
  const attached = new Map<string, number>()
  for (const piece of inPieces(lines)) {
    const rows = await inBulk(sql, piece.length, () => attachPiece(sql, by, piece))
    for (const { supplier_id } of rows) attached.set(supplier_id, (attached.get(supplier_id) ?? 0) + 1)
  }
  return attached
}

const attachedRows = recordset(supplier_variants, ['supplier_id', 'variant_id'], { alias: 'r' })

/** Skips variants that got a supplier while this write waited for their lock. */
async function attachPiece(
  sql: Sql,
  by: { organization_id: string; actor: string; now: string },
  piece: readonly RecordsetRow<typeof attachedRows>[],
) {
  const change = { ...by, variant_ids: piece.map(({ variant_id }) => variant_id) }
  const before = await lockVariants(sql, change)
  const rows = await sql<{ supplier_id: string }[]>`
    insert into supplier_variants (organization_id, is_primary, updated_at, ${attachedRows.names})
    select ${by.organization_id}::uuid, true, ${by.now}::timestamptz, ${attachedRows.values}
    from ${attachedRows.from(piece)}
    where not exists (select from supplier_variants sv
      where sv.organization_id = ${by.organization_id} and sv.variant_id = r.variant_id)
    returning supplier_id`
  await applyConsequences(sql, change, before)
  return rows
}
