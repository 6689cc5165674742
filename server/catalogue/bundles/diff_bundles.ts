/** Bundles in bulk, selected by SKU or by id. */
import { unknownVariant } from '../../records/variant_names.rules.ts'
import { nilId, uuidPattern } from '../../contract/schema.ts'
import { invalidField } from '../../pipeline/explain.ts'
import type { DiffRecords, RecordFault, RecordDiff, WriteRecords } from '../../imports/record_diff.ts'
import { diffBundle, type RequestedBundle, type VariantFacts } from './bundle.rules.ts'
import { BundleFields, type BundleRecord } from './model.ts'
import { lockBundles } from '../../ledger/bundles/parts.ts'
import { type BundleGraph, nestingFault } from './nesting.rules.ts'
import {
  type BundleWrite,
  checkWritten,
  lockVariants,
  readGraph,
  selectVariantFacts,
  writeBundleRows,
  writtenIds,
} from './store.ts'

export type { BundleRecord } from './model.ts'
export type { BundleWrite } from './store.ts'

interface VariantName {
  id: string | null
  sku: string | null
}

const idOf = (id: string | undefined): string | null =>
  id === undefined ? null : uuidPattern.test(id) ? id.toLowerCase() : nilId

const named = (id: string | undefined, sku: string | undefined): VariantName => ({
  id: idOf(id),
  sku: id === undefined ? (sku?.trim() ?? null) : null,
})

const bundleName = ({ bundle_variant_id, sku }: BundleRecord) => named(bundle_variant_id, sku)
const fieldOf = (prefix: string, { id }: VariantName) => (id === null ? 'sku' : `${prefix}_variant_id`)

function shapeFault(record: BundleRecord): RecordFault | null {
  const invalid = invalidField(BundleFields, record)
  if (invalid !== null) return { ...invalid, value: null }
  if (record.bundle_variant_id === undefined && (record.sku ?? '').trim() === '')
    return { field: 'sku', rule: 'is required', value: null }
  return null
}

/** Refuses bundles twice in a batch, and those that would contain themselves as the records before them leave it. */
function withinBatch(
  diffs: RecordDiff<BundleWrite>[],
  stored: BundleGraph,
  skuOf: (id: string) => string,
  fields: readonly string[],
) {
  const graph = new Map(stored)
  const seen = new Set<string>()
  return diffs.map((diff, at): RecordDiff<BundleWrite> => {
    if (diff.outcome !== 'created' && diff.outcome !== 'changed') return diff
    const { bundle_variant_id: id, next } = diff.write
    const refused = (field: string, rule: string): RecordDiff<BundleWrite> => ({
      outcome: 'refused',
      faults: [{ field, rule, value: skuOf(id) }],
    })
    if (seen.has(id)) return refused(fields[at]!, 'is repeated')
    const fault = next.is_active ? nestingFault(graph, id, next.components) : null
    if (fault !== null) return refused('components', fault)
    seen.add(id)
    if (next.is_active) graph.set(id, next.components)
    else graph.delete(id)
    return diff
  })
}

function diffRecord(
  record: BundleRecord,
  find: (name: VariantName) => VariantFacts | null,
  factsOf: (id: string) => VariantFacts | undefined,
): RecordDiff<BundleWrite> {
  const name = bundleName(record)
  const field = fieldOf('bundle', name)
  const variant = find(name)
  if (variant === null) {
    const value = record.bundle_variant_id ?? record.sku ?? null
    return { outcome: 'refused', faults: [{ field, rule: unknownVariant, value }] }
  }
  const components =
    record.components?.map(({ component_variant_id, sku, quantity }) => {
      const component = named(component_variant_id, sku)
      const value = component_variant_id ?? sku ?? null
      return { quantity, variant: find(component), named: value, field: fieldOf('component', component) }
    }) ?? null
  const requested: RequestedBundle = {
    variant,
    components,
    is_active: record.is_active ?? null,
    stocking: record.stocking ?? null,
  }
  const diff = diffBundle(requested, factsOf)
  if (diff.outcome === 'refused' || diff.outcome === 'unchanged') return diff
  const write = { bundle_variant_id: variant.variant_id, next: diff.next, previous: variant.bundle }
  return diff.outcome === 'created' ? { outcome: 'created', write } : { ...diff, write }
}

export const diffBundles: DiffRecords<BundleRecord, BundleWrite> = async (sql, { organization_id }, records) => {
  const faults = records.map(shapeFault)
  const names = records.flatMap((record, at) =>
    faults[at] !== null
      ? []
      : [bundleName(record), ...(record.components ?? []).map((one) => named(one.component_variant_id, one.sku))],
  )
  const ids = names.flatMap(({ id }) => (id === null ? [] : [id]))
  const skus = names.flatMap(({ sku }) => (sku === null ? [] : [sku]))
  const facts = await selectVariantFacts(sql, organization_id, ids, skus)
  const byId = new Map(facts.map((one) => [one.variant_id, one]))
  const bySku = new Map(facts.map((one) => [one.sku, one]))
  const find = ({ id, sku }: VariantName) => (id === null ? bySku.get(sku ?? '') : byId.get(id)) ?? null
  const factsOf = (id: string) => byId.get(id)
  const diffs = records.map((record, at): RecordDiff<BundleWrite> => {
    const fault = faults[at]
    return fault ? { outcome: 'refused', faults: [fault] } : diffRecord(record, find, factsOf)
  })
  const fields = records.map((record) => fieldOf('bundle', bundleName(record)))
  const graph = await readGraph(
    sql,
    organization_id,
    writtenIds(diffs.flatMap((diff) => ('write' in diff ? diff.write : []))),
  )
  return withinBatch(diffs, graph, (id) => byId.get(id)?.sku ?? id, fields)
}

export const writeBundles: WriteRecords<BundleWrite> = async (sql, { organization_id, now }, writes) => {
  if (writes.length === 0) return []
  await lockBundles(sql, organization_id)
  await lockVariants(sql, organization_id, writtenIds(writes))
  await checkWritten(sql, organization_id, writes)
  await writeBundleRows(sql, organization_id, now, writes)
  return writes.map(({ bundle_variant_id, previous }) => ({ undo: { bundle_variant_id, previous } }))
}
