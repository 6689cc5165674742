/** A shop that sells bundles of its variants: SET is 2 × A1 and 1 × B1. */
import { keptStock, type KeptStock } from '../kept_stock.ts'
import type { Answer } from '../../support/service/tenant.ts'

export interface BundleShop extends KeptStock {
  bundle: (sku: string, components: Record<string, number>, more?: object) => Promise<Answer>
  change: (sku: string, body: object) => Promise<Answer>
  parts: (components: Record<string, number>) => { component_variant_id: string; quantity: number }[]
  /** Makes a bundle assembled when sold although it has stock of its own, as books from before that rule have it. */
  keepOwnStock: (sku: string) => Promise<unknown>
  act: (order: any, act: string, body?: object) => Promise<any>
  order: (order: any) => Promise<any>
  position: (sku: string, location?: string) => Promise<any>
  /** Stock at A as [on hand, committed]. */
  level: (sku: string) => Promise<[number, number]>
}

const bundles = '/api/v1/bundles'
const orders = '/api/v1/sales/orders'

export async function bundleShop(stock: Record<string, number>): Promise<BundleShop> {
  const shop = await keptStock(stock)
  const { tenant, ids, session } = shop
  const parts: BundleShop['parts'] = (components) =>
    Object.entries(components).map(([sku, quantity]) => ({ component_variant_id: ids.variants[sku]!, quantity }))
  return {
    ...shop,
    parts,
    bundle: (sku, components, more = {}) =>
      session.post(bundles, { bundle_variant_id: ids.variants[sku], components: parts(components), ...more }),
    change: (sku, body) => session.patch(`${bundles}/${ids.variants[sku]}`, body),
    keepOwnStock: (sku) => tenant.service.database.sql`
      update bundles set stocking = 'assembled_when_sold'
      where organization_id = ${tenant.organization_id} and bundle_variant_id = ${ids.variants[sku]!}`,
    act: async ({ order_id }, act, body) => {
      const answer = await tenant.post(`${orders}/${order_id}/${act}`, body)
      if (answer.status >= 300) throw new Error(answer.text)
      return answer.body.data
    },
    order: async ({ order_id }) => (await tenant.get(`${orders}/${order_id}`)).body.data,
    position: async (sku, location) => {
      const at = location === undefined ? '' : `&location_id=${ids.locations[location]}`
      return (await tenant.get(`/api/v1/inventory/position?variant_id=${ids.variants[sku]}${at}`)).body.data
    },
    level: async (sku) => {
      const [level] = await tenant.service.database.sql`
        select on_hand, committed from stock_levels where organization_id = ${tenant.organization_id}
          and variant_id = ${ids.variants[sku]!} and location_id = ${ids.locations.A!}`
      return [level?.on_hand ?? 0, level?.committed ?? 0]
    },
  }
}

/** SET of 2 × A1 and 1 × B1, with 5 A1 and 4 B1 at A. */
export async function setShop(): Promise<BundleShop> {
  const shop = await bundleShop({ SET: 0, A1: 5, B1: 4 })
  const answer = await shop.bundle('SET', { A1: 2, B1: 1 })
  if (answer.status !== 201) throw new Error(answer.text)
  return shop
}
