import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { CalendarDate, Instant, Nullable, OpenChoice, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { CommitmentPath } from '../../purchasing/commitments/commitment_actions.ts'
import { type Commitment, readCommitment } from '../../purchasing/commitments/commitments.store.ts'
import { phaseOf } from '../buy_plans/plan_calendar.rules.ts'
import { answerDeclaration } from './declare_total.ts'
import { monthAnswer } from './get_plan.ts'
import { gridAnswer, GridShape } from './money.model.ts'
import { gridsOf, seasonOf, totalGrid } from './money.rules.ts'
import { readOrderFacts } from '../../purchasing/order_sums/order_facts.store.ts'
import { Declaration, planMonthFields, versionFields } from './plan.model.ts'
import { planOfRecordMonths } from '../../commitment_grids/plan_months.rules.ts'
import { readPlanHead } from './plan.store.ts'
import { readPlansInForce, readVersionCells } from '../../commitment_grids/plans_in_force.store.ts'
import { readMarkdownFacts } from './realised_markdown.store.ts'

const basis_note =
  "Every figure is at cost unless its name says otherwise. Orders count at the cost of their lines by each product's current category: drafts and outstanding units in the month of their due date, overdue and undated ones in the current month, received units in the month of their delivery. Realised markdowns are those of all sales of the category in the month, so commitments that cover the same category and months show the same ones. At cost, a markdown is the share of the units' cost that it is of their regular value."

const notSet = 'No monthly plan has been set for the commitment.'
const notLocked = 'No version of the plan has been locked.'

async function readMoney(sql: Sql, caller: Caller, commitment: Commitment, now: string) {
  const { organization_id, time_zone } = caller
  const { commitment_id, currency } = commitment
  const today = dayInTimeZone(time_zone, now)
  const [plan] = await readPlansInForce(sql, organization_id, sql`k.commitment_id = ${commitment_id}`)
  const cells = plan === undefined ? [] : await readVersionCells(sql, organization_id, [plan.version_id])
  const months = plan === undefined ? [] : planOfRecordMonths(cells, plan.fiscal_year_start_month)
  const isMeasured = currency === caller.currency
  const [orders, markdowns, head] = await Promise.all([
    readOrderFacts(sql, { organization_id, time_zone }, [commitment_id]),
    isMeasured ? readMarkdownFacts(sql, { organization_id, currency }, months) : null,
    readPlanHead(sql, organization_id, commitment_id),
  ])
  const grids = gridsOf({
    months,
    cells,
    orders,
    markdowns: markdowns ?? `Sales are measured in ${caller.currency}, the commitment in ${currency}.`,
    today,
  })
  const absence = plan !== undefined ? null : head === null ? notSet : notLocked
  return { today, plan: plan ?? null, months, grids, absence }
}

export const getCommitmentMoney = operation({
  id: 'planning.get_commitment_money',
  route: 'GET /api/v1/commitments/{commitment_id}/money',
  summary: 'Get the plan of record of a commitment',
  description:
    "Returns the plan of record of a commitment at cost, in cents of the commitment's currency, by category and fiscal month of the 4-5-4 calendar. The planned figures are those of the newest locked version; next to them are what its orders have drafted, on order and received, and the markdowns realised so far. Every array has one entry for each entry of `months`. Open to commit is budget minus on order minus received: it is negative if more was bought than planned, and drafts are not deducted. Orders of months that the plan does not have are in `outside_plan` and part of every sum. An entry that cannot be calculated is null, and `missing` says why. Without a locked version, `months` is empty and `absence` states why. Requires the Pro plan. Keys bound to a trading account are refused.",
  account: 'aggregate',
  params: CommitmentPath,
  answer: Shape({
    commitment_id: OwnId('The commitment.'),
    name: Text('Display name of the commitment.', { examples: ['Spring/Summer 2027'] }),
    season_code: Nullable(Text('Code of the season; null if none is set.', { examples: ['SS27'] })),
    currency: Text('Currency of all figures, as an ISO 4217 code.', { examples: ['USD'] }),
    as_of: Instant('When the figures were calculated.'),
    today: CalendarDate("The current day in the organisation's time zone."),
    version: Nullable(
      Shape(versionFields, { description: 'The locked version in force; null if none has been locked.' }),
    ),
    absence: Nullable(Text('Why there is no plan of record, as a sentence; null if there is one.')),
    months: Type.Array(
      Shape({
        ...planMonthFields,
        phase: OpenChoice(['past', 'current', 'future'], 'Whether the month has ended, is running or has not started.'),
      }),
      { description: 'Months of the plan, in order.' },
    ),
    categories: Type.Array(
      Shape({
        category_id: Nullable(OwnId('The category; null for products without a category.')),
        category: Nullable(
          Text('Name of the category; null for products without a category.', { examples: ['Knitwear'] }),
        ),
        ...GridShape,
      }),
      { description: 'Categories of the plan and of the orders by name; products without a category last.' },
    ),
    totals: Shape(GridShape, { description: 'Sums of the categories.' }),
    company_declaration: Declaration,
    basis_note: Text('Basis of the figures.', { examples: [basis_note] }),
  }),
  refusals: ['not_found'],
  async run({ sql, caller, params, now }) {
    const commitment = await readCommitment(sql, caller.organization_id, params.commitment_id)
    const { commitment_id, name, season_code, currency } = commitment
    const { today, plan, months, grids, absence } = await readMoney(sql, caller, commitment, now)
    const total = totalGrid(grids, months)
    const season = seasonOf(total, months, today, absence)
    return {
      commitment_id,
      name,
      season_code,
      currency,
      as_of: now,
      today,
      version:
        plan === null
          ? null
          : {
              version_id: plan.version_id,
              number: plan.number,
              label: plan.label,
              kind: plan.kind,
              locked_at: plan.locked_at,
              locked_by: plan.locked_by,
            },
      absence,
      months: months.map((month) => ({ ...monthAnswer(month), phase: phaseOf(month, today) })),
      categories: grids.map((grid) => ({
        category_id: grid.category_id,
        category: grid.category,
        ...gridAnswer(grid, seasonOf(grid, months, today, absence)),
      })),
      totals: gridAnswer(total, season),
      company_declaration: await answerDeclaration(sql, caller.organization_id, commitment_id, season.budget.cents),
      basis_note,
    }
  },
})
