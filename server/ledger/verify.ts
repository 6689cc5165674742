/**
 * Verifies the ledger against the levels: sequences are gapless, on_hand_after is the running sum, a reversal matches its
 * row in units, cost and time, levels equal the sum of movements in units and in value, committed units are reserved by orders, and transferred
 * units have arrived or are in transit, at the value at which they left. ledger_checkpoints stores how far each pair is verified; of verified rows only
 * the last is read again, and pairs with faults do not advance. Each batch is one statement and so sees one snapshot.
 */
import { ledger_checkpoints } from '../../db/schema/stock.ts'
import { recordset } from '../../db/sql/recordset.ts'
import Big from 'big.js'
import type { Sql } from '../contract/call.ts'
import { rateDocument } from './costs/replay.rules.ts'
import {
  type Fault,
  faultsOf,
  isOvercommitted,
  movedValueOf,
  type PairProof,
  type TransitProof,
  transitFaultsOf,
  type TransitValueProof,
  transitValueFaultsOf,
  unprovenOf,
} from './verify.rules.ts'

const batchPairs = 2_000

export interface Finding extends Fault {
  organization_id: string
}

export interface Overcommitment {
  organization_id: string
  variant_id: string
  location_id: string
  on_hand: number
  committed: number
}

/** What the stock of an organisation is worth by its movements, as far as it is known. */
export interface ProvenValue {
  organization_id: string
  value: string
  /** Levels with stock whose value is not proven, by the reason. */
  unproven: { reason: string; levels: number }[]
}

export interface Verification {
  organizations: number
  pairs: number
  rows: number
  faults: Finding[]
  overcommitted: Overcommitment[]
  values: ProvenValue[]
}

export interface VerifyOptions {
  organization_id?: string
  /** Verifies every row instead of only those since the checkpoint. */
  is_full?: boolean
  onProgress?: (done: number, total: number) => void
}

interface Place {
  variant_id: string
  location_id: string
}

/** Of a row m after the anchor a: its own value, what was there before it, and whether any row before it states a value. */
const valuesOfRow = (sql: Sql) => sql`
  m.value_after, m.cost_variance, m.document_type = ${rateDocument} as is_of_rate,
  case when m.kind = 'cost_adjustment' then case when m.adjusted_stock = 'on_hand' then m.adjusted_cost else 0 end
    else m.quantity_delta * m.landed_unit_cost end as own_value,
  case when row_number() over (order by m.sequence) > 1 then lag(m.value_after) over (order by m.sequence)
    when p.proven_sequence = 0 then 0 else a.value_after end as value_before,
  case when row_number() over (order by m.sequence) > 1 then lag(m.on_hand_after) over (order by m.sequence)
    else p.proven_on_hand end as on_hand_before,
  count(m.value_after) over (order by m.sequence) > case when m.value_after is null then 0 else 1 end as was_valued`

/** An average has ten decimals: its value may be off by the last one for each unit. Rates make the costs of other rows known. */
const isWrongValue = (sql: Sql) => sql`
  not s.is_of_rate and abs(s.value_before + s.own_value - coalesce(s.cost_variance, 0) - s.value_after)
    > 0.0000000001 * greatest(abs(s.on_hand_after), 1)`

/**
 * A value can become unknown only by units of unknown cost or below zero, and known by a rate, by an arrival at a known
 * cost or where no unit is left.
 */
const isBrokenValue = (sql: Sql) => sql`
  not s.is_of_rate and (
    (s.value_after is null and s.value_before is not null and s.own_value is not null and s.on_hand_before > 0)
    or (s.value_after is not null and s.value_before is null and s.on_hand_after <> 0 and s.was_valued
      and not (s.quantity_delta > 0 and s.own_value is not null)))`

