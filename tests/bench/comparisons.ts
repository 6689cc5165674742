/**
 * The operations that are held against the bare twin. One more is one more entry: the twin learns its route, its
 * statements and where a request's own words stand in them from what is said here and from what it is overheard to do.
 */
import type { Call } from './loader.ts'
import { delivery_lines, deliveryWords, readOrders, recordDelivery } from './order_fixtures.ts'
import type { Rig } from './rig.ts'
import { type Next, type Own, readPage, readVariant, type SideName, type Things, writeCount } from './fixtures.ts'

export interface Comparison {
  name: string
  title: string
  /** The least share of the twin's requests a second. */
  target: number
  /** As a router writes it; its parameters are words of the request. */
  route: `${Call['method']} /${string}`
  status: 200 | 201 | 204
  /** Where words of the request stand in its body. */
  body_words?: Record<string, (string | number)[]>
  /** The requests of one side, on its own keys and things. The second one made is the one that is overheard. */
  calls: (rig: Rig, side: SideName) => Promise<Next>
}

const onThings =
  (make: (things: Things, own: Own) => Next): Comparison['calls'] =>
  async (rig, side) => {
    const things = await rig.things()
    return make(things, things[side])
  }

export const comparisons: readonly Comparison[] = [
  {
    name: 'variant',
    title: 'one variant',
    target: 0.85,
    route: 'GET /api/v1/variants/:variant_id',
    status: 200,
    calls: onThings(readVariant),
  },
  {
    name: 'page',
    title: 'page of 50 inventory rows',
    target: 0.85,
    route: 'GET /api/v1/inventory/table',
    status: 200,
    calls: onThings((_things, own) => readPage(own)),
  },
  {
    name: 'write',
    title: 'idempotent write',
    target: 0.7,
    route: 'PATCH /api/v1/stocktakes/:stocktake_id/counts',
    status: 204,
    body_words: { counted: ['counts', 0, 'counted_quantity'] },
    calls: onThings(writeCount),
  },
  {
    name: 'orders',
    title: 'page of 50 purchase orders',
    target: 0.7,
    route: 'GET /api/v1/organizations/:organization_id/purchase-orders',
    status: 200,
    calls: async (rig, side) => readOrders(await rig.orders(), side),
  },
  {
    name: 'delivery',
    title: `delivery of ${delivery_lines} lines`,
    target: 0.7,
    route: 'POST /api/v1/organizations/:organization_id/purchase-orders/:purchase_order_id/deliveries',
    status: 200,
    body_words: deliveryWords(),
    calls: async (rig, side) => recordDelivery(await rig.orders(), side),
  },
]
