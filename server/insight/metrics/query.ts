import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Shape } from '../../contract/schema.ts'
import { addDays } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { unreversed } from '../../ledger/unreversed.ts'
import { createLimiter } from '../../queue/limiter.ts'
import { mapRows } from '../../queue/slices.ts'
import { runStatement } from '../../tables/page.ts'
import { hasRunningSums } from '../sales/running_sums/running_sums.sql.ts'
import { hasStockSums } from '../sales/running_sums/stock_sums.sql.ts'
import { readSalesCoverage } from '../../selling/sales_facts/coverage/coverage.store.ts'
import { windowOf } from '../../calendar/window.ts'
import { basis_note } from '../sales/sales_basis.ts'
import { readWindowCoverage } from '../sales/window_coverage.ts'
import { domainOf } from './dictionary.ts'
import { readCostLacks } from '../sales/cost_lacks.store.ts'
import { isInOwnCurrency } from '../sales/sales_facts.store.ts'
import { type CheckedQuery, checkQuery, refuseUnknown } from './check_query.rules.ts'
import { compileQuery } from './compile.ts'
import { type Dimension, dimensions } from './dimensions.ts'
import { explanationOf } from './explanation.rules.ts'
import { columnsFor, needsLacks, rowOf, type SumRow } from './figures.rules.ts'
import { Query, Result } from './model.ts'
import { resolveTimeRange } from './time_range.rules.ts'

/** Whether the ledger had begun when the window did. */
async function readOpening(sql: Sql, organization_id: string, { start }: Period, time_zone: string): Promise<boolean> {
  const [row] = await sql<{ is_known: boolean | null }[]>`
    select (select m.occurred_at from stock_movements m where m.organization_id = ${organization_id} and ${unreversed(sql)}
      order by m.occurred_at limit 1) <= ${start}::date::timestamp at time zone ${time_zone} as is_known`
  return row!.is_known === true
}

/** The ids among the values that exist in the organisation. */
function findRecords(sql: Sql, organization_id: string, { records }: Dimension, values: readonly string[]) {
  const { table, id } = records!
  const text = `select ${id}::text as id from ${table} where organization_id = $1::uuid and ${id} = any($2::uuid[])`
  return runStatement<{ id: string }>(sql, { text, params: [organization_id, arrayLiteral(values)] }, true)
}

async function checkRecords(sql: Sql, organization_id: string, { filters }: CheckedQuery): Promise<void> {
  await Promise.all(
    filters.map(async ({ dimension, values }, i) => {
      const facts = dimensions[dimension]
      if (facts.records === null) return
      const knownIds = new Set((await findRecords(sql, organization_id, facts, values)).map(({ id }) => id))
      const unknown = values.findIndex((value) => !knownIds.has(value.toLowerCase()))
      if (unknown >= 0) refuseUnknown(i, unknown, values[unknown]!, facts.label)
    }),
  )
}

/** Running sums have a figure of each variant over a window, and neither periods nor other currencies. */
async function usesRunningSums(
  sql: Sql,
  owner: { organization_id: string; currency: string },
  query: CheckedQuery,
  window: Period | null,
) {
  if (window === null || query.grain !== null || query.domain !== 'sales') return false
  const keys = [...query.dimensions, ...query.filters.map(({ dimension }) => dimension)]
  if (!keys.includes('product') || keys.includes('location')) return false
  const known = await Promise.all([
    isInOwnCurrency(sql, owner, window),
    hasRunningSums(sql, owner.organization_id, window),
  ])
  return known.every(Boolean)
}

/** Why costs of sales are unknown, told apart as far as rows of the query are. */
function readLacks(sql: Sql, organization_id: string, query: CheckedQuery, window: Period) {
  const keys = new Set([...query.dimensions, ...query.filters.map(({ dimension }) => dimension)])
  return readCostLacks(sql, organization_id, window, {
    day: query.grain !== null,
    sales_channel: keys.has('sales_channel'),
    location: keys.has('location'),
    category: keys.has('category'),
    product: keys.has('product'),
  })
}

/** Rows of the widest result that has so many columns. */
const rowsWithin = (columns: number) => Math.floor(limits.metrics_cells_max / columns)

function checkCells(rows: number, columns: number): void {
  const rows_max = rowsWithin(columns)
  if (rows <= rows_max) return
  const [cells, most] = [limits.metrics_cells_max, rows_max].map((one) => one.toLocaleString('en-US'))
  refuseField(
    'query.limit',
    `must be at most ${most} for a response with ${columns} columns, because a response has at most ${cells} cells (rows times columns); or send fewer measures or dimensions, a coarser grain, or filters`,
  )
}

