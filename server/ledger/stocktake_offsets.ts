/**
 * Corrections of deliveries recorded before a stocktake. The variance of the count already includes the delivery's
 * error. Correcting the delivery changes stock before the count, so an equal offset at the count keeps later stock as
 * counted. Stocktakes are locked before any level, so that none is posted during a correction. A correction made while
 * a stocktake is open is offset when it is posted.
 */
import { arrayLiteral } from '../../db/sql/array_literal.ts'
import type { Sql } from '../contract/call.ts'
import { uuidPattern } from '../contract/schema.ts'
import { type CorrectedDelivery, offsetOf, type PostedCount } from './stocktake_offsets.rules.ts'
import { type Level, type MovementToBook, pairKey } from './rules.ts'

type Pair = Pick<Level, 'variant_id' | 'location_id'>

/**
 * The posted counts of these pairs that were counted after `recorded_at`, when the delivery was recorded. Open
 * stocktakes are locked too but not returned. Must be called before levels are locked.
 */
export async function lockCounts(
  sql: Sql,
  organization_id: string,
  recorded_at: string,
  of: readonly Pair[],
): Promise<PostedCount[]> {
  const pairs = [...new Map(of.map((pair) => [pairKey(pair), pair])).values()]
  const locked = await sql<(Omit<PostedCount, 'posted_at'> & { posted_at: string | null })[]>`
    select c.*, m.unit_cost, m.landed_unit_cost
    from unnest(${pairs.map(({ variant_id }) => variant_id)}::uuid[],
      ${pairs.map(({ location_id }) => location_id)}::uuid[]) as p (variant_id, location_id)
    cross join lateral (
      select s.stocktake_id, s.name, s.posted_at, n.variant_id, n.location_id, n.counted_at
      from stocktake_lines n
      join stocktakes s on s.organization_id = n.organization_id and s.stocktake_id = n.stocktake_id
      where n.organization_id = ${organization_id} and n.variant_id = p.variant_id and n.location_id = p.location_id
        and n.counted_at > ${recorded_at}
      for share of s
    ) c
    left join stock_movements m on m.organization_id = ${organization_id} and m.document_type = 'stocktake'
      and m.document_id = c.stocktake_id::text and m.document_line_id = c.variant_id || ' ' || c.location_id
      and m.kind = 'stocktake' and m.variant_id = c.variant_id and m.location_id = c.location_id
      and m.reverses_movement_id is null`
  return locked.flatMap(({ posted_at, ...count }) => (posted_at === null ? [] : { ...count, posted_at }))
}

interface LateCorrection extends Pair {
  delivery_id: string
  counted_at: string
  units: number
}

/**
 * Corrections recorded after a line was counted that change stock before the count. The first booking of a delivery is
 * not a correction: it adds to the counted stock.
 */
const readLateCorrections = (sql: Sql, organization_id: string, stocktake_id: string) => sql<LateCorrection[]>`
  select n.variant_id, n.location_id, n.counted_at, m.delivery_id, m.units
  from stocktake_lines n
  cross join lateral (
    select d.delivery_id, sum(s.quantity_delta)::int as units
    from stock_movements s
    cross join lateral (select case
      when s.document_type = 'transfer_order_delivery' then split_part(s.document_line_id, ' ', 2)
      when s.document_type in ('purchase_order_delivery', 'manufacturing_order', 'delivery_correction') then s.document_id
      end as delivery_id) d
    where s.organization_id = n.organization_id and s.variant_id = n.variant_id and s.location_id = n.location_id
      and s.sequence > n.system_sequence and s.occurred_at < n.counted_at and d.delivery_id <> ''
      and (s.reverses_movement_id is not null or s.document_line_id ~ ' [0-9]+$')
    group by d.delivery_id having sum(s.quantity_delta) <> 0
  ) m
  where n.organization_id = ${organization_id} and n.stocktake_id = ${stocktake_id} and n.counted_at is not null
  order by n.variant_id, n.location_id, m.delivery_id`

interface DeliveryOnFile extends CorrectedDelivery {
  recorded_at: string
}

const readDeliveries = (sql: Sql, organization_id: string, deliveryIds: readonly string[]) => sql<DeliveryOnFile[]>`
  select d.delivery_id, o.name, d.revision, d.recorded_at
  from purchase_order_deliveries d
  join purchase_orders o on o.organization_id = d.organization_id and o.purchase_order_id = d.purchase_order_id
  where d.organization_id = ${organization_id} and d.delivery_id = any(${arrayLiteral(deliveryIds)}::uuid[])`

/** The offsets that a stocktake must post for corrections made since its lines were counted. Its row is locked. */
export async function offsetsWhenPosting(
  sql: Sql,
  organization_id: string,
  count: { stocktake_id: string; name: string; posted_at: string },
): Promise<MovementToBook[]> {
  const late = await readLateCorrections(sql, organization_id, count.stocktake_id)
  const ids = [...new Set(late.map(({ delivery_id }) => delivery_id))].filter((id) => uuidPattern.test(id))
  if (ids.length === 0) return []
  const deliveries = new Map(
    (await readDeliveries(sql, organization_id, ids)).map((delivery) => [delivery.delivery_id, delivery]),
  )
  return late.flatMap(({ delivery_id, units, counted_at, ...pair }) => {
    const delivery = deliveries.get(delivery_id)
    if (delivery === undefined || Date.parse(delivery.recorded_at) >= Date.parse(counted_at)) return []
    const line = { ...count, ...pair, counted_at, unit_cost: null, landed_unit_cost: null }
    return [offsetOf(line, delivery, units)]
  })
}
