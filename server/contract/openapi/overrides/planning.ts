/** Values for the examples of planning; see example_overrides.ts. */
import { exampleId } from '../example_ids.ts'

import type { Values } from './shared.ts'

const now = '2026-11-21T09:30:00+00:00'
const working: Values = { 'view.version_id': null, 'view.label': null }
const live: Values = {
  status: 'live',
  is_locked: false,
  fiscal_year_end_month: 1,
  total_planned_revenue: 4_500_000,
}
/** The first month of fiscal year 2027, which has not started. */
const onlyMonth: Values = {
  'month.month': 1,
  'month.start_date': '2027-01-31',
  'month.end_date': '2027-02-27',
}
const notStarted = { cents: null, currency: 'USD', reason: 'The month has not started.', usd: null }
/** One of the last weeks of a plan: 9,000.00 + 1,200.00 - 800.00 - 100.00 = 9,300.00. */
const week: Values = {
  ...working,
  week_start: '2026-11-15',
  week_end: '2026-11-21',
  'week.month': 10,
  'unplanned.category_id': null,
  'unplanned.category': null,
  'opening_stock.cents': 900_000,
  'sales.cents': 80_000,
  'markdown.cents': 10_000,
  'intake.cents': 120_000,
  'closing_stock.cents': 930_000,
  plan_weeks_of_cover: null,
  plan_weeks_of_cover_reason_code: 'no_plan',
  projected_weeks_of_cover: null,
  projected_weeks_of_cover_reason_code: 'no_plan',
}
/**
 * 24 jumpers are on order and 12 in a draft: at retail 12,000.00 + 1,000.00 + 18,000.00 - 13,350.00 - 2,136.00 = 15,514.00,
 * at cost 4,500.00 + 6,360.00 - 4,725.00 - 792.00 = 5,343.00.
 */
const openToBuy: Values = {
  ...working,
  ...onlyMonth,
  'total.month': 1,
  'data.name': 'Fiscal year 2027',
  fiscal_year: 2027,
  phase: 'future',
  opening_basis: 'stock_on_hand_now',
  'at_retail.sales_plan': 1_200_000,
  'at_retail.markdown_plan': 100_000,
  'at_retail.closing_stock_plan': 1_800_000,
  'at_retail.opening_stock': 1_335_000,
  'at_retail.on_order': 213_600,
  'at_retail.open_to_buy': 1_551_400,
  'at_retail.drafts': 106_800,
  'at_cost.cogs_plan': 450_000,
  'at_cost.chase_reserve': 50_000,
  'at_cost.closing_stock_plan': 636_000,
  'at_cost.opening_stock': 472_500,
  'at_cost.on_order': 79_200,
  'at_cost.open_to_buy': 534_300,
  'at_cost.drafts': 39_600,
  receipts_to_date: 0,
  releasable: 0,
  realised_sales: notStarted,
  is_overdue: false,
  is_overbought: false,
  draft_count: 1,
  'order.name': 'PO-1042',
  'order.status': 'issued',
  'order.due_on': '2027-02-15',
  'order.units': 24,
  'order.at_cost': 79_200,
  'order.at_retail': 213_600,
  'draft.name': 'PO-1043',
  'draft.status': 'draft',
  'draft.due_on': '2027-02-22',
  'draft.units': 12,
  'draft.at_cost': 39_600,
  'draft.at_retail': 106_800,
}

const basis = (names: string, one: string): Values =>
  Object.fromEntries(names.split(' ').map((name) => [`${name}.basis`, one]))
