/** Commitments: declared, amended, approved, closed and retired by people; no key can do any of it. */
import { uuidv7 } from 'uuidv7'
import { commitment_statuses } from './commitment.model.ts'
import { isDifferent } from '../../contract/difference.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, currency_code, Id, Line, Nullable, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import {
  checkBudgets,
  checkName,
  Commitment,
  comparableBudgets,
  lockCommitment,
  readCommitment,
  selectCommitments,
  writeBudgets,
} from './commitments.store.ts'

const service = 'commitments'
const CommitmentId = Shape({ commitment_id: Id('The commitment.') })

const fields = {
  name: Line('What people call it; no other commitment bears it.', {
    maxLength: limits.name_length_max,
    examples: ['Spring/Summer 2027'],
  }),
  season_code: Line('Its season.', { maxLength: 40, examples: ['SS27'] }),
  budgets: Type.Array(
    Shape({
      category_id: Type.Optional(Nullable(Id('The category; left out for all that have no budget of their own.'))),
      budget_cents: Whole('What may be bought, at cost, in hundredths of the currency.', {
        minimum: 0,
        maximum: limits.commitment_budget_cents_max,
        examples: [12_000_000],
      }),
    }),
    { maxItems: limits.commitment_budgets_max, description: 'Its budgets, each category once.' },
  ),
}

