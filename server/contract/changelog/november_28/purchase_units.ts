/** The entry about purchase units. */
import type { ChangelogEntry } from '../entry.ts'

export const purchaseUnits: readonly ChangelogEntry[] = [
  {
    id: 'purchase-units',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'suppliers'],
    title: 'Buy by the case, stock by the unit',
    detail: `A supplier's variant has a \`purchase_unit\` with its \`purchase_unit_factor\` and \`inner_pack_quantity\`. \`quantity\`,
    \`received_quantity\`, \`unit_cost\` and the bodies of events keep counting single units; \`purchase_quantity\` and
    \`purchase_unit_cost\` are added to lines and deliveries, and either may be sent. A line keeps the factor with which it was
    ordered. Generated orders are rounded up to whole purchase units. Printed orders and 850s show purchase units and their price; files
    of orders have columns for them. Costs in a currency without decimals, such as JPY, must be whole numbers. The guide on
    [purchasing](/api/guides/purchasing#buy-by-the-case) says how.`,
    action_required: null,
    covers: [
      'purchase_orders.*',
      'suppliers.*',
      'event:new_purchase_order',
      'event:purchase_order_updated',
      'event:receipt.recorded',
    ],
  },
]
