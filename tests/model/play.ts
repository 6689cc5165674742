/** Executes a step over HTTP and in the model, and compares both results. */
import assert from 'node:assert/strict'
import { uuidv7 } from 'uuidv7'
import { type Catalogue, insertRows, setFixture } from '../support/fixtures/catalogue.ts'
import { type Answer, newTenant, type Tenant } from '../support/service/tenant.ts'
import { newSession } from '../support/service/session.ts'
import { insertAccount, playSale } from './play_sales.ts'
import type { Sale } from './sales.ts'
import { sellDaily } from './history.ts'
import { foreignRate, Model } from './model.ts'
import {
  beforeTheEnd,
  type Delivery,
  mayReceive,
  openStatuses,
  type Order,
  outstanding,
  type SubmittedDelivery,
  type Units,
} from './orders.ts'
import type { SaleStep } from './sale_steps.ts'
import { bills, catalogueCosts, places, price_cents, type Step } from './steps.ts'
import { agree, choose, elsewhereThan, type World } from './world.ts'
import { costOf } from './stock.ts'

const keysEach = 6
/** Units that a first count finds at every location, so that there is something to move and to use. */
const opening = [
  { sku: 'A', quantity: 40 },
  { sku: 'B', quantity: 30 },
  { sku: 'C', quantity: 10 },
  { sku: 'KIT', quantity: 5 },
]

async function insertBills(tenant: Tenant, ids: Catalogue): Promise<void> {
  for (const [made, parts] of Object.entries(bills)) {
    const bom_id = uuidv7()
    await insertRows(tenant, 'bills_of_materials', [
      { bom_id, variant_id: ids.variants[made], name: made, is_active: true, created_at: '2026-01-01T00:00:00Z' },
    ])
    await insertRows(
      tenant,
      'bill_of_materials_lines',
      parts.map(({ sku, quantity }) => ({ bom_id, variant_id: ids.variants[sku], quantity })),
    )
  }
}

function askAs(tenant: Tenant, key: string, method: string, path: string, body: unknown): Promise<Answer> {
  if (method === 'GET') return tenant.get(path, { key })
  if (method === 'DELETE') return tenant.delete(path, { key })
  if (method === 'PATCH') return tenant.patch(path, body, { key })
  const isKeyed = path === '/api/v1/sales/orders' || path === '/api/v1/sales/returns'
  return tenant.post(path, body, { key, ...(isKeyed ? { headers: { 'Idempotency-Key': uuidv7() } } : {}) })
}

export async function newWorld(note: World['note']): Promise<World> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: [...places],
    suppliers: ['Mill', { name: 'Weaver', currency: 'EUR' }],
    sales_channels: ['Shop'],
    categories: Object.keys(catalogueCosts),
    // Stock over time is reported by category, so each variant has its own.
    products: Object.entries(catalogueCosts).map(([sku, unit_cost]) => ({
      title: `Thing ${sku}`,
      category: sku,
      variants: [{ sku, unit_cost, price_cents }],
    })),
  })
  await insertBills(tenant, ids)
  await tenant.service.database.sql`
    insert into exchange_rates (organization_id, currency, rate_date, organization_currency_per_unit)
    values (${tenant.organization_id}, 'EUR', '2020-01-01', ${Number(foreignRate) / 10})`
  const keys = [tenant.api_key]
  while (keys.length < keysEach) keys.push((await tenant.mint()).api_key)
  let asked = 0
  const model = new Model(
    Object.fromEntries(Object.entries(catalogueCosts).map(([sku, cost]) => [sku, costOf(cost)])),
    bills,
  )
  const world: World = {
    admin: await newSession(tenant),
    account_id: await insertAccount(tenant),
    tenant,
    ids,
    model,
    ask: async (method, path, body) => {
      for (;;) {
        const answer = await askAs(tenant, keys[asked++ % keys.length]!, method, path, body)
        if (answer.status !== 429 && answer.status !== 503) return answer
        // Long histories use up every key, and a busy machine its waits: nothing was attempted, and it is sent again.
        await Bun.sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
      }
    },
    at: (path = '') => `/api/v1/organizations/${tenant.organization_id}/purchase-orders${path}`,
    note,
  }
  await sellDaily(world)
  for (const place of places) {
    await countStep(world, { does: 'count', place, counted: opening })
    await elsewhere(world, { does: 'post', count: 0 })
  }
  return world
}

