import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { limits } from '../../../contract/limits.ts'
import { operation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import {
  CalendarDate,
  Clamped,
  Id,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  Text,
  Type,
  Whole,
} from '../../../contract/schema.ts'
import { locationGrains } from '../../known_values.ts'
import { coverageOf } from './coverage.rules.ts'
import {
  findBookCategories,
  type PeriodRow,
  readAccounts,
  readPeriods,
  readPeriodsOf,
  windowOf,
} from './coverage.store.ts'
import { PeriodAxis, ReportedPeriod } from './period.model.ts'
import { axisOf, periodGrains } from './period.rules.ts'

const AccountCoverage = Shape(
  {
    account: Text('Name of the account.', { examples: ['Meridian'] }),
    account_id: OwnId('The account.'),
    coverage_sentence: Text('What the account has reported, as a sentence.', {
      examples: ['Meridian reported 12 of the last 13 weeks by store; its last report ends on 2026-11-15.'],
    }),
    grain: Nullable(OpenChoice(locationGrains, 'The places that the account reports for; null if not declared.')),
    period_grain: Nullable(OpenChoice(periodGrains, 'Length of its periods; null without any.')),
    periods_reported: Whole('Number of periods reported.', { minimum: 0, examples: [12] }),
    last_reported: Nullable(
      CalendarDate('Last day of its last report; null without any.', { examples: ['2026-11-15'] }),
    ),
    reported: Type.Record(Type.String(), ReportedPeriod, {
      description: 'The reported periods by `<start>/<end>`. A period that was not reported is absent, not zero.',
      examples: [
        {
          '2026-11-09/2026-11-15': {
            grain: 'week',
            period_days: 7,
            period_start: '2026-11-09',
            period_end: '2026-11-15',
            units: 84,
            variants: 36,
          },
        },
      ],
    }),
    weekly_rate_absent: Nullable(
      Text('Why no rate of sale per week follows from the reports, as a sentence; null if one does.', {
        examples: ['Not all reported periods are weeks.'],
      }),
    ),
  },
  { $id: 'AccountCoverage' },
)

export const clampWeeks = (weeks: number): number =>
  Math.min(Math.max(weeks, limits.sell_out_weeks_min), limits.sell_out_weeks_max)

export const weeksField = (from: string) =>
  Type.Optional(
    Clamped(
      `Weeks up to ${from}: periods that end in them. ${limits.sell_out_weeks_default} unless stated; a value outside the bounds is clamped.`,
      { minimum: limits.sell_out_weeks_min, maximum: limits.sell_out_weeks_max, examples: [13] },
    ),
  )

export const getCoverage = operation({
  id: 'sell_out.get_coverage',
  route: 'GET /api/v1/sell-out/coverage',
  summary: 'Get sell-out coverage',
  description:
    "Returns, for each account that is declared or has reported, which periods it reported, with units and variants. With `commitment_id`, units and variants are those of the categories that the commitment has budgets for, and `as_of` moves the end of the window from today to another day. Days are those of the organisation's time zone. Keys bound to a trading account are refused.",
  account: 'aggregate',
  query: Type.Object(
    {
      weeks: weeksField('today or as_of'),
      commitment_id: Type.Optional(Id('Limits units and variants to the categories of this commitment.')),
      as_of: Type.Optional(CalendarDate('Last day of the window; needs commitment_id. Today unless stated.')),
    },
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      weeks: Whole('Number of weeks, after clamping.', { minimum: 1, maximum: 52, examples: [13] }),
      as_of: CalendarDate('Last day of the window.'),
      commitment_id: Nullable(OwnId('The commitment; null without one.')),
      period_axis: PeriodAxis('Every period that an account reported, oldest first, with its key and its bounds.'),
      accounts: Type.Array(AccountCoverage, { description: 'The accounts, by name.' }),
    },
    { $id: 'SellOutCoverage' },
  ),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id, time_zone }, query, now }) {
    const { commitment_id, as_of = dayInTimeZone(time_zone, now) } = query
    if (query.as_of !== undefined && commitment_id === undefined) refuseField('commitment_id', 'is required with as_of')
    const weeks = clampWeeks(query.weeks ?? limits.sell_out_weeks_default)
    const days = windowOf(as_of, weeks)
    const categories =
      commitment_id === undefined ? null : await findBookCategories(sql, organization_id, commitment_id)
    const [accounts, periods] = await Promise.all([
      readAccounts(sql, organization_id, as_of),
      categories === null
        ? readPeriods(sql, organization_id, days)
        : readPeriodsOf(sql, organization_id, days, categories),
    ])
    const byAccount = Map.groupBy<string, PeriodRow>(periods, ({ trading_partner_id }) => trading_partner_id)
    return {
      weeks,
      as_of,
      commitment_id: commitment_id ?? null,
      period_axis: axisOf(periods),
      accounts: accounts.map((account) =>
        coverageOf(account, byAccount.get(account.trading_partner_id) ?? [], {
          weeks,
          is_narrowed: categories !== null,
        }),
      ),
    }
  },
})
