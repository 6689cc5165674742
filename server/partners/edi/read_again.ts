/** Reads again what arrived over EDI and could not be read or processed, once its cause is mended. */
import { edi_interchanges } from '../../../db/schema/wholesale/edi.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import { Shape } from '../../contract/schema.ts'
import { aboutEdiDocument, aboutInterchange } from '../../interchanges/exceptions.ts'
import { EdiFileFault, readFile } from '../../interchanges/inbound/reading/reader.ts'
import { ediInterchangesChannel, receiveInterchanges } from '../../interchanges/inbound/receive.ts'
import { actorOf } from '../../ledger/actor.ts'
import { isUnprocessed, lockUnprocessed } from './arrived_documents.store.ts'
import { readEdiDocument } from './documents.store.ts'
import {
  accountOfSender,
  arrivedBytes,
  bytesAreErased,
  checkContent,
  lockArrived,
  notFetched,
  queueReading,
  readInterchange,
  receivedAnswer,
  resolveOpen,
  settleInterchange,
} from './interchanges.store.ts'
import { EdiDocument, EdiDocumentPath, InterchangePath, Reason, ReceivedInterchanges, service } from './model.ts'

const stillUnread = (reason: string): never =>
  refuse('conflict', { desc: `It still cannot be read. ${reason}`, data: { act: 'read again' } })

const arrivedColumns = selection(edi_interchanges, 'i', ['arrived_content', 'file_name'])

export const readEdiInterchangeAgain = sessionOperation({
  id: 'session.read_edi_interchange_again',
  route: 'POST /api/v1/wholesale/edi/interchanges/{interchange_id}/read-again',
  summary: 'Read an EDI interchange again',
  desc: 'The interchange is read again.',
  description:
    'Reads a rejected interchange again from its stored bytes, for example after a mistaken discard or once the service understands more. What was kept as it arrived is split anew: each interchange in it is stored like one that arrives now. The exception is resolved; what is rejected again opens another. To read a corrected file instead, receive it with `replaces`. Fails with `conflict` if the interchange is not rejected, if it still cannot be read, if no account has the identity of its sender, if the file was too large to be fetched, or once its bytes are erased.',
  service,
  params: InterchangePath,
  answer: ReceivedInterchanges,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(
    'the interchange is not rejected',
    'it still cannot be read',
    'no account has the EDI identity of its sender',
    notFetched,
    bytesAreErased,
  ),
  emits: ['exception.opened', 'exception.resolved'],
  async prepare({ sql, caller: { organization_id }, params: { interchange_id }, secrets }) {
    const [row] = await sql<RowOf<typeof arrivedColumns>[]>`
      select ${arrivedColumns} from edi_interchanges i
      where i.organization_id = ${organization_id} and i.interchange_id = ${interchange_id}
        and i.state = 'rejected' and i.arrived_content is not null`
    if (row === undefined) return null
    const bytes = arrivedBytes(secrets, row.arrived_content!, interchange_id)
    const read = await readFile(organization_id, { bytes }).catch((error: unknown) => {
      throw error instanceof EdiFileFault ? stillUnread(`The file ${error.rule}.`) : error
    })
    if (read.rule !== null) stillUnread(`The file ${read.rule}.`)
    if (read.parts.every(({ fault }) => fault !== null)) stillUnread(read.parts[0]?.fault ?? 'It is empty.')
    return { read, file_name: row.file_name }
  },
  async run({ sql, caller, params, now, prepared: arrived, secrets: { encrypt } }) {
    const { organization_id } = caller
    const actor = actorOf(caller)
    const settling = { sql, organization_id, now, actor }
    const { interchange_id, sender } = await lockArrived(sql, organization_id, params.interchange_id, {
      act: 'read again',
      states: ['rejected'],
    })
    await checkContent(sql, organization_id, interchange_id, 'read again')
    const by = `Read again by ${actor.replace(/^user:/, '')}`
    if (arrived === null) {
      const { trading_partner_id } = await accountOfSender(sql, organization_id, sender, 'read again')
      const sentence = `${by}; waiting to be read.`
      await queueReading(settling, interchange_id, { trading_partner_id, sentence })
      await resolveOpen(settling, aboutInterchange(interchange_id), 'read_again')
      const interchange = await readInterchange(sql, organization_id, interchange_id)
      return { interchanges: [{ interchange, is_duplicate: false }] }
    }
    const file = { ...arrived, delivered_by: null, encrypt, replaces: interchange_id }
    const received = await receiveInterchanges(sql, { organization_id, now }, file)
    const sentence = `${by}: what was in it is listed as it was read.`
    await settleInterchange(settling, interchange_id, { sentence, resolution: 'read_again' })
    return receivedAnswer(sql, organization_id, received)
  },
})

