/** Limits of planning, among those of ../limits.ts. */
export const planningLimits = {
  /** Per organisation, archived ones included. */
  buy_plans_max: 500,
  buy_plan_fiscal_year_min: 2000,
  buy_plan_fiscal_year_max: 2100,
  /** Cells of one plan: 1,000 combinations of category and sales channel. */
  buy_plan_cells_max: 12_000,
  buy_plan_cells_per_call_max: 3_000,
  /** Amount of a cell, so that sums over all cells are exact. */
  buy_plan_cell_cents_max: 500_000_000_000,
  buy_plan_versions_max: 200,
  /** From the first to the last month of a commitment's plan. */
  commitment_plan_months_max: 24,
  commitment_plan_cells_max: 12_000,
  commitment_plan_cell_cents_max: 500_000_000_000,
  commitment_plan_versions_max: 200,
  commitment_note_length_max: 500,
  planning_cycle_steps_max: 50,
  planning_cycles_max: 500,
  /** Orders that one month of a category lists in the open-to-buy. */
  open_to_buy_orders_max: 20,
  /** Orders that the report of cash from the buy lists; the others are one row. */
  report_orders_max: 50,
  /** Styles in each list of a trade comparison. */
  trade_styles_default: 10,
  trade_styles_max: 50,
  cash_weeks_default: 13,
  cash_weeks_max: 52,
  /** Deliveries and orders of this many days count in the cash gate; older deliveries count as paid. */
  cash_payable_days: 365,
  cash_scenarios_max: 100,
  cash_scenario_weeks_max: 52,
  cash_scenario_changes_max: 100,
  supplier_payment_cents_max: 500_000_000_000,
  supplier_payment_reference_length_max: 120,
  supplier_invoice_lines_max: 500,
  supplier_invoice_number_length_max: 120,
  supplier_invoice_text_length_max: 500,
  /** In the currency of the invoice: exact to three decimals as a JSON number, also where lines are summed. */
  supplier_invoice_amount_max: 1_000_000_000,
  /** Per organisation, archived ones included. */
  report_schedules_max: 500,
  report_recipients_max: 20,
  /** Occurrences that were missed while the service was down and get a receipt; older ones get none. */
  report_missed_max: 31,
  /** Computing and printing one report. */
  report_attempt_seconds_max: 60,
  /** Longer than an attempt may take, so that a running worker never loses its lease. */
  report_lease_seconds: 90,
  report_retry_seconds: [60, 600, 3_600],
  /** A mail with a report that cannot be sent for this long fails. */
  report_mail_minutes: 1_440,
  /** All files of one report. */
  report_mail_bytes_max: 15 * 1_048_576,
  /** Retention of receipts and their files. */
  report_receipt_days: 90,
} as const
