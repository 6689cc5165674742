/** The pipeline's guarantees for every operation of the app. */
import { expect, test } from 'bun:test'
import { codesOf } from '../../server/contract/codes.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { sessionOperations } from '../../server/boot/operations.ts'
import { uuidv7 } from 'uuidv7'
import { announce } from '../support/document/announce.ts'
import { idFor } from '../support/document/foreign.ts'
import { idPlaces, placeId, planRequest, sent, targetOf } from '../support/document/requests.ts'
import { openSessionFixture } from '../support/fixtures/session_fixture.ts'
import { newSession } from '../support/service/session.ts'
import { type Answer, call, type CallOptions, newTenant, type Tenant } from '../support/service/tenant.ts'

/** Bodies of operations of which one act only is in no plan; their examples take another one. */
const gatedActs: Record<string, unknown> = { 'session.act_on_orders': { act: 'confirm', order_ids: [uuidv7()] } }

async function unexpectedAnswers(
  tenant: Tenant,
  operations: readonly Operation[],
  expected: (operation: Operation, answer: Answer) => boolean,
  options: CallOptions,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const operation of operations) {
    const plan = planRequest(operation, tenant.organization_id)
    const answer = await call(tenant.service, operation.method, targetOf(plan), {
      ...sent(plan, operation),
      ...(gatedActs[operation.id] === undefined ? {} : { body: gatedActs[operation.id] }),
      ...options,
    })
    if (!expected(operation, answer)) found[operation.id] = `${answer.status} ${answer.text.slice(0, 300)}`
  }
  return found
}

const refused = (status: number, code: string) => (_: Operation, answer: Answer) =>
  answer.status === status && answer.body.message.code === code

const withCode = (code: string) => sessionOperations.filter((one) => codesOf(one).some((declared) => declared === code))

const forAdministrators = sessionOperations.filter(({ session }) => session === 'admin')

test('API keys cannot call operations of the app, whatever their scopes', async () => {
  // A key has fewer writes a minute than there are operations.
  for (let first = 0; first < sessionOperations.length; first += 100) {
    const tenant = await newTenant()
    const some = sessionOperations.slice(first, first + 100)
    expect(await unexpectedAnswers(tenant, some, refused(403, 'not_public'), { key: tenant.api_key })).toEqual({})
  }
})

test('a request without a credential is refused before any lookup', async () => {
  const tenant = await newTenant()
  expect(await unexpectedAnswers(tenant, sessionOperations, refused(400, 'bad_request'), {})).toEqual({})
})

test('an invalid key is refused with key_invalid', async () => {
  const tenant = await newTenant()
  const key = `${tenant.api_key.slice(0, -1)}!`
  expect(await unexpectedAnswers(tenant, sessionOperations, refused(401, 'key_invalid'), { key })).toEqual({})
})

test('an unknown user token is refused with session_invalid', async () => {
  const tenant = await newTenant()
  const headers = { 'X-Organization-ID': tenant.organization_id }
  expect(
    await unexpectedAnswers(tenant, sessionOperations, refused(401, 'session_invalid'), {
      key: 'no-such-token',
      headers,
    }),
  ).toEqual({})
})

test('a user who is not a member of the organisation is refused', async () => {
  const tenant = await newTenant()
  const { user_token } = await newSession(tenant, { joins: false })
  const headers = { 'X-Organization-ID': tenant.organization_id }
  expect(
    await unexpectedAnswers(tenant, withCode('membership_missing'), refused(403, 'membership_missing'), {
      key: user_token,
      headers,
    }),
  ).toEqual({})
})

test('a user who exceeds the rate limit is refused with rate_limited', async () => {
  const tenant = await newTenant()
  const { user_id, user_token } = await newSession(tenant)
  await tenant.service.database.sql`
    insert into session_allowances (user_id, minute, verb, spent)
    select ${user_id}, date_trunc('minute', now()) + make_interval(mins => ahead), verb, 3000
    from generate_series(0, 2) as ahead, unnest(array['read', 'write']) as verb`
  const headers = { 'X-Organization-ID': tenant.organization_id }
  expect(
    await unexpectedAnswers(tenant, sessionOperations, refused(429, 'rate_limited'), { key: user_token, headers }),
  ).toEqual({})
})

