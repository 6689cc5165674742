/**
 * The operations that are compared with the reference server. To add one, add an entry; its statements, and which
 * values in them come from the request, are recorded from a request to the service.
 */
import type { Call } from './loader.ts'
import { deliveryLines, deliveryValues, readOrders, recordDelivery } from './fixtures/order_fixtures.ts'
import { allocateOrder, placeOrder, shipOrder } from './fixtures/sale_fixtures.ts'
import type { Rig } from './rig.ts'
import { readBook } from './sales_orders.ts'
import {
  type Next,
  type Own,
  readPage,
  readVariant,
  type SideName,
  type Fixtures,
  writeCount,
} from './fixtures/fixtures.ts'

export interface Comparison {
  name: string
  title: string
  /** Minimum requests per second, as a share of the reference server's. */
  target: number
  /** With its parameters, whose values differ from request to request. */
  route: `${Call['method']} /${string}`
  status: 200 | 201 | 204
  /** Paths of the values in the body that differ from request to request. */
  body_values?: Record<string, (string | number)[]>
  /** Each request moves stock of its own, with the same figures: those of the recorded statements hold for all. */
  has_own_stock?: true
  /** The requests of one side, with its own keys and fixtures. The statements of the second one are recorded. */
  calls: (rig: Rig, side: SideName) => Promise<Next>
}

const onFixtures =
  (make: (fixtures: Fixtures, own: Own) => Next): Comparison['calls'] =>
  async (rig, side) => {
    const fixtures = await rig.fixtures()
    return make(fixtures, fixtures[side])
  }

export const comparisons: readonly Comparison[] = [
  {
    name: 'variant',
    title: 'one variant',
    target: 0.85,
    route: 'GET /api/v1/variants/:variant_id',
    status: 200,
    calls: onFixtures(readVariant),
  },
  {
    name: 'page',
    title: 'page of 50 inventory rows',
    target: 0.85,
    route: 'GET /api/v1/inventory/table',
    status: 200,
    calls: onFixtures((_fixtures, own) => readPage(own)),
  },
  {
    name: 'write',
    title: 'idempotent write',
    target: 0.7,
    route: 'PATCH /api/v1/stocktakes/:stocktake_id/counts',
    status: 204,
    body_values: { counted: ['counts', 0, 'counted_quantity'] },
    calls: onFixtures(writeCount),
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
    title: `delivery of ${deliveryLines} lines`,
    target: 0.7,
    route: 'POST /api/v1/organizations/:organization_id/purchase-orders/:purchase_order_id/deliveries',
    status: 200,
    body_values: deliveryValues(),
    calls: async (rig, side) => recordDelivery(await rig.orders(), side),
  },
  {
    name: 'book',
    title: 'page of 50 sales orders',
    target: 0.7,
    route: 'GET /api/v1/sales/orders',
    status: 200,
    calls: (rig) => readBook(rig),
  },
  {
    name: 'sale',
    title: 'sales order of one line',
    target: 0.7,
    route: 'POST /api/v1/sales/orders',
    status: 201,
    calls: async (rig, side) => placeOrder(await rig.sales(), side),
  },
  {
    name: 'allocation',
    title: 'allocation of an order',
    target: 0.7,
    route: 'POST /api/v1/sales/orders/:order_id/allocate',
    status: 200,
    has_own_stock: true,
    calls: async (rig, side) => allocateOrder(await rig.sales(), side),
  },
  {
    name: 'shipment',
    title: 'shipment of an allocated order',
    target: 0.7,
    route: 'POST /api/v1/sales/orders/:order_id/shipments',
    status: 201,
    has_own_stock: true,
    calls: async (rig, side) => shipOrder(await rig.shipments(), side),
  },
]
