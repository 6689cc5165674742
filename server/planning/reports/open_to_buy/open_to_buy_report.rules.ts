/**
 * Sections of the open-to-buy report: plans, then the months and the categories of each plan. Months that have ended are
 * shown and not summed: the rest of the year is what can still be bought. Pure.
 */
import { type Actual, sumActuals, unknown } from '../../../contract/money.ts'
import { type MonthOpenToBuy } from '../../buy_plans/open_to_buy/open_to_buy.rules.ts'
import type { CategoryOpenToBuy } from '../../buy_plans/open_to_buy/read_open_to_buy.ts'
import type { PlanMonth } from '../../buy_plans/plan_calendar.rules.ts'
import { cell, columnsOf, headOf, moneyFigure, rowOf, textFigure } from '../figures.rules.ts'
import type { Head, ReportFigure, Row, Section } from '../report.model.ts'

export interface PlanOpenToBuy {
  mfp_id: string
  name: string
  version: string
  currency: string
  months: readonly PlanMonth[]
  categories: readonly CategoryOpenToBuy[]
}

const figures = {
  opening_stock_retail: ['Opening stock at retail', ({ at_retail }) => at_retail.opening_stock],
  sales_plan: ['Planned sales', ({ at_retail }) => at_retail.sales_plan],
  markdown_plan: ['Planned markdowns', ({ at_retail }) => at_retail.markdown_plan],
  closing_stock_retail: ['Closing stock plan, retail', ({ at_retail }) => at_retail.closing_stock_plan],
  receipts_retail: ['Receipts to date at retail', ({ at_retail }) => at_retail.receipts_to_date],
  on_order_retail: ['On order at retail', ({ at_retail }) => at_retail.on_order],
  open_to_buy_retail: ['Open-to-buy at retail', ({ at_retail }) => at_retail.open_to_buy],
  opening_stock_cost: ['Opening stock at cost', ({ at_cost }) => at_cost.opening_stock],
  cogs_plan: ['Planned cost of sales', ({ at_cost }) => at_cost.cogs_plan],
  closing_stock_cost: ['Closing stock plan, cost', ({ at_cost }) => at_cost.closing_stock_plan],
  receipts_cost: ['Receipts to date at cost', ({ at_cost }) => at_cost.receipts_to_date],
  on_order_cost: ['On order at cost', ({ at_cost }) => at_cost.on_order],
  open_to_buy_cost: ['Open-to-buy at cost', ({ at_cost }) => at_cost.open_to_buy],
  drafts_cost: ['Draft orders at cost', ({ at_cost }) => at_cost.drafts],
  releasable_cost: ['Releasable orders at cost', ({ at_cost }) => at_cost.releasable],
  chase_reserve: ['Chase reserve', ({ at_cost }) => at_cost.chase_reserve],
} as const satisfies Record<string, readonly [label: string, of: (month: MonthOpenToBuy) => Actual]>
type Figure = keyof typeof figures
const names = Object.keys(figures) as Figure[]
type Figures = Record<Figure, Actual>

const columns = columnsOf(
  Object.fromEntries(names.map((name) => [name, [figures[name][0], 'money'] as const])) as Record<
    Figure,
    readonly [string, 'money']
  >,
)

const isOpening = (name: Figure) => name.startsWith('opening_stock')
const isClosing = (name: Figure) => name.startsWith('closing_stock')

const figuresOf = (of: (name: Figure) => Actual) => Object.fromEntries(names.map((name) => [name, of(name)])) as Figures

const monthFigures = (month: MonthOpenToBuy): Figures => figuresOf((name) => figures[name][1](month))

const summed = (parts: readonly Figures[]): Figures => figuresOf((name) => sumActuals(parts.map((one) => one[name])))

/**
 * The months that have not ended, as one: it opens with the first of them and closes with the last. The stock between
 * cancels out, so the sum of their open-to-buy is the open-to-buy of the rest of the year.
 */
function restOfYear(months: readonly { phase: MonthOpenToBuy['phase']; figures: Figures }[]): Figures {
  const open = months.filter(({ phase }) => phase !== 'past').map((one) => one.figures)
  return figuresOf((name) => {
    if (open.length === 0) return unknown('The fiscal year has ended.')
    if (isOpening(name)) return open[0]![name]
    if (isClosing(name)) return open.at(-1)![name]
    return sumActuals(open.map((one) => one[name]))
  })
}

const cells = (of: Figures, currency: string): Record<string, ReportFigure> =>
  Object.fromEntries(names.map((name) => [name, moneyFigure(of[name], currency)]))

const sectionKey = (part: 'months' | 'categories', mfp_id: string) => `${part}:${mfp_id}`

export interface PlanSums {
  plan: PlanOpenToBuy
  rest: Figures
  month: Figures
  sections: Section[]
}

const data_source = 'Buy plans, stock movements, stock levels, purchase orders'
const restNote =
  'The total is the rest of the year: the months that have not ended. It opens with the stock of the first of them and closes with that of the last.'

