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
import { Page, pagingQuery } from '../../tables/table.ts'
import { KeyId, service } from './model.ts'
import { readKey } from './store.ts'

const limit_default = 50

const Usage = Shape({
  request_id: OwnId('The X-Request-Id of the answer.'),
  at: Instant('When it was answered.'),
  method: Text('Method.', { examples: ['GET'] }),
  path: Text('Path without its query, its first 1,000 characters.', { examples: ['/api/v1/variants/table'] }),
  operation: Nullable(
    Text('The operation; null where none is mounted there.', { examples: ['products.list_variants'] }),
  ),
  status: Whole('Status of the answer.', { examples: [200] }),
  code: Nullable(Text('Code of the refusal; null on a success.', { examples: ['scope_missing'] })),
  duration_ms: Whole('Milliseconds from reaching the door to the answer.'),
  address: Nullable(Text('Where the call came from.', { examples: ['203.0.113.7'] })),
})
type UsageRow = Static<typeof Usage>

// An open list: codes that differ in case alone are one name to what makes clients from closed ones.
const codes = Object.keys(refusals)

const Filter = Type.Object(
  {
    ...pagingQuery(limit_default),
    status: Type.Optional(Whole('Only answers of this status.', { minimum: 100, maximum: 599, examples: [429] })),
    code: Type.Optional(OpenChoice(codes, 'Only refusals of this code.')),
    since: Type.Optional(Instant('Only calls from this instant on.')),
    request_id: Type.Optional(Id('Only the call that was answered with this X-Request-Id.')),
  },
  { additionalProperties: false },
)

export const readUsage = sessionOperation({
  id: 'session.read_key_usage',
  route: 'GET /api/v1/developer/keys/{api_key_id}/usage',
  summary: 'Read what an API key was used for',
  description: `Every call the key reached within the last ${limits.usage_days} days, newest first. A call shows within about a second. request_id finds one call; an id of no call, or of another key's, finds nothing.`,
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
    const [, rows, counted] = await Promise.all([
      readKey(sql, organization_id, params.api_key_id),
      selectUsage(sql, organization_id, params.api_key_id, query),
      countUsage(sql, organization_id, params.api_key_id, query),
    ])
    return {
      rows: [...rows],
      size: rows.length,
      offset: query.offset ?? 0,
      filtered_max_size: counted[0]!.filtered,
    }
  },
})

type Filter = Static<typeof Filter>

/** The id is made by the clock of its process and the row is stamped by the database's: minutes by which they may differ. */
const stamped_apart_minutes_max = 10

/** Milliseconds since 1970 that a UUIDv7 begins with; null for any other id, which no answer of ours carried. */
const madeAt = (id: string): number | null => (id[14] === '7' ? parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null)

/** The id tells when it was made, so that its row is looked for in those minutes alone; between nulls stands nothing. */
function isCalled(sql: Sql, request_id: string | undefined) {
  if (request_id === undefined) return sql``
  const made_at = sql`to_timestamp(${madeAt(request_id)}::float8 / 1000)`
  return sql`and request_id = ${request_id} and at between
    ${made_at} - make_interval(mins => ${stamped_apart_minutes_max})
    and ${made_at} + make_interval(mins => ${stamped_apart_minutes_max})`
}

/** Of the page and of its count; a null asks nothing. */
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
