import { readSalesCoverage } from '../../../selling/sales_facts/coverage/coverage.store.ts'
import { addDays, earlier } from '../../../calendar/days.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { checkWindow, windowOf, windowShape } from '../../../calendar/window.ts'
import type { Sql } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { operation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import {
  CalendarDate,
  Choice,
  Money,
  Nullable,
  Num,
  OpenChoice,
  Shape,
  Text,
  Type,
  Whole,
} from '../../../contract/schema.ts'
import {
  type Exportable,
  exportableTable,
  ExportablePage,
  exportedPage,
  exportQuery,
  type ExportQuery,
  notExported,
} from '../../../tables/export_table.ts'
import { readFilters, readSorts } from '../../../tables/arguments.ts'
import { readPageWith } from '../../../tables/page.ts'
import { readRowCount } from '../../../tables/row_counts.ts'
import { fieldsWords, type Table, type TableQuery, tableQuery } from '../../../tables/table.ts'
import { basis_note, WindowCoverage } from '../sales_basis.ts'
import { readWindowCoverage } from '../window_coverage.ts'
import {
  channelsOf,
  markdownsOf,
  readPriceSensitivities,
  readSellThrough,
  readUnits,
  readStockoutLosses,
  readTotals,
} from './sales_rows.store.ts'
import { inWindow, salesOfProducts, salesOfVariants } from './sales_table.ts'
import { velocityWeeks } from '../../known_values.ts'
import { type Stored, storedAs } from '../../velocity/figures.ts'
import { runningSumsServe } from '../running_sums/running_sums.sql.ts'
import { ownCurrencyOnly } from '../sales_facts.store.ts'
import type { SoldScope } from './stock_of_sales.store.ts'
import { figuresOfField } from './figure_columns.ts'
import { amountCodes, rateCodes } from './sales_fields.ts'
import { rowFigures } from './row_figures.model.ts'

const defaultDays = 28

interface WithWindow {
  start_date?: string
  end_date?: string
}

type Figure = keyof typeof figuresOfField

/** An export's address states its window, so that it does not move with the day. */
const exportable = (table: Table): Exportable =>
  exportableTable(table, {
    scopes: (query: ExportQuery) => {
      const { start_date, end_date } = query as WithWindow
      return [inWindow({ start: start_date!, end: end_date! })]
    },
    fields: (query: ExportQuery) => {
      const { fields } = query as { fields?: string[] }
      return fields
        ?.flatMap((field) => figuresOfField[field as Figure] ?? field)
        .filter((field) => field in table.row.properties)
    },
  })

const exportables = [salesOfVariants.converted, salesOfProducts.converted, salesOfProducts.placed].map((table) => ({
  plain: exportable(table),
  with_figures: exportable({ ...table.with_figures, columns: table.columns }),
  with_losses: exportable(table.with_losses),
}))
const [variantsExport, productsExport, placedProductsExport] = exportables
export const salesExportables = exportables.flatMap((each) => Object.values(each))

const Totals = Shape(
  {
    gross_sales: Money('Gross sales of all matching rows.'),
    discounts: Money('Discounts of all matching rows.'),
    returns: Money('Returns of all matching rows.'),
    taxes: Money('Taxes of all matching rows.'),
    net_sales: Money('Net sales of all matching rows.'),
    amounts_reason_code: Nullable(OpenChoice(amountCodes, 'Why the amounts are null.')),
    items_sold: Whole('Units sold of all matching rows.', { examples: [48] }),
    items_returned: Whole('Units returned of all matching rows.', { examples: [4] }),
    net_items_sold: Whole('Units sold minus units returned of all matching rows.', { examples: [44] }),
    return_rate: Nullable(
      Num('Units returned per hundred units sold; null if nothing was sold.', { examples: [8.33] }),
    ),
    return_rate_reason_code: Nullable(OpenChoice(rateCodes, 'Why the rate is null.')),
    return_rate_reason: Nullable(Text('Why the rate is missing, as a sentence; null if it is present.')),
  },
  { $id: 'SalesTotals', description: 'Sums over all rows that match the filters, on all pages.' },
)

const rowFields = { ...salesOfVariants.own.row.properties, ...rowFigures }
type RowField = keyof typeof rowFields

const Row = Shape(rowFields, { $id: 'SalesRow' })

/** The window salesQuery for: at least one day, the last complete days by default. */
function windowAsked({ start_date, end_date }: WithWindow, last_day: string): Period {
  const end = end_date ?? (start_date === undefined || start_date <= last_day ? last_day : start_date)
  const start = start_date ?? addDays(end, 1 - defaultDays)
  checkWindow({ start, end }, { days: limits.net_sales_window_days_max })
  return { start, end }
}

interface Wanted {
  key: 'variant_id' | 'product_id'
  ids: readonly string[]
  isWanted: (field: RowField) => boolean
  today: string
}

/** Reads the figures that rows have beside their table's fields, by id; only requested figures are read. */
async function readFigures(sql: Sql, scope: SoldScope, { key, ids, isWanted, today }: Wanted) {
  const units = isWanted('sell_through') || isWanted('markdown') ? readUnits(sql, scope, { key, ids }) : null
  const [sellThrough, losses, markdowns, prices] = await Promise.all([
    units !== null && isWanted('sell_through') ? readSellThrough(sql, scope, { key, ids }, units) : null,
    isWanted('stockout_losses') ? readStockoutLosses(sql, scope, { key, ids }, today) : null,
    units !== null && isWanted('markdown') ? markdownsOf({ key, ids }, units) : null,
    key === 'variant_id' && isWanted('price_sensitivity') ? readPriceSensitivities(sql, scope, ids, today) : null,
  ])
  return (id: string) => ({
    sell_through: sellThrough?.get(id),
    stockout_losses: losses?.get(id),
    markdown: markdowns?.get(id),
    price_sensitivity: prices?.(id) ?? null,
  })
}

const description = `Returns a page of sales in a window of days: one row for each variant, or with \`type=products\` for each product over its variants. All variants or products that match the filters are listed, those without sales with zeros. Net sales are gross sales minus discounts and returns, excluding taxes, in the currency of the organisation; amounts in other currencies are converted with the newest rate on or before their day, and a figure that lacks a rate is null. Days are those of the organisation's time zone. The window is the last ${defaultDays} complete days that are recorded unless \`start_date\` and \`end_date\` are sent: it ends yesterday, or on the newest day of a channel that is imported; \`end_date\` may be at most ${limits.net_sales_window_days_max} days after \`start_date\`. Filters on \`sales_channel_id\`, \`channel_type\` and \`location_id\` limit the sums, not the rows. \`totals\` sum all matching rows.

\`sell_through\` is net items sold divided by the units on hand at the start of the window plus those received in it. \`stockout_losses\` are the lost units of velocity over the days of the window: what consumers buy per day in stock, times the days out of stock, added over the locations at which they buy. Stock is known from the first row of the ledger on, and a day with sales is no stockout. Wholesale orders wait for stock and are not lost. Filters on channels and locations limit the units sold and lost to those of these; sell-through compares them with the stock of every location. \`price_sensitivity\` is the estimate for the variant over the last ${limits.price_weeks_max} complete weeks, whatever the window: it is measured in the background once a week, and again when sales or stock of those weeks change; until then it is null, with the reason code \`not_measured_yet\`. \`markdown\` is the share of the units sold below their regular price. These four are computed only if \`fields\` is absent or lists them. Rows are sorted and filtered by the first three figures with \`sell_through_percentage\`, \`lost_units\`, \`lost_sales_cents\` and \`markdown_rate\`: rows without the figure come last in both directions. An export has them, with the codes of their reasons, if \`fields\` lists \`sell_through\`, \`stockout_losses\` or \`markdown\`. Lost units of every row are measured for at most ${limits.lost_units_variants_max.toLocaleString('en-US')} variants; the velocity table sorts any number of them. ${fieldsWords} Keys bound to a trading account are refused.`

const query = tableQuery(salesOfVariants.own, {
  type: Type.Optional(Choice(['variants', 'products'], 'What a row represents.', { default: 'variants' })),
  start_date: Type.Optional(
    CalendarDate(`First day of the window; ${defaultDays} days up to \`end_date\` by default.`, {
      examples: ['2026-10-25'],
    }),
  ),
  end_date: Type.Optional(
    CalendarDate(
      'Last day of the window, included; yesterday by default, or the last recorded day if that is earlier.',
    ),
  ),
  fields: Type.Optional(
    Type.Array(Choice(Object.keys(rowFields) as RowField[], 'A field of the row.'), {
      uniqueItems: true,
      description: 'Fields of each row to return, separated by commas.',
      examples: [['sku', 'net_sales']],
    }),
  ),
  ...exportQuery,
})

const lostKeys = figuresOfField.stockout_losses as readonly string[]

/** The lost units of every row are measured again by each request, so the catalogue must not be large. */
async function checkLostUnits(sql: Sql, table: Table, organization_id: string, request: SalesRequest): Promise<void> {
  const field = readSorts(table, request.sort_args).some(({ key }) => lostKeys.includes(key))
    ? 'sort_args'
    : readFilters(table, request.filter_args).some(({ key }) => lostKeys.includes(key))
      ? 'filter_args'
      : request.export === true && request.fields?.includes('stockout_losses')
        ? 'fields'
        : null
  const most = limits.lost_units_variants_max
  if (field === null || (await readRowCount(sql, organization_id, 'variants')) <= most) return
  refuseField(
    field,
    `asks for the lost units of every variant, which this table measures for at most ${most.toLocaleString('en-US')} variants. GET /api/v1/sales/velocity/table sorts, filters and exports them`,
  )
}

interface SalesRequest extends TableQuery {
  export?: boolean
  fields?: readonly string[]
}

function exportOf(each: (typeof exportables)[number], fields: readonly string[]): Exportable {
  if (fields.includes('stockout_losses')) return each.with_losses
  return fields.some((field) => Object.hasOwn(figuresOfField, field)) ? each.with_figures : each.plain
}

export const listSales = operation({
  id: 'sales.list_sales',
  route: 'GET /api/v1/sales/table',
  summary: 'List sales',
  description,
  account: 'aggregate',
  query,
  answer: ExportablePage(Row, {
    totals: Totals,
    window: windowShape('The window of the figures.'),
    calendar: OpenChoice(['gregorian'], 'Calendar of the days.'),
    coverage: WindowCoverage,
    basis_note: Text('Basis of the figures.', { examples: [basis_note] }),
  }),
  async run(call) {
    const { sql, caller, query: salesQuery, now } = call
    const { organization_id, currency, time_zone } = caller
    const today = dayInTimeZone(time_zone, now)
    const { recorded_through } = await readSalesCoverage(sql, organization_id, today)
    const window = windowAsked(salesQuery, earlier(recorded_through, addDays(today, -1)))
    const isProducts = salesQuery.type === 'products'
    const tables = isProducts ? salesOfProducts : salesOfVariants
    const [[stock], coverage] = await Promise.all([
      sql<{ is_own_currency: boolean; has_running_sums: boolean; stored: Stored }[]>`
        select ${ownCurrencyOnly(sql, { organization_id, currency }, window)} as is_own_currency,
          ${runningSumsServe(sql, organization_id, window)} as has_running_sums,
          ${storedAs(sql, organization_id, { weeks: velocityWeeks[0], days: window })} as stored`,
      readWindowCoverage(sql, { organization_id, currency }, window, recorded_through),
    ])
    const { is_own_currency, has_running_sums, stored } = stock!
    const channels = channelsOf(tables.own, salesQuery.filter_args)
    const isPlaced = channels.location_ids !== null
    const isEveryChannel = !isPlaced && channels.sales_channel_ids === null && channels.channel_types === null
    const running = stored === 'partly' ? tables.running : tables[stored]
    const is_running = has_running_sums && isEveryChannel && is_own_currency
    const own = is_running ? running : tables.own
    const table = isPlaced ? tables.placed : is_own_currency ? own : tables.converted
    const scope: SoldScope = {
      organization_id,
      time_zone,
      currency,
      is_own_currency,
      is_running,
      window,
      ...channels,
    }
    const about = { window: windowOf(window), calendar: 'gregorian', coverage, basis_note }
    await checkLostUnits(sql, tables.own, organization_id, salesQuery)
    if (salesQuery.export) {
      const of = exportOf(
        (isProducts ? (isPlaced ? placedProductsExport : productsExport) : variantsExport)!,
        salesQuery.fields ?? [],
      )
      const exported = { ...salesQuery, start_date: window.start, end_date: window.end }
      const [page, totals] = await Promise.all([
        exportedPage({ ...call, query: exported }, of),
        readTotals(sql, table, salesQuery, scope),
      ])
      return { ...page, totals, ...about }
    }
    const key = isProducts ? 'product_id' : 'variant_id'
    const isWanted = (field: RowField) => salesQuery.fields?.includes(field) ?? true
    const [[page, figuresOf], totals] = await Promise.all([
      readPageWith(
        sql,
        table,
        organization_id,
        salesQuery,
        (ids) => readFigures(sql, scope, { key, ids, isWanted, today }),
        inWindow(window),
      ),
      readTotals(sql, table, salesQuery, scope),
    ])
    const fields = salesQuery.fields ?? (Object.keys(rowFields) as RowField[])
    const rows = page.rows.map((row) => {
      const whole: Record<string, unknown> = { ...row, ...figuresOf(row[key]!) }
      return Object.fromEntries(fields.map((field) => [field, whole[field]]))
    })
    return { ...page, rows, ...notExported, totals, ...about } as never
  },
})
