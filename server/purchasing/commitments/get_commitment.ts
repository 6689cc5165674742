import { sessionOperation } from '../../contract/operation.ts'
import { Commitment, readCommitment } from './commitments.store.ts'
import { CommitmentPath } from './commitment_actions.ts'

export const getCommitment = sessionOperation({
  id: 'session.get_commitment',
  route: 'GET /api/v1/commitments/{commitment_id}',
  summary: 'Get a commitment',
  description: 'Returns a commitment with its budgets.',
  service: 'commitments',
  params: CommitmentPath,
  answer: Commitment,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readCommitment(sql, caller.organization_id, params.commitment_id),
})
