/** Which days of sales are known, over all channels. */
import type { Sql } from '../../contract/call.ts'
import { readSalesCoverage } from '../../selling/sales_facts/coverage/coverage.store.ts'
import { readSalesBegin } from '../../selling/sales_facts/sales_begin.store.ts'
import type { Recorded } from './recorded.rules.ts'

export async function readRecorded(sql: Sql, organization_id: string, today: string): Promise<Recorded> {
  const [sales_begin_on, { recorded_through }] = await Promise.all([
    readSalesBegin(sql, organization_id),
    readSalesCoverage(sql, organization_id, today),
  ])
  return { today, sales_begin_on, recorded_through }
}
