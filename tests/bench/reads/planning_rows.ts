/**
 * Plans and money of the organisations of `reads`: 24 published buy plans of the current fiscal year with every category
 * and channel, commitments with plans of record that all orders belong to, deliveries of what arrived, and payments.
 */
import { fiscalMonthOf } from '../../../server/calendar/retail_calendar.ts'

export const planCount = 24
const commitmentCount = 6

interface Counts {
  org: string
  id: (kind: string, n?: string) => string
  categories: number
  channels: number
}

const today = new Date().toISOString().slice(0, 10)
const { fiscal_year } = fiscalMonthOf(today, 2)

const plans = ({ org, id, categories, channels }: Counts) => {
  const cells = `generate_series(0, ${categories - 1}) c, generate_series(0, ${channels - 1}) h, generate_series(1, 12) m`
  const cell = `${id('cell', `c || ' ' || h || ' ' || m`)}, ${id('category', 'c')}, ${id('channel', 'h')}, m,
    100000 + c * 1000 + m, 9000, 60000, 40000 + h * 100, 800000, 300000, 5000`
  const columns = `cell_id, category_id, sales_channel_id, month, sales_cents, markdown_cents, margin_cents,
    receipts_cost_cents, closing_stock_retail_cents, closing_stock_cost_cents, chase_reserve_cents`
  const plan = `generate_series(1, ${planCount}) n`
  return [
    `insert into buy_plans (organization_id, mfp_id, name, fiscal_year, fiscal_year_start_month, calendar, currency,
        baseline_source, created_by)
      select ${org}, ${id('plan')}, 'Plan ' || n, ${fiscal_year}, 2, 'retail_4_5_4', 'USD', 'empty', 'user:Bench' from ${plan}`,
    `insert into buy_plan_cells (organization_id, mfp_id, ${columns}) select ${org}, ${id('plan')}, ${cell} from ${plan}, ${cells}`,
    `insert into buy_plan_versions (organization_id, version_id, mfp_id, number, label, kind, fiscal_year, cell_count,
        locked_at, locked_by)
      select ${org}, ${id('version')}, ${id('plan')}, 1, 'First', case when n = 1 then 'budget' else 'reforecast' end,
        ${fiscal_year}, ${categories * channels * 12}, now() - n * interval '1 day', 'user:Bench' from ${plan}`,
    `insert into buy_plan_version_cells (organization_id, version_id, ${columns})
      select ${org}, ${id('version')}, ${cell} from ${plan}, ${cells}`,
  ]
}

const commitments = ({ org, id, categories }: Counts) => {
  const commitment = `generate_series(0, ${commitmentCount - 1}) n`
  return [
    `insert into commitments (organization_id, commitment_id, name, status, currency)
      select ${org}, ${id('commitment')}, 'Season ' || n, 'approved', 'USD' from ${commitment}`,
    `insert into commitment_plans (organization_id, commitment_id, fiscal_year_start_month, updated_by, updated_at)
      select ${org}, ${id('commitment')}, 2, 'user:Bench', now() from ${commitment}`,
    `insert into commitment_plan_versions (organization_id, version_id, commitment_id, number, label, kind,
        fiscal_year_start_month, cell_count, locked_at, locked_by)
      select ${org}, ${id('record')}, ${id('commitment')}, 1, 'First', 'budget', 2, ${categories * 12}, now(), 'user:Bench'
      from ${commitment}`,
    `insert into commitment_plan_version_cells (organization_id, version_id, cell_id, category_id, fiscal_year, month,
        planned_sales_cents, planned_markdown_cents, planned_closing_stock_cents, budget_cents)
      select ${org}, ${id('record')}, ${id('record cell', `c || ' ' || m`)}, ${id('category', 'c')}, ${fiscal_year}, m,
        50000, 4000, 200000, 90000
      from ${commitment}, generate_series(0, ${categories - 1}) c, generate_series(1, 12) m`,
  ]
}

const money = ({ org }: Counts) => [
  `update purchase_orders set commitment_id = (array(select commitment_id from commitments where organization_id = ${org}
      order by name))[1 + substr(name, 4)::int % ${commitmentCount}]
    where organization_id = ${org}`,
  `update suppliers set payment_terms = 'net_' || 30 + lead_time_days % 3 * 15, deposit_bp = lead_time_days % 2 * 3000
    where organization_id = ${org}`,
  // Even lines arrive first, the others ten days later.
  `insert into purchase_order_deliveries (organization_id, delivery_id, purchase_order_id, location_id, received_at,
      fingerprint, actor)
    select ${org}, md5('delivery ' || part || o.purchase_order_id)::uuid, o.purchase_order_id, o.location_id,
      (o.order_date + 40 + part * 10)::timestamptz + interval '9 hours', 'bench ' || part, 'user:Bench'
    from purchase_orders o, generate_series(0, 1) part
    where o.organization_id = ${org} and (o.status = 'closed' or o.status = 'partially_delivered' and part = 0)`,
  `insert into purchase_order_delivery_lines (organization_id, delivery_id, line_id, purchase_order_id, variant_id,
      received_quantity, unit_cost, landed_unit_cost)
    select ${org}, d.delivery_id, l.line_id, l.purchase_order_id, l.variant_id, l.delivered_quantity, l.unit_cost,
      l.unit_cost + 1
    from purchase_order_deliveries d
    join (
      select *, (row_number() over (partition by purchase_order_id order by line_id) % 2) as part
      from purchase_order_lines where organization_id = ${org} and delivered_quantity > 0
    ) l on l.purchase_order_id = d.purchase_order_id
    join purchase_orders o on o.organization_id = ${org} and o.purchase_order_id = d.purchase_order_id
    where d.organization_id = ${org} and (o.status <> 'closed' or d.fingerprint = 'bench ' || l.part)`,
  `insert into supplier_payments (organization_id, payment_id, supplier_id, purchase_order_id, kind, amount_cents, currency,
      paid_on, created_by)
    select ${org}, md5('payment ' || o.purchase_order_id)::uuid, o.supplier_id, o.purchase_order_id, 'balance', 1000000,
      'USD', current_date - substr(o.name, 4)::int % 300, 'user:Bench'
    from purchase_orders o
    where o.organization_id = ${org} and o.status = 'closed' and substr(o.name, 4)::int % 2 = 1`,
  `insert into cash_settings (organization_id, currency, opening_balance_cents, opening_balance_on, cash_floor_cents, updated_by)
    select ${org}, 'USD', 500000000, current_date, 100000000, 'user:Bench'`,
]

export const planningStatements = (counts: Counts): string[] => [
  ...plans(counts),
  ...commitments(counts),
  ...money(counts),
]
