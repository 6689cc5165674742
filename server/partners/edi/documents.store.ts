/** SQL of EDI documents as their list shows them. */
import { edi_documents, edi_interchanges } from '../../../db/schema/wholesale/edi.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Fragment, ReadCall, Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { linkFile } from '../../tables/export_table.ts'
import { interchangeFile } from './interchange_file.ts'
import type { EdiDocument } from './model.ts'

const columns = selections(
  selection(edi_documents, 'd', [
    'document_id::float8',
    'document_type',
    'direction',
    'state',
    'sentence',
    'network',
    'order_id',
    'interchange_id',
    'problems',
    'corrects_document_id::float8',
    'correction_reason',
    'received_at',
    'sent_at',
  ]),
  selection(edi_interchanges, 'i', ['control_number::float8', 'file_name', 'content_erased_at']),
  selection(trading_partners, 't', ['trading_partner_id', 'name as account_name']),
)
type DocumentRow = RowOf<typeof columns> & { order_name: string | null }
const orderColumns = selection(sales_orders, 'o', ['name as order_name'])

export interface EdiDocumentFilter {
  trading_partner_id?: string
  document_type?: string
  direction?: string
  state?: string
  network?: string
}

const conditions = (sql: Sql, organization_id: string, filter: EdiDocumentFilter): Fragment => {
  const { trading_partner_id, document_type, direction, state, network } = filter
  return sql`d.organization_id = ${organization_id}
    ${trading_partner_id === undefined ? sql`` : sql`and d.trading_partner_id = ${trading_partner_id}`}
    ${document_type === undefined ? sql`` : sql`and d.document_type = ${document_type}`}
    ${direction === undefined ? sql`` : sql`and d.direction = ${direction}`}
    ${state === undefined ? sql`` : sql`and d.state = ${state}`}
    ${network === undefined ? sql`` : sql`and d.network = ${network}`}`
}

/** Documents newest first; the page is chosen before anything is joined to it. */
export const selectEdiDocuments = (
  sql: Sql,
  organization_id: string,
  filter: EdiDocumentFilter,
  limit: number,
  offset: number,
) => sql<DocumentRow[]>`
  select ${columns}, ${orderColumns}
  from (select d.* from edi_documents d where ${conditions(sql, organization_id, filter)}
    order by d.created_at desc, d.document_id desc limit ${limit} offset ${offset}) d
  join trading_partners t on t.organization_id = d.organization_id and t.trading_partner_id = d.trading_partner_id
  left join edi_interchanges i on i.organization_id = d.organization_id and i.interchange_id = d.interchange_id
  left join sales_orders o on o.organization_id = d.organization_id and o.order_id = d.order_id
  order by d.created_at desc, d.document_id desc`

export const countEdiDocuments = (sql: Sql, organization_id: string, filter: EdiDocumentFilter) => sql<
  { filtered: number }[]
>`
  select count(*)::int as filtered from edi_documents d where ${conditions(sql, organization_id, filter)}`

/** The published document; its file is linked as `linkFile` links an export. */
export function documentOf(call: ReadCall, row: DocumentRow): EdiDocument {
  const { interchange_id, file_name, content_erased_at, order_id, order_name, problems, ...named } = row
  const { trading_partner_id, account_name, ...rest } = named
  const hasFile = interchange_id !== null && content_erased_at === null
  return {
    ...rest,
    not_understood: (problems ?? []) as EdiDocument['not_understood'],
    file_path: hasFile ? fileLink(call, interchange_id, file_name).export_url : null,
    account: { name: account_name, trading_partner_id },
    order: order_id === null ? null : { name: order_name!, order_id },
  }
}

export const fileLink = (call: ReadCall, interchange_id: string, file_name: string | null) =>
  linkFile(call, {
    table: interchangeFile.name,
    query: { interchange_id },
    file_name: (file_name ?? `${interchange_id}.edi`).replaceAll(/[^A-Za-z0-9._-]+/g, '_'),
    row_count: 1,
  })

const lockedColumns = selection(edi_documents, 'd', [
  'document_id::float8',
  'document_type',
  'direction',
  'state',
  'interchange_id',
])

export async function lockEdiDocument(sql: Sql, organization_id: string, document_id: number) {
  const [row] = await sql<RowOf<typeof lockedColumns>[]>`
    select ${lockedColumns} from edi_documents d
    where d.organization_id = ${organization_id} and d.document_id = ${document_id} for no key update`
  return row ?? refuse('not_found', { desc: 'No EDI document of this organisation has that id.' })
}

export async function readEdiDocument(call: ReadCall, document_id: number): Promise<EdiDocument> {
  const { sql, caller } = call
  const rows = await sql<DocumentRow[]>`
    select ${columns}, ${orderColumns}
    from edi_documents d
    join trading_partners t on t.organization_id = d.organization_id and t.trading_partner_id = d.trading_partner_id
    left join edi_interchanges i on i.organization_id = d.organization_id and i.interchange_id = d.interchange_id
    left join sales_orders o on o.organization_id = d.organization_id and o.order_id = d.order_id
    where d.organization_id = ${caller.organization_id} and d.document_id = ${document_id}`
  return documentOf(call, rows[0]!)
}
