import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { windowOf } from '../../../calendar/window.ts'
import { limits } from '../../../contract/limits.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { CalendarDate, Type, Whole } from '../../../contract/schema.ts'
import { whyNoSum, whyNotWhole } from '../../../insight/sales/recorded.rules.ts'
import { readRecorded } from '../../../insight/sales/recorded.store.ts'
import { basis_note, noRate, readFiscalStart } from '../../../insight/sales/sales_basis.ts'
import { readWindowCoverage } from '../../../insight/sales/window_coverage.ts'
import { readLedgerStart } from '../../buy_plans/actuals/stock_actuals.store.ts'
import type { ReportCall } from '../report_call.ts'
import { week } from '../report_query.ts'
import { noCategory, sumsByKey } from '../weekly_trade/trade_report.rules.ts'
import { readCategoryNames, readTradeSales, readUnitsAtEach } from '../weekly_trade/trade_sales.store.ts'
import { whyNoStock } from '../../buy_plans/actuals/stock_actuals.rules.ts'
import { readStyles, type StyleSales } from './styles.store.ts'
import { type TradeStyle, TradeComparison } from './trade_comparison.model.ts'
import { rowsOfPeriod } from './trade_rows.rules.ts'
import { periodsOf, weekAsked } from './trade_periods.rules.ts'

const shownStyle = (of: StyleSales, noStock: string | null): TradeStyle => ({
  product_id: of.product_id,
  product_title: of.product_title,
  category_id: of.category_id,
  net_sales_cents: of.net_cents,
  net_units: of.net_units,
  on_hand_units: noStock === null ? of.on_hand : null,
  on_hand_reason_code: noStock === null ? null : 'not_recorded',
})

export const compareWeeklyTrade = sessionOperation({
  id: 'session.compare_weekly_trade',
  route: 'GET /api/v1/finance/weekly-trade',
  summary: 'Compare weekly trade',
  description:
    'Returns net sales, units, gross margin and stock of a week of the 4-5-4 retail calendar, of the week before, and of the season and the year to date, each against the same weekdays 52 weeks earlier, by category; and the products that sold most and least. The figures are those of the [weekly trade report](/reference/reports/get_weekly_trade). A running week counts until today, or until the day up to which sales are recorded, and the periods that it is compared with have as many days. A period before the first recorded sale is null, and so is a last year that was not recorded as a whole.',
  service: 'sales',
  query: Type.Object(
    {
      week: Type.Optional(week),
      date: Type.Optional(
        CalendarDate('A day of the fiscal week, in place of `week`; not after today. Defaults to today.', {
          examples: ['2026-11-21'],
        }),
      ),
      styles: Type.Optional(
        Whole('Maximum number of top styles, and of bottom styles.', {
          minimum: 1,
          maximum: limits.trade_styles_max,
          default: limits.trade_styles_default,
          examples: [10],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: TradeComparison,
  async run({ sql, caller: { organization_id, currency, time_zone }, query, now }) {
    const call: ReportCall = { sql, organization_id, currency, time_zone, now }
    const today = dayInTimeZone(time_zone, now)
    const startMonth = await readFiscalStart(sql, organization_id)
    const fiscalWeek = weekAsked(query, today, startMonth)
    const recorded = await readRecorded(sql, organization_id, today)
    const periods = periodsOf(fiscalWeek, recorded, startMonth)
    const windows = periods.flatMap(({ window, last_year }) => [window, last_year])
    const [counted, toDate] = [periods[0]!.window, periods.at(-1)!.window]
    const [sales, stock, began, names, coverage, ranked] = await Promise.all([
      readTradeSales(sql, call, windows, 'category'),
      readUnitsAtEach(
        sql,
        call,
        windows.map(({ end }) => end),
      ),
      readLedgerStart(sql, call),
      readCategoryNames(sql, organization_id),
      readWindowCoverage(sql, { organization_id, currency }, toDate, recorded.recorded_through),
      readStyles(sql, call, counted, query.styles ?? limits.trade_styles_default),
    ])
    const facts = {
      sums: windows.map((_, i) => sumsByKey(sales, i)),
      units: windows.map(({ end }) => new Map(stock(end).map(({ key, on_hand }) => [key ?? noCategory, on_hand]))),
      noStock: windows.map(({ end }) => whyNoStock(end, began)),
      names,
    }
    const isKnown = whyNoSum(counted, recorded) === null
    const noStock = facts.noStock[0]!
    const listed = (list: StyleSales['list']) =>
      ranked.styles.filter((one) => one.list === list).map((one) => shownStyle(one, noStock))

    return {
      week: `${fiscalWeek.fiscal_year}-W${String(fiscalWeek.week).padStart(2, '0')}`,
      is_running: today <= fiscalWeek.days.end,
      periods: periods.map(({ period, window, last_year }, i) => ({
        period,
        window: windowOf(window),
        last_year_window: windowOf(last_year),
        rows: rowsOfPeriod(facts, i, {
          currency,
          noRate,
          noSales: [whyNoSum(window, recorded), whyNoSum(last_year, recorded) ?? whyNotWhole(last_year, recorded)],
        }),
      })),
      top_styles: isKnown ? listed('top') : [],
      top_styles_reason_code: isKnown ? null : 'not_recorded',
      bottom_styles: isKnown && noStock === null ? listed('bottom') : [],
      bottom_styles_reason_code: isKnown && noStock === null ? null : 'not_recorded',
      unranked_styles: isKnown ? ranked.unranked : 0,
      calendar: 'retail_4_5_4',
      coverage,
      basis_note,
    }
  },
})
