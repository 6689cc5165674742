/** Documents that wait for a person, read again from the interchange in which they arrived. */
import { edi_documents, edi_interchanges } from '../../../../db/schema/wholesale/edi.ts'
import { trading_partners } from '../../../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { HandlerOutcome, ReceivedEdiDocument } from '../../../interchanges/handler.ts'
import { readContent } from '../../../interchanges/inbound/reading/reader.ts'

const heldColumns = selections(
  selection(edi_documents, 'd', [
    'document_id::float8',
    'document_type',
    'direction',
    'state',
    'sentence',
    'order_id',
    'facts',
  ]),
  selection(edi_interchanges, 'i', ['control_number::float8']),
  selection(trading_partners, 'p', ['trading_partner_id', 'name']),
)

const contentColumns = selections(
  selection(edi_documents, 'd', ['document_type', 'direction', 'state', 'group_control_number', 'set_control_number']),
  selection(edi_interchanges, 'i', ['content']),
)

export interface HeldEdiDocument extends ReceivedEdiDocument {
  /** Why it is held, as its exception says. */
  sentence: string
  order_id: string | null
  facts: object | null
}

function checkHeld({ direction, document_type, state }: { direction: string; document_type: string; state: string }) {
  if (direction !== 'inbound') refuse('not_found', { desc: 'No document that arrived over EDI has that id.' })
  if (state !== 'held' || (document_type !== '850' && document_type !== '860'))
    refuse('conflict', {
      desc: `The ${document_type} is ${state}; only an 850 or an 860 that is held waits for a decision.`,
      data: { state },
    })
}

const notFound = () => refuse('not_found', { desc: 'No document that arrived over EDI has that id.' })

/** What an archived document says, and what of it is not understood. */
export type ReadDocument = Pick<ReceivedEdiDocument, 'record' | 'problems'>

/** Reads the record of a held order or change; refuses any other document. An arrived document never changes. */
export async function readRecord(sql: Sql, organization_id: string, document_id: number): Promise<ReadDocument> {
  const [row] = await sql<RowOf<typeof contentColumns>[]>`
    select ${contentColumns} from edi_documents d
    join edi_interchanges i on i.organization_id = ${organization_id} and i.interchange_id = d.interchange_id
    where d.organization_id = ${organization_id} and d.document_id = ${document_id}`
  if (row === undefined) return notFound()
  checkHeld(row)
  const { document_type, group_control_number: group, set_control_number: set } = row
  const only = { group: group ?? '', set: set ?? '' }
  const { sets } = await readContent(organization_id, row.content, [document_type], { only })
  const [read] = sets
  const json = read?.record ?? null
  return json === null
    ? refuse('conflict', { desc: `The ${document_type} cannot be found in its interchange any more.` })
    : { record: JSON.parse(json) as object, problems: read!.problems }
}

const sentAtOf = (facts: object | null): string | null => (facts as { sent_at?: string | null } | null)?.sent_at ?? null

/** Locks a held order or change; refuses any other document. */
export async function lockHeld(
  sql: Sql,
  organization_id: string,
  document_id: number,
  read: ReadDocument,
): Promise<HeldEdiDocument> {
  const [row] = await sql<RowOf<typeof heldColumns>[]>`
    select ${heldColumns} from edi_documents d
    join edi_interchanges i on i.organization_id = ${organization_id} and i.interchange_id = d.interchange_id
    join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = d.trading_partner_id
    where d.organization_id = ${organization_id} and d.document_id = ${document_id}
    for update of d`
  if (row === undefined) return notFound()
  checkHeld(row)
  const { document_type, control_number, trading_partner_id, name, order_id, sentence, facts } = row
  const account = { trading_partner_id, name }
  return {
    document_id,
    document_type,
    control_number: control_number ?? 0,
    sent_at: sentAtOf(facts),
    account,
    ...read,
    order_id,
    sentence,
    facts,
  }
}

export const settleHeld = (
  sql: Sql,
  organization_id: string,
  document_id: number,
  { state, sentence, order_id = null, facts }: Omit<HandlerOutcome, 'order_id'> & { order_id?: string | null },
) => sql`
  update edi_documents set state = ${state}, sentence = ${sentence}, order_id = coalesce(${order_id}::uuid, order_id),
    facts = coalesce(${facts === undefined ? null : JSON.stringify(facts)}::text::jsonb, facts)
  where organization_id = ${organization_id} and document_id = ${document_id}`