const readBatch = (sql: Sql, organization_id: string, after: Place | null, is_full: boolean) => sql<PairProof[]>`
  with pair as materialized (
    select l.variant_id, l.location_id, l.on_hand, l.sequence, l.committed, l.unrated_currency,
      case when l.on_hand = 0 then 0 else l.on_hand * l.average_cost end as value, case when ${is_full} then null else c.value end as proven_value,
      case when ${is_full} then 0 else coalesce(c.sequence, 0) end as proven_sequence,
      case when ${is_full} then 0 else coalesce(c.on_hand, 0) end as proven_on_hand
    from stock_levels l
    left join ledger_checkpoints c using (organization_id, variant_id, location_id)
    where l.organization_id = ${organization_id} and (${after === null} or
      (l.variant_id, l.location_id) > (${after?.variant_id ?? null}::uuid, ${after?.location_id ?? null}::uuid))
    order by l.variant_id, l.location_id limit ${batchPairs}
  )
  select p.variant_id, p.location_id,
    jsonb_build_object('on_hand', p.on_hand, 'sequence', p.sequence, 'committed', p.committed,
      'value', p.value::text, 'unrated_currency', p.unrated_currency) as level,
    h.reserved, jsonb_build_object('sequence', p.proven_sequence, 'on_hand', p.proven_on_hand,
      'value', p.proven_value::text) as proven,
    a.on_hand_after as anchor, a.value_after as anchor_value,
    jsonb_build_object('count', r.count, 'last_sequence', r.last_sequence, 'moved', r.moved, 'gap_at', r.gap_at,
      'wrong_sum_at', r.wrong_sum_at, 'wrong_reversal_at', r.wrong_reversal_at, 'wrong_value_at', r.wrong_value_at,
      'broken_value_at', r.broken_value_at, 'states_value', r.states_value, 'last_value', r.last_value::text) as rows
  from pair p
  left join stock_movements a on a.organization_id = ${organization_id} and a.variant_id = p.variant_id
    and a.location_id = p.location_id and a.sequence = p.proven_sequence
  cross join lateral (
    select (coalesce((select sum(c.reserved_quantity) from purchase_order_components c
        where c.organization_id = ${organization_id} and c.variant_id = p.variant_id and c.location_id = p.location_id), 0)
      + coalesce((select sum(s.allocated_quantity) from order_lines s
        where s.organization_id = ${organization_id} and s.variant_id = p.variant_id and s.location_id = p.location_id
          and s.allocated_quantity > 0 and not exists (select from order_line_components k
            where k.organization_id = s.organization_id and k.line_id = s.line_id)), 0)
      + coalesce((select sum(s.allocated_quantity * k.units) from order_line_components k
        join order_lines s on s.organization_id = k.organization_id and s.line_id = k.line_id
        where k.organization_id = ${organization_id} and k.variant_id = p.variant_id and s.location_id = p.location_id
          and s.allocated_quantity > 0), 0))::int as reserved
  ) h
  cross join lateral (
    select count(*)::int as count, max(s.sequence) as last_sequence, coalesce(sum(s.quantity_delta), 0)::int as moved,
      min(s.sequence) filter (where s.sequence <> p.proven_sequence + s.place) as gap_at,
      min(s.sequence) filter (where s.on_hand_after <> p.proven_on_hand + s.running) as wrong_sum_at,
      min(s.sequence) filter (where s.is_wrong_reversal) as wrong_reversal_at,
      min(s.sequence) filter (where ${isWrongValue(sql)}) as wrong_value_at,
      min(s.sequence) filter (where ${isBrokenValue(sql)}) as broken_value_at,
      coalesce(bool_or(s.value_after is not null), false) as states_value,
      (array_agg(s.value_after order by s.sequence desc))[1] as last_value
    from (
      select m.sequence, m.quantity_delta, m.on_hand_after, row_number() over (order by m.sequence) as place,
        sum(m.quantity_delta) over (order by m.sequence) as running,
        ${valuesOfRow(sql)},
        m.reverses_movement_id is not null and not exists (select from stock_movements o
          where o.organization_id = m.organization_id and o.movement_id = m.reverses_movement_id
            and o.variant_id = m.variant_id and o.location_id = m.location_id and o.occurred_at = m.occurred_at
            and o.quantity_delta = -m.quantity_delta
            and (o.unit_cost is null or o.unit_cost = m.unit_cost)) as is_wrong_reversal
      from stock_movements m
      where m.organization_id = ${organization_id} and m.variant_id = p.variant_id and m.location_id = p.location_id
        and m.sequence > p.proven_sequence
    ) s
  ) r
  order by p.variant_id, p.location_id`

const batchTransfers = 500

/**
 * Open transfers, or all of them, by id, each with its lines. Arrivals recorded before 2026-11-22 carry the document of
 * their delivery.
 */
