import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Flag, Id, Text, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { Account, service } from './account.model.ts'
import { selectAccounts } from './account.store.ts'

export const listAccounts = sessionOperation({
  id: 'session.list_accounts',
  route: 'GET /api/v1/wholesale/accounts',
  summary: 'List trading accounts',
  description: 'Returns the trading accounts of the organisation, sorted by name. Archived accounts are included.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_common_max),
      search: Type.Optional(
        Text('Only accounts whose name or reference contains this text (case-insensitive).', {
          minLength: 1,
          maxLength: limits.search_length_max,
          examples: ['meridian'],
        }),
      ),
      account_tier: Type.Optional(
        Text('Only accounts of this tier.', { minLength: 1, maxLength: 40, examples: ['key'] }),
      ),
      price_list_id: Type.Optional(Id('Only accounts with this price list.')),
      is_archived: Type.Optional(Flag('true returns only archived accounts, false only accounts in use.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(Account),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limits.page_limit_common_max, search, account_tier, price_list_id, is_archived } = query
    const which = () => sql`t.organization_id = ${organization_id}
      ${
        search === undefined
          ? sql``
          : sql`and position(lower(${search}) in lower(t.name || ' ' || coalesce(t.account_reference, ''))) > 0`
      }
      ${account_tier === undefined ? sql`` : sql`and t.account_tier = ${account_tier}`}
      ${price_list_id === undefined ? sql`` : sql`and t.price_list_id = ${price_list_id}`}
      ${is_archived === undefined ? sql`` : sql`and (t.archived_at is not null) = ${is_archived}`}`
    const [[count], rows] = await Promise.all([
      sql<{ filtered: number }[]>`select count(*)::int as filtered from trading_partners t where ${which()}`,
      selectAccounts(sql, which(), limit, offset),
    ])
    return { rows, size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})
