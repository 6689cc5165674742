import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Choice, Type } from '../../contract/schema.ts'
import { countedPage } from '../../tables/page.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { ApiKey, keyStates, service } from './model.ts'
import { countKeys, selectKeys } from './store.ts'

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
    const reading = selectKeys(sql, organization_id, { state, limit, offset })
    return countedPage(offset, reading, countKeys(sql, organization_id, { state }))
  },
})
