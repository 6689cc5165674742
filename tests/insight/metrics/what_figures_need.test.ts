import { expect, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { path } from './trading_shop.ts'

async function ask(tenant: Tenant, query: object): Promise<any> {
  const answer = await tenant.post(path, { query })
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.body.data
}

test('figures without amounts need no exchange rate, whatever they are asked with', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Online'],
    products: [{ title: 'Jumper', variants: [{ sku: 'J' }] }],
  })
  await recordSales(tenant, ids, [
    { sku: 'J', location: 'Main', channel: 'Online', day: '2025-10-04', units: 4, gross_sales_cents: 500 },
    {
      sku: 'J',
      location: 'Main',
      channel: 'Online',
      day: '2025-10-05',
      units: 0,
      returned_units: 1,
      gross_sales_cents: 0,
    },
  ])
  const { sql } = tenant.service.database
  await sql`update sales_daily set currency = 'CHF' where organization_id = ${tenant.organization_id}`
  const base = { domain: 'sales', time_range: { kind: 'absolute', start: '2025-10-01', end: '2025-10-31' } }
  const [alone] = (await ask(tenant, { ...base, measures: ['return_rate'] })).rows
  const [together] = (await ask(tenant, { ...base, measures: ['return_rate', 'discount_rate', 'net_sales'] })).rows
  expect(alone).toEqual({ return_rate: 25, return_rate_reason: null })
  const { return_rate, return_rate_reason, discount_rate, net_sales } = together
  expect([return_rate, return_rate_reason, discount_rate, net_sales.cents]).toEqual([25, null, null, null])
})

test('what is due today or later is not overdue', async () => {
  const tenant = await newTenant()
  const today = new Date().toISOString().slice(0, 10)
  const inDays = (days: number) => addDays(today, days)
  const order = (name: string, days: number, quantity: number, delivered_quantity: number) => ({
    name,
    supplier: 'Mill',
    location: 'Main',
    status: 'issued',
    expected_delivery_date: inDays(days),
    lines: [{ sku: 'J', quantity, delivered_quantity, unit_cost: '5.0000' }],
  })
  await setFixture(tenant, {
    locations: ['Main'],
    suppliers: ['Mill'],
    products: [{ title: 'Jumper', variants: [{ sku: 'J' }] }],
    purchase_orders: [order('Late', -2, 10, 0), order('Due today', 0, 40, 0), order('To come', 5, 50, 0)],
  })
  const query = {
    domain: 'suppliers',
    measures: ['orders_due', 'units_due', 'units_overdue', 'on_time_rate'],
    time_range: { kind: 'absolute', start: inDays(-7), end: inDays(7) },
  }
  const [all] = (await ask(tenant, query)).rows
  expect([all.orders_due, all.units_due, all.units_overdue, all.on_time_rate]).toEqual([3, 100, 10, 0])
  const time_range = { kind: 'absolute', start: today, end: inDays(7) }
  const [later] = (await ask(tenant, { ...query, time_range })).rows
  expect([later.orders_due, later.units_overdue, later.on_time_rate]).toEqual([2, 0, null])
  expect(later.on_time_rate_reason).toBe('Nothing that was due has arrived or is outstanding.')
})
