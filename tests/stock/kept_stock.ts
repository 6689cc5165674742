/** A shop whose stock and cost are followed from paper to paper: all through the API, as a person or a link does it. */
import { expect } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type Catalogue, moveStock, setFixture } from '../support/fixtures/catalogue.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { type Answer, newTenant, type Tenant } from '../support/service/tenant.ts'
import { verifyLedger } from '../../server/ledger/verify.ts'

const dayMs = 86_400_000
export const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
/** Noon of a day before, and the beginning of this one, whose noon may be to come. */
export const noonAgo = (days: number) => `${dayAgo(days)}T${days === 0 ? '00' : '12'}:00:00Z`

type OrderMore = { supplier?: string } & Record<string, unknown>

export interface KeptStock {
  tenant: Tenant
  ids: Catalogue
  session: Session
  /** Creates and approves a purchase order of lines `[sku, quantity, unit cost]`; returns its id. */
  ordered: (lines: [sku: string, quantity: number, unit_cost: number][], more?: OrderMore) => Promise<string>
  /** Records a delivery of `[sku, quantity]` to an order. */
  deliver: (order: string, lines: [sku: string, quantity: number][], more?: object) => Promise<Answer>
  /** A sales order of one line, open and allocated where it can be. */
  sold: (sku: string, quantity: number, more?: object) => Promise<any>
  ship: (order: any, sku: string, quantity: number, more?: object) => Promise<Answer>
  returned: (body: object) => Promise<Answer>
  openCount: (counts: Record<string, number>, more?: { counted_at?: string; location?: string }) => Promise<string>
  post: (stocktake: string) => Promise<Answer>
  count: (counts: Record<string, number>, more?: { counted_at?: string; location?: string }) => Promise<string>
  /** Units on hand and value in the organisation's currency, as the variant's page shows them at a location. */
  stock: (sku: string, location?: string) => Promise<{ units: number; value: number | null }>
  movements: (query: string) => Promise<any[]>
  /** Units at the end of past days, oldest first. */
  closing: (sku: string, days: number) => Promise<number[]>
  prove: () => Promise<void>
}

export async function keptStock(stock: Record<string, number> = { COAT: 10 }, currency = 'USD'): Promise<KeptStock> {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  await sql`update organizations set currency = ${currency} where organization_id = ${organization_id}`
  const ids = await setFixture(tenant, {
    locations: ['A', 'B'],
    suppliers: ['Mill', { name: 'EUR mill', currency: 'EUR' }, { name: 'SEK mill', currency: 'SEK' }],
    sales_channels: ['Online'],
    categories: ['Coats'],
    products: [
      {
        title: 'Coat',
        category: 'Coats',
        variants: Object.keys(stock).map((sku) => ({ sku, price_cents: 5_000, unit_cost: '12.0000' })),
      },
    ],
  })
  const opening = { location: 'A', kind: 'opening', unit_cost: '12.0000', occurred_at: noonAgo(30) } as const
  await moveStock(
    tenant,
    ids,
    Object.entries(stock)
      .filter(([, quantity]) => quantity > 0)
      .map(([sku, quantity]) => ({ ...opening, sku, quantity })),
  )
  const session = await newSession(tenant)
  const orders = `/api/v1/organizations/${organization_id}/purchase-orders`
  const ok = (answer: Answer) => {
    if (answer.status >= 300) throw new Error(answer.text)
    return answer
  }
  const openCount: KeptStock['openCount'] = async (counts, { location = 'A', ...more } = {}) => {
    const variant_ids = Object.keys(counts).map((sku) => ids.variants[sku])
    const location_id = ids.locations[location]
    const body = { name: 'Autumn count', counted_on: dayAgo(0), location_ids: [location_id], variant_ids }
    const { id } = ok(await tenant.post('/api/v1/stocktakes', body)).body.data
    const lines = Object.entries(counts).map(([sku, counted_quantity]) => {
      return { variant_id: ids.variants[sku], location_id, counted_quantity }
    })
    ok(await tenant.patch(`/api/v1/stocktakes/${id}/counts`, { ...more, counts: lines }))
    return id
  }
  const post = (stocktake: string) => tenant.post(`/api/v1/stocktakes/${stocktake}/post`)
  return {
    tenant,
    ids,
    session,
    ordered: async (lines, more = {}) => {
      const line_items = lines.map(([sku, quantity, unit_cost]) => ({
        variant_id: ids.variants[sku],
        quantity,
        ...('source_location_id' in more ? {} : { unit_cost }),
      }))
      const { supplier = 'Mill', ...others } = more
      const supplier_id = ids.suppliers[supplier]
      const body = { supplier_id, location_id: ids.locations.A, line_items, ...others }
      const { id } = ok(await tenant.post(orders, body)).body.data
      ok(await tenant.post(`${orders}/${id}/approve`))
      return id
    },
    deliver: (order, lines, more = {}) =>
      tenant.post(`${orders}/${order}/deliveries`, {
        line_items: lines.map(([sku, received_quantity]) => ({ variant_id: ids.variants[sku], received_quantity })),
        ...more,
      }),
    sold: async (sku, quantity, more = {}) => {
      const body = { location_id: ids.locations.A, lines: [{ sku, quantity }], ...more }
      const headers = { 'Idempotency-Key': uuidv7() }
      return ok(await tenant.post('/api/v1/sales/orders', body, { headers })).body.data
    },
    ship: (order, sku, quantity, more = {}) =>
      session.post(`/api/v1/sales/orders/${order.order_id}/shipments`, {
        cartons: [{ lines: [{ sku, quantity }] }],
        ...more,
      }),
    returned: (body) => tenant.post('/api/v1/sales/returns', body, { headers: { 'Idempotency-Key': uuidv7() } }),
    openCount,
    post,
    count: async (counts, more) => {
      const id = await openCount(counts, more)
      ok(await post(id))
      return id
    },
    stock: async (sku, location = 'A') => {
      const { data } = (await tenant.get(`/api/v1/variants/${ids.variants[sku]}`)).body
      const at = data.stock.find((one: any) => one.location_id === ids.locations[location])
      return { units: at?.on_hand_qty ?? 0, value: at?.inventory_value?.usd ?? at?.inventory_value?.cents ?? null }
    },
    movements: async (query) => (await tenant.get(`/api/v1/inventory/movements?limit=100&${query}`)).body.data.rows,
    closing: async (sku, days) => {
      const path = `/api/v1/inventory/stock-on-hand?start_date=${dayAgo(days)}&end_date=${dayAgo(0)}&grain=day`
      const { rows } = (await tenant.get(path)).body.data
      return rows.filter((row: any) => row.sku === undefined || row.sku === sku).map((row: any) => row.closing)
    },
    prove: async () => {
      const { faults } = await verifyLedger(sql as never, { organization_id, is_full: true })
      expect(faults).toEqual([])
    },
  }
}
