import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { verifyLedger } from '../../server/ledger/verify.ts'
import { fillDemo, type DemoResult } from '../../db/demo/fill.ts'
import { secretBox } from '../../server/secrets/secret_key.ts'
import { proveSales } from '../support/prove_sales.ts'
import { sized } from '../support/long.ts'
import { startSeparateService, type TestService } from '../support/service/service.ts'
import { newTenant as newTenantOf, type Tenant, type TenantOptions } from '../support/service/tenant.ts'

setDefaultTimeout(300_000)

const today = '2026-11-20'
const variants = sized(100, 240)
const filling = { variants, seed: 7, today }
/** Each load vacuums and analyses its tables, so their rows are those of these tests alone. */
let service: TestService
const newTenant = (options: TenantOptions = {}) => newTenantOf({ ...options, service })
let [first, second]: Tenant[] = []
let results: DemoResult[] = []

beforeAll(async () => {
  service = await startSeparateService('demo')
  first = await newTenant()
  second = await newTenant()
  results = []
  for (const { organization_id, service } of [first!, second!])
    results.push(
      await fillDemo(service.database.url, { ...filling, organization_id, secrets: secretBox(service.settings) }),
    )
})

afterAll(() => service.stop())

const orders: Record<string, string> = {
  locations: 'location_id',
  sales_channels: 'sales_channel_id',
  suppliers: 'supplier_id',
  contacts: 'name, email, phone',
  contact_notes: 'note_id',
  commitments: 'commitment_id',
  commitment_budgets: 'budget_id',
  products: 'product_id',
  variants: 'variant_id',
  product_attributes: 'product_id, attribute',
  supplier_variants: 'variant_id, supplier_id',
  custom_field_values: 'variant_id, custom_field_id',
  catalogue_events: 'entry',
  purchase_orders: 'purchase_order_id',
  purchase_order_lines: 'purchase_order_id, line_id',
  purchase_order_deliveries: 'delivery_id',
  purchase_order_delivery_lines: 'delivery_id, line_id',
  bills_of_materials: 'bom_id',
  bill_of_materials_lines: 'bom_id, variant_id',
  purchase_order_components: 'purchase_order_id, variant_id',
  supplier_signals: 'signal_id',
  exceptions: 'exception_id',
  stock_levels: 'variant_id, location_id',
  stock_movements: 'variant_id, location_id, sequence',
  sales_daily: 'variant_id, day, sales_channel_id, location_id',
  sales_by_channel: 'day, sales_channel_id',
  sales_by_product: 'day, sales_channel_id, product_id',
  row_counts: 'table_name',
  weekly_forecasts: 'variant_id, week_start, sales_channel_id',
  stocktakes: 'stocktake_id',
  stocktake_lines: 'stocktake_id, variant_id, location_id',
  returns: 'name',
  return_lines: 'line_id',
  trading_partners: 'trading_partner_id',
  account_doors: 'door_id',
  account_items: 'trading_partner_id, buyer_sku',
  sell_out_declarations: 'trading_partner_id',
  sell_out_reports: 'trading_partner_id, period_start, door_id',
  sell_out_rows: 'trading_partner_id, period_start, door_id, variant_id',
  sell_out_by_period: 'trading_partner_id, period_start',
  buy_plans: 'mfp_id',
  buy_plan_cells: 'mfp_id, cell_id',
  buy_plan_versions: 'version_id',
  buy_plan_version_cells: 'version_id, cell_id',
  customers: 'customer_id',
  sales_orders: 'order_id',
  order_lines: 'order_id, line_number',
  fulfilments: 'fulfilment_id',
  fulfilment_cartons: 'fulfilment_id, carton_number',
  fulfilment_lines: 'fulfilment_id, line_number',
  invoices: 'name',
  return_receipts: 'received_at, location_id',
  refunds: 'refund_id',
  refund_lines: 'refund_id, line_number',
  supplier_payments: 'payment_id',
  commitment_plan_cells: 'category_id, fiscal_year, month',
  commitment_plan_versions: 'number',
  commitment_declarations: 'declared_at',
  cash_settings: 'organization_id',
  cash_scenarios: 'name',
  planning_cycles: 'name',
  planning_cycle_steps: 'cycle_id, position',
}

/** Columns that the database's clock sets. */
const notCompared: Record<string, string> = { stock_levels: 'updated_at', stock_movements: 'recorded_at' }

/** Ids of returns and documents are generated numbers, of which rows that refer to them have the number or its text. */
const withoutNumbers = (name: string, value: unknown) =>
  (/^(.*_)?document_id$/.test(name) || name === 'subject_id') && /^\d+$/.test(String(value)) ? '' : value

/**
 * A table's rows as text. Ids are replaced by the order in which they first occur, and generated numbers are omitted.
 */
