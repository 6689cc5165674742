/** Periodic work that no request waits for: every process checks once a minute which jobs are due. */
import type { AppContext } from './context.ts'
import { personalKinds } from '../imports/kind.ts'
import { imports } from './imports.ts'
import { measurePricesJob } from '../catalogue/price_sensitivity/measure_prices.ts'
import { deleteDeliveriesJob } from '../outbox/delete_deliveries.ts'
import { deleteJobs } from '../jobs/delete_expired.ts'
import { deleteOrganizationExportsJob } from '../platform/organization_export/operations.ts'
import { forecastJob } from '../insight/forecasts/run.ts'
import { generateOrders } from '../purchasing/generation/generate_orders.ts'
import { foldOrderSumsJob } from '../purchasing/order_sums/fold_orders.ts'
import { deleteReportDeliveriesJob, failStrandedReportsJob } from '../planning/report_schedules/delete_deliveries.ts'
import { uploadJobs } from '../files/delete_uploads.ts'
import { deleteImportsJob } from '../imports/delete_imports.ts'
import { ediRetentionJobs } from '../interchanges/retention.ts'
import { type Job, runWhenDue } from '../jobs/job.ts'
import { listJobs, readSuccesses } from '../jobs/statistics.ts'
import { refreshVelocityJob } from '../insight/velocity/refresh_velocity.ts'
import { moveCategorySumsJob } from '../partners/sell_out/category_sums/move_sums.ts'
import { refreshCoverJob } from '../ledger/refresh_cover.ts'
import { allocateBookJob } from '../selling/orders/allocation/allocate_book.ts'
import { makeCostsKnownJob } from '../selling/unrated_costs/make_costs_known.ts'
import { foldOrderCountsJob } from '../selling/sales_facts/order_counts.ts'
import { reportDeadlinesJob } from '../partners/edi/deadlines/report_deadlines.ts'
import { adviseInventoryJob } from '../selling/edi_orders/outbound/advise_weekly.ts'
import { expireShipWindowsJob } from '../selling/fulfilment/expire_ship_windows.ts'
import { resolveStockExceptionsJob } from '../selling/fulfilment/resolve_stock_exceptions.ts'
import { foldStockValuesJob } from '../stock/stock_values/fold_stock_values.ts'
import { foldSalesJob } from '../selling/sales_facts/fold_sales.ts'
import { sumForecastErrorsJob } from '../stock/forecast_errors/sum_weeks.ts'
import { countStockJob } from '../stock/stock_days/count_stock.ts'
import { foldRowCountsJob } from '../tables/row_counts.ts'
import { tidyChangesJob } from '../tables/follow/tidy_changes.ts'

export const jobs: readonly Job[] = [
  refreshCoverJob,
  refreshVelocityJob,
  foldSalesJob,
  foldStockValuesJob,
  foldOrderSumsJob,
  foldRowCountsJob,
  tidyChangesJob,
  foldOrderCountsJob,
  moveCategorySumsJob,
  countStockJob,
  sumForecastErrorsJob,
  generateOrders,
  allocateBookJob,
  makeCostsKnownJob,
  resolveStockExceptionsJob,
  expireShipWindowsJob,
  adviseInventoryJob,
  reportDeadlinesJob,
  deleteDeliveriesJob,
  deleteImportsJob,
  ...deleteJobs,
  failStrandedReportsJob,
  forecastJob,
  measurePricesJob,
]

const lookSeconds = 60

export interface Jobs {
  /** Waits for the running step and starts no other. */
  stop: () => Promise<void>
}

/** With the jobs that need files or settings. */
export const allJobs = ({ files, settings }: Pick<AppContext, 'files' | 'settings'>): readonly Job[] => [
  ...jobs,
  ...uploadJobs(files, personalKinds(imports.kinds)),
  ...ediRetentionJobs(settings.EDI_ARCHIVE_DAYS),
  deleteOrganizationExportsJob(files),
  deleteReportDeliveriesJob(files),
]

export function startJobs(context: AppContext): Jobs {
  const { db } = context
  if (!context.settings.JOBS) return { stop: () => Promise.resolve() }
  let isStopping = false
  let looking: Promise<void> = Promise.resolve()
  const all = allJobs(context)
  listJobs(all)
  const look = async () => {
    for (const job of all) if (!isStopping) await runWhenDue(db, job, () => isStopping)
    // While the database is away, the metrics keep what they have.
    if (!isStopping) await readSuccesses(db.reads).catch(() => {})
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, lookSeconds * 1_000)
  return {
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await looking
    },
  }
}
