/**
 * Sends generated requests to the service and checks every response against the document: no 5xx, and no undocumented
 * status, body or header. A seed reproduces a run; each fault is printed with its request.
 */
import { uuidv7 } from 'uuidv7'
import { publicOperations, sessionOperations } from '../../server/boot/operations.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { faultsOf } from '../support/document/document_check.ts'
import { idFor, idsOf } from '../support/document/foreign.ts'
import { isPrepared } from '../support/fixtures/prepared.ts'
import { createRecords } from '../support/fixtures/records/create_records.ts'
import { newSession } from '../support/service/session.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { type Random, seeded } from './random.ts'
import { fuzzRequest, type FuzzRequest } from './requests.ts'
import type { Ids } from './values.ts'

/** Operations that look up or contact other machines by design; their own tests cover their addresses. */
const reachesOut = /webhook|redeliver|create_warehouse_connection|create_accounting_connection/
export const fuzzed: readonly Operation[] = [
  ...publicOperations,
  ...sessionOperations.filter(({ id }) => !reachesOut.test(id)),
]

/** Well below the rate limits, so that none ends the run. */
const requestsPerKey = 90
/** The run deletes records that it finds; fresh data provides new ones. */
const requestsPerFixture = 2_500
const atOnce = 6

interface Fixture {
  tenant: Tenant
  ids: Ids
}

/** With an operation's id, the records are in a state in which that operation succeeds. */
async function openFixture(operationId: string): Promise<Fixture & ReturnType<typeof callers>> {
  const [tenant, other] = [await newTenant(), await newTenant()]
  await createRecords(tenant, operationId)
  await createRecords(other)
  const [own, foreign] = [await idsOf(tenant), await idsOf(other)]
  return {
    tenant,
    ...callers(tenant),
    ids: (kind, random) => {
      if (random.chance(0.1)) return uuidv7()
      return idFor(random.chance(0.85) ? own : foreign, kind)
    },
  }
}

/** Headers of a caller: a key that is replaced before it is used up, or an administrator's session. */
function callers(tenant: Tenant) {
  let left = 0
  let api_key = ''
  let session: { user_token: string } | undefined
  return {
    async headersFor(operation: Operation): Promise<Record<string, string>> {
      if (operation.surface === 'session') {
        session ??= await newSession(tenant)
        return { Authorization: `Bearer ${session.user_token}`, 'X-Organization-ID': tenant.organization_id }
      }
      if (left-- <= 0) {
        left = requestsPerKey
        api_key = (await tenant.mint()).api_key
      }
      return { Authorization: `Bearer ${api_key}` }
    },
    /** The fuzz test may have removed its own administrator. */
    forget: () => (session = undefined),
  }
}

const shown = ({ method, target, headers, body }: FuzzRequest): string => {
  const bytes = typeof body === 'string' ? JSON.stringify(body.slice(0, 600)) : body === undefined ? '' : '<bytes>'
  const { Authorization: _, ...others } = headers
  return `${method} ${target.slice(0, 1_500)} ${JSON.stringify(others)} ${bytes}`
}

/** The faults of one response; null if there are none. */
async function exchange(
  base_url: string,
  request: FuzzRequest,
): Promise<{ faults: string[]; status: number; code: string }> {
  const started_ms = performance.now()
  const response = await fetch(base_url + request.target, {
    method: request.method,
    headers: request.headers,
    body: request.body as never,
    redirect: 'manual',
  })
  const text = await response.text()
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {}
  const answer = { status: response.status, headers: response.headers, text, body: body as never }
  const faults = faultsOf(request.method, request.target, new Headers(request.headers), answer)
  if (response.status >= 500) faults.push(`${response.status} ${text.slice(0, 300)}`)
  const took_ms = performance.now() - started_ms
  if (took_ms > 10_000) faults.push(`took ${Math.round(took_ms)} ms`)
  return { faults, status: response.status, code: (body as { code?: string } | null)?.code ?? '' }
}

export interface FuzzReport {
  sent: number
  faults: string[]
  /** Responses by status. */
  statuses: Record<number, number>
  /** Operations that succeeded at least once. */
  reached: Set<string>
}

export async function fuzz(seed: number, requests: number, operations = fuzzed): Promise<FuzzReport> {
  const random: Random = seeded(seed)
  const stateful = operations.filter(({ id }) => isPrepared(id))
  const openNext = (opened: number) => openFixture(stateful[(seed + opened) % stateful.length]?.id ?? '')
  let fixture = await openNext(0)
  let changesAt = requestsPerFixture
  const report: FuzzReport = { sent: 0, faults: [], statuses: {}, reached: new Set() }
  while (report.sent < requests) {
    if (report.sent >= changesAt) {
      changesAt += requestsPerFixture
      fixture = await openNext(report.sent)
    }
    const { tenant, ids, headersFor, forget } = fixture
    const batch = Array.from({ length: Math.min(atOnce, requests - report.sent) }, (_, i) => ({
      number: report.sent + i,
      operation: operations[(report.sent + i) % operations.length]!,
    }))
    report.sent += batch.length
    const prepared: { number: number; operation: Operation; request: FuzzRequest }[] = []
    for (const { number, operation } of batch) {
      const request = fuzzRequest(operation, tenant.organization_id, ids, random)
      request.headers = { ...request.headers, ...(await headersFor(operation)) }
      prepared.push({ number, operation, request })
    }
    await Promise.all(
      prepared.map(async ({ number, operation, request }) => {
        const { faults, status, code } = await exchange(tenant.service.base_url, request)
        report.statuses[status] = (report.statuses[status] ?? 0) + 1
        if (status < 300) report.reached.add(operation.id)
        if (code === 'session_invalid' || code === 'membership_missing') forget()
        if (faults.length > 0)
          report.faults.push(
            `seed ${seed}, request ${number}, ${operation.id}: ${faults.join('; ')}\n  ${shown(request)}`,
          )
      }),
    )
  }
  return report
}
