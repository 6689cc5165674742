/** Inputs shared by the forecasts of a run: seasons of categories, levels of new items and effects of events. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { addDays } from '../../calendar/days.ts'
import { type DemandEvent, type Effect, effectsOf, type Evidence } from './events.rules.ts'
import { departuresOf, factorsOf, fitCategory } from './season.rules.ts'
import { type AssortedProduct, endOf, type History, readAssortment, readProductWeeks } from './weeks.store.ts'

export type ReadStep = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>

const productsAtOnce = 5_000
const recentWeeks = 8
/** Events that one run considers, the latest ones. */
const eventsMax = 200

export interface RunContext {
  factorsOf: (category_id: string | null) => Float64Array
  categoryLevel: (category_id: string | null, sales_channel_id: string) => number | null
  effects: readonly Effect[]
}

interface ProductHistory extends AssortedProduct {
  /** Weekly units by channel; four bytes a week, the only thing of a run that grows with the assortment. */
  channels: Map<string, Float32Array>
}

async function readProducts(step: ReadStep, history: History): Promise<Map<string, ProductHistory>> {
  const products = new Map<string, ProductHistory>()
  for (let after: string | null = null; ;) {
    const some: AssortedProduct[] = await step((sql) =>
      readAssortment(sql, history.organization_id, after, productsAtOnce),
    )
    for (const one of some) products.set(one.product_id, { ...one, channels: new Map() })
    if (some.length < productsAtOnce) break
    after = some.at(-1)!.product_id
  }
  for await (const rows of readProductWeeks(step, history))
    for (const { product_id, sales_channel_id, weeks, units } of rows) {
      const channels = products.get(product_id)?.channels
      if (channels === undefined) continue
      const all = channels.get(sales_channel_id) ?? new Float32Array(history.weeks)
      for (const [i, week] of weeks.entries()) all[week]! += units[i]!
      channels.set(sales_channel_id, all)
    }
  return products
}

function sumOf(channels: Iterable<Float32Array>, weeks: number): Float32Array {
  const sum = new Float32Array(weeks)
  for (const one of channels) for (let week = 0; week < weeks; week++) sum[week]! += one[week]!
  return sum
}

const key = (category_id: string | null, sales_channel_id = '') => `${category_id ?? ''} ${sales_channel_id}`

/** Deseasonalised weekly units of the average variant of a category's products that sell in a channel. */
function categoryLevels(products: readonly ProductHistory[], factors: (category_id: string | null) => Float64Array) {
  const sums = new Map<string, { rate: number; variants: number }>()
  for (const { category_id, channels, variants } of products)
    for (const [sales_channel_id, units] of channels) {
      const season = factors(category_id)
      let [sold, weight] = [0, 0]
      for (let week = Math.max(0, units.length - recentWeeks); week < units.length; week++) {
        sold += units[week]!
        weight += season[week]!
      }
      if (sold === 0) continue
      const sum = sums.get(key(category_id, sales_channel_id)) ?? { rate: 0, variants: 0 }
      sums.set(key(category_id, sales_channel_id), {
        rate: sum.rate + sold / weight,
        variants: sum.variants + variants,
      })
    }
  return new Map(Array.from(sums, ([one, { rate, variants }]) => [one, rate / variants]))
}

const readEvents = (sql: Sql, { organization_id, first_week }: History, until: string) => sql<DemandEvent[]>`
  select e.event_id, e.kind, e.starts_on, e.ends_on,
    (select coalesce(jsonb_agg(v.variant_id), '[]') from demand_event_variants v
      where v.organization_id = ${organization_id} and v.event_id = e.event_id) as variant_ids,
    (select coalesce(jsonb_agg(c.category_id), '[]') from demand_event_categories c
      where c.organization_id = ${organization_id} and c.event_id = e.event_id) as category_ids,
    (select coalesce(jsonb_agg(s.sales_channel_id), '[]') from demand_event_channels s
      where s.organization_id = ${organization_id} and s.event_id = e.event_id) as sales_channel_ids
  from demand_events e
  where e.organization_id = ${organization_id} and e.archived_at is null and e.starts_on < ${until}::date
    and e.ends_on >= ${first_week}::date
  order by e.starts_on desc, e.event_id limit ${eventsMax}`

