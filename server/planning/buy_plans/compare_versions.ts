import { money } from '../../contract/money.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Count, Money, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { type PlanFigure, planFigures } from '../known_values.ts'
import { BuyPlanPath, categoryFields, service, ViewRead } from './buy_plan.model.ts'
import { readPlan, resolveView } from './buy_plans.store.ts'
import { type Cell, readCells } from './cells/cells.store.ts'
import { categoryKey, countedInYear, groupsBy, plannedMoney, sumOf, unplannedOf } from './cells/sums.rules.ts'

const Compared = Shape(
  {
    base: Money('Sum of the base.'),
    against: Money('Sum of what it is compared with.'),
    difference: Money('`against` minus `base`.'),
  },
  { $id: 'ComparedMoney' },
)
const Figures = Shape(
  Object.fromEntries(planFigures.map((figure) => [figure, Compared])) as Record<PlanFigure, typeof Compared>,
  { $id: 'BuyPlanComparison', description: 'Sums of the year; closing stock is that of the last month.' },
)

function compare(base: readonly Cell[], against: readonly Cell[], currency: string) {
  const figures = planFigures.map((figure) => {
    const [one, other] = [sumOf(base, figure), sumOf(against, figure)]
    const counted = countedInYear(base, figure).length
    const difference = one === null || other === null ? null : other - one
    return [
      figure,
      {
        base: plannedMoney(one, currency, counted),
        against: plannedMoney(other, currency, countedInYear(against, figure).length),
        difference: money(difference, currency, unplannedOf(counted)),
      },
    ]
  })
  return Object.fromEntries(figures)
}

/** Products without a category last. */
const byCategory = (one: { category: string | null }, other: { category: string | null }) =>
  one.category === null || other.category === null
    ? Number(one.category === null) - Number(other.category === null)
    : one.category < other.category
      ? -1
      : 1

const view = (description: string, fallback: string) =>
  Type.Optional(
    Text(`${description} \`working\`, \`live\` or the id of a published version.`, {
      maxLength: 64,
      default: fallback,
      examples: ['working'],
    }),
  )

export const compareBuyPlanVersions = sessionOperation({
  id: 'session.compare_buy_plan_versions',
  route: 'GET /api/v1/mfp/{mfp_id}/compare',
  summary: 'Compare two states of a buy plan',
  description:
    'Compares the working plan or a published version with another one, by category and in total, with the number of cells that differ.',
  service,
  params: BuyPlanPath,
  query: Type.Object(
    { base: view('What to compare.', 'live'), against: view('What to compare it with.', 'working') },
    { additionalProperties: false },
  ),
  answer: Shape({
    mfp_id: OwnId('Id of the buy plan.'),
    base: ViewRead,
    against: ViewRead,
    cells_different: Count('Number of cells that differ in a figure, or that only one of them has.', { examples: [4] }),
    rows: Type.Array(Shape({ ...categoryFields, figures: Figures }), {
      description: 'Categories of either, by name; products without a category last.',
    }),
    totals: Figures,
  }),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params, query }) {
    const { mfp_id, currency } = await readPlan(sql, organization_id, params.mfp_id)
    const [base, against] = await Promise.all([
      resolveView(sql, organization_id, mfp_id, query.base ?? 'live'),
      resolveView(sql, organization_id, mfp_id, query.against ?? 'working'),
    ])
    const [one, other] = await Promise.all([
      readCells(sql, organization_id, { mfp_id, version_id: base.version_id }),
      readCells(sql, organization_id, { mfp_id, version_id: against.version_id }),
    ])
    const pairs = groupsBy([...one, ...other], ({ cell_id }) => cell_id)
    const isSame = ([a, b]: Cell[]) => b !== undefined && planFigures.every((figure) => a![figure] === b[figure])
    const inCategory = (cells: readonly Cell[], key: string) => cells.filter((cell) => categoryKey(cell) === key)
    const rows = groupsBy([...one, ...other], categoryKey).map(([first]) => {
      const { category_id, category } = first!
      const key = categoryKey(first!)
      return { category_id, category, figures: compare(inCategory(one, key), inCategory(other, key), currency) }
    })
    return {
      mfp_id,
      base,
      against,
      cells_different: pairs.filter((pair) => !isSame(pair)).length,
      rows: rows.toSorted(byCategory),
      totals: compare(one, other, currency),
    }
  },
})
