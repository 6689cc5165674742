/** One organisation whose rows raise beside a healthy one: whatever the job, the work of the healthy one is done. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openDatabase, type Database } from '../../db/client/database.ts'
import { allJobs } from '../../server/boot/jobs.ts'
import { runWhenDue } from '../../server/jobs/job.ts'
import { readTenantTables } from '../sql/check/tenancy.ts'
import { separateDatabase, type TestDatabase } from '../support/database.ts'
import { createRecords } from '../support/fixtures/create_records.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

setDefaultTimeout(180_000)

let database: TestDatabase
let service: TestService
let db: Database
let poisoned: Tenant
let healthy: Tenant
let tables: string[]

beforeAll(async () => {
  database = await separateDatabase('poisoned_organisation')
  service = await startService({}, database)
  db = openDatabase(database.url, { write_slots: 2 })
  // The ids of the poisoned one come first.
  poisoned = await newTenant({ service, plan: 'pro' })
  healthy = await newTenant({ service, plan: 'pro' })
  for (const tenant of [poisoned, healthy]) await createRecords(tenant)
  tables = [...(await readTenantTables())].toSorted()
})

afterAll(async () => {
  await db.close()
  await service.stop()
  await database.stop()
})

/** The rows of the healthy organisation by table, as a checksum each. */
async function rowsOf({ organization_id }: Tenant): Promise<Map<string, string>> {
  const rows = await database.sql.unsafe<{ name: string; checksum: string }[]>(
    tables
      .map(
        (name) => `select '${name}' as name, coalesce(md5(string_agg(t::text, '' order by t::text)), '') as checksum
          from "${name}" t where t.organization_id = '${organization_id}'`,
      )
      .join(' union all '),
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

test('explore', async () => {
  const { sql, unchecked } = database
  const { organization_id } = poisoned
  await unchecked`update organizations set time_zone = 'Europe/Atlantis' where organization_id = ${organization_id}`
  await sql.unsafe(`
    create function refuse_poisoned() returns trigger language plpgsql as $$ begin
      if (case when tg_op = 'DELETE' then old.organization_id else new.organization_id end) = '${organization_id}' then
        raise exception 'poisoned'; end if;
      return case when tg_op = 'DELETE' then old else new end; end $$;
    ${tables.map((name) => `create trigger refuse_poisoned before insert or update or delete on "${name}" for each row execute function refuse_poisoned();`).join('\n')}`)
  const jobs = allJobs(service.running!.context)
  for (const job of jobs) {
    await sql`delete from job_runs`
    const before = await rowsOf(healthy)
    const ran = await runWhenDue(db, job)
    const after = await rowsOf(healthy)
    const [run] = await sql`select fault from job_runs`
    const changed = tables.filter((name) => before.get(name) !== after.get(name))
    console.log(job.name, ran, run?.fault?.slice(0, 60), changed.join(' '))
  }
})