async function orderStep(world: World, step: Step & { does: 'order' }): Promise<void> {
  const { model, ids, ask, at } = world
  const { type, place } = step
  const is_foreign = step.is_foreign && type === 'purchase'
  const is_drawn = type === 'transfer' || (type === 'manufacturing' && step.has_source)
  const source = is_drawn ? elsewhereThan(place) : type === 'manufacturing' ? place : null
  // Callers cannot state the cost of transferred units.
  const asked = step.lines.map((line) => ({ ...line, cost: type === 'transfer' ? null : line.cost }))
  const order = model.order(
    { type, place, source, is_foreign },
    asked.map(({ sku, quantity, cost }) => {
      return { sku, quantity, delivered: 0, in_transit: 0, cost: cost === null ? null : costOf(cost / 100) }
    }),
  )
  const answer = await ask('POST', at(), {
    order_type: type,
    location_id: ids.locations[place],
    ...(is_drawn ? { source_location_id: ids.locations[source!] } : {}),
    ...(type === 'purchase' ? { supplier_id: ids.suppliers[is_foreign ? 'Weaver' : 'Mill'] } : {}),
    line_items: asked.map(({ sku, quantity, cost }) => ({
      variant_id: ids.variants[sku],
      quantity,
      ...(cost === null ? {} : { unit_cost: cost / 100 }),
    })),
  })
  agree(world, `order ${type}`, answer, order === null ? 400 : 200)
  if (order === null) return
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
async function advance(world: World, order: Order, until: (Step & { does: 'order' })['until']): Promise<void> {
  if (until === 'draft') return
  await approve(world, order)
  if (until === 'issued') await issue(world, order)
}

const bodyOf = (order: Order, { reference, received_at, accept, lines }: SubmittedDelivery) => ({
  reference,
  ...(received_at === null ? {} : { received_at }),
  ...(accept ? { accept_over_receipt: true } : {}),
  line_items: lines.map(({ line, quantity }) => ({ line_id: order.line_ids[line], received_quantity: quantity })),
})

/** An index beyond the order's lines selects another of its lines; none is selected twice. */
function onLines(order: Order, units: readonly Units[]) {
  const byLine = new Map(units.map(({ line, quantity }) => [line % order.lines.length, quantity]))
  return [...byLine].map(([line, quantity]) => ({ line, quantity }))
}

async function submit(world: World, order: Order, submitted: SubmittedDelivery): Promise<void> {
  const { model, ask, at } = world
  const { status, delivery, is_new } = model.deliver(order, submitted)
  const answer = await ask('POST', at(`/${order.id}/deliveries`), bodyOf(order, submitted))
  if (!agree(world, `${is_new || status > 200 ? 'deliver' : 'submit again'} ${order.type}`, answer, status)) return
  if (is_new) delivery!.id = answer.body.data.delivery_id
  else assert.equal(answer.body.data.delivery_id, delivery!.id)
}

async function markDelivered(world: World, order: Order): Promise<void> {
  const { model, ask, at } = world
  const { status, delivery } = model.markDelivered(order)
  const answer = await ask('POST', at(`/${order.id}/mark_delivered`), {})
  if (!agree(world, `mark_delivered ${order.type}`, answer, status)) return
  const known = new Set(model.deliveries.map(({ id }) => id))
  const fresh = answer.body.data.deliveries.filter((one: { delivery_id: string }) => !known.has(one.delivery_id))
  assert.equal(fresh.length, 1)
  delivery!.id = fresh[0].delivery_id
}

async function correct(world: World, delivery: Delivery, step: Step & { does: 'correct' }): Promise<void> {
  const { model, ask, at } = world
  const { order } = delivery
  const { accept } = step
  // A transfer cannot have arrived before it left, so most corrections of one leave the time as it is.
  const received_at = order.type === 'transfer' && !accept ? null : step.received_at
  // More than was sent is always refused.
  const most = (line: number) => (delivery.lines.get(line)?.quantity ?? 0) + outstanding(order, order.lines[line]!)
  const lines = onLines(order, step.lines).map(({ line, quantity }) => ({
    line,
    quantity: order.type === 'transfer' && !accept ? Math.min(quantity, most(line)) : quantity,
  }))
  const { reference: _reference, ...body } = bodyOf(order, { reference: '', received_at, accept, lines })
  const answer = await ask('PATCH', at(`/${order.id}/deliveries/${delivery.id}`), body)
  agree(world, `correct ${order.type}`, answer, model.correct(delivery, { received_at, accept, lines }))
}

async function countStep(world: World, { place, counted }: Step & { does: 'count' }): Promise<void> {
  const { model, ids, ask } = world
  const created = await ask('POST', '/api/v1/stocktakes', {
    name: 'Count',
    counted_on: '2026-11-20',
    location_ids: [ids.locations[place]],
    variant_ids: counted.map(({ sku }) => ids.variants[sku]),
  })
  agree(world, 'create count', created, 200)
  const count = model.counting.count(place, counted)
  count.id = created.body.data.id
  const counts = counted.map(({ sku, quantity }) => ({
    variant_id: ids.variants[sku],
    location_id: ids.locations[place],
    counted_quantity: quantity,
  }))
  agree(world, 'record counts', await ask('PATCH', `/api/v1/stocktakes/${count.id}/counts`, { counts }), 204)
}

async function onOrder(world: World, order: Order, step: Step): Promise<void> {
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
        received_at: order.type === 'transfer' && !step.accept ? null : step.received_at,
        accept: step.accept,
        lines: onLines(order, step.lines).map(({ line, quantity }) => {
          const most = outstanding(order, order.lines[line]!)
          return { line, quantity: step.keeps && most > 0 ? Math.min(quantity, most) : quantity }
        }),
      })
  }
}

