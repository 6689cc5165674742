import type { Period } from '../../../calendar/retail_calendar.ts'
import { addDays, daysBetween } from '../../../calendar/days.ts'
import { checkWindow } from '../../../calendar/window.ts'
import { limits } from '../../../contract/limits.ts'
import { mapInSlices } from '../../../queue/slices.ts'
import { operation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import {
  CalendarDate,
  Id,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
} from '../../../contract/schema.ts'
import { baselineOf, rungs, soldByDoor } from './anchor.rules.ts'
import { grades } from './grades.rules.ts'
import { readGrades } from './grades.store.ts'
import { readDoors, readOrdered, readSold } from './anchor.store.ts'
import { readBookSums } from '../book.store.ts'
import { ComparisonShape, nullableQty, qty, seasonFields } from '../model.ts'
import { bookQuery, scopeOf } from '../scope.ts'
import { firstWindowOf, readPrior } from '../season_book.ts'
import { type Comparison, seasonCodeOf, type SeasonStart, startOf } from '../season.rules.ts'

const notGraded = 'No plan of the season has the category of the style.'

const windowSources = ['parameters', 'prior_season', 'last_52_weeks'] as const

interface WindowQuery {
  sellout_from?: string
  sellout_to?: string
}

function requestedWindow({ sellout_from, sellout_to }: WindowQuery, as_of: string): Period | null {
  if (sellout_from === undefined && sellout_to === undefined) return null
  if (sellout_from === undefined) return refuseField('sellout_from', 'is required with sellout_to')
  if (sellout_to === undefined) return refuseField('sellout_to', 'is required with sellout_from')
  const window = { start: sellout_from, end: sellout_to }
  if (sellout_to > as_of) refuseField('sellout_to', 'must not be after as_of', [`at most ${as_of}`])
  checkWindow(window, { days: limits.order_book_sellout_days_max }, ['sellout_from', 'sellout_to'])
  return window
}

/** The prior season until the day before this one, as far as it is over; or else the last 52 weeks. */
function defaultWindow(as_of: string, { season_start }: SeasonStart, { prior_season_start }: Comparison) {
  const last = season_start !== null && season_start <= as_of ? addDays(season_start, -1) : as_of
  const isUsable =
    season_start !== null &&
    prior_season_start !== null &&
    prior_season_start <= last &&
    daysBetween(prior_season_start, last) <= limits.order_book_sellout_days_max
  return isUsable
    ? ({ from: prior_season_start, to: last, source: 'prior_season' } as const)
    : ({ from: addDays(as_of, -363), to: as_of, source: 'last_52_weeks' } as const)
}

const Door = Shape(
  {
    door_id: OwnId('The door.'),
    name: Text('Name of the door.', { examples: ['Harbour Street'] }),
    door_reference: Text("The account's reference of the door.", { examples: ['DOOR-114'] }),
    units: Nullable(
      Num('Units that the door sold, or an average rounded to two decimals; null if nothing was measured.', {
        examples: [18],
      }),
    ),
    share: Nullable(
      Num('Share of the doors of the style, from 0 to 1 with four decimals; null if nothing was measured.', {
        minimum: 0,
        maximum: 1,
        examples: [1],
      }),
    ),
    rung: OpenChoice(rungs, 'What `units` is.'),
    rung_label: Text('What `units` is, as a sentence, with what it averages.', {
      examples: ['Units of the style that the door sold.'],
    }),
    source: OpenChoice(['sell_out', 'none'], 'Where `units` comes from.'),
  },
  { $id: 'AnchorDoor' },
)

const Style = Shape(
  {
    product_id: OwnId('The style.'),
    title: Text('Title of the style.', { examples: ['Merino crew jumper'] }),
    category: Nullable(Text('Category of the style; null without one.', { examples: ['Knitwear'] })),
    ordered_qty: qty('Units that the account booked of the style.', 120),
    grade: Nullable(
      OpenChoice(
        grades,
        'Grade of the style by the planned sales of its category: A for the largest categories that make up the first 80 per cent of the planned sales, B up to 95 per cent, C for the others. Null if the plan does not grade the style.',
      ),
    ),
    grade_reason: Nullable(
      Text('Why the style has no grade, as a sentence; null if it has one.', {
        examples: ['No plan of the season has the category of the style.'],
      }),
    ),
    prior: Shape(
      {
        ordered_qty: nullableQty(
          'Units that the account had booked of the style for the prior season by `as_of`.',
          120,
        ),
        sold_qty: nullableQty('Units that the account reported as sold in the window, over all doors.', 18),
        reason: Reason,
      },
      { description: 'The style before this season; the reason explains the first null.' },
    ),
    baseline: Shape(
      {
        basis: OpenChoice([...rungs, 'mixed'], 'What the units of all doors are, or mixed if they differ.'),
        by_door: Type.Array(Door, { description: 'Doors in use, by their reference.' }),
      },
      { description: 'What each door can be expected to sell of the style.' },
    ),
  },
  { $id: 'AnchorStyle' },
)

export const getAccountAnchor = operation({
  id: 'order_book.get_account_anchor',
  route: 'GET /api/v1/order-book/account-anchor',
  summary: 'Get the anchor of an account',
  description: `Returns, for each style that one account booked for a season, what its doors can be expected to sell. Per style and door: the units that the door sold of the style in a window of sell-out; or else the average of the styles of its category that the door sold; or else the average of all styles that it sold; or else nothing. Only reported periods that are within the window count. Shares add up to exactly 1 over the doors of a style. The window is the requested one, which ends at most ${limits.order_book_sellout_days_max} days after its first day; or from the start of the prior season to the day before this one, and at most to \`as_of\`; or else the 52 weeks up to \`as_of\`. Styles are graded by the plans of record of the season's commitments, or of the requested one, as they were locked by \`as_of\`. Sell-out reports keep no history: a period that was reported again has its new figures in reads of earlier days as well.`,
  query: Type.Object(
    {
      trading_partner_id: Id('The account.'),
      season_code: bookQuery.season_code,
      prior_season_code: bookQuery.prior_season_code,
      commitment_id: bookQuery.commitment_id,
      sellout_from: Type.Optional(CalendarDate('First day of the window of sell-out; with `sellout_to`.')),
      sellout_to: Type.Optional(CalendarDate('Last day of the window of sell-out; with `sellout_from`.')),
      as_of: bookQuery.as_of,
    },
    { additionalProperties: false },
  ),
  answer: Shape({
    trading_partner_id: OwnId('The account.'),
    ...seasonFields,
    engine: Shape(
      {
        name: OpenChoice(['door_baselines'], 'What computed the baselines.'),
        state: OpenChoice(['computed'], 'computed: on this request, from the reports that are there.'),
        computed_at: Instant('When it was computed.'),
        stale_after: Nullable(Instant('When the figures become stale; null as they are computed on each request.')),
      },
      { description: 'How the baselines were computed.' },
    ),
    grades_state: OpenChoice(
      ['served', 'not_on_plan', 'unreadable'],
      'served: plans of record grade the styles. not_on_plan: no commitment of the season had a locked plan at `as_of`. unreadable: the plans have no sales, or not in comparable currencies.',
    ),
    grades_reason: Nullable(
      Text('Why there are no grades; null if they are served.', {
        examples: ['No commitment of the season has a locked version of its plan.'],
      }),
    ),
    grades_plans: Type.Array(
      Shape({
        commitment_id: OwnId('The commitment.'),
        version_id: OwnId('The locked version of its plan.'),
        label: Text('Label of the version.', { examples: ['Board budget'] }),
      }),
      { description: 'Plans of record that the grades are read from.' },
    ),
    sellout_window: Shape(
      {
        from: CalendarDate('First day.', { examples: ['2026-02-01'] }),
        to: CalendarDate('Last day.'),
        source: OpenChoice(windowSources, 'Where the window comes from.'),
      },
      { description: 'The window of sell-out.' },
    ),
    styles: Type.Array(Style, { description: 'Styles with booked units, the largest quantity first.' }),
    comparison: ComparisonShape,
  }),
  async run({ sql, caller, query, now }) {
    const scope = await scopeOf(sql, caller, query, now)
    const as_of = scope.known.day
    const requested = requestedWindow(query, as_of)
    const start = startOf(undefined, firstWindowOf(await readBookSums(sql, scope)))
    const { comparison, scope: priorScope } = await readPrior(sql, scope, start, query)
    const sellout_window =
      requested === null
        ? defaultWindow(as_of, start, comparison)
        : ({ from: requested.start, to: requested.end, source: 'parameters' } as const)
    const compared = priorScope !== null
    const [ordered, before, sold, doors, { grades: byCategory, ...gradesHead }] = await Promise.all([
      readOrdered(sql, scope),
      compared ? readOrdered(sql, priorScope) : [],
      readSold(sql, scope, { start: sellout_window.from, end: sellout_window.to }),
      readDoors(sql, scope),
      readGrades(sql, scope),
    ])
    const byDoor = soldByDoor(sold)
    const priorOrdered = new Map(before.map(({ product_id, ordered_qty }) => [product_id, ordered_qty]))
    // Each style has a figure for every door of the account.
    const styles = await mapInSlices(
      ordered,
      ({ category_id, ...style }) => {
        const sold_qty = byDoor.totals.get(style.product_id) ?? null
        const grade = byCategory.get(category_id ?? '') ?? null
        return {
          ...style,
          grade,
          grade_reason: grade === null ? (gradesHead.grades_reason ?? notGraded) : null,
          prior: {
            ordered_qty: compared ? (priorOrdered.get(style.product_id) ?? 0) : null,
            sold_qty,
            reason: compared
              ? sold_qty === null
                ? 'The account reported no sales of the style in the window.'
                : null
              : comparison.reason,
          },
          baseline: baselineOf({ category_id, ...style }, doors, byDoor),
        }
      },
      caller.organization_id,
    )
    return {
      trading_partner_id: scope.trading_partner_id!,
      season_code: seasonCodeOf(query.season_code),
      as_of,
      season_start: start.season_start,
      season_source: start.source,
      engine: { name: 'door_baselines', state: 'computed', computed_at: now, stale_after: null },
      ...gradesHead,
      sellout_window,
      styles,
      comparison,
    }
  },
})
