import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { counted, reasons } from '../../contract/outcome.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Id, Nullable, sampleId, Shape, type Static, Type } from '../../contract/schema.ts'
import { readFiscalStart } from '../../insight/sales/sales_basis.ts'
import { checkAct, CommitmentPath, stateRefusing } from '../../purchasing/commitments/commitment_actions.ts'
import { lockCommitment } from '../../purchasing/commitments/commitments.store.ts'
import { readCategories } from '../buy_plans/plan_scope.store.ts'
import { answerWorkingPlan } from './get_plan.ts'
import { cellFigures, monthKey, service, WorkingPlan } from './plan.model.ts'
import { monthsBetween } from '../../commitment_grids/plan_months.rules.ts'
import { readWorkingCells, writeCells } from './plan.store.ts'

const NewCell = Shape({
  category_id: Type.Optional(Nullable(Id('The category; null or absent for products without a category.'))),
  ...monthKey,
  ...cellFigures,
})
type NewCell = Static<typeof NewCell>

const keyOf = ({ category_id, fiscal_year, month }: NewCell) =>
  `${category_id?.toLowerCase() ?? ''}/${fiscal_year}/${month}`

async function checkCells(sql: Sql, organization_id: string, cells: readonly NewCell[]): Promise<void> {
  const found = await readCategories(
    sql,
    organization_id,
    cells.flatMap(({ category_id }) => category_id ?? []),
  )
  const known = new Set(found.map(({ id }) => id))
  const seen = new Set<string>()
  for (const [i, cell] of cells.entries()) {
    if (cell.category_id != null && !known.has(cell.category_id.toLowerCase()))
      refuseField(`cells[${i}].category_id`, 'must be a category of this organisation')
    if (seen.has(keyOf(cell))) refuseField(`cells[${i}]`, 'is the same category and month as an earlier cell')
    seen.add(keyOf(cell))
  }
  const months = monthsBetween(cells)
  if (months.length > limits.commitment_plan_months_max)
    refuseField('cells', `must lie within ${limits.commitment_plan_months_max} consecutive fiscal months`)
}

/** What a cell says, with its key; equal texts are equal cells. */
const textOf = (cell: NewCell): string =>
  JSON.stringify([keyOf(cell), ...(Object.keys(cellFigures) as (keyof typeof cellFigures)[]).map((name) => cell[name])])

async function isStored(
  sql: Sql,
  organization_id: string,
  commitment_id: string,
  cells: readonly NewCell[],
): Promise<boolean> {
  const stored = new Set((await readWorkingCells(sql, organization_id, commitment_id)).map(textOf))
  return stored.size === cells.length && cells.every((cell) => stored.has(textOf(cell)))
}

export const setCommitmentPlan = sessionOperation({
  id: 'session.set_commitment_plan',
  route: 'PUT /api/v1/commitments/{commitment_id}/money/plan',
  summary: 'Set the monthly plan of a commitment',
  desc: ({ cells }) => `Monthly plan saved with ${counted(cells.length, 'cell')}.`,
  description: `Replaces the working plan of a commitment: what is planned and may be bought in each category and fiscal month of the 4-5-4 calendar, at cost. The plan's months are all fiscal months from the first to the last that is sent, at most ${limits.commitment_plan_months_max}; a category has zero in the months that are left out. The fiscal year begins as it did for the organisation when the plan was first set. Locked versions do not change. A request that changes nothing leaves \`updated_at\` as it is. Fails with \`conflict\` if the commitment is closed or retired.`,
  service,
  params: CommitmentPath,
  body: Shape(
    {
      cells: Type.Array(NewCell, {
        minItems: 1,
        maxItems: limits.commitment_plan_cells_max,
        description: 'Cells, each category and month once.',
      }),
    },
    {
      examples: [
        {
          cells: [
            {
              category_id: sampleId,
              fiscal_year: 2027,
              month: 2,
              planned_sales_cents: 400_000,
              planned_markdown_cents: 20_000,
              planned_closing_stock_cents: 600_000,
              budget_cents: 500_000,
            },
          ],
        },
      ],
    },
  ),
  answer: WorkingPlan,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(stateRefusing('amend')),
  async run({ sql, caller: { organization_id, user_name }, params: { commitment_id }, body: { cells }, now }) {
    checkAct('amend', await lockCommitment(sql, organization_id, commitment_id))
    await checkCells(sql, organization_id, cells)
    if (await isStored(sql, organization_id, commitment_id, cells))
      return answerWorkingPlan(sql, organization_id, commitment_id)
    await sql`
      insert into commitment_plans (organization_id, commitment_id, fiscal_year_start_month, updated_by, updated_at)
      values (${organization_id}, ${commitment_id}, ${await readFiscalStart(sql, organization_id)}, ${user_name}, ${now})
      on conflict on constraint commitment_plans_pk
        do update set updated_by = excluded.updated_by, updated_at = excluded.updated_at`
    const rows = cells.map((cell) => ({
      ...cell,
      cell_id: uuidv7(),
      category_id: cell.category_id?.toLowerCase() ?? null,
    }))
    await writeCells(sql, organization_id, commitment_id, rows)
    return answerWorkingPlan(sql, organization_id, commitment_id)
  },
})