const path = '/api/v1/wholesale/edi/documents/{edi_document_id}' as const

export const readEdiDocumentAgain = sessionOperation({
  id: 'session.read_edi_document_again',
  route: `POST ${path}/read-again`,
  summary: 'Read an EDI document again',
  desc: 'The document will be read again.',
  description:
    'Reads a document that arrived and was rejected, is of a type that is not processed, or could not be processed, again from its interchange: use it once the cause is corrected, for example in the EDI profile of the account. The exception is resolved, and another opens if it fails again. The account is not acknowledged a second time (997). Fails with `conflict` if the document had an effect or waits for another decision, while its interchange is being read, and once its bytes are erased.',
  service,
  params: EdiDocumentPath,
  answer: EdiDocument,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(isUnprocessed, 'its interchange is being read', bytesAreErased),
  emits: ['exception.resolved'],
  async run(call) {
    const { sql, caller, params, now } = call
    const { organization_id } = caller
    const actor = actorOf(caller)
    const document = await lockUnprocessed(sql, organization_id, params.edi_document_id, 'read again')
    const { document_id, interchange_id } = document
    await checkContent(sql, organization_id, interchange_id, 'read again')
    const sentence = `Waiting to be read again, for ${actor.replace(/^user:/, '')}.`
    await sql`
      update edi_interchanges set state = 'received', sentence = ${sentence}, read_at = coalesce(read_at, ended_at),
        next_attempt_at = ${now}, round_failures = 0, leased_until = null, ended_at = null
      where organization_id = ${organization_id} and interchange_id = ${interchange_id}`
    await sql`
      update edi_documents set state = 'received', sentence = ${sentence}, ended_at = null
      where organization_id = ${organization_id} and document_id = ${document_id}`
    await sql`select pg_notify(${ediInterchangesChannel}, '')`
    await resolveOpen({ sql, organization_id, now, actor }, aboutEdiDocument(document_id), 'read_again')
    return readEdiDocument(call, document_id)
  },
})

export const discardEdiDocument = sessionOperation({
  id: 'session.discard_edi_document',
  route: `POST ${path}/discard`,
  summary: 'Discard an EDI document',
  desc: 'The document is discarded.',
  description:
    'Puts a document that arrived and was rejected, is of a type that is not processed, or could not be processed, aside with a reason, and resolves its exception; it stays listed as rejected. The account is told nothing. Fails with `conflict` if the document had an effect or waits for another decision, and while its interchange is being read.',
  service,
  params: EdiDocumentPath,
  body: Shape({ reason: Reason }),
  answer: EdiDocument,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(isUnprocessed, 'its interchange is being read'),
  emits: ['exception.resolved'],
  async run(call) {
    const { sql, caller, params, body, now } = call
    const { organization_id } = caller
    const actor = actorOf(caller)
    const { document_id } = await lockUnprocessed(sql, organization_id, params.edi_document_id, 'discarded')
    const sentence = `Discarded by ${actor.replace(/^user:/, '')}; nothing of it was processed. Reason: ${body.reason}`
    await sql`
      update edi_documents set state = 'rejected', sentence = ${sentence}
      where organization_id = ${organization_id} and document_id = ${document_id}`
    await resolveOpen({ sql, organization_id, now, actor }, aboutEdiDocument(document_id), 'discarded')
    return readEdiDocument(call, document_id)
  },
})
