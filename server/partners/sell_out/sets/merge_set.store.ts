/**
 * Writes what one 852 states, figure by figure: a set may have the sales and another one the stock, or each its own items,
 * so it replaces only the figures that it states. Each figure keeps the document that stated it.
 */
import { sell_out_refusals } from '../../../../db/schema/wholesale/sell_out.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import type { Sql } from '../../../contract/call.ts'
import { inPieces } from '../../../ledger/in_bulk.ts'
import { type Changes, isReported, type Piece, type ReportKey, wantedRows } from '../apply.store.ts'
import type { DisputedFigure } from './disputed.rules.ts'

/** The document that is imported. */
export interface ReportedSet {
  document_id: number
  /** Day and time that its interchange states; null if it states none, and then it is the newest. */
  sent_at: string | null
}

/** One more than are named, so that the sentence can say that there are more. */
const disputedMax = 21

/** Documents of the account that were sent after this one. */
export async function readLaterSets(
  sql: Sql,
  { organization_id, trading_partner_id }: ReportKey,
  { document_id, sent_at }: ReportedSet,
): Promise<number[]> {
  if (sent_at === null) return []
  const rows = await sql<{ document_id: number }[]>`
    select d.document_id::float8 as document_id from edi_documents d
    where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}
      and d.document_type = '852' and d.document_id <> ${document_id} and d.facts ->> 'sent_at' > ${sent_at}`
  return rows.map((row) => row.document_id)
}

/** Figures that another set of the interchange, or one that was sent later, states otherwise. */
export const readDisputed = (
  sql: Sql,
  key: ReportKey,
  piece: Piece,
  { document_id }: ReportedSet,
  later: readonly number[],
) => sql<DisputedFigure[]>`
  select x.figure, x.stated::float8 as stated, x.known, v.sku, a.door_reference, i.control_number::float8 as control_number,
    d.set_control_number, d.facts ->> 'sent_at' as sent_at, d.interchange_id = m.interchange_id as is_same_interchange
  from (${wantedRows(sql, key, piece)}) w
  join sell_out_rows r on ${isReported(sql, key, piece)} and r.door_id = w.door_id and r.variant_id = w.variant_id
  cross join lateral (values ('units_sold', w.units, r.units, r.units_document_id),
    ('on_hand', w.on_hand, r.on_hand, r.on_hand_document_id)) x (figure, stated, known, document_id)
  join edi_documents m on m.organization_id = ${key.organization_id} and m.document_id = ${document_id}
  join edi_documents d on d.organization_id = ${key.organization_id} and d.document_id = x.document_id
  join edi_interchanges i on i.organization_id = ${key.organization_id} and i.interchange_id = d.interchange_id
  join variants v on v.organization_id = ${key.organization_id} and v.variant_id = w.variant_id
  left join account_doors a on a.organization_id = ${key.organization_id} and a.door_id = w.door_id
  where x.stated <> x.known and d.document_id <> ${document_id}
    and (d.interchange_id = m.interchange_id or d.document_id = any(${[...later]}::bigint[]))
  order by a.door_reference, v.sku, x.figure limit ${disputedMax}`

/** Adds the staged figures, and replaces those that were stated before; figures that the set does not state stay. */
export async function mergeSet(
  sql: Sql,
  key: ReportKey,
  piece: Piece,
  { document_id }: ReportedSet,
  later: readonly number[],
): Promise<Omit<Changes, 'removed'>> {
  const { organization_id, trading_partner_id } = key
  const [counts] = await sql<Omit<Changes, 'removed'>[]>`
    select count(*) filter (where r.variant_id is null)::int as added,
      count(*) filter (where r.variant_id is not null and s.differs)::int as changed,
      count(*) filter (where r.variant_id is not null and not s.differs)::int as unchanged
    from (${wantedRows(sql, key, piece)}) w
    left join sell_out_rows r on ${isReported(sql, key, piece)} and r.door_id = w.door_id and r.variant_id = w.variant_id
    cross join lateral (select
      w.units is not null and (w.units is distinct from r.units or r.sales_cents is not null)
        or w.on_hand is not null and w.on_hand is distinct from r.on_hand as differs) s`
  const laterIds = [...later]
  await sql`
    insert into sell_out_rows as r (organization_id, trading_partner_id, period_start, period_end, door_id, variant_id,
      units, on_hand, units_document_id, on_hand_document_id)
    select ${organization_id}, ${trading_partner_id}, ${piece.period_start}, ${piece.period_end}, w.door_id, w.variant_id,
      w.units, w.on_hand, case when w.units is not null then ${document_id}::bigint end,
      case when w.on_hand is not null then ${document_id}::bigint end
    from (${wantedRows(sql, key, piece)}) w
    on conflict on constraint sell_out_rows_pk do update
    set units = coalesce(excluded.units, r.units), on_hand = coalesce(excluded.on_hand, r.on_hand),
      sales_cents = case when excluded.units is null then r.sales_cents end,
      units_document_id = case when excluded.units is null or r.units_document_id = any(${laterIds}::bigint[])
        then r.units_document_id else excluded.units_document_id end,
      on_hand_document_id = case when excluded.on_hand is null or r.on_hand_document_id = any(${laterIds}::bigint[])
        then r.on_hand_document_id else excluded.on_hand_document_id end`
  return counts!
}

const statedRows = recordset(
  sell_out_refusals,
  ['period_start', 'period_end', 'door_reference', 'buyer_sku', 'gtin', 'sku'],
  { extra: { has_units: 'boolean', has_on_hand: 'boolean' } },
)

export interface StatedRow {
  period_start: string
  period_end: string
  door_reference: string | null
  buyer_sku: string | null
  gtin: string | null
  sku: string | null
  has_units: boolean
  has_on_hand: boolean
}

/** Rows that earlier reports left behind lose the figures that this one states of the same store and item. */
export async function replaceRefusedFigures(sql: Sql, key: ReportKey, rows: readonly StatedRow[]): Promise<void> {
  const { organization_id, trading_partner_id, file_id } = key
  const [left] = await sql`
    select from sell_out_refusals
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id} and file_id <> ${file_id}
      and period_start = any(${[...new Set(rows.map((row) => row.period_start))]}::date[])
    limit 1`
  if (left === undefined) return
  for (const piece of inPieces(rows)) {
    await sql`
      update sell_out_refusals r set units = case when not n.has_units then r.units end,
        on_hand = case when not n.has_on_hand then r.on_hand end,
        sales_cents = case when not n.has_units then r.sales_cents end
      from ${statedRows.from(piece.map((row) => ({ ...row })))}
      where r.organization_id = ${organization_id} and r.trading_partner_id = ${trading_partner_id}
        and r.file_id <> ${file_id} and r.period_start = n.period_start and r.period_end = n.period_end
        and lower(r.door_reference) is not distinct from lower(n.door_reference)
        and lower(r.buyer_sku) is not distinct from lower(n.buyer_sku)
        and lower(r.sku) is not distinct from lower(n.sku) and r.gtin is not distinct from n.gtin`
  }
  await sql`
    delete from sell_out_refusals
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id} and file_id <> ${file_id}
      and period_start = any(${[...new Set(rows.map((row) => row.period_start))]}::date[])
      and units is null and on_hand is null`
}
