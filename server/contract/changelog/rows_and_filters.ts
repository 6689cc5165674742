/** Rows, filters and refusals that agree with the specification. */
import type { ChangelogEntry } from './entry.ts'

export const rowsAndFilters: readonly ChangelogEntry[] = [
  {
    id: 'filters-compare-shown-values',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform', 'products', 'inventory', 'purchase_orders', 'sales', 'stocktakes', 'suppliers', 'accounts'],
    title: 'Tables are filtered by the values that rows show',
    detail: `Amounts of money are compared rounded to the cent, as rows show them, and costs match with their four decimals as well. Rows have every
    field that their table can be filtered or sorted by, at the end of the row and of exports. Filters take numbers and flags as the text that
    lists of filter values return. \`between\` refuses a low value above the high one. Values too long for a filter are not listed.`,
    action_required: null,
    covers: [
      'inventory.list_inventory',
      'products.list_product_variants',
      'products.list_products',
      'products.list_variants',
      'purchase_orders.list',
      'sales.list_sales',
      'sales.list_velocity',
    ],
  },
  {
    id: 'plan-versions-and-windows',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['planning', 'sales', 'order_book'],
    title: 'Plan versions say which one is the budget; a window of one year ends on the same date',
    detail: `Versions of a commitment's plan of record have \`is_budget\`. The window of channel performance ends at most one year after its first
    day, on the same date, as documented in the limits. It was 366 days, which was one day too long without a leap day.`,
    action_required: null,
    covers: ['planning.list_commitment_plan_versions', 'sales.get_channel_performance'],
  },
  {
    id: 'conflicts-are-named',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform', 'purchase_orders', 'orders', 'returns', 'sandbox'],
    title: 'The document names the conflicts of each operation',
    detail: `The 409 of an operation lists when it answers \`conflict\`. Sentences about states list them with "or".`,
    action_required: null,
    covers: [],
  },
]
