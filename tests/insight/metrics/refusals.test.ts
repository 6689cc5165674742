import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { limits } from '../../../server/contract/limits.ts'
import { Refusal } from '../../../server/contract/refusals.ts'
import { checkQuery, type MetricQuery } from '../../../server/insight/metrics/check_query.rules.ts'
import {
  dimensionsOf,
  domainKeys,
  domainOf,
  grainsOf,
  measures as dictionary,
} from '../../../server/insight/metrics/dictionary.ts'
import { type DimensionKey, dimensions } from '../../../server/insight/metrics/dimensions.ts'
import { resolveTimeRange, type TimeRange } from '../../../server/insight/metrics/time_range.rules.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { call, newTenant } from '../../support/service/tenant.ts'
import { path, random, today } from './trading_shop.ts'

type Dice = ReturnType<typeof random>
type Mutable = { -readonly [K in keyof MetricQuery]: MetricQuery[K] }

const served = domainKeys.filter((domain) => domainOf(domain).unsupported_reason === null)
const allDimensions = Object.keys(dimensions) as DimensionKey[]

function legalQuery({ oneOf, whole }: Dice): Mutable {
  const domain = oneOf(served)
  const own = domainOf(domain).measures
  const measures = [...new Set([oneOf(own), oneOf(own)])]
  const allowed = dimensionsOf(measures.map((key) => dictionary.get(key)!))
  const split = allowed.filter(() => whole(3) === 0).slice(0, 2)
  const grains = grainsOf(measures.map((key) => dictionary.get(key)!))
  const query: Mutable = { domain, measures, dimensions: split }
  if (!domainOf(domain).supports_time_range) return query
  query.time_range = { kind: 'relative', amount: 1 + whole(20), unit: oneOf(['day', 'week', 'month']) }
  if (grains.length > 0 && whole(2) === 0) query.grain = oneOf(grains)
  return query
}

const badTexts = [
  'net_sals',
  '',
  ' ',
  'SUM(x)',
  "x'; drop table products; --",
  'constructor',
  '__proto__',
  'toString',
  'NET_SALES',
  '𝒏et',
  'null',
]

interface Broken {
  query: Mutable
  /** Start of the field that the refusal names. */
  field: string
  key?: string
}

