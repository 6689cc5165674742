import { uuidv7 } from 'uuidv7'
import { isCurrency } from '../../contract/money.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { currencyCode, Shape, Text, Type } from '../../contract/schema.ts'
import { refusingTakenNames } from '../../records/single.ts'
import { checkBudgets, checkName, Commitment, readCommitment, writeBudgets } from './commitments.store.ts'
import { commitmentFields } from './commitment_actions.ts'

export const declareCommitment = sessionOperation({
  id: 'session.declare_commitment',
  route: 'POST /api/v1/commitments',
  summary: 'Declare a commitment',
  desc: ({ name }) => `Commitment ${name} declared.`,
  description:
    'Declares the budget for a buy, by category. Orders can be assigned to it at once; it can be approved, closed or retired later.',
  service: 'commitments',
  status: 201,
  body: Shape(
    {
      name: commitmentFields.name,
      season_code: Type.Optional(commitmentFields.season_code),
      currency: Type.Optional(
        Text("Currency of the budgets, as an ISO 4217 code; defaults to the organisation's.", {
          ...currencyCode,
          examples: ['USD'],
        }),
      ),
      budgets: commitmentFields.budgets,
    },
    { examples: [{ name: 'Spring/Summer 2027', budgets: [{ budget_cents: 25_000_000 }] }] },
  ),
  answer: Commitment,
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    const { season_code = null, currency = caller.currency } = body
    if (!isCurrency(currency)) refuseField('currency', 'must be an ISO 4217 code')
    const name = await checkName(sql, organization_id, body.name, null)
    await checkBudgets(sql, organization_id, body.budgets)
    const commitment_id = uuidv7()
    await refusingTakenNames(
      'commitments_by_name',
      'commitment',
      () => sql`
        insert into commitments (organization_id, commitment_id, name, season_code, currency, status, created_at)
        values (${organization_id}, ${commitment_id}, ${name}, ${season_code}, ${currency}, 'declared', ${now})`,
    )
    await writeBudgets(sql, organization_id, commitment_id, body.budgets)
    return readCommitment(sql, organization_id, commitment_id)
  },
})
