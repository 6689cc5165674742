import type { Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Choice, Count, Id, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { checkFollowed, type Followed, followedFields, followQuery, readChanges } from '../../tables/follow/changes.ts'
import { type Param, pagingQuery } from '../../tables/table.ts'
import { checkAccountIsNamed } from '../bound_keys.ts'
import { returnOrigins, returnStates } from '../known_values.ts'
import { readDayOrInstant, readMoment } from './dates.ts'
import { Return } from './model.ts'
import { readReturns } from './store.ts'

const numberOf = (words: string) => Whole(`Number of ${words} returns.`, { examples: [1] })

export const listReturns = operation({
  id: 'returns.list',
  route: 'GET /api/v1/sales/returns',
  summary: 'List returns',
  description:
    'Returns a page of returns with their lines and stock movements, newest first. `state_numbers` counts the returns of each state over the whole filtered set, not over the page. A key that is bound to a trading account must name it in `trading_partner_id`.',
  query: Type.Object(
    {
      ...pagingQuery(),
      state: Type.Optional(Choice(returnStates, 'Only returns in this state.')),
      origin: Type.Optional(Choice(returnOrigins, 'Only returns of this origin.')),
      order_id: Type.Optional(Id('Only returns of this order.')),
      trading_partner_id: Type.Optional(Id('Only returns of orders of this trading account.')),
      since: Type.Optional(
        Text(
          'Only returns created on or after this date, in the time zone of the organisation, or at or after this ISO 8601 instant.',
          { maxLength: 40, examples: ['2026-11-01'] },
        ),
      ),
      ...followQuery,
    },
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      rows: Type.Array(Return, { description: 'Returns of the page.' }),
      size: Count('Number of rows in the page.', { examples: [1] }),
      offset: Count('Number of rows skipped.', { examples: [0] }),
      filtered_max_size: Count('Number of returns that match the filters.', { examples: [1] }),
      state_numbers: Shape(
        {
          expected: numberOf('expected'),
          partially_received: numberOf('partially received'),
          closed: numberOf('closed'),
          cancelled: numberOf('cancelled'),
        },
        { description: 'Number of returns in each state, over all returns that match the filters.' },
      ),
      ...followedFields,
    },
    { $id: 'ReturnPage' },
  ),
  refusals: ['date_unreadable', 'watermark_expired'],
  async run({ sql, caller, query }) {
    const { organization_id } = caller
    const { offset = 0, limit = 8, since, order_id, trading_partner_id, updated_since, ...filter } = query
    checkAccountIsNamed(caller, trading_partner_id)
    if (updated_since !== undefined) checkFollowed(query, {}, 'trading_partner_id')
    const day = since === undefined ? undefined : readDayOrInstant('since', since)
    const [moment] = await Promise.all([
      day === undefined ? null : readMoment(sql, organization_id, day),
      checkNamed(sql, organization_id, { order_id, trading_partner_id }),
    ])
    const scope = { organization_id, order_id, trading_partner_id, created_from: moment?.at, ...filter }
    const [{ ids, ...changes }, [numbers]] = await Promise.all([
      updated_since === undefined
        ? readNewest(sql, scope, limit, offset)
        : readChanged(sql, scope, { updated_since, limit }),
      countStates(sql, scope),
    ])
    const rows = await readReturns(sql, organization_id, ids)
    const state_numbers = numbers!
    const filtered_max_size = Object.values(state_numbers).reduce((sum, number) => sum + number, 0)
    return { rows, ...changes, size: rows.length, offset, filtered_max_size, state_numbers }
  },
})

interface Scope {
  organization_id: string
  state?: string
  origin?: string
  order_id: string | undefined
  trading_partner_id: string | undefined
  created_from: string | undefined
}

const scoped = (sql: Sql, { organization_id, state, origin, order_id, trading_partner_id, created_from }: Scope) => sql`
  r.organization_id = ${organization_id}
    ${state === undefined ? sql`` : sql`and r.state = ${state}`}
    ${origin === undefined ? sql`` : sql`and r.origin = ${origin}`}
    ${order_id === undefined ? sql`` : sql`and r.order_id = ${order_id}`}
    ${created_from === undefined ? sql`` : sql`and r.created_at >= ${created_from}`}
    ${
      trading_partner_id === undefined
        ? sql``
        : sql`and r.order_id in (select o.order_id from sales_orders o
            where o.organization_id = ${organization_id} and o.trading_partner_id = ${trading_partner_id})`
    }`

async function readNewest(sql: Sql, scope: Scope, limit: number, offset: number) {
  const rows = await sql<{ return_id: number }[]>`
    select r.return_id::float8 as return_id from returns r where ${scoped(sql, scope)}
    order by r.created_at desc, r.return_id desc limit ${limit} offset ${offset}`
  return { ids: rows.map(({ return_id }) => return_id) }
}

const followed: Followed = { record_type: 'return', table: 'returns', key: 'return_id', key_type: 'bigint' }

async function readChanged(
  sql: Sql,
  { organization_id, trading_partner_id }: Scope,
  since: { updated_since: string; limit: number },
) {
  const account =
    trading_partner_id === undefined
      ? undefined
      : {
          trading_partner_id,
          condition: (param: Param) => `exists (select from sales_orders o
            where o.organization_id = $1 and o.order_id = b.order_id
              and o.trading_partner_id = ${param(trading_partner_id)}::uuid)`,
        }
  const { ids, ...changes } = await readChanges(sql, organization_id, followed, since, account)
  return { ids: ids.map(Number), ...changes }
}

const countStates = (sql: Sql, scope: Scope) => sql<
  { expected: number; partially_received: number; closed: number; cancelled: number }[]
>`
  select count(*) filter (where r.state = 'expected')::int as expected,
    count(*) filter (where r.state = 'partially_received')::int as partially_received,
    count(*) filter (where r.state = 'closed')::int as closed,
    count(*) filter (where r.state = 'cancelled')::int as cancelled
  from returns r where ${scoped(sql, scope)}`

async function checkNamed(
  sql: Sql,
  organization_id: string,
  { order_id, trading_partner_id }: { order_id: string | undefined; trading_partner_id: string | undefined },
): Promise<void> {
  if (order_id === undefined && trading_partner_id === undefined) return
  const [known] = await sql<{ has_order: boolean; has_account: boolean }[]>`
    select exists (select from sales_orders
        where organization_id = ${organization_id} and order_id = ${order_id ?? null}::uuid) as has_order,
      exists (select from trading_partners
        where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id ?? null}::uuid)
        as has_account`
  if (order_id !== undefined && !known!.has_order) refuseField('order_id', 'must be a sales order of this organisation')
  if (trading_partner_id !== undefined && !known!.has_account)
    refuseField('trading_partner_id', 'must be a trading account of this organisation')
}
