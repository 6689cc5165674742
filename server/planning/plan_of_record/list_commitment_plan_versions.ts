import { operation } from '../../contract/operation.ts'
import { Nullable, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { CommitmentPath } from '../../purchasing/commitments/commitment_actions.ts'
import { readCommitment } from '../../purchasing/commitments/commitments.store.ts'
import { LockedVersion } from './plan.model.ts'
import { readPlanHead, readVersions } from './plan.store.ts'

const notSet = 'No monthly plan has been set for the commitment.'
const notLocked = 'The monthly plan of the commitment is set, but no version of it has been locked.'

export const listCommitmentPlanVersions = operation({
  id: 'planning.list_commitment_plan_versions',
  route: 'GET /api/v1/commitments/{commitment_id}/money/plan/versions',
  summary: 'List the plan versions of a commitment',
  description:
    "Returns the locked versions of a commitment's plan of record, newest first, with their sums at cost. The newest version is in force. `budget` is the version that the season is measured against; a commitment has at most one. Versions never change. Without a version, `absence` states why. Requires the Pro plan. Keys bound to a trading account are refused.",
  account: 'aggregate',
  params: CommitmentPath,
  answer: Shape({
    commitment_id: OwnId('The commitment.'),
    currency: Text('Currency of all figures, as an ISO 4217 code.', { examples: ['USD'] }),
    absence: Nullable(Text('Why there are no versions, as a sentence; null if there are some.')),
    budget: Nullable(
      Shape(
        {
          label: Text('Label of the version.', { examples: ['Board budget'] }),
          version_id: OwnId('Id of the version.'),
        },
        { description: 'The budget version; null if the commitment has none.' },
      ),
    ),
    versions: Type.Array(LockedVersion, { description: 'Locked versions, newest first.' }),
  }),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params }) {
    const { commitment_id, currency } = await readCommitment(sql, organization_id, params.commitment_id)
    const [head, versions] = await Promise.all([
      readPlanHead(sql, organization_id, commitment_id),
      readVersions(sql, organization_id, commitment_id),
    ])
    const budget = versions.find(({ is_budget }) => is_budget)
    return {
      commitment_id,
      currency,
      absence: versions.length > 0 ? null : head === null ? notSet : notLocked,
      budget: budget === undefined ? null : { label: budget.label, version_id: budget.version_id },
      versions,
    }
  },
})
