/** SQL of interchanges as the app shows them. */
import { edi_interchanges } from '../../../db/schema/wholesale/edi.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { fragment } from '../../../db/sql/fragment.ts'
import { limits } from '../../contract/limits.ts'
import { listOf } from '../../contract/outcome.ts'
import type { NewException } from '../../exceptions/open.ts'
import { aboutInterchange, resolveAbout } from '../../interchanges/exceptions.ts'
import { findEdiAccount } from '../../interchanges/account.store.ts'
import { ediInterchangesChannel, type ReceivedInterchange } from '../../interchanges/inbound/receive.ts'
import { dayOf } from '../../calendar/days.ts'
import type { Fragment, SecretTools, Sql } from '../../contract/call.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { EdiInterchange } from './model.ts'

const columns = selection(edi_interchanges, 'i', [
  'interchange_id',
  'direction',
  'state',
  'sentence',
  'sender',
  'receiver',
  'control_number::float8',
  'file_name',
  'trading_partner_id',
  'created_at',
])
type InterchangeRow = RowOf<typeof columns> & { account_name: string | null; original_until: string | null }

/** Until when the bytes as they arrived are kept. */
const originalUntil = fragment`
  case when i.arrived_content is not null
    then i.created_at + make_interval(days => ${limits.edi_unreadable_days}) end as original_until`

/** What was stored as it arrived. */
export const arrivedBytes = ({ decrypt }: Pick<SecretTools, 'decrypt'>, sealed: Uint8Array, id: string): Uint8Array =>
  new Uint8Array(Buffer.from(decrypt(sealed, id), 'latin1'))

export interface InterchangeFilter {
  trading_partner_id?: string
  direction?: string
  state?: string
}

const conditions = (sql: Sql, organization_id: string, filter: InterchangeFilter): Fragment => {
  const { trading_partner_id, direction, state } = filter
  return sql`i.organization_id = ${organization_id}
    ${trading_partner_id === undefined ? sql`` : sql`and i.trading_partner_id = ${trading_partner_id}`}
    ${direction === undefined ? sql`` : sql`and i.direction = ${direction}`}
    ${state === undefined ? sql`` : sql`and i.state = ${state}`}`
}

export const selectInterchanges = (
  sql: Sql,
  organization_id: string,
  filter: InterchangeFilter,
  limit: number,
  offset: number,
) => sql<InterchangeRow[]>`
  select ${columns}, ${originalUntil}, t.name as account_name
  from edi_interchanges i
  left join trading_partners t on t.organization_id = i.organization_id and t.trading_partner_id = i.trading_partner_id
  where ${conditions(sql, organization_id, filter)}
  order by i.created_at desc, i.interchange_id desc limit ${limit} offset ${offset}`

export const countInterchanges = (sql: Sql, organization_id: string, filter: InterchangeFilter) => sql<
  { filtered: number }[]
>`
  select count(*)::int as filtered from edi_interchanges i where ${conditions(sql, organization_id, filter)}`

export const interchangeOfRow = ({ trading_partner_id, account_name, ...row }: InterchangeRow): EdiInterchange => ({
  ...row,
  account: trading_partner_id === null ? null : { name: account_name!, trading_partner_id },
})

