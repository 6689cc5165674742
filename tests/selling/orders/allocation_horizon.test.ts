/** Orders whose ship window opens after the horizon wait, so that they do not hold what is sold now. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { allocateBookJob } from '../../../server/selling/orders/allocation/allocate_book.ts'
import { openOrderShop, type OrderShop, proveBooks } from '../support/orders.ts'
import { useDatabase } from '../support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

async function allocateBook({ tenant }: OrderShop): Promise<void> {
  await tenant.service.database.sql`delete from job_runs where job = ${allocateBookJob.name}`
  expect(await runWhenDue(db(), allocateBookJob)).toBe(true)
}

const today = async ({ tenant }: OrderShop): Promise<string> => {
  const [row] = await tenant.service.database.sql`select (now() at time zone 'UTC')::date::text as day`
  return row!.day
}

const setOrganization = async ({ admin, tenant }: OrderShop, allocation_horizon_days: number | null) => {
  const path = `/api/v1/organizations/${tenant.organization_id}`
  const answer = await admin.patch(path, { allocation_horizon_days })
  expect([answer.status, answer.body.data.allocation_horizon_days]).toEqual([200, allocation_horizon_days])
}
const setAccount = async ({ admin, account_id }: OrderShop, allocation_horizon_days: number | null) => {
  const answer = await admin.patch(`/api/v1/wholesale/accounts/${account_id}`, { allocation_horizon_days })
  expect([answer.status, answer.body.data.allocation_horizon_days]).toEqual([200, allocation_horizon_days])
}

const draft = (shop: OrderShop, ship_window_start: string | null, quantity = 2) =>
  shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity }], ship_window_start })

async function confirmed(shop: OrderShop, ship_window_start: string | null, quantity = 2) {
  const order = await draft(shop, ship_window_start, quantity)
  const lines = order.line_items.map(({ line_item_id }: any) => ({ line_item_id, verdict: 'accepted' }))
  const answer = await shop.act(order, 'confirm', { lines })
  expect(answer.status).toBe(200)
  return answer.body.data
}

test('without a horizon, confirming an order of any season holds stock', async () => {
  const shop = await openOrderShop()
  const later = await confirmed(shop, addDays(await today(shop), 400))
  expect([later.allocated_units, later.line_items[0].cover]).toEqual([2, null])
})

test('confirm and the job hold stock for windows that open within the horizon, the last day included', async () => {
  const shop = await openOrderShop()
  const day = await today(shop)
  await setOrganization(shop, 30)
  const within = await confirmed(shop, addDays(day, 30))
  const beyond = await confirmed(shop, addDays(day, 31))
  const always = await confirmed(shop, null)
  const held = (orders: any[]) => Promise.all(orders.map(async (order) => (await shop.get(order)).allocated_units))
  expect(await held([within, beyond, always])).toEqual([2, 0, 2])
  expect([beyond.lifecycle, beyond.exceptions_open]).toEqual(['open', 0])
  await allocateBook(shop)
  expect(await held([within, beyond, always])).toEqual([2, 0, 2])
  // The next order of the shop finds the stock.
  const web = await shop.placed({ lines: [{ sku: 'J-S', quantity: 6 }] })
  expect((await shop.act(web, 'allocate')).body.data.allocated_units).toBe(6)
  await shop.act(web, 'cancel')
  const explicit = await shop.act(beyond, 'allocate')
  expect([explicit.body.data.allocated_units, explicit.body.data.line_items[0].cover]).toEqual([2, null])
  await proveBooks(shop)
})

test('the horizon of the account comes before that of the organisation, zero days included', async () => {
  const shop = await openOrderShop()
  const day = await today(shop)
  await setOrganization(shop, 30)
  await setAccount(shop, 0)
  expect((await confirmed(shop, day)).allocated_units).toBe(2)
  const tomorrow = await confirmed(shop, addDays(day, 1))
  expect(tomorrow.allocated_units).toBe(0)
  await setAccount(shop, null)
  await allocateBook(shop)
  expect((await shop.get(tomorrow)).allocated_units).toBe(2)
  await setOrganization(shop, null)
  expect((await confirmed(shop, addDays(day, 500))).allocated_units).toBe(2)
  for (const days of [-1, 731, 1.5])
    expect(
      (await shop.admin.patch(`/api/v1/wholesale/accounts/${shop.account_id}`, { allocation_horizon_days: days }))
        .status,
    ).toBe(400)
})

test('an order that waits shows what is available, and what open orders bring by the start of its window', async () => {
  const shop = await openOrderShop()
  const day = await today(shop)
  await setOrganization(shop, 7)
  const [start, dayAfter] = [addDays(day, 60), addDays(day, 61)]
  const order = await confirmed(shop, start, 15)
  const cover = async () => (await shop.get(order)).line_items[0].cover
  const none = { outstanding_units: 15, available_units: 10, incoming_units: 0, incoming_by: null, is_covered: false }
  expect(await cover()).toEqual(none)
  const buy = async (expected_delivery_date: string, quantity: number, location: string) => {
    const { sql } = shop.tenant.service.database
    const [id] = await sql`select gen_random_uuid() as id`
    await sql`
      insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status, location_id, currency,
        expected_delivery_date)
      values (${shop.tenant.organization_id}, ${id!.id}, ${`PO-${location}-${expected_delivery_date}`}, 'purchase', 'issued',
        ${shop.ids.locations[location]!}, 'USD', ${expected_delivery_date})`
    await sql`
      insert into purchase_order_lines (organization_id, purchase_order_id, line_id, variant_id, quantity)
      values (${shop.tenant.organization_id}, ${id!.id}, gen_random_uuid(), ${shop.ids.variants['J-S']!}, ${quantity})`
  }
  await buy(dayAfter, 50, 'Main')
  await buy(start, 50, 'Store')
  expect(await cover()).toEqual(none)
  await buy(start, 4, 'Main')
  expect(await cover()).toEqual({ ...none, incoming_units: 4, incoming_by: start })
  await buy(addDays(day, 20), 1, 'Main')
  expect(await cover()).toEqual({ ...none, incoming_units: 5, incoming_by: start, is_covered: true })
})
