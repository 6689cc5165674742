/** Commitments: people declare, amend, approve, close and retire them. API keys cannot. */
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
  name: Line('Display name of the commitment; unique in the organisation.', {
    maxLength: limits.name_length_max,
    examples: ['Spring/Summer 2027'],
  }),
  season_code: Line('Code of the season.', { maxLength: 40, examples: ['SS27'] }),
  budgets: Type.Array(
    Shape({
      category_id: Type.Optional(
        Nullable(Id('The category; omit it for the budget of all categories without their own.')),
      ),
      budget_cents: Whole('Budget at cost, in hundredths of the currency.', {
        minimum: 0,
        maximum: limits.commitment_budget_cents_max,
        examples: [12_000_000],
      }),
    }),
    { maxItems: limits.commitment_budgets_max, description: 'Budgets, each category at most once.' },
  ),
}

export const listCommitments = sessionOperation({
  id: 'session.list_commitments',
  route: 'GET /api/v1/commitments',
  summary: 'List commitments',
  description: 'Returns the commitments of the organisation with their budgets, newest first.',
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
  summary: 'Get a commitment',
  description: 'Returns a commitment with its budgets.',
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
    'Declares the budget for a buy, by category. Orders can be assigned to it at once; it can be approved, closed or retired later.',
  service,
  needs: 'member',
  status: 201,
  body: Shape(
    {
      name: fields.name,
      season_code: Type.Optional(fields.season_code),
      currency: Type.Optional(
        Text("Currency of the budgets, as an ISO 4217 code; defaults to the organisation's.", {
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

/** Allowed actions on a commitment, and the states they start from. */
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
    desc: `${name} is ${status} and cannot be ${done}. It must be ${from.join(' or ')}.`,
    data: { act, status, allowed_statuses: [...from] },
  })
}

export const amendCommitment = sessionOperation({
  id: 'session.amend_commitment',
  route: 'PATCH /api/v1/commitments/{commitment_id}',
  summary: 'Amend a commitment',
  desc: ({ name }) => `Commitment ${name} saved.`,
  description:
    'Changes the fields that are sent. `budgets` replaces all existing budgets. Amounts that orders have drawn are not affected. Fails with `conflict` if the commitment is closed or retired.',
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
    if (Object.keys(body).length === 0)
      refuseField('body', 'must contain at least one field to change', Object.keys(fields))
    const held = await lockCommitment(sql, organization_id, commitment_id)
    checkAct('amend', held)
    const new_name = name === undefined ? held.name : await checkName(sql, organization_id, name, commitment_id)
    if (budgets !== undefined) await checkBudgets(sql, organization_id, budgets)
    if (budgets !== undefined && isDifferent({ budgets: held.budgets }, { budgets: comparableBudgets(budgets) })) {
      await writeBudgets(sql, organization_id, commitment_id, budgets)
    }
    await sql`
      update commitments set name = ${new_name},
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

export const approveCommitment = moveCommitment('approve', 'Approve a commitment', 'Approves a declared commitment.')
export const closeCommitment = moveCommitment(
  'close',
  'Close a commitment',
  'Closes an approved commitment, so that no further order can be assigned to it. Amounts that orders have drawn are not affected.',
)
export const retireCommitment = moveCommitment(
  'retire',
  'Retire a commitment',
  'Takes a commitment out of use permanently, whether it is declared, approved or closed. Amounts that orders have drawn are not affected.',
)
