/**
 * An organisation can neither see nor change another organisation's records: every place for an id in every operation
 * gets a real id of another organisation, and the response must be the same as for an id that does not exist.
 */
import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import type { Operation } from '../../server/contract/operation.ts'
import { fingerprint, idFor, idsOf, kindIn } from '../support/document/foreign.ts'
import {
  type IdPlace,
  idPlaces,
  placeId,
  planRequest,
  type RequestPlan,
  sent,
  targetOf,
} from '../support/document/requests.ts'
import { publicOperations } from '../support/service/service.ts'
import { type Answer, call, newTenant, type Tenant } from '../support/service/tenant.ts'
import { createRecords } from '../support/fixtures/records/create_records.ts'

const unknownId = (integer: boolean) => (integer ? '2000000001' : uuidv7())

async function ask(tenant: Tenant, operation: Operation, plan: RequestPlan): Promise<Answer> {
  // A new key each time, so that the rate limit does not end the test; revoked, so that not too many are active.
  const { api_key, api_key_id } = await tenant.mint()
  const answer = await call(tenant.service, operation.method, targetOf(plan), {
    key: api_key,
    ...sent(plan, operation),
  })
  const { sql } = tenant.service.database
  await sql`update api_keys set revoked_at = now() where api_key_id = ${api_key_id}`
  return answer
}

/** A response without what differs between calls: its id, the time, and the requested id. */
const bare = (answer: Answer, id: string) =>
  `${answer.status} ${answer.text
    .replaceAll(answer.headers.get('x-request-id')!, '<request>')
    .replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, '<instant>')}`

async function compare(
  tenant: Tenant,
  operation: Operation,
  withId: (id: string) => RequestPlan,
  theirs: string,
  nobody: string,
): Promise<string | null> {
  const foreign = bare(await ask(tenant, operation, withId(theirs)), theirs)
  const unknown = bare(await ask(tenant, operation, withId(nobody)), nobody)
  // A fault is alike for both, and no answer.
  return foreign === unknown && !foreign.startsWith('5')
    ? null
    : `with another's id: ${foreign.slice(0, 400)}\nwith nobody's: ${unknown.slice(0, 400)}`
}

/** A filter by id on each table that publishes one. */
function filterKeys(operation: Operation): { key: string; operations: string[] }[] {
  const published = operation.query?.properties.filter_args?.['x-filter-keys'] as
    | { key: string; type: string; operations: string[] }[]
    | undefined
  return (published ?? []).filter(({ type }) => type === 'id')
}

test('an id of another organisation is answered like an unknown id, wherever a request takes an id', async () => {
  const [ours, theirs] = [await newTenant(), await newTenant()]
  await createRecords(ours)
  await createRecords(theirs)
  const [own, foreign] = [await idsOf(ours), await idsOf(theirs)]
  const before = await fingerprint(theirs)
  const found: Record<string, string> = {}
  const withoutAnId: string[] = []
  let compared = 0
  for (const operation of publicOperations) {
    const base = planRequest(operation, ours.organization_id, (name) => idFor(own, kindIn(operation, name)))
    const check = async (label: string, name: string, integer: boolean, withId: (id: string) => RequestPlan) => {
      const id = idFor(foreign, kindIn(operation, name))
      if (id === undefined || integer === id.includes('-')) {
        withoutAnId.push(`${operation.id} ${label}`)
        return
      }
      compared++
      const difference = await compare(ours, operation, withId, id, unknownId(integer))
      if (difference !== null) found[`${operation.id} ${label}`] = difference
    }
    for (const place of idPlaces(operation) as IdPlace[]) {
      const label = `${place.where} ${place.steps.join('.')}`
      await check(label, place.name, place.integer, (id) => placeId(base, operation, place, id))
    }
    for (const { key, operations } of filterKeys(operation)) {
      for (const one of operations.filter((name) => ['eq', 'in', 'neq', 'not_in'].includes(name))) {
        const value = (id: string) => (one.includes('in') ? [id] : id)
        await check(`filter ${key} ${one}`, key, false, (id) => ({
          ...base,
          query: { ...base.query, filter_args: JSON.stringify([{ key, operation: one, value: value(id) }]) },
        }))
      }
    }
  }
  if (withoutAnId.length > 0) console.log(`no id of another organisation for: ${withoutAnId.join(', ')}`)
  expect(found).toEqual({})
  expect(await fingerprint(theirs)).toEqual(before)
  expect(compared).toBeGreaterThan(0)
}, 120_000)

test('an id of the own organisation succeeds, which shows that the requests of the comparison are valid', async () => {
  const tenant = await newTenant()
  await createRecords(tenant)
  const own = await idsOf(tenant)
  const alike: string[] = []
  for (const operation of publicOperations.filter(({ method }) => method === 'GET')) {
    const base = planRequest(operation, tenant.organization_id, (name) => idFor(own, kindIn(operation, name)))
    for (const place of idPlaces(operation).filter(({ where }) => where === 'path')) {
      const id = idFor(own, kindIn(operation, place.name))
      if (id === undefined) continue
      const answer = await ask(tenant, operation, placeId(base, operation, place, id))
      if (answer.status !== 200)
        alike.push(`${operation.id} ${place.name}: ${answer.status} ${answer.text.slice(0, 200)}`)
    }
  }
  expect(alike).toEqual([])
})
