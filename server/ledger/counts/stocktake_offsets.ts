/**
 * What a count includes. Movements dated before a count but recorded after it are offset at the count, so that stock stays
 * as counted; those recorded between counting and posting are offset when the stocktake is posted. Stocktakes are locked
 * before any level, so that none is posted while a late movement is recorded.
 */
import { stock_levels } from '../../../db/schema/stock.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import type { DocumentType } from '../../contract/stock.ts'
import type { LateUnits, PostedCount } from './stocktake_offsets.rules.ts'
import { causeOf, countedFrom, lateOf, offsetsOf } from './stocktake_offsets.rules.ts'
import { type Level, type MovementRow, type MovementToBook, pairKey } from '../rules.ts'

type Pair = Pick<Level, 'variant_id' | 'location_id'>

interface LatePair extends Pair {
  /** The earliest instant from which counts include some of its movements. */
  counted_from: string
}

function earliestOf(movements: readonly MovementToBook[]): LatePair[] {
  const earliest = new Map<string, LatePair>()
  for (const movement of movements) {
    const { variant_id, location_id } = movement
    const counted_from = countedFrom(movement)!
    const before = earliest.get(pairKey(movement))
    if (before === undefined || Date.parse(counted_from) < Date.parse(before.counted_from))
      earliest.set(pairKey(movement), { variant_id, location_id, counted_from })
  }
  return [...earliest.values()]
}

const lateRows = recordset(stock_levels, ['variant_id', 'location_id'], {
  alias: 'p',
  extra: { counted_from: 'timestamptz' },
})

/**
 * The posted counts that include some of these movements. Open stocktakes are locked too but not returned. Must be
 * called before levels are locked; calling it again in the same transaction is harmless.
 */
export async function lockCounts(
  sql: Sql,
  organization_id: string,
  movements: readonly MovementToBook[],
  now: string,
): Promise<PostedCount[]> {
  const entered = lateOf(movements, now)
  if (entered.length === 0) return []
  const late = earliestOf(entered)
  const documentIds = [...new Set(entered.map((movement) => causeOf(movement).id))]
  const locked = await sql<(Omit<PostedCount, 'posted_at'> & { posted_at: string | null })[]>`
    select c.*, coalesce(b.net_units, 0)::int as net_units, b.unit_cost, b.landed_unit_cost,
      coalesce(b.offsets, '[]') as offsets
    from ${lateRows.from(late)}
    cross join lateral (
      select s.stocktake_id, s.name, s.posted_at, n.variant_id, n.location_id, n.counted_at
      from stocktake_lines n
      join stocktakes s on s.organization_id = n.organization_id and s.stocktake_id = n.stocktake_id
      where n.organization_id = ${organization_id} and n.variant_id = p.variant_id and n.location_id = p.location_id
        and n.counted_at > p.counted_from
      for share of s
    ) c
    left join lateral (
      select sum(m.quantity_delta) as net_units,
        max(m.unit_cost) filter (where m.document_type = 'stocktake') as unit_cost,
        max(m.landed_unit_cost) filter (where m.document_type = 'stocktake') as landed_unit_cost,
        jsonb_agg(jsonb_build_object('document_id', m.document_id, 'units', m.quantity_delta,
          'unit_cost', m.unit_cost::text, 'landed_unit_cost', m.landed_unit_cost::text) order by m.sequence)
          filter (where m.document_type <> 'stocktake' and m.document_id = any(${documentIds}::text[])) as offsets
      from stock_movements m
      where m.organization_id = ${organization_id} and m.variant_id = c.variant_id and m.location_id = c.location_id
        and m.occurred_at = c.posted_at and m.kind = 'stocktake'
        and (case m.document_type when 'stocktake' then m.document_id else split_part(m.document_line_id, ' ', 1) end)
          = c.stocktake_id::text
    ) b on true`
  return locked.flatMap(({ posted_at, ...count }) => (posted_at === null ? [] : { ...count, posted_at }))
}

const noCosts = { unit_cost: null, landed_unit_cost: null }

interface LateMovements extends Pair {
  counted_at: string
  document_type: DocumentType
  document_id: string
  document_name: string
  document_line_id: string
  is_correction: boolean
  units: number
}

/**
 * Movements recorded after a line was counted that happened before it, by document. Offsets at other counts belong to
 * what they offset. `document_line_id` is one of the document's lines. The row of the stocktake is locked.
 */
export const readLate = (sql: Sql, organization_id: string, stocktake_id: string) => sql<LateMovements[]>`
  select n.variant_id, n.location_id, n.counted_at, l.document_type, l.document_id, l.document_name, l.document_line_id,
    l.is_correction, l.units
  from stocktake_lines n
  cross join lateral (
    select (array_agg(m.document_type order by m.sequence))[1] as document_type,
      (array_agg(m.document_id order by m.sequence))[1] as document_id,
      (array_agg(m.document_name order by m.sequence))[1] as document_name,
      (array_agg(m.document_line_id order by m.sequence))[1] as document_line_id,
      bool_or(m.reverses_movement_id is not null) as is_correction, sum(m.quantity_delta)::int as units,
      min(m.sequence) as first_sequence
    from stock_movements m
    where m.organization_id = n.organization_id and m.variant_id = n.variant_id and m.location_id = n.location_id
      and m.sequence > n.system_sequence and m.quantity_delta <> 0
      and coalesce(m.counted_from, m.occurred_at) < n.counted_at
    group by coalesce(
      case when m.document_type = 'transfer_order_delivery' then nullif(split_part(m.document_line_id, ' ', 2), '') end,
      m.document_id)
    having sum(m.quantity_delta) <> 0
  ) l
  where n.organization_id = ${organization_id} and n.stocktake_id = ${stocktake_id} and n.counted_at is not null
  order by n.variant_id, n.location_id, l.first_sequence`

/**
 * The offsets that a stocktake posts of movements recorded since its lines were counted, beside the variances that it has
 * booked: as if these movements came after it was posted.
 */
export function offsetsWhenPosting(
  late: readonly LateMovements[],
  { stocktake_id, name, posted_at }: { stocktake_id: string; name: string; posted_at: string },
  variances: readonly Pick<MovementRow, keyof Pair | 'quantity_delta' | 'unit_cost' | 'landed_unit_cost'>[],
): MovementToBook[] {
  const places = new Map<string, number>()
  const netUnits = new Map(variances.map((row) => [pairKey(row), row.quantity_delta]))
  const costs = new Map(
    variances.map(({ unit_cost, landed_unit_cost, ...row }) => [pairKey(row), { unit_cost, landed_unit_cost }]),
  )
  return late.flatMap(({ counted_at, units, is_correction, document_line_id, ...row }) => {
    const { variant_id, location_id, document_type: type, document_id: id, document_name } = row
    const place = (places.get(pairKey(row)) ?? 0) + 1
    places.set(pairKey(row), place)
    const document = causeOf({ document: { type, id, name: document_name }, document_line_id })
    const changed: LateUnits = {
      variant_id,
      location_id,
      units,
      document,
      is_correction,
    }
    const net_units = netUnits.get(pairKey(row)) ?? 0
    netUnits.set(pairKey(row), net_units - units)
    const booked = { net_units, offsets: [], ...(costs.get(pairKey(row)) ?? noCosts) }
    const count = { stocktake_id, name, variant_id, location_id, counted_at, posted_at, ...booked }
    return offsetsOf(count, changed, place).after
  })
}
