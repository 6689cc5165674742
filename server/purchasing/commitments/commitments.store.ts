/** SQL of commitments and their budgets. */
import { commitment_budgets } from '../../../db/schema/commitments.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { commitmentStatuses } from '../known_values.ts'
import { uuidv7 } from 'uuidv7'
import type { Fragment, Sql } from '../../contract/call.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import {
  Count,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'

export const Commitment = Shape(
  {
    commitment_id: OwnId('The commitment.'),
    name: Text('Display name of the commitment.', { examples: ['Spring/Summer 2027'] }),
    season_code: Nullable(Text('Code of the season; null if none is set.', { examples: ['SS27'] })),
    currency: Text('Currency of the budgets, as an ISO 4217 code.', { examples: ['USD'] }),
    status: OpenChoice(commitmentStatuses, 'Lifecycle state of the commitment.'),
    budget_cents: Whole('Sum of the budgets, in hundredths of the currency.', { examples: [25_000_000] }),
    budgets: Type.Array(
      Shape({
        category_id: Nullable(OwnId('The category; null for all categories without their own budget.')),
        category: Nullable(Text('Name of the category; null for the rest.', { examples: ['Knitwear'] })),
        budget_cents: Whole('Budget at cost, in hundredths of the currency.', { examples: [12_000_000] }),
      }),
      { description: 'Budgets sorted by category name; the budget for the rest comes last.' },
    ),
    orders: Count('Number of orders assigned to the commitment.', { examples: [12] }),
    created_at: Instant('When the commitment was declared.'),
  },
  { $id: 'Commitment' },
)
export type Commitment = Static<typeof Commitment>

export const selectCommitments = (sql: Sql, which: Fragment, limit = 1, offset = 0) => sql<Commitment[]>`
  select k.commitment_id, k.name, k.season_code, k.currency, k.status, b.budget_cents, b.budgets,
    (select count(*)::int from purchase_orders o where o.organization_id = k.organization_id
      and o.commitment_id = k.commitment_id) as orders, k.created_at
  from (select * from commitments k where ${which}
    order by k.created_at desc, k.commitment_id desc limit ${limit} offset ${offset}) k
  cross join lateral (
    select coalesce(sum(g.budget_cents), 0)::float8 as budget_cents, coalesce(jsonb_agg(jsonb_build_object(
      'category_id', g.category_id, 'category', c.name, 'budget_cents', g.budget_cents)
      order by c.name nulls last) filter (where g.budget_id is not null), '[]') as budgets
    from commitment_budgets g
    left join categories c on c.organization_id = g.organization_id and c.category_id = g.category_id
    where g.organization_id = k.organization_id and g.commitment_id = k.commitment_id
  ) b
  order by k.created_at desc, k.commitment_id desc`

export async function readCommitment(sql: Sql, organization_id: string, commitment_id: string): Promise<Commitment> {
  const [row] = await selectCommitments(
    sql,
    sql`k.organization_id = ${organization_id} and k.commitment_id = ${commitment_id}`,
  )
  return row ?? refuse('not_found', { desc: 'No commitment of this organisation has that id.' })
}

export interface LockedCommitment {
  name: string
  status: string
  budgets: Required<NewBudget>[]
}

/** Locks the commitment's row, so that changes to it are serialised. */
export async function lockCommitment(
  sql: Sql,
  organization_id: string,
  commitment_id: string,
): Promise<LockedCommitment> {
  const [row] = await sql<LockedCommitment[]>`
    select name, status, (
        select coalesce(jsonb_agg(jsonb_build_object('category_id', b.category_id, 'budget_cents', b.budget_cents)
          order by b.category_id nulls first), '[]')
        from commitment_budgets b
        where b.organization_id = k.organization_id and b.commitment_id = k.commitment_id) as budgets
    from commitments k
    where organization_id = ${organization_id} and commitment_id = ${commitment_id} for update`
  return row ?? refuse('not_found', { desc: 'No commitment of this organisation has that id.' })
}

/** Refuses a name that another commitment has. */
export async function checkName(
  sql: Sql,
  organization_id: string,
  name: string,
  ownId: string | null,
): Promise<string> {
  const trimmed = name.trim()
  if (trimmed === '') refuseField('name', 'must not be blank')
  const [sameName] = await sql`
    select 1 from commitments where organization_id = ${organization_id} and name = ${trimmed}
      and commitment_id is distinct from ${ownId}::uuid`
  if (sameName !== undefined) refuseField('name', 'is already the name of another commitment')
  return trimmed
}

export interface NewBudget {
  category_id?: string | null
  budget_cents: number
}

/** Budgets sorted by category id, the rest first, so that two lists can be compared. */
export const comparableBudgets = (budgets: readonly NewBudget[]): Required<NewBudget>[] =>
  budgets
    .map(({ category_id, budget_cents }) => ({ category_id: category_id?.toLowerCase() ?? null, budget_cents }))
    .toSorted((a, b) => ((a.category_id ?? '') < (b.category_id ?? '') ? -1 : 1))

/** Checks that each category occurs once and belongs to the organisation. */
export async function checkBudgets(sql: Sql, organization_id: string, budgets: readonly NewBudget[]): Promise<void> {
  const ids = budgets.flatMap(({ category_id }) => category_id ?? [])
  const categories = await sql<{ category_id: string }[]>`
    select category_id from categories
    where organization_id = ${organization_id} and category_id = any(${arrayLiteral(ids)}::uuid[])`
  const known = new Set(categories.map(({ category_id }) => category_id))
  const seen = new Set<string | null>()
  budgets.forEach(({ category_id = null }, i) => {
    const field = `budgets[${i}].category_id`
    const id = category_id?.toLowerCase() ?? null
    if (id !== null && !known.has(id)) refuseField(field, 'must be a category of this organisation')
    if (seen.has(id)) refuseField(field, id === null ? 'is omitted on more than one budget' : 'repeats a category')
    seen.add(id)
  })
}

const budgetRows = recordset(commitment_budgets, ['budget_id', 'category_id', 'budget_cents'])

/** Replaces all budgets of the commitment. */
export async function writeBudgets(
  sql: Sql,
  organization_id: string,
  commitment_id: string,
  budgets: readonly NewBudget[],
): Promise<void> {
  await sql`
    delete from commitment_budgets where organization_id = ${organization_id} and commitment_id = ${commitment_id}`
  const rows = budgets.map(({ category_id, budget_cents }) => ({
    budget_id: uuidv7(),
    category_id: category_id ?? null,
    budget_cents,
  }))
  await sql`
    insert into commitment_budgets (organization_id, commitment_id, ${budgetRows.names})
    select ${organization_id}, ${commitment_id}, ${budgetRows.values} from ${budgetRows.from(rows)}`
}
