/** What is asked, by whom: each scene makes the next request of a connection from keys and ids spread wide. */
import postgres from 'postgres'
import type { BenchData } from './data.ts'
import type { Call } from './loader.ts'

export const connections = 16
/** A number that stands in no other parameter, so that the twin finds it. */
const counted_example = 71_937

export interface Things {
  variant_ids: string[]
  location_id: string
  /** A count of one line for each connection of each side. */
  stocktakes: { service: string[]; twin: string[] }
}

/** Counts are made through the service, like anything a client would have. */
export async function findThings(data: BenchData, port: number): Promise<Things> {
  const sql = postgres(data.url, { max: 1 })
  const variants = await sql<{ variant_id: string }[]>`
    select variant_id from stock_levels where organization_id = ${data.small} group by variant_id order by variant_id`
  const [location] = await sql<{ location_id: string }[]>`
    select location_id from locations where organization_id = ${data.small} order by location_id limit 1`
  await sql.end()
  const { location_id } = location!
  const makeCount = async (side: string, i: number): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/stocktakes`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${data.keys.service[i]}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name: `Bench ${side} ${i}`,
        counted_on: '2026-11-21',
        location_ids: [location_id],
        variant_ids: [variants[0]!.variant_id],
      }),
    })
    const answer = (await response.json()) as { data: { id: string } }
    if (!response.ok) throw new Error(`no stocktake was made: ${JSON.stringify(answer)}`)
    return answer.data.id
  }
  const make = (side: string) => Promise.all(Array.from({ length: connections }, (_, i) => makeCount(side, i)))
  return {
    variant_ids: variants.map(({ variant_id }) => variant_id),
    location_id,
    stocktakes: { service: await make('service'), twin: await make('twin') },
  }
}

let turn = 0
const next = <T>(list: readonly T[]): T => list[turn++ % list.length]!

export const readVariant = (things: Things, keys: readonly string[]) => (): Call => ({
  method: 'GET',
  path: `/api/v1/variants/${next(things.variant_ids)}`,
  key: next(keys),
})

export const readPage = (keys: readonly string[]) => (): Call => ({
  method: 'GET',
  path: '/api/v1/inventory/table?limit=50',
  key: next(keys),
})

const shortest_cover = encodeURIComponent(JSON.stringify([{ key: 'health', operation: 'eq', value: 'critical' }]))
export const readFiltered = (keys: readonly string[]) => (): Call => ({
  method: 'GET',
  path: `/api/v1/inventory/table?limit=50&sort_args=days_of_cover&filter_args=${shortest_cover}`,
  key: next(keys),
})

const countBody = (things: Things, counted_quantity: number) =>
  JSON.stringify({
    counts: [{ variant_id: things.variant_ids[0], location_id: things.location_id, counted_quantity }],
  })

const run = Date.now().toString(36)

export const writeCount =
  (things: Things, stocktakes: readonly string[], keys: readonly string[]) =>
  (connection: number): Call => ({
    method: 'PATCH',
    path: `/api/v1/stocktakes/${stocktakes[connection]}/counts`,
    key: next(keys),
    idempotency_key: `${run}-${turn}`,
    body: countBody(things, 10_000 + (turn % 10_000)),
  })

/** The calls whose statements the twin repeats, and the words in them that are a request's own. */
export function calls(data: BenchData, things: Things, api_key_id: string) {
  const key = data.keys.twin[0]!
  const [before, variant_id] = things.variant_ids as [string, string]
  const [stocktake_id] = things.stocktakes.twin as [string]
  const count = (idempotency_key: string): Call => ({
    method: 'PATCH',
    path: `/api/v1/stocktakes/${stocktake_id}/counts`,
    key,
    idempotency_key,
    body: countBody(things, counted_example),
  })
  const variant = (id: string): Call => ({ method: 'GET', path: `/api/v1/variants/${id}`, key })
  const page: Call = { method: 'GET', path: '/api/v1/inventory/table?limit=50', key }
  return {
    variant: { first: variant(before), second: variant(variant_id), words: { variant_id } },
    page: { first: page, second: page, words: {} },
    write: {
      first: count(`${run}-before`),
      second: count(`${run}-overheard`),
      words: { stocktake_id, api_key_id, idempotency_key: `${run}-overheard`, counted: String(counted_example) },
    },
  }
}
