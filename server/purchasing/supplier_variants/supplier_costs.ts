/** Writes what suppliers supply in bulk, as imports do: compared, written and undone by batches. */
import { supplier_variants } from '../../../db/schema/suppliers.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { selection } from '../../../db/sql/selection.ts'
import { assignments, list, named } from '../../../db/sql/lists.ts'
import { findVariants } from '../../catalogue/variants/named_variants.store.ts'
import type { Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { uuidPattern } from '../../contract/schema.ts'
import { singleUnits } from '../../contract/units_of_measure.ts'
import { orFault, recordFault } from '../../imports/record_fault.ts'
import type { DiffRecords, RecordDiff, UndoOutcome, WriteContext, WriteRecords } from '../../imports/record_diff.ts'
import {
  costChanges,
  costWrite,
  hasSameTerms,
  pairKey,
  resolveCost,
  type ResolvedCost,
  type SuppliedVariant,
  type SupplierCostFacts,
  type SupplierCostRecord,
  type SupplierCostWrite,
  termNames,
} from './supplier_costs.rules.ts'
import { applyConsequences, type Change, lockVariants } from './variant.store.ts'
import { nameKey, normalText } from '../../records/texts.ts'

const suppliedColumns = selection(supplier_variants, 'sv', ['supplier_id', 'variant_id', ...termNames, 'is_primary'])
const pairRows = recordset(supplier_variants, ['supplier_id', 'variant_id'])

async function readFacts(
  sql: Sql,
  organization_id: string,
  records: readonly SupplierCostRecord[],
): Promise<SupplierCostFacts> {
  const names = [...new Set(records.map(({ supplier }) => supplier.trim()))]
  const supplierIds = names.filter((name) => uuidPattern.test(name))
  const [suppliers, variants] = await Promise.all([
    sql<{ supplier_id: string; name: string; currency: string }[]>`
      select supplier_id, name, currency from suppliers where organization_id = ${organization_id}
        and (lower(name) in (select lower(w) from unnest(${names}::text[]) w)
          or supplier_id = any(${arrayLiteral(supplierIds)}::uuid[]))`,
    findVariants(sql, organization_id, {
      skus: records.flatMap(({ sku }) => (sku === null ? [] : normalText(sku))),
      ids: records.flatMap(({ variant_id }) => variant_id ?? []),
    }),
  ])
  return {
    suppliers: new Map(
      suppliers.flatMap((one) => [[nameKey(one.name), one] as const, [one.supplier_id, one] as const]),
    ),
    variants,
  }
}

export const anotherPrimary = 'can be true for one supplier of a variant; another row has it'

const readSupplied = async (sql: Sql, organization_id: string, pairs: readonly ResolvedCost[]) => {
  const rows = await sql<SuppliedVariant[]>`
    select ${suppliedColumns}
    from ${pairRows.from(pairs.map(({ supplier_id, variant_id }) => ({ supplier_id, variant_id })))}
    join supplier_variants sv on sv.organization_id = ${organization_id} and sv.supplier_id = n.supplier_id
      and sv.variant_id = n.variant_id`
  return new Map(rows.map((row) => [pairKey(row), row]))
}

const readWithPrimary = async (sql: Sql, organization_id: string, variant_ids: readonly string[]) => {
  const rows = await sql<{ variant_id: string }[]>`
    select variant_id from supplier_variants
    where organization_id = ${organization_id} and variant_id = any(${arrayLiteral(variant_ids)}::uuid[]) and is_primary`
  return new Set(rows.map(({ variant_id }) => variant_id))
}

const isResolved = (one: ResolvedCost | readonly unknown[]): one is ResolvedCost => !Array.isArray(one)

/** A supplier that is new to a variant without a primary supplier becomes it, unless its row says otherwise. */
export const diffSupplierCosts: DiffRecords<SupplierCostRecord, SupplierCostWrite> = async (sql, context, records) => {
  const { organization_id } = context
  const facts = await readFacts(sql, organization_id, records)
  const resolved = records.map((record) => resolveCost(record, facts))
  const pairs = resolved.filter(isResolved)
  const [supplied, withPrimary] = await Promise.all([
    readSupplied(sql, organization_id, pairs),
    readWithPrimary(
      sql,
      organization_id,
      pairs.map(({ variant_id }) => variant_id),
    ),
  ])
  const seen = new Set<string>()
  const madePrimary = new Set<string>()
  const stated = new Set(
    resolved.flatMap((one, i) => (isResolved(one) && records[i]!.is_primary === true ? one.variant_id : [])),
  )
  return resolved.map((one, i): RecordDiff<SupplierCostWrite> => {
    const record = records[i]!
    if (!isResolved(one)) return { outcome: 'refused', faults: one }
    const key = pairKey(one)
    if (seen.has(key))
      return { outcome: 'refused', faults: [recordFault('sku', 'is repeated for this supplier', record.sku)] }
    seen.add(key)
    const previous = supplied.get(key) ?? null
    const { currency } = facts.suppliers.get(nameKey(record.supplier))!
    const write = orFault(record, () => costWrite(record, one, previous, currency))
    if ('rule' in write) return { outcome: 'refused', faults: [write] }
    const isUnclaimed = !withPrimary.has(one.variant_id) && !stated.has(one.variant_id)
    if (previous === null && record.is_primary === null)
      write.is_primary = isUnclaimed && !madePrimary.has(one.variant_id)
    if (write.is_primary === true) {
      if (madePrimary.has(one.variant_id)) {
        return { outcome: 'refused', faults: [recordFault('is_primary', anotherPrimary, true)] }
      }
      madePrimary.add(one.variant_id)
    }
    if (previous === null) return { outcome: 'created', write }
    const changes = costChanges(previous, write)
    return changes.length === 0 ? { outcome: 'unchanged' } : { outcome: 'changed', changes, write }
  })
}

export interface SupplierCostUndo {
  written: SuppliedVariant
  previous: SuppliedVariant | null
  /** The supplier that was the primary one until then. */
  primary_before: string | null
}

const changeOf = ({ organization_id, actor, now }: WriteContext, pairs: readonly ResolvedCost[]): Change => ({
  organization_id,
  actor,
  now,
  variant_ids: [...new Set(pairs.map(({ variant_id }) => variant_id))].toSorted(),
})

const writtenRows = recordset(supplier_variants, ['supplier_id', 'variant_id', ...termNames], {
  extra: { makes_primary: 'boolean | null' },
})

const clearPrimaries = (sql: Sql, { organization_id, now }: WriteContext, pairs: readonly ResolvedCost[]) => sql`
  update supplier_variants s set is_primary = false, updated_at = ${now}
  from ${pairRows.from(pairs.map(({ supplier_id, variant_id }) => ({ supplier_id, variant_id })))}
  where s.organization_id = ${organization_id} and s.variant_id = n.variant_id and s.supplier_id <> n.supplier_id
    and s.is_primary`

const upsert = (sql: Sql, { organization_id, now }: WriteContext, writes: readonly SupplierCostWrite[]) => sql<
  SuppliedVariant[]
>`
  insert into supplier_variants as sv (organization_id, supplier_id, variant_id, ${list(termNames)},
    is_primary, updated_at)
  select ${organization_id}::uuid, n.supplier_id, n.variant_id, ${named(termNames, 'n')},
    coalesce(n.makes_primary, c.is_primary, false), ${now}::timestamptz
  from ${writtenRows.from(writes.map(({ previous: _previous, is_primary, ...row }) => ({ ...row, makes_primary: is_primary })))}
  left join supplier_variants c on c.organization_id = ${organization_id} and c.supplier_id = n.supplier_id
    and c.variant_id = n.variant_id
  on conflict (organization_id, supplier_id, variant_id) do update
  set ${assignments([...termNames, 'is_primary', 'updated_at'])}
  returning ${suppliedColumns}`

const isSame = (one: SuppliedVariant | null, other: SuppliedVariant | null) =>
  one === null || other === null ? one === other : one.is_primary === other.is_primary && hasSameTerms(one, other)

/** `undo` of each write is a SupplierCostUndo. Refuses `conflict` where a row changed since its diff. */
export const writeSupplierCosts: WriteRecords<SupplierCostWrite> = async (sql, context, writes) => {
  if (writes.length === 0) return []
  const { organization_id } = context
  const change = changeOf(context, writes)
  const before = await lockVariants(sql, change)
  const suppliedNow = await readSupplied(sql, organization_id, writes)
  for (const write of writes)
    if (!isSame(suppliedNow.get(pairKey(write)) ?? null, write.previous))
      refuse('conflict', { desc: 'What a supplier supplies was changed meanwhile.' })
  await clearPrimaries(
    sql,
    context,
    writes.filter(({ is_primary }) => is_primary === true),
  )
  const written = new Map((await upsert(sql, context, writes)).map((row) => [pairKey(row), row]))
  await applyConsequences(sql, change, before)
  const primaries = new Map(before.map(({ variant_id, primary_id }) => [variant_id, primary_id]))
  return writes.map((write): { undo: SupplierCostUndo } => ({
    undo: {
      written: written.get(pairKey(write))!,
      previous: write.previous,
      primary_before: primaries.get(write.variant_id) ?? null,
    },
  }))
}

const changedSince: UndoOutcome = {
  outcome: 'refused',
  faults: [recordFault('record', 'was changed since', null)],
}

function undoOf({ written, previous }: SupplierCostUndo, current: SuppliedVariant | undefined): UndoOutcome {
  if (current === undefined) return previous === null ? { outcome: 'unchanged' } : changedSince
  if (isSame(current, previous)) return { outcome: 'unchanged' }
  // Another supplier may be the primary one since: the terms go back, and it stays the primary one.
  return hasSameTerms(current, written) ? { outcome: 'undone' } : changedSince
}

/** Rows that were stored before there were purchase units count single units. */
const withPacking = (row: SuppliedVariant): SuppliedVariant => ({ ...singleUnits, ...row })

export async function undoSupplierCosts(
  sql: Sql,
  context: WriteContext,
  stored: readonly SupplierCostUndo[],
): Promise<readonly UndoOutcome[]> {
  const undos = stored.map(({ written, previous, primary_before }) => ({
    written: withPacking(written),
    previous: previous && withPacking(previous),
    primary_before,
  }))
  const { organization_id, now } = context
  const change = changeOf(
    context,
    undos.map(({ written }) => written),
  )
  const before = await lockVariants(sql, change)
  const current = await readSupplied(
    sql,
    organization_id,
    undos.map(({ written }) => written),
  )
  const outcomes = undos.map((undo) => undoOf(undo, current.get(pairKey(undo.written))))
  const undone = undos.filter((_, i) => outcomes[i]!.outcome === 'undone')
  const created = undone.filter(({ previous }) => previous === null).map(({ written }) => written)
  const changed = undone.flatMap(({ previous }) => previous ?? [])
  await sql`
    delete from supplier_variants s
    using ${pairRows.from(created.map(({ supplier_id, variant_id }) => ({ supplier_id, variant_id })))}
    where s.organization_id = ${organization_id} and s.supplier_id = n.supplier_id and s.variant_id = n.variant_id`
  await upsert(
    sql,
    context,
    changed.map((previous) => ({
      ...previous,
      is_primary: previous.is_primary && current.get(pairKey(previous))!.is_primary,
      previous,
    })),
  )
  const primaries = undone.flatMap(({ written: { variant_id }, primary_before }) =>
    primary_before === null ? [] : [{ variant_id, supplier_id: primary_before }],
  )
  await sql`
    update supplier_variants s set is_primary = true, updated_at = ${now} from ${pairRows.from(primaries)}
    where s.organization_id = ${organization_id} and s.supplier_id = n.supplier_id and s.variant_id = n.variant_id
      and not s.is_primary and not exists (select from supplier_variants p
        where p.organization_id = ${organization_id} and p.variant_id = n.variant_id and p.is_primary)`
  await applyConsequences(sql, change, before)
  return outcomes
}