/** Products of variants that events name. */
async function productsOfEvents(sql: Sql, organization_id: string, events: readonly DemandEvent[]) {
  const ids = [...new Set(events.flatMap(({ variant_ids }) => variant_ids))]
  if (ids.length === 0) return new Map<string, string>()
  const rows = await sql<{ variant_id: string; product_id: string }[]>`
    select variant_id, product_id from variants
    where organization_id = ${organization_id} and variant_id = any(${arrayLiteral(ids)}::uuid[])`
  return new Map(rows.map(({ variant_id, product_id }) => [variant_id, product_id]))
}

/** Sales of the concerned products in the weeks of an event, and what they sell in the eight weeks on either side. */
function evidenceIn(
  products: readonly ProductHistory[],
  event: DemandEvent,
  shares: ReadonlyMap<number, number>,
  factors: (category_id: string | null) => Float64Array,
): Evidence {
  const evidence: Evidence = { sold: 0, expected: 0, expected_in_event: 0 }
  const weeks = [...shares.keys()]
  for (const { category_id, channels } of products)
    for (const [sales_channel_id, units] of channels) {
      if (event.sales_channel_ids.length > 0 && !event.sales_channel_ids.includes(sales_channel_id)) continue
      const season = factors(category_id)
      let [sold, weight] = [0, 0]
      const last = Math.min(units.length - 1, weeks.at(-1)! + recentWeeks)
      for (let week = Math.max(0, weeks[0]! - recentWeeks); week <= last; week++) {
        if (shares.has(week)) continue
        sold += units[week]!
        weight += season[week]!
      }
      if (weight === 0) continue
      for (const [week, share] of shares) {
        const expected = (sold / weight) * season[week]!
        evidence.sold += units[week]!
        evidence.expected += expected
        evidence.expected_in_event += expected * share
      }
    }
  return evidence
}

export async function readContext(step: ReadStep, history: History, horizon_weeks: number): Promise<RunContext> {
  const products = await readProducts(step, history)
  const { weeks, organization_id } = history
  const span = weeks + horizon_weeks
  const byCategory = Map.groupBy(products.values(), ({ category_id }) => category_id)
  const fits = new Map(
    Array.from(byCategory, ([category_id, list]) => [
      category_id,
      fitCategory(
        list.flatMap(({ channels }) => (channels.size === 0 ? [] : { units: sumOf(channels.values(), weeks) })),
        weeks,
      ),
    ]),
  )
  const departures = departuresOf([...fits.values()], weeks)
  const flat = factorsOf(new Float64Array(52).fill(1), departures, span)
  const factors = new Map(Array.from(fits, ([one, { curve }]) => [one, factorsOf(curve, departures, span)]))
  const ofCategory = (category_id: string | null) => factors.get(category_id) ?? flat
  const all = [...products.values()]
  const levels = categoryLevels(all, ofCategory)
  const events = await step((sql) => readEvents(sql, history, addDays(endOf(history), 7 * horizon_weeks)))
  const named = await step((sql) => productsOfEvents(sql, organization_id, events))
  return {
    factorsOf: ofCategory,
    categoryLevel: (category_id, sales_channel_id) => levels.get(key(category_id, sales_channel_id)) ?? null,
    effects: effectsOf(events, history.first_week, { weeks: span, origin_weeks: weeks }, (event, shares) => {
      const ids = new Set(event.variant_ids.flatMap((id) => named.get(id) ?? []))
      const isAll = event.variant_ids.length === 0 && event.category_ids.length === 0
      const concerned = all.filter(
        ({ product_id, category_id }) =>
          isAll || ids.has(product_id) || (category_id !== null && event.category_ids.includes(category_id)),
      )
      return evidenceIn(concerned, event, shares, ofCategory)
    }),
  }
}
