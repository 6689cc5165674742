import { named } from '../../contract/openapi/named.ts'
import { money } from '../../contract/money.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { Choice, Money, Nullable, OpenChoice, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { type Filter, readFilters } from '../../tables/arguments.ts'
import { field } from '../../tables/field.ts'
import { defineTable, publishedFilters } from '../../tables/table.ts'
import { BuyPlanPath, categoryFields, channelFields, PlanMonth, ViewRead, viewQuery } from './buy_plan.model.ts'
import { unrecordedMonths } from './baseline_months.rules.ts'
import { readPlan, resolveView } from './buy_plans.store.ts'
import { type Cell, readCells } from './cells/cells.store.ts'
import { planMonths } from './plan_calendar.rules.ts'
import { categoryKey, groupsBy, sumOf, whyUnplanned } from './cells/sums.rules.ts'

const metrics = named('BuyPlanMetric', ['revenue', 'margin'])
const figureOf = { revenue: 'sales', margin: 'margin' } as const

/** The keys of filter_args; the grid itself is not paged. */
const filters = defineTable({
  name: 'buy_plan_cells',
  base: { table: 'buy_plan_cells', alias: 'k', key: ['cell_id'] },
  joins: { c: { sql: '' } },
  fields: {
    category: field(Nullable(Text('Name of the category.')), 'c.name', { filter: ['eq', 'in'] }),
    sales_channel_id: field(OwnId('The sales channel.'), 'k.sales_channel_id', { filter: ['eq', 'in'] }),
  },
  default_sort: 'category',
})

const isIn = (cell: Cell, { key, value }: Filter) =>
  [value].flat().includes(key === 'category' ? cell.category : cell.sales_channel_id)

const Months = Type.Array(Money('Planned amount of the month.'), {
  description: 'One amount for each fiscal month, in the order of `months`; zero where the plan has no cell.',
})

export const getBuyPlanTable = operation({
  id: 'planning.get_buy_plan_table',
  route: 'GET /api/v1/mfp/{mfp_id}/table',
  summary: 'Get the table of a buy plan',
  description:
    'Returns planned net sales or planned gross margin by category, sales channel and fiscal month, with the sum of each row, month and year. Sums are computed from the cells, so they agree to the cent; a sum is null with a reason if one of its cells has no value. `view` selects the working plan, the version in force or another published version. Requires the Pro plan. Keys bound to a trading account are refused.',
  account: 'aggregate',
  params: BuyPlanPath,
  query: Type.Object(
    {
      filter_args: Type.Optional(
        Type.String({
          maxLength: limits.filter_args_length_max,
          description: `A JSON array of at most ${limits.filters_max} filters \`{key, operation, value}\`; a row must match all of them. Keys: \`category\` (eq, in), the name of a category; \`sales_channel_id\` (eq, in).`,
          examples: ['[{"key":"category","operation":"eq","value":"Knitwear"}]'],
          'x-filter-keys': publishedFilters(filters),
        }),
      ),
      metric: Type.Optional(Choice(metrics, 'revenue: net sales; margin: gross margin.', { default: 'revenue' })),
      ...viewQuery,
    },
    { additionalProperties: false },
  ),
  answer: Shape({
    mfp_id: OwnId('Id of the buy plan.'),
    name: Text('Name of the buy plan.', { examples: ['Fiscal year 2027'] }),
    fiscal_year: Whole('Calendar year in which the first month of the fiscal year lies.', { examples: [2027] }),
    currency: Text('Currency of the plan, as an ISO 4217 code.', { examples: ['USD'] }),
    metric: OpenChoice(metrics, 'What the amounts are.'),
    view: ViewRead,
    months: Type.Array(PlanMonth, { description: 'Months of the fiscal year, in order.' }),
    rows: Type.Array(
      Shape(
        { ...categoryFields, ...channelFields, months: Months, total: Money('Sum of the months.') },
        { $id: 'BuyPlanRow' },
      ),
      { description: 'Sorted by category name, products without a category last, then by channel name.' },
    ),
    totals: Shape({ months: Months, total: Money('Sum of the year.') }, { description: 'Sums of the rows.' }),
  }),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params, query }) {
    const { metric = 'revenue', view = 'working' } = query
    const conditions = readFilters(filters, query.filter_args)
    const plan = await readPlan(sql, organization_id, params.mfp_id)
    const { mfp_id, currency } = plan
    const read = await resolveView(sql, organization_id, mfp_id, view)
    const cells = await readCells(sql, organization_id, { mfp_id, version_id: read.version_id })
    const matching = cells.filter((cell) => conditions.every((filter) => isIn(cell, filter)))
    const months = planMonths(plan)
    const figure = figureOf[metric]
    const unrecorded = unrecordedMonths(plan)
    const sum = (of: readonly Cell[]) => money(sumOf(of, figure), currency, whyUnplanned(of, figure, unrecorded))
    const sums = (of: readonly Cell[]) => ({
      months: months.map(({ month }) => sum(of.filter((cell) => cell.month === month))),
      total: sum(of),
    })
    return {
      mfp_id,
      name: plan.name,
      fiscal_year: plan.fiscal_year,
      currency,
      metric,
      view: read,
      months: months.map(({ month, start, end, weeks }) => ({ month, start_date: start, end_date: end, weeks })),
      rows: groupsBy(matching, (cell) => `${categoryKey(cell)}/${cell.sales_channel_id}`).map((group) => {
        const { category_id, category, sales_channel_id, sales_channel } = group[0]!
        return { category_id, category, sales_channel_id, sales_channel, ...sums(group) }
      }),
      totals: sums(matching),
    }
  },
})
