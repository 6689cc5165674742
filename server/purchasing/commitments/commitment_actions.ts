/** What the commitment operations share. People change commitments in the app; API keys cannot. */
import { commitmentStatuses } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import { listOf } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Line, Nullable, Shape, Type, Whole } from '../../contract/schema.ts'

export const CommitmentPath = Shape({ commitment_id: Id('The commitment.') })

export const commitmentFields = {
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

/** Allowed actions on a commitment, and the states they start from. */
export const acts = {
  amend: { from: ['declared', 'approved'], done: 'amended' },
  approve: { from: ['declared'], done: 'approved' },
  close: { from: ['approved'], done: 'closed' },
  retire: { from: ['declared', 'approved', 'closed'], done: 'retired' },
} as const satisfies Record<string, { from: readonly (typeof commitmentStatuses)[number][]; done: string }>

/** The states that the action does not start from, as a clause. */
export function stateRefusing(act: keyof typeof acts): string {
  const from: readonly string[] = acts[act].from
  return `the commitment is ${listOf(
    commitmentStatuses.filter((one) => !from.includes(one)),
    'or',
  )}`
}

export function checkAct(act: keyof typeof acts, { name, status }: { name: string; status: string }): void {
  const { from, done } = acts[act]
  if (from.some((one) => one === status)) return
  refuse('conflict', {
    desc: `${name} is ${status} and cannot be ${done}. It must be ${listOf(from, 'or')}.`,
    data: { act, status, allowed_statuses: [...from] },
  })
}
