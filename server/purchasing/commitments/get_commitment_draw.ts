import { commitments } from '../../../db/schema/commitments.ts'
import { purchase_orders } from '../../../db/schema/purchase_orders.ts'
import { type OuterRowOf, type RowOf, selection } from '../../../db/sql/selection.ts'
import { commitmentStatuses, purchaseOrderStatuses } from '../known_values.ts'
import type { Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Flag, Instant, Money, Nullable, OpenChoice, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { type Budget, type CategorySum, drawsOf } from './commitment_draw.rules.ts'
import { PurchaseOrderPath } from '../orders/model.ts'

const figures = {
  budget: Money('Budget for the row; 0 if no budget covers it.'),
  drawn: Money('Amount that other orders of the commitment have drawn.'),
  would_draw: Money('Amount that this order draws, or would draw once placed.'),
  left_before: Money('Budget minus the amount drawn by other orders.'),
  left_after: Money('Budget that remains after this order; negative if the order exceeds the budget.'),
  is_over: Nullable(Flag('Whether the order exceeds the budget; null if that cannot be calculated.')),
}

const CommitmentDraw = Shape({
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
      categories: Type.Array(
        Shape({
          covers: OpenChoice(
            ['category', 'rest', 'none'],
            'Scope of the row: the budget of a category, the budget for the rest, or lines that no budget covers.',
          ),
          category_id: Nullable(OwnId('The category.')),
          category: Nullable(Text('Name of the category.', { examples: ['Knitwear'] })),
          ...figures,
        }),
        { description: 'Rows sorted by category name; the budget for the rest comes last.' },
      ),
      total: Shape(figures, { description: 'Sum of the rows.' }),
    }),
    { description: 'The commitment that the order is assigned to; empty if there is none.' },
  ),
})

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

/**
 * Cost of this order, or of all other placed orders: the units ordered, or for a closed order the units delivered.
 * `offset 0` makes the planner read lines order by order, as scanning all lines costs far more.
 */
const readSums = (sql: Sql, organization_id: string, order: OrderWithCommitment, whose: 'own' | 'others') => sql<
  CategorySum[]
>`
  select p.category_id, c.name as category,
    coalesce(sum(w.units * l.unit_cost) filter (where o.currency = ${order.commitment_currency}), 0)::text as amount,
    (count(*) filter (where l.unit_cost is null))::int as uncosted_lines,
    (count(*) filter (where l.unit_cost is not null and o.currency <> ${order.commitment_currency}))::int
      as foreign_lines
  from purchase_orders o
  cross join lateral (
    select * from purchase_order_lines l
    where l.organization_id = o.organization_id and l.purchase_order_id = o.purchase_order_id offset 0
  ) l
  join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
  join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
  left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id
  cross join lateral (select case o.status when 'cancelled' then 0 when 'closed' then l.delivered_quantity
    else greatest(l.quantity, l.delivered_quantity) end as units) w
  where o.organization_id = ${organization_id} and o.commitment_id = ${order.commitment_id}
    and o.order_type <> 'transfer' and w.units > 0
    and ${
      whose === 'own'
        ? sql`o.purchase_order_id = ${order.purchase_order_id}`
        : sql`o.purchase_order_id <> ${order.purchase_order_id} and o.status not in ('draft', 'cancelled')`
    }
  group by p.category_id, c.name`

function reasonForNoDraw({ commitment_id, order_type, status }: OrderWithCommitment): string | null {
  if (commitment_id === null) return 'The order is not assigned to a commitment.'
  if (order_type === 'transfer') return 'A transfer moves stock that was already bought.'
  return status === 'cancelled' ? 'The order was cancelled.' : null
}

export const getCommitmentDraw = operation({
  id: 'purchase_orders.get_commitment_draw',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/commitment-draw',
  summary: 'Get the commitment draw',
  description:
    "Returns what the order draws, or would draw once placed, from the commitment it is assigned to, together with what other orders have drawn: by budget and in total, at the lines' cost. A line draws from the budget of its product's category, or else from the budget for the rest. An order draws from its approval on. A closed order draws only what arrived; cancelled orders and transfers draw nothing. An amount is null, with a reason, if a line has no unit cost or is in a currency other than the commitment's. Requires the Pro plan.",
  capability: 'the commitments plan of record',
  params: PurchaseOrderPath,
  answer: CommitmentDraw,
  refusals: ['purchase_order_not_on_file'],
  async run({ sql, caller: { organization_id }, params, now }) {
    const [order] = await readOrderWithCommitment(sql, organization_id, params.purchase_order_id)
    if (order === undefined) refuse('purchase_order_not_on_file')
    const { purchase_order_id, name, status, currency, commitment_id } = order
    const { commitment_name, commitment_status, commitment_currency } = order
    const head = {
      purchase_order_id,
      name,
      status,
      currency,
      as_of: now,
      is_drawn: reasonForNoDraw(order) === null && status !== 'draft',
      reason: reasonForNoDraw(order),
    }
    // All four are null together: of an order without a commitment.
    if (!commitment_id || !commitment_name || !commitment_status || !commitment_currency)
      return { ...head, commitments: [] }
    const [budgets, own, others] = await Promise.all([
      readBudgets(sql, organization_id, commitment_id),
      readSums(sql, organization_id, order, 'own'),
      readSums(sql, organization_id, order, 'others'),
    ])
    const commitment = {
      commitment_id,
      name: commitment_name,
      season_code: order.season_code,
      status: commitment_status,
      currency: commitment_currency,
      ...drawsOf(commitment_currency, budgets, own, others),
    }
    return { ...head, commitments: [commitment] }
  },
})