export const listCommitments = sessionOperation({
  id: 'session.list_commitments',
  route: 'GET /api/v1/commitments',
  summary: 'List commitments',
  description: 'The commitments of the organisation with their budgets, newest first.',
  service,
  needs: 'member',
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_common_max),
      status: Type.Optional(Choice(commitment_statuses, 'Only commitments in this state.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(Commitment),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limits.page_limit_common_max, status } = query
    const which = () => sql`k.organization_id = ${organization_id}
      ${status === undefined ? sql`` : sql`and k.status = ${status}`}`
    const [[count], rows] = await Promise.all([
      sql<{ filtered: number }[]>`select count(*)::int as filtered from commitments k where ${which()}`,
      selectCommitments(sql, which(), limit, offset),
    ])
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

export const getCommitment = sessionOperation({
  id: 'session.get_commitment',
  route: 'GET /api/v1/commitments/{commitment_id}',
  summary: 'Get one commitment',
  description: 'One commitment with its budgets.',
  service,
  needs: 'member',
  params: CommitmentId,
  answer: Commitment,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readCommitment(sql, caller.organization_id, params.commitment_id),
})

export const declareCommitment = sessionOperation({
  id: 'session.declare_commitment',
  route: 'POST /api/v1/commitments',
  summary: 'Declare a commitment',
  desc: ({ name }) => `Commitment ${name} declared.`,
  description:
    'Declares what a buy may cost, category by category. Orders can be stamped with it at once; it is approved, closed or retired later.',
  service,
  needs: 'member',
  status: 201,
  body: Shape(
    {
      name: fields.name,
      season_code: Type.Optional(fields.season_code),
      currency: Type.Optional(
        Text("ISO 4217 code of its budgets; the organisation's when left out.", {
          ...currency_code,
          examples: ['USD'],
        }),
      ),
      budgets: fields.budgets,
    },
    { examples: [{ name: 'Spring/Summer 2027', budgets: [{ budget_cents: 25_000_000 }] }] },
  ),
  answer: Commitment,
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    const name = await checkName(sql, organization_id, body.name, null)
    await checkBudgets(sql, organization_id, body.budgets)
    const commitment_id = uuidv7()
    await sql`
      insert into commitments (organization_id, commitment_id, name, season_code, currency, status, created_at)
      values (${organization_id}, ${commitment_id}, ${name}, ${body.season_code ?? null},
        ${body.currency ?? caller.currency}, 'declared', ${now})`
    await writeBudgets(sql, organization_id, commitment_id, body.budgets)
    return readCommitment(sql, organization_id, commitment_id)
  },
})

/** What becomes of a commitment, and from where. */
const acts = {
  amend: { from: ['declared', 'approved'], done: 'amended' },
  approve: { from: ['declared'], done: 'approved' },
  close: { from: ['approved'], done: 'closed' },
  retire: { from: ['declared', 'approved', 'closed'], done: 'retired' },
} as const satisfies Record<string, { from: readonly (typeof commitment_statuses)[number][]; done: string }>

function checkAct(act: keyof typeof acts, { name, status }: { name: string; status: string }): void {
  const { from, done } = acts[act]
  if (from.some((one) => one === status)) return
  refuse('conflict', {
    desc: `${name} is ${status} and cannot be ${done}.`,
    data: { act, status, allowed_statuses: [...from] },
  })
}

export const amendCommitment = sessionOperation({
  id: 'session.amend_commitment',
  route: 'PATCH /api/v1/commitments/{commitment_id}',
  summary: 'Amend a commitment',
  desc: ({ name }) => `Commitment ${name} saved.`,
  description:
    'Changes what is named and leaves the rest; `budgets` stand in place of all that were. What orders have drawn stays. A closed or retired commitment is refused `conflict`.',
  service,
  needs: 'member',
  params: CommitmentId,
  body: Shape(
    {
      name: Type.Optional(fields.name),
      season_code: Type.Optional(Nullable(fields.season_code)),
      budgets: Type.Optional(fields.budgets),
    },
    { examples: [{ budgets: [{ budget_cents: 26_000_000 }] }] },
  ),
  answer: Commitment,
  refusals: ['not_found', 'conflict'],
  async run({ sql, caller: { organization_id }, params: { commitment_id }, body }) {
    const { name, season_code, budgets } = body
    if (Object.keys(body).length === 0) refuseField('body', 'names nothing to change', Object.keys(fields))
    const held = await lockCommitment(sql, organization_id, commitment_id)
    checkAct('amend', held)
    const named = name === undefined ? held.name : await checkName(sql, organization_id, name, commitment_id)
    if (budgets !== undefined) await checkBudgets(sql, organization_id, budgets)
    if (budgets !== undefined && isDifferent({ budgets: held.budgets }, { budgets: comparableBudgets(budgets) })) {
      await writeBudgets(sql, organization_id, commitment_id, budgets)
    }
    await sql`
      update commitments set name = ${named},
        season_code = case when ${season_code === undefined} then season_code else ${season_code ?? null} end
      where organization_id = ${organization_id} and commitment_id = ${commitment_id}`
    return readCommitment(sql, organization_id, commitment_id)
  },
})

const moveCommitment = (act: 'approve' | 'close' | 'retire', summary: string, description: string) =>
  sessionOperation({
    id: `session.${act}_commitment`,
    route: `POST /api/v1/commitments/{commitment_id}/${act}`,
    summary,
    desc: ({ name }) => `Commitment ${name} ${acts[act].done}.`,
    description,
    service,
    needs: 'admin',
    params: CommitmentId,
    answer: Commitment,
    refusals: ['not_found', 'conflict'],
    async run({ sql, caller: { organization_id }, params: { commitment_id } }) {
      checkAct(act, await lockCommitment(sql, organization_id, commitment_id))
      await sql`
        update commitments set status = ${acts[act].done}
        where organization_id = ${organization_id} and commitment_id = ${commitment_id}`
      return readCommitment(sql, organization_id, commitment_id)
    },
  })

export const approveCommitment = moveCommitment('approve', 'Approve a commitment', 'Approves what was declared.')
export const closeCommitment = moveCommitment(
  'close',
  'Close a commitment',
  'Ends an approved commitment: no further order is stamped with it. What orders have drawn stays.',
)
export const retireCommitment = moveCommitment(
  'retire',
  'Retire a commitment',
  'Takes a commitment out of use for good, whatever it has come to. What orders have drawn stays.',
)