const readTransfers = (sql: Sql, organization_id: string, after: string | null, is_full: boolean) => sql<
  { purchase_order_id: string; lines: TransitProof[] }[]
>`
  with transfer as materialized (
    select o.purchase_order_id, o.name, o.location_id from purchase_orders o
    where o.organization_id = ${organization_id} and o.order_type = 'transfer'
      and (${is_full} or o.status in ('approved', 'issued', 'partially_delivered'))
      and (${after}::uuid is null or o.purchase_order_id > ${after}::uuid)
    order by o.purchase_order_id limit ${batchTransfers}
  ), shipped as (
    select m.document_line_id as line_id, -sum(m.quantity_delta)::int as units
    from transfer t
    join stock_movements m on m.organization_id = ${organization_id} and m.kind = 'transfer_out'
      and m.document_type = 'transfer_order_delivery' and m.document_id = t.purchase_order_id::text
    group by m.document_line_id
  ), arrived_under as (
    select purchase_order_id as id from transfer
    union all
    select d.delivery_id from transfer t
    join purchase_order_deliveries d on d.organization_id = ${organization_id}
      and d.purchase_order_id = t.purchase_order_id
  ), received as (
    select split_part(m.document_line_id, ' ', 1) as line_id, sum(m.quantity_delta)::int as units
    from arrived_under u
    join stock_movements m on m.organization_id = ${organization_id} and m.kind = 'transfer_in'
      and m.document_type in ('transfer_order_delivery', 'delivery_correction') and m.document_id = u.id::text
    group by 1
  )
  select t.purchase_order_id, coalesce(jsonb_agg(jsonb_build_object('variant_id', l.variant_id, 'location_id',
    t.location_id, 'name', t.name, 'in_transit', l.in_transit_quantity, 'shipped', coalesce(s.units, 0), 'received',
    coalesce(r.units, 0)) order by l.line_id) filter (where l.line_id is not null), '[]') as lines
  from transfer t
  left join purchase_order_lines l on l.organization_id = ${organization_id} and l.purchase_order_id = t.purchase_order_id
  left join shipped s on s.line_id = l.line_id::text
  left join received r on r.line_id = l.line_id::text
  group by t.purchase_order_id order by t.purchase_order_id`

async function verifyTransfers(sql: Sql, organization_id: string, is_full: boolean): Promise<Fault[]> {
  const faults: Fault[] = []
  for (let after: string | null = null; ;) {
    const batch: Awaited<ReturnType<typeof readTransfers>> = await readTransfers(sql, organization_id, after, is_full)
    if (batch.length === 0) return faults
    faults.push(...batch.flatMap(({ lines }) => lines.flatMap(transitFaultsOf)))
    after = batch.at(-1)!.purchase_order_id
  }
}

/**
 * Variants on the way to a location, of which every cost is known: what the lines say that the units in transit are worth, and
 * what left for there at its cost, less what arrived, with the costs that became known or changed on the way. Freight of the
 * transfer itself is paid where the units arrive.
 */
const readTransitValues = (sql: Sql, organization_id: string) => sql<TransitValueProof[]>`
  select t.variant_id, t.location_id, t.value::text as value,
    (s.shipped - coalesce(r.received, 0) + coalesce(r.adjusted, 0))::text as moved
  from (
    select l.variant_id, o.location_id, coalesce(sum(l.in_transit_quantity * l.unit_cost), 0) as value
    from purchase_order_lines l
    join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = l.purchase_order_id
      and o.order_type = 'transfer'
    where l.organization_id = ${organization_id} and l.in_transit_quantity > 0
    group by l.variant_id, o.location_id having count(*) = count(l.unit_cost)
  ) t
  cross join lateral (
    select coalesce(sum(-m.quantity_delta * m.unit_cost), 0) as shipped, count(*) = count(m.unit_cost) as is_known
    from stock_movements m
    join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id::text = m.document_id
      and o.location_id = t.location_id
    where m.organization_id = ${organization_id} and m.variant_id = t.variant_id and m.kind = 'transfer_out'
  ) s
  cross join lateral (
    select sum(m.quantity_delta * m.unit_cost) filter (where m.kind = 'transfer_in') as received,
      sum(m.adjusted_cost) filter (where m.adjusted_stock = 'in_transit') as adjusted,
      count(*) filter (where m.kind = 'transfer_in') = count(m.unit_cost) filter (where m.kind = 'transfer_in') as is_known
    from stock_movements m
    where m.organization_id = ${organization_id} and m.variant_id = t.variant_id and m.location_id = t.location_id
      and m.kind in ('transfer_in', 'cost_adjustment')
  ) r
  where s.is_known and r.is_known
  order by t.variant_id, t.location_id`

