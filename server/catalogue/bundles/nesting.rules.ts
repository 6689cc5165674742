/** What bundles may contain of each other: active bundles nest without a circle, within limits. Pure. */
import { limits } from '../../contract/limits.ts'
import type { BundleComponent } from './bundle.rules.ts'

/** The components of active bundles, by bundle. */
export type BundleGraph = Map<string, readonly BundleComponent[]>

interface Content {
  levels: number
  /** Units of each variant that is no bundle. */
  units: Map<string, number>
}

/** Everything within a bundle; null if it contains itself or one of the bundles that lead to it. */
function contentOf(graph: BundleGraph, id: string, leading: ReadonlySet<string> = new Set()): Content | null {
  const within = new Set(leading).add(id)
  const content: Content = { levels: 1, units: new Map() }
  for (const { component_variant_id: inner, quantity } of graph.get(id) ?? []) {
    if (within.has(inner)) return null
    const nested = graph.has(inner) ? contentOf(graph, inner, within) : { levels: 0, units: new Map([[inner, 1]]) }
    if (nested === null) return null
    content.levels = Math.max(content.levels, nested.levels + 1)
    if (content.levels > limits.bundle_levels_max) return content
    for (const [variant_id, units] of nested.units)
      content.units.set(variant_id, (content.units.get(variant_id) ?? 0) + units * quantity)
  }
  return content
}

const faultOf = (content: Content | null): string | null => {
  if (content === null) return 'must not contain the bundle itself, within another bundle'
  if (content.levels > limits.bundle_levels_max)
    return `must not nest bundles more than ${limits.bundle_levels_max} levels deep`
  if (content.units.size > limits.bundle_components_max)
    return `must not come to more than ${limits.bundle_components_max} variants with the bundles within`
  if ([...content.units.values()].some((units) => units > limits.bundle_quantity_max))
    return `must not come to more than ${limits.bundle_quantity_max} units of a variant with the bundles within`
  return null
}

/** The bundles that contain one, directly or within another, and itself. */
function containersOf(graph: BundleGraph, id: string): Set<string> {
  const containing = new Set([id])
  for (const inner of containing)
    for (const [outer, components] of graph)
      if (components.some(({ component_variant_id }) => component_variant_id === inner)) containing.add(outer)
  return containing
}

/** Why an active bundle may not have these components, in it or in a bundle that contains it; null if it may. */
export function nestingFault(
  before: BundleGraph,
  bundle_variant_id: string,
  components: readonly BundleComponent[],
): string | null {
  const graph = new Map(before).set(bundle_variant_id, components)
  for (const id of containersOf(graph, bundle_variant_id)) {
    const fault = faultOf(contentOf(graph, id))
    if (fault !== null) return fault
  }
  return null
}
