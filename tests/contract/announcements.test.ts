/** What the document says that a write announces, held against what it writes into the outbox. */
import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { event_names } from '../../server/contract/events.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { idFor, idsOf } from '../support/foreign.ts'
import { furnish } from '../support/furnish.ts'
import { insertRows } from '../support/insert_rows.ts'
import { planRequest, sent, targetOf } from '../support/requests.ts'
import { catalogue } from '../support/service.ts'
import { call, newTenant } from '../support/tenant.ts'

/** Runs a write with success in an organisation that listens to everything, and answers what it announced. */
async function announcedBy(operation: Operation): Promise<{ status: number; events: string[]; text: string }> {
  const tenant = await newTenant()
  await furnish(tenant, operation.id)
  await insertRows(
    tenant,
    'webhooks',
    event_names.map((event) => ({
      webhook_id: uuidv7(),
      event,
      hook_url: 'https://hooks.example.com/',
      endpoint: 'https://hooks.example.com',
      is_active: true,
    })),
  )
  const ids = await idsOf(tenant)
  const plan = planRequest(operation, tenant.organization_id, (name) => idFor(ids, name))
  const answer = await call(tenant.service, operation.method, targetOf(plan), {
    key: tenant.api_key,
    ...sent(plan, operation),
  })
  const rows = await tenant.service.database.sql<{ event: string }[]>`
    select distinct event from webhook_events where organization_id = ${tenant.organization_id} order by event`
  return { status: answer.status, events: rows.map(({ event }) => event), text: answer.text }
}

/** Its example corrects what no movement is made of, and then there is nothing to announce. */
const may_be_silent = new Set(['purchase_orders.correct_delivery'])

test('a write announces what it declares and nothing else', async () => {
  const found: Record<string, unknown> = {}
  for (const operation of catalogue.filter(({ verb }) => verb === 'write')) {
    const { status, events, text } = await announcedBy(operation)
    const stray = events.filter((event) => !(operation.emits as readonly string[]).includes(event))
    if (status !== operation.status) found[operation.id] = `${status} ${text.slice(0, 200)}`
    else if (stray.length > 0) found[operation.id] = `undeclared: ${stray.join(', ')}`
    else if (operation.emits.length > 0 && events.length === 0 && !may_be_silent.has(operation.id))
      found[operation.id] = 'announces nothing'
  }
  expect(found).toEqual({})
}, 60_000)
