/** Shapes that several reads of the order book share. */
import { named } from '../../contract/openapi/named.ts'
import { CalendarDate, Nullable, Num, OpenChoice, Reason, Shape, Text, Whole } from '../../contract/schema.ts'

export const qty = (description: string, example: number) => Whole(description, { examples: [example] })
export const nullableQty = (description: string, example: number) => Nullable(qty(description, example))

export const dollars = (description: string, example: number) =>
  Nullable(Num(`${description} In US dollars, at the exchange rates in force on \`as_of\`.`, { examples: [example] }))

const startSources = named('SeasonStartSource', ['parameter', 'first_ship_window', 'not_known'])

export const seasonFields = {
  season_code: Text('Code of the season, in capital letters.', { examples: ['SS27'] }),
  as_of: CalendarDate('Day at whose end, or within which, the book is read.'),
  season_start: Nullable(
    CalendarDate('First day of the season; null if it is not known.', { examples: ['2027-02-01'] }),
  ),
  season_source: OpenChoice(
    startSources,
    'Where `season_start` comes from: the parameter, or the first ship window of the season.',
  ),
}

export const Prior = Shape(
  {
    booked_qty: nullableQty('Units booked.', 96),
    booked_value_usd: dollars('Value of the units booked.', 3_840),
    reason: Reason,
  },
  {
    $id: 'PriorSeason',
    description: 'The prior season, at the day that `comparison` states; the reason explains the first null.',
  },
)

export const ComparisonShape = Shape(
  {
    prior_season_code: Nullable(Text('Season that is compared with; null if it is not known.', { examples: ['SS26'] })),
    prior_season_source: OpenChoice(
      ['parameter', 'season_code', 'not_known'],
      'Where `prior_season_code` comes from: the parameter, or the season code with the year before.',
    ),
    prior_season_start: Nullable(
      CalendarDate('First day of the prior season; null if it is not known.', { examples: ['2026-02-01'] }),
    ),
    prior_season_start_source: OpenChoice(
      startSources,
      'Where `prior_season_start` comes from: the parameter, or the first ship window of that season.',
    ),
    prior_as_of: Nullable(
      CalendarDate(
        'Day at whose end the prior season is read: as many days before its start as `as_of` is before the start of this season, and at most `as_of`. Null if the whole season is compared, or none.',
        { examples: ['2025-11-21'] },
      ),
    ),
    basis: OpenChoice(
      ['same_days_before_start', 'whole_season', 'none'],
      'What the prior figures are: those of the same number of days before the start, of the whole prior season where a start is not known, or none.',
    ),
    reason: Reason,
  },
  { $id: 'SeasonComparison', description: 'How the prior season is compared with.' },
)

export const predictedFields = {
  predicted_qty: nullableQty(
    'Units still to be booked, not part of `booked_qty`: what is booked, times the share by which the prior season grew from the same number of days before its start to its end; zero if it shrank.',
    30,
  ),
  predicted_reason: Reason,
}
