/**
 * Undoes writes of products: previous values return, and what was created is deleted. A record that was changed since,
 * or that something depends on, is refused with the reason and stays as it is.
 */
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import type { RecordFault, UndoOutcome, WriteContext } from '../../imports/record_diff.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import type { ProductUndo, ProductWrite } from './batch.model.ts'
import { diffProducts } from './diff_products.ts'
import { deleteCreated, type Dependent, readDependents } from './undo.store.ts'
import { writeProducts } from './write_products.ts'

export async function undoProducts(
  sql: Sql,
  context: WriteContext,
  undos: readonly ProductUndo[],
): Promise<readonly UndoOutcome[]> {
  const rows = undos.reduce((sum, { written }) => sum + (written.variants?.length ?? 0) + 1, 0)
  return inBulk(sql, rows, async () => {
    const { organization_id } = context
    const current = await diffProducts(
      sql,
      context,
      undos.map(({ written }) => written),
    )
    const created = undos.flatMap(({ created_variant_ids }) => created_variant_ids)
    const newProducts = undos.filter(({ is_new }) => is_new).map(({ product_id }) => product_id)
    const dependents = await readDependents(sql, organization_id, created, newProducts)
    const alreadyUndone = await findUndone(sql, context, undos, current)
    const faults = undos.map((undo, at) => {
      if (alreadyUndone.has(undo)) return []
      const diff = current[at]!
      return diff.outcome === 'unchanged' ? dependentFaults(undo, dependents) : [changedSince(diff)]
    })
    const undone = undos.filter((undo, at) => faults[at]!.length === 0 && !alreadyUndone.has(undo))
    await deleteCreated(
      sql,
      organization_id,
      undone.flatMap(({ created_variant_ids }) => created_variant_ids),
      undone.filter(({ is_new }) => is_new).map(({ product_id }) => product_id),
    )
    const refused = await restore(
      sql,
      context,
      undone.filter(({ is_new }) => !is_new),
    )
    return undos.map((undo, at): UndoOutcome => {
      if (alreadyUndone.has(undo)) return { outcome: 'unchanged' }
      const reasons = [...faults[at]!, ...(refused.get(undo.product_id) ?? [])]
      return reasons.length === 0 ? { outcome: 'undone' } : { outcome: 'refused', faults: reasons }
    })
  })
}

type Diff = Awaited<ReturnType<typeof diffProducts>>[number]

const isGone = (diff: Diff): boolean =>
  diff.outcome === 'refused' && diff.faults.every(({ field }) => /(^|\.)(product|variant)_id$/.test(field))

/** Those whose created records are gone, and whose previous values stand. */
async function findUndone(
  sql: Sql,
  context: WriteContext,
  undos: readonly ProductUndo[],
  current: readonly Diff[],
): Promise<ReadonlySet<ProductUndo>> {
  const others = undos.filter(({ is_new, created_variant_ids }, at) => {
    const diff = current[at]!
    return diff.outcome !== 'unchanged' && !is_new && (isGone(diff) || created_variant_ids.length === 0)
  })
  const previous = others.map((undo) => undo.previous)
  const diffs = previous.length === 0 ? [] : await diffProducts(sql, context, previous)
  const stands = others.filter((_, at) => diffs[at]!.outcome === 'unchanged' || isGone(diffs[at]!))
  return new Set([...undos.filter(({ is_new }, at) => is_new && isGone(current[at]!)), ...stands])
}

function changedSince(diff: Diff): RecordFault {
  if (diff.outcome === 'refused') return diff.faults[0]!
  const change = diff.outcome === 'changed' ? diff.changes[0] : undefined
  const { field, previous_value: value } = change ?? { field: 'product_id', previous_value: null }
  return { field, rule: 'was changed since', value }
}

function dependentFaults(undo: ProductUndo, dependents: readonly Dependent[]): RecordFault[] {
  const created = new Set(undo.created_variant_ids)
  return dependents
    .filter(({ variant_id, product_id }) =>
      variant_id === null ? undo.is_new && product_id === undo.product_id : created.has(variant_id),
    )
    .map(({ name, sku }) => ({
      field: sku === null ? 'product_id' : `variants[${sku}]`,
      rule: `cannot be deleted: it has ${name}`,
      value: sku,
    }))
}

const faultSentence = ({ field, rule }: RecordFault) =>
  `The previous values cannot be restored: ${field} ${rule}. Nothing was undone.`

/** Previous values are written as any other change is, so they show in the timelines. */
async function restore(
  sql: Sql,
  context: WriteContext,
  undos: readonly ProductUndo[],
): Promise<Map<string, readonly RecordFault[]>> {
  if (undos.length === 0) return new Map()
  const diffs = await diffProducts(
    sql,
    context,
    undos.map(({ previous }) => previous),
  )
  const writes: ProductWrite[] = []
  const refused = new Map<string, readonly RecordFault[]>()
  for (const [at, diff] of diffs.entries()) {
    if (diff.outcome === 'refused') {
      const { product_id, created_variant_ids } = undos[at]!
      // Its created variants are deleted by now, so the whole batch is rolled back.
      if (created_variant_ids.length > 0) refuse('conflict', { desc: faultSentence(diff.faults[0]!) })
      refused.set(product_id, diff.faults)
    }
    if (diff.outcome === 'created' || diff.outcome === 'changed') writes.push(diff.write)
  }
  await writeProducts(sql, context, writes)
  return refused
}
