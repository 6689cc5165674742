/** What each state of an order allows: every act is tried over HTTP on an order in every state. */
import { readFileSync } from 'node:fs'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { allowedIn, heldBack, type Lifecycle, type OrderAct } from '../../../server/selling/orders/rules.ts'
import { orderLifecycles } from '../../../server/selling/known_values.ts'
import { path, proveBooks } from '../support/orders.ts'
import { openWarehouseShop, type WarehouseShop } from '../support/warehouse.ts'

setDefaultTimeout(600_000)

const opened: WarehouseShop[] = []
afterAll(() => Promise.all(opened.map((shop) => shop.stop())))

async function openShop(): Promise<WarehouseShop> {
  const shop = await openWarehouseShop()
  opened.push(shop)
  const found = await shop.admin.post('/api/v1/stock-adjustments', {
    reason: 'found',
    lines: [{ sku: 'J-S', location_id: shop.ids.locations.Main, quantity: 2_000 }],
  })
  expect(found.status).toBe(201)
  return shop
}

const small = { sku: 'J-S', quantity: 4, unit_price_cents: 2500 }
/** There is none of it. */
const large = { sku: 'J-L', quantity: 1, unit_price_cents: 2500 }

const place = (shop: WarehouseShop, lifecycle: 'draft' | 'open', ...lines: object[]) =>
  shop.placed({ trading_partner_id: shop.account_id, lifecycle, lines })

async function allocated(shop: WarehouseShop, ...lines: object[]) {
  const order = await place(shop, 'open', ...lines)
  expect((await shop.act(order, 'allocate')).status).toBe(200)
  return order
}

async function shipped(shop: WarehouseShop, quantity: number) {
  const order = await allocated(shop, small)
  const lines = [{ sku: 'J-S', quantity }]
  expect((await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines })).status).toBe(201)
  return order
}

async function cancelled(shop: WarehouseShop) {
  const order = await place(shop, 'open', small)
  expect((await shop.act(order, 'cancel')).status).toBe(200)
  return order
}

/** Makes an order in the state. */
const orderIn: Record<Lifecycle, (shop: WarehouseShop) => Promise<any>> = {
  draft: (shop) => place(shop, 'draft', small),
  open: (shop) => place(shop, 'open', small),
  partially_allocated: (shop) => allocated(shop, small, large),
  allocated: (shop) => allocated(shop, small),
  partially_fulfilled: (shop) => shipped(shop, 1),
  fulfilled: (shop) => shipped(shop, 4),
  cancelled,
}

type Try = (shop: WarehouseShop, order: any, state: Lifecycle) => Promise<{ status: number; body: any }>

const patch =
  (body: (shop: WarehouseShop, order: any) => object): Try =>
  (shop, order) =>
    shop.tenant.patch(`${path}/${order.order_id}`, body(shop, order))

const post =
  (name: string, body: (order: any, shop: WarehouseShop) => object = () => ({})): Try =>
  (shop, order) =>
    shop.admin.post(`${path}/${order.order_id}/${name}`, body(order, shop))

const line = (order: any) => ({ line_item_id: order.line_items[0].line_item_id })

const tries: Record<OrderAct, Try> = {
  update_details: patch(() => ({ notes: 'Call before delivery.' })),
  update_sale: patch(() => ({ freight_cents: 900 })),
  update_location: patch(({ ids }) => ({ location_id: ids.locations.Store })),
  update_lines: patch((_, order) => ({ lines: [{ ...line(order), quantity: 5 }] })),
  update_prices: patch((_, order) => ({ lines: [{ ...line(order), unit_price_cents: 1_900 }] })),
  confirm: post('confirm', (order) => ({
    lines: order.line_items.map((one: any) => ({ line_item_id: one.line_item_id, verdict: 'accepted' })),
  })),
  allocate: post('allocate'),
  unallocate: post('unallocate'),
  hold: post('hold', () => ({ reason: 'credit' })),
  release_hold: post('release-hold'),
  cancel: post('cancel'),
  cancel_lines: post('cancel', (order) => ({ lines: [{ ...line(order), quantity: 1 }] })),
  split: post('split', (order) => ({ by: 'line', lines: [{ ...line(order), quantity: 1 }] })),
  async merge(shop, order, state) {
    const other = await place(shop, state === 'draft' ? 'draft' : 'open', small)
    return post('merge', () => ({ from_order_ids: [other.order_id] }))(shop, order, state)
  },
  duplicate: post('duplicate'),
  record_shipment: post('shipments', () => ({ lines: [{ sku: 'J-S', quantity: 1 }] })),
  report_shipment: (shop, { order_id }) =>
    shop.report('shipments', { report_id: uuidv7(), order_id, lines: [{ sku: 'J-S', quantity: 1 }] }),
  invoice: post('invoice'),
  release: post('release'),
}

