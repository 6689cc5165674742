import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Count, Id, Nullable, OpenChoice, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { pagingQuery } from '../../tables/table.ts'
import { firmness, inCommitment } from './book.store.ts'
import { lineColumns, lineFields, lineJoins, lineOf, type LineRow } from './line.model.ts'
import { qty, seasonFields } from './model.ts'
import { type BookScope, bookQuery, knownUntil, scopeOf } from './scope.ts'

const firmnesses = ['firm', 'cancellable', 'held']

/** The lines that ever were of the style, and of those the ones that still are. */
const styleLines = (sql: Sql, scope: BookScope, product_id: string) => sql`
  (select distinct on (r.book_line_id) r.*
    from order_book_revisions r
    where r.organization_id = ${scope.organization_id}
      and r.book_line_id = any(array(
        select n.book_line_id from order_book_revisions n
        where n.organization_id = ${scope.organization_id} and n.product_id = ${product_id}::uuid))
      and r.recorded_at <= ${knownUntil(sql, scope.known)}
    order by r.book_line_id, r.revision desc nulls last) b`

const isOfStyle = (sql: Sql, scope: BookScope, product_id: string) => sql`
  not b.is_cancelled and b.product_id = ${product_id}::uuid
    and (${scope.season_code}::text is null or b.season_code = ${scope.season_code}) and ${inCommitment(sql, scope)}`

const readLines = (sql: Sql, scope: BookScope, product_id: string, offset: number, limit: number) => sql<
  (LineRow & { firmness: string })[]
>`
  select ${lineColumns(sql)}, ${firmness(sql, scope)} as firmness
  from ${styleLines(sql, scope, product_id)}
  ${lineJoins(sql, scope.organization_id)}
  where ${isOfStyle(sql, scope, product_id)}
  order by lower(t.name), b.trading_partner_id, b.ship_window_start nulls last, a.line_reference, b.book_line_id
  limit ${limit} offset ${offset}`

const readTotals = (sql: Sql, scope: BookScope, product_id: string) => sql<
  { lines: number; accounts: number; booked_qty: number; held_qty: number }[]
>`
  select count(*)::int as lines, count(distinct b.trading_partner_id)::int as accounts,
    coalesce(sum(b.quantity), 0)::float8 as booked_qty,
    coalesce(sum(b.quantity) filter (where b.held_by is not null), 0)::float8 as held_qty
  from ${styleLines(sql, scope, product_id)}
  where ${isOfStyle(sql, scope, product_id)}`

const readTitles = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<{ title: string }[]>`
  select title from products
  where organization_id = ${organization_id} and product_id = any(${arrayLiteral(ids)}::uuid[])`

const StyleLine = Shape(
  {
    ...lineFields,
    firmness: OpenChoice(firmnesses, 'Whether the account can still cancel the line; see the firmness of a season.'),
  },
  { $id: 'StyleLine' },
)

export const listStyleLines = operation({
  id: 'order_book.list_style_lines',
  route: 'GET /api/v1/order-book/style-lines',
  summary: 'List the lines of a style',
  description:
    'Returns the lines of one style across all accounts that are not cancelled, sorted by account, ship window and reference. Without `season_code`, the season is that of `commitment_id`; without either, lines of every season are returned. Keys bound to a trading account are refused.',
  account: 'aggregate',
  query: Type.Object(
    {
      product_id: Id('The style.'),
      season_code: Type.Optional(bookQuery.season_code),
      commitment_id: bookQuery.commitment_id,
      as_of: bookQuery.as_of,
      ...pagingQuery(),
    },
    { additionalProperties: false, examples: [{ season_code: 'SS27' }] },
  ),
  answer: Shape(
    {
      product_id: OwnId('The style.'),
      title: Text('Title of the style.', { examples: ['Merino crew jumper'] }),
      season_code: Nullable(Text('Code of the season; null for every season.', { examples: ['SS27'] })),
      as_of: seasonFields.as_of,
      accounts: qty('Number of accounts with a line.', 1),
      booked_qty: qty('Units of all lines.', 120),
      held_qty: qty('Units that are held; part of `booked_qty`.', 0),
      rows: Type.Array(StyleLine, { description: 'Lines of this page.' }),
      size: Count('Number of rows on this page.', { examples: [1] }),
      offset: Whole('Offset of this page.', { examples: [0] }),
      filtered_max_size: Count('Number of lines.', { examples: [1] }),
    },
    { $id: 'StyleLinePage' },
  ),
  async run({ sql, caller, query, now }) {
    const { product_id, offset = 0, limit = limits.page_limit_default } = query
    const scope = await scopeOf(sql, caller, query, now)
    const [product] = await readTitles(sql, scope.organization_id, [product_id])
    if (product === undefined) refuseField('product_id', 'must be a product of this organisation')
    const [rows, [totals]] = await Promise.all([
      readLines(sql, scope, product_id, offset, limit),
      readTotals(sql, scope, product_id),
    ])
    const { lines, ...sums } = totals!
    return {
      product_id: product_id.toLowerCase(),
      title: product.title,
      season_code: scope.season_code,
      as_of: scope.known.day,
      ...sums,
      rows: rows.map(({ firmness: firm, ...row }) => ({ ...lineOf(row), firmness: firm })),
      size: rows.length,
      offset,
      filtered_max_size: lines,
    }
  },
})
