/** Which entries of the changelog correct figures: the figures, and for which time they are others. */
import type { Correction } from './entry.ts'

/** Reads of every period answer the corrected figure. */
const everywhere = (figures: string): Correction => ({ figures, reach: 'every_period' })
/** What was recorded before keeps its figure. */
const onwards = (figures: string): Correction => ({ figures, reach: 'new_records' })

export const corrections: Readonly<Record<string, Correction>> = {
  'markdowns-without-regular-prices': everywhere(
    'Realised markdowns, the markdown of cells of plans, and the markdown rate',
  ),
  'one-cover-of-a-variant': everywhere('Weeks of cover in the velocity table'),
  'coverage-of-sales-by-channel': everywhere(
    'Sales, velocity, cover and comparisons after the last day up to which sales are recorded: null, where they were zero',
  ),
  'months-that-have-not-happened': everywhere(
    'Months of last year in buy plans that were not recorded: null, where they were zero',
  ),
  'variances-of-provisional-costs': everywhere('Cost variance, and cost of sales of units sold at a provisional cost'),
  'transfers-at-costs-that-became-known': everywhere(
    'Cost of transferred units, and with it stock value and cost of sales',
  ),
  'variances-at-the-cost-of-the-count': onwards('Value of the variance of a stocktake'),
  'stated-costs-of-corrected-deliveries': everywhere('Cost of sales of units whose corrected delivery states a cost'),
  'money-of-merged-and-split-orders': onwards('Open and overpaid amounts of merged and split orders'),
  'velocity-in-bundles': everywhere('Weeks of cover of components of bundles'),
  'units-in-excess-and-the-rest': everywhere(
    'Cost of sales, return losses and units in quarantine of returns beyond an order',
  ),
  'money-alone-is-a-return': onwards('Returns and refunds of imported orders'),
  'returns-count-what-was-sold': everywhere('Net sales, returned units and return rates'),
  'invoices-add-up-to-their-order': onwards('Freight of invoices of orders that were cancelled in part'),
  'made-and-lost-units-of-unknown-cost': everywhere(
    'Cost of made and lost units while a part of it is unknown: null, where it was an average',
  ),
  'cash-owes-by-supplier-invoices': everywhere(
    'Amounts owed to suppliers in the cash gate and in the report of cash from the buy',
  ),
  'one-velocity-of-a-variant': everywhere('Velocity and cover in the overview of a variant'),
  'out-of-stock-where-there-was-stock': everywhere('Stock levels, out-of-stock levels and out-of-stock rate'),
  'like-for-like-comparisons': everywhere(
    'Periods before the first sale (null, where they were zero) and comparisons of channel performance, net sales and the overview',
  ),
  'cancelled-after-a-refund': everywhere('Net sales of units that were refunded and then cancelled'),
  'season-values-and-weekly-deviation': everywhere(
    'Booked value of a season, start of its ship window, and safety stock',
  ),
  'costs-of-units-sold-before-their-delivery': everywhere(
    'Cost of sales and margin of units sold before their delivery was booked',
  ),
  'exact-cost-of-sales': everywhere('Cost of sales and margin, by cents'),
  'late-costs-follow-returned-units': everywhere('Stock value and cost variance of returned units'),
  'return-losses': everywhere('Cost of sales of returned units, and return losses'),
  'costs-are-exact': everywhere('Unit costs and the value of stock, by parts of a cent'),
  'costs-follow-the-units': everywhere('Cost of sales, stock value and variances of goods bought in another currency'),
  'counts-include-late-entries': onwards('Units on hand after entries that are dated before a count'),
  'days-of-the-organisation-in-metrics-and-counts': everywhere(
    'On-time units and rate in metrics, and the window of stocktake variance by supplier',
  ),
  'sums-of-large-values': everywhere('Overviews and sums of the largest accepted prices and quantities'),
  'plan-versions-and-windows': everywhere('Channel performance over a window of one year without a leap day'),
  'sales-figures-agree': everywhere('Sell-through, lost units, days with stock, and return rates of totals'),
  'figures-before-records-begin': everywhere(
    'Weekly trade and receipts of open-to-buy before records begin: null, where they were zero',
  ),
  'orders-and-cash-that-plans-count': everywhere('Open to commit of buy plans, the cash gate and cash from the buy'),
  'partners-counted-once': everywhere('Refused sell-out units, and the stock timeline and estimated stock of accounts'),
  'returned-units': everywhere('Cost and refunds of returned units'),
  'days-of-purchasing': everywhere(
    'Lateness of incoming orders and the scorecard of a supplier, by the day of the time zone',
  ),
  'days-of-stock-and-cover': everywhere(
    'Stock on hand, days of cover, forecasts and forecast accuracy, by the day of the time zone',
  ),
  'days-of-price-sensitivity': everywhere('Price sensitivity, by the day of the time zone'),
  'audited-insight': everywhere('Sell-through, stockout losses, the on-time rate of suppliers and cash from the buy'),
  'plans-are-read': everywhere('Commitment draw, grades of styles, and committed money in of the cash gate'),
  'days-and-currencies-of-sales': everywhere('Channel revenue in other currencies, and days of velocity'),
}
