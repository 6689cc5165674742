/**
 * Takes a file of interchanges: each is stored before anything else happens to it. The same interchange again changes
 * nothing, so a transport that delivers twice does no harm.
 */
import { uuidv7 } from 'uuidv7'
import { edi_interchanges } from '../../../db/schema/wholesale/edi.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { SecretTools } from '../../contract/call.ts'
import type { Sql } from '../../contract/sql.ts'
import { type EdiAccount, findEdiAccount, type OwnSide, readEdiAccount, readOwnSide } from '../account.store.ts'
import { aboutInterchange, openOnce } from '../exceptions.ts'
import { partyText } from '../outbound/write.ts'
import { decideArrival, type Decision } from './arrival.rules.ts'
import type { ReadFile } from './reading/reader.ts'
import type { ArrivedPart, InterchangeHeader } from './reading/task.ts'
import { plain } from './plain_text.ts'

/** The notification channel that wakes workers. */
export const ediInterchangesChannel = 'edi_interchanges'

export interface ArrivedFile {
  read: ReadFile
  file_name: string | null
  /** The account over whose connection it came; null for an upload. */
  delivered_by: string | null
  /** Encrypts what cannot be read, which is kept as it arrived for a while; null where there is no key: nothing of it is kept. */
  encrypt: SecretTools['encrypt'] | null
  /** The interchange in whose place it is stored: that one's control number and bytes do not count as used. */
  replaces?: string
}

export interface ReceivedInterchange {
  interchange_id: string
  /** Stored before: nothing was changed. */
  is_duplicate: boolean
}

interface Place {
  sql: Sql
  organization_id: string
  now: string
  own: OwnSide
  delivered_by: EdiAccount | null
  file_name: string | null
  encrypt: SecretTools['encrypt'] | null
  replaces: string | null
}

const sameColumns = selection(edi_interchanges, 'i', ['interchange_id', 'content_hash'])

/** Interchanges of the sender with this number; those without a number are identified by their content alone. */
async function findSame(place: Place, header: InterchangeHeader, hash: Buffer) {
  const { sql, organization_id, replaces } = place
  const [sender, receiver] = [header.sender, header.receiver].map((party) => (party === null ? null : partyText(party)))
  const key = `edi interchange ${organization_id} ${sender} ${receiver} ${header.control_number}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
  const rows = await sql<RowOf<typeof sameColumns>[]>`
    select ${sameColumns} from edi_interchanges i
    where i.organization_id = ${organization_id} and i.sender is not distinct from ${sender!}
      and i.receiver is not distinct from ${receiver!} and i.control_number is not distinct from ${header.control_number}
      and i.direction = 'inbound' and (i.control_number is not null or i.content_hash = ${hash})
      and i.interchange_id is distinct from ${replaces}::uuid`
  const same = rows.find(({ content_hash }) => hash.equals(content_hash))
  return { same: same?.interchange_id ?? null, is_number_used: rows.length > 0 }
}

/** A part to store: an interchange, or a file of which nothing is taken. */
interface Part extends ArrivedPart {
  refusal?: string
}

async function storePart(place: Place, part: Part): Promise<ReceivedInterchange> {
  const { sql, organization_id, own, delivered_by } = place
  const { header } = part
  const hash = Buffer.from(part.hash)
  const { same, is_number_used } = await findSame(place, header, hash)
  if (same !== null) return { interchange_id: same, is_duplicate: true }
  const account = header.sender === null ? undefined : await findEdiAccount(sql, organization_id, header.sender)
  const decision = decideArrival({
    ...header,
    fault: part.fault,
    refusal: part.refusal ?? null,
    own: own.identity,
    sandbox: own.sandbox,
    account: account ?? null,
    delivered_by,
    is_number_used: is_number_used && header.control_number !== null,
  })
  const interchange_id = uuidv7()
  await insertInterchange(place, { interchange_id, part, hash, account: account ?? null, decision })
  return { interchange_id, is_duplicate: false }
}

interface NewInterchange {
  interchange_id: string
  part: Part
  hash: Buffer
  account: EdiAccount | null
  decision: Decision
}

async function insertInterchange(place: Place, one: NewInterchange): Promise<void> {
  const { sql, organization_id, now, file_name, encrypt } = place
  const { interchange_id, part, hash, account, decision } = one
  const { header, content, arrived } = part
  const { state, sentence } = decision
  const isWaiting = state === 'received'
  const sealed =
    arrived === null || encrypt === null ? null : encrypt(Buffer.from(arrived).toString('latin1'), interchange_id)
  await sql`
    insert into edi_interchanges (organization_id, interchange_id, direction, trading_partner_id, state, sentence, sender,
      receiver, control_number, content, arrived_content, content_hash, file_name, next_attempt_at, ended_at, created_at)
    values (${organization_id}, ${interchange_id}, 'inbound', ${account?.trading_partner_id ?? null}, ${state},
      ${sentence}, ${header.sender === null ? null : partyText(header.sender)},
      ${header.receiver === null ? null : partyText(header.receiver)}, ${header.control_number},
      ${Buffer.from(content)}, ${sealed === null ? null : Buffer.from(sealed)}, ${hash}, ${file_name === null ? null : plain(file_name).slice(0, 255)},
      case when ${isWaiting} then ${now}::timestamptz end, case when ${isWaiting} then null else ${now}::timestamptz end,
      ${now})`
  if (isWaiting) await sql`select pg_notify(${ediInterchangesChannel}, '')`
  else
    await openOnce(sql, organization_id, now, {
      kind: state === 'held' ? 'edi_held' : 'document_unreadable',
      severity: state === 'held' ? 'blocking' : 'warning',
      subject: aboutInterchange(interchange_id),
      sentence: `An interchange${file_name === null ? '' : ` in ${plain(file_name).slice(0, 100)}`} was ${state === 'held' ? 'held' : 'rejected'}. ${sentence}`,
    })
}

const unreadableHeader: InterchangeHeader = { sender: null, receiver: null, control_number: null, usage: '' }

/** A file beyond a limit is stored as one rejected interchange, as it arrived where it was fetched whole. */
const partsOf = ({ parts, rule, hash, whole }: ReadFile): Part[] =>
  rule === null
    ? parts
    : [
        {
          header: unreadableHeader,
          fault: null,
          refusal: `The file ${rule}.`,
          hash,
          content: new Uint8Array(),
          arrived: whole,
        },
      ]

/** Stores every interchange of a file in the caller's transaction. */
export async function receiveInterchanges(
  sql: Sql,
  { organization_id, now }: { organization_id: string; now: string },
  { read, file_name, delivered_by, encrypt, replaces }: ArrivedFile,
): Promise<ReceivedInterchange[]> {
  const own = await readOwnSide(sql, organization_id)
  const from = delivered_by === null ? null : ((await readEdiAccount(sql, organization_id, delivered_by)) ?? null)
  const place = { sql, organization_id, now, own, delivered_by: from, file_name, encrypt, replaces: replaces ?? null }
  const received: ReceivedInterchange[] = []
  for (const part of partsOf(read)) received.push(await storePart(place, part))
  return received
}
