/** Scenarios of a shop's callers: each is a chain of writes that wait for the previous response. */
import { uuidv7 } from 'uuidv7'
import type { Answered } from './caller.ts'
import { type KnownDelivery, type KnownOrder, move, type Shop } from './shop.ts'

export interface Hand {
  shop: Shop
  roll: () => number
  /** Waits for its turn, and sends until it is answered. */
  write: (method: string, path: string, body?: unknown) => Promise<Answered | null>
}

const upTo = ({ roll }: Hand, most: number) => 1 + Math.floor(roll() * most)
const pick = <T>({ roll }: Hand, all: readonly T[]): T => all[Math.floor(roll() * all.length)]!
/** A few variants get most of the requests. */
const pickVariants = (hand: Hand, count: number): string[] => {
  const { variants } = hand.shop
  const picked = Array.from({ length: count }, () => variants[Math.floor(variants.length * hand.roll() ** 3)]!)
  return [...new Set(picked)]
}
const ordersOf = ({ shop }: Hand, path = '') => `/api/v1/organizations/${shop.organization_id}/purchase-orders${path}`

/** Creates and approves an order, and registers it as known. */
async function placeOrder(
  hand: Hand,
  more: Record<string, unknown>,
  unitsMax: number,
  variant_ids = pickVariants(hand, upTo(hand, 3)),
): Promise<KnownOrder | null> {
  const { shop, write } = hand
  const external_id = uuidv7()
  const place = more.location_id as string
  const line_items = variant_ids.map((variant_id) => ({
    variant_id,
    quantity: upTo(hand, unitsMax),
  }))
  const created = await write('POST', ordersOf(hand), { external_id, line_items, ...more })
  if (created === null) return null
  const source = (more.source_location_id as string | undefined) ?? null
  const order: KnownOrder = { id: created.body.data.id, external_id, place, source, status: 'draft', lines: [] }
  shop.orders.push(order)
  const approved = await write('POST', ordersOf(hand, `/${order.id}/approve`))
  if (approved === null) return null
  order.status = 'approved'
  order.lines = approved.body.data.line_items.map((line: any) => ({
    line_id: line.line_id,
    variant_id: line.variant_id,
    quantity: line.quantity,
    delivered: 0,
  }))
  return order
}

/** Updates what is known about an order's line, stock and status. */
function arrive({ shop }: Hand, order: KnownOrder, line_id: string, units: number): void {
  const line = order.lines.find((one) => one.line_id === line_id)!
  line.delivered += units
  move(shop, line.variant_id, order.place, units)
}

function follow(order: KnownOrder): void {
  if (order.lines.every(({ quantity, delivered }) => delivered >= quantity)) order.status = 'delivered'
  else if (order.lines.some(({ delivered }) => delivered > 0)) order.status = 'partially_delivered'
  else order.status = order.source === null ? 'approved' : 'issued'
}

async function deliver(hand: Hand, order: KnownOrder): Promise<KnownDelivery | null> {
  const { shop, write } = hand
  const open = order.lines.filter(({ quantity, delivered }) => quantity > delivered)
  if (open.length === 0) return null
  const line_items = open.map(({ line_id, quantity, delivered }) => ({
    line_id,
    received_quantity: upTo(hand, quantity - delivered),
  }))
  const answer = await write('POST', ordersOf(hand, `/${order.id}/deliveries`), { reference: uuidv7(), line_items })
  if (answer === null) return null
  const delivery: KnownDelivery = { id: answer.body.data.delivery_id, order, units: new Map(), is_removed: false }
  shop.deliveries.push(delivery)
  for (const { line_id, received_quantity } of line_items) {
    delivery.units.set(line_id, received_quantity)
    arrive(hand, order, line_id, received_quantity)
  }
  follow(order)
  return delivery
}

async function correct(hand: Hand, delivery: KnownDelivery): Promise<void> {
  const { order, units } = delivery
  const [line_id, before] = [...units][0]!
  const received_quantity = upTo(hand, before)
  const answer = await hand.write('PATCH', ordersOf(hand, `/${order.id}/deliveries/${delivery.id}`), {
    line_items: [{ line_id, received_quantity }],
  })
  if (answer === null) return
  units.set(line_id, received_quantity)
  arrive(hand, order, line_id, received_quantity - before)
  follow(order)
}

