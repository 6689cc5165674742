/** Executes a step over HTTP and in the model, and compares both results. */
import assert from 'node:assert/strict'
import type { Kind } from './kind.ts'
import {
  beforeTheEnd,
  type Delivery,
  mayReceive,
  openStatuses,
  type Order,
  outstanding,
  type SubmittedDelivery,
  type Units,
} from '../truth/orders.ts'
import { type Correction } from '../truth/receiving.ts'
import { instantAgo, suppliers } from '../setting.ts'
import { orderSteps, type OrderStep } from './steps.ts'
import { agree, choose, elsewhereThan, type World } from '../world.ts'
import { costOf, divide, instantOf, ofCents, shown } from '../truth/stock.ts'

async function orderStep(world: World, step: OrderStep & { does: 'order' }): Promise<void> {
  const { model, ids, ask, at } = world
  const { type, place } = step
  const currency = type === 'purchase' ? step.currency : 'USD'
  const is_drawn = type === 'transfer' || (type === 'manufacturing' && step.has_source)
  const source = is_drawn ? elsewhereThan(place) : type === 'manufacturing' ? place : null
  const carton = type === 'purchase' ? step.carton : null
  // Callers cannot state the cost of transferred units.
  const requestLines = step.lines.map((line) => ({ ...line, cost: type === 'transfer' ? null : line.cost }))
  const order = model.order(
    { type, place, source, currency, carton },
    requestLines.map(({ sku, quantity, cost }) => {
      const unit = cost === null ? null : divide(ofCents(cost), carton ?? 1)
      return { sku, quantity: quantity * (carton ?? 1), delivered: 0, in_transit: 0, cost: unit, left: null, onTop: 0n }
    }),
  )
  const answer = await ask('POST', at(), {
    order_type: type,
    location_id: ids.locations[place],
    ...(is_drawn ? { source_location_id: ids.locations[source!] } : {}),
    ...(type === 'purchase' ? { supplier_id: ids.suppliers[suppliers[currency]!] } : {}),
    line_items: requestLines.map(({ sku, quantity, cost }) => ({
      variant_id: ids.variants[sku],
      ...(carton === null
        ? { quantity, ...(cost === null ? {} : { unit_cost: cost / 100 }) }
        : {
            purchase_unit: 'CA',
            purchase_unit_factor: carton,
            purchase_quantity: quantity,
            ...(cost === null ? {} : { purchase_unit_cost: cost / 100 }),
          }),
    })),
  })
  agree(world, `order ${type}`, answer, order === null ? 400 : 200)
  if (order === null) return
  if (carton !== null) world.note('order cartons', true)
  order.id = answer.body.data.id
  const read = await ask('GET', at(`/${order.id}`))
  order.line_ids = read.body.data.line_items.map((line: { line_id: string }) => line.line_id)
}

async function approve(world: World, order: Order): Promise<void> {
  const answer = await world.ask('POST', world.at(`/${order.id}/approve`))
  agree(world, `approve ${order.type}`, answer, world.model.approve(order))
}

async function issue(world: World, order: Order): Promise<void> {
  const body = order.type === 'purchase' ? { channel: 'link' } : {}
  const answer = await world.ask('POST', world.at(`/${order.id}/issue`), body)
  agree(world, `issue ${order.type}`, answer, world.model.issue(order))
}

/** Advances a new order to the state in the step. */
async function advance(
  world: World,
  order: Order,
  { until, delivered_at }: OrderStep & { does: 'order' },
): Promise<void> {
  if (until === 'draft') return
  await approve(world, order)
  if (until === 'issued' || until === 'delivered') await issue(world, order)
  if (until !== 'delivered') return
  await submit(world, order, {
    reference: 'DN',
    received_at: delivered_at === null || order.type === 'transfer' ? null : instantAgo(delivered_at),
    not_in_count: false,
    accept: false,
    lines: order.lines.map(({ quantity }, line) => ({ line, quantity })),
  })
}

