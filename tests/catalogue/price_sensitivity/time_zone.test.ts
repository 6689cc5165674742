import { expect, test } from 'bun:test'
import { addDays, mondayOf } from '../../../server/calendar/days.ts'
import { instantInTimeZone } from '../../../server/calendar/time_zone.ts'
import { moveStock, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const weeks = 20

interface WeekOfLines {
  week_start: string
  units_sold: number
  stockout_days: number
  used: boolean
}

/** By plain sums of ledger rows and sales: what was on hand at any time and at the end of each day of a time zone. */
const weeksOfLines = ({ service, organization_id }: Tenant, time_zone: string) =>
  service.database.sql<WeekOfLines[]>`
    with line as (
      select (m.occurred_at at time zone ${time_zone})::date as day,
        sum(m.quantity_delta) over (order by m.occurred_at, m.sequence) as units
      from stock_movements m where m.organization_id = ${organization_id}
    ), day as (
      select d::date as day,
        (select coalesce(sum(m.quantity_delta), 0) from stock_movements m where m.organization_id = ${organization_id}
          and (m.occurred_at at time zone ${time_zone})::date < d::date) as opening,
        (select coalesce(sum(m.quantity_delta), 0) from stock_movements m where m.organization_id = ${organization_id}
          and (m.occurred_at at time zone ${time_zone})::date <= d::date) as closing,
        (select coalesce(max(l.units), 0) from line l where l.day = d::date) as peak
      from generate_series(date_trunc('week', (now() at time zone ${time_zone})::date) - ${weeks * 7}::int * interval '1 day',
        date_trunc('week', (now() at time zone ${time_zone})::date) - interval '1 day', interval '1 day') d
    )
    select w.week_start::text as week_start, w.stockout_days, w.used, (
        select coalesce(sum(s.units), 0)::int from sales_daily s where s.organization_id = ${organization_id}
          and s.day between w.week_start and w.week_start + 6) as units_sold
    from (
      select date_trunc('week', day)::date as week_start, count(*) filter (where greatest(opening, peak) <= 0)::int as stockout_days,
        bool_and(closing > 0) as used
      from day group by 1
    ) w order by 1`

test('weeks and their days of stock are those of the organisation: of movements near midnight and of now', async () => {
  for (const time_zone of ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati']) {
    const tenant = await newTenant()
    const { sql } = tenant.service.database
    await sql`update organizations set time_zone = ${time_zone} where organization_id = ${tenant.organization_id}`
    const ids = await setFixture(tenant, {
      locations: ['Main'],
      sales_channels: ['Web'],
      products: [{ title: 'Coat', variants: [{ sku: 'COAT' }] }],
    })
    const [{ today }] = (await sql`select (now() at time zone ${time_zone})::date::text as today`) as any
    const dayOf = (week: number, day = 0) => addDays(mondayOf(today), -week * 7 + day)
    const at = (week: number, day: number, time: string) => instantInTimeZone(time_zone, dayOf(week, day), time)
    const move = (occurred_at: string, quantity: number) => ({
      sku: 'COAT',
      location: 'Main',
      kind: quantity > 0 ? ('receipt' as const) : ('adjustment' as const),
      quantity,
      occurred_at,
    })
    await moveStock(tenant, ids, [
      move(at(30, 0, '12:00'), 50),
      // Gone from late on a Sunday to early on the Monday, and from Monday's first to Tuesday's first hour.
      move(at(12, 6, '23:00'), -50),
      move(at(11, 0, '01:00'), 50),
      move(at(9, 0, '00:30'), -50),
      move(at(9, 1, '00:30'), 50),
      // Out for one whole day, and for all but its last hour.
      move(at(6, 1, '23:30'), -50),
      move(at(6, 3, '00:30'), 50),
      move(at(4, 1, '23:30'), -50),
      move(at(4, 2, '23:00'), 50),
    ])
    await recordSales(
      tenant,
      ids,
      Array.from({ length: weeks + 1 }, (_, week) => ({
        sku: 'COAT',
        day: dayOf(week, week % 2 === 0 ? 0 : 6),
        channel: 'Web',
        location: 'Main',
        units: 4 + (week % 3),
        gross_sales_cents: (4 + (week % 3)) * (1000 + 100 * (week % 4)),
      })).filter(({ day }) => day <= today),
    )
    const path = `/api/v1/variants/${ids.variants.COAT}/price-sensitivity?weeks=${weeks}`
    const { data } = (await tenant.get(path)).body
    expect(data.window.end).toBe(dayOf(1, 6))
    const shown = data.weeks.map(({ week_start, units_sold, stockout_days, used }: any) => ({
      week_start,
      units_sold,
      stockout_days,
      used,
    }))
    expect([time_zone, shown]).toEqual([time_zone, [...(await weeksOfLines(tenant, time_zone))]])
    expect(shown.filter(({ used }: any) => !used).map(({ week_start }: any) => week_start)).toEqual(
      [12, 9, 6, 4].map((week) => dayOf(week)),
    )
    expect(shown.map(({ stockout_days }: any) => stockout_days)).toEqual(
      Array.from({ length: weeks }, (_, i) => (weeks - i === 6 ? 1 : 0)),
    )
  }
})