const checkpointRows = recordset(ledger_checkpoints, ['variant_id', 'location_id', 'sequence', 'on_hand', 'value'])

/** Advances the checkpoints of a batch's pairs without faults. */
async function remember(sql: Sql, organization_id: string, sound: readonly PairProof[]): Promise<void> {
  const rows = sound
    .filter(({ rows: { count } }) => count > 0)
    .map((proof) => {
      const { variant_id, location_id, level } = proof
      const { sequence, on_hand } = level
      return { variant_id, location_id, sequence, on_hand, value: movedValueOf(proof) }
    })
  if (rows.length === 0) return
  await sql`
    insert into ledger_checkpoints as c (organization_id, ${checkpointRows.names})
    select ${organization_id}, ${checkpointRows.values} from ${checkpointRows.from(rows)}
    on conflict on constraint ledger_checkpoints_pk
      do update set sequence = excluded.sequence, on_hand = excluded.on_hand, value = excluded.value, verified_at = now()`
}

const countPairs = (sql: Sql, organization_id: string | undefined) => sql<{ organization_id: string; pairs: number }[]>`
  select o.organization_id, count(l.variant_id)::int as pairs
  from organizations o left join stock_levels l using (organization_id)
  where ${organization_id ?? null}::uuid is null or o.organization_id = ${organization_id ?? null}::uuid
  group by o.organization_id order by o.organization_id`

/** Adds what the pairs of an organisation have to a verification, batch by batch. */
async function verifyPairs(
  sql: Sql,
  organization_id: string,
  is_full: boolean,
  verification: Verification,
  onBatch: () => void,
): Promise<void> {
  let value = Big(0)
  const unproven = new Map<string, number>()
  for (let after: Place | null = null; ;) {
    const proofs: PairProof[] = await readBatch(sql, organization_id, after, is_full)
    if (proofs.length === 0) break
    const sound = proofs.filter((proof) => {
      const faults = faultsOf(proof)
      verification.faults.push(...faults.map((fault) => ({ organization_id, ...fault })))
      return faults.length === 0
    })
    await remember(sql, organization_id, sound)
    for (const { variant_id, location_id, level } of proofs.filter(isOvercommitted))
      verification.overcommitted.push({
        organization_id,
        variant_id,
        location_id,
        on_hand: level.on_hand,
        committed: level.committed,
      })
    for (const proof of proofs) {
      const reason = unprovenOf(proof)
      if (reason === null) value = value.plus(movedValueOf(proof) ?? 0)
      else unproven.set(reason, (unproven.get(reason) ?? 0) + 1)
    }
    verification.pairs += proofs.length
    verification.rows += proofs.reduce((sum, { rows }) => sum + rows.count, 0)
    onBatch()
    after = proofs.at(-1)!
  }
  const reasons = [...unproven].map(([reason, levels]) => ({ reason, levels }))
  verification.values.push({ organization_id, value: value.toFixed(), unproven: reasons })
}

export async function verifyLedger(sql: Sql, options: VerifyOptions = {}): Promise<Verification> {
  const { organization_id: only, is_full = false, onProgress } = options
  const organizations = await countPairs(sql, only)
  const total = organizations.reduce((sum, { pairs }) => sum + pairs, 0)
  const verification: Verification = {
    organizations: organizations.length,
    pairs: 0,
    rows: 0,
    faults: [],
    overcommitted: [],
    values: [],
  }
  for (const { organization_id } of organizations) {
    await verifyPairs(sql, organization_id, is_full, verification, () => onProgress?.(verification.pairs, total))
    const transfers = await verifyTransfers(sql, organization_id, is_full)
    const inTransit = await readTransitValues(sql, organization_id)
    const faults = [...transfers, ...inTransit.flatMap(transitValueFaultsOf)]
    verification.faults.push(...faults.map((fault) => ({ organization_id, ...fault })))
  }
  return verification
}
