/** Schemas that the operations of a commitment's plan of record share. */
import { limits } from '../../contract/limits.ts'
import {
  CalendarDate,
  Choice,
  Count,
  Flag,
  Instant,
  Line,
  notBlank,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { planVersionKinds } from '../known_values.ts'

export const service = 'commitments'

export const monthKey = {
  fiscal_year: Whole('Calendar year in which the first month of the fiscal year lies.', {
    minimum: limits.buy_plan_fiscal_year_min,
    maximum: limits.buy_plan_fiscal_year_max,
    examples: [2027],
  }),
  month: Whole('Number of the fiscal month; 1 is the first of the year.', { minimum: 1, maximum: 12, examples: [2] }),
}

export const planMonthFields = {
  ...monthKey,
  start_date: CalendarDate('First day of the month.', { examples: ['2027-02-28'] }),
  end_date: CalendarDate('Last day of the month, included.', { examples: ['2027-04-03'] }),
  weeks: Count('Number of weeks of the 4-5-4 month.', { examples: [5] }),
}

const planned = (description: string, examples: number[]) =>
  Whole(`${description} At cost, in cents of the commitment's currency.`, {
    minimum: 0,
    maximum: limits.commitment_plan_cell_cents_max,
    examples,
  })

export const cellFigures = {
  planned_sales_cents: planned('Planned cost of the goods sold in the month.', [400_000]),
  planned_markdown_cents: planned('Planned markdowns of the month.', [20_000]),
  planned_closing_stock_cents: planned('Planned stock at the end of the month.', [600_000]),
  budget_cents: planned('What may be bought for receipt in the month.', [500_000]),
}

export const versionFields = {
  version_id: OwnId('Id of the version.'),
  number: Count('Number of the version within the commitment, starting at 1.', { examples: [1] }),
  label: Text('Label of the version.', { examples: ['Board budget'] }),
  kind: OpenChoice(
    planVersionKinds,
    'budget: what the season is measured against; a commitment has one. reforecast: a later view of it.',
  ),
  locked_at: Instant('When the version was locked. It never changes after that.'),
  locked_by: Text('Name of the user who locked the version.', { examples: ['Ada Merchant'] }),
}

const sum = (description: string, examples: number[]) => Whole(description, { examples })

export const LockedVersion = Shape(
  {
    ...versionFields,
    is_budget: Flag('Whether it is the budget of the commitment: `kind` is budget.'),
    cell_count: Count('Number of cells of the version.', { examples: [36] }),
    first_month: Shape(monthKey, { description: 'First month of the version.' }),
    last_month: Shape(monthKey, { description: 'Last month of the version.' }),
    budget_cents: sum('Sum of the budgets of all months.', [500_000]),
    planned_sales_cents: sum('Sum of the planned sales of all months, at cost.', [400_000]),
    planned_markdown_cents: sum('Sum of the planned markdowns of all months, at cost.', [20_000]),
    planned_closing_stock_cents: sum('Planned stock at the end of the last month, at cost.', [600_000]),
  },
  { $id: 'CommitmentPlanVersion' },
)
export type LockedVersion = Static<typeof LockedVersion>

export const versionBody = Shape(
  {
    label: Line('Label of the version.', { maxLength: limits.name_length_max, ...notBlank, examples: ['March view'] }),
    kind: Choice(planVersionKinds, 'Kind of the version.'),
  },
  { examples: [{ label: 'March view', kind: 'reforecast' }] },
)

export const Declaration = Shape(
  {
    declared_cents: Nullable(
      Whole("The season's total at cost, in cents; null if the company has declared none.", { examples: [500_000] }),
    ),
    declared_by: Nullable(Text('Name of the user who declared it; null without one.', { examples: ['Ada Merchant'] })),
    declared_at: Nullable(Instant('When it was declared; null without one.')),
    note: Nullable(Text('Note of the declaration; null without one.', { examples: ['Agreed by the board'] })),
    planned_cents: Nullable(
      Whole('Sum of the budgets of the plan of record, in cents; null if no version is locked.', {
        examples: [500_000],
      }),
    ),
    difference_cents: Nullable(
      Whole('Declared total minus planned total, in cents; null if either is missing.', { examples: [0] }),
    ),
    reason: Nullable(Text('Why the first missing figure is missing, as a sentence; null if none is.')),
  },
  {
    $id: 'CommitmentDeclaration',
    description: "What the company states as the season's total at cost, next to the plan of record.",
  },
)
export type Declaration = Static<typeof Declaration>

export const WorkingPlan = Shape(
  {
    commitment_id: OwnId('The commitment.'),
    currency: Text('Currency of all figures, as an ISO 4217 code.', { examples: ['USD'] }),
    updated_at: Nullable(Instant('When the working plan last changed; null if none has been set.')),
    updated_by: Nullable(
      Text('Name of the user who last changed it; null if none has been set.', { examples: ['Ada Merchant'] }),
    ),
    months: Type.Array(Shape(planMonthFields, { $id: 'CommitmentPlanMonth' }), {
      description: 'Months of the plan, in order.',
    }),
    cells: Type.Array(
      Shape(
        {
          category_id: Nullable(OwnId('The category; null for products without a category.')),
          category: Nullable(Text('Name of the category; null for products without a category.')),
          ...monthKey,
          ...cellFigures,
        },
        { $id: 'CommitmentPlanCell' },
      ),
      { description: 'Cells by category name, products without a category last, then by month.' },
    ),
  },
  { $id: 'CommitmentPlan' },
)
