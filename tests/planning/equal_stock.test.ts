/** Stock value, on order and open-to-buy have one value wherever they are shown, and equal the rows beneath. */
import { expect, test } from 'bun:test'
import { addDays } from '../../server/calendar/days.ts'
import { refreshIncoming } from '../../server/ledger/incoming.ts'
import { moveStock } from '../support/fixtures/catalogue.ts'
import type { MoveFixture, OrderFixture } from '../support/fixtures/fixture.ts'
import { sized } from '../support/long.ts'
import { randomOf, refresh } from '../insight/velocity/velocity_fixture.ts'
import { createPlan, fiscal_year, newPlanning, months, type Planning, today } from './planning_fixture.ts'
import { editCells, publish, read as readReport } from './reports/reports_fixture.ts'

const skus = ['J-S', 'J-M', 'C-S', 'C-M', 'X']
const products = [
  { title: 'Jumper', category: 'Knitwear', skus: ['J-S', 'J-M'], price_cents: 9_995 },
  { title: 'Coat', category: 'Coats', skus: ['C-S', 'C-M'], price_cents: 24_950 },
  { title: 'Card', skus: ['X'], price_cents: 500 },
]
const places = ['Main', 'Store']
type Random = ReturnType<typeof randomOf>

/** Open orders in two currencies, received in part, on hold, late, transfers, and orders that are no longer open. */
const ordersOf = (random: Random): OrderFixture[] =>
  Array.from({ length: 12 }, (_, i) => {
    const order_type = random(5) === 0 ? ('transfer' as const) : ('purchase' as const)
    const source = order_type === 'transfer' ? { source_location: 'Store' } : { supplier: 'Mill' }
    return {
      ...source,
      name: `PO-${i}`,
      location: 'Main',
      order_type,
      status: ['draft', 'approved', 'issued', 'issued', 'partially_delivered', 'closed'][random(6)]!,
      currency: order_type === 'purchase' && random(3) === 0 ? 'EUR' : 'USD',
      on_hold: random(6) === 0,
      expected_delivery_date: addDays(today, random(80) - 15),
      lines: skus
        .filter(() => random(2) === 0)
        .map((sku) => ({
          sku,
          quantity: 5 + random(30),
          delivered_quantity: random(5),
          unit_cost: `${3 + random(40)}.${1_000 + random(9_000)}`,
        })),
    }
  }).filter(({ lines }) => lines.length > 0)

async function newShop(seed: number): Promise<Planning & { mfp_id: string }> {
  const random = randomOf(seed)
  const planning = await newPlanning({
    locations: places,
    products: products.map(({ title, category, skus: own, price_cents }) => ({
      title,
      ...(category === undefined ? {} : { category }),
      variants: own.map((sku) => ({ sku, price_cents, unit_cost: null })),
    })),
    purchase_orders: ordersOf(random),
  })
  const { tenant, ids, session } = planning
  const { sql } = tenant.service.database
  await session.post('/api/v1/exchange-rates', {
    rates: [{ currency: 'EUR', rate_date: addDays(today, -400), organization_currency_per_unit: 1.0837 }],
  })
  const moves: MoveFixture[] = []
  for (const sku of skus)
    for (const location of places) {
      const at = (days: number) => `${addDays(today, -days)}T08:00:00Z`
      const cost = () => `${2 + random(30)}.${1_000 + random(9_000)}`
      const receipt = (quantity: number) => {
        const unit_cost = cost()
        return { kind: 'receipt' as const, quantity, unit_cost, landed_unit_cost: unit_cost }
      }
      const all = [
        { ...receipt(10 + random(20)), occurred_at: at(90) },
        { kind: 'fulfilment' as const, quantity: -1 - random(9), occurred_at: at(60) },
        { ...receipt(1 + random(9)), occurred_at: at(20) },
        { kind: 'fulfilment' as const, quantity: -random(3) - 1, occurred_at: at(3) },
      ]
      // Some pairs were never stocked.
      if (random(6) > 0) moves.push(...all.map((move) => ({ sku, location, ...move })))
    }
  await moveStock(tenant, ids, moves)
  await sql.begin((tx) => refreshIncoming(tx as never, tenant.organization_id, Object.values(ids.variants)))
  const mfp_id = await createPlan(planning)
  const cells = [ids.categories.Knitwear, ids.categories.Coats].flatMap((category_id) =>
    [2, 3, 4].map((month) => ({
      category_id,
      month,
      sales_channel_id: ids.sales_channels.Web,
      sales_cents: 100_000 + random(900_000),
      margin_cents: random(90_000),
      markdown_cents: random(50_000),
      closing_stock_retail_cents: random(900_000),
      closing_stock_cost_cents: random(400_000),
    })),
  )
  await editCells(planning, mfp_id, cells)
  await publish(planning, mfp_id)
  return { ...planning, mfp_id }
}

