/** The requests that are measured: each function makes the next request of a connection, varying keys and ids. */
import postgres from 'postgres'
import type { BenchData } from './data.ts'
import type { Call } from './loader.ts'

export const connections = 16

export type SideName = 'service' | 'reference'

/** The next request of a connection. */
export type Next = (connection: number) => Call

export interface Own {
  keys: readonly string[]
  /** A stocktake of one line for each connection. */
  stocktakes: readonly string[]
}

export interface Fixtures {
  variant_ids: string[]
  location_id: string
  service: Own
  reference: Own
}

/** Creates the stocktakes through the service, as a client would. */
export async function createFixtures(data: BenchData, port: number): Promise<Fixtures> {
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
    if (!response.ok) throw new Error(`no stocktake was created: ${JSON.stringify(answer)}`)
    return answer.data.id
  }
  const make = (side: string) => Promise.all(Array.from({ length: connections }, (_, i) => makeCount(side, i)))
  return {
    variant_ids: variants.map(({ variant_id }) => variant_id),
    location_id,
    service: { keys: data.keys.service, stocktakes: await make('service') },
    reference: { keys: data.keys.reference, stocktakes: await make('reference') },
  }
}

let turns = 0
const at = <T>(list: readonly T[], turn: number): T => list[turn % list.length]!

export const readVariant =
  (fixtures: Fixtures, { keys }: Own): Next =>
  () => {
    const turn = turns++
    return { method: 'GET', path: `/api/v1/variants/${at(fixtures.variant_ids, turn)}`, key: at(keys, turn) }
  }

export const readPage =
  ({ keys }: Own): Next =>
  () => ({ method: 'GET', path: '/api/v1/inventory/table?limit=50', key: at(keys, turns++) })

const shortestCover = encodeURIComponent(JSON.stringify([{ key: 'health', operation: 'eq', value: 'critical' }]))
export const readFiltered =
  (keys: readonly string[]): Next =>
  () => ({
    method: 'GET',
    path: `/api/v1/inventory/table?limit=50&sort_args=days_of_cover&filter_args=${shortestCover}`,
    key: at(keys, turns++),
  })

const run = Date.now().toString(36)

/** Counts have five digits: a shorter number could occur in other parameters too, and would be replaced there. */
export const writeCount =
  (fixtures: Fixtures, { keys, stocktakes }: Own): Next =>
  (connection) => {
    const turn = turns++
    const counted_quantity = 70_001 + (turn % 20_000)
    return {
      method: 'PATCH',
      path: `/api/v1/stocktakes/${stocktakes[connection]}/counts`,
      key: at(keys, turn),
      idempotency_key: `${run}-${turn}`,
      body: JSON.stringify({
        counts: [{ variant_id: fixtures.variant_ids[0], location_id: fixtures.location_id, counted_quantity }],
      }),
    }
  }
