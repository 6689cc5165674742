/** Requests on purchase orders: a page of all of them, and deliveries on an order of each connection's own. */
import type { Comparison } from './comparisons.ts'
import type { OrdersData } from './orders.ts'
import { connections, type Next, type SideName } from './fixtures.ts'

export const deliveryLines = 20
/** So many that no order is fully delivered while it is measured. */
const unitsEach = 100_000

interface Receiving {
  purchase_order_id: string
  lines: { line_id: string; variant_id: string }[]
}

export interface OrderFixtures extends OrdersData {
  /** For each side, one order for each connection; no two share a variant. */
  receiving: Record<SideName, Receiving[]>
}

/** Creates approved orders through the service, as a client would. */
export async function createOrderFixtures(data: OrdersData, port: number): Promise<OrderFixtures> {
  const prefix = `http://127.0.0.1:${port}/api/v1/organizations/${data.organization_id}/purchase-orders`
  const post = async (path: string, key: string, body?: unknown): Promise<any> => {
    const response = await fetch(`${prefix}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const answer = (await response.json()) as { data: any }
    if (!response.ok) throw new Error(`no order was created: ${JSON.stringify(answer)}`)
    return answer.data
  }
  const make = async (side: SideName, i: number): Promise<Receiving> => {
    const key = data.keys[side][i]!
    const from = ((side === 'service' ? 0 : connections) + i) * deliveryLines
    const variant_ids = data.variant_ids.slice(from, from + deliveryLines)
    const { id } = await post('', key, {
      location_id: data.location_ids[0],
      supplier_id: data.supplier_ids[0],
      line_items: variant_ids.map((variant_id) => ({ variant_id, quantity: unitsEach, unit_cost: 5 })),
    })
    const { line_items } = await post(`/${id}/approve`, key)
    return {
      purchase_order_id: id,
      lines: line_items.map(({ line_id, variant_id }: Receiving['lines'][number]) => ({ line_id, variant_id })),
    }
  }
  const makeAll = (side: SideName) => Promise.all(Array.from({ length: connections }, (_, i) => make(side, i)))
  return { ...data, receiving: { service: await makeAll('service'), reference: await makeAll('reference') } }
}

let turns = 0
const keyOf = ({ keys }: OrderFixtures, side: SideName, turn: number): string => keys[side][turn % keys[side].length]!

export const readOrders = (fixtures: OrderFixtures, side: SideName): Next => {
  const path = `/api/v1/organizations/${fixtures.organization_id}/purchase-orders?limit=50`
  return () => ({ method: 'GET', path, key: keyOf(fixtures, side, turns++) })
}

/** Paths of the values in a delivery that differ: each order has its own lines and variants. */
export function deliveryValues(): NonNullable<Comparison['body_values']> {
  const values = Array.from({ length: deliveryLines }, (_, i) => [
    [`line_${i}`, ['line_items', i, 'line_id']],
    [`variant_${i}`, ['line_items', i, 'variant_id']],
  ])
  return Object.fromEntries([['reference', ['reference']], ...values.flat()])
}

const run = Date.now().toString(36)

/** One unit of each line, with a new reference. */
export const recordDelivery =
  (fixtures: OrderFixtures, side: SideName): Next =>
  (connection) => {
    const turn = turns++
    const { purchase_order_id, lines } = fixtures.receiving[side][connection]!
    return {
      method: 'POST',
      path: `/api/v1/organizations/${fixtures.organization_id}/purchase-orders/${purchase_order_id}/deliveries`,
      key: keyOf(fixtures, side, turn),
      idempotency_key: `${run}-${turn}`,
      body: JSON.stringify({
        reference: `DN-${1_000_000 + turn}`,
        line_items: lines.map((line) => ({ ...line, received_quantity: 1 })),
      }),
    }
  }
