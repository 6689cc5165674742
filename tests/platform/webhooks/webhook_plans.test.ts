/** What the database does for the lists of webhooks and deliveries where a webhook has twenty thousand of them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Planner, type Scan, startPlanner } from '../../support/plans.ts'
import { newSubscriber, type Subscriber } from '../../outbox/rig.ts'

const deliveries = 20_000
const failed = 40

let planner: Planner
let subscriber: Subscriber
let webhook_id: string

beforeAll(async () => {
  planner = await startPlanner()
  subscriber = await newSubscriber({ service: planner.service })
  webhook_id = (await subscriber.subscribe('http://127.0.0.1:9/hook')).webhook_id
  const { sql } = planner.service.database
  const { organization_id } = subscriber.tenant
  await sql`
    with happened as (
      insert into webhook_events (organization_id, event_id, event, body)
      select ${organization_id}, gen_random_uuid(), 'movement.recorded', '{}' from generate_series(1, ${deliveries})
      returning event_id
    ), numbered as (select event_id, row_number() over () as n from happened)
    insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event_id, state, created_at, ended_at)
    select ${organization_id}, gen_random_uuid(), ${webhook_id}, event_id,
      case when n % ${deliveries / failed} = 0 then 'failed' else 'delivered' end,
      now() - make_interval(secs => n), now() - make_interval(secs => n - 1) from numbered`
  await sql`vacuum analyze webhook_deliveries, webhook_events`
  planner.take()
}, 60_000)
afterAll(() => planner.stop())

/** Counting what a filter leaves reads it, from an index or, where that is nearly all there is, from the table. */
async function scansOf(path: string): Promise<{ data: any; scans: Scan[] }> {
  const answer = await subscriber.admin.get(path)
  expect(answer.status).toBe(200)
  const statements = planner.take().filter(({ text }) => !text.trim().startsWith('select count('))
  const explained = await Promise.all(statements.map(planner.explain))
  return { data: answer.body.data, scans: explained.flat().filter(({ table }) => table.startsWith('webhook_')) }
}

const read = (scans: Scan[]) => scans.reduce((sum, { rows_read }) => sum + rows_read, 0)

test('how the last delivery went is found without reading those before it', async () => {
  const { data, scans } = await scansOf('/api/v1/webhooks')
  expect(data.rows.map(({ delivered }: { delivered: string }) => delivered)).toEqual(['today'])
  expect(scans.map(({ index }) => index)).toContain('webhook_deliveries_ended')
  expect(read(scans)).toBeLessThan(10)
})

test('a page of deliveries reads its own rows and bodies and those before it', async () => {
  const { data, scans } = await scansOf(`/api/v1/webhooks/${webhook_id}/deliveries?limit=20&offset=100`)
  expect(data).toMatchObject({ size: 20, offset: 100, filtered_max_size: deliveries })
  expect(read(scans)).toBeLessThan(250)
})

test('the failed among many are found by their state', async () => {
  const { data, scans } = await scansOf(`/api/v1/webhooks/${webhook_id}/deliveries?limit=10&state=failed`)
  expect(data).toMatchObject({ size: 10, filtered_max_size: failed })
  expect(new Set(data.rows.map(({ state }: { state: string }) => state))).toEqual(new Set(['failed']))
  expect(read(scans)).toBeLessThan(4 * failed)
})

test('a page beyond the last has no rows and still the count', async () => {
  const { data } = await scansOf(`/api/v1/webhooks/${webhook_id}/deliveries?offset=${deliveries}&state=delivered`)
  expect(data).toMatchObject({ rows: [], size: 0, filtered_max_size: deliveries - failed })
})
