import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refusals, refuseField } from '../../contract/refusals.ts'
import {
  Id,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { countedPage } from '../../tables/page.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { KeyId, service } from './model.ts'
import { readKey } from './store.ts'

const limit_default = 50

const Usage = Shape(
  {
    request_id: OwnId('Request id, as in the X-Request-Id response header.'),
    at: Instant('Time of the response.'),
    method: Text('HTTP method.', { examples: ['GET'] }),
    path: Text('Request path without the query string; at most the first 1,000 characters.', {
      examples: ['/api/v1/variants/table'],
    }),
    operation: Nullable(
      Text('Id of the operation; null when no operation matches the path.', { examples: ['products.list_variants'] }),
    ),
    status: Whole('HTTP status of the response.', { examples: [200] }),
    code: Nullable(Text('Error code; null on success.', { examples: ['scope_missing'] })),
    duration_ms: Whole('Time from receiving the request to the response, in milliseconds.'),
    address: Nullable(Text('Client address of the request.', { examples: ['203.0.113.7'] })),
  },
  { $id: 'ApiKeyCall' },
)
type UsageRow = Static<typeof Usage>

// An open list: client generators treat codes that differ only in case as one name in a closed enum.
const codes = Object.keys(refusals)

const Filter = Type.Object(
  {
    ...pagingQuery(limit_default),
    status: Type.Optional(
      Whole('Limits the result to responses with this status.', { minimum: 100, maximum: 599, examples: [429] }),
    ),
    code: Type.Optional(OpenChoice(codes, 'Limits the result to errors with this code.')),
    since: Type.Optional(Instant('Limits the result to requests at or after this time.')),
    request_id: Type.Optional(Id('Limits the result to the request with this X-Request-Id.')),
  },
  { additionalProperties: false },
)

export const readUsage = sessionOperation({
  id: 'session.read_key_usage',
  route: 'GET /api/v1/developer/keys/{api_key_id}/usage',
  summary: 'List API key usage',
  description: `Returns the requests made with the key in the last ${limits.usage_days} days, newest first. A request appears within about a second. Use \`request_id\` to find one request; an unknown id, or the id of another key's request, returns an empty page.`,
  service,
  needs: 'admin',
  params: KeyId,
  query: Filter,
  answer: Page(Usage),
  refusals: ['not_found'],
  async run({ sql, caller, params, query }) {
    const { organization_id } = caller
    if (query.code !== undefined && !codes.includes(query.code))
      refuseField('code', 'must be one of the allowed values', codes)
    const reading = selectUsage(sql, organization_id, params.api_key_id, query)
    const counting = countUsage(sql, organization_id, params.api_key_id, query)
    const [, page] = await Promise.all([
      readKey(sql, organization_id, params.api_key_id),
      countedPage(query.offset ?? 0, reading, counting),
    ])
    return page
  },
})

type Filter = Static<typeof Filter>

/** The id uses the process clock and the row the database clock: the minutes by which they may differ. */
const stampedApartMinutesMax = 10

/** The Unix milliseconds at the start of a UUIDv7; null for any other id, which this service never issues. */
const madeAt = (id: string): number | null => (id[14] === '7' ? parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null)

/** The id contains its time, so only the rows of those minutes are searched; nulls match no row. */
function isCalled(sql: Sql, request_id: string | undefined) {
  if (request_id === undefined) return sql``
  const made_at = sql`to_timestamp(${madeAt(request_id)}::float8 / 1000)`
  return sql`and request_id = ${request_id} and at between
    ${made_at} - make_interval(mins => ${stampedApartMinutesMax})
    and ${made_at} + make_interval(mins => ${stampedApartMinutesMax})`
}

/** Shared by the page and its count; a null does not filter. */
const isAsked = (sql: Sql, organization_id: string, api_key_id: string, filter: Filter) => sql`
  organization_id = ${organization_id} and api_key_id = ${api_key_id}
  and at >= greatest(${filter.since ?? null}::timestamptz, now() - make_interval(days => ${limits.usage_days}))
  and (${filter.status ?? null}::int is null or status = ${filter.status ?? null})
  and (${filter.code ?? null}::text is null or code = ${filter.code ?? null})
  ${isCalled(sql, filter.request_id)}`

const selectUsage = (sql: Sql, organization_id: string, api_key_id: string, filter: Filter) => sql<UsageRow[]>`
  select request_id, at, method, path, operation, status::int as status, code, duration_ms, address
  from key_usage where ${isAsked(sql, organization_id, api_key_id, filter)}
  order by at desc, request_id desc
  limit ${filter.limit ?? limit_default} offset ${filter.offset ?? 0}`

const countUsage = (sql: Sql, organization_id: string, api_key_id: string, filter: Filter) => sql<
  { filtered: number }[]
>`
  select count(*)::int as filtered from key_usage where ${isAsked(sql, organization_id, api_key_id, filter)}`
