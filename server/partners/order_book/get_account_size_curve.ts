import type { Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Id, Nullable, OpenChoice, OwnId, Reason, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { bookLines, inCommitment } from './book.store.ts'
import { qty, seasonFields } from './model.ts'
import { type BookScope, bookQuery, scopeOf } from './scope.ts'
import { sharesOf } from './size_curve.rules.ts'

const readSizes = (sql: Sql, scope: BookScope) => sql<{ size: string | null; lines: number; units: number }[]>`
  select b.size, count(*)::int as lines, sum(b.quantity)::float8 as units
  from ${bookLines(sql, scope)}
  where not b.is_cancelled and ${inCommitment(sql, scope)}
  group by b.size
  order by b.size`

export const getAccountSizeCurve = operation({
  id: 'order_book.get_account_size_curve',
  route: 'GET /api/v1/order-book/account-size-curve',
  summary: 'Get the size curve of an account',
  description:
    "Returns how the bookings of one account are distributed over sizes, in basis points that add up to exactly 10,000: each share is rounded down, and the sizes with the largest remainders get one more. The size of a line is the variant's option of the name Size when the line was recorded, or the size that the line states; lines without a size are counted beside it. Send `season_code` or `commitment_id`, or both.",
  query: Type.Object(
    {
      trading_partner_id: Id('The account.'),
      season_code: Type.Optional(bookQuery.season_code),
      commitment_id: bookQuery.commitment_id,
      as_of: bookQuery.as_of,
    },
    { additionalProperties: false, examples: [{ season_code: 'SS27' }] },
  ),
  answer: Shape({
    trading_partner_id: OwnId('The account.'),
    season_code: Nullable(
      Text('Code of the season, in capital letters; null for a commitment without a season.', { examples: ['SS27'] }),
    ),
    season_source: OpenChoice(['parameter', 'commitment', 'none'], 'Where `season_code` comes from.'),
    as_of: seasonFields.as_of,
    shares_bp: Type.Record(
      Type.String(),
      Whole('Share of the size in basis points.', { minimum: 0, maximum: 10_000, examples: [10_000] }),
      {
        description: 'Share of each size in basis points; empty if no unit has a size.',
        examples: [{ M: 10_000 }],
      },
    ),
    shares_reason: Reason,
    lines: qty('Lines with a size.', 1),
    units: qty('Units of these lines.', 120),
    unsized_lines: qty('Lines without a size.', 0),
    unsized_units: qty('Units of these lines.', 0),
  }),
  async run({ sql, caller, query, now }) {
    if (query.season_code === undefined && query.commitment_id === undefined)
      refuseField('season_code', 'is required, unless commitment_id is sent')
    const scope = await scopeOf(sql, caller, query, now)
    const rows = await readSizes(sql, scope)
    const sized = rows.filter(({ size }) => size !== null)
    const unsized = rows.find(({ size }) => size === null)
    const shares_bp = sharesOf(new Map(sized.map(({ size, units }) => [size!, units])))
    return {
      trading_partner_id: scope.trading_partner_id!,
      season_code: scope.season_code,
      season_source: scope.season_source,
      as_of: scope.known.day,
      shares_bp,
      shares_reason: sized.length > 0 ? null : 'The account booked no unit with a size.',
      lines: sized.reduce((sum, { lines }) => sum + lines, 0),
      units: sized.reduce((sum, { units }) => sum + units, 0),
      unsized_lines: unsized?.lines ?? 0,
      unsized_units: unsized?.units ?? 0,
    }
  },
})