/** The plan of that month; of the 5,000.00 that the commitments contain, 2,000.00 are on order. */
const planSide: Values = {
  ...working,
  ...onlyMonth,
  'cell.month': 1,
  ...basis('sales_plan margin_plan', 'net_sales'),
  ...basis('markdown_plan closing_stock_retail', 'retail_price'),
  ...basis('budget cogs_plan plan_receipts_cost closing_stock_cost chase_reserve', 'unit_cost'),
  ...basis('intake_committed intake_on_order intake_received open_to_commit', 'unit_cost'),
  budget: 500_000,
  sales_plan: 1_200_000,
  markdown_plan: 100_000,
  margin_plan: 750_000,
  cogs_plan: 450_000,
  plan_receipts_cost: 500_000,
  closing_stock_retail: 1_800_000,
  closing_stock_cost: 636_000,
  chase_reserve: 50_000,
  intake_committed: 500_000,
  intake_on_order: 200_000,
  intake_received: 0,
  open_to_commit: 300_000,
}
const monthly = [{ cents: 375_000, currency: 'USD', reason: null, usd: 3_750 }]
const planTable: Values = { ...working, ...onlyMonth, 'row.months': monthly, 'totals.months': monthly, total: 375_000 }
const versionSums: Values = {
  sales: 4_500_000,
  markdown: 375_000,
  margin: 2_475_000,
  receipts_cost: 2_100_000,
  closing_stock_retail: 1_800_000,
  closing_stock_cost: 636_000,
  chase_reserve: 200_000,
}
const notYet = [
  'realised_markdown',
  'realised_markdown_at_retail',
  'realised_markdown_units',
  'realised_markdown_left_out_units',
].map((figure) => ({
  figure,
  indexes: [0],
  reason: 'The month has not started.',
}))
/** The second month of fiscal year 2027: of a budget of 5,000.00, 2,000.00 are on order. */
const planOfRecord: Values = {
  'month.start_date': '2027-02-28',
  phase: 'future',
  received_cents: [0],
  open_to_commit_cents: [300_000],
  'season.received_cents': 0,
  'season.open_to_commit_cents': 300_000,
  realised_markdown: [null],
  realised_markdown_at_retail: [null],
  realised_markdown_units: [null],
  realised_markdown_left_out_units: [null],
  realised_markdown_to_date_cents: 0,
  markdown_left_to_close_cents: 20_000,
  missing: notYet,
}

const mondays = ['11-16', '11-23', '11-30', '12-07'].map((day) => `2026-${day}`)
const sundays = ['11-22', '11-29', '12-06', '12-13'].map((day) => `2026-${day}`)
/** A deposit of 990.00 is due this week, and the balance of 2,310.00 in the fourth. */
const cashGate: Values = {
  scenario: null,
  opening_balance_usd: 12_500,
  opening_balance_on: '2026-11-16',
  cash_floor_usd: 2_500,
  weeks: mondays.map((start_date, i) => ({ start_date, end_date: sundays[i] })),
  open_buy_usd: 0,
  weekly_draw_usd: [990, 0, 0, 2_310],
  later_draw_usd: 0,
  terms_source: 'declared',
  'not_measured.amount': { cents: 425_000, currency: 'EUR', reason: null, usd: null },
  buy_effect_usd: 0,
  cash_usd: 2_310,
  why: 'Balances are due at terms from the receipt, so later receipts are paid later.',
  committed_in_source: 'receivables',
  committed_in_reason: null,
  committed_in_usd: [0, 1_805, 0, 0],
  committed_in_later_usd: 0,
  projected_in_usd: [850, 850, 900, 1_100],
}

const closed: Values = { state: 'closed', closed_at: now }
const signed: Values = { state: 'signed', mfp_id: null, signed_at: now, 'step.state': 'closed', 'step.closed_at': now }
const openCycle: Values = { mfp_id: null, signed_at: null, signed_by: null, closed_by: null }