export function sumsOf(plan: PlanOpenToBuy, as_of: string): PlanSums {
  const { mfp_id, name, currency, categories, months } = plan
  const byCategory = categories.map(({ category_id, category, months: own }) => ({
    key: category_id ?? 'none',
    label: category ?? 'No category',
    figures: restOfYear(own.map((month) => ({ phase: month.phase, figures: monthFigures(month) }))),
  }))
  const byMonth = months.map(({ month, start, end }, i) => ({
    key: String(month),
    label: `Month ${month}, ${start} to ${end}`,
    phase: categories[0]!.months[i]!.phase,
    figures: summed(categories.map((one) => monthFigures(one.months[i]!))),
  }))
  const rest = restOfYear(byMonth)
  const current = byMonth.find(({ phase }) => phase === 'current')
  const month = figuresOf((figure) => current?.figures[figure] ?? unknown('No month of the fiscal year is running.'))
  const rowsOf = (parts: readonly { key: string; label: string; figures: Figures }[]): Row[] => [
    ...parts.map((one) => rowOf(one.key, one.label, cells(one.figures, currency))),
    rowOf('total', 'Rest of the year', cells(rest, currency)),
  ]
  const section = { absence: null, as_of, data_source, columns }
  return {
    plan,
    rest,
    month,
    sections: [
      {
        ...section,
        key: sectionKey('months', mfp_id),
        label: `${name}: months`,
        note: `${restNote} A month that has ended has no open-to-buy.`,
        rows: rowsOf(byMonth),
      },
      {
        ...section,
        key: sectionKey('categories', mfp_id),
        label: `${name}: categories`,
        note: restNote,
        rows: rowsOf(byCategory),
      },
    ],
  }
}

/** Why plans cannot be added up; null if they can. */
function whyNotAdded(plans: readonly Pick<PlanOpenToBuy, 'name' | 'currency' | 'categories'>[]): string | null {
  const currencies = new Set(plans.map(({ currency }) => currency))
  if (currencies.size > 1) return `The plans are in several currencies: ${[...currencies].join(', ')}.`
  const planned = new Map<string | null, string>()
  for (const { name, categories } of plans)
    for (const { category_id, category } of categories) {
      const other = planned.get(category_id)
      if (other !== undefined)
        return `${category ?? 'Products without a category'}: planned in both ${other} and ${name}, so stock and orders would count twice.`
      planned.set(category_id, name)
    }
  return null
}

const planFigures = [
  'open_to_buy_cost',
  'open_to_buy_retail',
  'on_order_cost',
  'drafts_cost',
  'releasable_cost',
  'chase_reserve',
] as const satisfies readonly Figure[]
const ofMonth = ['open_to_buy_cost', 'open_to_buy_retail'] as const satisfies readonly Figure[]

function planCells({ rest, month }: Pick<PlanSums, 'rest' | 'month'>, version: string | null, currency: string) {
  return {
    version: textFigure(version, 'The row sums up several plans.'),
    ...Object.fromEntries(planFigures.map((name) => [name, moneyFigure(rest[name], currency)])),
    ...Object.fromEntries(ofMonth.map((name) => [`month_${name}`, moneyFigure(month[name], currency)])),
  }
}

function plansSection(sums: readonly PlanSums[], absence: string | null, as_of: string): Section {
  const reason = whyNotAdded(sums.map(({ plan }) => plan))
  const total = (part: 'rest' | 'month') =>
    figuresOf((name) => (reason === null ? sumActuals(sums.map((one) => one[part][name])) : unknown(reason)))
  return {
    key: 'plans',
    label: 'Plans',
    absence,
    as_of,
    data_source,
    note: 'Figures of the months that have not ended; those of the current month apart.',
    columns: columnsOf({
      version: ['Version', 'text'],
      ...Object.fromEntries(planFigures.map((name) => [name, [figures[name][0], 'money'] as const])),
      ...Object.fromEntries(ofMonth.map((name) => [`month_${name}`, [`${figures[name][0]}, month`, 'money'] as const])),
    }),
    rows:
      sums.length === 0
        ? []
        : [
            ...sums.map((one) =>
              rowOf(one.plan.mfp_id, one.plan.name, planCells(one, one.plan.version, one.plan.currency)),
            ),
            rowOf(
              'total',
              'Total',
              planCells({ rest: total('rest'), month: total('month') }, null, sums[0]!.plan.currency),
            ),
          ],
  }
}

export function openToBuyReport(
  sums: readonly PlanSums[],
  absence: string | null,
  as_of: string,
): { head: Head[]; sections: Section[] } {
  const sections = [plansSection(sums, absence, as_of), ...sums.flatMap((one) => one.sections)]
  const at = (column: string) => cell('plans', 'total', column)
  const head = headOf(sections, [
    {
      key: 'open_to_buy_cost',
      label: 'Open-to-buy at cost, rest of the year',
      at: at('open_to_buy_cost'),
      against: { label: 'Chase reserve, held back from it', at: at('chase_reserve') },
    },
    { key: 'open_to_buy_retail', label: 'Open-to-buy at retail, rest of the year', at: at('open_to_buy_retail') },
    {
      key: 'month_open_to_buy_cost',
      label: 'Open-to-buy at cost, current month',
      at: at('month_open_to_buy_cost'),
    },
    {
      key: 'on_order_cost',
      label: 'On order at cost, rest of the year',
      at: at('on_order_cost'),
      against: { label: 'Part that can be released', at: at('releasable_cost') },
    },
    { key: 'drafts_cost', label: 'Draft orders at cost, not deducted', at: at('drafts_cost') },
  ])
  return { head, sections }
}
