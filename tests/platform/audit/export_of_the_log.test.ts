/** The address of an exported audit log holds only as long as the one who asked may read the log. */
import { expect, test } from 'bun:test'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'

test('an export address ends with the role, and with the second factor that the organisation requires', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const admin = await newSession(tenant)
  const { export_url } = (await admin.get('/api/v1/audit-events?export=true')).body.data
  const { pathname } = new URL(export_url)
  const download = async () => (await fetch(`${tenant.service.base_url}${pathname}`)).status
  const set = (role: string) => sql`
    update memberships set role = ${role} where organization_id = ${tenant.organization_id} and user_id = ${admin.user_id}`
  expect(await download()).toBe(200)
  for (const role of ['viewer', 'member']) {
    await set(role)
    expect([role, await download()]).toEqual([role, 403])
  }
  await set('admin')
  expect(await download()).toBe(200)
  await sql`update organizations set require_two_factor = true where organization_id = ${tenant.organization_id}`
  expect(await download()).toBe(403)
})
