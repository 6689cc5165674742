/** Reads the inputs of price sensitivities: one statement per kind of fact, for any number of variants. */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { evidenceOf, type LocationStock, type PriceEvidence, seasonFor } from './price_evidence.rules.ts'
import { readCategorySales, readFamilySales } from './price_sensitivity.store.ts'
import { addDays, mondayOf } from '../../calendar/days.ts'
import { mapInSlices } from '../../queue/slices.ts'
import { readLedgerDays } from './stock_days.store.ts'

/** The Mondays of so many complete weeks, the latest last. */
export const completeWeeks = (today: string, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, i) => addDays(mondayOf(today), (i - weeks) * 7))

const endOf = (weeks: readonly string[]) => addDays(weeks.at(-1)!, 7)
const periodOf = (weeks: readonly string[]) => ({ first_day: weeks[0]!, end_day: endOf(weeks) })

/** Sorted by variant id; variants that do not exist are left out. */
export async function readPriceEvidence(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
  { today, time_zone, weeks }: { today: string; time_zone: string; weeks: number },
): Promise<PriceEvidence[]> {
  const week_starts = completeWeeks(today, weeks)
  const seasonWeeks = completeWeeks(today, limits.price_weeks_max)
  const period = periodOf(week_starts)
  const [members, category] = await Promise.all([
    readFamilySales(sql, organization_id, variant_ids, period),
    readCategorySales(sql, organization_id, variant_ids, periodOf(seasonWeeks)),
  ])
  const read = members.map(({ variant_id }) => variant_id)
  const ledger = await readLedgerDays(sql, organization_id, sql`${read}::uuid[]`, {
    since: period.first_day,
    time_zone,
  })
  const stock = new Map(
    [...Map.groupBy(ledger, ({ variant_id }) => variant_id)].map(([variant_id, rows]): [string, LocationStock] => [
      variant_id,
      new Map(rows.map((row) => [row.location_id, row])),
    ]),
  )
  // An estimate takes milliseconds of the process: others have their turns between two products.
  const families = [...Map.groupBy(members, ({ product_id }) => product_id).values()]
  const measures = await mapInSlices(families, (family) =>
    evidenceOf(family, stock, seasonFor(family[0]!, category, seasonWeeks), week_starts),
  )
  return measures.flat()
}
