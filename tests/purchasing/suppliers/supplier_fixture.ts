/** A supplier of two variants, with orders placed, due and delivered a number of days ago. */
import { setFixture, type Catalogue } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

export interface Placed {
  lines: { sku: string; quantity: number; unit_cost?: number; expected_delivery_date?: string }[]
  placed_days_ago: number
  due_days_ago: number
  supplier?: string
  /** Keeps the order a draft. */
  is_draft?: boolean
}

export interface Mill {
  tenant: Tenant
  ids: Catalogue
  /** A path under the supplier. */
  at: (path: string, supplier?: string) => string
  /** Creates an order, approves it unless it stays a draft, and returns its id. */
  place: (order: Placed) => Promise<string>
  deliver: (id: string, daysBefore: number, units: Record<string, number>, more?: object) => Promise<any>
  change: (id: string, change: object) => Promise<void>
  hold: (id: string, reason: string) => Promise<void>
  /** Sets columns of an order directly, for states that otherwise only other operations reach. */
  put: (id: string, columns: Record<string, unknown>) => Promise<void>
}

const done = (answer: { status: number; text: string; body: any }) => {
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body?.data
}

export async function supplierFixture(): Promise<Mill> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    suppliers: [
      { name: 'Mill', lead_time_days: 40 },
      { name: 'Works', currency: 'EUR' },
    ],
    products: [
      {
        title: 'Coat',
        variants: ['A', 'B'].map((sku) => ({ sku, suppliers: [{ supplier: 'Mill' }], stock: { Main: 5 } })),
      },
    ],
  })
  const orders = `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
  return {
    tenant,
    ids,
    at: (path, supplier = 'Mill') => `/api/v1/inventory/suppliers/${ids.suppliers[supplier] ?? supplier}/${path}`,
    async place({ lines, placed_days_ago, due_days_ago, supplier = 'Mill', is_draft = false }) {
      const { id } = done(
        await tenant.post(orders, {
          location_id: ids.locations.Main,
          supplier_id: ids.suppliers[supplier],
          order_date: daysAgo(placed_days_ago),
          expected_delivery_date: daysAgo(due_days_ago),
          line_items: lines.map(({ sku, ...line }) => ({ variant_id: ids.variants[sku], ...line })),
        }),
      )
      if (!is_draft) done(await tenant.post(`${orders}/${id}/approve`))
      return id
    },
    async deliver(id, daysBefore, units, more = {}) {
      const line_items = Object.entries(units).map(([sku, received_quantity]) => ({
        variant_id: ids.variants[sku],
        received_quantity,
      }))
      const received_at = `${daysAgo(daysBefore)}T00:30:00Z`
      return done(await tenant.post(`${orders}/${id}/deliveries`, { received_at, line_items, ...more }))
    },
    async change(id, change) {
      done(await tenant.patch(`${orders}/${id}`, change))
    },
    async hold(id, reason) {
      done(await tenant.post(`${orders}/${id}/hold`, { reason }))
    },
    async put(id, columns) {
      const { sql } = tenant.service.database
      await sql`update purchase_orders set ${sql(columns)} where purchase_order_id = ${id}`
    },
  }
}
