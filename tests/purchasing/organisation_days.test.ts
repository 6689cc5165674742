/** Purchasing counts the days of the organisation's time zone. */
import { expect, test } from 'bun:test'
import { addDays } from '../../server/calendar/days.ts'
import { dayInTimeZone } from '../../server/calendar/time_zone.ts'
import type { Tenant } from '../support/service/tenant.ts'
import { supplierFixture } from './suppliers/supplier_fixture.ts'

const setZone = ({ service, organization_id }: Tenant, time_zone: string) => service.database.sql`
  update organizations set time_zone = ${time_zone} where organization_id = ${organization_id}`

test('orders are dated, due and late by the day that it is for the organisation', async () => {
  const now = new Date().toISOString()
  // Whatever the time, the day of one of these is not that of UTC.
  const time_zone = now.slice(11) < '11' ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
  const today = dayInTimeZone(time_zone, now)
  expect(today).not.toBe(now.slice(0, 10))
  const { tenant, ids, at, put } = await supplierFixture()
  await setZone(tenant, time_zone)
  const orders = `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
  const { body } = await tenant.post(orders, {
    location_id: ids.locations.Main,
    supplier_id: ids.suppliers.Mill,
    line_items: [{ variant_id: ids.variants.A, quantity: 4, unit_cost: 5 }],
  })
  const { id } = body.data
  expect((await tenant.get(`${orders}/${id}`)).body.data.order_date).toBe(today)
  await put(id, { status: 'issued', expected_delivery_date: addDays(today, -1) })
  const incoming = (await tenant.get(`/api/v1/variants/${ids.variants.A}/incoming-pos`)).body.data
  expect(incoming.rows.map(({ days_late }: any) => days_late)).toEqual([1])
  const drawer = (await tenant.get(`/api/v1/product/${ids.products.Coat}/incoming-pos/drawer`)).body.data
  expect([drawer.as_of, drawer.rows[0].days_late]).toEqual([today, 1])
  const overview = (await tenant.get(at('overview'))).body.data
  expect(overview.window.to).toBe(addDays(today, -1))
  const kindsOf = async () =>
    (await tenant.get(at('needs-attention'))).body.data.items.map(({ kind }: { kind: string }) => kind)
  expect(await kindsOf()).toContain('orders_overdue')
  await put(id, { expected_delivery_date: today })
  expect(await kindsOf()).not.toContain('orders_overdue')
})

test('a delivery is on time by the day on which it arrived for the organisation', async () => {
  const { tenant, at, place, deliver } = await supplierFixture()
  await setZone(tenant, 'Etc/GMT+12')
  const order = await place({
    lines: [{ sku: 'A', quantity: 10, unit_cost: 5 }],
    placed_days_ago: 60,
    due_days_ago: 10,
  })
  const due = addDays(new Date().toISOString().slice(0, 10), -10)
  // Six in the evening of the due date.
  await deliver(order, 0, { A: 10 }, { received_at: `${addDays(due, 1)}T06:00:00Z` })
  const { on_time_rate, lead_time } = (await tenant.get(at('overview'))).body.data
  expect([on_time_rate.value_pct, lead_time.average_days]).toEqual([100, 50])
  const query = {
    domain: 'suppliers',
    measures: ['on_time_rate'],
    time_range: { kind: 'absolute', start: due, end: due },
  }
  const { rows } = (await tenant.post('/api/v1/metrics/query', { query })).body.data
  expect(rows.map((row: { on_time_rate: number }) => row.on_time_rate)).toEqual([100])
})
