/** One month of orders, shipments, returns and refunds, recomputed from their lines by plain SQL. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  placeOrder,
  openShop,
  receiveReturn,
  refund,
  ship,
  type Shop,
  cancelUnits,
  useDatabase,
} from '../../selling/support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()
const window = 'start_date=2026-03-01&end_date=2026-03-31'

/** Net sales and net units of March by category and channel, straight from the lines. */
const fromLines = ({ tenant, organization_id }: Shop) => tenant.service.database.sql<any[]>`
  select c.name as category, n.name as channel, sum(f.cents)::int as cents, sum(f.units)::int as units
  from (
    select l.variant_id, o.sales_channel_id, o.ordered_on as day, l.quantity - l.cancelled_quantity as units,
      (l.quantity - l.cancelled_quantity) * l.unit_price_cents
        - round(l.discount_cents * (l.quantity - l.cancelled_quantity)::numeric / l.quantity) as cents
    from order_lines l join sales_orders o using (organization_id, order_id)
    where organization_id = ${organization_id} and not o.is_wholesale
    union all
    select l.variant_id, o.sales_channel_id, s.shipped_on, l.quantity, l.gross_sales_cents - l.discounts_cents
    from fulfilment_lines l join fulfilments s using (organization_id, fulfilment_id)
    join sales_orders o using (organization_id, order_id)
    where organization_id = ${organization_id} and o.is_wholesale
    union all
    select l.variant_id, r.sales_channel_id, i.received_on, -l.received_quantity, -l.value_cents
    from return_receipt_lines l join return_receipts i using (organization_id, return_id, receipt_number)
    join returns r using (organization_id, return_id)
    where organization_id = ${organization_id}
    union all
    select l.variant_id, r.sales_channel_id, r.refunded_on, 0, -l.amount_cents
    from refund_lines l join refunds r using (organization_id, refund_id)
    where organization_id = ${organization_id}
  ) f
  join variants v on v.organization_id = ${organization_id} and v.variant_id = f.variant_id
  join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
  join categories c on c.organization_id = ${organization_id} and c.category_id = p.category_id
  join sales_channels n on n.organization_id = ${organization_id} and n.sales_channel_id = f.sales_channel_id
  where f.day between '2026-03-01' and '2026-03-31'
  group by 1, 2 order by 1, 2`

async function trade(shop: Shop): Promise<void> {
  const place = (day: string, sku: string, quantity: number, rest = {}) =>
    db().write((sql) =>
      placeOrder(sql, shop, { day, lines: [{ sku, quantity, unit_price_cents: 1999, discount_cents: 250, ...rest }] }),
    )
  const february = await place('2026-02-27', 'J-S', 3)
  const march = await place('2026-03-04', 'J-M', 5)
  const denim = await place('2026-03-31', 'D-30', 2, { tax_cents: 300 })
  await place('2026-04-01', 'D-32', 9)
  const wholesale = await db().write((sql) =>
    placeOrder(sql, shop, {
      day: '2026-02-10',
      is_wholesale: true,
      lines: [{ sku: 'D-32', quantity: 20, unit_price_cents: 900 }],
    }),
  )
  await db().write(async (sql) => {
    await cancelUnits(sql, shop, march, march.lines[0]!, 2)
    const part = { unit_cost: '4.00', quantity: 8, gross_sales_cents: 7200 }
    await ship(sql, shop, wholesale, wholesale.lines[0]!, { ...part, day: '2026-03-20' })
    await ship(sql, shop, wholesale, wholesale.lines[0]!, { ...part, day: '2026-04-02' })
    // February's sale comes back in March; March's is refunded in March and received in April.
    await receiveReturn(sql, shop, february, february.lines[0]!, {
      day: '2026-03-15',
      quantity: 1,
      unit_cost: null,
      value_cents: 1916,
    })
    await refund(sql, shop, march, march.lines[0]!, { day: '2026-03-30', amount_cents: 1949 })
    await receiveReturn(sql, shop, denim, denim.lines[0]!, {
      day: '2026-04-05',
      quantity: 1,
      unit_cost: null,
      value_cents: 1874,
    })
  })
}

test('every read of a month of orders is what its lines add up to', async () => {
  const shop = await openShop()
  await trade(shop)
  const lines = await fromLines(shop)
  expect(lines.length).toBe(3)
  const add = (rows: readonly any[]) => rows.reduce((sum, { cents }) => sum + cents, 0)
  const of = (key: string, value: string) => add(lines.filter((line) => line[key] === value))
  const get = async (read: string) => (await shop.tenant.get(`/api/v1/sales/${read}`)).body.data
  const net = (await get(`net-sales?${window}&grain=month`)).rows
  expect(net.reduce((sum: number, { net_items_sold }: any) => sum + net_items_sold, 0)).toBe(
    lines.reduce((sum, { units }) => sum + units, 0),
  )
  const analytics = await get(`analytics?${window}`)
  for (const category of ['Denim', 'Knitwear']) {
    const cents = of('category', category)
    expect(add(net.filter((row: any) => row.category === category).map(({ net_sales }: any) => net_sales))).toBe(cents)
    expect(analytics[category].revenue_monthly).toEqual({ '2026-03': cents / 100 })
  }
  expect(analytics.Overall.revenue_total).toBe(add(lines) / 100)
  const { channels } = await get(`performance/channels?${window}`)
  for (const { channel_name, total_revenue } of channels) expect(total_revenue.cents).toBe(of('channel', channel_name))
  for (const type of ['variants', 'products']) {
    const { rows, totals } = await get(`table?${window}&type=${type}`)
    expect([add(rows.map(({ net_sales }: any) => net_sales)), totals.net_sales.cents]).toEqual([add(lines), add(lines)])
  }
})
