import { beforeEach, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { openDatabase } from '../../db/client/database.ts'
import { type Job, runWhenDue } from '../../server/jobs/job.ts'
import { jobs } from '../../server/boot/jobs.ts'
import { recordSales, setFixture } from '../support/fixtures/catalogue.ts'
import { testDatabase } from '../support/database.ts'
import { newTenant } from '../support/service/tenant.ts'

const { url, sql } = await testDatabase()
const find = (name: string) => jobs.find((job) => job.name === name)!
/** A job name unique to the test, so that tests do not block each other's jobs. */
const testJob = (run: Job['run']): Job => ({ name: `test ${randomUUID()}`, every_seconds: 3_600, run })

beforeEach(async () => {
  await sql`delete from job_runs`
})

async function withDatabases<T>(count: number, work: (dbs: ReturnType<typeof openDatabase>[]) => Promise<T>) {
  const dbs = Array.from({ length: count }, () => openDatabase(url, { write_slots: 2 }))
  try {
    return await work(dbs)
  } finally {
    await Promise.all(dbs.map((db) => db.close()))
  }
}

test('of several processes that find a job due, one runs it, once per interval', async () => {
  let runs = 0
  const job = testJob(async (step) => {
    await step(async () => runs++)
  })
  await withDatabases(4, async (dbs) => {
    const ran = await Promise.all(dbs.map((db) => runWhenDue(db, job)))
    expect(ran.filter(Boolean)).toHaveLength(1)
    expect(runs).toBe(1)
    expect(await runWhenDue(dbs[0]!, job)).toBe(false)
    await sql`update job_runs set began_at = now() - interval '3601 seconds' where job = ${job.name}`
    expect(await runWhenDue(dbs[1]!, job)).toBe(true)
    expect(runs).toBe(2)
  })
})

test('a job is not started again while its last run is still in progress', async () => {
  await withDatabases(2, async ([first, second]) => {
    let release = () => {}
    const blocked = new Promise<void>((resolve) => (release = resolve))
    let began = () => {}
    const working = new Promise<void>((resolve) => (began = resolve))
    const job = testJob((step) =>
      step(async () => {
        began()
        await blocked
      }),
    )
    const running = runWhenDue(first!, job)
    await working
    await sql`update job_runs set began_at = now() - interval '2 hours' where job = ${job.name}`
    let joined = false
    const later: Job = {
      ...job,
      run: async (step) => {
        await step(async () => {
          joined = true
        })
      },
    }
    expect(await runWhenDue(second!, later)).toBe(false)
    expect(joined).toBe(false)
    release()
    expect(await running).toBe(true)
  })
})

test('an error is recorded, and the job runs again at the next interval', async () => {
  await withDatabases(1, async ([db]) => {
    const job = testJob(() => Promise.reject(new Error('no disk')))
    expect(await runWhenDue(db!, job)).toBe(false)
    const [row] = await sql`select ended_at, fault from job_runs where job = ${job.name}`
    expect(row).toEqual({ ended_at: null, fault: 'no disk' })
    await sql`update job_runs set began_at = now() - interval '2 hours' where job = ${job.name}`
    expect(await runWhenDue(db!, { ...job, run: async () => {} })).toBe(true)
    const [recovered] = await sql`select ended_at is not null as ended, fault from job_runs where job = ${job.name}`
    expect(recovered).toEqual({ ended: true, fault: null })
  })
})

test('a job that is asked to stop ends before its next step', async () => {
  await withDatabases(1, async ([db]) => {
    let steps = 0
    let isStopping = false
    const job = testJob(async (step) => {
      for (;;) {
        await step(async () => steps++)
        isStopping = true
      }
    })
    expect(await runWhenDue(db!, job, () => isStopping)).toBe(false)
    expect(steps).toBe(1)
  })
})

test('cover is refreshed for every organisation', async () => {
  const [one, two] = [await newTenant(), await newTenant()]
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  for (const tenant of [one, two]) {
    const ids = await setFixture(tenant, {
      locations: ['Main'],
      sales_channels: ['Online'],
      products: [
        {
          title: 'Shirt',
          variants: [{ sku: 'A', stock: { Main: { on_hand: 9, occurred_at: '2026-01-01T00:00:00Z' } } }],
        },
      ],
    })
    await recordSales(tenant, ids, [
      { sku: 'A', day: yesterday, channel: 'Online', location: 'Main', units: 14, gross_sales_cents: 100 },
    ])
  }
  await withDatabases(1, ([db]) => runWhenDue(db!, find('refresh_cover')))
  const rows = await sql`
    select units_per_day::float8 as pace from stock_levels
    where organization_id in (${one.organization_id}, ${two.organization_id})`
  expect([...rows]).toEqual([{ pace: 0.5 }, { pace: 0.5 }])
})

test('an organisation whose cover cannot be measured does not delay the others and is retried at the end', async () => {
  const tenants = [await newTenant(), await newTenant(), await newTenant()]
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  for (const tenant of tenants) {
    const ids = await setFixture(tenant, {
      locations: ['Main'],
      sales_channels: ['Online'],
      products: [
        {
          title: 'Shirt',
          variants: [{ sku: 'A', stock: { Main: { on_hand: 9, occurred_at: '2026-01-01T00:00:00Z' } } }],
        },
      ],
    })
    await recordSales(tenant, ids, [
      { sku: 'A', day: yesterday, channel: 'Online', location: 'Main', units: 14, gross_sales_cents: 100 },
    ])
  }
  const [first] = tenants
  await sql.unsafe(`
    create sequence refusals_of_a_test;
    create function refuse_of_a_test() returns trigger language plpgsql as $$
      begin perform nextval('refusals_of_a_test'); raise exception 'not this one'; end $$;
    create trigger refuse_of_a_test before update on stock_levels for each row
      when (new.organization_id = '${first!.organization_id}') execute function refuse_of_a_test()`)
  try {
    await withDatabases(1, async ([db]) => expect(await runWhenDue(db!, find('refresh_cover'))).toBe(false))
    const [run] = await sql`
      select fault, ended_at, (select last_value::int from refusals_of_a_test) as attempts from job_runs
      where job = 'refresh_cover'`
    expect(run).toEqual({ fault: 'not this one', ended_at: null, attempts: 2 })
  } finally {
    await sql.unsafe('drop function refuse_of_a_test cascade; drop sequence refusals_of_a_test')
  }
  const paces = await sql`
    select units_per_day::float8 as pace from stock_levels
    where organization_id = any(${tenants.map(({ organization_id }) => organization_id)}) order by organization_id`
  expect(paces.map(({ pace }) => pace)).toEqual([null, 0.5, 0.5])
})

test('expired records are deleted, and nothing newer', async () => {
  const { organization_id, api_key_id } = await newTenant()
  await sql`
    insert into allowances (api_key_id, minute, verb, spent)
    select ${api_key_id}, now() - age, 'read', 1
    from unnest(array['61 minutes', '59 minutes']::interval[]) as age`
  await sql`
    insert into remembered_writes (organization_id, api_key_id, idempotency_key, operation, fingerprint, status, answer,
      forget_at)
    select ${organization_id}, ${api_key_id}, word, 'x', ''::bytea, 200, '', now() + age
    from (values ('old', interval '-1 second'), ('young', interval '1 minute')) as v (word, age)`
  await sql`
    insert into key_usage (organization_id, api_key_id, request_id, at, method, path, status, duration_ms)
    select ${organization_id}, ${api_key_id}, gen_random_uuid(), now() - age, 'GET', '/', 200, 1
    from unnest(array['31 days', '31 days', '29 days']::interval[]) as age`
  await withDatabases(1, async ([db]) => {
    for (const name of ['delete_allowances', 'delete_remembered_writes', 'delete_key_usage'])
      expect(await runWhenDue(db!, find(name))).toBe(true)
  })
  const [left] = await sql`
    select (select count(*)::int from allowances where api_key_id = ${api_key_id}) as allowances,
      (select string_agg(idempotency_key, ',') from remembered_writes where api_key_id = ${api_key_id}) as writes,
      (select count(*)::int from key_usage where api_key_id = ${api_key_id}) as usage`
  expect(left).toEqual({ allowances: 1, writes: 'young', usage: 1 })
})