async function contentOf({ organization_id, service }: Tenant, table: string, seen: Map<string, string>) {
  const { sql } = service.database
  const rows = await sql<{ row: object }[]>`
    select to_jsonb(t) - '{movement_id,entry,event_id,return_id,contact_id,invoice_id,pseudonym}'::text[]
      - ${notCompared[table] ?? ''} as row
    from ${sql(table)} t where organization_id = ${organization_id} order by ${sql.unsafe(orders[table]!)}`
  return rows.map(({ row }) =>
    JSON.stringify(row, withoutNumbers).replaceAll(
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
      (id) => {
        if (!seen.has(id)) seen.set(id, `#${seen.size}`)
        return seen.get(id)!
      },
    ),
  )
}

test('the same seed fills two organisations with the same content under different ids', async () => {
  const seen = [new Map<string, string>(), new Map<string, string>()] as const
  for (const table of Object.keys(orders)) {
    const [one, other] = [await contentOf(first!, table, seen[0]), await contentOf(second!, table, seen[1])]
    expect([table, one.length > 0]).toEqual([table, true])
    expect([table, other]).toEqual([table, one])
  }
  const shared = [...seen[0].keys()].filter((id) => seen[1].has(id))
  expect(shared).toEqual([])
  expect(results[0]!.rows).toEqual(results[1]!.rows)
  expect(results[0]!.rows.variants).toBe(variants)
})

test('another seed gives another assortment', async () => {
  const tenant = await newTenant()
  const { organization_id, service } = tenant
  // Of so few variants, no order of this seed states from where it ships.
  await fillDemo(service.database.url, { organization_id, variants: 8, seed: 4, today })
  const [one, other] = [await contentOf(first!, 'variants', new Map()), await contentOf(tenant, 'variants', new Map())]
  expect(other).not.toEqual(one.slice(0, other.length))
})

test('ledger:verify finds no contradictions: committed units are reserved, and transferred units arrived or are in transit', async () => {
  const { organization_id, service } = first!
  const proof = await verifyLedger(service.database.sql as never, { organization_id, is_full: true })
  expect(proof.faults).toEqual([])
  const [in_flight] = await service.database.sql`
    select count(*)::int as lines from purchase_order_lines l join purchase_orders o using (organization_id, purchase_order_id)
    where l.organization_id = ${organization_id} and o.order_type = 'transfer' and l.in_transit_quantity > 0`
  expect(in_flight!.lines).toBeGreaterThan(0)
})

test('the proof of sales holds: every day is claimed, and control totals, sums and row counts equal their rows', async () => {
  const { organization_id, service } = first!
  const { sql } = service.database
  const { sales, counts, order_counts } = await proveSales(sql as never, { organization_id, is_full: true })
  expect(sales).toMatchObject({ unchanged_days: 0, faults: [] })
  expect(sales.rows).toBe(results[0]!.rows.sales_daily!)
  expect([counts, order_counts]).toEqual([[], []])
  const [known] = await sql`
    select count(*) filter (where cost_cents is not null)::float8 / count(*) as costed,
      bool_and(markdown_units > 0) filter (where gross_sales_cents < regular_value_cents) as marked_down,
      sum(known_cost_cents)::float8 / sum(gross_sales_cents - discounts_cents - returns_cents)::float8 as cost_share
    from sales_daily where organization_id = ${organization_id}`
  expect(known!.costed).toBeGreaterThan(0.99)
  expect(known!.marked_down).toBe(true)
  expect(known!.cost_share).toBeGreaterThan(0.3)
  expect(known!.cost_share).toBeLessThan(0.8)
})

test('the ledger is consistent: gapless sequences, running sums, levels and costs, and stock is never below zero', async () => {
  const { organization_id, service } = first!
  const [sums] = await service.database.sql`
    with ledger as (
      select m.*, row_number() over pair as place, sum(quantity_delta) over pair as running,
        lag(occurred_at) over pair as before
      from stock_movements m where organization_id = ${organization_id}
      window pair as (partition by variant_id, location_id order by sequence)
    ), last as (
      select variant_id, location_id, max(sequence) as sequence, sum(quantity_delta) as on_hand
      from ledger group by variant_id, location_id
    )
    select count(*)::int as rows, count(*) filter (where place <> sequence)::int as gaps,
      count(*) filter (where running <> on_hand_after)::int as wrong_sums,
      count(*) filter (where on_hand_after < 0)::int as below_zero,
      count(*) filter (where occurred_at < before or occurred_at > ${`${today}T00:00:00Z`})::int as out_of_time,
      count(*) filter (where unit_cost is null or landed_unit_cost is null)::int as without_cost,
      (select count(*)::int from stock_levels l left join last using (variant_id, location_id)
       where l.organization_id = ${organization_id}
         and (l.on_hand <> coalesce(last.on_hand, 0) or l.sequence <> coalesce(last.sequence, 0))) as wrong_levels
    from ledger`
  expect(sums).toMatchObject({
    gaps: 0,
    wrong_sums: 0,
    below_zero: 0,
    out_of_time: 0,
    without_cost: 0,
    wrong_levels: 0,
  })
  expect(sums!.rows).toBe(results[0]!.rows.stock_movements!)
})

