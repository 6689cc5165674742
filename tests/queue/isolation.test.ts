/** The effect of one organisation's load on another, over HTTP. */
import { expect, test } from 'bun:test'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const path = '/api/v1/inventory/suppliers/upload'
const fileOf = (rows: number) => `name,code\n${Array.from({ length: rows }, (_, i) => `Mill ${i},M${i}`).join('\n')}`

test("one organisation's imports beyond its queue limit cause no refusals for another organisation", async () => {
  const [busy, other]: [Tenant, Tenant] = [await newTenant(), await newTenant()]
  const refused = Promise.withResolvers<void>()
  const csv = fileOf(4_000)
  const responses = Array.from({ length: 14 }, async () => {
    const answer = await busy.post(path, { csv, mode: 'refuse_all' })
    if (answer.status === 503) refused.resolve()
    return answer
  })
  await refused.promise
  // The busy organisation's queue is full now.
  const answer = await other.post(path, { csv: fileOf(1), mode: 'refuse_all' })
  expect([answer.status, answer.body.data?.created]).toEqual([200, 1])
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
  // The first one succeeds, the others conflict with its suppliers; none is lost.
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
}, 60_000)
