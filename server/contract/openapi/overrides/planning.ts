/** Values for the examples of planning; see example_overrides.ts. */
type Values = Record<string, unknown>

const now = '2026-11-21T09:30:00+00:00'
const working: Values = { 'view.version_id': null, 'view.label': null }
const live: Values = { status: 'live', is_locked: false }
/** An order that is due in the month, and a draft. */
const openToBuy: Values = {
  ...working,
  is_overdue: false,
  is_overbought: false,
  'order.status': 'issued',
  'draft.status': 'draft',
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
  'planning.list_buy_plans': live,
  'planning.get_buy_plan_side': working,
  'planning.get_buy_plan_table': working,
  'planning.get_open_to_buy': openToBuy,
  'session.create_buy_plan': { status: 'draft', is_locked: false, cell_count: 24 },
  'session.get_buy_plan': live,
  'session.rename_buy_plan': live,
  'session.lock_buy_plan': { ...live, is_locked: true },
  'session.unlock_buy_plan': live,
  'session.archive_buy_plan': { ...live, status: 'archived' },
  'session.restore_buy_plan': live,
  'cash.get_cash_gate': {
    scenario: null,
    committed_in_source: 'receivables',
    committed_in_reason: null,
    terms_source: 'declared',
    'week.start_date': '2026-11-16',
    'week.end_date': '2026-11-22',
  },
  'session.record_supplier_payment': { amount: 750_000 },
  'session.list_supplier_payments': { amount: 750_000 },
  'session.get_cash_settings': { opening_balance: 25_000_000, cash_floor: 5_000_000 },
  'session.set_cash_settings': { opening_balance: 25_000_000, cash_floor: 5_000_000, payables_since: null },
  'session.compare_buy_plan_versions': { 'against.version_id': null, 'against.label': null },
}
