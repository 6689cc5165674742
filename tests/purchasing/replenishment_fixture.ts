/** An organisation whose stock runs short; the tests calculate every figure below by hand. */
import type { Catalogue } from '../support/fixtures/catalogue.ts'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

export interface ReplenishmentFixture {
  tenant: Tenant
  admin: Session
  ids: Catalogue
  /** A path under the purchase orders prefix. */
  at: (path?: string) => string
  /** All drafts by name, with their lines as `sku quantity`. */
  drafts: () => Promise<
    Record<string, { supplier: string | null; location: string; notes: string | null; lines: string[] }>
  >
}

/**
 * Mill has a lead time of 10 days and a review period of 5; Forge has none, so 14 and 7 apply. The horizon is 28 days.
 * COAT at Main: 20 available, 2 a day: reorder point 30, up to 2 × 43 = 86, 66 short, at least 24 in dozens: 72.
 * CAP at Main: 5 available, 1 a day: reorder point 15, up to 43: 38. COAT at Store: none, 0.5 a day: up to 21.5, so 24.
 * SCARF at Main: 10 available, 1 a day: reorder point 21, up to 49: 39. LOOSE at Main has no supplier; up to 49: 49.
 */
export async function replenishmentFixture(): Promise<ReplenishmentFixture> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store', { name: 'Closed', is_active: false }],
    categories: ['Coats', 'Caps'],
    suppliers: [
      { name: 'Mill', currency: 'EUR', lead_time_days: 10, review_period_days: 5 },
      { name: 'Forge', currency: 'USD' },
    ],
    products: [
      {
        title: 'Coat',
        category: 'Coats',
        vendor: 'Ours',
        variants: [
          {
            sku: 'COAT',
            unit_cost: '20.0000',
            suppliers: [
              { supplier: 'Mill', unit_cost: '17.2500', min_order_quantity: 24, batch_size: 12 },
              { supplier: 'Forge', is_primary: false },
            ],
            stock: {
              Main: { on_hand: 20, units_per_day: '2' },
              Store: { units_per_day: '0.5' },
              Closed: { units_per_day: '9' },
            },
          },
          {
            sku: 'PLENTY',
            suppliers: [{ supplier: 'Mill' }],
            stock: { Main: { on_hand: 500, units_per_day: '1' } },
          },
          { sku: 'STILL', suppliers: [{ supplier: 'Mill' }], stock: { Main: {} } },
        ],
      },
      {
        title: 'Cap',
        category: 'Caps',
        variants: [
          {
            sku: 'CAP',
            suppliers: [{ supplier: 'Mill', unit_cost: '4.0000' }],
            stock: { Main: { on_hand: 5, units_per_day: '1' } },
          },
        ],
      },
      {
        title: 'Scarf',
        variants: [
          {
            sku: 'SCARF',
            unit_cost: '6.5000',
            suppliers: [{ supplier: 'Forge' }],
            stock: { Main: { on_hand: 10, units_per_day: '1' } },
          },
        ],
      },
      { title: 'Loose', variants: [{ sku: 'LOOSE', stock: { Main: { units_per_day: '1' } } }] },
      {
        title: 'Old',
        status: 'ARCHIVED',
        variants: [{ sku: 'OLD', suppliers: [{ supplier: 'Mill' }], stock: { Main: { units_per_day: '1' } } }],
      },
      {
        title: 'Consigned',
        is_managed: false,
        variants: [{ sku: 'CONSIGNED', suppliers: [{ supplier: 'Mill' }], stock: { Main: { units_per_day: '1' } } }],
      },
    ],
  })
  const { sql } = tenant.service.database
  return {
    tenant,
    ids,
    admin: await newSession(tenant),
    at: (path = '') => `/api/v1/organizations/${tenant.organization_id}/purchase-orders${path}`,
    async drafts() {
      const rows = await sql<{ name: string; supplier: string; location: string; notes: string; lines: string[] }[]>`
        select o.name, s.name as supplier, lo.name as location, o.notes,
          (select to_jsonb(array_agg(v.sku || ' ' || l.quantity order by v.sku)) from purchase_order_lines l
            join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
            where l.purchase_order_id = o.purchase_order_id) as lines
        from purchase_orders o
        join locations lo on lo.organization_id = o.organization_id and lo.location_id = o.location_id
        left join suppliers s on s.organization_id = o.organization_id and s.supplier_id = o.supplier_id
        where o.organization_id = ${tenant.organization_id} order by o.name`
      return Object.fromEntries(rows.map(({ name, ...rest }) => [name, rest]))
    },
  }
}
