import { expect, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { move, newHistory, readTable, refresh, sell } from './velocity_fixture.ts'

test('days are those of the organisation: of a movement, of stock and of the window', async () => {
  for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const history = await newHistory()
    const { tenant } = history
    const { sql } = tenant.service.database
    await sql`update organizations set time_zone = ${time_zone} where organization_id = ${tenant.organization_id}`
    const [{ day, first }] = (await sql`
      select (now() at time zone ${time_zone})::date::text as day,
        (((now() at time zone ${time_zone})::date - 3)::timestamp at time zone ${time_zone})::text as first`) as any
    // Received as the third day before begins there, which is within a UTC day in both zones; sold out two days later.
    const [received, soldOut] = [0, 2].map((days) => new Date(Date.parse(first) + days * 86_400_000).toISOString())
    await move(history, [
      { sku: 'A1', location: 'North', kind: 'receipt', quantity: 6, occurred_at: received! },
      { sku: 'A1', location: 'North', kind: 'fulfilment', quantity: -6, occurred_at: soldOut! },
    ])
    const sold = { day: addDays(day, -2), channel: 'Web', location: 'North', units: 6, gross_sales_cents: 6_000 }
    await sell(history, [{ sku: 'A1', ...sold }])
    for (const isMeasured of [false, true]) {
      if (isMeasured) await refresh(tenant)
      const { window, rows } = (await readTable(tenant, { weeks: 4, sort_args: 'sku' })).body.data
      const [row] = rows
      expect([time_zone, window.end_exclusive]).toEqual([time_zone, day])
      expect([row.in_stock_days, row.stockout_days, row.untracked_days, row.units_per_day]).toEqual([2, 1, 25, 3])
    }
  }
})