test('a member who is not an administrator is refused on operations for administrators', async () => {
  const tenant = await newTenant()
  const { user_token } = await newSession(tenant, { role: 'member' })
  const headers = { 'X-Organization-ID': tenant.organization_id }
  expect(
    await unexpectedAnswers(tenant, forAdministrators, refused(403, 'admin_required'), { key: user_token, headers }),
  ).toEqual({})
})

test('a body with a Content-Length above the maximum is refused before it is read', async () => {
  const tenant = await newTenant()
  const { user_token } = await newSession(tenant)
  const found: Record<string, string> = {}
  for (const operation of withCode('body_too_large')) {
    const answer = await announce(tenant.service, {
      method: operation.method,
      path: targetOf(planRequest(operation, tenant.organization_id)),
      headers: { Authorization: `Bearer ${user_token}`, 'X-Organization-ID': tenant.organization_id },
      byte_count: operation.body_bytes_max + 1,
    })
    if (answer.body.code !== 'body_too_large') found[operation.id] = answer.text
  }
  expect(found).toEqual({})
})

test('the organisation in a path must be that of the session', async () => {
  const tenant = await newTenant()
  const other = await newTenant()
  const { user_token } = await newSession(tenant)
  const found: Record<string, string> = {}
  for (const operation of withCode('organization_mismatch')) {
    const plan = planRequest(operation, other.organization_id)
    const answer = await call(tenant.service, operation.method, targetOf(plan), {
      ...sent(plan, operation),
      key: user_token,
      headers: { 'X-Organization-ID': tenant.organization_id },
    })
    if (answer.body?.code !== 'organization_mismatch') found[operation.id] = `${answer.status} ${answer.text}`
  }
  expect(found).toEqual({})
})

test('a plan without the public API is refused webhooks if it has none', async () => {
  const tenant = await newTenant({ plan: 'starter' })
  const { user_token } = await newSession(tenant)
  const headers = { 'X-Organization-ID': tenant.organization_id }
  expect(
    await unexpectedAnswers(tenant, withCode('plan_excludes'), refused(403, 'plan_excludes'), {
      key: user_token,
      headers,
    }),
  ).toEqual({})
})

test('an id of another organisation in a path is answered like an unknown id, with 404', async () => {
  const [ours, theirs] = [await newTenant(), await newTenant()]
  const [own, foreign] = [await openSessionFixture(ours, ''), await openSessionFixture(theirs, '')]
  const headers = { 'X-Organization-ID': ours.organization_id }
  const found: Record<string, string> = {}
  for (const operation of withCode('not_found')) {
    const place = idPlaces(operation).findLast(({ where, name }) => where === 'path' && name !== 'organization_id')
    if (place === undefined) continue
    const base = planRequest(operation, ours.organization_id, (name) => idFor(own.ids, name))
    const theirId = idFor(foreign.ids, place.name)
    for (const id of [...(theirId === undefined ? [] : [theirId]), place.integer ? '2000000001' : uuidv7()]) {
      // A session has fewer writes a minute than this sends.
      const { user_token } = await newSession(ours)
      const plan = placeId(base, operation, place, id)
      const options = { ...sent(plan, operation), key: user_token, headers }
      const answer = await call(ours.service, operation.method, targetOf(plan), options)
      // What belongs to an order or a return is refused by a code of its own once that is known.
      const codeOfOwner = { order_id: 'order_not_on_file', return_id: 'return_not_on_file' }[place.name]
      const code = codesOf(operation).find((one) => one === codeOfOwner) ?? 'not_found'
      if (!refused(404, code)(operation, answer))
        found[`${operation.id} ${place.name}`] = `${answer.status} ${answer.text.slice(0, 300)}`
    }
  }
  expect(found).toEqual({})
}, 120_000)
