/** Compares the bodies of events with the responses of the reads of their records. */
import { eventNames } from '../../../server/contract/events.ts'
import { events } from '../../../server/boot/events.ts'
import { uuidv7 } from 'uuidv7'
import { insertRows } from '../fixtures/insert_rows.ts'
import { newSession } from '../service/session.ts'
import { call, type Tenant } from '../service/tenant.ts'

/** Subscribes a URL at which no server listens to every event. */
export const listenToAll = (tenant: Tenant) =>
  insertRows(
    tenant,
    'webhooks',
    eventNames.map((event) => ({
      webhook_id: uuidv7(),
      event,
      hook_url: 'https://hooks.example.com/',
      endpoint: 'https://hooks.example.com',
      is_active: true,
    })),
  )

export interface Announced {
  event: (typeof eventNames)[number]
  record: Record<string, any>
}

/** Events sent beyond `known`, in order. */
export async function announced(tenant: Tenant, known = 0): Promise<Announced[]> {
  const rows = await tenant.service.database.sql<{ event: Announced['event']; body: string }[]>`
    select event, body from webhook_events where organization_id = ${tenant.organization_id} order by occurred_at, event_id`
  return rows.slice(known).map(({ event, body }) => ({ event, record: JSON.parse(body) }))
}

/** The URL of a record: its own id for the last parameter, ids that it contains for the others. */
function addressOf(read: string, tenant: Tenant, record: Record<string, any>): string {
  const path = read.replace('GET ', '')
  const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(name === 'organization_id' ? tenant.organization_id : (record[name] ?? record.id)),
  )
  if (places.length > 0) return filled
  return `${filled}?variant_id=${record.variant_id}&location_id=${record.location_id}&limit=200`
}

/** Each event and what its read returns now, as two lists to compare. */
export async function besideTheirReads(tenant: Tenant, sent: readonly Announced[]): Promise<[unknown, unknown]> {
  const reads = await Promise.all(sent.map((one) => readOf(tenant, one)))
  return [sent, sent.map(({ event }, i) => ({ event, record: reads[i] }))]
}

/** What the read of an event's record returns now. */
async function readOf(tenant: Tenant, { event, record }: Announced): Promise<unknown> {
  const { read } = events[event]
  if (read === null) return `${event} names no read`
  const { user_token } = await newSession(tenant)
  const answer = await call(tenant.service, 'GET', addressOf(read, tenant, record), {
    headers: { Authorization: `Bearer ${user_token}`, 'X-Organization-ID': tenant.organization_id },
  })
  const { data } = answer.body
  if (answer.status !== 200) return answer.text
  return Array.isArray(data.rows) ? data.rows.find((row: any) => row.id === record.id) : data
}
