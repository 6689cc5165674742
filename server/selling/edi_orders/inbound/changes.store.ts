/** Changes of an order that arrived before, as their documents keep them. */
import { createHash } from 'node:crypto'
import { edi_documents } from '../../../../db/schema/wholesale/edi.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { PurchaseOrderChange860 } from '../../../edi/documents/purchase_order_change_860.ts'
import type { ReceivedEdiDocument } from '../../../interchanges/handler.ts'
import type { ChangeFacts, KnownChange } from './change_sequence.rules.ts'

const columns = selection(edi_documents, 'd', ['document_id::float8', 'facts!'])

/** Oldest first, without the document itself. */
export async function readKnownChanges(
  sql: Sql,
  organization_id: string,
  order_id: string,
  document_id: number,
): Promise<KnownChange[]> {
  const rows = await sql<RowOf<typeof columns>[]>`
    select ${columns} from edi_documents d
    where d.organization_id = ${organization_id} and d.order_id = ${order_id} and d.facts is not null
      and d.direction = 'inbound' and d.document_id <> ${document_id}
    order by d.document_id`
  return rows.map(({ document_id: id, facts }) => ({ ...(facts as ChangeFacts), document_id: id }))
}

/** By what it says, read and not understood; where it stood and when it travelled is no part of it. */
export function factsOf(
  { record, problems, sent_at }: Pick<ReceivedEdiDocument, 'record' | 'problems' | 'sent_at'>,
  { change_number, changed_on }: Pick<PurchaseOrderChange860, 'change_number' | 'changed_on'>,
  outcome: ChangeFacts['outcome'],
): ChangeFacts {
  const says = JSON.stringify([record, problems.map(({ sentence }) => sentence)])
  return { change_number, changed_on, sent_at, content: createHash('sha256').update(says).digest('hex'), outcome }
}
