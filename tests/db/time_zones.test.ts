/** The migration that adds the check of time zones repairs those that are stored already. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { separateDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await separateDatabase('stored_time_zones')
})
afterAll(() => database.stop())

const statements = readFileSync(
  new URL('../../db/migrations/0024_known_time_zones.sql', import.meta.url),
  'utf8',
).split('--> statement-breakpoint')

test('stored time zones that PostgreSQL does not list become a listed name of the same zone, or UTC', async () => {
  const { sql } = database
  await sql`drop function check_time_zones cascade`
  const zones = {
    UTC: 'UTC',
    'Europe/Lisbon': 'Europe/Lisbon',
    'europe/LISBON': 'Europe/Lisbon',
    'US/Pacific-New': 'America/Los_Angeles',
    'Canada/East-Saskatchewan': 'America/Regina',
    'Etc/Foo+3': 'UTC',
    'Europe/Atlantis': 'UTC',
  }
  for (const zone of Object.keys(zones)) {
    const [{ id }] = await sql<[{ id: string }]>`
      insert into organizations (organization_id, name, region, plan, time_zone)
      values (gen_random_uuid(), ${zone}, 'us', 'pro', ${zone}) returning organization_id as id`
    await sql`
      insert into report_schedules (organization_id, schedule_id, name, report, parameters, formats, recipients, weekdays,
        time, time_zone, state, created_by)
      values (${id}, gen_random_uuid(), ${zone}, 'weekly_trade', '{}', '[]', '[]', '[]', '07:00', ${zone}, 'paused', 'test')`
  }
  await sql.begin(async (tx) => {
    for (const statement of statements) await tx.unsafe(statement)
  })
  const repaired = Object.entries(zones).toSorted()
  for (const table of ['organizations', 'report_schedules']) {
    const rows = await sql<{ name: string; time_zone: string }[]>`select name, time_zone from ${sql(table)}`
    expect(rows.map(({ name, time_zone }) => [name, time_zone]).toSorted()).toEqual(repaired)
  }
  for (const table of ['organizations', 'report_schedules'])
    await expect(sql`update ${sql(table)} set time_zone = 'Europe/Atlantis'`.execute()).rejects.toMatchObject({
      constraint_name: `${table}_time_zone_known`,
    })
})