/** Breaks a legal query in one way. */
const faults: readonly ((query: Mutable, dice: Dice) => Broken | null)[] = [
  (query, { oneOf }) => {
    const key = oneOf([...badTexts, 'sell_out'])
    return { query: { ...query, domain: key }, field: 'query.domain', key }
  },
  (query, { oneOf, whole }) => {
    const foreign = [...dictionary.keys()].filter((one) => !domainOf(query.domain as never).measures.includes(one))
    const key = oneOf([...badTexts, ...foreign])
    const measures = query.measures.toSpliced(whole(query.measures.length + 1), 0, key)
    return { query: { ...query, measures }, field: `query.measures[${measures.indexOf(key)}]`, key }
  },
  (query) => ({
    query: { ...query, measures: [...query.measures, query.measures[0]!] },
    field: `query.measures[${query.measures.length}]`,
    key: query.measures[0]!,
  }),
  (query, { oneOf }) => {
    const allowed = dimensionsOf(query.measures.map((one) => dictionary.get(one)!))
    const key = oneOf([...badTexts, ...allDimensions.filter((one) => !allowed.includes(one))])
    const split = [...query.dimensions!, key]
    return { query: { ...query, dimensions: split }, field: `query.dimensions[${split.length - 1}]`, key }
  },
  (query) => {
    const [key] = query.dimensions!
    if (key === undefined) return null
    const split = [...query.dimensions!, key]
    return { query: { ...query, dimensions: split }, field: `query.dimensions[${split.length - 1}]`, key }
  },
  (query, { oneOf }) => {
    const allowed = dimensionsOf(query.measures.map((one) => dictionary.get(one)!))
    const key = oneOf([...badTexts, ...allDimensions.filter((one) => !allowed.includes(one))])
    return {
      query: { ...query, filters: [{ dimension: key, values: ['x'] }] },
      field: 'query.filters[0].dimension',
      key,
    }
  },
  (query, { oneOf }) => {
    const allowed = dimensionsOf(query.measures.map((one) => dictionary.get(one)!))
    if (allowed.length === 0) return null
    const key = oneOf(badTexts)
    return {
      query: { ...query, filters: [{ dimension: oneOf(allowed), values: [key] }] },
      field: 'query.filters[0].values[0]',
      key,
    }
  },
  (query, { oneOf }) => {
    const key = oneOf([...badTexts, ...(query.grain === undefined ? ['period_start'] : []), 'period_end'])
    return { query: { ...query, order_by: { key } }, field: 'query.order_by.key', key }
  },
  (query) => {
    const { time_range, ...rest } = query
    if (time_range === undefined)
      return { query: { ...query, time_range: { kind: 'to_date', unit: 'week' } }, field: 'query.time_range' }
    return { query: { ...rest, domain: query.domain, measures: query.measures }, field: 'query.time_range' }
  },
  (query) => {
    const undivided = query.measures.some((key) => grainsOf([dictionary.get(key)!]).length === 0)
    return undivided ? { query: { ...query, grain: 'week' }, field: 'query.grain', key: 'week' } : null
  },
  (query, { oneOf, whole }) => {
    if (query.time_range === undefined) return null
    const [range, field] = oneOf<[TimeRange, string]>([
      [{ kind: 'relative', amount: 3 }, 'unit'],
      [{ kind: 'complete', unit: 'day' }, 'amount'],
      [{ kind: 'to_date', unit: 'month', amount: 1 }, 'amount'],
      [{ kind: 'absolute', start: '2026-01-01' }, 'end'],
      [{ kind: 'absolute', start: '2026-01-09', end: '2026-01-08' }, 'end'],
      [{ kind: 'absolute', start: '2999-01-09', end: '2999-01-18' }, 'start'],
      [{ kind: 'absolute', start: '1999-01-09', end: '2020-01-18' }, 'end'],
      [{ kind: 'relative', amount: 40 + whole(400), unit: 'month' }, 'amount'],
      [{ kind: 'relative', amount: 1, unit: 'day', start: '2026-01-01' }, 'start'],
    ])
    return { query: { ...query, time_range: range }, field: `query.time_range.${field}` }
  },
]

function brokenQueries(count: number, seed: number): Broken[] {
  const dice = random(seed)
  const list: Broken[] = []
  while (list.length < count) {
    const broken = dice.oneOf(faults)(legalQuery(dice), dice)
    if (broken !== null) list.push(broken)
  }
  return list
}

/** What the operation does before it sends a statement. */
function check(query: MetricQuery): void {
  const { time_range } = checkQuery(query)
  if (time_range !== null) resolveTimeRange(time_range, today)
}

test('random legal queries pass', () => {
  const dice = random(11)
  for (let i = 0; i < 2_000; i++) check(legalQuery(dice))
})

test('10,000 random illegal queries are refused, and each refusal names the field and the key', () => {
  const wrong: unknown[] = []
  for (const broken of brokenQueries(10_000, 12)) {
    try {
      check(broken.query)
      wrong.push({ ...broken, refused: false })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const data = error.data as { field: string; key?: string; rule: string; allowed?: string[] }
      const names = data.field === broken.field && (broken.key === undefined || data.key === broken.key)
      const isNamedInSentence = error.desc.startsWith(`${broken.field} `)
      if (error.status !== 400 || !names || !isNamedInSentence || data.allowed?.includes(broken.key ?? ''))
        wrong.push({ broken, data })
    }
  }
  expect(wrong).toEqual([])
}, 60_000)

test('illegal queries are answered 400 over HTTP and name the field', async () => {
  const tenant = await newTenant()
  let key = tenant.api_key
  for (const [i, { query, field }] of brokenQueries(220, 13).entries()) {
    if (i % 100 === 99) key = (await tenant.mint()).api_key
    const { status, body, text } = await call(tenant.service, 'POST', path, { key, body: { query } })
    expect([status, status === 400 ? '' : text]).toEqual([400, ''])
    expect(body.code).toBe('bad_request')
    expect(body.data.field).toBe(field)
  }
})

