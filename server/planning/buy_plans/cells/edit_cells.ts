import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { counted, reasons } from '../../../contract/outcome.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { Id, Nullable, sampleId, Shape, type Static, Type, Whole } from '../../../contract/schema.ts'
import { planFigures } from '../../known_values.ts'
import { BuyPlanPath, service } from '../buy_plan.model.ts'
import { checkChangeable, lockedOrArchived, lockPlan } from '../buy_plans.store.ts'
import { applyChanges, CellChanges, columnOf, isSame, rowOf } from './cell_changes.ts'
import { type CellRow, readCells } from './cells.store.ts'
import { readCategories, readChannels } from '../plan_scope.store.ts'

const amount = (description: string, minimum = 0) =>
  Type.Optional(
    Nullable(
      Whole(`${description} In cents; null for not planned.`, {
        minimum,
        maximum: limits.buy_plan_cell_cents_max,
        examples: [1_250_000],
      }),
    ),
  )

const CellEdit = Shape({
  category_id: Type.Optional(Nullable(Id('The category; null or absent for products without a category.'))),
  sales_channel_id: Id('The sales channel.'),
  month: Whole('Number of the fiscal month; 1 is the first of the year.', { minimum: 1, maximum: 12, examples: [2] }),
  sales_cents: amount('Net sales.'),
  markdown_cents: amount('Markdowns.'),
  margin_cents: amount('Gross margin.', -limits.buy_plan_cell_cents_max),
  receipts_cost_cents: amount('Receipts at cost.'),
  closing_stock_retail_cents: amount('Stock at the end of the month, at retail.'),
  closing_stock_cost_cents: amount('Stock at the end of the month, at cost.'),
  chase_reserve_cents: amount('Money held back for reorders, at cost.'),
})
type CellEdit = Static<typeof CellEdit>

const keyOf = (cell: { category_id?: string | null; sales_channel_id: string; month: number }) =>
  `${cell.category_id?.toLowerCase() ?? ''}/${cell.sales_channel_id.toLowerCase()}/${cell.month}`

const figureColumns = planFigures.map(columnOf)

function checkEdits(edits: readonly CellEdit[]): void {
  const seen = new Set<string>()
  for (const [i, edit] of edits.entries()) {
    if (figureColumns.every((column) => edit[column] === undefined))
      refuseField(`cells[${i}]`, 'must set at least one figure', figureColumns)
    if (seen.has(keyOf(edit))) refuseField(`cells[${i}]`, 'is the same cell as an earlier one')
    seen.add(keyOf(edit))
  }
}

/** Refuses records of other organisations, in the order of the request. */
async function checkRecords(sql: Sql, organization_id: string, edits: readonly CellEdit[]): Promise<void> {
  const categories = edits.flatMap(({ category_id }) => category_id ?? [])
  const [knownCategories, knownChannels] = await Promise.all([
    readCategories(sql, organization_id, categories),
    readChannels(
      sql,
      organization_id,
      edits.map(({ sales_channel_id }) => sales_channel_id),
    ),
  ])
  const known = new Set([...knownCategories, ...knownChannels].map(({ id }) => id))
  for (const [i, { category_id, sales_channel_id }] of edits.entries()) {
    if (category_id != null && !known.has(category_id.toLowerCase()))
      refuseField(`cells[${i}].category_id`, 'must be a category of this organisation')
    if (!known.has(sales_channel_id.toLowerCase()))
      refuseField(`cells[${i}].sales_channel_id`, 'must be a sales channel of this organisation')
  }
}

const newRow = ({ category_id, sales_channel_id, month }: CellEdit): CellRow => ({
  cell_id: uuidv7(),
  category_id: category_id?.toLowerCase() ?? null,
  sales_channel_id: sales_channel_id.toLowerCase(),
  month,
  sales_cents: 0,
  markdown_cents: 0,
  margin_cents: 0,
  receipts_cost_cents: 0,
  closing_stock_retail_cents: 0,
  closing_stock_cost_cents: 0,
  chase_reserve_cents: 0,
})

const edited = (row: CellRow, edit: CellEdit): CellRow => ({
  ...row,
  ...Object.fromEntries(
    figureColumns.flatMap((column) => (edit[column] === undefined ? [] : [[column, edit[column]]])),
  ),
})

export const editBuyPlanCells = sessionOperation({
  id: 'session.edit_buy_plan_cells',
  route: 'PATCH /api/v1/mfp/{mfp_id}/cells',
  summary: 'Edit cells of a buy plan',
  desc: ({ cells_created, cells_changed }) => `${counted(cells_created + cells_changed, 'cell')} saved.`,
  description: `Sets the figures that are sent in cells of the working plan; a cell that the plan does not have is added, with zero for the other figures. At most ${limits.buy_plan_cells_per_call_max.toLocaleString('en-US')} cells, all or none. Every sum of the plan is computed from its cells. Published versions do not change. Fails with \`conflict\` if the plan is locked or archived.`,
  service,
  params: BuyPlanPath,
  body: Shape(
    {
      cells: Type.Array(CellEdit, {
        minItems: 1,
        maxItems: limits.buy_plan_cells_per_call_max,
        description: 'Cells, each category, channel and month once.',
      }),
    },
    {
      examples: [{ cells: [{ category_id: sampleId, sales_channel_id: sampleId, month: 2, sales_cents: 1_250_000 }] }],
    },
  ),
  answer: CellChanges,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(lockedOrArchived),
  async run({ sql, caller: { organization_id }, params: { mfp_id }, body: { cells }, now }) {
    const plan = await lockPlan(sql, organization_id, mfp_id)
    checkChangeable(plan)
    checkEdits(cells)
    await checkRecords(sql, organization_id, cells)
    const stored = await readCells(sql, organization_id, { mfp_id, version_id: null })
    const rows = new Map(stored.map((cell) => [keyOf(cell), rowOf(cell)]))
    const created = cells.filter((edit) => !rows.has(keyOf(edit))).map((edit) => edited(newRow(edit), edit))
    if (rows.size + created.length > limits.buy_plan_cells_max)
      refuseField('cells', `would give the plan more than ${limits.buy_plan_cells_max} cells`)
    const kept = cells.flatMap((edit) => {
      const row = rows.get(keyOf(edit))
      return row === undefined ? [] : [{ row, next: edited(row, edit) }]
    })
    const changed = kept.filter(({ row, next }) => !isSame(row, next)).map(({ next }) => next)
    const changes = { created, changed, unchanged: kept.length - changed.length }
    return applyChanges(sql, { organization_id, mfp_id, currency: plan.currency }, changes, now)
  },
})
