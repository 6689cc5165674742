/** Takes back what one 852 stated; figures that other reports stated of the same rows stay. */
import type { Sql } from '../../../contract/call.ts'
import { inBulk } from '../../../ledger/in_bulk.ts'
import type { ReportKey } from '../apply.store.ts'

/** The 852 of an import; null for a file, and for a report from before figures kept their document. */
export async function findSet(
  sql: Sql,
  { organization_id, trading_partner_id, file_id }: ReportKey,
): Promise<number | null> {
  const [found] = await sql<{ document_id: number }[]>`
    select d.document_id::float8 as document_id from edi_documents d
    where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}
      and d.document_type = '852' and d.facts ->> 'file_id' = ${file_id}
    limit 1`
  return found?.document_id ?? null
}

interface Period {
  period_start: string
  period_end: string
  doors: number
  rows: number
}

const readStated = (sql: Sql, { organization_id, trading_partner_id }: ReportKey, document_id: number) => sql<Period[]>`
  select r.period_start::text, r.period_end::text, count(distinct r.door_id)::int as doors, count(*)::int as rows
  from sell_out_rows r
  where r.organization_id = ${organization_id} and r.trading_partner_id = ${trading_partner_id}
    and (r.units_document_id = ${document_id} or r.on_hand_document_id = ${document_id})
  group by r.period_start, r.period_end order by r.period_start, r.period_end`

async function removeFigures(sql: Sql, key: ReportKey, document_id: number): Promise<void> {
  const { organization_id, trading_partner_id, file_id } = key
  await sql`
    delete from sell_out_rows r
    where r.organization_id = ${organization_id} and r.trading_partner_id = ${trading_partner_id}
      and (r.units_document_id = ${document_id} or r.on_hand_document_id = ${document_id})
      and (r.units is null or r.units_document_id = ${document_id})
      and (r.on_hand is null or r.on_hand_document_id = ${document_id})`
  await sql`
    update sell_out_rows r
    set units = case when r.units_document_id is distinct from ${document_id} then r.units end,
      units_document_id = nullif(r.units_document_id, ${document_id}),
      on_hand = case when r.on_hand_document_id is distinct from ${document_id} then r.on_hand end,
      on_hand_document_id = nullif(r.on_hand_document_id, ${document_id})
    where r.organization_id = ${organization_id} and r.trading_partner_id = ${trading_partner_id}
      and (r.units_document_id = ${document_id} or r.on_hand_document_id = ${document_id})`
  await sql`
    delete from sell_out_reports s
    where s.organization_id = ${organization_id} and s.trading_partner_id = ${trading_partner_id} and s.file_id = ${file_id}
      and not exists (select from sell_out_rows r
        where r.organization_id = ${organization_id} and r.trading_partner_id = s.trading_partner_id
          and r.period_start = s.period_start and r.period_end = s.period_end and r.door_id = s.door_id)`
  await sql`
    update sell_out_reports set file_id = null
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id} and file_id = ${file_id}`
  await sql`
    delete from sell_out_refusals
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id} and file_id = ${file_id}`
}

export async function undoSet(
  sql: Sql,
  key: ReportKey,
  document_id: number,
): Promise<{ rows_removed: number; periods: Omit<Period, 'rows'>[] }> {
  const stated = await readStated(sql, key, document_id)
  const rows_removed = stated.reduce((sum, { rows }) => sum + rows, 0)
  await inBulk(sql, rows_removed, () => removeFigures(sql, key, document_id))
  return { rows_removed, periods: stated.map(({ rows: _rows, ...period }) => period) }
}