async function remove(hand: Hand, delivery: KnownDelivery): Promise<void> {
  const { order, units } = delivery
  const answer = await hand.write('DELETE', ordersOf(hand, `/${order.id}/deliveries/${delivery.id}`))
  if (answer === null) return
  delivery.is_removed = true
  for (const [line_id, received] of units) arrive(hand, order, line_id, -received)
  follow(order)
}

async function purchase(hand: Hand): Promise<void> {
  const { shop, roll } = hand
  const places = { location_id: pick(hand, shop.places), supplier_id: shop.supplier_id }
  const order = await placeOrder(hand, places, 40)
  if (order === null) return
  for (let count = upTo(hand, 3); count > 0; count--) {
    const delivery = await deliver(hand, order)
    if (delivery === null) return
    if (roll() < 0.2) await correct(hand, delivery)
    if (roll() < 0.1) await remove(hand, delivery)
  }
}

async function transfer(hand: Hand): Promise<void> {
  const { shop, write } = hand
  const from = Math.floor(hand.roll() * shop.places.length)
  const to = (from + upTo(hand, shop.places.length - 1)) % shop.places.length
  const places = { location_id: shop.places[to]!, source_location_id: shop.places[from]!, order_type: 'transfer' }
  const order = await placeOrder(hand, places, 6)
  if (order === null) return
  if ((await write('POST', ordersOf(hand, `/${order.id}/issue`))) === null) return
  for (const { variant_id, quantity } of order.lines) move(shop, variant_id, order.source!, -quantity)
  follow(order)
  for (let count = upTo(hand, 3); count > 0; count--) if ((await deliver(hand, order)) === null) return
}

async function count(hand: Hand): Promise<void> {
  const { shop, write } = hand
  const location_id = pick(hand, shop.places)
  const variant_ids = pickVariants(hand, 2)
  const created = await write('POST', '/api/v1/stocktakes', {
    name: 'Count',
    counted_on: '2026-11-20',
    location_ids: [location_id],
    variant_ids,
  })
  if (created === null) return
  const { id } = created.body.data
  shop.stocktakes.push(id)
  const counts = variant_ids.map((variant_id) => ({
    variant_id,
    location_id,
    counted_quantity: 9_990 + upTo(hand, 20),
  }))
  if ((await write('PATCH', `/api/v1/stocktakes/${id}/counts`, { counts })) === null) return
  await write('POST', `/api/v1/stocktakes/${id}/post`)
}

async function sell(hand: Hand): Promise<void> {
  const { shop } = hand
  const location_id = pick(hand, shop.places)
  const variant_ids = pickVariants(hand, 2)
  if ((await hand.write('POST', '/api/v1/tests/take', { location_id, variant_ids })) === null) return
  shop.sold_units += variant_ids.length
  for (const variant_id of variant_ids) move(shop, variant_id, location_id, -1)
}

/** Reserves parts for kits that are never made; every second order is cancelled, which releases them. */
async function reserveParts(hand: Hand): Promise<void> {
  const { shop, roll, write } = hand
  const place = { location_id: pick(hand, shop.places), order_type: 'manufacturing' }
  const order = await placeOrder(hand, place, 20, [shop.kit])
  if (order === null) return
  if ((await write('POST', ordersOf(hand, `/${order.id}/auto-allocate`))) === null || roll() < 0.5) return
  if ((await write('PATCH', ordersOf(hand, `/${order.id}`), { status: 'cancelled' })) !== null)
    order.status = 'cancelled'
}

/** Of eleven scenarios four are purchases, two each transfers, counts and sales, and one reserves units. */
const scenarios = [purchase, purchase, purchase, purchase, transfer, transfer, count, count, sell, sell, reserveParts]

export const playScenario = (hand: Hand): Promise<void> => pick(hand, scenarios)(hand)
