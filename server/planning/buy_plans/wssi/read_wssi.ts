/** Reads what weekly sales, stock and intake of a plan are computed from, once for all categories. */
import Big from 'big.js'
import { addDays, earlier, mondayOf } from '../../../calendar/days.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import type { Sql } from '../../../contract/call.ts'
import { readCategoryForecasts } from '../../../insight/forecasts/reading/category_weeks.store.ts'
import { readNewestOrigin } from '../../../insight/forecasts/reading/weeks_shown.store.ts'
import { type Recorded, whyNoSum } from '../../../insight/sales/recorded.rules.ts'
import { noRate } from '../../../insight/sales/sales_basis.ts'
import { priceDays } from '../../../insight/sales/sales_overview.rules.ts'
import { noCategory, sumsByKey } from '../../reports/weekly_trade/trade_report.rules.ts'
import { readTradeSales } from '../../reports/weekly_trade/trade_sales.store.ts'
import { readSalesActuals } from '../actuals/sales_actuals.store.ts'
import { monthStocks } from '../actuals/stock_actuals.rules.ts'
import { readStockActuals } from '../actuals/stock_actuals.store.ts'
import type { Cell } from '../cells/cells.store.ts'
import { categoryKey, groupsBy } from '../cells/sums.rules.ts'
import { readCommonFacts } from '../open_to_buy/read_open_to_buy.ts'
import type { PlanMonth } from '../plan_calendar.rules.ts'
import { type WssiBasis, type WssiFacts, wssiOf, type WssiRow } from './wssi.rules.ts'
import type { WssiWeek } from './wssi_weeks.rules.ts'

interface WssiScope {
  organization_id: string
  currency: string
  time_zone: string
  recorded: Recorded
}

const asMonths = (weeks: readonly WssiWeek[]): PlanMonth[] =>
  weeks.map(({ number, start, end }) => ({ month: number, weeks: 1, start, end }))

/** The recorded days of weeks that have some; weeks without any have no sales to read. */
const recordedDays = (weeks: readonly WssiWeek[]): PlanMonth[] =>
  weeks.flatMap(({ number, start, actual_through }) =>
    actual_through === null ? [] : [{ month: number, weeks: 1, start, end: actual_through }],
  )

async function readExpected(sql: Sql, { organization_id, currency, recorded }: WssiScope, last: string) {
  const pricedThrough = earlier(recorded.recorded_through, addDays(recorded.today, -1))
  const priced: Period = { start: addDays(pricedThrough, 1 - priceDays), end: pricedThrough }
  const run = await readNewestOrigin(sql, organization_id)
  const newest_origin = run?.origin_week ?? null
  const range = { first_week: mondayOf(pricedThrough), last_week: mondayOf(last), newest_origin }
  const [forecasts, sold] = await Promise.all([
    readCategoryForecasts(sql, organization_id, range),
    readTradeSales(sql, { organization_id, currency }, [priced], 'category'),
  ])
  return { forecasts: Map.groupBy(forecasts, categoryKey), sold: sumsByKey(sold, 0) }
}

export interface CategoryWssi {
  category_id: string | null
  category: string | null
  weeks: WssiRow[]
}

/** Rows of the categories of the cells, and the ids of others that have something; empty for no category. */
export async function readWssi(
  sql: Sql,
  scope: WssiScope,
  { cells, months, weeks }: { cells: readonly Cell[]; months: readonly PlanMonth[]; weeks: readonly WssiWeek[] },
): Promise<{ categories: CategoryWssi[]; unplanned: string[] }> {
  const { organization_id, currency, recorded } = scope
  const known = recordedDays(weeks)
  const [stock, sales, { ledger_began_on, orders }, { forecasts, sold }] = await Promise.all([
    readStockActuals(sql, scope, asMonths(weeks)),
    known.length === 0 ? [] : readSalesActuals(sql, { organization_id, currency }, known),
    readCommonFacts(sql, scope, recorded.today),
    readExpected(sql, scope, months.at(-1)!.end),
  ])
  const basis: WssiBasis = {
    weeks,
    months,
    today: recorded.today,
    noSales: ({ start, end, actual_through }) => whyNoSum({ start, end: actual_through ?? end }, recorded),
    noRate: (unrated) => noRate(unrated, currency),
  }
  const stockOf = new Map(stock.map((one) => [categoryKey(one), one]))
  const salesOf = Map.groupBy(sales, categoryKey)
  const ordersOf = Map.groupBy(orders, categoryKey)
  const categories = groupsBy(cells, categoryKey).map((own) => {
    const key = categoryKey(own[0]!)
    const sums = sold.get(key || noCategory)
    const net_units = sums === undefined ? 0 : sums.units - sums.returned_units
    const isPriced = sums !== undefined && sums.unrated_currency === null && net_units > 0
    const facts: WssiFacts = {
      cells: own,
      stocks: monthStocks(stockOf.get(key), asMonths(weeks), ledger_began_on),
      sales: salesOf.get(key) ?? [],
      orders: ordersOf.get(key) ?? [],
      forecast: {
        byMonday: new Map(forecasts.get(key)?.map(({ week_start, units }) => [week_start, units])),
        price: isPriced ? Big(sums.net).div(net_units) : null,
      },
    }
    return { category_id: own[0]!.category_id, category: own[0]!.category, weeks: wssiOf(facts, basis) }
  })
  const planned = new Set(categories.map(categoryKey))
  const keys = new Set([...stockOf.keys(), ...salesOf.keys(), ...ordersOf.keys(), ...forecasts.keys()])
  return { categories, unplanned: [...keys].filter((key) => !planned.has(key)) }
}
