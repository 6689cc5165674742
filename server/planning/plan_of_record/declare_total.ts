import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { Line, notBlank, Shape, Type, Whole } from '../../contract/schema.ts'
import { checkAct, CommitmentPath, stateRefusing } from '../../purchasing/commitments/commitment_actions.ts'
import { lockCommitment } from '../../purchasing/commitments/commitments.store.ts'
import { Declaration, service } from './plan.model.ts'
import { readDeclaration, readVersions } from './plan.store.ts'

/** The newest declaration next to what the plan of record contains. */
export async function answerDeclaration(
  sql: Sql,
  organization_id: string,
  commitment_id: string,
  planned_cents: number | null,
): Promise<Declaration> {
  const declared = await readDeclaration(sql, organization_id, commitment_id)
  const reason =
    declared === null
      ? "The company has not declared the season's total."
      : planned_cents === null
        ? 'No version of the plan has been locked.'
        : null
  return {
    declared_cents: declared?.declared_cents ?? null,
    declared_by: declared?.declared_by ?? null,
    declared_at: declared?.declared_at ?? null,
    note: declared?.note ?? null,
    planned_cents,
    difference_cents: declared === null || planned_cents === null ? null : declared.declared_cents - planned_cents,
    reason,
  }
}

export const declareCommitmentTotal = sessionOperation({
  id: 'session.declare_commitment_total',
  route: 'PUT /api/v1/commitments/{commitment_id}/money/declaration',
  summary: "Declare a season's total",
  desc: "The season's total is declared.",
  description:
    "Records what the company states as the season's total at cost, with the user and the time. Every declaration is kept; the newest is in force, and stating it again adds none. Fails with `conflict` if the commitment is closed or retired.",
  service,
  needs: 'admin',
  params: CommitmentPath,
  body: Shape(
    {
      declared_cents: Whole("The season's total at cost, in cents of the commitment's currency.", {
        minimum: 0,
        maximum: limits.commitment_budget_cents_max,
        examples: [500_000],
      }),
      note: Type.Optional(
        Line('Note of the declaration.', {
          maxLength: limits.commitment_note_length_max,
          ...notBlank,
          examples: ['Agreed by the board'],
        }),
      ),
    },
    { examples: [{ declared_cents: 500_000, note: 'Agreed by the board' }] },
  ),
  answer: Declaration,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(stateRefusing('amend')),
  async run({ sql, caller: { organization_id, user_name }, params: { commitment_id }, body, now }) {
    checkAct('amend', await lockCommitment(sql, organization_id, commitment_id))
    const note = body.note?.trim() ?? null
    const newest = await readDeclaration(sql, organization_id, commitment_id)
    if (newest?.declared_cents !== body.declared_cents || newest.note !== note)
      await sql`
      insert into commitment_declarations (organization_id, declaration_id, commitment_id, declared_cents, note,
        declared_by, declared_at)
      values (${organization_id}, ${uuidv7()}, ${commitment_id}, ${body.declared_cents}, ${note},
        ${user_name}, ${now})`
    const [version] = await readVersions(sql, organization_id, commitment_id)
    return answerDeclaration(sql, organization_id, commitment_id, version?.budget_cents ?? null)
  },
})
