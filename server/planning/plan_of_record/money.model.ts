/** The grid of a category, or of all, as the plan of record returns it. */
import type { Actual } from '../../contract/money.ts'
import { Nullable, OpenChoice, Reason, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { type Band, bands, type Grid, type Season } from './money.rules.ts'

const fieldOf = (band: Band) => (band.startsWith('realised') ? band : `${band}_cents`)

const perMonth = (description: string, example: number) =>
  Type.Array(Nullable(Whole('Figure of the month.', { examples: [example] })), { description })

const arrays = {
  budget_cents: perMonth('What may be bought for receipt in each month.', 500_000),
  planned_sales_cents: perMonth('Planned cost of the goods sold.', 400_000),
  planned_markdown_cents: perMonth('Planned markdowns.', 20_000),
  planned_closing_stock_cents: perMonth('Planned stock at the end of each month.', 600_000),
  drafted_cents: perMonth('Draft orders by due date; not deducted from `open_to_commit_cents`.', 50_000),
  on_order_cents: perMonth('Outstanding units of approved and issued orders by due date.', 200_000),
  received_cents: perMonth('Received units by day of delivery.', 100_000),
  open_to_commit_cents: perMonth('Budget minus on order minus received; negative if more was bought.', 200_000),
  realised_markdown: perMonth('Markdowns of the sales so far, at cost, in cents.', 12_000),
  realised_markdown_at_retail: perMonth('Markdowns of the sales so far, at retail, in cents.', 30_000),
  realised_markdown_units: perMonth(
    'Units sold below their regular price, before discounts; null where the markdowns are discounts alone.',
    40,
  ),
  realised_markdown_left_out_units: perMonth(
    'Units sold that the realised markdowns do not contain: those of a sales channel and category on a day on which the regular price of some unit is not known, such as wholesale orders without a price list.',
    0,
  ),
}

const season = (description: string, example: number) => Nullable(Whole(description, { examples: [example] }))

const orderSums = (where: string) => ({
  drafted_cents: season(`Draft orders ${where}.`, 0),
  on_order_cents: season(`Outstanding units ${where}.`, 0),
  received_cents: season(`Received units ${where}.`, 0),
})

export const GridShape = {
  ...arrays,
  planned_markdown_to_close_cents: season('Planned markdowns of all months, at cost.', 20_000),
  realised_markdown_to_date_cents: season('Markdowns of all months so far, at cost.', 12_000),
  markdown_left_to_close_cents: season('Planned minus realised markdowns; negative if more was given.', 8_000),
  season: Shape(
    {
      budget_cents: season('Sum of the budgets.', 500_000),
      planned_sales_cents: season('Sum of the planned sales.', 400_000),
      drafted_cents: season('Sum of the draft orders.', 50_000),
      on_order_cents: season('Sum of what is on order.', 200_000),
      received_cents: season('Sum of what was received.', 100_000),
      open_to_commit_cents: season('Budget minus on order minus received.', 200_000),
    },
    { $id: 'CommitmentSeason', description: 'Sums over the months, `outside_plan` included.' },
  ),
  outside_plan: Shape(orderSums('of months that the plan does not have, or without a day'), {
    description: 'Amounts of orders that no month of the plan contains.',
  }),
  missing: Type.Array(
    Shape(
      {
        figure: OpenChoice(bands.map(fieldOf), 'Name of the array.'),
        indexes: Type.Array(Whole('Position, starting at 0.', { examples: [1] }), {
          description: 'Positions of the missing entries in the array.',
        }),
        reason: Text('Why the entries are missing, as a sentence.', { examples: ['The month has not started.'] }),
      },
      { $id: 'MissingFigures' },
    ),
    { description: 'Missing entries of the arrays, with the reason.' },
  ),
  reason: Reason,
}

const centsOf = ({ cents }: Actual) => cents

function missingOf(months: Grid['months']) {
  return bands.flatMap((band) => {
    const byReason = Map.groupBy(
      months[band].flatMap(({ reason }, at) => (reason === null ? [] : [{ at, reason }])),
      ({ reason }) => reason,
    )
    return [...byReason].map(([reason, entries]) => ({
      figure: fieldOf(band),
      indexes: entries.map(({ at }) => at),
      reason,
    }))
  })
}

export function gridAnswer({ months, outside }: Pick<Grid, 'months' | 'outside'>, sums: Season) {
  const entries = (band: Band) => months[band].map(centsOf)
  return {
    budget_cents: entries('budget'),
    planned_sales_cents: entries('planned_sales'),
    planned_markdown_cents: entries('planned_markdown'),
    planned_closing_stock_cents: entries('planned_closing_stock'),
    drafted_cents: entries('drafted'),
    on_order_cents: entries('on_order'),
    received_cents: entries('received'),
    open_to_commit_cents: entries('open_to_commit'),
    realised_markdown: entries('realised_markdown'),
    realised_markdown_at_retail: entries('realised_markdown_at_retail'),
    realised_markdown_units: entries('realised_markdown_units'),
    realised_markdown_left_out_units: entries('realised_markdown_left_out_units'),
    planned_markdown_to_close_cents: sums.planned_markdown_to_close.cents,
    realised_markdown_to_date_cents: sums.realised_markdown_to_date.cents,
    markdown_left_to_close_cents: sums.markdown_left_to_close.cents,
    season: {
      budget_cents: sums.budget.cents,
      planned_sales_cents: sums.planned_sales.cents,
      drafted_cents: sums.drafted.cents,
      on_order_cents: sums.on_order.cents,
      received_cents: sums.received.cents,
      open_to_commit_cents: sums.open_to_commit.cents,
    },
    outside_plan: {
      drafted_cents: outside.drafted.cents,
      on_order_cents: outside.on_order.cents,
      received_cents: outside.received.cents,
    },
    missing: missingOf(months),
    reason: [...Object.values(sums), ...Object.values(outside)].find(({ cents }) => cents === null)?.reason ?? null,
  }
}