test('an illegal shape is refused by its field', async () => {
  const tenant = await newTenant()
  const good = { domain: 'sales', measures: ['net_sales'], time_range: { kind: 'to_date', unit: 'week' } }
  for (const [query, field] of [
    [{ ...good, measures: [] }, 'query.measures'],
    [{ ...good, measures: 'net_sales' }, 'query.measures'],
    [
      { ...good, measures: Array.from({ length: limits.metrics_measures_max + 1 }, () => 'net_sales') },
      'query.measures',
    ],
    [{ ...good, dimensions: ['a', 'b', 'c', 'd'] }, 'query.dimensions'],
    [{ ...good, grain: 'hour' }, 'query.grain'],
    [{ ...good, limit: 0 }, 'query.limit'],
    [{ ...good, limit: limits.metrics_rows_max + 1 }, 'query.limit'],
    [{ ...good, time_range: { kind: 'lately' } }, 'query.time_range.kind'],
    [{ ...good, time_range: { kind: 'relative', amount: 0, unit: 'day' } }, 'query.time_range.amount'],
    [{ ...good, time_range: { kind: 'absolute', start: '2026-02-30', end: '2026-03-01' } }, 'query.time_range.start'],
    [{ ...good, sql: 'select 1' }, 'query.sql'],
    [{ ...good, filters: [{ dimension: 'sales_channel', values: [] }] }, 'query.filters[0].values'],
    [{ ...good, order_by: { key: 'net_sales', direction: 'up' } }, 'query.order_by.direction'],
  ] as const) {
    const answer = await tenant.post(path, { query })
    expect([answer.status, answer.body.data?.field]).toEqual([400, field])
  }
})

test('a value that the document lists is refused with its field, its key and the allowed values', async () => {
  const tenant = await newTenant()
  const good = { domain: 'sales', measures: ['net_sales'], time_range: { kind: 'to_date', unit: 'week' } }
  const rule = 'must be one of the allowed values'
  for (const [query, refused] of [
    [
      { ...good, grain: 'hour' },
      { field: 'query.grain', key: 'hour', rule, allowed: ['day', 'week', 'month'] },
    ],
    [
      { ...good, time_range: { kind: 'lately' } },
      { field: 'query.time_range.kind', key: 'lately', rule, allowed: ['relative', 'complete', 'to_date', 'absolute'] },
    ],
    [
      { ...good, order_by: { key: 'net_sales', direction: 'up' } },
      { field: 'query.order_by.direction', key: 'up', rule, allowed: ['ascending', 'descending'] },
    ],
  ] as const) {
    const answer = await tenant.post(path, { query })
    expect([answer.status, answer.body.data]).toEqual([400, refused])
  }
})

test('a filter names records of this organisation alone', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const own = await setFixture(tenant, { sales_channels: ['Online'] })
  const foreign = await setFixture(other, { sales_channels: ['Online'] })
  const ask = (id: string) =>
    tenant.post(path, {
      query: {
        domain: 'sales',
        measures: ['net_sales'],
        time_range: { kind: 'to_date', unit: 'week' },
        filters: [{ dimension: 'sales_channel', values: [own.sales_channels.Online, id] }],
      },
    })
  for (const id of [foreign.sales_channels.Online!, uuidv7(), 'Online']) {
    const { status, body } = await ask(id)
    expect([status, body.data]).toEqual([
      400,
      {
        field: 'query.filters[0].values[1]',
        key: id,
        rule: 'must be the id of a sales channel of this organisation',
        allowed: [],
      },
    ])
  }
})

test('a key that is bound to an account is refused, and one that may only read metrics is not', async () => {
  const tenant = await newTenant()
  const account = uuidv7()
  await tenant.service.database.sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${tenant.organization_id}, ${account}, 'Retailer')`
  const bound = await tenant.mint({ trading_partner_id: account } as never)
  const query = { domain: 'inventory', measures: ['on_hand'] }
  const { api_key: reader } = await tenant.mint({ scopes: ['metrics:read'] })
  const { api_key: other } = await tenant.mint({ scopes: ['sales:read'] })
  for (const [key, status, code] of [
    [bound.api_key, 403, 'account_mismatch'],
    [other, 403, 'scope_missing'],
    [reader, 200, undefined],
  ] as const)
    for (const [method, target, body] of [
      ['GET', '/api/v1/metrics', undefined],
      ['POST', path, { query }],
    ] as const) {
      const answer = await call(tenant.service, method, target, { key, body })
      expect([method, answer.status, answer.body.code]).toEqual([method, status, code])
    }
})