const bodyOf = (order: Order, { reference, received_at, not_in_count, accept, lines }: SubmittedDelivery) => ({
  reference,
  ...(received_at === null ? {} : { received_at }),
  ...(not_in_count ? { not_in_count } : {}),
  ...(accept ? { accept_over_receipt: true } : {}),
  // Whole cartons are reported as such.
  line_items: lines.map(({ line, quantity }) => ({
    line_id: order.line_ids[line],
    ...(order.carton !== null && quantity % order.carton === 0
      ? { purchase_quantity: quantity / order.carton }
      : { received_quantity: quantity }),
  })),
})

/** An index beyond the order's lines selects another of its lines; none is selected twice. */
function onLines(order: Order, units: readonly Units[]) {
  const byLine = new Map(units.map(({ line, quantity }) => [line % order.lines.length, quantity]))
  return [...byLine].map(([line, quantity]) => ({ line, quantity }))
}

async function submit(world: World, order: Order, submitted: SubmittedDelivery): Promise<void> {
  const { model, ask, at } = world
  const { status, delivery, is_new } = model.receiving.deliver(order, submitted)
  const answer = await ask('POST', at(`/${order.id}/deliveries`), bodyOf(order, submitted))
  if (!agree(world, `${is_new || status > 200 ? 'deliver' : 'submit again'} ${order.type}`, answer, status)) return
  if (is_new) delivery!.id = answer.body.data.delivery_id
  else assert.equal(answer.body.data.delivery_id, delivery!.id)
}

async function markDelivered(world: World, order: Order): Promise<void> {
  const { model, ask, at } = world
  const { status, delivery } = model.receiving.markDelivered(order)
  const answer = await ask('POST', at(`/${order.id}/mark_delivered`), {})
  if (!agree(world, `mark_delivered ${order.type}`, answer, status)) return
  const known = new Set(model.deliveries.map(({ id }) => id))
  const fresh = answer.body.data.deliveries.filter((one: { delivery_id: string }) => !known.has(one.delivery_id))
  assert.equal(fresh.length, 1)
  delivery!.id = fresh[0].delivery_id
}

/** A line that a step corrects: its units, its cost, or both. */
function correctedLines(delivery: Delivery, step: OrderStep & { does: 'correct' }): Correction['lines'] {
  const { order } = delivery
  const { accept, cost, keeps_units } = step
  // More than was sent is always refused.
  const most = (line: number) => (delivery.lines.get(line)?.quantity ?? 0) + outstanding(order, order.lines[line]!)
  // Where no rate is there, units that are booked again may take the cost of the stock, which cannot be corrected then.
  const mayState = (line: number) => {
    const isOwn = order.currency === 'USD'
    const held = delivery.lines.get(line)
    if (isOwn || held === undefined) return isOwn
    return held.unit !== null || order.lines[line]!.cost !== null
  }
  const mayCost = cost !== null && (order.type === 'purchase' || accept)
  return onLines(order, step.lines).map(({ line, quantity }) => {
    const isCosted = mayCost && (order.type !== 'purchase' || mayState(line))
    const units = order.type === 'transfer' && !accept ? Math.min(quantity, most(line)) : quantity
    return {
      line,
      ...(isCosted && keeps_units ? {} : { quantity: units }),
      ...(isCosted ? { cost: costOf(cost / 100)! } : {}),
    }
  })
}

