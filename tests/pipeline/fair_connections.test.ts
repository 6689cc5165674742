/** Requests of one organisation that wait in the database do not delay or refuse those of another. */
import { expect, test } from 'bun:test'
import { newTenant, type Answer, type Tenant } from '../support/service/tenant.ts'

const contact = (name: string) => ({ name, preferred_contact_method: 'EMAIL', email: `${name}@example.com` })

/** Locks the contacts of the tenant until `release`. */
async function lockContacts({ service, organization_id }: Tenant) {
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const ended = service.database.sql.begin(async (tx) => {
    await tx`select from contacts where organization_id = ${organization_id} for update`
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return { release: () => (released.resolve(), ended) }
}

test('writes of one organisation that wait for a lock cause no refusal for another, and are done once it is free', async () => {
  const [busy, other] = [await newTenant(), await newTenant()]
  const { id } = (await busy.post('/api/v1/contacts', contact('ada'))).body.data
  const lock = await lockContacts(busy)
  const answered: Answer[] = []
  const waiting = Array.from({ length: 20 }, async (_, i) => {
    answered.push(await busy.patch(`/api/v1/contacts/${id}`, { city: `Porto ${i}` }))
  })
  const others = await Promise.all([1, 2, 3].map((i) => other.post('/api/v1/contacts', contact(`ben${i}`))))
  expect(others.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(answered).toHaveLength(0)
  await lock.release()
  await Promise.all(waiting)
  expect(answered.map(({ status }) => status)).toEqual(Array(20).fill(200))
})
