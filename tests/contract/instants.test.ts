/** Dates and instants at the limits of the allowed range, sent to every operation that accepts one. */
import { expect, test } from 'bun:test'
import type { Operation } from '../../server/contract/operation.ts'
import { sessionOperations } from '../../server/boot/operations.ts'
import { openapi } from '../support/document/document_check.ts'
import { type Leaf, leavesOf, requestWith } from '../support/document/leaves.ts'
import { planRequest, sent, targetOf } from '../support/document/requests.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { publicOperations } from '../support/service/service.ts'
import { type Answer, call, newTenant } from '../support/service/tenant.ts'

const operations = [...publicOperations, ...sessionOperations]

const refusedInstants = [
  '2026-11-21T09:30:00+16:00',
  '2026-11-21T09:30:00-16:00',
  '2026-11-21T09:30:00+23:59',
  '2026-11-21T09:30:00+24:00',
  '2026-11-21T09:30:00+15:60',
  '2026-11-21T09:30:00+1530',
  '2026-11-21T09:30:60Z',
  '2026-11-21T23:59:60Z',
  '2026-11-21T24:00:00Z',
  '2026-11-21T09:60:00Z',
  '2026-11-21T09:30:00.1234567Z',
  '2026-11-21T09:30:00.Z',
  '2026-11-21T09:30:00',
  '2026-11-21 09:30:00Z',
  '2023-02-29T00:00:00Z',
  '2100-02-29T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1899-12-31T23:59:59Z',
  '1900-01-01T00:00:00+00:01',
  '3000-01-01T00:00:00Z',
  '2999-12-31T23:59:59-00:01',
  '9999-12-31T23:59:59Z',
  '-001-01-01T00:00:00Z',
  '+292278994-01-01T00:00:00Z',
]
const allowedInstants = [
  '2026-11-21T09:30:00+15:59',
  '2026-11-21T09:30:00-15:59',
  '2026-11-21T09:30:00-00:00',
  '2026-11-21T09:30:00.123456Z',
  '2024-02-29T23:59:59.999999Z',
  '2000-02-29T00:00Z',
  '1900-01-01T00:00:00Z',
  '1900-01-01T00:00:00-15:59',
  '2999-12-31T23:59:59.999999Z',
  '2999-12-31T23:59:59+15:59',
]
const refusedDays = [
  '2023-02-29',
  '2100-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-00-10',
  '2026-13-01',
  '2026-11-00',
  '0000-01-01',
  '1899-12-31',
  '3000-01-01',
  '9999-12-31',
  '10000-01-01',
  '-2026-11-21',
  '2026-11-21T00:00:00Z',
  '2026-1-2',
]
const allowedDays = ['1900-01-01', '2000-02-29', '2024-02-29', '2999-12-31']

const formats = {
  'date-time': { refused: refusedInstants, allowed: allowedInstants, rule: /^must be an ISO 8601 instant/ },
  date: { refused: refusedDays, allowed: allowedDays, rule: /^must be a date in the format YYYY-MM-DD/ },
} as const

interface Place {
  operation: Operation
  field: string
  format: keyof typeof formats
  send: (value: string) => Promise<Answer>
}

interface FilterKey {
  key: string
  type: string
  operations: string[]
}

/** Every place for a date or an instant: fields, parameters, and filters of tables. */
async function everyPlace(): Promise<Place[]> {
  const tenant = await newTenant()
  // A session has fewer writes a minute than this sends.
  const tokens = new Map<string, Promise<Session>>()
  const tokenFor = async ({ id }: Operation) => {
    if (!tokens.has(id)) tokens.set(id, newSession(tenant))
    return (await tokens.get(id)!).user_token
  }
  const ask = async (operation: Operation, plan: ReturnType<typeof planRequest>) => {
    const given = sent(plan, operation)
    const headers = {
      Authorization: `Bearer ${await tokenFor(operation)}`,
      'X-Organization-ID': tenant.organization_id,
    }
    return call(tenant.service, operation.method, targetOf(plan), {
      ...given,
      headers: { ...headers, ...given.headers },
    })
  }
  const ofLeaf = (operation: Operation, leaf: Leaf): Place => ({
    operation,
    field: leaf.field,
    format: leaf.schema.format as Place['format'],
    send: (value) => ask(operation, requestWith(operation, tenant.organization_id, leaf, value)),
  })
  const ofFilter = (operation: Operation, { key, type, operations: known }: FilterKey): Place => ({
    operation,
    field: 'filter_args[0].value',
    format: type === 'instant' ? 'date-time' : 'date',
    send: (value) => {
      const plan = planRequest(operation, tenant.organization_id)
      const [one] = known.filter((name) => ['eq', 'gt', 'gte', 'lt', 'lte', 'before', 'after'].includes(name))
      plan.query.filter_args = JSON.stringify([{ key, operation: one, value }])
      return ask(operation, plan)
    },
  })
  return operations.flatMap((operation) => {
    const { parameters } = openapi.paths[operation.path]![operation.method.toLowerCase()]!
    const filters = parameters.flatMap((one) =>
      'in' in one ? ((one.schema['x-filter-keys'] ?? []) as FilterKey[]) : [],
    )
    return [
      ...leavesOf(operation)
        .filter(({ schema }) => schema.format === 'date' || schema.format === 'date-time')
        .map((leaf) => ofLeaf(operation, leaf)),
      ...filters.filter(({ type }) => type === 'date' || type === 'instant').map((key) => ofFilter(operation, key)),
    ]
  })
}

test('a date or instant that cannot be stored is refused by field, with the rule and the allowed range', async () => {
  const places = await everyPlace()
  const faults: string[] = []
  for (const { operation, field, format, send } of places) {
    const { refused, rule } = formats[format]
    for (const value of refused) {
      const { status, body, text } = await send(value)
      const { data } = body ?? {}
      if (status !== 400 || data?.field !== field || !rule.test(data.rule) || !(data.allowed?.length > 0))
        faults.push(`${operation.id} ${field} ${value}: ${status} ${text.slice(0, 300)}`)
    }
  }
  expect(faults).toEqual([])
  expect(new Set(places.map(({ operation }) => operation.id)).size).toBeGreaterThan(20)
}, 120_000)

test('dates and instants at the limits of the allowed range never cause a 500', async () => {
  const faults: string[] = []
  for (const { operation, field, format, send } of await everyPlace()) {
    for (const value of formats[format].allowed) {
      const { status, body, text } = await send(value)
      const misread = status === 400 && body.data?.field === field && formats[format].rule.test(body.data.rule)
      if (status >= 500 || misread) faults.push(`${operation.id} ${field} ${value}: ${status} ${text.slice(0, 300)}`)
    }
  }
  expect(faults).toEqual([])
}, 120_000)
