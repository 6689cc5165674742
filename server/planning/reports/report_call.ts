/** The context of a report: the organisation, its currency and days, and the time. */
import type { Sql } from '../../contract/call.ts'

export interface ReportCall {
  sql: Sql
  organization_id: string
  currency: string
  time_zone: string
  now: string
}
