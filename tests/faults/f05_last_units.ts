/** F5: 400 requests for 100 units on 20 connections; two lines each, half of them in reverse order. */
import {
  askWithinAllowance,
  exactly,
  type Figure,
  figure,
  newClient,
  newStock,
  percentile,
  random,
  type Rig,
} from './rig.ts'

const requests = 400
const units = 100
const connections = 20
/** Keys change from seed to seed: a fast machine runs more seeds per minute than a key may write. */
const keysEach = 4

export const title = 'F5  400 requests for 100 units, with two lines each in opposite orders'

export async function run(
  rig: Rig,
  { seeds, progress }: { seeds: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const service = await rig.startService({ DATABASE_CONNECTIONS: '40' })
  const client = await newClient(rig, requests * keysEach)
  const counts = { granted: 0, refused: 0, other: 0, wrong_seeds: 0, mismatches: 0 }
  const durations: number[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    const stock = await newStock(rig, client, 2, units)
    const roll = random(seed)
    const waiting = Array.from({ length: requests }, (_, i) => ({
      key: client.keys[(seed * requests + i) % client.keys.length]!,
      lines: roll() < 0.5 ? stock.variant_ids : stock.variant_ids.toReversed(),
    }))
    let granted = 0
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const reply = await askWithinAllowance(service, 'POST', '/api/v1/tests/take', next.key, {
          location_id: stock.location_id,
          variant_ids: next.lines,
        })
        if (typeof reply === 'object' && reply.status === 200) granted++
        else if (typeof reply === 'object' && reply.code === 'conflict') counts.refused++
        else counts.other++
        if (typeof reply === 'object') durations.push(reply.duration_ms)
      }
    }
    await Promise.all(Array.from({ length: connections }, worker))
    counts.granted += granted
    if (granted !== units) counts.wrong_seeds++
    const rows = await rig.sql`
      select l.on_hand, l.sequence, sum(m.quantity_delta)::int as moved, count(*)::int as movements, max(m.sequence) as last
      from stock_levels l join stock_movements m using (organization_id, variant_id, location_id)
      where l.organization_id = ${client.organization_id} and l.location_id = ${stock.location_id}
      group by l.variant_id, l.on_hand, l.sequence`
    for (const row of rows)
      if (row.on_hand !== 0 || row.moved !== 0 || row.movements !== units + 1 || row.last !== row.sequence)
        counts.mismatches++
    progress(seed / seeds)
  }
  await service.stop()
  return [
    exactly('granted', counts.granted, units * seeds),
    exactly('refused because of insufficient stock', counts.refused, (requests - units) * seeds),
    exactly('other responses (5xx, deadlock, hung)', counts.other, 0),
    exactly('seeds with other than 100 units granted', counts.wrong_seeds, 0),
    exactly('levels that disagree with their ledger', counts.mismatches, 0),
    figure('response p99', `${Math.round(percentile(durations, 0.99))} ms`),
  ]
}
