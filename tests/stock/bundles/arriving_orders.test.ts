/** Bundles in orders that come from files and over EDI, and in the allocation of the whole book. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { allocateBookJob } from '../../../server/selling/orders/allocation/allocate_book.ts'
import { openEdiShop, order850 } from '../../selling/edi_orders/edi_shop.ts'
import { openImportShop } from '../../selling/sales_order_import/order_shop.ts'
import { openOrderShop, type OrderShop } from '../../selling/support/orders.ts'
import { useDatabase } from '../../selling/support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

async function bundle({ admin, ids, tenant }: OrderShop, sku: string, components: Record<string, number>) {
  const answer = await admin.post('/api/v1/bundles', {
    bundle_variant_id: ids.variants[sku],
    components: Object.entries(components).map(([part, quantity]) => ({
      component_variant_id: ids.variants[part],
      quantity,
    })),
  })
  expect(answer.status).toBe(201)
  // The shop has ten of it from before.
  await tenant.service.database.sql`
    update bundles set stocking = 'assembled_when_sold' where organization_id = ${tenant.organization_id}`
}

async function prove({ tenant }: OrderShop) {
  const { faults } = await verifyLedger(tenant.service.database.sql as never, {
    organization_id: tenant.organization_id,
    is_full: true,
  })
  expect(faults).toEqual([])
}

const file = [
  'Order number,Order date,Status,SKU,Quantity,Unit price,Shipped quantity,Shipped at,Refunded quantity,Restocked quantity,Refunded at,Refunded amount',
  // Before the cut-over: no stock moved. Its set came back after it.
  'B-1,2026-10-05T10:00:00Z,shipped,J-L,1,50.00,,2026-10-06T09:00:00Z,1,1,2026-11-08T08:00:00Z,50.00',
  'B-2,2026-10-31T10:00:00Z,shipped,J-L,2,50.00,,2026-11-02T09:00:00Z,1,1,2026-11-10T08:00:00Z,50.00',
  'B-3,2026-11-05T10:00:00Z,open,J-L,1,50.00,,,,,,',
].join('\n')

test('bundles of imported orders ship and bring back their components', async () => {
  const shop = await openImportShop()
  await bundle(shop, 'J-L', { 'J-S': 2, 'J-M': 1 })
  const done = await shop.imported(file)
  expect(done.result.records).toMatchObject({ created: 3, refused: 0 })
  // Two sets left, and two came back, of which one had left before the cut-over.
  expect([await shop.stock('J-S'), await shop.stock('J-M'), await shop.stock('J-L')]).toEqual([
    [10, 0],
    [5, 0],
    [0, 0],
  ])
  const moved = await shop.tenant.service.database.sql`
    select v.sku, m.kind, m.quantity_delta as units from stock_movements m
    join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id
    where m.organization_id = ${shop.tenant.organization_id} and m.kind in ('fulfilment', 'return')
    order by m.kind, v.sku, m.occurred_at`
  expect(moved.map(({ sku, kind, units }) => [kind, sku, units])).toEqual([
    ['fulfilment', 'J-M', -2],
    ['fulfilment', 'J-S', -4],
    ['return', 'J-M', 1],
    ['return', 'J-M', 1],
    ['return', 'J-S', 2],
    ['return', 'J-S', 2],
  ])
  const open = await shop.order('B-3')
  expect((await shop.act(open, 'allocate')).body.data.line_items[0].allocated_quantity).toBe(1)
  expect([await shop.stock('J-S'), await shop.stock('J-M')]).toEqual([
    [10, 2],
    [5, 1],
  ])
  await prove(shop)
})

test('an account is advised of the bundles that components suffice for, and its order holds and ships them', async () => {
  const shop = await openEdiShop()
  await bundle(shop, 'J-S', { 'J-M': 2 })
  const advise = async () => {
    const answer = await shop.admin.post(`/api/v1/wholesale/accounts/${shop.account_id}/inventory-advice`)
    expect(answer.status).toBeLessThan(300)
    const { record } = (await shop.queued('846')).at(-1)!
    return record.items.map((item: any) => [item.buyer_sku, item.available])
  }
  expect(await advise()).toEqual([
    ['771-M', 5],
    ['771-S', 2],
  ])
  const listed = (await shop.tenant.get('/api/v1/inventory/table?view=combined')).body.data.rows
  const available = listed.map((row: any) => [row.sku, row.available_qty])
  expect(available).toContainEqual(['J-M', 5])
  expect(available).toContainEqual(['J-S', 2])
  const draft = await shop.drafted(...order850('PO-71', 'PO1*1*3*EA*25.00*PE*SK*771-S'))
  const lines = draft.line_items.map(({ line_item_id }: any) => ({ line_item_id, verdict: 'accepted' }))
  const confirmed = (await shop.act(draft, 'confirm', { lines })).body.data
  expect(confirmed.line_items.map((line: any) => line.allocated_quantity)).toEqual([2])
  expect([await shop.stock('J-M'), await shop.stock('J-S')]).toEqual([
    [5, 4],
    [10, 0],
  ])
  expect(await advise()).toEqual([
    ['771-M', 1],
    ['771-S', 0],
  ])
  await shop.ship(confirmed, { cartons: [{ lines: [{ sku: 'J-S', quantity: 2 }] }] })
  expect([await shop.stock('J-M'), await shop.stock('J-S')]).toEqual([
    [1, 0],
    [10, 0],
  ])
  await prove(shop)
})

test('the allocation of the book takes orders of bundles whose components suffice, and leaves the others', async () => {
  const shop = await openOrderShop()
  await bundle(shop, 'J-L', { 'J-S': 4, 'J-M': 2 })
  const order = await shop.placed({ lines: [{ sku: 'J-L', quantity: 4, unit_price_cents: 100 }] })
  const run = async () => {
    await shop.tenant.service.database.sql`delete from job_runs where job = ${allocateBookJob.name}`
    expect(await runWhenDue(db(), allocateBookJob)).toBe(true)
    return (await shop.get(order)).line_items[0].allocated_quantity
  }
  expect(await run()).toBe(2)
  expect([await shop.stock('J-S'), await shop.stock('J-M')]).toEqual([
    [10, 8],
    [5, 4],
  ])
  expect(await run()).toBe(2)
  await prove(shop)
})
