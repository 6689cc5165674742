/** Stock of a bundle's own is ordered or added while the bundle is switched to have none: one of the two happens, never both. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { type Importer, openImporter } from '../../imports/rig.ts'
import { whileHeld } from '../../support/held.ts'
import type { Answer } from '../../support/service/tenant.ts'
import { type BundleShop, setShop } from './sold_bundles.ts'

setDefaultTimeout(60_000)

const shortly = () => new Promise((resolve) => setTimeout(resolve, 5))
const codeOf = ({ status, body }: Answer) => [status, body.code]
const assembled = { stocking: 'assembled_when_sold' }

async function readyMadeShop(): Promise<BundleShop> {
  const shop = await setShop()
  expect((await shop.change('SET', { stocking: 'ready_made' })).status).toBe(200)
  return shop
}

const ordersOf = ({ tenant }: BundleShop) => `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
const lines = ({ ids }: BundleShop, sku = 'SET') => [{ variant_id: ids.variants[sku], quantity: 1 }]
const place = (shop: BundleShop, sku?: string) =>
  shop.tenant.post(ordersOf(shop), { location_id: shop.ids.locations.A, line_items: lines(shop, sku) })

/** Waits until the request that was sent before waits for a lock. */
async function oneWaits({ tenant }: BundleShop): Promise<void> {
  for (;;) {
    const [row] = await tenant.service.database.sql<{ waiting: number }[]>`
      select count(distinct pid)::int as waiting from pg_locks where not granted`
    if (row!.waiting > 0) return
    await shortly()
  }
}

const adjust = ({ session, ids }: BundleShop, quantity: number) =>
  session.post('/api/v1/stock-adjustments', {
    reason: 'correction',
    lines: [{ location_id: ids.locations.A, sku: 'SET', quantity }],
  })

const fileOf = (on_hand: number) => `SKU,Location,On hand\nSET,A,${on_hand}`

/** How an import went, in the words of an answer: refused if a record of it was. */
async function wentOf(importer: Importer, import_id: string): Promise<Answer> {
  const { state, result, undo_result } = await importer.get(import_id)
  const { refused } = (undo_result ?? result).records
  const isWritten = ['completed', 'undone'].includes(state) && refused === 0
  return { status: isWritten ? 200 : 400, body: { code: state }, text: state, headers: new Headers() }
}

async function stepped(importer: Importer, import_id: string, step: 'run' | 'undo'): Promise<Answer> {
  await importer.step(import_id, step)
  await importer.work()
  return wentOf(importer, import_id)
}

type Way = [
  what: string,
  table: string,
  refusal: [status: number, code: string],
  way: (shop: BundleShop) => Promise<() => Promise<Answer>>,
]

const unable: [number, string] = [400, 'bad_request']
const ways: Way[] = [
  ['a purchase order', 'purchase_orders', unable, async (shop) => () => place(shop)],
  [
    'a line of a purchase order',
    'purchase_order_lines',
    unable,
    async (shop) => {
      const { id } = (await place(shop, 'A1')).body.data
      return () => shop.tenant.patch(`${ordersOf(shop)}/${id}`, { line_items: lines(shop) })
    },
  ],
  [
    'a correction of a delivery of an ended order',
    'stock_movements',
    [409, 'conflict'],
    async (shop) => {
      const order = await shop.ordered([['SET', 1, 5]])
      const { delivery_id } = (await shop.deliver(order, [['SET', 1]])).body.data
      await adjust(shop, -1)
      const [line] = lines(shop)
      const line_items = [{ variant_id: line!.variant_id, received_quantity: 3 }]
      const path = `${ordersOf(shop)}/${order}/deliveries/${delivery_id}`
      // Two more had come than were recorded.
      return () => shop.tenant.patch(path, { line_items, accept_over_receipt: true })
    },
  ],
  ['an adjustment', 'stock_adjustments', unable, async (shop) => () => adjust(shop, 1)],
  [
    'an adjustment that is undone',
    'stock_movements',
    [409, 'conflict'],
    async (shop) => {
      await adjust(shop, 1)
      const { adjustment_id } = (await adjust(shop, -1)).body.data
      return () => shop.session.post(`/api/v1/stock-adjustments/${adjustment_id}/undo`, {})
    },
  ],
  [
    'a stocktake',
    'stock_movements',
    unable,
    async (shop) => {
      const stocktake = await shop.openCount({ SET: 1 })
      return () => shop.post(stocktake)
    },
  ],
  [
    'an import of stock',
    'stock_movements',
    [400, 'completed'],
    async ({ tenant }) => {
      const importer = await openImporter(tenant)
      const { import_id } = await importer.previewed(fileOf(1), { kind: 'inventory' })
      return () => stepped(importer, import_id, 'run')
    },
  ],
  [
    'an import of stock that is undone',
    'stock_movements',
    [400, 'partly_undone'],
    async (shop) => {
      await adjust(shop, 1)
      const importer = await openImporter(shop.tenant)
      const { import_id } = await importer.imported(fileOf(0), { kind: 'inventory' })
      return () => stepped(importer, import_id, 'undo')
    },
  ],
]

