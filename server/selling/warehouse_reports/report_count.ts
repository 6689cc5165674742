/** A count that a warehouse reports: a stocktake of its location, posted at once. */
import { addDays } from '../../calendar/days.ts'
import { checkDates } from '../../ledger/books.ts'
import { dayInTimeZone, instantInTimeZone } from '../../calendar/time_zone.ts'
import { unknownSku } from '../../records/variant_names.rules.ts'
import { findVariants } from '../../catalogue/variants/named_variants.store.ts'
import type { Sql } from '../../contract/sql.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { WriteContext } from '../../imports/record_plan.ts'
import { recordPosted } from '../../stock/stocktakes/record_posted.ts'
import type { ReportingConnection } from './connection.store.ts'
import type { CountAnswer, CountReport } from './report.model.ts'

async function readCounts(sql: Sql, organization_id: string, { counts }: CountReport) {
  const { by_sku } = await findVariants(sql, organization_id, { skus: counts.map(({ sku }) => sku) })
  const seen = new Set<string>()
  return counts.map(({ sku, counted_quantity }, i) => {
    const { variant_id } = by_sku.get(sku) ?? refuseField(`counts[${i}].sku`, unknownSku)
    if (seen.has(variant_id)) refuseField(`counts[${i}].sku`, 'is repeated')
    seen.add(variant_id)
    return { variant_id, counted_quantity }
  })
}

export async function reportCount(
  sql: Sql,
  context: WriteContext,
  connection: ReportingConnection,
  report: CountReport,
): Promise<CountAnswer> {
  const { organization_id, now } = context
  const today = dayInTimeZone(connection.time_zone, now)
  const counted_on = report.counted_on ?? today
  if (counted_on > today) refuseField('counted_on', 'must not be in the future')
  await checkDates(sql, organization_id, now, [{ field: 'counted_at', at: report.counted_at }])
  const day = report.counted_at === undefined ? counted_on : dayInTimeZone(connection.time_zone, report.counted_at)
  if (report.counted_on !== undefined && day !== counted_on)
    refuseField('counted_at', `must be on counted_on, ${counted_on}, in the time zone of the organisation`)
  const endOfDay = instantInTimeZone(connection.time_zone, addDays(counted_on, 1), '00:00')
  const counted_at = report.counted_at ?? (counted_on === today ? now : endOfDay)
  const counts = await readCounts(sql, organization_id, report)
  const { location_id, location_name } = connection
  const stocktake = await recordPosted(
    sql,
    { ...context, floor: 'none' },
    { name: `${location_name}, ${report.report_id}`.slice(0, 200), counted_on: day, counted_at, location_id, counts },
  )
  return {
    stocktake_id: stocktake.id,
    name: stocktake.name,
    counted_lines: stocktake.counted_line_count,
    variance_units: stocktake.variance_total,
  }
}
