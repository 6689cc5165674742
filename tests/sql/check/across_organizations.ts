/** Statements that work across organisations on purpose, by file. The list should only shrink. */
export const acrossOrganizations: Record<string, { statements: number; reason: string }> = {
  'server/catalogue/price_sensitivity/measure_prices.ts': {
    statements: 1,
    reason: 'lists the organisations whose price sensitivities are to be measured',
  },
  'server/pipeline/admit.ts': { statements: 1, reason: 'finds the organisation of a key by its hash' },
  'server/platform/organizations/store.ts': {
    statements: 2,
    reason: 'lists the organisations of a user, and counts those that a user administers',
  },
  'server/platform/organizations/invitations.ts': {
    statements: 1,
    reason: 'reads sign-in mail, which belongs to no organisation',
  },
  'server/platform/organizations/invitations.store.ts': {
    statements: 2,
    reason: 'finds an invitation by the hash of its token, and reads sign-in mail, which belongs to no organisation',
  },
  'server/partners/portal/session.store.ts': {
    statements: 2,
    reason: 'finds an invitation to the portal and a seat session by the hash of their tokens',
  },
  'server/partners/portal/new_link.store.ts': {
    statements: 1,
    reason: 'finds the portal seats of an e-mail address, which belong to whichever accounts invited it',
  },
  'server/partners/edi/deadlines/report_deadlines.ts': {
    statements: 1,
    reason: 'lists the organisations whose accounts expect documents by a time',
  },
  'server/outbox/store.ts': { statements: 1, reason: 'finds due deliveries of all organisations' },
  'server/mail/store.ts': { statements: 3, reason: 'finds, claims and ends the mails of all senders' },
  'server/documents/store.ts': { statements: 1, reason: 'finds due documents of all organisations' },
  'server/platform/organization_export/operations.ts': { statements: 1, reason: 'applies the retention of exports' },
  'server/imports/delete_imports.ts': { statements: 1, reason: 'applies the retention of imports' },
  'server/ledger/verify.ts': { statements: 1, reason: 'verifies the ledger of all organisations or of the given one' },
  'server/purchasing/generation/generate_orders.ts': {
    statements: 1,
    reason: 'finds the organisations whose orders are due to be generated',
  },
  'server/selling/fulfilment/expire_ship_windows.ts': {
    statements: 1,
    reason: 'finds the organisations with passed ship windows and cancel dates',
  },
  'server/selling/fulfilment/resolve_stock_exceptions.ts': {
    statements: 1,
    reason: 'finds the orders whose stock is no longer below zero',
  },
  'server/selling/unrated_costs/make_costs_known.ts': {
    statements: 1,
    reason: 'finds the organisations with arrivals whose rate is on file by now',
  },
  'server/selling/orders/allocation/allocate_book.ts': {
    statements: 1,
    reason: 'finds the organisations whose order book is to be allocated',
  },
  'server/interchanges/retention.ts': { statements: 3, reason: 'applies the retention of EDI content' },
  'server/selling/edi_orders/outbound/advise_weekly.ts': {
    statements: 1,
    reason: 'finds the accounts that have no inventory advice of their week',
  },
  'server/outbox/delete_deliveries.ts': { statements: 2, reason: 'applies the retention of deliveries' },
  'server/jobs/job.ts': { statements: 1, reason: 'lists the organisations that a job works through' },
  'server/jobs/delete_expired.ts': { statements: 1, reason: 'applies the retention of rows in batches' },
  'server/files/delete_uploads.ts': { statements: 1, reason: 'applies the retention of files' },
  'server/selling/sales_facts/fold_sales.ts': {
    statements: 3,
    reason: 'folds the deltas of all organisations, and finds their products that changed their category',
  },
  'server/planning/report_schedules/occurrences.store.ts': {
    statements: 1,
    reason: 'finds the schedules of all organisations that are due',
  },
  'server/planning/report_schedules/delete_deliveries.ts': {
    statements: 2,
    reason: 'applies the retention of receipts, and finds those whose mails expired',
  },
  'server/insight/forecasts/run.ts': { statements: 1, reason: 'lists the organisations that a job forecasts' },
  'server/selling/sales_facts/verify_sales.ts': {
    statements: 1,
    reason: 'verifies the sales of all organisations or of the given one',
  },
  'server/insight/velocity/refresh_velocity.ts': {
    statements: 1,
    reason: 'finds the organisations whose velocity is to be measured',
  },
  'server/stock/stock_days/count_stock.ts': { statements: 1, reason: 'finds the organisations with stock to count' },
  'server/stock/stock_days/verify_stock_days.ts': {
    statements: 1,
    reason: 'verifies the stock by day of all organisations or of the given one',
  },
  'server/stock/forecast_errors/sum_weeks.ts': {
    statements: 1,
    reason: 'finds the organisations with weeks of forecasts to sum',
  },
  'server/catalogue/variant_stock/verify_variant_stock.ts': {
    statements: 1,
    reason: 'verifies the stock of variants and products of all organisations or of the given one',
  },
  'server/stock/stock_values/verify_stock_values.ts': {
    statements: 1,
    reason: 'verifies the value of the stock of all organisations or of the given one',
  },
  'server/purchasing/order_sums/verify_order_sums.ts': {
    statements: 1,
    reason: 'verifies the sums of purchase orders of all organisations or of the given one',
  },
  'server/audit/record.ts': { statements: 1, reason: 'records an event of a user in each of their organisations' },
  'server/queue/statements.ts': { statements: 1, reason: 'finds the due groups of all organisations' },
  'server/tables/marks.ts': { statements: 1, reason: 'finds the organisations with marks' },
  'server/tables/fold_counts.ts': { statements: 1, reason: 'folds the deltas of all organisations' },
  'server/boot/derived/engine.ts': {
    statements: 1,
    reason: 'lists the organisations whose derived figures are verified',
  },
  'server/platform/admin/commands.ts': { statements: 2, reason: 'lists organisations and users for the operator' },
  'server/platform/admin/operator.ts': {
    statements: 4,
    reason: 'compares EDI identities of all organisations, and shows sign-in mail, which belongs to none',
  },
  'server/platform/admin/reencrypt.ts': { statements: 11, reason: 'encrypts every secret with the current key' },
  'server/boot/import_command/organizations.ts': {
    statements: 1,
    reason: 'lists the organisations that the operator can import a file into',
  },
  'server/boot/first_start.ts': { statements: 1, reason: 'determines whether the database has any organisation' },
  'db/demo/fill.ts': { statements: 1, reason: 'finds the sandbox that a command fills' },
}