async function countDelivery(world: World, delivery: Delivery, step: Step & { does: 'count_delivery' }): Promise<void> {
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
  await countStep(world, { does: 'count', place, counted })
  if (step.posts) await elsewhere(world, { does: 'post', count: 0 })
}

async function onDelivery(world: World, delivery: Delivery, step: Step): Promise<void> {
  const { model, ask, at } = world
  const { order } = delivery
  if (step.does === 'correct') return correct(world, delivery, step)
  if (step.does === 'count_delivery') return countDelivery(world, delivery, step)
  if (step.does === 'submit_again')
    return delivery.submitted === null ? undefined : submit(world, order, delivery.submitted)
  const answer = await ask('DELETE', at(`/${order.id}/deliveries/${delivery.id}`))
  agree(world, `remove ${order.type}`, answer, model.remove(delivery))
}

async function elsewhere(world: World, step: Step): Promise<void> {
  const { model, ids, ask } = world
  if (step.does === 'sell') {
    const { sku, place, units } = step
    const variant_ids = Array.from({ length: units }, () => ids.variants[sku])
    const answer = await ask('POST', '/api/v1/tests/take', { location_id: ids.locations[place], variant_ids })
    agree(world, 'sell', answer, model.sell(sku, place, units))
  }
  if (step.does === 'post') {
    const count = choose(model.counting.counts, step.count, ({ posted }) => posted === null)
    if (count)
      agree(world, 'post count', await ask('POST', `/api/v1/stocktakes/${count.id}/post`), model.counting.post(count))
  }
}

/** Orders that an action applies to. */
const fits: Record<Extract<Step, { order: number }>['does'], (order: Order) => boolean> = {
  approve: ({ status }) => status === 'draft',
  issue: ({ status, is_issued }) => openStatuses.includes(status) && !is_issued,
  allocate: ({ type, status }) => type === 'manufacturing' && beforeTheEnd.includes(status),
  mark_delivered: mayReceive,
  deliver: mayReceive,
  hold: ({ status }) => beforeTheEnd.includes(status),
  end: ({ status }) => beforeTheEnd.includes(status),
  amend: ({ status }) => beforeTheEnd.includes(status),
}

/** Plays one step; returns the order concerned. A step without a target does nothing. */
export async function play(world: World, step: Step): Promise<{ order?: Order | undefined; sale?: Sale | undefined }> {
  if (step.does === 'sale' || 'sale' in step) return { sale: await playSale(world, step) }
  return { order: await playOther(world, step) }
}

async function playOther(world: World, step: Exclude<Step, SaleStep>): Promise<Order | undefined> {
  const { model } = world
  if (step.does === 'order') {
    const known = model.orders.length
    await orderStep(world, step)
    if (model.orders.length > known) await advance(world, model.orders.at(-1)!, step.until)
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
