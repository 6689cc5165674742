import { earlier } from '../../calendar/days.ts'
import { uuidv7 } from 'uuidv7'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { SessionCaller, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, Id, Shape, Type, Whole } from '../../contract/schema.ts'
import { readFiscalStart } from '../../insight/sales/sales_basis.ts'
import { actorOf } from '../../ledger/actor.ts'
import { refusingTakenNames } from '../../records/single.ts'
import { baselineSources, planCalendars } from '../known_values.ts'
import { readSalesActuals } from './actuals/sales_actuals.store.ts'
import { readLedgerStart, readStockActuals } from './actuals/stock_actuals.store.ts'
import { baselineCells, emptyCells } from './baseline.rules.ts'
import { BuyPlan, planName, service } from './buy_plan.model.ts'
import { publishedPlan, readPlan } from './buy_plans.store.ts'
import { type CellRow, writeCells } from './cells/cells.store.ts'
import { lastYearOf, type PlanYear } from './plan_calendar.rules.ts'
import { findScope, type PlanScope } from './plan_scope.store.ts'

const scopeIds = (what: string, maxItems: number) =>
  Type.Optional(
    Type.Array(Id(`Id of a ${what}.`), {
      minItems: 1,
      maxItems,
      uniqueItems: true,
      description: `Ids of the ${what} records to plan; all active ones if absent.`,
    }),
  )

const fiscal_year = Whole('Calendar year in which the first month of the fiscal year lies.', {
  minimum: limits.buy_plan_fiscal_year_min,
  maximum: limits.buy_plan_fiscal_year_max,
  examples: [2027],
})

async function checkPlanCount(sql: Sql, organization_id: string): Promise<void> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from buy_plans where organization_id = ${organization_id}`
  if (row!.count >= limits.buy_plans_max)
    refuse('conflict', { desc: `The organisation has ${limits.buy_plans_max} buy plans, which is the maximum.` })
}

function checkCellCount(cells: readonly CellRow[]): void {
  if (cells.length > limits.buy_plan_cells_max)
    refuseField(
      'category_ids',
      `and sales_channel_ids make ${cells.length} cells; a plan has at most ${limits.buy_plan_cells_max}`,
    )
}

/** Cells of last year's actuals, and the last day of them. */
async function readBaseline(sql: Sql, caller: SessionCaller, year: PlanYear, scope: PlanScope, now: string) {
  const { organization_id, currency, time_zone } = caller
  const months = lastYearOf(year)
  const today = dayInTimeZone(time_zone, now)
  if (months[0]!.start > today)
    refuseField('fiscal_year', 'must begin after a year that has begun; use the baseline_source empty for a later one')
  const [sales, stock, ledger_began_on] = await Promise.all([
    readSalesActuals(sql, { organization_id, currency }, months),
    readStockActuals(sql, { organization_id, time_zone }, months),
    readLedgerStart(sql, { organization_id, time_zone }),
  ])
  const cells = baselineCells(scope, months, { sales, stock, ledger_began_on })
  if (cells.length === 0)
    refuseField('baseline_source', 'needs sales or stock in the year before; use empty to enter the figures')
  const { end } = months.at(-1)!
  return { cells, through: earlier(end, today) }
}

export const createBuyPlan = sessionOperation({
  id: 'session.create_buy_plan',
  route: 'POST /api/v1/mfp',
  summary: 'Create a buy plan',
  desc: ({ name }) => `Buy plan ${name} created.`,
  description: `Creates a merchandise financial plan of a fiscal year, with one cell for each category, sales channel and fiscal month. \`last_year_actuals\` fills the cells from the year before: net sales, markdowns, margin, receipts and closing stock. Weeks align by date, 52 weeks back; a 53rd week starts without actuals. Stock and receipts have no channel: they are divided over channels as the year's net sales of the category are. A figure that cannot be measured is null until it is entered, such as stock and receipts before the first movement. Months of the year before that have not ended count as far as they went, with the stock of now. \`empty\` fills the cells with zeros. Where no category is active, a plan covers the products without a category. A plan has at most ${limits.buy_plan_cells_max.toLocaleString('en-US')} cells.`,
  service,
  status: 201,
  body: Shape(
    {
      name: planName,
      fiscal_year,
      baseline_source: Type.Optional(
        Choice(baselineSources, 'Where the first figures come from.', { default: 'last_year_actuals' }),
      ),
      calendar: Type.Optional(Choice(planCalendars, 'Calendar of the months.', { default: 'retail_4_5_4' })),
      category_ids: scopeIds('category', 1_000),
      sales_channel_ids: scopeIds('sales channel', 1_000),
    },
    { examples: [{ name: 'Fiscal year 2027', fiscal_year: 2027, baseline_source: 'empty' }] },
  ),
  answer: BuyPlan,
  refusals: ['conflict'],
  conflict: `The organisation has ${limits.buy_plans_max} buy plans, the maximum.`,
  async run({ sql, caller, body, now }) {
    const { organization_id, currency } = caller
    const { baseline_source = 'last_year_actuals', calendar = 'retail_4_5_4' } = body
    await checkPlanCount(sql, organization_id)
    const [fiscal_year_start_month, scope] = await Promise.all([
      readFiscalStart(sql, organization_id),
      findScope(sql, organization_id, body, baseline_source === 'last_year_actuals'),
    ])
    const year = { fiscal_year: body.fiscal_year, fiscal_year_start_month, calendar }
    const { cells, through } =
      baseline_source === 'empty'
        ? { cells: emptyCells(scope.category_ids, scope.sales_channel_ids), through: null }
        : await readBaseline(sql, caller, year, scope, now)
    checkCellCount(cells)
    const mfp_id = uuidv7()
    await refusingTakenNames(
      'buy_plans_by_name',
      'buy plan',
      () => sql`
        insert into buy_plans (organization_id, mfp_id, name, fiscal_year, fiscal_year_start_month, calendar, currency,
          baseline_source, baseline_through, created_by, created_at, updated_at)
        values (${organization_id}, ${mfp_id}, ${body.name.trim()}, ${body.fiscal_year}, ${fiscal_year_start_month},
          ${calendar}, ${currency}, ${baseline_source}, ${through}, ${actorOf(caller)}, ${now}, ${now})`,
    )
    await writeCells(sql, organization_id, mfp_id, cells)
    return publishedPlan(await readPlan(sql, organization_id, mfp_id))
  },
})