test('sales agree with the ledger, and incoming stock equals the outstanding units of open orders', async () => {
  const { organization_id, service } = first!
  const { sql } = service.database
  const [units] = await sql`
    select (select sum(units)::int from sales_daily where organization_id = ${organization_id}) as sold,
      (select -sum(quantity_delta)::int from stock_movements
       where organization_id = ${organization_id} and kind = 'fulfilment') as shipped,
      (select sum(l.quantity - l.cancelled_quantity - l.fulfilled_quantity)::int from order_lines l
       join sales_orders o using (organization_id, order_id)
       where l.organization_id = ${organization_id} and not o.is_wholesale) as unshipped,
      (select sum(received_quantity - restocked_quantity)::int from return_receipt_lines
       where organization_id = ${organization_id}) as not_restocked,
      (select sum(surplus_quantity)::int from return_receipt_lines
       where organization_id = ${organization_id}) as not_sold,
      (select sum(returned_units)::int from sales_daily where organization_id = ${organization_id}) as returned,
      (select sum(quantity_delta)::int from stock_movements
       where organization_id = ${organization_id} and kind = 'return') as taken_back`
  expect(units!.sold).toBeGreaterThan(1_000)
  expect(units!.unshipped).toBeGreaterThan(0)
  expect(units!.shipped).toBe(units!.sold - units!.unshipped)
  expect(units!.not_restocked).toBeGreaterThan(0)
  expect(units!.taken_back).toBe(units!.returned + units!.not_sold - units!.not_restocked)
  const wrong = await sql`
    select l.variant_id, l.incoming, coalesce(o.units, 0) as owed
    from stock_levels l
    left join (
      select n.variant_id, p.location_id, sum(n.quantity - n.delivered_quantity)::int as units
      from purchase_order_lines n
      join purchase_orders p using (organization_id, purchase_order_id)
      where n.organization_id = ${organization_id} and p.status in ('approved', 'issued', 'partially_delivered')
      group by 1, 2
    ) o using (variant_id, location_id)
    where l.organization_id = ${organization_id} and l.incoming <> coalesce(o.units, 0)`
  expect([...wrong]).toEqual([])
  const [posted] = await sql`
    select count(*)::int as posted from stocktakes where organization_id = ${organization_id} and status = 'posted'`
  expect(posted!.posted).toBeGreaterThan(2)
})

test('orders, deliveries, ledger and reservations agree, and suppliers differ as their profiles say', async () => {
  const { organization_id, service } = first!
  const { sql } = service.database
  const [wrong] = await sql`
    with arrived as (
      select d.purchase_order_id, d.line_id, sum(d.received_quantity)::int as units
      from purchase_order_delivery_lines d where d.organization_id = ${organization_id} group by 1, 2
    )
    select
      (select count(*)::int from purchase_order_lines l left join arrived a using (purchase_order_id, line_id)
       where l.organization_id = ${organization_id} and l.delivered_quantity <> coalesce(a.units, 0)) as delivered,
      (select count(*)::int from purchase_order_delivery_lines d
       left join stock_movements m using (organization_id, movement_id)
       where d.organization_id = ${organization_id}
         and (m.quantity_delta, m.landed_unit_cost, m.document_id) is distinct from (d.received_quantity,
           d.landed_unit_cost, case when m.kind = 'transfer_in' then d.purchase_order_id else d.delivery_id end::text)
       ) as movements,
      (select count(*)::int from stock_movements m where m.organization_id = ${organization_id}
         and m.kind in ('receipt', 'transfer_in', 'assembly_in') and not exists (
           select from purchase_order_delivery_lines d where d.organization_id = m.organization_id
             and m.document_id in (d.delivery_id::text, d.purchase_order_id::text) and d.movement_id = m.movement_id)
      ) as without_line,
      (select count(*)::int from stock_levels l
       left join (select variant_id, location_id, sum(units)::int as units from (
           select variant_id, location_id, reserved_quantity as units from purchase_order_components
           where organization_id = ${organization_id}
           union all
           select variant_id, location_id, allocated_quantity from order_lines
           where organization_id = ${organization_id} and allocated_quantity > 0) h group by 1, 2) r
         using (variant_id, location_id)
       where l.organization_id = ${organization_id} and l.committed <> coalesce(r.units, 0)) as committed`
  expect(wrong).toEqual({ delivered: 0, movements: 0, without_line: 0, committed: 0 })
  const suppliers = await sql`
    select s.order_channel, avg((d.received_at::date > o.expected_delivery_date)::int)::float8 as late,
      sum(l.delivered_quantity)::float8 / sum(l.quantity) as filled
    from suppliers s
    join purchase_orders o using (organization_id, supplier_id)
    join purchase_order_lines l using (organization_id, purchase_order_id)
    join lateral (select min(received_at) as received_at from purchase_order_deliveries d
      where d.organization_id = o.organization_id and d.purchase_order_id = o.purchase_order_id) d on true
    where s.organization_id = ${organization_id} and o.status in ('delivered', 'closed')
    group by s.supplier_id, s.order_channel order by s.supplier_id`
  const [prompt, late, short] = suppliers
  expect(suppliers.map(({ order_channel }) => order_channel)).toEqual(['email', 'edi', 'link', 'email'])
  expect(prompt!.late).toBeLessThan(0.15)
  expect(late!.late).toBeGreaterThan(0.5)
  expect(prompt!.filled).toBe(1)
  expect(short!.filled).toBeLessThan(0.97)
})

