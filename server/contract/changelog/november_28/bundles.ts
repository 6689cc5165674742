/** The entry of 28 November about bundles. */
import type { ChangelogEntry } from '../entry.ts'

export const bundles: readonly ChangelogEntry[] = [
  {
    id: 'bundles-sell-their-components',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory', 'sales', 'returns', 'products'],
    title: 'A bundle sells its components',
    detail: `A bundle that is \`assembled_when_sold\` is available as often as its components at a location suffice for, which \`atp\` of
    the position says beside its \`components\`. Orders hold and ship the components, a return brings them back at the cost at
    which they left, and the cost of sales of the bundle is theirs. A bundle that is \`ready_made\` is sold from its own stock, as all
    were before; bundles with stock, incoming units or an active bill of materials are. Bundles may contain bundles, up to five levels.
    What a bundle sells is demand for its components in cover and in proposed orders; bundle contributions count bundles of bundles. The
    846 says what components suffice for, and a request to a warehouse lists the \`components\` of a bundle to pick.`,
    action_required: null,
    covers: ['inventory.position', 'sales.get_bundle_contributions'],
  },
  {
    id: 'lists-show-available-bundles',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory', 'products', 'sales'],
    title: 'Lists show how many bundles are available',
    detail: `\`available_qty\` of a bundle that is \`assembled_when_sold\` is, in every list and read of variants, as many as its
    components at each location suffice for: the inventory table, the variants table, a variant and its overview, velocity with
    weeks of cover, and \`available_units\` of recommendations for an account. Health follows: out of stock if none can be put
    together. Days of cover are null with a reason, as the components have the cover. Lists over locations filter and sort by these
    figures; in rows of one location, filters and sorts compare the bundle's own units. Rows of products, and metrics of
    stock, keep to units that lie in stock.`,
    action_required: null,
    covers: [
      'accounts.list_replenishment_recommendations',
      'inventory.list_inventory',
      'inventory.allocation_matrix',
      'products.get_variant',
      'products.get_variant_drawer_overview',
      'products.list_product_variants',
      'products.list_variants',
      'sales.list_velocity',
    ],
  },
  {
    id: 'velocity-in-bundles',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Velocity says what bundles take of a component',
    detail: `Rows of variants have \`units_sold_in_bundles\`, \`units_per_day_in_bundles\` and \`units_per_day_with_bundles\`: what
    bundles that are assembled when sold took of the variant, on the days that its velocity counts. \`weeks_of_cover\` counts
    with the last of them, as days of cover and proposed orders do. \`units_sold\`, \`units_per_day\`, lost units and the trend
    remain those of the variant as it was sold, and rows of products and totals the sums of these, so that no unit counts twice.`,
    action_required: null,
    covers: ['sales.list_velocity'],
  },
]
