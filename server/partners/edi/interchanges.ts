/** Receives interchanges from people and gateways, lists them, and decides on those that are held. */
import { limits } from '../../contract/limits.ts'
import { counted, reasons } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Choice, Id, Line, Nullable, Type } from '../../contract/schema.ts'
import { aboutInterchange, resolveAbout } from '../../interchanges/exceptions.ts'
import { EdiFileFault, readFile } from '../../interchanges/inbound/reading/reader.ts'
import { receiveInterchanges } from '../../interchanges/inbound/receive.ts'
import { ediDirections, interchangeStates } from '../../interchanges/known_values.ts'
import { actorOf } from '../../ledger/actor.ts'
import { countedPage } from '../../tables/page.ts'
import { collect } from '../../files/collect.ts'
import { ExportLink } from '../../tables/export_table.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { fileLink } from './documents.store.ts'
import {
  accountOfSender,
  bytesAreErased,
  checkContent,
  countInterchanges,
  interchangeOfRow,
  isNotHeld,
  isNotOpen,
  lockArrived,
  lockReplaced,
  notFetched,
  queueReading,
  readInterchange,
  receivedAnswer,
  selectInterchanges,
  settleInterchange,
} from './interchanges.store.ts'
import { EdiInterchange, InterchangePath, Reason, ReceivedInterchanges, service } from './model.ts'

const path = '/api/v1/wholesale/edi/interchanges' as const

export const receiveEdiInterchanges = sessionOperation({
  id: 'session.receive_edi_interchanges',
  route: `POST ${path}`,
  summary: 'Receive EDI interchanges',
  desc: ({ interchanges }) => `${counted(interchanges.length, 'interchange')} received.`,
  description: `Receives a file of X12 interchanges of an account from its gateway or a person. The body is the file itself, of at most ${limits.edi_file_bytes_max.toLocaleString('en-US')} bytes and ${limits.edi_interchanges_per_file_max.toLocaleString('en-US')} interchanges. Each interchange is stored and then read by itself: its documents are processed, and a functional acknowledgement (997) is sent where the account takes one. An interchange that was received before is marked \`is_duplicate\` in the response and changes nothing, so a file can be sent again after a failure. An interchange is held if no account has the identity of its sender, if it is addressed to someone else, if it is a test, or if its control number was used for other content; an exception says why. Personal data of consumers (contacts, and names and addresses of parties without a number) is blanked before anything is stored. A part of the file that is no whole interchange is stored as rejected, and as it arrived: encrypted, and for ${limits.edi_unreadable_days} days. With \`replaces\`, the file takes the place of an interchange that was rejected or is held, so that its exceptions are resolved and its control number does not count as used.`,
  service,
  query: Type.Object(
    {
      file_name: Type.Optional(Line('Name of the file.', { maxLength: 255, examples: ['po.edi'] })),
      replaces: Type.Optional(Id('The interchange that was rejected or is held, and in whose place the file is read.')),
    },
    { additionalProperties: false },
  ),
  body: 'bytes',
  body_bytes_max: limits.edi_file_bytes_max,
  status: 201,
  answer: ReceivedInterchanges,
  emits: ['exception.opened', 'exception.resolved'],
  async prepare({ body, caller: { organization_id } }) {
    const bytes = await collect(body.chunks())
    if (bytes.byteLength === 0) refuseField('body', 'must not be empty')
    const read = await readFile(organization_id, { bytes }).catch((error: unknown) => {
      throw error instanceof EdiFileFault ? refuseField('body', error.rule) : error
    })
    if (read.rule !== null) refuseField('body', read.rule)
    return read
  },
  async run({ sql, caller, now, query: { file_name = null, replaces }, prepared: read, secrets: { encrypt } }) {
    const { organization_id } = caller
    if (replaces !== undefined) await lockReplaced(sql, organization_id, replaces)
    const file = { read, file_name, delivered_by: null, encrypt, ...(replaces === undefined ? {} : { replaces }) }
    const received = await receiveInterchanges(sql, { organization_id, now }, file)
    if (replaces !== undefined) {
      const actor = actorOf(caller)
      const sentence = `Replaced by ${actor.replace(/^user:/, '')}${file_name === null ? '' : ` with ${file_name}`}; nothing of it was processed.`
      await settleInterchange({ sql, organization_id, now, actor }, replaces, { sentence, resolution: 'replaced' })
    }
    return receivedAnswer(sql, organization_id, received)
  },
})

