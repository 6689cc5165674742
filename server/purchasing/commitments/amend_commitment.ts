import { isDifferent } from '../../contract/difference.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Nullable, Shape, Type } from '../../contract/schema.ts'
import { refusingTakenNames } from '../../records/single.ts'
import {
  checkBudgets,
  checkName,
  Commitment,
  comparableBudgets,
  lockCommitment,
  readCommitment,
  writeBudgets,
} from './commitments.store.ts'
import { checkAct, commitmentFields, CommitmentPath, stateRefusing } from './commitment_actions.ts'

export const amendCommitment = sessionOperation({
  id: 'session.amend_commitment',
  route: 'PATCH /api/v1/commitments/{commitment_id}',
  summary: 'Amend a commitment',
  desc: ({ name }) => `Commitment ${name} saved.`,
  description:
    'Changes the fields that are sent. `budgets` replaces all existing budgets. Amounts that orders have drawn are not affected. Fails with `conflict` if the commitment is closed or retired.',
  service: 'commitments',
  params: CommitmentPath,
  body: Shape(
    {
      name: Type.Optional(commitmentFields.name),
      season_code: Type.Optional(Nullable(commitmentFields.season_code)),
      budgets: Type.Optional(commitmentFields.budgets),
    },
    { examples: [{ budgets: [{ budget_cents: 26_000_000 }] }] },
  ),
  answer: Commitment,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(stateRefusing('amend')),
  async run({ sql, caller: { organization_id }, params: { commitment_id }, body }) {
    const { name, season_code, budgets } = body
    if (Object.keys(body).length === 0)
      refuseField('body', 'must contain at least one field to change', Object.keys(commitmentFields))
    const held = await lockCommitment(sql, organization_id, commitment_id)
    checkAct('amend', held)
    const newName = name === undefined ? held.name : await checkName(sql, organization_id, name, commitment_id)
    if (budgets !== undefined) await checkBudgets(sql, organization_id, budgets)
    if (budgets !== undefined && isDifferent({ budgets: held.budgets }, { budgets: comparableBudgets(budgets) })) {
      await writeBudgets(sql, organization_id, commitment_id, budgets)
    }
    await refusingTakenNames(
      'commitments_by_name',
      'commitment',
      () => sql`
        update commitments set name = ${newName},
          season_code = case when ${season_code === undefined} then season_code else ${season_code ?? null} end
        where organization_id = ${organization_id} and commitment_id = ${commitment_id}`,
    )
    return readCommitment(sql, organization_id, commitment_id)
  },
})