async function correct(world: World, delivery: Delivery, step: OrderStep & { does: 'correct' }): Promise<void> {
  const { model, ask, at } = world
  const { order } = delivery
  const { accept } = step
  // A transfer cannot have arrived before it left, so most corrections of one leave the time as it is.
  const isKept = step.received_at === null || (order.type === 'transfer' && !accept)
  const received_at = isKept ? null : instantAgo(step.received_at!)
  const lines = correctedLines(delivery, step)
  const freight = order.type === 'purchase' || accept ? step.freight : undefined
  const bills = freight === undefined ? {} : { freight }
  const not_in_count = step.not_in_count ?? delivery.not_in_count
  const answer = await ask('PATCH', at(`/${order.id}/deliveries/${delivery.id}`), {
    ...(received_at === null ? {} : { received_at }),
    ...(step.not_in_count === null ? {} : { not_in_count }),
    ...(accept ? { accept_over_receipt: true } : {}),
    ...(freight === undefined ? {} : { freight_cents: freight }),
    line_items: lines.map(({ line, quantity, cost }) => ({
      line_id: order.line_ids[line],
      ...(quantity === undefined ? {} : { received_quantity: quantity }),
      ...(cost === undefined ? {} : { unit_cost: shown(cost) }),
    })),
  })
  const act = lines.some(({ cost }) => cost !== undefined) ? 'correct cost' : 'correct'
  const status = model.receiving.correct(delivery, { received_at, not_in_count, accept, lines, bills })
  agree(world, `${act} ${order.type}`, answer, status)
  if (status === 200 && freight != null) world.note('bill delivery', true)
}

export async function countStep(
  world: World,
  { place, counted_at, counted }: OrderStep & { does: 'count' },
): Promise<void> {
  const { model, ids, ask } = world
  const created = await ask('POST', '/api/v1/stocktakes', {
    name: 'Count',
    counted_on: '2026-11-20',
    location_ids: [ids.locations[place]],
    variant_ids: counted.map(({ sku }) => ids.variants[sku]),
  })
  agree(world, 'create count', created, 200)
  const count = model.counting.count(place, counted_at === null ? null : instantOf(instantAgo(counted_at)), counted)
  count.id = created.body.data.id
  const counts = counted.map(({ sku, quantity }) => ({
    variant_id: ids.variants[sku],
    location_id: ids.locations[place],
    counted_quantity: quantity,
  }))
  agree(
    world,
    'record counts',
    await ask('PATCH', `/api/v1/stocktakes/${count.id}/counts`, {
      ...(counted_at === null ? {} : { counted_at: instantAgo(counted_at) }),
      counts,
    }),
    204,
  )
}

async function onOrder(world: World, order: Order, step: OrderStep): Promise<void> {
  const { model, ask, at } = world
  switch (step.does) {
    case 'approve':
      return approve(world, order)
    case 'allocate': {
      const answer = await ask('POST', at(`/${order.id}/auto-allocate`))
      return void agree(world, `allocate ${order.type}`, answer, model.allocate(order))
    }
    case 'issue': {
      // Whether a document must be sent again does not affect stock.
      const isOut =
        order.type === 'purchase' && order.is_issued && !order.on_hold && openStatuses.includes(order.status)
      return isOut ? undefined : issue(world, order)
    }
    case 'hold': {
      const answer = await ask('POST', at(`/${order.id}/hold`), step.on ? { reason: 'x' } : { on_hold: false })
      return void agree(world, 'hold', answer, model.hold(order, step.on))
    }
    case 'end': {
      const answer = await ask('PATCH', at(`/${order.id}`), { status: step.status })
      return void agree(world, `end ${order.type}`, answer, model.end(order, step.status))
    }
    case 'amend': {
      const line = step.line % order.lines.length
      const line_items = [{ line_id: order.line_ids[line], quantity: step.quantity }]
      const answer = await ask('PATCH', at(`/${order.id}`), { line_items })
      return void agree(world, `amend ${order.type}`, answer, model.amend(order, line, step.quantity))
    }
    case 'mark_delivered':
      return markDelivered(world, order)
    case 'deliver':
      return submit(world, order, {
        reference: `DN ${step.reference}`,
        received_at:
          step.received_at === null || (order.type === 'transfer' && !step.accept)
            ? null
            : instantAgo(step.received_at),
        not_in_count: step.not_in_count,
        accept: step.accept,
        lines: onLines(order, step.lines).map(({ line, quantity }) => {
          const most = outstanding(order, order.lines[line]!)
          return { line, quantity: step.keeps && most > 0 ? Math.min(quantity, most) : quantity }
        }),
      })
  }
}

