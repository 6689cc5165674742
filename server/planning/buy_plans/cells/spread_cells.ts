import { limits } from '../../../contract/limits.ts'
import { counted, reasons } from '../../../contract/outcome.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import { Choice, Id, Shape, type Static, Type, Whole } from '../../../contract/schema.ts'
import { planFigures } from '../../known_values.ts'
import { BuyPlanPath, service } from '../buy_plan.model.ts'
import { checkChangeable, lockedOrArchived, lockPlan } from '../buy_plans.store.ts'
import { applyChanges, CellChanges, columnOf, isSame, rowOf } from './cell_changes.ts'
import { type Cell, readCells } from './cells.store.ts'
import { spread, spreadBases } from './spread.rules.ts'

const ids = (what: string) =>
  Type.Optional(
    Type.Array(Id(`Id of a ${what}.`), {
      minItems: 1,
      maxItems: limits.filter_values_max,
      description: `Limits the spread to cells of these ${what} records.`,
    }),
  )

const Spread = Shape(
  {
    figure: Choice(planFigures, 'The figure to spread.'),
    total_cents: Whole('The total, in cents; only a margin may be negative.', {
      minimum: -limits.buy_plan_cell_cents_max,
      maximum: limits.buy_plan_cell_cents_max,
      examples: [120_000_000],
    }),
    by: Type.Optional(
      Choice(spreadBases, 'How the total is divided: own: as the figure is now; sales: as the sales; equal: equally.', {
        default: 'own',
      }),
    ),
    category_ids: ids('category'),
    sales_channel_ids: ids('sales channel'),
    months: Type.Optional(
      Type.Array(Whole('Number of a fiscal month.', { minimum: 1, maximum: 12, examples: [2] }), {
        minItems: 1,
        maxItems: 12,
        uniqueItems: true,
        description: 'Limits the spread to these months.',
      }),
    ),
  },
  { examples: [{ figure: 'sales', total_cents: 120_000_000 }] },
)
type Spread = Static<typeof Spread>

const has = (list: readonly string[] | undefined, id: string | null) =>
  list === undefined || list.some((one) => one.toLowerCase() === id)

const isConcerned = ({ category_ids, sales_channel_ids, months }: Spread, cell: Cell) =>
  has(category_ids, cell.category_id) &&
  has(sales_channel_ids, cell.sales_channel_id) &&
  (months === undefined || months.includes(cell.month))

function checkSpread({ figure, total_cents, months }: Spread): void {
  if (total_cents < 0 && figure !== 'margin') refuseField('total_cents', 'must not be negative for this figure')
  if (figure.startsWith('closing_stock') && months?.length !== 1)
    refuseField('months', 'must be one month: closing stock does not add up over months')
}

export const spreadBuyPlan = sessionOperation({
  id: 'session.spread_buy_plan',
  route: 'POST /api/v1/mfp/{mfp_id}/spread',
  summary: 'Spread a total over a buy plan',
  desc: ({ cells_changed }) => `${counted(cells_changed, 'cell')} changed.`,
  description:
    'Divides the total of a figure over cells of the working plan. The new values add up to the total to the cent: each cell gets its share rounded down, and the remaining cents go to the largest remainders. Where every share is zero, the total is divided equally. Fails with `conflict` if the plan is locked or archived, or if it has none of the cells.',
  service,
  params: BuyPlanPath,
  body: Spread,
  answer: CellChanges,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(lockedOrArchived, 'it has none of the cells to spread the total over'),
  async run({ sql, caller: { organization_id }, params: { mfp_id }, body, now }) {
    const plan = await lockPlan(sql, organization_id, mfp_id)
    checkChangeable(plan)
    checkSpread(body)
    const stored = await readCells(sql, organization_id, { mfp_id, version_id: null })
    const concerned = stored.filter((cell) => isConcerned(body, cell))
    if (concerned.length === 0) refuse('conflict', { desc: `${plan.name} has no cells to spread the total over.` })
    const { figure, total_cents, by = 'own' } = body
    const values = spread(concerned, { figure, total_cents, by })
    const rows = concerned.map((cell, i) => {
      const row = rowOf(cell)
      return { row, next: { ...row, [columnOf(figure)]: values[i]! } }
    })
    const changed = rows.filter(({ row, next }) => !isSame(row, next)).map(({ next }) => next)
    const changes = { created: [], changed, unchanged: rows.length - changed.length }
    return applyChanges(sql, { organization_id, mfp_id, currency: plan.currency }, changes, now)
  },
})
