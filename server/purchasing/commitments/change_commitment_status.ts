/** Approving, closing and retiring a commitment, which only an administrator can do. */
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { Commitment, lockCommitment, readCommitment } from './commitments.store.ts'
import { acts, checkAct, CommitmentPath, stateRefusing } from './commitment_actions.ts'

const changeStatus = (act: 'approve' | 'close' | 'retire', summary: string, description: string) =>
  sessionOperation({
    id: `session.${act}_commitment`,
    route: `POST /api/v1/commitments/{commitment_id}/${act}`,
    summary,
    desc: ({ name }) => `Commitment ${name} ${acts[act].done}.`,
    description,
    service: 'commitments',
    needs: 'admin',
    params: CommitmentPath,
    answer: Commitment,
    refusals: ['not_found', 'conflict'],
    conflict: reasons(stateRefusing(act)),
    async run({ sql, caller: { organization_id }, params: { commitment_id } }) {
      checkAct(act, await lockCommitment(sql, organization_id, commitment_id))
      await sql`
        update commitments set status = ${acts[act].done}
        where organization_id = ${organization_id} and commitment_id = ${commitment_id}`
      return readCommitment(sql, organization_id, commitment_id)
    },
  })

export const approveCommitment = changeStatus('approve', 'Approve a commitment', 'Approves a declared commitment.')
export const closeCommitment = changeStatus(
  'close',
  'Close a commitment',
  'Closes an approved commitment, so that no further order can be assigned to it. Amounts that orders have drawn are not affected.',
)
export const retireCommitment = changeStatus(
  'retire',
  'Retire a commitment',
  'Takes a commitment out of use permanently, whether it is declared, approved or closed. Amounts that orders have drawn are not affected.',
)
