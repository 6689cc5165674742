/** An organisation with purchase, manufacturing and transfer orders: two locations, two suppliers, a few variants. */
import { type Catalogue, insertRows, setFixture } from '../support/fixtures/catalogue.ts'
import { type Answer, newTenant, type Tenant, type TenantOptions } from '../support/service/tenant.ts'

export interface OrderFixture {
  tenant: Tenant
  ids: Catalogue
  /** A path under the purchase orders prefix. */
  at: (path?: string) => string
  /** Creates an order with lines and returns its id. */
  order: (body?: Record<string, unknown>) => Promise<string>
  read: (id: string) => Promise<any>
  /** Sets columns of an order directly, for states that otherwise only deliveries reach. */
  put: (id: string, columns: Record<string, unknown>) => Promise<void>
}

export async function orderFixture(options: TenantOptions = {}): Promise<OrderFixture> {
  const tenant = await newTenant(options)
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store', { name: 'Closed', is_active: false }],
    suppliers: [
      { name: 'Mill', currency: 'EUR', lead_time_days: 10, review_period_days: 5 },
      { name: 'Forge', currency: 'USD' },
    ],
    products: [
      {
        title: 'Coat',
        hs_code: '620211',
        variants: [
          {
            sku: 'C-S',
            title: 'S',
            unit_cost: '20.0000',
            carton_quantity: 12,
            carton_cbm: '0.09',
            carton_weight_kg: '14.5',
            suppliers: [
              { supplier: 'Mill', unit_cost: '17.2500', min_order_quantity: 24, batch_size: 12 },
              { supplier: 'Forge', is_primary: false },
            ],
            stock: { Main: { on_hand: 30, committed: 6, unit_cost: '18.5000' } },
          },
          { sku: 'C-M', title: 'M', unit_cost: '21.0000', suppliers: [{ supplier: 'Mill' }], stock: { Main: 5 } },
        ],
      },
      { title: 'Old', status: 'ARCHIVED', variants: [{ sku: 'OLD' }] },
    ],
  })
  const at = (path = '') => `/api/v1/organizations/${tenant.organization_id}/purchase-orders${path}`
  return {
    tenant,
    ids,
    at,
    async order(body = {}) {
      const answer = await tenant.post(at(), {
        location_id: ids.locations.Main,
        supplier_id: ids.suppliers.Mill,
        line_items: [{ variant_id: ids.variants['C-S'], quantity: 24 }],
        ...body,
      })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.data.id
    },
    read: async (id) => (await tenant.get(at(`/${id}`))).body.data,
    async put(id, columns) {
      await tenant.service.database.sql`
        update purchase_orders set ${tenant.service.database.sql(columns)} where purchase_order_id = ${id}`
    },
  }
}

/** Status, code and field of a refusal. */
export const refusedField = (answer: Answer) => [answer.status, answer.body.code, answer.body.data?.field]

/** Inserts commitments. */
export async function commit(tenant: Tenant, rows: { commitment_id: string; name: string; status: string }[]) {
  await insertRows(
    tenant,
    'commitments',
    rows.map((row) => ({ ...row, currency: 'USD', created_at: '2026-01-01T00:00:00Z' })),
  )
}
