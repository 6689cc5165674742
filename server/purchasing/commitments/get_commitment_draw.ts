import type { Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Flag, Instant, Money, Nullable, OpenChoice, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { commitment_statuses } from './commitment.model.ts'
import { type Budget, type CategorySum, drawsOf } from './commitment_draw.rules.ts'
import { type OrderStatus, type OrderType, purchase_order_statuses, PurchaseOrderPath } from '../orders/model.ts'

const figures = {
  budget: Money('What may be bought; a measured 0 where no budget covers it.'),
  drawn: Money('What other orders of the commitment have drawn.'),
  would_draw: Money('What this order draws, or will once it is placed.'),
  left_before: Money('Budget less what others have drawn.'),
  left_after: Money('What then remains; negative where the order goes beyond the budget.'),
  is_over: Nullable(Flag('Whether less than nothing remains; null where it cannot be told.')),
}

const CommitmentDraw = Shape({
  purchase_order_id: OwnId('The order.'),
  name: Text('Its name.', { examples: ['PO-1042'] }),
  status: OpenChoice(purchase_order_statuses, 'How far it has come.'),
  currency: Text("The order's currency.", { examples: ['USD'] }),
  as_of: Instant('When this was added up.'),
  is_drawn: Flag('Whether the order has drawn it: from its approval on, until it is cancelled.'),
  reason: Nullable(Text('Why it draws nothing, as a sentence; null where it does.')),
  commitments: Type.Array(
    Shape({
      commitment_id: OwnId('The commitment.'),
      name: Text('Its name.', { examples: ['Spring/Summer 2027'] }),
      season_code: Nullable(Text('Its season.', { examples: ['SS27'] })),
      status: OpenChoice(commitment_statuses, 'How far it has come.'),
      currency: Text('Its currency, in which all of its figures are.', { examples: ['USD'] }),
      categories: Type.Array(
        Shape({
          covers: OpenChoice(
            ['category', 'rest', 'none'],
            'What the row is: the budget of a category, the budget of all others, or what no budget covers.',
          ),
          category_id: Nullable(OwnId('The category.')),
          category: Nullable(Text('Its name.', { examples: ['Knitwear'] })),
          ...figures,
        }),
        { description: 'Its budgets by name of the category, that of the rest last.' },
      ),
      total: Shape(figures, { description: 'The rows added up.' }),
    }),
    { description: 'The commitment that the order is stamped with; empty where it has none.' },
  ),
})

interface Stamped {
  purchase_order_id: string
  name: string
  status: OrderStatus
  order_type: OrderType
  currency: string
  commitment_id: string | null
  commitment_name: string | null
  season_code: string | null
  commitment_status: string | null
  commitment_currency: string | null
}

const readStamped = (sql: Sql, organization_id: string, purchase_order_id: string) => sql<Stamped[]>`
  select o.purchase_order_id, o.name, o.status, o.order_type, o.currency, k.commitment_id,
    k.name as commitment_name, k.season_code, k.status as commitment_status, k.currency as commitment_currency
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
 * What this order, or all others that were placed, come to: what was ordered, or of a closed order what arrived. The
 * lines are looked up order by order (`offset 0` holds the planner to it), as reading all of them costs far more.
 */
const readSums = (sql: Sql, organization_id: string, order: Stamped, whose: 'own' | 'others') => sql<CategorySum[]>`
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

function whyNothing({ commitment_id, order_type, status }: Stamped): string | null {
  if (commitment_id === null) return 'The order is not stamped with a commitment.'
  if (order_type === 'transfer') return 'A transfer moves stock that was bought before.'
  return status === 'cancelled' ? 'The order was cancelled.' : null
}

export const getCommitmentDraw = operation({
  id: 'purchase_orders.get_commitment_draw',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/commitment-draw',
  summary: 'Show what an order draws from its commitment',
  description:
    "What the order would draw from the commitment that it is stamped with, before it is placed, beside what other orders have drawn: budget by budget and in all, at the lines' cost. A line draws from the budget of its product's category, else from that of the rest. Orders draw from their approval on; a closed one what arrived, a cancelled one and a transfer nothing. A sum with lines that have no unit cost, or are in another currency than the commitment, is null with its reason. Sold with Pro.",
  capability: 'the commitments plan of record',
  params: PurchaseOrderPath,
  answer: CommitmentDraw,
  refusals: ['purchase_order_not_on_file'],
  async run({ sql, caller: { organization_id }, params, now }) {
    const [order] = await readStamped(sql, organization_id, params.purchase_order_id)
    if (order === undefined) refuse('purchase_order_not_on_file')
    const { purchase_order_id, name, status, currency, commitment_id } = order
    const { commitment_name, commitment_status, commitment_currency } = order
    const head = {
      purchase_order_id,
      name,
      status,
      currency,
      as_of: now,
      is_drawn: whyNothing(order) === null && status !== 'draft',
      reason: whyNothing(order),
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
