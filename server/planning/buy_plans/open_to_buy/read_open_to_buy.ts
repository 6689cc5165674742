/** Reads the facts of the open-to-buy of a plan once, and computes it by category and month. */
import { type Actual, known, unknown } from '../../../contract/money.ts'
import type { Sql } from '../../../contract/call.ts'
import { noRate } from '../../../insight/sales/sales_basis.ts'
import { readSalesActuals } from '../actuals/sales_actuals.store.ts'
import { monthStocks } from '../actuals/stock_actuals.rules.ts'
import { type CategoryStock, readLedgerStart, readStockActuals } from '../actuals/stock_actuals.store.ts'
import type { Cell } from '../cells/cells.store.ts'
import { categoryKey, groupsBy } from '../cells/sums.rules.ts'
import { planMonths, type PlanMonth, type PlanYear } from '../plan_calendar.rules.ts'
import { type DueOrder, dueOrder, type MonthOpenToBuy, monthOfOrder, openToBuyOf } from './open_to_buy.rules.ts'
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
  for (const { category_id, month, sales, unrated_currency } of await readSalesActuals(sql, scope, months))
    put(realised, category_id ?? '', month, (before = known(0)) => {
      if (unrated_currency !== null) return unknown(noRate(unrated_currency, scope.currency))
      return before.cents === null ? before : known(before.cents + sales)
    })
  return realised
}

async function readOrders(sql: Sql, scope: OpenToBuyScope, months: readonly PlanMonth[], today: string) {
  const orders: ByMonth<DueOrder[]> = new Map()
  for (const order of await readOrdersDue(sql, scope)) {
    const due = dueOrder(order, today)
    const month = monthOfOrder(due, months, today)
    if (month !== null) put(orders, order.category_id ?? '', month, (before = []) => [...before, due])
  }
  return orders
}

export interface CategoryOpenToBuy {
  category_id: string | null
  category: string | null
  months: MonthOpenToBuy[]
}

/** What the open-to-buy of every plan with the same months is computed from. */
export interface OpenToBuyFacts {
  months: readonly PlanMonth[]
  stock: ReadonlyMap<string | null, CategoryStock>
  ledger_began_on: string | null
  realised: ByMonth<Actual>
  orders: ByMonth<DueOrder[]>
}

export async function readOpenToBuyFacts(
  sql: Sql,
  scope: OpenToBuyScope,
  year: PlanYear,
  today: string,
): Promise<OpenToBuyFacts> {
  const months = planMonths(year)
  const [stock, ledger_began_on, realised, orders] = await Promise.all([
    readStockActuals(sql, scope, months),
    readLedgerStart(sql, scope),
    readRealised(sql, scope, months),
    readOrders(sql, scope, months, today),
  ])
  return { months, stock: new Map(stock.map((one) => [one.category_id, one])), ledger_began_on, realised, orders }
}

/** The open-to-buy of each category of the cells, by month. */
export function openToBuyOfCells(
  { months, stock, ledger_began_on, realised, orders }: OpenToBuyFacts,
  cells: readonly Cell[],
  today: string,
): CategoryOpenToBuy[] {
  return groupsBy(cells, categoryKey).map((group) => {
    const { category_id, category } = group[0]!
    const key = categoryKey(group[0]!)
    const facts = {
      cells: group,
      stocks: monthStocks(stock.get(category_id), months, ledger_began_on),
      realised: realised.get(key) ?? new Map<number, Actual>(),
      orders: orders.get(key) ?? new Map<number, DueOrder[]>(),
    }
    return { category_id, category, months: openToBuyOf(months, facts, today) }
  })
}

/** The open-to-buy of each category of the cells, by month of the plan. */
export const readOpenToBuy = async (
  sql: Sql,
  scope: OpenToBuyScope,
  plan: PlanYear,
  cells: readonly Cell[],
  today: string,
): Promise<CategoryOpenToBuy[]> => openToBuyOfCells(await readOpenToBuyFacts(sql, scope, plan, today), cells, today)
