/** Which webhooks an event reaches: the active ones of its organisation, for its event. */
import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { emit } from '../../server/outbox/emit.ts'
import { newTenant } from '../support/service/tenant.ts'

test('an event is queued for active webhooks of its organisation and its name, and for no other', async () => {
  const tenant = await newTenant()
  const other = await newTenant()
  const { sql } = tenant.service.database
  const subscribe = async (of: typeof tenant, event: string, is_active: boolean) => {
    const webhook_id = uuidv7()
    await sql`
      insert into webhooks (organization_id, webhook_id, hook_url, endpoint, event, is_active)
      values (${of.organization_id}, ${webhook_id}, 'https://a.example/', 'https://a.example:443', ${event}, ${is_active})`
    return webhook_id
  }
  const reached = await subscribe(tenant, 'order.created', true)
  await subscribe(tenant, 'order.created', false)
  await subscribe(tenant, 'order.updated', true)
  await subscribe(other, 'order.created', true)
  await sql.begin((tx) => emit(tx as never, tenant.organization_id, [{ event: 'order.created', record: { id: 1 } }]))
  const queued = await sql`select webhook_id from webhook_deliveries where webhook_id = ${reached}`
  const all = await sql`
    select webhook_id from webhook_deliveries
    where organization_id in (${tenant.organization_id}, ${other.organization_id})`
  expect([queued.length, all.length]).toEqual([1, 1])
})

test('an event without an active webhook is not recorded', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  await sql.begin((tx) => emit(tx as never, tenant.organization_id, [{ event: 'order.created', record: { id: 1 } }]))
  expect(await sql`select 1 from webhook_events where organization_id = ${tenant.organization_id}`).toHaveLength(0)
})

test('an event about imported history is recorded only for a webhook that includes it', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  await sql`
    insert into webhooks (organization_id, webhook_id, hook_url, endpoint, event, include_imported)
    values (${organization_id}, ${uuidv7()}, 'https://a.example/', 'https://a.example:443', 'order.created', false)`
  const emitted = (is_imported: boolean) =>
    sql.begin((tx) =>
      emit(tx as never, organization_id, [{ event: 'order.created', record: { imported: is_imported }, is_imported }]),
    )
  const bodies = async () =>
    (await sql`select body from webhook_events where organization_id = ${organization_id} order by event_id`).map(
      ({ body }) => body,
    )
  await emitted(true)
  expect(await bodies()).toEqual([])
  await emitted(false)
  expect(await bodies()).toEqual(['{"imported":false}'])
})
