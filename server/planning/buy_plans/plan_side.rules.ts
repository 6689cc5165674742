/** The figures of the plan side: of a cell, of a category's year and of the whole year, each with basis and reason. Pure. */
import { known, money, sumActuals, unknown } from '../../contract/money.ts'
import type { Static } from '../../contract/schema.ts'
import type { planBases, PlanFigure } from '../known_values.ts'
import type { Intake } from '../plan_of_record/intake.rules.ts'
import type { BasedMoney } from './buy_plan.model.ts'
import type { Cell } from './cells/cells.store.ts'
import {
  categoryKey,
  costOfSales,
  countedInYear,
  groupsBy,
  sumOfMonth,
  unplannedOf,
  whyUnplanned,
} from './cells/sums.rules.ts'

type Based = Static<ReturnType<typeof BasedMoney>>
type Basis = (typeof planBases)[number]
/** Of some cells, those that the sum of a figure is made of. */
type Counted = (cells: readonly Cell[], figure: PlanFigure) => readonly Cell[]

/** Figures of the plan, with what each is measured in, and of which figures of the cells it is made. */
const planned = {
  sales_plan: ['net_sales', ['sales']],
  markdown_plan: ['retail_price', ['markdown']],
  margin_plan: ['net_sales', ['margin']],
  cogs_plan: ['unit_cost', ['sales', 'margin']],
  plan_receipts_cost: ['unit_cost', ['receipts_cost']],
  closing_stock_retail: ['retail_price', ['closing_stock_retail']],
  closing_stock_cost: ['unit_cost', ['closing_stock_cost']],
  chase_reserve: ['unit_cost', ['chase_reserve']],
} as const satisfies Record<string, readonly [Basis, readonly PlanFigure[]]>

/** Of two figures, what remains of the first without the second. */
function amountOf(cells: readonly Cell[], counted: Counted, made: readonly PlanFigure[]): number | null {
  const [first = null, second] = made.map((figure) => sumOfMonth(counted(cells, figure), figure))
  return second === undefined ? first : costOfSales(first, second)
}

/** The four cost lines that come from the commitments' plan of record. */
const commitmentLines = {
  intake_committed: 'budget',
  intake_on_order: 'on_order',
  intake_received: 'received',
  open_to_commit: 'open_to_commit',
} as const satisfies Record<string, keyof Intake>

export type PlanSideFigures = Record<keyof typeof planned | 'budget' | keyof typeof commitmentLines, Based>

export interface PlanSideFacts {
  currency: string
  cells: readonly Cell[]
  /** Cells of the fiscal year's budget version; null if there is none. */
  budget: readonly Cell[] | null
  /** By category id, empty for no category; a sentence says why there are none. */
  commitments: ReadonlyMap<string, Intake> | string
  /** Months of which last year is not recorded, and why. */
  unrecorded: ReadonlyMap<number, string>
}

const ofMonth: Counted = (cells) => cells

const notByChannel = 'Commitments are planned by category and month, not by sales channel.'
const none: Intake = { budget: known(0), on_order: known(0), received: known(0), open_to_commit: known(0) }

const noBudget = 'The fiscal year has no budget version of this plan.'

const based = (basis: Basis, cents: number | null, currency: string, reason: string): Based => ({
  ...money(cents, currency, reason),
  basis,
})

function figuresOf(
  cells: readonly Cell[],
  budget: readonly Cell[] | null,
  { currency, unrecorded }: Pick<PlanSideFacts, 'currency' | 'unrecorded'>,
  counted: Counted,
  intake: Intake | string,
): PlanSideFigures {
  const own = Object.entries(planned).map(([name, [basis, made]]) => {
    const lacking = made.find((figure) => sumOfMonth(counted(cells, figure), figure) === null) ?? made[0]
    const reason = whyUnplanned(counted(cells, lacking), lacking, unrecorded)
    return [name, based(basis, amountOf(cells, counted, made), currency, reason)]
  })
  const committed = Object.entries(commitmentLines).map(([name, figure]) => {
    const { cents, reason } = typeof intake === 'string' ? unknown(intake) : intake[figure]
    return [name, based('unit_cost', cents, currency, reason ?? '')]
  })
  const bought = budget === null ? null : sumOfMonth(budget, 'receipts_cost')
  return {
    budget: based('unit_cost', bought, currency, budget === null ? noBudget : unplannedOf(budget.length)),
    ...Object.fromEntries([...own, ...committed]),
  } as PlanSideFigures
}

/** The sum over the plan's categories, as for every other figure of the year. */
function intakeOfYear(intakes: readonly (Intake | string)[]): Intake | string {
  const reason = intakes.find((one) => typeof one === 'string')
  if (reason !== undefined) return reason
  const sum = (figure: keyof Intake) => sumActuals(intakes.map((one) => (one as Intake)[figure]))
  return {
    budget: sum('budget'),
    on_order: sum('on_order'),
    received: sum('received'),
    open_to_commit: sum('open_to_commit'),
  }
}

export function planSideOf(facts: PlanSideFacts) {
  const budgets = new Map(facts.budget?.map((cell) => [cell.cell_id, cell]))
  const ofCell = (cell: Cell) => {
    const budget = budgets.get(cell.cell_id)
    return facts.budget === null ? null : budget === undefined ? [] : [budget]
  }
  const groups = groupsBy(facts.cells, categoryKey)
  const { commitments } = facts
  const intakeIn = (group: readonly Cell[]) =>
    typeof commitments === 'string' ? commitments : (commitments.get(categoryKey(group[0]!)) ?? none)
  const ofCells = typeof commitments === 'string' ? commitments : notByChannel
  return {
    cells: facts.cells.map((cell) => ({
      cell_id: cell.cell_id,
      category_id: cell.category_id,
      category: cell.category,
      sales_channel_id: cell.sales_channel_id,
      sales_channel: cell.sales_channel,
      month: cell.month,
      figures: figuresOf([cell], ofCell(cell), facts, ofMonth, ofCells),
    })),
    category_years: groups.map((group) => {
      const budget = facts.budget?.filter((cell) => categoryKey(cell) === categoryKey(group[0]!)) ?? null
      const { category_id, category } = group[0]!
      return { category_id, category, figures: figuresOf(group, budget, facts, countedInYear, intakeIn(group)) }
    }),
    year: figuresOf(facts.cells, facts.budget, facts, countedInYear, intakeOfYear(groups.map(intakeIn))),
  }
}
