/** Fetches a stored document, and sends one again. */
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import { aboutEdiDocument, resolveAbout } from '../../interchanges/exceptions.ts'
import { nameOf } from '../../interchanges/outbound/ended.rules.ts'
import { ediDocumentsChannel } from '../../interchanges/queue_document.ts'
import { actorOf } from '../../ledger/actor.ts'
import { ExportLink } from '../../tables/export_table.ts'
import { fileLink, lockEdiDocument, readEdiDocument } from './documents.store.ts'
import { bytesAreErased, checkContent, readInterchange } from './interchanges.store.ts'
import { EdiDocumentPath, EdiDocument, service } from './model.ts'

const path = '/api/v1/wholesale/edi/documents/{edi_document_id}' as const

export const downloadEdiDocument = sessionOperation({
  id: 'session.download_edi_document',
  route: `POST ${path}/download`,
  summary: 'Download an EDI document',
  desc: ({ file_name }) => `File ${file_name} can be downloaded.`,
  description:
    'Returns a URL from which the interchange of the document can be downloaded as it travels, for 60 minutes and without a key. An outbound document that was stored for a person counts as sent from now on: pass the file on to the account. Fails with `conflict` while the interchange is not written yet, and once its bytes are erased, at the end of their retention.',
  service,
  params: EdiDocumentPath,
  answer: ExportLink,
  refusals: ['not_found', 'conflict'],
  conflict: reasons('the interchange of the document is not written yet', bytesAreErased),
  async run(call) {
    const { sql, caller, params, now } = call
    const { organization_id } = caller
    const { document_id, document_type, state, interchange_id } = await lockEdiDocument(
      sql,
      organization_id,
      params.edi_document_id,
    )
    if (interchange_id === null)
      refuse('conflict', {
        desc: 'The interchange of this document is not written. Try again in a moment, or send the document again if it failed.',
        data: { act: 'download', state },
      })
    await checkContent(sql, organization_id, interchange_id, 'downloaded')
    if (state === 'stored')
      await sql`
        update edi_documents set state = 'sent', sent_at = ${now},
          sentence = ${`The ${nameOf(document_type)} was downloaded by ${actorOf(caller).replace(/^user:/, '')}.`}
        where organization_id = ${organization_id} and document_id = ${document_id}`
    const { file_name } = await readInterchange(sql, organization_id, interchange_id)
    return fileLink(call, interchange_id, file_name)
  },
})

export const resendEdiDocument = sessionOperation({
  id: 'session.resend_edi_document',
  route: `POST ${path}/resend`,
  summary: 'Resend an EDI document',
  desc: 'The document is waiting to be sent again.',
  description:
    'Sends an outbound document again, with the original bytes and control number; a document whose interchange could not be written is written now. A document that waits to be sent stays as it is. Fails with `conflict` for an inbound document, for one that was corrected by another, and once the bytes are erased, at the end of their retention.',
  service,
  params: EdiDocumentPath,
  answer: EdiDocument,
  refusals: ['not_found', 'conflict'],
  conflict: reasons('the document came from the account', 'another was made in its place', bytesAreErased),
  emits: ['exception.resolved'],
  async run(call) {
    const { sql, caller, params, now } = call
    const { organization_id } = caller
    const { document_id, document_type, direction, state, interchange_id } = await lockEdiDocument(
      sql,
      organization_id,
      params.edi_document_id,
    )
    if (direction === 'inbound')
      refuse('conflict', {
        desc: 'This document came from the account; only documents to an account can be sent.',
        data: { act: 'resend', direction },
      })
    const [corrected] = await sql<{ document_id: number }[]>`
      select d.document_id::float8 as document_id from edi_documents d
      where d.organization_id = ${organization_id} and d.corrects_document_id = ${document_id}`
    if (corrected !== undefined)
      refuse('conflict', {
        desc: `Document ${corrected.document_id} was made in its place. Send that one.`,
        data: { act: 'resend', reason: 'corrected', document_id: corrected.document_id },
      })
    if (state === 'queued') return readEdiDocument(call, document_id)
    if (interchange_id !== null) await checkContent(sql, organization_id, interchange_id, 'sent again')
    const sentence = `The ${nameOf(document_type)} is waiting to be sent again.`
    await sql`
      update edi_documents set state = 'queued', sentence = ${sentence}, next_attempt_at = ${now}, round_failures = 0,
        leased_until = null, ended_at = null
      where organization_id = ${organization_id} and document_id = ${document_id}`
    await sql`select pg_notify(${ediDocumentsChannel}, '')`
    for (const kind of ['edi_undelivered', 'edi_rejected'] as const)
      await resolveAbout(sql, organization_id, now, {
        kind,
        subject: aboutEdiDocument(document_id),
        resolution: 'sent_again',
        resolved_by: actorOf(caller),
      })
    return readEdiDocument(call, document_id)
  },
})
