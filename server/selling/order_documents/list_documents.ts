import type { Caller, Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Choice, Id, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { checkAccountIsNamed } from '../bound_keys.ts'
import { orderPaperStates } from '../known_values.ts'
import { OrderPaperRow } from './model.ts'
import { readRows } from './document.store.ts'

interface Filters {
  account_id?: string
  state?: string
}

/** A paper is being read while a worker holds its lease. */
function isIn(sql: Sql, state: string): Fragment {
  if (state === 'reading') return sql`d.state = 'queued' and d.leased_until > now()`
  if (state === 'queued') return sql`d.state = 'queued' and (d.leased_until is null or d.leased_until <= now())`
  return sql`d.state = ${state}`
}

const conditions = (sql: Sql, organization_id: string, { account_id, state }: Filters): Fragment =>
  sql`d.organization_id = ${organization_id}
    ${account_id === undefined ? sql`` : sql`and d.trading_partner_id = ${account_id}`}
    ${state === undefined ? sql`` : sql`and ${isIn(sql, state)}`}`

async function checkNamed(sql: Sql, caller: Caller, account_id: string | undefined): Promise<void> {
  checkAccountIsNamed(caller, account_id, 'account_id')
  if (account_id === undefined) return
  const [account] = await sql`
    select from trading_partners
    where organization_id = ${caller.organization_id} and trading_partner_id = ${account_id}`
  if (account === undefined) refuseField('account_id', 'must be a trading account of this organisation')
}

export const listOrderPapers = operation({
  id: 'orders.list_documents',
  route: 'GET /api/v1/sales/orders/documents',
  summary: 'List filed order papers',
  description:
    'Returns filed order papers without their readings, newest first. All filters combine with AND. A key that is bound to a trading account must name that account in `account_id`.',
  capability: 'trading-partner connectivity',
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_default, limits.page_limit_common_max),
      account_id: Type.Optional(
        Id('Only papers of this trading account. Required for a key that is bound to an account.'),
      ),
      state: Type.Optional(Choice(orderPaperStates, 'Only papers in this state.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(OrderPaperRow),
  async run({ sql, caller, query }) {
    const { organization_id } = caller
    const { offset = 0, limit = limits.page_limit_default, ...filters } = query
    await checkNamed(sql, caller, filters.account_id)
    const [rows, [counted]] = await Promise.all([
      readRows(
        sql,
        organization_id,
        sql`select d.document_id, d.filed_at from order_documents d where ${conditions(sql, organization_id, filters)}
          order by d.filed_at desc, d.document_id desc limit ${limit} offset ${offset}`,
      ),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from order_documents d where ${conditions(sql, organization_id, filters)}`,
    ])
    return { rows, size: rows.length, offset, filtered_max_size: counted!.filtered }
  },
})