export const listEdiInterchanges = sessionOperation({
  id: 'session.list_edi_interchanges',
  route: `GET ${path}`,
  summary: 'List EDI interchanges',
  description:
    'Returns the interchanges traded with accounts, in both directions, newest first. All filters combine with AND.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_common_max),
      trading_partner_id: Type.Optional(Id('Only interchanges of this trading account.')),
      direction: Type.Optional(Choice(ediDirections, 'Only interchanges in this direction.')),
      state: Type.Optional(Choice(interchangeStates, 'Only interchanges in this state.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(EdiInterchange),
  async run({
    sql,
    caller: { organization_id },
    query: { offset = 0, limit = limits.page_limit_common_max, ...filter },
  }) {
    return countedPage(
      offset,
      selectInterchanges(sql, organization_id, filter, limit, offset),
      countInterchanges(sql, organization_id, filter),
      interchangeOfRow,
    )
  },
})

export const getEdiInterchangeFile = sessionOperation({
  id: 'session.get_edi_interchange_file',
  route: `GET ${path}/{interchange_id}/file`,
  summary: 'Get the file of an EDI interchange',
  description:
    'Returns a URL from which the interchange can be downloaded as it travelled, for 60 minutes and without a key. Personal data of consumers in inbound interchanges is blanked; only a file that cannot be read is returned as it arrived, until `original_until`. Fails with `conflict` if the file was too large to be fetched, and once the bytes are erased, at the end of their retention.',
  service,
  params: InterchangePath,
  answer: ExportLink,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(notFetched, bytesAreErased),
  async run(call) {
    const { sql, caller, params } = call
    const { organization_id } = caller
    const { interchange_id, file_name } = await readInterchange(sql, organization_id, params.interchange_id)
    await checkContent(sql, organization_id, interchange_id, 'downloaded')
    return fileLink(call, interchange_id, file_name)
  },
})

export const releaseEdiInterchange = sessionOperation({
  id: 'session.release_edi_interchange',
  route: `POST ${path}/{interchange_id}/release`,
  summary: 'Release a held EDI interchange',
  desc: 'The interchange will be read.',
  description:
    'Reads a held interchange like any other, and resolves its exception. Its sender must be the identity of an account. Fails with `conflict` if the interchange is not held, or if no account has the identity of its sender.',
  service,
  params: InterchangePath,
  answer: EdiInterchange,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(isNotHeld, 'no account has the EDI identity of its sender'),
  emits: ['exception.resolved'],
  async run({ sql, caller, params, now }) {
    const { organization_id } = caller
    const { interchange_id, sender } = await lockArrived(sql, organization_id, params.interchange_id, {
      act: 'released',
      states: ['held'],
    })
    const account = await accountOfSender(sql, organization_id, sender, 'released')
    const by = actorOf(caller)
    const sentence = `Released by ${by.replace(/^user:/, '')}; waiting to be read.`
    const { trading_partner_id } = account
    await queueReading({ sql, organization_id, now, actor: by }, interchange_id, { trading_partner_id, sentence })
    const about = { kind: 'edi_held', subject: aboutInterchange(interchange_id), resolution: 'released' } as const
    await resolveAbout(sql, organization_id, now, { ...about, resolved_by: by })
    return readInterchange(sql, organization_id, interchange_id)
  },
})

export const discardEdiInterchange = sessionOperation({
  id: 'session.discard_edi_interchange',
  route: `POST ${path}/{interchange_id}/discard`,
  summary: 'Discard an EDI interchange',
  desc: 'The interchange is discarded.',
  description:
    'Puts an interchange that is held or was rejected aside for good and resolves its exception; its documents have no effect, and it stays listed as rejected, with the reason. The file as it arrived is erased where it was kept because it could not be read. Fails with `conflict` if the interchange is neither held nor rejected.',
  service,
  params: InterchangePath,
  body: Type.Object(
    { reason: Type.Optional(Nullable(Reason)) },
    { additionalProperties: false, default: {}, examples: [{ reason: 'The account sent it again.' }] },
  ),
  answer: EdiInterchange,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(isNotOpen),
  emits: ['exception.resolved'],
  async run({ sql, caller, params, body, now }) {
    const { organization_id } = caller
    const arrived = await lockArrived(sql, organization_id, params.interchange_id, {
      act: 'discarded',
      states: ['held', 'rejected'],
    })
    const { interchange_id } = arrived
    const actor = actorOf(caller)
    const { reason = null } = body
    const sentence = `Discarded by ${actor.replace(/^user:/, '')}; nothing of it was processed.${reason === null ? '' : ` Reason: ${reason}`}`
    if (arrived.state === 'rejected' && arrived.sentence === sentence) return arrived
    await settleInterchange({ sql, organization_id, now, actor }, interchange_id, { sentence, resolution: 'discarded' })
    return readInterchange(sql, organization_id, interchange_id)
  },
})
