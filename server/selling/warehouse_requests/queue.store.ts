/** SQL of the queue of requests: due, claimed and ended messages. They queue by connection. */
import { warehouse_requests } from '../../../db/schema/selling/warehouse_requests.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import type { SendResult } from '../../documents/channel.ts'
import { openExceptions, resolveExceptions } from '../../exceptions/open.ts'
import type { Allotment, Ended, Job, QueueTable } from '../../queue/kind.ts'
import { claimedJobs, dueGroups, settledJobs } from '../../queue/statements.ts'
import { orderSubject } from '../orders/order.store.ts'
import type { RequestMessage } from './request.rules.ts'
import { storedDetail } from '../../queue/detail.ts'

const requestsTable: QueueTable = {
  name: 'warehouse_requests',
  id: 'request_id',
  group: 'connection_id',
  group_type: 'uuid',
  states: { waiting: 'queued', done: 'sent', failed: 'failed' },
  lease_seconds: limits.outbound_lease_seconds,
  retry_seconds: limits.outbound_retry_seconds,
  isWaiting: (sql) => sql`d.state = 'queued'`,
}

export const findDueGroups = (sql: Sql) => dueGroups(sql, requestsTable, 'group')

const claimedColumns = selection(warehouse_requests, 'c', ['request_id', 'connection_id', 'order_id', 'revision'])
export interface ClaimedRequest extends Job, RowOf<typeof claimedColumns> {
  message: RequestMessage
}

export const claimRequests = (sql: Sql, allotments: readonly Allotment[]) => sql<ClaimedRequest[]>`
  with ${claimedJobs(sql, requestsTable, allotments)}
  select c.organization_id, c.connection_id::text as destination, c.attempts as attempt, ${claimedColumns}, c.message
  from claimed c`

const endedRows = recordset(warehouse_requests, ['organization_id', 'request_id as id', 'last_status', 'last_detail'], {
  alias: 'r',
  extra: { attempt: 'int', is_done: 'boolean', is_final: 'boolean' },
})

interface Settled {
  organization_id: string
  order_id: string
  state: string
  order_name: string
  warehouse: string
  now: string
  last_detail: string | null
}

const kind = 'warehouse_request_undelivered'
const shownLengthMax = 200

/** A message that could not be delivered opens an exception about its order, and one that is delivered resolves it. */
async function updateException(sql: Sql, settled: Settled): Promise<void> {
  const { organization_id, order_id, state, order_name, warehouse, now } = settled
  const subject = { type: orderSubject, id: order_id }
  const by = { resolution: state === 'sent' ? 'sent' : 'failed_again', resolved_by: 'service:warehouse_requests' }
  await resolveExceptions(sql, organization_id, now, { kind, subject, ...by })
  if (state !== 'failed') return
  const reason = (settled.last_detail ?? '').trim() || 'no response'
  const sentence = `The request to ship ${order_name} could not be sent to ${warehouse}: ${reason.slice(0, shownLengthMax)}. Release the order again once the cause is fixed.`
  await openExceptions(sql, organization_id, now, [{ kind, severity: 'warning', subject, sentence }])
}

/**
 * Records ended attempts; returns how many leases were still held. A request that was completed during its attempt keeps
 * what the warehouse answered.
 */
export async function finishRequests(sql: Sql, ended: readonly Ended<ClaimedRequest, SendResult>[]): Promise<number> {
  const rows = ended.map(({ job, outcome }) => ({
    organization_id: job.organization_id,
    id: job.request_id,
    attempt: job.attempt,
    is_done: outcome.is_sent,
    is_final: outcome.is_final ?? false,
    last_status: outcome.status,
    last_detail: storedDetail(outcome.detail),
  }))
  const settled = await sql<(Settled & { ended_at: string | null })[]>`
    with ended as (
      select * from ${endedRows.from(rows)}
    ), ${settledJobs(sql, requestsTable, sql`last_status = h.last_status, last_detail = h.last_detail,`)}, late as (
      update warehouse_requests d set last_status = e.last_status, last_detail = e.last_detail
      from ended e
      where d.organization_id = e.organization_id and d.request_id = e.id and d.attempts = e.attempt
        and d.leased_until is null
    )
    select s.organization_id, d.order_id, s.state, o.name as order_name, c.name as warehouse, now() as now,
      h.last_detail, s.ended_at
    from settled s
    join held h using (organization_id, id)
    join warehouse_requests d on d.organization_id = s.organization_id and d.request_id = s.id
    join sales_orders o on o.organization_id = s.organization_id and o.order_id = d.order_id
    join warehouse_connections c on c.organization_id = s.organization_id and c.connection_id = d.connection_id`
  for (const one of settled)
    if (one.ended_at !== null) await updateException(sql, { ...one, now: new Date(one.now).toISOString() })
  return settled.length
}
