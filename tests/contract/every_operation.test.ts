/** The pipeline's guarantees for every operation, tested on every public operation. */
import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { asksAccount } from '../../server/contract/codes.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { planReaches, resources, scopes, scopeAllows } from '../../server/contract/resources.ts'
import { trains } from '../../server/contract/trains.ts'
import { publicOperations } from '../support/service/service.ts'
import { planRequest, sent, targetOf } from '../support/document/requests.ts'
import { type Answer, call, type CallOptions, newTenant, type Tenant } from '../support/service/tenant.ts'

/** Calls every operation and returns those with unexpected responses. */
async function unexpectedAnswers(
  tenant: Tenant,
  operations: readonly Operation[],
  expected: (operation: Operation, answer: Answer) => boolean,
  options: CallOptions & { organization_id?: string; more?: Record<string, string> } = {},
): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const operation of operations) {
    const plan = planRequest(operation, options.organization_id ?? tenant.organization_id)
    const given = sent(plan, operation)
    const answer = await call(tenant.service, operation.method, targetOf(plan, options.more), {
      key: tenant.api_key,
      ...given,
      ...options,
      headers: { ...given.headers, ...options.headers },
    })
    if (!expected(operation, answer)) found[operation.id] = `${answer.status} ${answer.text.slice(0, 300)}`
  }
  return found
}

const refused = (status: number, code: string) => (_: Operation, answer: Answer) =>
  answer.status === status && answer.body.message.code === code

test('a request without an Authorization header is refused with that reason before any key is looked up', async () => {
  const tenant = await newTenant()
  const found = await unexpectedAnswers(
    tenant,
    publicOperations,
    (_, { status, body }) =>
      status === 400 &&
      body.message.code === 'bad_request' &&
      body.message.desc.includes('The Authorization header is required'),
    { key: null },
  )
  expect(found).toEqual({})
})

test('an invalid key is refused with key_invalid, in data.error on the product data reads', async () => {
  const tenant = await newTenant()
  const found = await unexpectedAnswers(
    tenant,
    publicOperations,
    ({ resource }, { status, body }) => {
      const code = resource === 'pim' ? body.data.error : body.message.code
      return status === 401 && code === 'key_invalid' && (resource === 'pim') === (body.message.code === undefined)
    },
    { key: `${tenant.api_key.slice(0, -1)}!` },
  )
  expect(found).toEqual({})
})

test('a key of the other region is referred to that region', async () => {
  const tenant = await newTenant({ region: 'eu' })
  const found = await unexpectedAnswers(
    tenant,
    publicOperations,
    (_, { status, body }) => status === 421 && body.code === 'wrong_region' && body.data.region === 'eu',
  )
  expect(found).toEqual({})
})

test('a key without a scope of the resource is refused with a message that names the resource', async () => {
  const tenant = await newTenant()
  for (const resource of new Set(publicOperations.map((operation) => operation.resource!))) {
    const { api_key } = await tenant.mint({ scopes: scopes.filter((scope) => !scope.startsWith(`${resource}:`)) })
    const found = await unexpectedAnswers(
      tenant,
      publicOperations.filter((operation) => operation.resource === resource),
      ({ verb }, { status, body }) =>
        status === 403 &&
        body.code === 'scope_missing' &&
        body.message.desc === `This key cannot ${verb} ${resources[resource].word}.`,
      { key: api_key },
    )
    expect(found).toEqual({})
  }
})

test('a read-only key is refused on every write of its resource', async () => {
  const tenant = await newTenant({ key: { scopes: scopes.filter((scope) => scope.endsWith(':read')) } })
  const writes = publicOperations.filter(({ verb }) => verb === 'write')
  expect(await unexpectedAnswers(tenant, writes, refused(403, 'scope_missing'))).toEqual({})
})

test('a scope gives access to no other resource', () => {
  for (const { resource, verb, scope } of publicOperations)
    for (const held of scopes)
      expect(scopeAllows([held], resource!, verb)).toBe(held === scope || held === `${resource}:write`)
})

test('a plan without the public API is refused on every operation', async () => {
  const tenant = await newTenant({ plan: 'starter' })
  const found = await unexpectedAnswers(
    tenant,
    publicOperations,
    (_, { status, body }) =>
      status === 403 && body.code === 'plan_excludes' && body.message.desc.includes('does not include the public API'),
  )
  expect(found).toEqual({})
})

test('a key created before the gate date works on a plan without the public API, except on gated resources', async () => {
  const tenant = await newTenant({ plan: 'starter' })
  await tenant.service.database.sql`
    update api_keys set minted_at = ${tenant.service.settings.API_GATE_DATE}::date - interval '1 day'
    where api_key_id = ${tenant.api_key_id}`
  const found = await unexpectedAnswers(tenant, publicOperations, ({ gate }, { status, body }) =>
    gate === null
      ? body?.code !== 'plan_excludes'
      : status === 403 && body.code === 'plan_excludes' && body.message.desc.includes(gate.capability),
  )
  expect(found).toEqual({})
})

