/** Documents that arrived and had no effect: which of them a person can have read again or discard. */
import { edi_documents } from '../../../db/schema/wholesale/edi.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import { readOpenKinds } from '../../exceptions/open.ts'
import { aboutEdiDocument } from '../../interchanges/exceptions.ts'
import { readInterchange } from './interchanges.store.ts'

export const isUnprocessed = 'the document had an effect or waits for another decision'

const columns = selection(edi_documents, 'd', [
  'document_id::float8',
  'document_type',
  'direction',
  'state',
  'sentence',
  'interchange_id',
])

const readArrived = async (sql: Sql, organization_id: string, document_id: number) => {
  const [row] = await sql<RowOf<typeof columns>[]>`
    select ${columns} from edi_documents d
    where d.organization_id = ${organization_id} and d.document_id = ${document_id}`
  return row
}

/** One that its handler held is decided on elsewhere; one that it could not process has this exception. */
async function hadNoEffect(
  sql: Sql,
  organization_id: string,
  { document_id, state }: { document_id: number; state: string },
) {
  if (state === 'rejected' || state === 'unsupported') return true
  if (state !== 'held') return false
  const { type, id } = aboutEdiDocument(document_id)
  const open = await readOpenKinds(sql, organization_id, type, [id])
  return open.some(({ kind }) => kind === 'edi_held')
}

/** Locks the interchange, and then the document. */
export async function lockUnprocessed(sql: Sql, organization_id: string, document_id: number, act: string) {
  const before = await readArrived(sql, organization_id, document_id)
  if (before === undefined || before.direction !== 'inbound' || before.interchange_id === null)
    return refuse('not_found', { desc: 'No document that arrived over EDI has that id.' })
  const { interchange_id } = before
  await sql`
    select from edi_interchanges
    where organization_id = ${organization_id} and interchange_id = ${interchange_id} for no key update`
  const { state } = await readInterchange(sql, organization_id, interchange_id)
  if (state === 'received')
    refuse('conflict', { desc: `Its interchange is being read. Try again in a moment.`, data: { act, state } })
  await sql`
    select from edi_documents
    where organization_id = ${organization_id} and document_id = ${document_id} for no key update`
  const document = (await readArrived(sql, organization_id, document_id))!
  if (!(await hadNoEffect(sql, organization_id, document)))
    refuse('conflict', {
      desc: `The ${document.document_type} is ${document.state}; only a document that could not be read or processed can be ${act}. ${document.sentence}`,
      data: { act, state: document.state },
    })
  return { document_id, interchange_id }
}