async function read({ tenant }: Planning, path: string): Promise<any> {
  const answer = await tenant.get(`/api/v1/${path}`)
  expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, ''])
  return answer.body.data ?? answer.body
}

async function metric({ session }: Planning, dimensions: readonly string[]) {
  const query = { domain: 'inventory', measures: ['on_hand', 'incoming', 'inventory_value'], dimensions }
  const answer = await session.post('/api/v1/metrics/query', { query })
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.body.data.rows
}

const sumOf = <T>(all: readonly T[], figure: (one: T) => number) => all.reduce((sum, one) => sum + figure(one), 0)

interface Owned {
  variant_id: string
  product_id: string
  on_hand: number
  value: number
  outstanding: number
}

/** By variant: what the ledger adds up to, its value at the average cost of each location, and lines of open orders. */
const owned = ({ tenant }: Planning) => tenant.service.database.sql<Owned[]>`
  select v.variant_id, v.product_id, coalesce(m.on_hand, 0)::float8 as on_hand, coalesce(l.value, 0)::float8 as value,
    coalesce(o.outstanding, 0)::float8 as outstanding
  from variants v
  left join (select variant_id, sum(quantity_delta) as on_hand from stock_movements
    where organization_id = ${tenant.organization_id} group by 1) m using (variant_id)
  left join (select variant_id, sum(on_hand * average_cost) * 100 as value from stock_levels
    where organization_id = ${tenant.organization_id} group by 1) l using (variant_id)
  left join (
    select l.variant_id, sum(l.quantity - l.delivered_quantity) as outstanding
    from purchase_orders p join purchase_order_lines l using (organization_id, purchase_order_id)
    where p.organization_id = ${tenant.organization_id} and p.status in ('approved', 'issued', 'partially_delivered')
    group by 1) o using (variant_id)
  where v.organization_id = ${tenant.organization_id}`

async function checkVariants(shop: Planning, rows: readonly Owned[]) {
  const table = new Map((await read(shop, 'variants/table?limit=100')).rows.map((row: any) => [row.variant_id, row]))
  const levels = (await read(shop, 'inventory/table?limit=100')).rows
  const combined = (await read(shop, 'inventory/table?view=combined&limit=100')).rows
  for (const { variant_id, on_hand, value, outstanding } of rows) {
    const row: any = table.get(variant_id)
    const one = await read(shop, `variants/${variant_id}`)
    const { total } = await read(shop, `variants/${variant_id}/drawer-overview`)
    const orders = (await read(shop, `variants/${variant_id}/incoming-pos?limit=100`)).rows
    const own = levels.filter((level: any) => level.variant_id === variant_id)
    const joined = combined.find((level: any) => level.variant_id === variant_id)
    const cents = Math.round(value)
    expect([row.sku, row.inventory_value.cents, one.inventory_value.cents]).toEqual([row.sku, cents, cents])
    const shown = [
      row.incoming_qty,
      one.incoming_qty,
      total.incoming_qty,
      joined?.incoming_qty ?? 0,
      sumOf(own, (level: any) => level.incoming_qty),
      sumOf(one.stock, (level: any) => level.incoming_qty),
      sumOf(orders, (order: any) => order.outstanding_quantity),
    ]
    expect([row.sku, ...shown]).toEqual([row.sku, ...shown.map(() => outstanding)])
    expect([row.sku, row.on_hand_qty, total.on_hand_qty]).toEqual([row.sku, on_hand, on_hand])
  }
}

async function checkProducts(shop: Planning, rows: readonly Owned[]) {
  const table = (await read(shop, 'products/table?limit=100')).rows
  const inventory = (await read(shop, 'inventory/table?type=products&limit=100')).rows
  const metrics = await metric(shop, ['product'])
  for (const { product_id, ...row } of table) {
    const own = rows.filter((one) => one.product_id === product_id)
    const [cents, outstanding] = [Math.round(sumOf(own, ({ value }) => value)), sumOf(own, (one) => one.outstanding)]
    const one = await read(shop, `product/${product_id}`)
    const measured = metrics.find((each: any) => each.product_id === product_id)
    const level = inventory.find((each: any) => each.product_id === product_id)
    const values = [row.inventory_value, one.inventory_value, measured?.inventory_value ?? { cents: 0 }]
    expect([row.title, ...values.map((each) => each.cents)]).toEqual([row.title, cents, cents, cents])
    const shown = [row.incoming_stock, one.incoming_stock, level?.incoming_qty ?? 0, measured?.incoming ?? 0]
    expect([row.title, ...shown]).toEqual([row.title, ...shown.map(() => outstanding)])
  }
  const cents = Math.round(sumOf(rows, ({ value }) => value))
  const [total] = await metric(shop, [])
  const places = await metric(shop, ['location'])
  expect([total.inventory_value.cents, total.incoming]).toEqual([cents, sumOf(rows, (one) => one.outstanding)])
  expect(Math.abs(sumOf(places, (one: any) => one.inventory_value.cents) - cents)).toBeLessThanOrEqual(1)
  const { cards } = await read(shop, `organizations/${shop.tenant.organization_id}/products/overview`)
  const cost = cards.find((one: any) => one.key === 'current_inventory_cost')
  expect(Math.round(cost.value * 100)).toBe(cents)
}

