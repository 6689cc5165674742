/** What reads over a window state of the sales recorded in it, over all channels. */
import type { Period } from '../../calendar/retail_calendar.ts'
import type { Sql } from '../../contract/call.ts'
import type { CoverageFacts } from './sales_basis.ts'
import { readCoverage } from './sales_facts.store.ts'

export async function readWindowCoverage(
  sql: Sql,
  { organization_id, currency }: { organization_id: string; currency: string },
  window: Period,
  recorded_through: string,
): Promise<CoverageFacts> {
  const facts = await readCoverage(sql, { organization_id, currency, window, channel_types: null })
  return { ...facts, recorded_through }
}
