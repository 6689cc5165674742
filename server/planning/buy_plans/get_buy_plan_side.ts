import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { type Actual, money } from '../../contract/money.ts'
import { operation } from '../../contract/operation.ts'
import {
  Count,
  Flag,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import {
  BasedMoney,
  BuyPlanPath,
  categoryFields,
  channelFields,
  monthFields,
  PlanMonth,
  viewQuery,
  ViewRead,
} from './buy_plan.model.ts'
import { unrecordedMonths } from './baseline_months.rules.ts'
import { readPlan, readVersions, resolveView } from './buy_plans.store.ts'
import { readCells } from './cells/cells.store.ts'
import { planMonths } from './plan_calendar.rules.ts'
import { categoryKey } from './cells/sums.rules.ts'
import { leftOutCauses } from '../known_values.ts'
import { type LeftOut as LeftOutRow, whyLeftOut } from '../plan_of_record/left_out.rules.ts'
import { readPlanOfRecord } from './plan_of_record.ts'
import { planSideOf } from './plan_side.rules.ts'

const LeftOut = Shape(
  {
    ...categoryFields,
    cause: OpenChoice(
      leftOutCauses,
      'Why it is left out. no_locked_version: no version of the monthly plan of the commitments is locked. other_year: their plans have no month of the fiscal year. retired: the commitments are retired. category_not_in_plan: the buy plan has no cells of the category.',
    ),
    reason: Text('The cause as a sentence.', { examples: [whyLeftOut('no_locked_version')] }),
    currency: Text('Currency of the amounts, as an ISO 4217 code.', { examples: ['USD'] }),
    commitments: Count('Number of commitments that the row contains.', { examples: [2] }),
    intake_committed: Money('Their budgets of months of the fiscal year; null without a locked version.'),
    intake_on_order: Money('Outstanding units of orders for them that are due in the year, at cost.'),
    intake_received: Money('Units of these orders that were received in the year, at cost.'),
  },
  { $id: 'PlanOfRecordLeftOut', about: 'An amount of commitments that the plan side does not contain, and why.' },
)

const moneyOf = ({ cents, reason }: Actual, currency: string) => money(cents, currency, reason ?? '')

const leftOutRead = ({ cause, currency, ...one }: LeftOutRow): Static<typeof LeftOut> => ({
  ...one,
  cause,
  reason: whyLeftOut(cause),
  currency,
  intake_committed: moneyOf(one.intake_committed, currency),
  intake_on_order: moneyOf(one.intake_on_order, currency),
  intake_received: moneyOf(one.intake_received, currency),
})

const notRequested = 'Not requested: send include_plan_of_record=true.'

const Figures = Shape(
  {
    budget: BasedMoney("Receipts at cost in the plan's budget version."),
    sales_plan: BasedMoney('Planned net sales.'),
    markdown_plan: BasedMoney('Planned markdowns.'),
    margin_plan: BasedMoney('Planned gross margin.'),
    cogs_plan: BasedMoney('Planned cost of sales: net sales minus gross margin.'),
    plan_receipts_cost: BasedMoney('Planned receipts at cost.'),
    closing_stock_retail: BasedMoney('Planned stock at the end of the month or year, at retail.'),
    closing_stock_cost: BasedMoney('Planned stock at the end of the month or year, at cost.'),
    chase_reserve: BasedMoney('Money held back for reorders in the season, at cost.'),
    intake_committed: BasedMoney("Intake that the commitments' plan of record contains."),
    intake_on_order: BasedMoney(
      'Outstanding units of orders for the commitments that are due in the year, also in months that a commitment does not plan.',
    ),
    intake_received: BasedMoney('Units of these orders that were received in the year.'),
    open_to_commit: BasedMoney('Committed intake minus on order and received; negative if more was bought.'),
  },
  {
    $id: 'BuyPlanFigures',
    description: 'Money figures of the plan, each with its basis, and a reason where it is missing.',
  },
)

export const getBuyPlanSide = operation({
  id: 'planning.get_buy_plan_side',
  route: 'GET /api/v1/mfp/{mfp_id}/plan-side',
  summary: 'Get the plan side of a buy plan',
  description:
    "Returns the money figures of a buy plan for each cell (category, sales channel and fiscal month), for each category's year and for the whole year. Sums are computed from the cells, so they agree to the cent; closing stock of a year is that of its last month. With `include_plan_of_record=false`, the commitments' monthly grids are not read and their four cost lines are null with a reason. Commitments are planned by category and 4-5-4 month, so the lines are null for cells, and for a plan on calendar months. `left_out` lists what the lines do not contain, and why. Requires the Pro plan. Keys bound to a trading account are refused.",
  account: 'aggregate',
  params: BuyPlanPath,
  query: Type.Object(
    {
      include_plan_of_record: Type.Optional(
        Flag("Whether to read the commitments' plan of record.", { default: true }),
      ),
      ...viewQuery,
    },
    { additionalProperties: false },
  ),
  answer: Shape({
    mfp_id: OwnId('Id of the buy plan.'),
    name: Text('Name of the buy plan.', { examples: ['Fiscal year 2027'] }),
    fiscal_year: Whole('Calendar year in which the first month of the fiscal year lies.', { examples: [2027] }),
    currency: Text('Currency of the plan, as an ISO 4217 code.', { examples: ['USD'] }),
    view: ViewRead,
    months: Type.Array(PlanMonth, { description: 'Months of the fiscal year, in order.' }),
    cells: Type.Array(
      Shape(
        {
          cell_id: OwnId('Id of the cell; the same in every version.'),
          ...categoryFields,
          ...channelFields,
          month: monthFields.month,
          figures: Figures,
        },
        { $id: 'BuyPlanCell' },
      ),
      { description: 'Cells by category name, products without a category last, then by channel and month.' },
    ),
    category_years: Type.Array(Shape({ ...categoryFields, figures: Figures }), {
      description: 'Sums of the cells of each category.',
    }),
    year: Figures,
    left_out: Nullable(
      Type.Array(LeftOut, {
        description:
          'What the four cost lines of commitments do not contain, by cause, category and currency; empty if nothing. Null if the lines were not requested, or if the plan is on calendar months.',
      }),
    ),
  }),
  refusals: ['not_found'],
  async run({ sql, caller, params, query, now }) {
    const { organization_id, time_zone } = caller
    const { include_plan_of_record = true, view = 'working' } = query
    const plan = await readPlan(sql, organization_id, params.mfp_id)
    const { mfp_id, currency, fiscal_year } = plan
    const read = await resolveView(sql, organization_id, mfp_id, view)
    const budget = (await readVersions(sql, organization_id, mfp_id)).find(({ kind }) => kind === 'budget')
    const [cells, budgeted] = await Promise.all([
      readCells(sql, organization_id, { mfp_id, version_id: read.version_id }),
      budget === undefined ? null : readCells(sql, organization_id, { mfp_id, version_id: budget.version_id }),
    ])
    const categories = new Set(cells.map(categoryKey))
    const record = include_plan_of_record
      ? await readPlanOfRecord(sql, caller, plan, categories, dayInTimeZone(time_zone, now))
      : null
    return {
      mfp_id,
      name: plan.name,
      fiscal_year,
      currency,
      view: read,
      months: planMonths(plan).map(({ month, start, end, weeks }) => ({
        month,
        start_date: start,
        end_date: end,
        weeks,
      })),
      ...planSideOf({
        currency,
        cells,
        budget: budgeted,
        unrecorded: unrecordedMonths(plan),
        commitments: record === null ? notRequested : (record.categories ?? record.reason),
      }),
      left_out: record?.left_out?.map(leftOutRead) ?? null,
    }
  },
})