/** A wide query computes for seconds: organisations take turns. */
const limiter = createLimiter({
  at_once_max: limits.metrics_queries_at_once_max,
  at_once_per_organization_max: limits.metrics_queries_at_once_per_organization_max,
  waiting_max: limits.metrics_queries_waiting_max,
  waiting_per_organization_max: limits.metrics_queries_waiting_per_organization_max,
  wait_seconds_max: limits.turn_wait_seconds_max,
  busy: 'As many queries of this organisation are waiting as the service lets wait. Ask again after Retry-After seconds.',
})

/** What the figures are of; the coverage is that of recorded sales, for the domain that is made of them alone. */
async function readBasis(
  sql: Sql,
  owner: { organization_id: string; currency: string },
  { domain }: CheckedQuery,
  window: Period | null,
  today: string,
) {
  const isSales = domain === 'sales'
  const coverage =
    isSales && window !== null
      ? await readWindowCoverage(
          sql,
          owner,
          window,
          (await readSalesCoverage(sql, owner.organization_id, today)).recorded_through,
        )
      : null
  return {
    window: window === null ? null : windowOf(window),
    calendar: 'gregorian',
    coverage,
    basis_note: isSales ? basis_note : domainOf(domain).description,
  }
}

const noOpening = 'The ledger begins after the window does, so the opening stock is unknown.'

export const query = operation({
  id: 'metrics.query',
  route: 'POST /api/v1/metrics/query',
  summary: 'Query metrics',
  description: `Returns measures of one domain of the dictionary, split by dimensions and by period. The operation writes nothing and needs the scope metrics:read. Days are those of the organisation's time zone, weeks run Monday to Sunday, and the first and last periods are cut to the window. Amounts are in the currency of the organisation: foreign ones are converted at the exchange rate in force on their day, and are null where there is none. Rates and averages are computed from the sums of their parts, and are null with a reason where they would divide by zero. Without dimensions the rows have every period that has begun, zero where nothing happened; with dimensions they have the groups with figures. A response has at most ${limits.metrics_rows_max.toLocaleString('en-US')} rows: \`is_truncated\` states that there are more, and \`total_row_count\` how many. It has at most ${limits.metrics_cells_max.toLocaleString('en-US')} cells (rows times columns, with the columns of reasons); a larger one is refused, with \`query.limit\` as the field. A measure or dimension that the domain does not have is refused with its field, its key and the allowed values. Keys bound to a trading account are refused.`,
  verb: 'read',
  account: 'aggregate',
  body: Shape({ query: Query }),
  answer: Result,
  async run({ sql, caller: { organization_id, currency, time_zone }, body, now }) {
    const checked = checkQuery(body.query)
    await checkRecords(sql, organization_id, checked)
    const today = dayInTimeZone(time_zone, now)
    const window = checked.time_range === null ? null : resolveTimeRange(checked.time_range, today)
    const needsLedger = checked.measures.some(({ measure }) => measure.needs_ledger)
    const [has_running_sums, has_stock_sums] = await Promise.all([
      usesRunningSums(sql, { organization_id, currency }, checked, window),
      needsLedger && hasStockSums(sql, organization_id, time_zone),
    ])
    const sumsKept = { has_running_sums, has_stock_sums }
    const columns = columnsFor(checked)
    // One row more than fits shows that the result is too large, and is all of it that is read.
    const limit = Math.min(checked.limit, rowsWithin(columns.length) + 1)
    const statement = compileQuery(
      { ...checked, limit },
      { organization_id, currency, time_zone, window, today, ...sumsKept },
    )
    const [result, isOpeningKnown, basis] = await limiter.run(organization_id, () =>
      Promise.all([
        runStatement<SumRow>(sql, statement),
        needsLedger ? readOpening(sql, organization_id, window!, time_zone) : true,
        readBasis(sql, { organization_id, currency }, checked, window, today),
      ]),
    )
    checkCells(result.length, columns.length)
    const cost_lacks = needsLacks(result, checked) ? await readLacks(sql, organization_id, checked, window!) : []
    const context = { currency, window, no_opening_reason: isOpeningKnown ? null : noOpening, cost_lacks }
    const rows = await mapRows<SumRow, ReturnType<typeof rowOf>>(
      result,
      (row) => rowOf(row, checked, context),
      organization_id,
    )
    const total_row_count = Number(result[0]?.total_rows ?? 0)
    return {
      columns,
      rows,
      row_count: rows.length,
      total_row_count,
      row_limit: checked.limit,
      is_truncated: total_row_count > rows.length,
      formats: Object.fromEntries(checked.measures.map(({ key, measure }) => [key, measure.format])),
      explanation: explanationOf(checked, window, time_zone),
      query: body.query,
      resolved_time_range: window === null ? null : { ...window, end_exclusive: addDays(window.end, 1), time_zone },
      ...basis,
      as_of: now,
    }
  },
})
