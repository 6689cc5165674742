/** The shape of weekly sales, stock and intake. */
import { named } from '../../../contract/openapi/named.ts'
import { type Actual, money } from '../../../contract/money.ts'
import type { FigureCause } from '../../../contract/money/figure_causes.ts'
import {
  CalendarDate,
  Count,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../../contract/schema.ts'
import { missingCauses } from '../../../contract/money/causes.ts'
import { categoryFields, monthFields, ViewRead } from '../buy_plan.model.ts'
import { coverWeeks, projectionBases, type WssiRow } from './wssi.rules.ts'
import type { WssiFigures } from './wssi_plan.rules.ts'

const Amount = (description: string) =>
  Shape(
    {
      cents: Nullable(Whole('Amount in hundredths of the currency.', { examples: [1_200_000] })),
      currency: Text('ISO 4217 code.', { examples: ['USD'] }),
      reason: Reason,
      cause: Nullable(OpenChoice(missingCauses, 'Code of the reason; null if the amount is present.')),
    },
    { $id: 'CausedAmount', about: 'An amount of money, or why it is missing.', description },
  )

const Figures = (description: string) =>
  Shape(
    {
      opening_stock: Amount('Stock at the start of the week.'),
      sales: Amount('Net sales.'),
      markdown: Amount('What the units sold would have brought more at regular prices.'),
      intake: Amount('Receipts, and orders that are due.'),
      closing_stock: Amount('Stock at the end of the week.'),
    },
    {
      $id: 'WssiFigures',
      about: 'Sales, stock and intake of a week; stock and intake at regular prices.',
      description,
    },
  )

const coverCodes = ['no_plan', 'no_plan_value', 'not_recorded', 'no_price', 'no_exchange_rate', 'nothing_sold'] as const
const coverCode = Nullable(
  OpenChoice(
    named('WssiCoverCause', coverCodes),
    `Why it is null. no_plan: fewer than ${coverWeeks} weeks of the plan follow. nothing_sold: these weeks sell nothing.`,
  ),
)
const Cover = Nullable(
  Num(`Weeks that the closing stock lasts at the pace of the next ${coverWeeks} weeks.`, { examples: [7.5] }),
)

const Week = Shape(
  {
    week_start: CalendarDate('First day of the week.', { examples: ['2026-11-15'] }),
    plan: Figures('The plan.'),
    plan_weeks_of_cover: Cover,
    plan_weeks_of_cover_reason_code: coverCode,
    actual: Nullable(Figures('What happened, up to `actual_through` of the week; null if the week has not begun.')),
    unpriced_units: Count('Units sold without a regular price: the markdown leaves them out.', { examples: [0] }),
    projection: Figures('What happened and, for days to come, what is expected.'),
    projection_basis: Nullable(
      OpenChoice(
        projectionBases,
        'Where sales of days to come are from. actual: no such day. forecast: units of forecasts at the average net price of 13 weeks. plan: the plan, where no forecast covers the days. null in a total over several.',
      ),
    ),
    projected_weeks_of_cover: Cover,
    projected_weeks_of_cover_reason_code: coverCode,
  },
  { $id: 'WssiCategoryWeek' },
)

export const Wssi = Shape({
  mfp_id: OwnId('Id of the buy plan.'),
  name: Text('Name of the buy plan.', { examples: ['Fiscal year 2026'] }),
  fiscal_year: Whole('Calendar year in which the first month of the fiscal year lies.', { examples: [2026] }),
  currency: Text('Currency of all figures, as an ISO 4217 code.', { examples: ['USD'] }),
  view: ViewRead,
  as_of: Instant('When the figures were calculated.'),
  recorded_through: CalendarDate('Last day up to which sales are known.', { examples: ['2026-11-21'] }),
  weeks: Type.Array(
    Shape(
      {
        week_start: CalendarDate('First day of the week.', { examples: ['2026-11-15'] }),
        week_end: CalendarDate('Last day of the week, included.', { examples: ['2026-11-21'] }),
        month: monthFields.month,
        phase: OpenChoice(['past', 'current', 'future'], 'Whether the week has ended, is running or has not started.'),
        actual_through: Nullable(
          CalendarDate('Last day of which the sales are known; null if none is.', { examples: ['2026-11-21'] }),
        ),
      },
      { $id: 'WssiWeek' },
    ),
    {
      description:
        'The weeks, Sunday to Saturday; the first and the last of a plan on calendar months are cut to it. `month` is that of their first day.',
    },
  ),
  rows: Type.Array(
    Shape({ ...categoryFields, weeks: Type.Array(Week, { description: 'The same weeks.' }) }, { $id: 'WssiCategory' }),
    { description: 'Categories of the plan by name, products without a category last.' },
  ),
  totals: Type.Array(Week, { description: 'The sum of all rows by week; empty if the plan has no cells.' }),
  unplanned: Type.Array(Shape(categoryFields, { $id: 'WssiUnplannedCategory' }), {
    description:
      'Categories with stock, sales, forecasts or open orders that the plan has no cells of: they are in no figure.',
  }),
})

const shown = (figures: WssiFigures, currency: string): Static<ReturnType<typeof Figures>> => {
  const amount = (of: Actual) => {
    const { cents, reason } = money(of.cents, currency, of.reason ?? '')
    return { cents, currency, reason, cause: of.cents === null ? (of.cause ?? null) : null }
  }
  return {
    opening_stock: amount(figures.opening_stock),
    sales: amount(figures.sales),
    markdown: amount(figures.markdown),
    intake: amount(figures.intake),
    closing_stock: amount(figures.closing_stock),
  }
}

type CoverCode = (typeof coverCodes)[number]
const codeOf = (code: FigureCause | null) => code as CoverCode | null

export const shownWeek = (week_start: string, row: WssiRow, currency: string): Static<typeof Week> => ({
  week_start,
  plan: shown(row.plan, currency),
  plan_weeks_of_cover: row.plan_cover.weeks,
  plan_weeks_of_cover_reason_code: codeOf(row.plan_cover.code),
  actual: row.actual === null ? null : shown(row.actual, currency),
  unpriced_units: row.unpriced_units,
  projection: shown(row.projection, currency),
  projection_basis: row.basis,
  projected_weeks_of_cover: row.projected_cover.weeks,
  projected_weeks_of_cover_reason_code: codeOf(row.projected_cover.code),
})
