/** Why a report as a whole is refused: bad_request with `data.reason`. */
import { refuse } from '../../../contract/refusals.ts'

export const reportReasons = [
  'not_declared',
  'no_door',
  'mixed_currency',
  'unreadable_file',
  'no_columns',
  'nothing_to_read',
  'not_confirmed',
  'other_retailer',
  'overlapping_periods',
  'other_week_days',
  'no_period',
] as const
export type ReportReason = (typeof reportReasons)[number]

export function refuseReport(
  reason: ReportReason,
  desc: string,
  field: string,
  rule: string,
  allowed?: readonly string[],
): never {
  refuse('bad_request', { desc, data: { reason, field, rule, ...(allowed === undefined ? {} : { allowed }) } })
}

export const refuseUndeclared = (name: string): never =>
  refuseReport(
    'not_declared',
    `It is not declared how ${name} reports. Send POST /api/v1/sell-out/declaration first.`,
    'account_id',
    'is an account without a declaration',
  )
