/** The doors of an account. A door is never deleted, as bookings and sell-out refer to it; it can be inactive. */
import { account_doors } from '../../../db/schema/wholesale/accounts.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { differenceOf } from '../../contract/difference.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { counted, reasons } from '../../contract/outcome.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, Flag, Shape, Type } from '../../contract/schema.ts'
import { writeContext } from '../../records/write_context.ts'
import { endUnknownDoors } from '../../selling/orders/ended_questions.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { doorKinds } from '../known_values.ts'
import { AccountPath, service } from './account.model.ts'
import { accountIsArchived, lockLiveAccount, readAccount } from './account.store.ts'
import { Door, DoorChange, doorColumns, DoorPath, NewDoor } from './door.model.ts'

const path = '/api/v1/wholesale/accounts/{trading_partner_id}/doors' as const

export const listDoors = sessionOperation({
  id: 'session.list_account_doors',
  route: `GET ${path}`,
  summary: 'List doors of an account',
  description: 'Returns the doors of a trading account, sorted by reference.',
  service,
  params: AccountPath,
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_common_max, limits.account_doors_per_call_max),
      kind: Type.Optional(Choice(doorKinds, 'Only doors of this kind.')),
      is_active: Type.Optional(Flag('true returns only active doors, false only inactive ones.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(Door),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params, query }) {
    const { trading_partner_id } = await readAccount(sql, organization_id, params.trading_partner_id)
    const { offset = 0, limit = limits.page_limit_common_max, kind, is_active } = query
    const which = () => sql`d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}
      ${kind === undefined ? sql`` : sql`and d.kind = ${kind}`}
      ${is_active === undefined ? sql`` : sql`and d.is_active = ${is_active}`}`
    const [[count], rows] = await Promise.all([
      sql<{ filtered: number }[]>`select count(*)::int as filtered from account_doors d where ${which()}`,
      sql<Door[]>`
        select ${doorColumns} from account_doors d where ${which()}
        order by lower(d.door_reference) limit ${limit} offset ${offset}`,
    ])
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

const doorRows = recordset(account_doors, [
  'door_id',
  'trading_partner_id',
  'door_reference',
  'name',
  'kind',
  'country_code',
  'region',
  'address',
  'is_active',
])

export const createDoors = sessionOperation({
  id: 'session.create_account_doors',
  route: `POST ${path}`,
  summary: 'Create doors of an account',
  desc: ({ doors }) => `${counted(doors.length, 'door')} created.`,
  description: `Creates up to ${limits.account_doors_per_call_max.toLocaleString('en-US')} doors of a trading account, stores or distribution centres, all or none. An error names the field, e.g. \`doors[2].door_reference\`. Fails with \`conflict\` if the account is archived.`,
  service,
  status: 201,
  params: AccountPath,
  body: Shape(
    {
      doors: Type.Array(NewDoor, {
        minItems: 1,
        maxItems: limits.account_doors_per_call_max,
        description: 'The doors to create.',
      }),
    },
    { examples: [{ doors: [{ door_reference: '0117', name: 'Porto Center', kind: 'store', country_code: 'PT' }] }] },
  ),
  answer: Shape({ doors: Type.Array(Door, { description: 'The doors created, in the order of the request.' }) }),
  refusals: ['not_found', 'conflict'],
  conflict: reasons(accountIsArchived),
  emits: ['exception.resolved'],
  async run({ sql, caller, params, body, now }) {
    const { organization_id } = caller
    const { trading_partner_id } = await lockLiveAccount(sql, organization_id, params.trading_partner_id)
    const rows = body.doors.map(
      ({ country_code = null, region = null, address = null, is_active = true, ...door }) => ({
        ...door,
        door_id: uuidv7(),
        trading_partner_id,
        door_reference: door.door_reference.trim(),
        name: door.name.trim(),
        country_code,
        region: region?.trim() ?? null,
        address: address?.trim() ?? null,
        is_active,
      }),
    )
    // The account's lock keeps other transactions from adding doors meanwhile, so what is not inserted was there or is repeated.
    await sql`
      insert into account_doors (organization_id, ${doorRows.names}, created_at, updated_at)
      select ${organization_id}, ${doorRows.values}, ${now}, ${now} from ${doorRows.from(rows)}
      on conflict (organization_id, trading_partner_id, lower(door_reference)) do nothing`
    const doors = await readDoors(
      sql,
      organization_id,
      rows.map(({ door_id }) => door_id),
    )
    const missing = rows.findIndex(({ door_id }) => !doors.has(door_id))
    if (missing >= 0)
      refuseField(`doors[${missing}].door_reference`, 'belongs to another door of this account or of this request')
    await endUnknownDoors(sql, writeContext(caller, now), [trading_partner_id])
    return { doors: rows.map(({ door_id }) => doors.get(door_id)!) }
  },
})

async function readDoors(sql: Sql, organization_id: string, ids: readonly string[]): Promise<Map<string, Door>> {
  const rows = await sql<Door[]>`
    select ${doorColumns} from account_doors d
    where d.organization_id = ${organization_id} and d.door_id = any(${[...ids]}::uuid[])`
  return new Map(rows.map((door) => [door.door_id, door]))
}

export const updateDoor = sessionOperation({
  id: 'session.update_account_door',
  route: `PATCH ${path}/{door_id}`,
  summary: 'Update a door of an account',
  desc: ({ name }) => `Door ${name} saved.`,
  description:
    'Changes the fields that are sent; null clears the country, region or address. Set `is_active` to false for a door that has closed. Fails with `conflict` if the account is archived.',
  service,
  params: DoorPath,
  body: DoorChange,
  answer: Door,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(accountIsArchived),
  emits: ['exception.resolved'],
  async run({ sql, caller, params, body, now }) {
    const { organization_id } = caller
    if (Object.keys(body).length === 0)
      refuseField('body', 'must contain at least one field to change', Object.keys(DoorChange.properties))
    const { trading_partner_id } = await lockLiveAccount(sql, organization_id, params.trading_partner_id)
    const [door] = await sql<Door[]>`
      select ${doorColumns} from account_doors d
      where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}
        and d.door_id = ${params.door_id}`
    if (door === undefined) refuse('not_found', { desc: 'No door of this account has that id.' })
    const stated = Object.fromEntries(
      Object.entries(body).map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
    )
    const changed = differenceOf(door, stated)
    if (Object.keys(changed).length === 0) return door
    if (changed.door_reference !== undefined)
      await checkReference(sql, organization_id, trading_partner_id, door.door_id, String(changed.door_reference))
    await sql`
      update account_doors set ${sql({ ...changed, updated_at: now })}
      where organization_id = ${organization_id} and door_id = ${door.door_id}`
    await endUnknownDoors(sql, writeContext(caller, now), [trading_partner_id])
    return (await readDoors(sql, organization_id, [door.door_id])).get(door.door_id)!
  },
})

async function checkReference(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  door_id: string,
  door_reference: string,
): Promise<void> {
  const [other] = await sql`
    select from account_doors
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}
      and lower(door_reference) = lower(${door_reference}) and door_id <> ${door_id}`
  if (other !== undefined) refuseField('door_reference', 'belongs to another door of this account')
}