test('operations return plausible figures for it', async () => {
  const { organization_id, service, get } = first!
  const table = await get('/api/v1/variants/table?limit=1')
  // One is the set that is sold as a bundle.
  expect(table.body.data.filtered_max_size).toBe(variants + 1)
  const products = await get('/api/v1/products/table?limit=5')
  expect(products.body.data.filtered_max_size).toBe(results[0]!.rows.products! + 1)
  const [best] = await service.database.sql`
    select variant_id, sum(units)::int as units from sales_daily s
    join variants v using (organization_id, variant_id)
    join products p using (organization_id, product_id)
    where organization_id = ${organization_id} and p.status = 'ACTIVE'
    group by 1 order by 2 desc limit 1`
  const { variant_id } = best!
  const position = await get(`/api/v1/inventory/position?variant_id=${variant_id}`)
  const [level] = await service.database.sql`
    select sum(on_hand)::int as on_hand from stock_levels
    where organization_id = ${organization_id} and variant_id = ${variant_id}`
  expect(position.body.data.on_hand).toBe(level!.on_hand)
  const inventory = await get('/api/v1/inventory/table?limit=1')
  expect(inventory.body.data.filtered_max_size).toBeGreaterThanOrEqual(variants)
  const healths = await service.database.sql`
    select distinct health from stock_levels where organization_id = ${organization_id}`
  expect(healths.length).toBeGreaterThanOrEqual(4)
})

test('prices affect sales: for most best sellers, measured sales fall as the price rises', async () => {
  const { organization_id, service, get } = first!
  const best = await service.database.sql`
    select variant_id from sales_daily where organization_id = ${organization_id}
    group by variant_id order by sum(units) desc limit 20`
  const found: number[] = []
  for (const { variant_id } of best) {
    const { elasticity } = (await get(`/api/v1/variants/${variant_id}/price-sensitivity`)).body.data
    if (elasticity !== null) found.push(elasticity)
  }
  expect(found.length).toBeGreaterThanOrEqual(10)
  expect(found.filter((one) => one < 0).length).toBeGreaterThan(found.length / 2)
})

test('an organisation that has data, is live or does not exist is refused, and nothing is written', async () => {
  const { service, organization_id } = first!
  const { url, sql } = service.database
  const live = await newTenant({ sandbox: false })
  for (const [id, words] of [
    [organization_id, 'already contains data'],
    [live.organization_id, 'only a sandbox can be filled'],
    ['00000000-0000-7000-8000-000000000000', 'There is no organisation'],
    ["x' or true --", 'There is no organisation'],
  ])
    await expect(fillDemo(url, { organization_id: id!, variants: 10, seed: 1, today })).rejects.toThrow(words)
  const [count] = await sql`select count(*)::int as variants from variants where organization_id = ${organization_id}`
  expect(count!.variants).toBe(variants + 1)
  const [other] = await sql`
    select count(*)::int as locations from locations where organization_id = ${live.organization_id}`
  expect(other!.locations).toBe(0)
})

test('an interrupted load leaves no rows', async () => {
  const { organization_id, service } = await newTenant()
  const { sql, url } = service.database
  const progress = (step: string) => {
    if (step === 'cover') throw new Error('broken off')
  }
  await expect(fillDemo(url, { organization_id, variants: 4, seed: 1, today, progress })).rejects.toThrow('broken off')
  const [left] = await sql`
    select (select count(*) from locations where organization_id = ${organization_id})
      + (select count(*) from stock_movements where organization_id = ${organization_id}) as rows`
  expect(Number(left!.rows)).toBe(0)
})