for (const plan of ['essentials', 'essentials_plus'] as const) {
  test(`the plan ${plan} is refused exactly the operations of higher plans, with the plan that includes them`, async () => {
    const tenant = await newTenant({ plan })
    const found = await unexpectedAnswers(tenant, publicOperations, ({ gate }, { status, body }) =>
      gate === null || planReaches(plan, gate.tier)
        ? body?.code !== 'plan_excludes'
        : status === 403 && body.code === 'plan_excludes' && body.message.desc.includes(gate.capability),
    )
    expect(found).toEqual({})
  })
}

test('the organisation in a path must be that of the key', async () => {
  const tenant = await newTenant()
  const other = await newTenant()
  const found = await unexpectedAnswers(
    tenant,
    publicOperations.filter(({ path }) => path.includes('{organization_id}')),
    refused(403, 'organization_mismatch'),
    { organization_id: other.organization_id },
  )
  expect(found).toEqual({})
})

test('a key with allowed addresses is refused from every other address', async () => {
  const tenant = await newTenant({ key: { allowed_addresses: ['203.0.113.7'] } })
  expect(await unexpectedAnswers(tenant, publicOperations, refused(403, 'ip_not_allowed'))).toEqual({})
})

test('an account-bound key must not name another account or call reads that cover all accounts', async () => {
  const tenant = await newTenant()
  const trading_partner_id = uuidv7()
  await tenant.service.database.sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${tenant.organization_id}, ${trading_partner_id}, 'Bound Stores')`
  const { api_key } = await tenant.mint({ trading_partner_id })
  const withAccount = publicOperations.filter((operation) => asksAccount(operation))
  const found: Record<string, string> = {}
  for (const operation of withAccount) {
    const plan = planRequest(operation, tenant.organization_id)
    for (const name of Object.keys(operation.query?.properties ?? {}))
      if (['trading_partner_id', 'account_id', 'partner_id'].includes(name)) plan.query[name] = uuidv7()
    const answer = await call(tenant.service, operation.method, targetOf(plan), {
      key: api_key,
      ...sent(plan, operation),
    })
    if (answer.body?.code !== 'account_mismatch') found[operation.id] = answer.text.slice(0, 300)
  }
  expect(found).toEqual({})
})

test('a key that has used up its allowance is refused with the seconds to wait', async () => {
  const tenant = await newTenant()
  const spend = (verb: string, minutes: number) => tenant.service.database.sql`
    insert into allowances (api_key_id, minute, verb, spent)
    values (${tenant.api_key_id}, date_trunc('minute', now()) + make_interval(mins => ${minutes}), ${verb}, 5000)
    on conflict (api_key_id, minute, verb) do update set spent = 5000`
  // Also for the next minute, so that the test does not depend on when the minute ends.
  for (const verb of ['read', 'write']) for (const minutes of [0, 1, 2]) await spend(verb, minutes)
  const found = await unexpectedAnswers(tenant, publicOperations, ({ method }, { status, body, headers }) => {
    const wait = Number(headers.get('retry-after'))
    return (
      status === 429 &&
      body.code === 'rate_limited' &&
      wait >= 1 &&
      wait <= 60 &&
      headers.get('x-ratelimit-limit') === (method === 'GET' ? '600' : '120') &&
      headers.get('x-ratelimit-remaining') === '0' &&
      Number(headers.get('x-ratelimit-reset')) > Date.now() / 1000 - 60
    )
  })
  expect(found).toEqual({})
})

test('a Service-Version that is not a train is refused with the list of trains', async () => {
  const tenant = await newTenant()
  const found = await unexpectedAnswers(
    tenant,
    publicOperations,
    (_, { status, body }) =>
      status === 400 && body.data.field === 'Service-Version' && String(body.data.allowed) === String(trains),
    { headers: { 'Service-Version': '2019-01' } },
  )
  expect(found).toEqual({})
})

test('an unknown query parameter is refused by name', async () => {
  const tenant = await newTenant()
  const found = await unexpectedAnswers(
    tenant,
    publicOperations,
    (_, { status, body }) => status === 400 && body.data?.field === 'no_such_parameter',
    { more: { no_such_parameter: '1' } },
  )
  expect(found).toEqual({})
})

test('a query parameter given twice is refused by name', async () => {
  const tenant = await newTenant()
  const found: Record<string, string> = {}
  for (const operation of publicOperations) {
    const [name] = Object.keys(operation.query?.properties ?? {})
    if (name === undefined) continue
    const plan = planRequest(operation, tenant.organization_id)
    plan.query[name] ??= '1'
    const twice = `${targetOf(plan)}&${name}=${encodeURIComponent(plan.query[name])}`
    const answer = await call(tenant.service, operation.method, twice, {
      key: tenant.api_key,
      ...sent(plan, operation),
    })
    if (answer.status !== 400 || answer.body.data?.rule !== 'is given more than once')
      found[operation.id] = answer.text.slice(0, 300)
  }
  expect(found).toEqual({})
})
