/** Scenarios of a shop's callers: each is a chain of writes that wait for the previous response. */
import { uuidv7 } from 'uuidv7'
import type { Answered } from './caller.ts'
import { shipmentReport } from '../clients/trade.ts'
import { type KnownDelivery, type KnownOrder, type KnownSale, move, quantityOf, type Shop } from './shop.ts'

export interface Hand {
  shop: Shop
  roll: () => number
  /** Waits for its turn, and sends until it is answered. */
  write: (method: string, path: string, body?: unknown) => Promise<Answered | null>
  /** The same for the report of a warehouse. */
  report: (request: ReturnType<typeof shipmentReport>) => Promise<Answered | null>
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

const salesPath = '/api/v1/sales/orders'

async function placeSale(hand: Hand): Promise<KnownSale | null> {
  const { shop, write } = hand
  const place = pick(hand, shop.places)
  const lines = pickVariants(hand, upTo(hand, 3)).map((variant_id) => ({ variant_id, quantity: upTo(hand, 6) }))
  const terms = { location_id: place, trading_partner_id: shop.account_id, lifecycle: 'open' }
  const created = await write('POST', salesPath, {
    ...terms,
    lines: lines.map((line) => ({ ...line, unit_price_cents: 500 })),
  })
  if (created === null) return null
  const sale: KnownSale = {
    id: created.body.data.order_id,
    place,
    lifecycle: 'open',
    lines: created.body.data.line_items.map((line: any) => ({
      line_id: line.line_item_id,
      variant_id: line.variant_id,
      quantity: line.quantity,
    })),
    units: { allocated: 0, fulfilled: 0, cancelled: 0, invoiced: 0, returned: 0 },
  }
  shop.sales.push(sale)
  return sale
}

/** Ships everything from the order's location, as its warehouse reports it. */
async function ship(hand: Hand, sale: KnownSale): Promise<boolean> {
  const { shop, report } = hand
  const lines = sale.lines.map(({ line_id, quantity }) => ({ line_item_id: line_id, quantity }))
  const shipment = { report_id: uuidv7(), order_id: sale.id, lines }
  if ((await report(shipmentReport(shop.warehouses.get(sale.place)!, shipment))) === null) return false
  sale.lifecycle = 'fulfilled'
  sale.units.allocated = 0
  sale.units.fulfilled = quantityOf(sale)
  shop.sold_units += sale.units.fulfilled
  for (const { variant_id, quantity } of sale.lines) move(shop, variant_id, sale.place, -quantity)
  return true
}

/** One line comes back and is put on the shelf again. */
async function giveBack({ shop, write }: Hand, sale: KnownSale): Promise<void> {
  const { line_id, variant_id, quantity } = sale.lines[0]!
  const created = await write('POST', '/api/v1/sales/returns', {
    order_id: sale.id,
    location_id: sale.place,
    lines: [{ order_line_item_id: line_id, expected_quantity: quantity }],
  })
  if (created === null) return
  const received = await write('POST', `/api/v1/sales/returns/${created.body.data.id}/receive`, {
    lines: [{ variant_id, received_quantity: quantity, restocked_quantity: quantity, disposition: 'restock' }],
  })
  if (received === null) return
  sale.units.returned = quantity
  move(shop, variant_id, sale.place, quantity)
}

/** Wholesale: most orders are allocated and then shipped and invoiced, or cancelled; some come back. */
async function trade(hand: Hand): Promise<void> {
  const { roll, write } = hand
  const sale = await placeSale(hand)
  if (sale === null) return
  if (roll() < 0.8) {
    if ((await write('POST', `${salesPath}/${sale.id}/allocate`)) === null) return
    sale.lifecycle = 'allocated'
    sale.units.allocated = quantityOf(sale)
  }
  if (roll() < 0.3) {
    if ((await write('POST', `${salesPath}/${sale.id}/cancel`, {})) === null) return
    sale.lifecycle = 'cancelled'
    sale.units = { ...sale.units, allocated: 0, cancelled: quantityOf(sale) }
    return
  }
  if (roll() < 0.2 || !(await ship(hand, sale))) return
  if (roll() < 0.8 && (await write('POST', `${salesPath}/${sale.id}/invoice`, {})) !== null)
    sale.units.invoiced = sale.units.fulfilled
  if (roll() < 0.3) await giveBack(hand, sale)
}

/** Each as often as listed. */
const shares = [
  [purchase, 4],
  [trade, 3],
  [transfer, 2],
  [count, 2],
  [sell, 2],
  [reserveParts, 1],
] as const
const scenarios = shares.flatMap(([scenario, share]) => Array.from({ length: share }, () => scenario))

export const playScenario = (hand: Hand): Promise<void> => pick(hand, scenarios)(hand)