/** done, or what refused it: the act that the state or the hold does not allow. */
const outcomeOf = ({ status, body }: { status: number; body: any }): string => {
  if (status < 300) return 'done'
  return `${status} ${body.code ?? body.message?.code} ${body.data?.act} ${body.data?.lifecycle}`
}

const acts = Object.keys(allowedIn) as OrderAct[]

test('every act is done in the states that allow it and refused in the others, with its name and the state', async () => {
  expect(Object.keys(tries)).toEqual(acts)
  const [found, expected]: [string[], string[]] = [[], []]
  for (const act of acts) {
    // A key writes so many times a minute, so each act has an organisation of its own.
    const shop = await openShop()
    for (const state of orderLifecycles) {
      const order = await orderIn[state](shop)
      expect((await shop.get(order)).lifecycle).toBe(state)
      const before = await shop.get(order)
      const outcome = outcomeOf(await tries[act](shop, before, state))
      if (outcome !== 'done') expect(await shop.get(order)).toEqual(before)
      found.push(`${act} ${state}: ${outcome}`)
      // An order that is over refuses whatever is changed for that reason.
      const isOver = /^update_(sale|location)$/.test(act) && !allowedIn.update_details.includes(state)
      const refused = `409 conflict ${isOver ? 'update_details' : act} ${state}`
      expected.push(`${act} ${state}: ${allowedIn[act].includes(state) ? 'done' : refused}`)
    }
    await proveBooks(shop)
  }
  expect(found).toHaveLength(acts.length * orderLifecycles.length)
  expect(found).toEqual(expected)
})

test('during a hold, the acts that would ship the order are refused, with the reason, and all others are done', async () => {
  const shop = await openShop()
  const found: OrderAct[] = []
  for (const act of acts)
    for (const state of ['draft', 'allocated', 'partially_fulfilled'] as const) {
      if (!allowedIn[act].includes(state)) continue
      const order = await orderIn[state](shop)
      await shop.admin.post(`${path}/${order.order_id}/hold`, { reason: 'fraud' })
      const answer = await tries[act](shop, await shop.get(order), state)
      if (answer.status < 300) continue
      expect([act, answer.status, answer.body.data.act, answer.body.data.hold_reason]).toEqual([act, 409, act, 'fraud'])
      found.push(act)
    }
  expect([...new Set(found)].toSorted()).toEqual([...heldBack].toSorted())
})

/** The rows of the guide's table of states as [act, cells]. */
function drawn(): [string, string[]][] {
  const guide = new URL('../../../docs-site/src/content/docs/api/guides/changing-orders.md', import.meta.url)
  const rows = readFileSync(guide, 'utf8')
    .split('\n')
    .filter((row) => /^\| .* \|$/.test(row))
  return rows.map((row) => {
    const [name, ...cells] = row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    return [name!, cells]
  })
}

const named: Record<OrderAct, string> = {
  update_details: 'Change reference, dates, commitment, terms, notes',
  update_sale: 'Change freight, channel, customer',
  update_location: 'Change the location',
  update_lines: 'Change lines, quantities',
  update_prices: 'Change prices ²',
  confirm: 'Confirm ¹',
  allocate: 'Allocate ¹',
  unallocate: 'Unallocate',
  hold: 'Put on hold',
  release_hold: 'Release the hold',
  cancel: 'Cancel',
  cancel_lines: 'Cancel units of lines',
  split: 'Split',
  merge: 'Merge ¹',
  duplicate: 'Duplicate',
  record_shipment: 'Record a shipment ¹',
  report_shipment: 'Report a shipment, as a warehouse',
  invoice: 'Invoice',
  release: 'Release to a warehouse ¹',
}

test('the guide draws what each state allows, and marks what a hold refuses', () => {
  const [head, ...rows] = drawn().filter(([, cells]) => cells.length === orderLifecycles.length)
  expect(head![1].map((cell) => cell.replaceAll('`', ''))).toEqual([...orderLifecycles])
  const expected = acts.map((act) => [
    named[act],
    orderLifecycles.map((state) => (allowedIn[act].includes(state) ? 'yes' : '–')),
  ])
  expect(rows.filter(([name]) => !/^-+$/.test(name.replaceAll(':', '')))).toEqual(expected as never)
  expect(acts.filter((act) => named[act].endsWith('¹')).toSorted()).toEqual([...heldBack].toSorted())
})
