import { expect, test } from 'bun:test'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant } from '../support/service/tenant.ts'

test('a write that exceeds the time limit of its operation is rolled back', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const { locations } = await setFixture(tenant, { locations: ['Main'] })
  const write = () => tenant.post('/api/v1/tests/hasty', { location_id: locations.Main })
  const nameNow = async () =>
    (await sql`select name from locations where organization_id = ${tenant.organization_id}`)[0]!.name
  const began_at = performance.now()
  const refused = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${tenant.organization_id}, 7))`
    return write()
  })
  // Waiting for a lock is limited to 1.5 seconds, and a transaction to fifteen: neither limit was reached.
  expect(performance.now() - began_at).toBeLessThan(1_400)
  expect([refused.status, refused.body.code]).toEqual([503, 'POSTGRES_UNAVAILABLE'])
  expect(refused.headers.get('Retry-After')).not.toBeNull()
  expect(await nameNow()).toBe('Main')
  expect((await write()).status).toBe(200)
  expect(await nameNow()).toBe('Hasty')
})
