import { sessionOperation } from '../../contract/operation.ts'
import { Id, Type } from '../../contract/schema.ts'
import { exportableTable, ExportablePage, exportedPage, exportQuery, notExported } from '../../tables/export_table.ts'
import { readPage, type Scope } from '../../tables/page.ts'
import { tableQuery } from '../../tables/table.ts'
import { service } from './declaration/declaration.model.ts'
import { findAccount } from './declaration/declaration.store.ts'
import { accountId } from './import.model.ts'
import { refusedRowsTable } from './refused_rows_table.ts'

/** Rows of the account, and of one import where the query names it. */
const scopesOf = ({ account_id, file_id }: Record<string, unknown>): Scope[] => {
  const ofAccount: Scope = (param) => `r.trading_partner_id = ${param(account_id)}::uuid`
  const ofFile: Scope = (param) => `r.file_id = ${param(file_id)}::uuid`
  return file_id === undefined ? [ofAccount] : [ofAccount, ofFile]
}

export const refusedRowsExportable = exportableTable(refusedRowsTable, { scopes: scopesOf })

export const listRefusedRows = sessionOperation({
  id: 'session.list_refused_sell_out_rows',
  route: 'GET /api/v1/sell-out/refused-rows',
  summary: 'List refused sell-out rows',
  description:
    'Returns the refused rows of the sell-out reports of an account, from files and from EDI 852 documents: each with its row number, the invalid field and value, the rule and the allowed values. `file_id` is that of an import. A row leaves the list when it is imported later, or when the account reports its door and period again. A row that could not be read at all stays until its file is imported again. With `export`, the page has no rows but a URL of all of them as CSV.',
  service,
  query: tableQuery(refusedRowsTable, {
    account_id: accountId,
    file_id: Type.Optional(Id('Only rows of this import.')),
    ...exportQuery,
  }),
  answer: ExportablePage(refusedRowsTable.row),
  async run(call) {
    const { sql, caller, query } = call
    // Faults of a filter are reported before those of an id, as for every table.
    const page = await readPage(sql, refusedRowsTable, caller.organization_id, query, ...scopesOf(query))
    await findAccount(sql, caller, query.account_id)
    return query.export ? exportedPage(call, refusedRowsExportable) : { ...page, ...notExported }
  },
})
