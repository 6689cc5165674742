/** Reads that must read many rows, each with the reason. What reads fewer rows belongs in no list. */

/** Operations that scan a large table sequentially. */
export const readsWholeTables: Record<string, string> = {
  'products.list_filters': 'Collects the filter values of the whole catalogue.',
  'products.get_overview': 'Totals over every product, variant and stock level.',
  'products.get_completeness': 'Percentages over the whole catalogue.',
  'inventory.forecast_accuracy': 'Compares forecast and sales of every variant.',
  'inventory.stock_on_hand': 'Values the stock of every variant at every location.',
  'suppliers.list': 'Counts the variants of each supplier on the page; one supplier has the whole catalogue here.',
  'purchase_orders.list_filters': 'Collects the filter values of all orders.',
  'sales.list_filters': 'Collects the filter values of the whole catalogue.',
  'sales.list_sales': 'Ranks every variant by its sales, those without sales included.',
  'sales.get_new_overview': 'Ranks the variants that sold in the window.',
  'sales.list_velocity': 'Ranks every variant by its velocity.',
  'sales.get_velocity_totals': 'Totals over every variant and its stock.',
  'sales.list_velocity_filters': 'Counts the values over every variant.',
  'planning.get_open_to_buy': 'Sums what is due of every open order by category.',
  'cash.get_cash_gate': 'Computes the open-to-buy of the live plans, and what each category was ordered from.',
  'reports.get_open_to_buy_report': 'Sums what is due of every open order by category.',
  'reports.get_weekly_trade': 'Sums the stock of every variant at every location.',
  'session.compare_weekly_trade': 'Sums the stock of every product, to find those on hand that sold least.',
  'session.get_wssi': 'Sums what is due of every open order by category.',
  'reports.get_cash_from_the_buy':
    'Computes the open-to-buy of the live plans, and what each category was ordered from.',
  'session.get_report_file': 'Computes the report.',
}

/** Reads of one record that read many more rows than the response contains. */
export const readsManyRows: Record<string, string> = {
  'suppliers.get_needs_attention': 'Reads the open orders of the organisation along their own index.',
  'session.get_report_file': 'Computes the report.',
}

/** Reads that compare many rows with many others until PostgreSQL has counted the rows of an organisation. */
export const readsManyUncounted: Record<string, string> = {
  'sales.list_sales': 'Sales of the window are joined to every variant: 10,000 by the 500 that sold here.',
}

/** What was found of operations that are not in the list. */
export const unexpected = <T>(found: Record<string, T>, allowed: Record<string, string>): Record<string, T> =>
  Object.fromEntries(Object.entries(found).filter(([id]) => !(id in allowed)))

/** An exception that is no longer needed must be removed from its list. */
export const unneeded = (found: Record<string, unknown>, allowed: Record<string, string>): string[] =>
  Object.keys(allowed).filter((id) => !(id in found))
