/** Every public operation at its published maximum: the largest page, the widest query, lists as long as they may be. */
import type { TSchema } from '@sinclair/typebox'
import { publicOperations } from '../../../server/boot/operations.ts'
import { limits } from '../../../server/contract/limits.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import type { Measure } from '../../../server/insight/metrics/dictionary.model.ts'
import { dimensionsOf, grainsOf } from '../../../server/insight/metrics/dictionary.ts'
import { addDays } from '../../../server/calendar/days.ts'
import { idFor, kindIn } from '../../support/document/foreign.ts'
import { kindOf, planRequest, targetOf } from '../../support/document/requests.ts'
import type { Client } from './client.ts'
import { freshRequests } from './fresh.ts'
import type { Known } from './records.ts'

export interface LoopRequest {
  path: string
  body?: unknown
  raw?: string
}

export interface LoopCase {
  name: string
  method: string
  /** Makes what the request needs, and the request. */
  make: () => Promise<LoopRequest>
  /** Why it is measured up to its refusal; the others must succeed. */
  refused?: string
}

/** Lists that have no maximum of their own are as long as this. */
const openListLength = 1_000

type Lists = Known['lists']

interface Enlarging {
  lists: Lists
  /** Of the maximum length that lists get, so that the body fits into its limit. */
  share: number
}

/** A value with its lists as long as they may be, and known values in place of examples. */
function enlarged(schema: TSchema, value: unknown, name: string, how: Enlarging, at: number): unknown {
  if (Array.isArray(value)) {
    const items = (schema.items ?? {}) as TSchema
    if (value.length === 0 || Array.isArray(items.enum)) return value
    const known = how.lists.get(kindOf(name))?.length ?? Infinity
    const most = Math.min(Number(schema.maxItems ?? openListLength), 20_000, known)
    const length = Math.max(1, Math.floor(most * how.share))
    return Array.from({ length }, (_, i) => enlarged(items, value[i % value.length], name, how, i))
  }
  if (value !== null && typeof value === 'object') {
    const fields = (schema.properties ?? {}) as Record<string, TSchema>
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, enlarged(fields[key] ?? ({} as TSchema), one, key, how, at)]),
    )
  }
  const list = how.lists.get(kindOf(name))
  return list === undefined || list.length === 0 ? value : list[at % list.length]
}

/** The body with its lists as long as its limit in bytes allows. */
function bodyOf(operation: Operation, example: unknown, lists: Lists): unknown {
  if (operation.body === 'bytes' || operation.body === undefined || example === undefined) return undefined
  for (let share = 1; ; share /= 2) {
    const body = enlarged(operation.body, example, '', { lists, share }, 0)
    if (share < 1e-4 || JSON.stringify(body).length <= operation.body_bytes_max) return body
  }
}

/** The window of an operation at its longest, ending yesterday. */
function longestWindow(operation: Operation, today: string): Record<string, string> {
  const fields = operation.query?.properties ?? {}
  if (!('start_date' in fields) || !('end_date' in fields)) return {}
  return { start_date: addDays(today, -366), end_date: addDays(today, -1) }
}

function largest(operation: Operation, today: string): Record<string, string> {
  const fields = (operation.query?.properties ?? {}) as Record<string, TSchema>
  const limit = fields.limit?.maximum as number | undefined
  const window = longestWindow(operation, today)
  const weeks = 'start_date' in window ? undefined : (fields.weeks?.maximum as number | undefined)
  return {
    ...window,
    ...(limit === undefined || limit > limits.page_limit_max ? {} : { limit: String(limit) }),
    ...(weeks === undefined ? {} : { weeks: String(weeks) }),
  }
}

const further: Record<string, Record<string, string>[]> = {
  'sales.get_net_sales': [{ grain: 'day' }],
  'inventory.stock_on_hand': [{ grain: 'day' }],
  'sales.list_sales': [{ type: 'products' }],
  'inventory.list_inventory': [{ view: 'combined' }, { type: 'products' }],
  'sales.list_velocity': [{ type: 'products' }],
}

export const wideDimensions = ['sales_channel', 'category', 'product'] as const

/** Of some measures, those that can be split by every dimension of the widest query, and by day. */
export const wideMeasures = (measures: readonly [string, Measure][]): string[] =>
  measures
    .filter(([, measure]) => grainsOf([measure]).includes('day'))
    .filter(([, measure]) => wideDimensions.every((one) => dimensionsOf([measure]).includes(one)))
    .map(([key]) => key)

/** Queries of metrics as wide and as long as they may be. */
function widestQueries(
  measures: readonly string[],
  today: string,
): { name: string; query: object; refused?: string }[] {
  const time_range = { kind: 'absolute', start: addDays(today, -220), end: addDays(today, -1) }
  const dimensions = wideDimensions
  const wide = { domain: 'sales', measures: measures.slice(0, limits.metrics_measures_max), time_range }
  return [
    { name: 'product by channel, by day', query: { ...wide, dimensions, grain: 'day', limit: 3_000 } },
    {
      name: 'product by channel, by day, without a limit',
      query: { ...wide, dimensions, grain: 'day' },
      refused: 'it has more rows than a response may have, which is known once they are read',
    },
    { name: 'all rows of one measure', query: { ...wide, measures: ['net_sales'], dimensions, grain: 'day' } },
  ]
}

/** Operations that are not measured. */
const notMeasured: Readonly<Record<string, string>> = {
  'metrics.query': 'the widest queries stand for it',
  'sandbox.seed': 'it fills an empty organisation, always with the same records',
}

export interface Setting {
  client: Client
  known: Known
  ids: ReadonlyMap<string, string>
  today: string
  measures: readonly string[]
}

/** The request of an operation at its maximum, with records of its own where it changes them. */
async function requestOf(operation: Operation, more: Record<string, string>, setting: Setting): Promise<LoopRequest> {
  const { client, known, ids, today } = setting
  const fresh = await freshRequests[operation.id]?.(client, known)
  const idOf = (name: string) => fresh?.ids?.[name] ?? idFor(ids, kindIn(operation, name))
  const plan = planRequest(operation, client.organization_id, idOf)
  const body = fresh?.body ?? bodyOf(operation, plan.body, known.lists)
  return {
    path: targetOf(plan, { ...largest(operation, today), ...fresh?.query, ...more }),
    ...(fresh?.raw === undefined ? { body } : { raw: fresh.raw }),
  }
}

export function loopCases(setting: Setting): LoopCase[] {
  const cases: LoopCase[] = []
  for (const operation of publicOperations) {
    if (operation.id in notMeasured) continue
    for (const more of [{}, ...(further[operation.id] ?? [])])
      cases.push({
        name: [operation.id, ...Object.entries(more).map(([key, value]) => `${key}=${value}`)].join(' '),
        method: operation.method,
        make: () => requestOf(operation, more, setting),
      })
  }
  for (const { name, query, refused } of widestQueries(setting.measures, setting.today))
    cases.push({
      name: `metrics.query ${name}`,
      method: 'POST',
      make: async () => ({ path: '/api/v1/metrics/query', body: { query } }),
      ...(refused === undefined ? {} : { refused }),
    })
  return cases
}
