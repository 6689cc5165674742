import { addDays, earlier, later } from '../../calendar/days.ts'
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
import { readSalesBegin } from '../../selling/sales_facts/sales_begin.store.ts'
import type { SalesCoverage } from '../../selling/sales_facts/coverage/coverage.rules.ts'
import { readSalesCoverage } from '../../selling/sales_facts/coverage/coverage.store.ts'
import { type BaselineFill, baselineFills, baselineSources, planCalendars } from '../known_values.ts'
import { readSalesActuals } from './actuals/sales_actuals.store.ts'
import { readLedgerStart, readStockActuals } from './actuals/stock_actuals.store.ts'
import { baselineCells, type BaselineFacts, begunMonths, emptyCells } from './baseline.rules.ts'
import { BuyPlan, planName, service } from './buy_plan.model.ts'
import { publishedPlan, readPlan } from './buy_plans.store.ts'
import { type CellRow, writeCells } from './cells/cells.store.ts'
import { lastYearOf, type PlanMonth, type PlanYear, yearBeforeLastOf } from './plan_calendar.rules.ts'
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

interface Records {
  coverage: SalesCoverage
  sales_begin_on: string | null
  ledger_began_on: string | null
  /** The last day that is over. */
  over: string
}

async function readRecords(sql: Sql, { organization_id, time_zone }: SessionCaller, today: string): Promise<Records> {
  const [coverage, sales_begin_on, ledger_began_on] = await Promise.all([
    readSalesCoverage(sql, organization_id, today),
    readSalesBegin(sql, organization_id),
    readLedgerStart(sql, { organization_id, time_zone }),
  ])
  return { coverage, sales_begin_on, ledger_began_on, over: addDays(today, -1) }
}

async function readFacts(
  sql: Sql,
  { organization_id, currency, time_zone }: SessionCaller,
  months: readonly PlanMonth[],
  { coverage, sales_begin_on, ledger_began_on, over }: Records,
): Promise<BaselineFacts> {
  const begun = begunMonths(months, over)
  const [sales, stock] =
    begun.length === 0
      ? [[], []]
      : await Promise.all([
          readSalesActuals(sql, { organization_id, currency }, begun),
          readStockActuals(sql, { organization_id, time_zone }, begun),
        ])
  const knownOf = (sales_channel_id: string) => ({
    from: sales_begin_on,
    through: earlier(coverage.through_of.get(sales_channel_id) ?? over, over),
  })
  return { months, sales, stock, ledger_began_on, knownOf, over }
}

const nothingBefore = 'needs sales or stock in the year before; use empty to enter the figures'

/** Cells of last year's actuals, and the first and last day of them. */
async function readBaseline(
  sql: Sql,
  caller: SessionCaller,
  { year, fill, scope }: { year: PlanYear; fill: BaselineFill; scope: PlanScope },
  now: string,
) {
  const months = lastYearOf(year)
  const today = dayInTimeZone(caller.time_zone, now)
  const [{ start }, { end }] = [months[0]!, months.at(-1)!]
  if (start > today)
    refuseField('fiscal_year', 'must begin after a year that has begun; use the baseline_source empty for a later one')
  const records = await readRecords(sql, caller, today)
  const facts = await readFacts(sql, caller, months, records)
  const filling =
    fill === 'none'
      ? null
      : fill === 'zero'
        ? fill
        : await readFacts(sql, caller, yearBeforeLastOf(year, months), records)
  const cells = baselineCells(scope, facts, filling)
  if (cells.length === 0) refuseField('baseline_source', nothingBefore)
  const { sales_begin_on, coverage, over } = records
  const through = earlier(end, earlier(over, coverage.recorded_through))
  const hasSales = sales_begin_on !== null && sales_begin_on <= through
  return { cells, from: hasSales ? later(start, sales_begin_on) : null, through: hasSales ? through : null }
}

export const createBuyPlan = sessionOperation({
  id: 'session.create_buy_plan',
  route: 'POST /api/v1/mfp',
  summary: 'Create a buy plan',
  desc: ({ name }) => `Buy plan ${name} created.`,
  description: `Creates a merchandise financial plan of a fiscal year, with one cell for each category, sales channel and fiscal month. \`last_year_actuals\` fills the cells from the year before: net sales, markdowns, margin, receipts and closing stock. Weeks align by date, 52 weeks back; a 53rd week starts without actuals. Stock and receipts have no channel: they are divided over channels as the year's net sales of the category are. A figure that cannot be measured is null until it is entered: sales of months in the future, of months before the first recorded sale, and of months after the last recorded day of the channel; stock and receipts before the first movement. A month that is running counts up to yesterday, and its closing stock is null; \`GET /api/v1/mfp/{mfp_id}/baseline\` says of each month what is known. \`unmeasured_months\` fills such months if you say so. \`empty\` fills the cells with zeros. Where no category is active, a plan covers the products without a category. A plan has at most ${limits.buy_plan_cells_max.toLocaleString('en-US')} cells.`,
  service,
  status: 201,
  body: Shape(
    {
      name: planName,
      fiscal_year,
      baseline_source: Type.Optional(
        Choice(baselineSources, 'Where the first figures come from.', { default: 'last_year_actuals' }),
      ),
      unmeasured_months: Type.Optional(
        Choice(
          baselineFills,
          'What months take of which last year has no whole actuals. none: what is known, null for the rest; year_before: the same month of the year before last, where it is known as a whole; zero: 0 for months of which nothing is known, such as those before the business began.',
          { default: 'none' },
        ),
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
    const fill = body.unmeasured_months ?? 'none'
    if (fill !== 'none' && baseline_source === 'empty')
      refuseField('unmeasured_months', 'needs the baseline_source last_year_actuals: an empty plan has zeros')
    await checkPlanCount(sql, organization_id)
    const [fiscal_year_start_month, scope] = await Promise.all([
      readFiscalStart(sql, organization_id),
      findScope(sql, organization_id, body, baseline_source === 'last_year_actuals'),
    ])
    const year = { fiscal_year: body.fiscal_year, fiscal_year_start_month, calendar }
    const { cells, from, through } =
      baseline_source === 'empty'
        ? { cells: emptyCells(scope.category_ids, scope.sales_channel_ids), from: null, through: null }
        : await readBaseline(sql, caller, { year, fill, scope }, now)
    checkCellCount(cells)
    const mfp_id = uuidv7()
    await refusingTakenNames(
      'buy_plans_by_name',
      'buy plan',
      () => sql`
        insert into buy_plans (organization_id, mfp_id, name, fiscal_year, fiscal_year_start_month, calendar, currency,
          baseline_source, baseline_fill, baseline_from, baseline_through, created_by, created_at, updated_at)
        values (${organization_id}, ${mfp_id}, ${body.name.trim()}, ${body.fiscal_year}, ${fiscal_year_start_month},
          ${calendar}, ${currency}, ${baseline_source}, ${fill}, ${from}, ${through}, ${actorOf(caller)}, ${now}, ${now})`,
    )
    await writeCells(sql, organization_id, mfp_id, cells)
    return publishedPlan(await readPlan(sql, organization_id, mfp_id))
  },
})
