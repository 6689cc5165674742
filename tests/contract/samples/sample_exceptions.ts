/**
 * Differences that are allowed between a sample response and a sandbox with the starter data. The lists may only
 * shrink: their lengths are fixed, and an entry that is no longer needed fails the test.
 */

const of = (reason: string, fields: string): [string, string][] => fields.split(' ').map((field) => [field, reason])

/** Fields that have a value in a sample and are null in the sandbox, and why. */
export const notInTheSandbox: Record<string, string> = Object.fromEntries([
  ...of('no four weeks of sales', 'days_of_cover weeks_of_cover units_per_day in_stock_days stockout_days change'),
  ...of('no year of sales', 'elasticity label r_squared standard_error confidence_interval seasonal_index'),
  ...of('no forecast was made', 'wmape wmase naive_error latest trailing forecast last_run'),
  ...of('the ledger begins today', 'opening closing'),
  ...of('nothing was due a year ago', 'average_days deviation_days value_pct'),
  ...of('no count was posted', 'accuracy_rate net_rate overage_rate shrinkage_rate'),
  ...of(
    'a page of two begins with lines that are not counted',
    'counted_at counted_quantity variance_quantity cents usd',
  ),
  ...of('a page of two begins with the creation of variants, which changes no field', 'field value previous_value'),
  ...of('a page of two begins with another variant', 'barcode'),
  ...of('nobody gave one', 'evidence reference search edi_id edi_qualifier recipient'),
  ...of('no orders were generated', 'generated_at generated_orders'),
  ...of('written by the test and not by a person', 'minted_by created_by'),
  ...of('the row is still open', 'resolved_at resolved_by resolution'),
  ...of(
    'nothing was sold before the event',
    'expected_units uplift_units uplift_percentage uplift_interval conclusion',
  ),
  ...of('no daily measurement ran', 'measured_at'),
  ...of('the ledger begins behind the window', 'lost_units percentage'),
])
export const notInTheSandboxCount = 58

const yarn = 'a jumper is made of yarn, and the starter data has none'

/** Other differences: the start of the reported difference, and its reason. */
export const differing: readonly (readonly [string, string])[] = [
  ['purchase_orders.auto_allocate name .data.components', yarn],
  ['session.create_bill_of_materials name .data.components', yarn],
  ['session.get_bill_of_materials name .data.components', yarn],
  ['session.list_bills_of_materials name .data.rows[].components', yarn],
  ['session.update_bill_of_materials name .data.components', yarn],
  ['purchase_orders.mark_delivered state .data.document.state', 'the order of the story went out by e-mail'],
  ['session.list_supplier_signals null ', 'the signal of the story is about one variant'],
  ['session.decide_supplier_signal null ', 'the signal of the story is about one variant'],
  ...['list_retailers', 'get_overview', 'list_replenishment_recommendations'].map(
    (name) =>
      [`accounts.${name} null `, 'the account of the starter data has no terms and reports no sell-out'] as const,
  ),
  ['cash.get_cash_gate null .data.committed_in', 'no invoice of the starter data is due'],
  ['session.receive_edi_interchanges ', 'the file of the sample request is no interchange'],
  ['sales.get_bundle_contributions name .data.contributions', 'the variant of the sample request is in no bundle'],
]
export const differingCount = 14
