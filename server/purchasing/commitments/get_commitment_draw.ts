import { commitments } from '../../../db/schema/commitments.ts'
import { purchase_orders } from '../../../db/schema/purchase_orders.ts'
import { type OuterRowOf, type RowOf, selection } from '../../../db/sql/selection.ts'
import { commitmentStatuses, purchaseOrderStatuses } from '../known_values.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import {
  CalendarDate,
  Count,
  Flag,
  Instant,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { type Budget, type Draws, drawsOf, drawsOfPlan } from './commitment_draw.rules.ts'
import type { OrderFact } from '../../commitment_grids/known_values.ts'
import { readOrderFacts } from '../order_sums/order_facts.store.ts'
import { planOfRecordMonths } from '../../commitment_grids/plan_months.rules.ts'
import { type PlanInForce, readPlansInForce, readVersionCells } from '../../commitment_grids/plans_in_force.store.ts'
import { PurchaseOrderPath } from '../orders/model.ts'

const figures = {
  budget: Money('Budget for the row; 0 if no budget covers it.'),
  drawn: Money('Amount that other orders of the commitment have drawn.'),
  would_draw: Money('Amount that this order draws, or would draw once placed.'),
  left_before: Money('Budget minus the amount drawn by other orders.'),
  left_after: Money('Budget that remains after this order; negative if the order exceeds the budget.'),
  is_over: Nullable(Flag('Whether the order exceeds the budget; null if that cannot be calculated.')),
}

const MonthDraw = Shape(
  {
    fiscal_year: Nullable(
      Whole('Calendar year in which the first month of the fiscal year lies; null outside the plan.', {
        examples: [2027],
      }),
    ),
    month: Nullable(Count('Number of the fiscal month; 1 is the first of the year.', { examples: [2] })),
    start_date: Nullable(CalendarDate('First day of the month.', { examples: ['2027-02-28'] })),
    end_date: Nullable(CalendarDate('Last day of the month, included.', { examples: ['2027-04-03'] })),
    ...figures,
  },
  { $id: 'CommitmentDrawMonth' },
)

const CommitmentDraw = Shape(
  {
    purchase_order_id: OwnId('The order.'),
    name: Text('Display name of the order.', { examples: ['PO-1042'] }),
    status: OpenChoice(purchaseOrderStatuses, 'Lifecycle state of the order.'),
    currency: Text('Currency of the order, as an ISO 4217 code.', { examples: ['USD'] }),
    as_of: Instant('When the figures were calculated.'),
    is_drawn: Flag("Whether the amounts are drawn: true from the order's approval until it is cancelled."),
    reason: Nullable(Text('Why the order draws nothing, as a sentence; null if it draws.')),
    commitments: Type.Array(
      Shape({
        commitment_id: OwnId('The commitment.'),
        name: Text('Display name of the commitment.', { examples: ['Spring/Summer 2027'] }),
        season_code: Nullable(Text('Code of the season; null if none is set.', { examples: ['SS27'] })),
        status: OpenChoice(commitmentStatuses, 'Lifecycle state of the commitment.'),
        currency: Text('Currency of all figures of the commitment, as an ISO 4217 code.', { examples: ['USD'] }),
        budget_source: OpenChoice(
          ['plan_of_record', 'declared_budgets'],
          "Where the budgets come from: the newest locked version of the commitment's plan, or without one the budgets with which the commitment was declared.",
        ),
        plan: Nullable(
          Shape(
            {
              version_id: OwnId('Id of the version.'),
              number: Count('Number of the version within the commitment, starting at 1.', { examples: [1] }),
              label: Text('Label of the version.', { examples: ['Board budget'] }),
              locked_at: Instant('When the version was locked.'),
            },
            { description: 'The locked version of the plan of record; null if none has been locked.' },
          ),
        ),
        categories: Type.Array(
          Shape({
            covers: OpenChoice(
              ['category', 'uncategorised', 'rest', 'none'],
              'Scope of the row: the budget of a category, of products without a category, or for the rest, or lines that no budget covers.',
            ),
            category_id: Nullable(OwnId('The category.')),
            category: Nullable(Text('Name of the category.', { examples: ['Knitwear'] })),
            ...figures,
            months: Type.Array(MonthDraw, {
              description:
                'Fiscal months of the plan of record in which the order draws; amounts that no month of the plan contains come last. Empty without a plan.',
            }),
          }),
          { description: 'Rows sorted by category name; the budget for the rest comes last.' },
        ),
        total: Shape(figures, { description: 'Sum of the rows.' }),
      }),
      { description: 'The commitment that the order is assigned to; empty if there is none.' },
    ),
  },
  { $id: 'CommitmentDraw' },
)

type PlanHead = Pick<PlanInForce, 'version_id' | 'number' | 'label' | 'locked_at'>

const orderColumns = selection(purchase_orders, 'o', ['purchase_order_id', 'name', 'status', 'order_type', 'currency'])
const commitmentColumns = selection(commitments, 'k', [
  'commitment_id',
  'name as commitment_name',
  'season_code',
  'status as commitment_status',
  'currency as commitment_currency',
])
type OrderWithCommitment = RowOf<typeof orderColumns> & OuterRowOf<typeof commitmentColumns>

