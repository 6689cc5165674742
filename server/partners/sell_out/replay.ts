/** Rows that were refused because their item or door was not on file, read again. */
import { uuidv7 } from 'uuidv7'
import { sell_out_refusals } from '../../../db/schema/wholesale/sell_out.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { counted } from '../../contract/outcome.ts'
import { Shape, Whole } from '../../contract/schema.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { sellOutRefusalReasons } from '../known_values.ts'
import { clearStaging, mergeRows, piecesOf, readStagedDoors, recordReports, stageRows } from './apply.store.ts'
import { AccountQuery, service } from './declaration/declaration.model.ts'
import { type DeclarationRow, findAccount, lockDeclaration } from './declaration/declaration.store.ts'
import { NotMatched } from './import.model.ts'
import { checkOverlap } from './import_rows.ts'
import { notMatchedOf, OutcomeCounts } from './outcomes.rules.ts'
import { refuseUndeclared } from './reading/refuse_report.ts'
import { Resolver } from './resolve.store.ts'

const refusedColumns = selection(sell_out_refusals, 'r', [
  'file_id',
  'row_number',
  'period_start!',
  'period_end!',
  'door_reference',
  'buyer_sku',
  'gtin',
  'sku',
  'units',
  'on_hand',
  'sales_cents::float8',
  'currency',
])
type Refused = RowOf<typeof refusedColumns>

const keyRows = recordset(sell_out_refusals, ['file_id', 'row_number'])
const batchRows = 4_000

export const replayRefused = sessionOperation({
  id: 'session.replay_sell_out',
  route: 'POST /api/v1/sell-out/replay',
  summary: 'Import refused sell-out rows',
  desc: ({ rows_replayed, not_matched }) =>
    `${counted(rows_replayed, 'row')} imported, ${not_matched.total.toLocaleString('en-US')} still refused.`,
  description:
    'Imports the rows of earlier reports whose item or door was not on file then and is now. Their units are added to the rows of their door and period. The others stay refused, by reason.',
  service,
  transaction_seconds_max: limits.sell_out_import_seconds_max,
  query: AccountQuery,
  answer: Shape({
    rows_replayed: Whole('Rows imported.', { minimum: 0, examples: [20] }),
    not_matched: NotMatched,
  }),
  async run({ sql, caller, query, now }) {
    const { organization_id } = caller
    const account = await findAccount(sql, caller, query.account_id)
    const declaration = await lockDeclaration(sql, organization_id, account.trading_partner_id)
    if (declaration === null) return refuseUndeclared(account.name)
    const key = { organization_id, trading_partner_id: account.trading_partner_id, file_id: uuidv7() }
    const { counts, currencies } = await stageMatched(sql, key, declaration)
    const replayed = counts.submitted - counts.refused
    await inBulk(sql, replayed, async () => {
      const doors = await readStagedDoors(sql, key)
      await checkOverlap(sql, key, doors)
      for (const piece of piecesOf(doors)) {
        const currency = currencies.get(piece.period_end) ?? declaration.currency
        await recordReports(sql, key, piece, currency, now)
        await mergeRows(sql, key, piece)
      }
    })
    await clearStaging(sql, key)
    return { rows_replayed: replayed, not_matched: notMatchedOf(counts) }
  },
})

/** Stages the rows whose item and door are on file now, and forgets that they were refused. */
async function stageMatched(
  sql: Sql,
  key: { organization_id: string; trading_partner_id: string; file_id: string },
  { location_grain }: DeclarationRow,
) {
  const { organization_id, trading_partner_id } = key
  const counts = new OutcomeCounts()
  const currencies = new Map<string, string>()
  const resolver = new Resolver(sql, organization_id, trading_partner_id, location_grain)
  let after: { file_id: string; row_number: number } | null = null
  let stagedCount = 0
  for (;;) {
    const rows: readonly Refused[] = await readRefused(sql, organization_id, trading_partner_id, after)
    if (rows.length === 0) return { counts, currencies }
    await resolver.prepare(rows)
    const matched = rows.flatMap((row) => {
      const resolved = resolver.resolve(row)
      counts.add(resolved.outcome)
      return 'variant_id' in resolved ? { row, found: resolved } : []
    })
    for (const { row } of matched) currencies.set(row.period_end, row.currency)
    if (matched.length > 0) {
      const staged = matched.map(({ row: { period_start, period_end, units, on_hand, sales_cents }, found }) => {
        const { door_id, variant_id } = found
        return { row_number: ++stagedCount, period_start, period_end, door_id, variant_id, units, on_hand, sales_cents }
      })
      await stageRows(sql, key, staged)
      await sql`
        delete from sell_out_refusals r
        using ${keyRows.from(matched.map(({ row: { file_id, row_number } }) => ({ file_id, row_number })))}
        where r.organization_id = ${organization_id} and r.file_id = n.file_id and r.row_number = n.row_number`
    }
    const last = rows.at(-1)!
    after = { file_id: last.file_id, row_number: last.row_number }
  }
}

const readRefused = (
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  after: { file_id: string; row_number: number } | null,
) => sql<Refused[]>`
  select ${refusedColumns} from sell_out_refusals r
  where r.organization_id = ${organization_id} and r.trading_partner_id = ${trading_partner_id}
    and r.reason = any(${[...sellOutRefusalReasons]}::text[])
    ${after === null ? sql`` : sql`and (r.file_id, r.row_number) > (${after.file_id}, ${after.row_number})`}
  order by r.file_id, r.row_number limit ${batchRows}`
