/** Schemas that the operations of buy plans share. */
import { limits } from '../../contract/limits.ts'
import {
  CalendarDate,
  Count,
  Flag,
  Id,
  Instant,
  Line,
  Money,
  notBlank,
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
} from '../../contract/schema.ts'
import { baselineSources, buyPlanStatuses, planBases, planCalendars, planVersionKinds } from '../known_values.ts'

export const service = 'mfp'
export const BuyPlanPath = Shape({ mfp_id: Id('Id of the buy plan.') })

export const month = (description: string) => Whole(description, { minimum: 1, maximum: 12, examples: [2] })

export const BuyPlan = Shape(
  {
    mfp_id: OwnId('Id of the buy plan.'),
    name: Text('Name of the buy plan.', { examples: ['Fiscal year 2027'] }),
    fiscal_year: Whole('Calendar year in which the first month of the fiscal year lies.', { examples: [2027] }),
    fiscal_year_start_month: month('Calendar month with which the fiscal year begins, 1 for January.'),
    fiscal_year_end_month: month('Calendar month with which the fiscal year ends, 1 for January.'),
    calendar: OpenChoice(
      planCalendars,
      'Calendar of the months. retail_4_5_4: months of 4, 5 and 4 weeks, the last one of some years with a week more. gregorian: calendar months.',
    ),
    currency: Text('Currency of the plan, as an ISO 4217 code.', { examples: ['USD'] }),
    baseline_source: OpenChoice(
      baselineSources,
      "Where the plan's first figures came from. last_year_actuals: sales, stock and receipts of the year before.",
    ),
    baseline_through: Nullable(
      CalendarDate('Last day whose actuals the first figures contain; null if they contain none.', {
        examples: ['2026-11-20'],
      }),
    ),
    cell_count: Count('Number of cells of the working plan: each category, sales channel and fiscal month has one.', {
      examples: [240],
    }),
    status: OpenChoice(
      buyPlanStatuses,
      'draft: no version is published. live: the newest version is in force. archived: out of use.',
    ),
    is_locked: Flag('Whether the working plan is locked, so that its cells cannot be changed.'),
    total_planned_revenue: Money('Planned net sales of the year, in the working plan.'),
    created_at: Instant('When the plan was created.'),
  },
  { $id: 'BuyPlan' },
)
export type BuyPlan = Static<typeof BuyPlan>

export const versionFields = {
  version_id: OwnId('Id of the version.'),
  number: Count('Number of the version within the plan, starting at 1.', { examples: [1] }),
  label: Text('Label of the version.', { examples: ['Board budget'] }),
  kind: OpenChoice(
    planVersionKinds,
    'budget: what the fiscal year is measured against; a fiscal year has one. reforecast: a later view of it.',
  ),
  is_budget: Flag('Whether the version is the budget.'),
  is_live: Flag('Whether the version is in force, which the newest one is.'),
  cell_count: Count('Number of cells of the version.', { examples: [240] }),
  locked_at: Instant('When the version was published. It never changes after that.'),
  locked_by: Text('Name of the user who published the version.', { examples: ['Ada Merchant'] }),
}

/** Sums of a year over all cells. */
export const PlanTotals = (description: string) =>
  Shape(
    {
      sales: Money('Planned net sales of the year.'),
      markdown: Money('Planned markdowns of the year.'),
      margin: Money('Planned gross margin of the year.'),
      receipts_cost: Money('Planned receipts of the year, at cost.'),
      closing_stock_retail: Money('Planned stock at the end of the year, at retail.'),
      closing_stock_cost: Money('Planned stock at the end of the year, at cost.'),
      chase_reserve: Money('Money held back for reorders in the season, at cost.'),
    },
    { $id: 'BuyPlanTotals', about: 'Sums of a buy plan over a year.', description },
  )
export type PlanTotals = Static<ReturnType<typeof PlanTotals>>

export const monthFields = {
  month: month('Number of the fiscal month; 1 is the first of the year.'),
  start_date: CalendarDate('First day of the month.', { examples: ['2027-01-31'] }),
  end_date: CalendarDate('Last day of the month, included.', { examples: ['2027-02-27'] }),
  weeks: Nullable(Count('Number of weeks of the 4-5-4 month; null for a calendar month.', { examples: [4] })),
}

/** The months of a fiscal year. */
export const PlanMonth = Shape(monthFields, { $id: 'PlanMonth' })

export const categoryFields = {
  category_id: Nullable(OwnId('The category; null for products without a category.')),
  category: Nullable(Text('Name of the category; null for products without a category.', { examples: ['Knitwear'] })),
}

export const channelFields = {
  sales_channel_id: OwnId('The sales channel.'),
  sales_channel: Text('Name of the sales channel.', { examples: ['Online store'] }),
}

/** A money figure with what it is measured in. */
export const BasedMoney = (description: string) =>
  Shape(
    {
      cents: Nullable(Whole('Amount in hundredths of the currency.')),
      currency: Nullable(Text('ISO 4217 code.', { examples: ['USD'] })),
      basis: OpenChoice(
        planBases,
        'What the amount is measured in. net_sales: sales without taxes. retail_price: regular prices. unit_cost: cost.',
      ),
      reason: Reason,
      usd: Nullable(Num('Amount in US dollars at the exchange rates in force; null if there is no such rate.')),
    },
    {
      $id: 'BasedMoney',
      about: 'An amount of money with what it is measured in, or the reason why it is missing.',
      description,
    },
  )

/** State of the plan that a read returns. */
export const viewQuery = {
  view: Type.Optional(
    Text('`working` for the working plan, `live` for the newest published version, or the id of a published version.', {
      maxLength: 64,
      default: 'working',
      examples: ['working'],
    }),
  ),
}

export const ViewRead = Shape(
  {
    kind: OpenChoice(['working', 'live', 'version'], 'What was requested.'),
    version_id: Nullable(OwnId('The version that was read; null for the working plan.')),
    label: Nullable(Text('Label of the version; null for the working plan.', { examples: ['Board budget'] })),
  },
  { $id: 'BuyPlanView', description: 'The state of the plan that was read.' },
)
export type ViewRead = Static<typeof ViewRead>

export const planName = Line('Name of the plan; unique in the organisation, case ignored.', {
  maxLength: limits.name_length_max,
  ...notBlank,
  examples: ['Fiscal year 2027'],
})