test.each(ways)(
  '%s that is written first is seen by the switch, which is refused',
  async (_what, table, _refusal, way) => {
    const shop = await readyMadeShop()
    const bring = await way(shop)
    // What brings the stock has read the bundle as ready-made, and waits to write.
    const [brought, switched] = await whileHeld(shop.tenant, `lock table ${table} in share mode`, [
      bring,
      () => oneWaits(shop).then(() => shop.change('SET', assembled)),
    ])
    expect(brought!.status, brought!.text).toBeLessThan(300)
    expect(codeOf(switched!)).toEqual([409, 'conflict'])
    expect(switched!.body.message.desc).toContain('must leave SET ready_made while it has stock of its own')
    // Sent again, it names what stands in the way.
    expect(codeOf(await shop.change('SET', assembled))).toEqual([400, 'bad_request'])
  },
)

test.each(ways)(
  'a switch that is written first is seen by %s, which is refused',
  async (_what, _table, refusal, way) => {
    const shop = await readyMadeShop()
    const bring = await way(shop)
    const [switched, brought] = await whileHeld(shop.tenant, 'lock table bundle_components in share mode', [
      () => shop.change('SET', assembled),
      () => oneWaits(shop).then(bring),
    ])
    expect(switched!.status, switched!.text).toBe(200)
    expect(codeOf(brought!), brought!.text).toEqual(refusal)
    expect(await shop.level('SET')).toEqual([0, 0])
  },
)

test('a bundle that is created while its variant is ordered keeps the stock of its own', async () => {
  const shop = await setShop()
  const bundle = () => shop.bundle('A1', { B1: 2 }, assembled)
  expect(
    (
      await shop.tenant.service.database.sql`
    update stock_levels set on_hand = 0 where organization_id = ${shop.tenant.organization_id}`
    ).count,
  ).toBeGreaterThan(0)
  const [ordered, created] = await whileHeld(shop.tenant, 'lock table purchase_orders in share mode', [
    () => place(shop, 'A1'),
    () => oneWaits(shop).then(bundle),
  ])
  expect([ordered!.status, ...codeOf(created!)]).toEqual([200, 409, 'conflict'])
})

test('of orders and a switch at once, either the orders are placed or the bundle is switched', async () => {
  for (let round = 0; round < 6; round++) {
    const shop = await readyMadeShop()
    const [switched, ...placed] = await Promise.all([
      shop.change('SET', assembled),
      place(shop),
      place(shop),
      place(shop),
    ])
    const isSwitched = switched.status === 200
    expect(placed.some(({ status }) => status === 200)).toBe(!isSwitched)
    for (const { status } of placed) expect([200, 400]).toContain(status)
    const { body } = await shop.session.get(`/api/v1/bundles/${shop.ids.variants.SET}`)
    expect(body.data.stocking).toBe(isSwitched ? 'assembled_when_sold' : 'ready_made')
  }
})
