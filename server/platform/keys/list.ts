import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Choice, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { ApiKey, keyStates, service } from './model.ts'
import { keyOf, selectKeys } from './store.ts'

export const listKeys = sessionOperation({
  id: 'session.list_keys',
  route: 'GET /api/v1/developer/keys',
  summary: 'List API keys',
  description:
    'Returns the API keys of the organisation, newest first, with their state. The full keys are not stored and cannot be shown.',
  service,
  needs: 'admin',
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_common_max, limits.page_limit_common_max),
      state: Type.Optional(Choice(keyStates, 'Limits the result to keys in this state.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(ApiKey),
  async run({ sql, caller, query }) {
    const { offset = 0, limit = limits.page_limit_common_max, state } = query
    const { organization_id } = caller
    const rows = await selectKeys(sql, organization_id, { state, limit, offset })
    // A page past the last row is empty, so the count is read separately.
    const [first] = rows.length > 0 ? rows : await selectKeys(sql, organization_id, { state })
    const keys = rows.map(keyOf)
    return { rows: keys, size: keys.length, offset, filtered_max_size: first?.filtered ?? 0 }
  },
})
