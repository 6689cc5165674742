/** SQL of filed order papers as every operation shows them. */
import { order_documents } from '../../../db/schema/selling/order_documents.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { type OuterRowOf, type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { type OrderReader, boundAccount } from '../orders/order.store.ts'
import { refuse } from '../../contract/refusals.ts'
import type { OrderPaperRow, PaperReading } from './model.ts'
import { completed } from './paper.rules.ts'
import type { Problem } from './reading/reading.ts'

/** Type of the subject of a paper's exceptions. */
export const documentSubject = 'order_document'

const documentColumns = selection(order_documents, 'd', [
  'document_id',
  'file_name',
  'format',
  'byte_count',
  'sha256',
  'trading_partner_id',
  'order_id',
  'part_of',
  'page_count',
  'line_count',
  'matched_line_count',
  'filed_by',
  'filed_at',
  'read_at',
  'taken_by',
  'taken_at',
])
const accountColumns = selection(trading_partners, 'p', ['name as account_name'])
const orderColumns = selection(sales_orders, 'o', ['name as order_name'])

interface Computed {
  state: OrderPaperRow['state']
  problems: Problem[]
}
type Selected = RowOf<typeof documentColumns> &
  RowOf<typeof accountColumns> &
  OuterRowOf<typeof orderColumns> &
  Computed

/** A paper is being read while a worker holds its lease. */
const shownState = (sql: Sql): Fragment =>
  sql`case when d.state = 'queued' and d.leased_until > now() then 'reading' else d.state end`

function shapeRow(row: Selected): OrderPaperRow {
  return {
    document_id: row.document_id,
    file_name: row.file_name,
    format: row.format,
    byte_count: row.byte_count,
    sha256: row.sha256,
    state: row.state,
    account: { name: row.account_name, trading_partner_id: row.trading_partner_id },
    order: row.order_id === null ? null : { name: row.order_name!, order_id: row.order_id },
    part_of: row.part_of,
    page_count: row.page_count,
    line_count: row.line_count,
    matched_line_count: row.matched_line_count,
    problems: row.problems,
    filed_by: row.filed_by,
    filed_at: row.filed_at,
    read_at: row.read_at,
    taken_by: row.taken_by,
    taken_at: row.taken_at,
  }
}

/** Papers that `page` selects, a statement that returns document_id and filed_at, newest first. */
export async function readRows(sql: Sql, organization_id: string, page: Fragment): Promise<OrderPaperRow[]> {
  const rows = await sql<Selected[]>`
    select ${documentColumns}, ${accountColumns}, ${orderColumns}, ${shownState(sql)} as state, d.problems
    from (${page}) f
    join order_documents d on d.organization_id = ${organization_id} and d.document_id = f.document_id
    join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = d.trading_partner_id
    left join sales_orders o on o.organization_id = ${organization_id} and o.order_id = d.order_id
    order by f.filed_at desc, f.document_id desc`
  return rows.map(shapeRow)
}

export interface WholeOrderPaper {
  row: OrderPaperRow
  reading: PaperReading | null
}

/** Refuses an unknown id, and to a key of one account a paper of another. */
export async function readOrderPaper(sql: Sql, caller: OrderReader, document_id: string): Promise<WholeOrderPaper> {
  const { organization_id } = caller
  const [[row], [whole]] = await Promise.all([
    readRows(
      sql,
      organization_id,
      sql`select document_id, filed_at from order_documents
        where organization_id = ${organization_id} and document_id = ${document_id}`,
    ),
    sql<{ reading: PaperReading | null }[]>`
      select reading from order_documents
      where organization_id = ${organization_id} and document_id = ${document_id}`,
  ])
  const bound = boundAccount(caller)
  if (row === undefined || (bound !== null && row.account.trading_partner_id !== bound))
    return refuse('order_document_not_on_file')
  return { row, reading: whole!.reading === null ? null : completed(whole!.reading) }
}
