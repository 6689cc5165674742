import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/client/database.ts'
import { jobs } from '../../server/boot/jobs.ts'
import { runWhenDue } from '../../server/jobs/job.ts'
import { newSession } from '../support/service/session.ts'
import { newTenant } from '../support/service/tenant.ts'

test('expired sessions are deleted, and no others', async () => {
  const tenant = await newTenant()
  const { sql, url } = tenant.service.database
  const ended = await newSession(tenant, { expires_in_seconds: -1 })
  const live = await newSession(tenant, { expires_in_seconds: 60 })
  await sql`delete from job_runs where job = 'delete_sessions'`
  const db = openDatabase(url, { write_slots: 1 })
  try {
    await runWhenDue(
      db,
      jobs.find(({ name }) => name === 'delete_sessions')!,
    )
  } finally {
    await db.close()
  }
  const left = await sql`select "userId" from session where "userId" in (${ended.user_id}, ${live.user_id})`
  expect(left.map(({ userId }) => userId)).toEqual([live.user_id])
  expect((await live.get('/api/v1/variants/table')).status).toBe(200)
})