const readOrderWithCommitment = (sql: Sql, organization_id: string, purchase_order_id: string) => sql<
  OrderWithCommitment[]
>`
  select ${orderColumns}, ${commitmentColumns}
  from purchase_orders o
  left join commitments k on k.organization_id = o.organization_id and k.commitment_id = o.commitment_id
  where o.organization_id = ${organization_id} and o.purchase_order_id = ${purchase_order_id}`

const readBudgets = (sql: Sql, organization_id: string, commitment_id: string) => sql<Budget[]>`
  select b.category_id, c.name as category, b.budget_cents::float8 as budget_cents
  from commitment_budgets b
  left join categories c on c.organization_id = b.organization_id and c.category_id = b.category_id
  where b.organization_id = ${organization_id} and b.commitment_id = ${commitment_id}
  order by c.name nulls last, b.budget_id`

function reasonForNoDraw(
  { commitment_id, order_type, status }: OrderWithCommitment,
  own: readonly OrderFact[],
): string | null {
  if (commitment_id === null) return 'The order is not assigned to a commitment.'
  if (order_type === 'transfer') return 'A transfer moves stock that was already bought.'
  // What arrived of a cancelled order stays drawn.
  return status === 'cancelled' && own.length === 0 ? 'The order was cancelled.' : null
}

/** The budgets of the newest locked plan, or those of the declaration. */
async function readDraws(
  sql: Sql,
  { organization_id, time_zone }: Caller,
  {
    commitment_id,
    currency,
    orders,
    now,
  }: { commitment_id: string; currency: string; orders: OrderFact[]; now: string },
): Promise<Draws & { budget_source: 'plan_of_record' | 'declared_budgets'; plan: PlanHead | null }> {
  const [plan] = await readPlansInForce(sql, organization_id, sql`k.commitment_id = ${commitment_id}`)
  if (plan === undefined) {
    const placedOrders = orders.filter(({ is_own, band }) => !is_own && band !== 'drafted')
    const own = orders.filter(({ is_own }) => is_own)
    const budgets = await readBudgets(sql, organization_id, commitment_id)
    return { budget_source: 'declared_budgets', plan: null, ...drawsOf(currency, budgets, own, placedOrders) }
  }
  const { version_id, number, label, locked_at, fiscal_year_start_month } = plan
  const cells = await readVersionCells(sql, organization_id, [version_id])
  const months = planOfRecordMonths(cells, fiscal_year_start_month)
  const draws = drawsOfPlan(currency, { months, cells, orders, today: dayInTimeZone(time_zone, now) })
  return { budget_source: 'plan_of_record', plan: { version_id, number, label, locked_at }, ...draws }
}

export const getCommitmentDraw = operation({
  id: 'purchase_orders.get_commitment_draw',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/commitment-draw',
  summary: 'Get the commitment draw',
  description:
    "Returns what the order draws, or would draw once placed, from the commitment it is assigned to, together with what other orders have drawn: by category and in total, at the lines' cost. The figures are those of the commitment's plan of record: budgets by category and fiscal month of the newest locked version, and what is on order and received; what is left is its open to commit, which includes orders of months that the plan does not have. Without a locked version the budgets are those with which the commitment was declared, and a category without its own draws from the budget for the rest. An order draws from its approval on. A closed or cancelled order draws only what arrived; transfers draw nothing. An amount is null, with a reason, if a line has no unit cost or is in a currency other than the commitment's. Requires the Pro plan.",
  capability: 'the commitments plan of record',
  params: PurchaseOrderPath,
  answer: CommitmentDraw,
  refusals: ['purchase_order_not_on_file'],
  async run({ sql, caller, params, now }) {
    const { organization_id } = caller
    const [order] = await readOrderWithCommitment(sql, organization_id, params.purchase_order_id)
    if (order === undefined) refuse('purchase_order_not_on_file')
    const { purchase_order_id, name, status, currency, commitment_id } = order
    const { commitment_name, commitment_status, commitment_currency } = order
    const orders = commitment_id === null ? [] : await readOrderFacts(sql, caller, [commitment_id], purchase_order_id)
    const reason = reasonForNoDraw(
      order,
      orders.filter(({ is_own }) => is_own),
    )
    const is_drawn = reason === null && status !== 'draft'
    const head = { purchase_order_id, name, status, currency, as_of: now, is_drawn, reason }
    // All four are null together: of an order without a commitment.
    if (!commitment_id || !commitment_name || !commitment_status || !commitment_currency)
      return { ...head, commitments: [] }
    const draws = await readDraws(sql, caller, { commitment_id, currency: commitment_currency, orders, now })
    const { season_code } = order
    const names = { commitment_id, name: commitment_name, season_code, status: commitment_status }
    return { ...head, commitments: [{ ...names, currency: commitment_currency, ...draws }] }
  },
})
