import { commitmentStatuses } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Choice, Type } from '../../contract/schema.ts'
import { countedPage } from '../../tables/page.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { Commitment, selectCommitments } from './commitments.store.ts'

export const listCommitments = sessionOperation({
  id: 'session.list_commitments',
  route: 'GET /api/v1/commitments',
  summary: 'List commitments',
  description: 'Returns the commitments of the organisation with their budgets, newest first.',
  service: 'commitments',
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_common_max),
      status: Type.Optional(Choice(commitmentStatuses, 'Only commitments in this state.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(Commitment),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limits.page_limit_common_max, status } = query
    const which = () => sql`k.organization_id = ${organization_id}
      ${status === undefined ? sql`` : sql`and k.status = ${status}`}`
    return countedPage(
      offset,
      selectCommitments(sql, which(), limit, offset),
      sql<{ filtered: number }[]>`select count(*)::int as filtered from commitments k where ${which()}`,
    )
  },
})
