/** Reads the facts of the open-to-buy of a plan once, and computes it by category and month. */
import { type Actual, add, known, unknown } from '../../../contract/money.ts'
import type { Sql } from '../../../contract/call.ts'
import { noRate } from '../../../insight/sales/sales_basis.ts'
import { readNetSales } from '../actuals/sales_actuals.store.ts'
import { type MonthStock, monthStocks } from '../actuals/stock_actuals.rules.ts'
import { readLedgerStart, readStockActuals } from '../actuals/stock_actuals.store.ts'
import type { MonthCell } from '../cells/month_cells.store.ts'
import { categoryKey, groupsBy } from '../cells/sums.rules.ts'
import { planMonths, type PlanMonth, type PlanYear } from '../plan_calendar.rules.ts'
import {
  type DueMonth,
  dueMonth,
  type DueOrder,
  dueOrder,
  type MonthOpenToBuy,
  monthOfOrder,
  openToBuyOf,
} from './open_to_buy.rules.ts'
import { readOrdersDue } from './orders_due.store.ts'

interface OpenToBuyScope {
  organization_id: string
  currency: string
  time_zone: string
}

type ByMonth<T> = Map<string, Map<number, T>>

function put<T>(map: ByMonth<T>, key: string, month: number, join: (known: T | undefined) => T): void {
  const months = map.get(key) ?? new Map<number, T>()
  months.set(month, join(months.get(month)))
  map.set(key, months)
}

/** Net sales so far, by category and month. */
async function readRealised(sql: Sql, scope: OpenToBuyScope, months: readonly PlanMonth[]): Promise<ByMonth<Actual>> {
  const realised: ByMonth<Actual> = new Map()
  for (const { category_id, month, sales, unrated_currency } of await readNetSales(sql, scope, months))
    put(realised, category_id ?? '', month, (before = known(0)) => {
      const missing = unrated_currency === null ? null : noRate(unrated_currency, scope.currency)
      return add([1, before], [1, missing === null ? known(sales) : unknown(missing, 'no_exchange_rate')])
    })
  return realised
}

/** Orders by category and month. */
function dueByMonth(orders: readonly DueOrder[], months: readonly PlanMonth[], today: string): ByMonth<DueMonth> {
  const ordersByMonth = orders.flatMap((order) => {
    const month = monthOfOrder(order, months, today)
    return month === null ? [] : [{ order, month }]
  })
  const byCategory = Map.groupBy(ordersByMonth, ({ order }) => order.category_id ?? '')
  return new Map(
    [...byCategory].map(([key, own]) => {
      const byMonth = [...Map.groupBy(own, ({ month }) => month)]
      return [key, new Map(byMonth.map(([month, all]) => [month, dueMonth(all.map(({ order }) => order))]))]
    }),
  )
}

export interface CategoryOpenToBuy {
  category_id: string | null
  category: string | null
  months: MonthOpenToBuy[]
}

/** Facts that do not depend on the months of a plan. */
interface CommonFacts {
  ledger_began_on: string | null
  orders: readonly DueOrder[]
}

/** Read once for several plans. */
export async function readCommonFacts(
  sql: Sql,
  scope: Omit<OpenToBuyScope, 'currency'>,
  today: string,
): Promise<CommonFacts> {
  const [ledger_began_on, orders] = await Promise.all([readLedgerStart(sql, scope), readOrdersDue(sql, scope)])
  return { ledger_began_on, orders: orders.map((order) => dueOrder(order, today)) }
}

/** Facts of the open-to-buy of every plan with the same months. */
export interface OpenToBuyFacts {
  months: readonly PlanMonth[]
  /** By category id, empty for no category. */
  stocksOf: (key: string) => readonly MonthStock[]
  realised: ByMonth<Actual>
  due: ByMonth<DueMonth>
}

export async function readOpenToBuyFacts(
  sql: Sql,
  scope: OpenToBuyScope,
  year: PlanYear,
  today: string,
  common: PromiseLike<CommonFacts> = readCommonFacts(sql, scope, today),
): Promise<OpenToBuyFacts> {
  const months = planMonths(year)
  const [stock, realised, { ledger_began_on, orders }] = await Promise.all([
    readStockActuals(sql, scope, months),
    readRealised(sql, scope, months),
    common,
  ])
  const stocks = new Map(stock.map((one) => [one.category_id ?? '', monthStocks(one, months, ledger_began_on)]))
  const none = monthStocks(undefined, months, ledger_began_on)
  return { months, stocksOf: (key) => stocks.get(key) ?? none, realised, due: dueByMonth(orders, months, today) }
}

/** The open-to-buy of each category of the cells, by month. */
export function openToBuyOfCells(
  { months, stocksOf, realised, due }: OpenToBuyFacts,
  cells: readonly MonthCell[],
  today: string,
): CategoryOpenToBuy[] {
  return groupsBy(cells, categoryKey).map((group) => {
    const { category_id, category } = group[0]!
    const key = categoryKey(group[0]!)
    const facts = {
      cells: group,
      stocks: stocksOf(key),
      realised: realised.get(key) ?? new Map<number, Actual>(),
      due: due.get(key) ?? new Map<number, DueMonth>(),
    }
    return { category_id, category, months: openToBuyOf(months, facts, today) }
  })
}