async function countDelivery(
  world: World,
  delivery: Delivery,
  step: OrderStep & { does: 'count_delivery' },
): Promise<void> {
  const { model } = world
  const { order, lines } = delivery
  const at_source = step.at_source && order.source !== null
  const place = at_source ? order.source! : order.place
  const held = [...lines].flatMap(([line, { parts }]) =>
    at_source && parts.length > 0 ? parts.map(({ sku }) => sku) : [order.lines[line]!.sku],
  )
  const counted = [...new Set(held)].map((sku) => {
    return { sku, quantity: Math.max((model.stock.levels.get(`${sku} @ ${place}`)?.on_hand ?? 0) + step.found, 0) }
  })
  if (counted.length === 0) return
  await countStep(world, { does: 'count', place, counted_at: step.counted_at, counted })
  if (step.posts) await elsewhere(world, { does: 'post', count: 0 })
}

async function onDelivery(world: World, delivery: Delivery, step: OrderStep): Promise<void> {
  const { model, ask, at } = world
  const { order } = delivery
  if (step.does === 'correct') return correct(world, delivery, step)
  if (step.does === 'count_delivery') return countDelivery(world, delivery, step)
  if (step.does === 'submit_again')
    return delivery.submitted === null ? undefined : submit(world, order, delivery.submitted)
  const answer = await ask('DELETE', at(`/${order.id}/deliveries/${delivery.id}`))
  agree(world, `remove ${order.type}`, answer, model.receiving.remove(delivery))
}

export async function elsewhere(world: World, step: OrderStep): Promise<void> {
  const { model, ask } = world
  if (step.does === 'post') {
    const count = choose(model.counting.counts, step.count, ({ posted }) => posted === null)
    if (count)
      agree(world, 'post count', await ask('POST', `/api/v1/stocktakes/${count.id}/post`), model.counting.post(count))
  }
}

/** Orders that an action applies to. */
const fits: Record<Extract<OrderStep, { order: number }>['does'], (order: Order) => boolean> = {
  approve: ({ status }) => status === 'draft',
  issue: ({ status, is_issued }) => openStatuses.includes(status) && !is_issued,
  allocate: ({ type, status }) => type === 'manufacturing' && beforeTheEnd.includes(status),
  mark_delivered: mayReceive,
  deliver: mayReceive,
  hold: ({ status }) => beforeTheEnd.includes(status),
  end: ({ status }) => beforeTheEnd.includes(status),
  amend: ({ status }) => beforeTheEnd.includes(status),
}

/** A step without a target does nothing. */
async function playOrder(world: World, step: OrderStep): Promise<Order | undefined> {
  const { model } = world
  if (step.does === 'order') {
    const known = model.orders.length
    await orderStep(world, step)
    if (model.orders.length > known) await advance(world, model.orders.at(-1)!, step)
  } else if (step.does === 'count') await countStep(world, step)
  else if ('order' in step) {
    const order = choose(model.orders, step.order, fits[step.does])
    if (order) await onOrder(world, order, step)
    return order
  } else if ('delivery' in step) {
    const delivery = choose(model.deliveries, step.delivery, ({ is_removed }) => !is_removed)
    if (delivery) await onDelivery(world, delivery, step)
    return delivery?.order
  } else await elsewhere(world, step)
  return model.orders.at(-1)
}

export const ordering: Kind<OrderStep> = {
  does: [
    'order',
    'approve',
    'issue',
    'allocate',
    'mark_delivered',
    'hold',
    'end',
    'amend',
    'deliver',
    'submit_again',
    'correct',
    'remove',
    'count',
    'post',
    'count_delivery',
  ],
  steps: orderSteps,
  play: async (world, step) => ({ order: await playOrder(world, step) }),
}
