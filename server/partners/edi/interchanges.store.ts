/** SQL of interchanges as the app shows them. */
import { edi_interchanges } from '../../../db/schema/wholesale/edi.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { dayOf } from '../../calendar/days.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
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
type InterchangeRow = RowOf<typeof columns> & { account_name: string | null }

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
  select ${columns}, t.name as account_name
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
    select ${columns}, t.name as account_name
    from edi_interchanges i
    left join trading_partners t on t.organization_id = i.organization_id and t.trading_partner_id = i.trading_partner_id
    where i.organization_id = ${organization_id} and i.interchange_id = any(${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.interchange_id, interchangeOfRow(row)]))
}

export async function readInterchange(sql: Sql, organization_id: string, id: string): Promise<EdiInterchange> {
  const found = (await readInterchanges(sql, organization_id, [id])).get(id)
  return found ?? refuse('not_found', { desc: 'No EDI interchange of this organisation has that id.' })
}

export const bytesAreErased = 'the bytes of the interchange were erased at the end of their retention'

/** Refuses an interchange whose bytes are no longer kept. */
export async function checkContent(sql: Sql, organization_id: string, id: string, act: string): Promise<void> {
  const [erased] = await sql<{ content_erased_at: string }[]>`
    select content_erased_at from edi_interchanges
    where organization_id = ${organization_id} and interchange_id = ${id} and content_erased_at is not null`
  if (erased !== undefined)
    refuse('conflict', {
      desc: `The bytes of this interchange were erased on ${dayOf(erased.content_erased_at)}, at the end of their retention. It can no longer be ${act}.`,
      data: { act, content_erased_at: erased.content_erased_at },
    })
}

export const isNotHeld = 'the interchange is not held'

/** Locks an interchange that waits for a person. */
export async function lockHeld(sql: Sql, organization_id: string, id: string, act: string): Promise<EdiInterchange> {
  await sql`
    select from edi_interchanges
    where organization_id = ${organization_id} and interchange_id = ${id} for no key update`
  const found = await readInterchange(sql, organization_id, id)
  if (found.state !== 'held')
    refuse('conflict', {
      desc: `Only a held interchange can be ${act}; this one is ${found.state}. ${found.sentence}`,
      data: { act, state: found.state },
    })
  return found
}