const weekly: Values = {
  report: 'weekly-trade',
  'parameters.period': 'previous',
  plan_id: null,
  weekdays: ['monday'],
  days_of_month: null,
  next_run_at: '2026-11-23T12:00:00+00:00',
}
/** The report of the week before Monday 16 November. */
const dueMonday: Values = {
  report: 'weekly-trade',
  period: '2026-W41',
  due_at: '2026-11-16T12:00:00+00:00',
  as_of: '2026-11-16T12:00:01+00:00',
}
const mailed: Values = {
  ...dueMonday,
  file_name: 'weekly-trade-2026-W41.pdf',
  ended_at: '2026-11-16T12:00:03+00:00',
}
const delivered: Values = {
  ...mailed,
  status: 'delivered',
  delivered_at: '2026-11-16T12:00:03+00:00',
  failure: null,
  outcome: 'sent',
  reason: null,
}
const failed: Values = {
  ...mailed,
  status: 'failed',
  delivered_at: null,
  failure: 'The mail to buying@shop.example failed: 550 No such mailbox',
  outcome: 'failed',
  reason: '550 No such mailbox',
}
const justQueued: Values = {
  ...dueMonday,
  status: 'queued',
  as_of: null,
  delivered_at: null,
  failure: null,
  files: [],
  outcomes: [],
}

export const planningOverrides: Record<string, Values> = {
  'session.list_planning_cycles': openCycle,
  'session.open_planning_cycle': openCycle,
  'session.get_planning_cycle': openCycle,
  'session.get_planning_cycle_step': { closed_by: null },
  'session.change_planning_cycle_step': { closed_by: null },
  'session.close_planning_cycle_step': closed,
  'session.sign_planning_cycle': signed,
  'report.delivered': delivered,
  'report.failed': failed,
  'session.list_report_schedules': weekly,
  'session.create_report_schedule': weekly,
  'session.get_report_schedule': weekly,
  'session.change_report_schedule': weekly,
  'session.archive_report_schedule': { ...weekly, state: 'archived', next_run_at: null },
  'session.send_report_schedule': justQueued,
  'session.list_report_deliveries': delivered,
  'session.get_report_delivery': delivered,
  'session.get_report_delivery_file': {
    file_name: 'weekly-trade-2026-W41.pdf',
    export_url: 'https://api.example.com/exports/q1bK…/weekly-trade-2026-W41.pdf',
  },
  'cycle.step_closed': closed,
  'cycle.signed': signed,
  'planning.get_commitment_money': planOfRecord,
  'planning.list_buy_plans': live,
  'planning.get_buy_plan_side': planSide,
  'planning.get_buy_plan_table': planTable,
  'planning.list_buy_plan_versions': { ...versionSums, live_version_id: exampleId('version_id') },
  'session.get_wssi': week,
  'planning.get_open_to_buy': openToBuy,
  'session.create_buy_plan': { ...live, status: 'draft', cell_count: 24, total_planned_revenue: 0 },
  'session.edit_buy_plan_cells': versionSums,
  'session.spread_buy_plan': { ...versionSums, sales: 120_000_000 },
  'session.publish_buy_plan': { ...versionSums, number: 2, is_budget: false },
  'session.get_commitment_plan': { 'month.start_date': '2027-02-28' },
  'session.set_commitment_plan': { 'month.start_date': '2027-02-28' },
  'session.create_cash_scenario': { open_buy_cuts: [], group_terms: [] },
  'session.get_buy_plan': live,
  'session.get_buy_plan_baseline': {
    unmeasured_months: 'none',
    'month.month': 1,
    'month.start_date': '2026-02-01',
    'month.end_date': '2026-02-28',
    filled_from: null,
  },
  'session.rename_buy_plan': live,
  'session.lock_buy_plan': { ...live, is_locked: true },
  'session.unlock_buy_plan': live,
  'session.archive_buy_plan': { ...live, status: 'archived' },
  'session.restore_buy_plan': live,
  'cash.get_cash_gate': cashGate,
  'session.record_supplier_payment': { amount: 750_000 },
  'session.list_supplier_payments': { amount: 750_000 },
  'session.get_cash_settings': { opening_balance: 25_000_000, cash_floor: 5_000_000 },
  'session.set_cash_settings': { opening_balance: 25_000_000, cash_floor: 5_000_000, payables_since: null },
  'session.compare_buy_plan_versions': {
    'base.kind': 'version',
    'against.version_id': null,
    'against.label': null,
    cells_different: 1,
    'sales.base': 4_500_000,
    'sales.against': 4_515_682,
    'sales.difference': 15_682,
    base: 1_800_000,
    against: 1_800_000,
    difference: 0,
  },
}
