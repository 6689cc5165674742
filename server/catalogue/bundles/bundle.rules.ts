/** Plans bundles from facts. Pure. */
import { listOf } from '../../contract/outcome.ts'
import type { bundleStockings } from '../known_values.ts'
import { unknownVariant } from '../../records/variant_names.rules.ts'

export interface BundleComponent {
  component_variant_id: string
  quantity: number
}

export type Stocking = (typeof bundleStockings)[number]

export interface StoredBundle {
  is_active: boolean
  stocking: Stocking
  components: readonly BundleComponent[]
}

/** Facts of a variant that a record names. */
export interface VariantFacts {
  variant_id: string
  sku: string
  bundle: StoredBundle | null
  /** It has stock of its own, or an active bill of materials by which it is made. */
  is_stocked: boolean
  own: OwnStock
}

/** Stock of a variant itself, and orders that bring some: a bundle that is assembled when sold would never use it. */
export interface OwnStock {
  on_hand: number
  committed: number
  /** Names of some of the purchasing orders that are not ended and have not brought everything. */
  orders: readonly string[]
}

export interface BundleFault {
  field: string
  rule: string
  value: string | null
}

interface RequestedComponent {
  quantity: number
  variant: VariantFacts | null
  named: string | null
  field: string
}

export interface RequestedBundle {
  variant: VariantFacts
  components: readonly RequestedComponent[] | null
  is_active: boolean | null
  stocking: Stocking | null
}

const componentsInWords = (components: readonly BundleComponent[], skuOf: (id: string) => string): string =>
  components
    .map(({ component_variant_id, quantity }) => `${quantity} × ${skuOf(component_variant_id)}`)
    .toSorted()
    .join(', ')

function componentFaults(variant: VariantFacts, components: readonly RequestedComponent[]): BundleFault[] {
  const seen = new Set<string>()
  return components.flatMap(({ variant: component, named, field }, at): BundleFault[] => {
    const where = `components[${at}].${field}`
    if (component === null) return [{ field: where, rule: unknownVariant, value: named }]
    if (component.variant_id === variant.variant_id)
      return [{ field: where, rule: 'must not be the bundle itself', value: named }]
    if (seen.has(component.variant_id)) return [{ field: where, rule: 'is repeated', value: named }]
    seen.add(component.variant_id)
    return []
  })
}

const takesComponents = (bundle: StoredBundle | null): boolean =>
  bundle !== null && bundle.is_active && bundle.stocking === 'assembled_when_sold'

function ownInWords({ on_hand, committed, orders }: OwnStock): string | null {
  const parts = [
    on_hand === 0 ? null : `${on_hand} on hand`,
    committed === 0 ? null : `${committed} held for orders`,
    orders.length === 0 ? null : `open orders ${listOf(orders, 'and')}`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : listOf(parts, 'and')
}

/** Why a bundle cannot be sold as its components from now on: its own stock would stay behind. */
export function strandedNow(variant: VariantFacts, next: StoredBundle): string | null {
  if (!takesComponents(next) || takesComponents(variant.bundle)) return null
  const own = ownInWords(variant.own)
  return own === null ? null : `must leave ${variant.sku} ready_made while it has stock of its own: ${own}`
}

function strandedFault({ variant, is_active, stocking }: RequestedBundle, next: StoredBundle): BundleFault | null {
  const rule = strandedNow(variant, next)
  if (rule === null) return null
  const isSwitched = stocking !== null || is_active === null
  return {
    field: isSwitched ? 'stocking' : 'is_active',
    rule,
    value: isSwitched ? next.stocking : String(is_active),
  }
}

export type BundleDiff =
  | { outcome: 'refused'; faults: BundleFault[] }
  | { outcome: 'unchanged' }
  | { outcome: 'created'; next: StoredBundle }
  | {
      outcome: 'changed'
      next: StoredBundle
      changes: { field: string; previous_value: string; value: string }[]
    }

const comparable = (components: readonly BundleComponent[]) =>
  components
    .map(({ component_variant_id, quantity }) => `${component_variant_id} ${quantity}`)
    .toSorted()
    .join()

export function diffBundle(requested: RequestedBundle, factsOf: (id: string) => VariantFacts | undefined): BundleDiff {
  const { variant, components, is_active, stocking } = requested
  const faults = componentFaults(variant, components ?? [])
  const stored = variant.bundle
  if (components === null && stored === null) faults.push({ field: 'components', rule: 'is required', value: null })
  if (faults.length > 0) return { outcome: 'refused', faults }
  const next: StoredBundle = {
    is_active: is_active ?? stored?.is_active ?? true,
    stocking:
      stocking ??
      stored?.stocking ??
      (variant.is_stocked || ownInWords(variant.own) !== null ? 'ready_made' : 'assembled_when_sold'),
    components:
      components?.map((one) => ({ component_variant_id: one.variant!.variant_id, quantity: one.quantity })) ??
      stored!.components,
  }
  const stranded = strandedFault(requested, next)
  if (stranded !== null) return { outcome: 'refused', faults: [stranded] }
  if (stored === null) return { outcome: 'created', next }
  const changes: { field: string; previous_value: string; value: string }[] = []
  if (comparable(stored.components) !== comparable(next.components)) {
    const skuOf = (id: string) => factsOf(id)?.sku ?? id
    const words = (list: readonly BundleComponent[]) => componentsInWords(list, skuOf)
    changes.push({ field: 'components', previous_value: words(stored.components), value: words(next.components) })
  }
  if (stored.is_active !== next.is_active)
    changes.push({ field: 'is_active', previous_value: String(stored.is_active), value: String(next.is_active) })
  if (stored.stocking !== next.stocking)
    changes.push({ field: 'stocking', previous_value: stored.stocking, value: next.stocking })
  return changes.length === 0 ? { outcome: 'unchanged' } : { outcome: 'changed', next, changes }
}