/**
 * Orders that are due in the months of the plan, in cents by category and month, converted at the rate of the day. Each
 * order is rounded, as it is listed.
 */
const due = ({ tenant }: Planning) => tenant.service.database.sql<{ category: string; month: number; cents: number }[]>`
  select category, month, sum(cents)::float8 as cents from (
    select c.name as category, w.month, round(sum((l.quantity - l.delivered_quantity) * l.unit_cost * 100
      * case p.currency when 'EUR' then 1.0837 else 1 end)) as cents
    from purchase_orders p join purchase_order_lines l using (organization_id, purchase_order_id)
    join variants v using (organization_id, variant_id) join products t using (organization_id, product_id)
    join categories c using (organization_id, category_id)
    join jsonb_to_recordset(${JSON.stringify(months)}::text::jsonb) as w (month int, start date, "end" date)
      on greatest(p.expected_delivery_date, ${today}::date) between w.start and w."end"
    where p.organization_id = ${tenant.organization_id} and p.order_type = 'purchase'
      and p.status in ('approved', 'issued', 'partially_delivered')
    group by 1, 2, p.purchase_order_id) o
  group by 1, 2`

async function checkOpenToBuy(shop: Planning & { mfp_id: string }) {
  const { rows, totals } = await read(shop, `otb/${shop.mfp_id}/rollup`)
  const report = await readReport(shop, 'open-to-buy', `?fiscal_year=${fiscal_year}`)
  const byRows = new Map((await due(shop)).map((one) => [`${one.category} ${one.month}`, one.cents]))
  const open = (months: any[]) => months.filter((one) => one.month >= 2)
  for (const { category, months: own } of rows) {
    if (category === null) continue
    for (const { month, at_cost } of open(own))
      expect([category, month, at_cost.on_order.cents]).toEqual([
        category,
        month,
        byRows.get(`${category} ${month}`) ?? 0,
      ])
    for (const side of ['at_cost', 'at_retail'])
      for (const { month, [side]: of } of open(own)) {
        const sold = side === 'at_cost' ? of.cogs_plan.cents : of.sales_plan.cents + of.markdown_plan.cents
        const held = of.closing_stock_plan.cents - of.opening_stock.cents - of.receipts_to_date.cents
        expect([category, month, side, of.open_to_buy.cents]).toEqual([
          category,
          month,
          side,
          sold + held - of.on_order.cents,
        ])
      }
  }
  // The months of the report are those of the totals.
  const reported = report.sections.find((one: any) => one.key.startsWith('months:'))
  for (const [side, suffix] of [
    ['at_cost', 'cost'],
    ['at_retail', 'retail'],
  ] as const)
    for (const [name, key] of [
      ['on_order', `on_order_${suffix}`],
      ['open_to_buy', `open_to_buy_${suffix}`],
      ['opening_stock', `opening_stock_${suffix}`],
    ] as const)
      expect([key, reported.rows.filter((one: any) => !one.is_total).map((one: any) => one.cells[key].cents)]).toEqual([
        key,
        totals.map((one: any) => one[side][name].cents),
      ])
}

test.each(
  sized(
    [1, 2, 3],
    Array.from({ length: 50 }, (_, i) => i + 1),
  ),
)(
  'stock value, on order and open-to-buy are the same in every read, with seed %d',
  async (seed) => {
    const shop = await newShop(seed)
    for (const _ of ['rows', 'sums']) {
      const rows = await owned(shop)
      expect(sumOf(rows, ({ outstanding }) => outstanding)).toBeGreaterThan(0)
      await checkVariants(shop, rows)
      await checkProducts(shop, rows)
      await checkOpenToBuy(shop)
      await refresh(shop.tenant)
    }
  },
  120_000,
)
