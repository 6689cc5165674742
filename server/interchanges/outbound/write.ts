/**
 * Writes the interchange of a claimed document, once: its number is taken, its bytes are archived and the two are linked
 * in one transaction. A document that X12 cannot represent takes no number, so numbers have no gaps.
 */
import { uuidv7 } from 'uuidv7'
import { createHash } from 'node:crypto'
import { edi_documents, edi_interchanges } from '../../../db/schema/wholesale/edi.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { nextControlNumber } from '../../edi/control_numbers.ts'
import type { EdiParty } from '../../edi/x12/envelope.ts'
import { X12Error } from '../../edi/x12/faults.ts'
import { readEdiAccount, readOwnSide } from '../account.store.ts'
import type { ClaimedEdiDocument } from './documents.store.ts'
import { interchangeOf } from './interchange_of.ts'

const archivedColumns = selection(edi_interchanges, 'i', ['interchange_id', 'content', 'file_name'])

export interface Archived {
  interchange_id: string
  content: Uint8Array
  file_name: string
}

export async function readArchived(sql: Sql, organization_id: string, interchange_id: string): Promise<Archived> {
  const [row] = await sql<RowOf<typeof archivedColumns>[]>`
    select ${archivedColumns} from edi_interchanges i
    where i.organization_id = ${organization_id} and i.interchange_id = ${interchange_id}`
  return { ...row!, file_name: row!.file_name! }
}

const lockedColumns = selection(edi_documents, 'd', ['record', 'interchange_id'])

/** As sent in ISA, without its padding. */
export const partyText = ({ qualifier, id }: EdiParty): string => `${qualifier}:${id}`

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** The interchange of the document, written now or before; null if another worker has taken the document over. */
export async function writeEdiDocument(sql: Sql, document: ClaimedEdiDocument): Promise<Archived | null> {
  const { organization_id, document_id, document_type, trading_partner_id, attempt } = document
  const [locked] = await sql<(RowOf<typeof lockedColumns> & { now: string })[]>`
    select ${lockedColumns}, now() as now from edi_documents d
    where d.organization_id = ${organization_id} and d.document_id = ${document_id} and d.state = 'queued'
      and d.attempts = ${attempt}
    for no key update`
  if (locked === undefined) return null
  if (locked.interchange_id !== null) return readArchived(sql, organization_id, locked.interchange_id)
  const account = await readEdiAccount(sql, organization_id, trading_partner_id)
  if (account === undefined) throw new X12Error('The account has no EDI profile any more.')
  const { identity, sandbox } = await readOwnSide(sql, organization_id)
  const receiver = { qualifier: account.edi_qualifier, id: account.edi_id }
  const control_number = await nextControlNumber(sql, organization_id, receiver)
  const now = new Date(locked.now).toISOString()
  const written = interchangeOf(
    { document_type, record: locked.record ?? {} },
    { sender: identity, receiver, account, usage: sandbox ? 'T' : 'P', control_number, now },
  )
  const interchange_id = uuidv7()
  const content = Buffer.from(written.text, 'latin1')
  const file_name = `${document_type}_${String(control_number).padStart(9, '0')}.edi`
  await sql`
    insert into edi_interchanges (organization_id, interchange_id, direction, trading_partner_id, state, sentence, sender,
      receiver, control_number, content, content_hash, file_name, ended_at, created_at)
    values (${organization_id}, ${interchange_id}, 'outbound', ${trading_partner_id}, 'written',
      ${`Written for ${account.name}.`}, ${partyText(identity)}, ${partyText(receiver)}, ${control_number}, ${content},
      ${sha256(content)}, ${file_name}, ${now}, ${now})`
  await sql`
    update edi_documents set interchange_id = ${interchange_id}, group_control_number = ${written.group_control_number},
      set_control_number = ${written.set_control_number}
    where organization_id = ${organization_id} and document_id = ${document_id}`
  return { interchange_id, content, file_name }
}
