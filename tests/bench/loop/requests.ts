/** Every public operation at its published maximum: the largest page, the widest query, lists as long as they may be. */
import type { TSchema } from '@sinclair/typebox'
import type postgres from 'postgres'
import { publicOperations } from '../../../server/boot/operations.ts'
import { limits } from '../../../server/contract/limits.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import type { Measure } from '../../../server/insight/metrics/dictionary.model.ts'
import { dimensionsOf, grainsOf } from '../../../server/insight/metrics/dictionary.ts'
import { addDays } from '../../../server/calendar/days.ts'
import { kindOf, planRequest, targetOf } from '../../support/document/requests.ts'

export interface LoopCase {
  name: string
  method: string
  path: string
  body?: string
  idempotency_key?: string
}

/** Values of the organisation by the name that a field has for them; a list takes the next one for each element. */
export type Known = ReadonlyMap<string, readonly string[]>

export async function knownValues(sql: postgres.Sql, organization_id: string): Promise<Known> {
  const of = async (table: string, column: string, count: number) => {
    const rows = await sql.unsafe<{ value: string }[]>(
      `select ${column}::text as value from ${table} where organization_id = $1 order by 1 limit ${count}`,
      [organization_id],
    )
    return rows.map(({ value }) => value)
  }
  const places: [name: string, table: string, column: string, count: number][] = [
    ['variant_id', 'variants', 'variant_id', 20_000],
    ['sku', 'variants', 'sku', 20_000],
    ['product_id', 'products', 'product_id', 20_000],
    ['location_id', 'locations', 'location_id', 4],
    ['sales_channel_id', 'sales_channels', 'sales_channel_id', 5],
    ['category_id', 'categories', 'category_id', 24],
    ['family_id', 'families', 'family_id', 6],
    ['supplier_id', 'suppliers', 'supplier_id', 12],
    ['mfp_id', 'buy_plans', 'mfp_id', 1],
    ['plan_id', 'buy_plans', 'mfp_id', 1],
    ['commitment_id', 'commitments', 'commitment_id', 1],
    ['event_id', 'demand_events', 'event_id', 1],
  ]
  return new Map(
    await Promise.all(
      places.map(async ([name, table, column, count]) => [name, await of(table, column, count)] as const),
    ),
  )
}

/** Lists that have no maximum of their own are as long as this, and bodies as large as the operation accepts. */
const openListLength = 1_000

/** A value with its lists as long as they may be, and known values in place of examples. */
function enlarged(schema: TSchema, value: unknown, name: string, known: Known, at: number): unknown {
  if (Array.isArray(value)) {
    const items = (schema.items ?? {}) as TSchema
    const length = Math.min(Number(schema.maxItems ?? openListLength), 20_000)
    if (value.length === 0 || Array.isArray(items.enum)) return value
    return Array.from({ length }, (_, i) => enlarged(items, value[i % value.length], name, known, i))
  }
  if (value !== null && typeof value === 'object') {
    const fields = (schema.properties ?? {}) as Record<string, TSchema>
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, enlarged(fields[key] ?? ({} as TSchema), one, key, known, at)]),
    )
  }
  const list = known.get(kindOf(name))
  return list === undefined || list.length === 0 ? value : list[at % list.length]
}

function bodyOf(operation: Operation, example: unknown, known: Known): string | undefined {
  if (operation.body === 'bytes' || operation.body === undefined || example === undefined) return undefined
  const text = JSON.stringify(enlarged(operation.body, example, '', known, 0))
  return text.length <= operation.body_bytes_max ? text : JSON.stringify(example)
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
  const weeks = fields.weeks?.maximum as number | undefined
  return {
    ...longestWindow(operation, today),
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
function widestQueries(measures: readonly string[], today: string): { name: string; query: object }[] {
  const time_range = { kind: 'absolute', start: addDays(today, -220), end: addDays(today, -1) }
  const dimensions = wideDimensions
  const wide = { domain: 'sales', measures: measures.slice(0, limits.metrics_measures_max), time_range }
  return [
    { name: 'product by channel, by day', query: { ...wide, dimensions, grain: 'day', limit: 3_000 } },
    { name: 'product by channel, by day, without a limit', query: { ...wide, dimensions, grain: 'day' } },
    { name: 'all rows of one measure', query: { ...wide, measures: ['net_sales'], dimensions, grain: 'day' } },
  ]
}

export function loopCases(
  organization_id: string,
  known: Known,
  today: string,
  measures: readonly string[],
): LoopCase[] {
  const cases: LoopCase[] = []
  for (const operation of publicOperations) {
    if (operation.id === 'metrics.query' || operation.id === 'sandbox.seed') continue
    const plan = planRequest(operation, organization_id, (name) => known.get(name)?.[0])
    const body = bodyOf(operation, plan.body, known)
    for (const more of [{}, ...(further[operation.id] ?? [])])
      cases.push({
        name: [operation.id, ...Object.entries(more).map(([key, value]) => `${key}=${value}`)].join(' '),
        method: operation.method,
        path: targetOf(plan, { ...largest(operation, today), ...more }),
        ...(body === undefined ? {} : { body }),
      })
  }
  for (const { name, query } of widestQueries(measures, today))
    cases.push({
      name: `metrics.query ${name}`,
      method: 'POST',
      path: '/api/v1/metrics/query',
      body: JSON.stringify({ query }),
    })
  return cases
}
