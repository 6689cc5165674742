import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { counted } from '../../contract/outcome.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Id, Shape, Type, Whole } from '../../contract/schema.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { actorOf } from '../../ledger/actor.ts'
import { findSet, undoSet } from './sets/undo_set.store.ts'
import { AccountQuery, service } from './declaration/declaration.model.ts'
import { findAccount, lockDeclaration } from './declaration/declaration.store.ts'
import { PeriodRead } from './import.model.ts'

interface Key {
  organization_id: string
  trading_partner_id: string
  file_id: string
}

interface Period {
  period_start: string
  period_end: string
  doors: number
  rows: number
}

/** Doors and periods whose last report is the import. */
const readUndone = (sql: Sql, { organization_id, trading_partner_id, file_id }: Key) => sql<Period[]>`
  select s.period_start::text, s.period_end::text, count(*)::int as doors, coalesce(sum(c.rows), 0)::int as rows
  from sell_out_reports s
  cross join lateral (
    select count(*) as rows from sell_out_rows r
    where r.organization_id = ${organization_id} and r.trading_partner_id = ${trading_partner_id}
      and r.period_start = s.period_start and r.period_end = s.period_end and r.door_id = s.door_id
  ) c
  where s.organization_id = ${organization_id} and s.trading_partner_id = ${trading_partner_id}
    and s.file_id = ${file_id}
  group by s.period_start, s.period_end order by s.period_start, s.period_end`

async function removeReports(sql: Sql, { organization_id, trading_partner_id, file_id }: Key): Promise<void> {
  await sql`
    delete from sell_out_rows r using sell_out_reports s
    where s.organization_id = ${organization_id} and s.trading_partner_id = ${trading_partner_id}
      and s.file_id = ${file_id} and r.organization_id = ${organization_id}
      and r.trading_partner_id = s.trading_partner_id and r.period_start = s.period_start
      and r.period_end = s.period_end and r.door_id = s.door_id`
  await sql`
    delete from sell_out_reports s
    where s.organization_id = ${organization_id} and s.trading_partner_id = ${trading_partner_id}
      and s.file_id = ${file_id}`
  await sql`
    delete from sell_out_refusals
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id} and file_id = ${file_id}`
}

export const undoSellOut = sessionOperation({
  id: 'session.undo_sell_out_import',
  route: 'POST /api/v1/sell-out/undo',
  summary: 'Undo a sell-out import',
  desc: ({ rows_removed }) => `${counted(rows_removed, 'row')} of the import removed.`,
  description:
    'Removes what an import recorded, such as one for the wrong account or the wrong weeks: the rows of the doors and periods whose last report it is, and the rows that it left refused. Those doors then have no report for these periods, also where the import had replaced an earlier report: import that report again if it was right. Doors that a later report covers keep its rows. Of an 852, the figures that it stated go, and those of other sets stay. The same file can be imported again. Undoing it again changes nothing.',
  service,
  transaction_seconds_max: limits.sell_out_import_seconds_max,
  query: Type.Composite(
    [
      AccountQuery,
      Type.Object({ file_id: Id('Id of the import, as its answer has it; of an 852, as the document has it.') }),
    ],
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      rows_removed: Whole('Rows removed.', { minimum: 0, examples: [1_180] }),
      periods: Type.Array(PeriodRead, { description: 'Periods of which doors are unreported now, oldest first.' }),
    },
    { $id: 'SellOutUndone' },
  ),
  async run({ sql, caller, query, now }) {
    const { organization_id } = caller
    const { trading_partner_id } = await findAccount(sql, caller, query.account_id)
    await lockDeclaration(sql, organization_id, trading_partner_id)
    const key = { organization_id, trading_partner_id, file_id: query.file_id }
    const [file] = await sql<{ undone_at: string | null }[]>`
      select undone_at from sell_out_files
      where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}
        and file_id = ${query.file_id}`
    if (file === undefined) refuseField('file_id', 'must be an import of the account')
    if (file.undone_at !== null) return { rows_removed: 0, periods: [] }
    await sql`
      update sell_out_files set undone_at = ${now}, undone_by = ${actorOf(caller)}
      where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}
        and file_id = ${query.file_id}`
    const document_id = await findSet(sql, key)
    if (document_id !== null) return undoSet(sql, key, document_id)
    const undone = await readUndone(sql, key)
    const rows_removed = undone.reduce((sum, { rows }) => sum + rows, 0)
    await inBulk(sql, rows_removed, () => removeReports(sql, key))
    return { rows_removed, periods: undone.map(({ rows: _rows, ...period }) => period) }
  },
})
