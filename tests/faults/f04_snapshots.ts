/** F4: during the load, every level is repeatedly compared with its ledger in one snapshot. */
import type postgres from 'postgres'
import { runLoad } from './load/load.ts'
import { prove } from './load/proof.ts'
import { newShop } from './load/shop.ts'
import { exactly, type Figure, figure, random, type Rig } from './rig.ts'

export const title = 'F4  levels compared with their ledger in snapshots under load'
const shopCount = 10
const keysEach = 20
const seed = 4

interface Seen {
  levels: number
  movements: number
  held_back: number
  sums_wrong: number
  sequences_wrong: number
  overcommitted: number
  without_level: number
}

/** By plain sums, independently of the ledger's own verification. */
const look = (sql: postgres.Sql<{}>): Promise<Seen> =>
  sql.begin('isolation level repeatable read read only', async (tx) => {
    const [seen] = await tx<Seen[]>`
      with moved as (
        select organization_id, variant_id, location_id, sum(quantity_delta) as units, count(*) as rows,
          count(distinct sequence) as numbers, min(sequence) as first, max(sequence) as last
        from stock_movements group by organization_id, variant_id, location_id
      )
      select count(l.variant_id)::int as levels, coalesce(sum(m.rows), 0)::int as movements,
        coalesce(sum(l.committed), 0)::int as held_back,
        count(*) filter (where l.on_hand <> coalesce(m.units, 0))::int as sums_wrong,
        count(*) filter (where l.sequence <> coalesce(m.last, 0) or m.first <> 1 or m.last <> m.rows
          or m.numbers <> m.rows)::int as sequences_wrong,
        count(*) filter (where l.committed > l.on_hand or l.committed < 0)::int as overcommitted,
        count(*) filter (where l.variant_id is null)::int as without_level
      from stock_levels l full join moved m using (organization_id, variant_id, location_id)`
    return seen!
  })

export async function run(
  rig: Rig,
  { seconds, every_ms, progress }: { seconds: number; every_ms: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const roll = random(seed)
  const services = await Promise.all([rig.startService(), rig.startService()])
  const shops = await Promise.all(Array.from({ length: shopCount }, () => newShop(rig, keysEach)))
  const snapshots: Promise<Seen>[] = []
  const looking = setInterval(() => snapshots.push(look(rig.sql)), every_ms)
  let turn = 0
  const load = await runLoad(shops, {
    seconds,
    roll,
    somewhere: () => services[turn++ % services.length]!.base_url,
    habit: { impatience: 0, doubt: 0, copies: () => 1 },
    progress,
  }).finally(() => clearInterval(looking))
  snapshots.push(look(rig.sql))
  const seen = await Promise.all(snapshots)
  await Promise.all(services.map((service) => service.stop()))
  const all = (of: (one: Seen) => number) => seen.reduce((sum, one) => sum + of(one), 0)
  const [first, last] = [seen[0]!, seen.at(-1)!]
  return [
    figure('writes, reads', `${load.writes}, ${load.reads} in ${Math.round(load.seconds)} s`),
    figure('snapshots, levels', `${seen.length}, ${last.levels}`),
    figure('movements, first to last', `${first.movements} to ${last.movements}`),
    figure('units reserved for orders at the end', last.held_back),
    exactly(
      'levels that differ from the sum of their movements',
      all(({ sums_wrong }) => sums_wrong),
      0,
    ),
    exactly(
      'levels with gaps or duplicates in their sequence',
      all(({ sequences_wrong }) => sequences_wrong),
      0,
    ),
    exactly(
      'levels with more committed than on hand',
      all(({ overcommitted }) => overcommitted),
      0,
    ),
    exactly(
      'movements without a level',
      all(({ without_level }) => without_level),
      0,
    ),
    exactly('unexpected responses', load.strange.length, 0),
    ...(load.strange[0] === undefined ? [] : [figure('for example', load.strange[0])]),
    ...(await prove(rig, shops)),
  ]
}
