/**
 * Undoes writes of products: previous values return, and what was created is deleted. A record that was changed since,
 * or that something depends on, is refused with the reason and stays as it is.
 */
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import type { RecordFault, UndoOutcome, WriteContext } from '../../imports/record_plan.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import type { ProductUndo, ProductWrite } from './plan.model.ts'
import { planProducts } from './plan_products.ts'
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
    const current = await planProducts(
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
      const plan = current[at]!
      return plan.outcome === 'unchanged' ? dependentFaults(undo, dependents) : [changedSince(plan)]
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

type Plan = Awaited<ReturnType<typeof planProducts>>[number]

const isGone = (plan: Plan): boolean =>
  plan.outcome === 'refused' && plan.faults.every(({ field }) => /(^|\.)(product|variant)_id$/.test(field))

/** Those whose created records are gone, and whose previous values stand. */
async function findUndone(
  sql: Sql,
  context: WriteContext,
  undos: readonly ProductUndo[],
  current: readonly Plan[],
): Promise<ReadonlySet<ProductUndo>> {
  const others = undos.filter(({ is_new, created_variant_ids }, at) => {
    const plan = current[at]!
    return plan.outcome !== 'unchanged' && !is_new && (isGone(plan) || created_variant_ids.length === 0)
  })
  const previous = others.map((undo) => undo.previous)
  const plans = previous.length === 0 ? [] : await planProducts(sql, context, previous)
  const stands = others.filter((_, at) => plans[at]!.outcome === 'unchanged' || isGone(plans[at]!))
  return new Set([...undos.filter(({ is_new }, at) => is_new && isGone(current[at]!)), ...stands])
}

function changedSince(plan: Plan): RecordFault {
  if (plan.outcome === 'refused') return plan.faults[0]!
  const change = plan.outcome === 'changed' ? plan.changes[0] : undefined
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
  const plans = await planProducts(
    sql,
    context,
    undos.map(({ previous }) => previous),
  )
  const writes: ProductWrite[] = []
  const refused = new Map<string, readonly RecordFault[]>()
  for (const [at, plan] of plans.entries()) {
    if (plan.outcome === 'refused') {
      const { product_id, created_variant_ids } = undos[at]!
      // Its created variants are deleted by now, so the whole batch is rolled back.
      if (created_variant_ids.length > 0) refuse('conflict', { desc: faultSentence(plan.faults[0]!) })
      refused.set(product_id, plan.faults)
    }
    if (plan.outcome === 'created' || plan.outcome === 'changed') writes.push(plan.write)
  }
  await writeProducts(sql, context, writes)
  return refused
}
