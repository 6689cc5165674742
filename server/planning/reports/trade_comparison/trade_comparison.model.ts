/** The shape of a trade comparison. */
import { windowShape } from '../../../calendar/window.ts'
import { limits } from '../../../contract/limits.ts'
import type { FigureCause } from '../../../contract/money/figure_causes.ts'
import {
  Count,
  Flag,
  Money,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../../contract/schema.ts'
import { basis_note, WindowCoverage } from '../../../insight/sales/sales_basis.ts'
import { categoryFields } from '../../buy_plans/buy_plan.model.ts'
import { changeCodes } from './trade_comparison.rules.ts'
import { tradePeriods } from './trade_periods.rules.ts'

const Code = (codes: readonly FigureCause[]) => Nullable(OpenChoice(codes, 'Why it is null; null if it is present.'))

const Figures = (description: string) =>
  Shape(
    {
      net_sales: Money('Gross sales minus discounts and returns, excluding taxes.'),
      net_sales_reason_code: Code(['not_recorded', 'no_exchange_rate']),
      units_sold: Nullable(Whole('Units sold.', { examples: [48] })),
      units_returned: Nullable(Whole('Units returned.', { examples: [4] })),
      net_units: Nullable(Whole('Units sold minus units returned.', { examples: [44] })),
      units_reason_code: Code(['not_recorded']),
      gross_margin: Money('Net sales minus the cost of the units sold and not returned.'),
      gross_margin_reason_code: Code(['not_recorded', 'no_exchange_rate', 'no_unit_cost']),
      gross_margin_percentage: Nullable(Num('Gross margin per hundred of net sales.', { examples: [58.2] })),
      gross_margin_percentage_reason_code: Code(['not_recorded', 'no_exchange_rate', 'no_unit_cost', 'no_net_sales']),
      on_hand_units: Nullable(Whole('Units on hand at the end of the last day.', { examples: [1320] })),
      on_hand_reason_code: Code(['not_recorded']),
    },
    { $id: 'TradeFigures', about: 'Sales of a period, and the stock at its end.', description },
  )
export type TradeFigures = Static<ReturnType<typeof Figures>>

const percentage = Nullable(Num('Change in percent of last year.', { examples: [12.5] }))
const Change = Shape(
  {
    net_sales_percentage: percentage,
    net_sales_reason_code: Code(changeCodes),
    net_units_percentage: percentage,
    net_units_reason_code: Code(changeCodes),
    gross_margin_percentage: percentage,
    gross_margin_reason_code: Code(changeCodes),
    on_hand_percentage: percentage,
    on_hand_reason_code: Code(changeCodes),
  },
  { $id: 'TradeChange', description: 'How the figures differ from those of last year.' },
)
export type TradeChange = Static<typeof Change>

const Row = Shape(
  {
    is_total: Flag('Whether the row sums all categories.', { examples: [false] }),
    ...categoryFields,
    figures: Figures('Figures of `window`.'),
    last_year: Figures('Figures of `last_year_window`.'),
    change: Change,
  },
  { $id: 'TradeComparisonRow' },
)
export type TradeComparisonRow = Static<typeof Row>

const Style = Shape(
  {
    product_id: OwnId('The product.'),
    product_title: Text('Title of the product.', { examples: ['Merino crew jumper'] }),
    category_id: categoryFields.category_id,
    net_sales_cents: Whole("Net sales in the days of `week`, in cents of the organisation's currency.", {
      examples: [391_600],
    }),
    net_units: Whole('Units sold minus units returned in these days.', { examples: [44] }),
    on_hand_units: Nullable(Whole('Units on hand at the end of the last of these days.', { examples: [120] })),
    on_hand_reason_code: Code(['not_recorded']),
  },
  { $id: 'TradeStyle' },
)
export type TradeStyle = Static<typeof Style>

const max = limits.trade_styles_max

export const TradeComparison = Shape({
  week: Text('Fiscal year and week.', { examples: ['2026-W42'] }),
  is_running: Flag('Whether the week is not over, so that `week` and `prior_week` have the days until now alone.', {
    examples: [false],
  }),
  periods: Type.Array(
    Shape(
      {
        period: OpenChoice(
          tradePeriods,
          'week: days of the week that are recorded. prior_week: as many days of the week before. season_to_date: from the first day of the half of the fiscal year, which are its first and its last six months. year_to_date: from the first day of the fiscal year.',
        ),
        window: windowShape('The days of `figures`.'),
        last_year_window: windowShape('The same weekdays 52 weeks earlier.'),
        rows: Type.Array(Row, {
          description:
            'By category name, products without a category after them, then the total. A category without sales and stock in any of the periods has no row.',
        }),
      },
      { $id: 'TradePeriod' },
    ),
    { description: 'The four periods.' },
  ),
  top_styles: Type.Array(Style, { description: `Products with the most net sales in the week; at most ${max}.` }),
  bottom_styles: Type.Array(Style, {
    description: `Products with the least net sales in the week, those without any included, of those on hand at its end; at most ${max}. Of equal ones, the most units on hand first.`,
  }),
  unranked_styles: Count(
    'Products that sold in a currency without an exchange rate: their net sales are unknown, so they are in neither list.',
    { examples: [0] },
  ),
  top_styles_reason_code: Nullable(
    OpenChoice(['not_recorded'] satisfies FigureCause[], 'Why `top_styles` is empty; null if it is known.'),
  ),
  bottom_styles_reason_code: Nullable(
    OpenChoice(['not_recorded'] satisfies FigureCause[], 'Why `bottom_styles` is empty; null if it is known.'),
  ),
  calendar: OpenChoice(['retail_4_5_4'], 'Calendar of the periods.'),
  coverage: WindowCoverage,
  basis_note: Text('Basis of the figures.', { examples: [basis_note] }),
})