export async function readInterchanges(
  sql: Sql,
  organization_id: string,
  ids: readonly string[],
): Promise<Map<string, EdiInterchange>> {
  const rows = await sql<InterchangeRow[]>`
    select ${columns}, ${originalUntil}, t.name as account_name
    from edi_interchanges i
    left join trading_partners t on t.organization_id = i.organization_id and t.trading_partner_id = i.trading_partner_id
    where i.organization_id = ${organization_id} and i.interchange_id = any(${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.interchange_id, interchangeOfRow(row)]))
}

export async function readInterchange(sql: Sql, organization_id: string, id: string): Promise<EdiInterchange> {
  const interchange = (await readInterchanges(sql, organization_id, [id])).get(id)
  return interchange ?? refuse('not_found', { desc: 'No EDI interchange of this organisation has that id.' })
}

export const bytesAreErased = 'the bytes of the interchange were erased at the end of their retention'

export const notFetched = 'the file was too large to be fetched'

/** Refuses an interchange whose bytes are no longer kept. */
export async function checkContent(sql: Sql, organization_id: string, id: string, act: string): Promise<void> {
  const [lost] = await sql<{ content_erased_at: string | null }[]>`
    select content_erased_at from edi_interchanges
    where organization_id = ${organization_id} and interchange_id = ${id}
      and (content_erased_at is not null or (content = ''::bytea and arrived_content is null))`
  if (lost === undefined) return
  const { content_erased_at } = lost
  refuse('conflict', {
    desc:
      content_erased_at === null
        ? `The file of this interchange was larger than a file may be, so it was not fetched. It cannot be ${act}.`
        : `The bytes of this interchange were erased on ${dayOf(content_erased_at)}, at the end of their retention. It can no longer be ${act}.`,
    data: { act, content_erased_at },
  })
}

export const isNotHeld = 'the interchange is not held'
export const isNotOpen = 'the interchange is neither held nor rejected'

/** Locks an interchange that arrived and is in one of these states. */
export async function lockArrived(
  sql: Sql,
  organization_id: string,
  id: string,
  { act, states }: { act: string; states: readonly ('held' | 'rejected')[] },
): Promise<EdiInterchange> {
  await sql`
    select from edi_interchanges
    where organization_id = ${organization_id} and interchange_id = ${id} for no key update`
  const interchange = await readInterchange(sql, organization_id, id)
  const { direction, state, sentence } = interchange
  if (direction !== 'inbound' || !(states as readonly string[]).includes(state))
    refuse('conflict', {
      desc: `Only an interchange that is ${listOf(states, 'or')} can be ${act}; this one is ${state}. ${sentence}`,
      data: { act, state },
    })
  return interchange
}

export interface Settling {
  sql: Sql
  organization_id: string
  now: string
  actor: string
}

/** Ends an interchange of which nothing is to be read any more: what it was kept for, and its exceptions. */
export async function settleInterchange(
  { sql, organization_id, now, actor }: Settling,
  id: string,
  { sentence, resolution }: { sentence: string; resolution: 'discarded' | 'replaced' | 'read_again' },
): Promise<void> {
  await sql`
    update edi_interchanges set state = 'rejected', sentence = ${sentence}, ended_at = ${now}, arrived_content = null,
      content_erased_at = case when content = ''::bytea then ${now}::timestamptz else content_erased_at end
    where organization_id = ${organization_id} and interchange_id = ${id}`
  await resolveOpen({ sql, organization_id, now, actor }, aboutInterchange(id), resolution)
}

const arrivedKinds = ['edi_held', 'document_unreadable', 'not_understood'] as const

/** Resolves what is open about something that arrived and had no effect. */
export async function resolveOpen(
  { sql, organization_id, now, actor: resolved_by }: Settling,
  subject: NewException['subject'],
  resolution: string,
): Promise<void> {
  for (const kind of arrivedKinds)
    await resolveAbout(sql, organization_id, now, { kind, subject, resolution, resolved_by })
}

/** Has an interchange read, from its bytes; `account` is whose it is. */
export async function queueReading(
  { sql, organization_id, now }: Settling,
  id: string,
  { trading_partner_id, sentence }: { trading_partner_id: string; sentence: string },
): Promise<void> {
  await sql`
    update edi_interchanges set state = 'received', sentence = ${sentence}, next_attempt_at = ${now},
      trading_partner_id = ${trading_partner_id}, round_failures = 0, leased_until = null, ended_at = null
    where organization_id = ${organization_id} and interchange_id = ${id}`
  await sql`select pg_notify(${ediInterchangesChannel}, '')`
}

/** Locks the interchange in whose place a file is read; the field of a request names it. */
export async function lockReplaced(sql: Sql, organization_id: string, id: string): Promise<void> {
  const [row] = await sql`
    select from edi_interchanges
    where organization_id = ${organization_id} and interchange_id = ${id} and direction = 'inbound'
      and state in ('held', 'rejected')
    for no key update`
  if (row === undefined) refuseField('replaces', 'must be an interchange that was rejected or is held')
}

/** The account with the identity of a sender, as an interchange has it; refuses one that no account has. */
export async function accountOfSender(sql: Sql, organization_id: string, sender: string | null, act: string) {
  const [qualifier, ...id] = (sender ?? ':').split(':')
  const account = await findEdiAccount(sql, organization_id, { qualifier: qualifier!, id: id.join(':') })
  if (account !== undefined) return account
  return refuse('conflict', {
    desc: `No account has the EDI identity ${sender}. Save it in the EDI profile of the account first.`,
    data: { act, sender },
  })
}

export async function receivedAnswer(sql: Sql, organization_id: string, received: readonly ReceivedInterchange[]) {
  const ids = received.map(({ interchange_id }) => interchange_id)
  const interchangeOf = await readInterchanges(sql, organization_id, ids)
  return {
    interchanges: received.map(({ interchange_id, is_duplicate }) => ({
      interchange: interchangeOf.get(interchange_id)!,
      is_duplicate,
    })),
  }
}
