/** SQL of the documents that arrived, and of the acknowledgements of them. */
import type { Sql } from '../../contract/sql.ts'
import type { Problem } from '../../edi/understood/walk.ts'
import type { EdiDocumentState } from '../known_values.ts'
import { ediDocumentsChannel } from '../queue_document.ts'
import type { ClaimedInterchange } from './interchanges.store.ts'
import type { SetKey } from './sets.rules.ts'

interface NewInbound {
  key: SetKey
  document_type: string
  state: EdiDocumentState
  sentence: string
  /** Faults of a rejected set, for its 997. */
  record: object | null
  problems: readonly Problem[]
}

/** Records a set, once; one that a person has read again is recorded in its place. */
export async function insertInbound(
  sql: Sql,
  { organization_id, interchange_id, trading_partner_id }: ClaimedInterchange,
  now: string,
  { key, document_type, state, sentence, record, problems }: NewInbound,
): Promise<number> {
  const [row] = await sql<{ document_id: number }[]>`
    insert into edi_documents (organization_id, document_type, direction, state, sentence, network, trading_partner_id,
      interchange_id, group_control_number, set_control_number, record, problems, received_at, ended_at, created_at)
    values (${organization_id}, ${document_type}, 'inbound', ${state}, ${sentence}, 'edi_network',
      ${trading_partner_id}, ${interchange_id}, ${key.group}, ${key.set},
      ${record === null ? null : JSON.stringify(record)}::text::jsonb,
      ${problems.length === 0 ? null : JSON.stringify(problems)}::text::jsonb, ${now}, ${now}, ${now})
    on conflict (organization_id, interchange_id, group_control_number, set_control_number) do update
    set state = excluded.state, sentence = excluded.sentence, record = excluded.record, problems = excluded.problems,
      ended_at = excluded.ended_at
    where edi_documents.state = 'received'
    returning document_id::float8 as document_id`
  if (row === undefined) throw new Error(`Set ${key.set} of interchange ${interchange_id} is recorded already.`)
  return row.document_id
}

export const updateInbound = (
  sql: Sql,
  organization_id: string,
  document_id: number,
  {
    state,
    sentence,
    order_id = null,
    facts = null,
  }: { state: EdiDocumentState; sentence: string; order_id?: string | null; facts?: object | null },
) => sql`
  update edi_documents set state = ${state}, sentence = ${sentence}, order_id = ${order_id},
    facts = ${facts === null ? null : JSON.stringify(facts)}::text::jsonb
  where organization_id = ${organization_id} and document_id = ${document_id}`

/** Queues an acknowledgement of an interchange: a 997 or a TA1. */
export async function queueAnswer(
  sql: Sql,
  { organization_id, trading_partner_id }: Pick<ClaimedInterchange, 'organization_id' | 'trading_partner_id'>,
  now: string,
  document_type: '997' | 'TA1',
  record: object,
): Promise<void> {
  await sql`
    insert into edi_documents (organization_id, document_type, direction, state, sentence, network, trading_partner_id,
      record, next_attempt_at, created_at)
    values (${organization_id}, ${document_type}, 'outbound', 'queued', ${`The ${document_type} is waiting to be sent.`},
      'edi_network', ${trading_partner_id}, ${JSON.stringify(record)}::text::jsonb, ${now}::timestamptz,
      ${now}::timestamptz)`
  await sql`select pg_notify(${ediDocumentsChannel}, '')`
}
