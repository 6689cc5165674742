/** Random stock and sales, and their velocity recomputed by replaying both, day by day. */
import { addDays } from '../../../server/calendar/days.ts'
import { readDue, refreshOrganization } from '../../../server/insight/velocity/refresh_velocity.ts'
import type { Step } from '../../../server/jobs/job.ts'
import { moveStock, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import type { Catalogue, MoveFixture, SaleFixture } from '../../support/fixtures/fixture.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

export const today = new Date().toISOString().slice(0, 10)
export const daysAgo = (days: number) => addDays(today, -days)
export const path = '/api/v1/sales/velocity'

export const randomOf = (seed: number) => (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below

export interface History {
  tenant: Tenant
  ids: Catalogue
  moves: MoveFixture[]
  sales: SaleFixture[]
}

export const skus = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'D1', 'D2']

export async function newHistory(): Promise<History> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['North', 'South'],
    sales_channels: ['Web', 'Shop'],
    categories: ['Coats', 'Knitwear'],
    products: ['A', 'B', 'C', 'D'].map((title, i) => ({
      title,
      category: i % 2 === 0 ? 'Coats' : 'Knitwear',
      vendor: `Mill ${i % 3}`,
      variants: skus.filter((sku) => sku.startsWith(title)).map((sku) => ({ sku, title: `Size ${sku[1]}` })),
    })),
  })
  return { tenant, ids, moves: [], sales: [] }
}

export async function move(history: History, moves: MoveFixture[]): Promise<void> {
  await moveStock(history.tenant, history.ids, moves)
  history.moves.push(...moves)
}

export async function sell(history: History, sales: SaleFixture[]): Promise<void> {
  await recordSales(history.tenant, history.ids, sales)
  history.sales.push(...sales)
}

/** Movements of a year for most SKUs: the last has none, the one before begins within the last four weeks. */
export async function fillHistory(history: History, seed: number): Promise<void> {
  const random = randomOf(seed)
  const at = (day: number) => `${daysAgo(day)}T${String(1 + random(22)).padStart(2, '0')}:${10 + random(50)}:00Z`
  const moves: MoveFixture[] = []
  const sales: SaleFixture[] = []
  for (const [i, sku] of skus.entries()) {
    const begins = i === 6 ? 12 : i === 5 ? 45 : 300 + i
    const locations = i % 3 === 0 ? ['North', 'South'] : ['North']
    if (i < 7)
      for (const location of locations) {
        let units = 6 + random(30)
        moves.push({ sku, location, kind: 'opening', quantity: units, occurred_at: at(begins) })
        for (let day = begins - 1; day > 0; day--) {
          if (random(4) !== 0) continue
          const quantity = random(3) === 0 ? 5 + random(15) : -Math.min(units, 1 + random(30))
          if (quantity === 0) continue
          units += quantity
          moves.push({ sku, location, kind: 'adjustment', quantity, occurred_at: at(day) })
        }
      }
    for (let day = 380; day >= 0; day--)
      if ((Math.floor(day / 7) + i) % 5 !== 0)
        for (const channel of ['Web', 'Shop'])
          if (random(6) === 0) {
            const units = random(5)
            const gross_sales_cents = units * (900 + random(300))
            const returned_units = random(9) === 0 ? 1 : 0
            sales.push({
              sku,
              day: daysAgo(day),
              channel,
              location: 'North',
              units,
              returned_units,
              gross_sales_cents,
              discounts_cents: random(50),
              returns_cents: returned_units * 700,
            })
          }
  }
  await move(history, moves)
  await sell(history, sales)
}

/** Measures as the periodic job does. */
export async function refresh({ service, organization_id }: Tenant): Promise<void> {
  const { sql } = service.database
  const step: Step = (work) => sql.begin((tx) => work(tx as never, new Date().toISOString())) as never
  // The database of a whole run has thousands of other organisations.
  const due = (await step(readDue)).filter((one) => one.organization_id === organization_id)
  for (const one of due) await refreshOrganization(step, one)
}

const sum = (figures: readonly number[]) => figures.reduce((total, one) => total + one, 0)
export const rounded = (figure: number, decimals: number) =>
  Number(`${Math.round(Number(`${figure}e${decimals}`))}e-${decimals}`)

/** Whether units were on hand at some time of the day, at some location: the ledger replayed from its first row. */
function isStocked(moves: readonly MoveFixture[], day: string): boolean {
  return Object.values(Object.groupBy(moves, ({ location }) => location)).some((rows) => {
    const before = sum(rows!.filter((row) => row.occurred_at! < `${day}T`).map((row) => row.quantity))
    const instants = [...new Set(rows!.map((row) => row.occurred_at!))].filter((one) => one.startsWith(day))
    const after = instants.map((one) => sum(rows!.filter((row) => row.occurred_at! <= one).map((row) => row.quantity)))
    return [before, ...after].some((units) => units > 0)
  })
}

export interface Recomputed {
  units: number
  in_stock_days: number
  stockout_days: number
  untracked_days: number
  units_per_day: number | null
  basis: string
  lost_units: number | null
  lost_cents: number | null
  net_cents: number
}

/** Velocity of a SKU over the `days` before `end`, exclusive; `moves` and `sales` are all there are. */
export function recompute({ moves, sales }: History, sku: string, end: string, days: number): Recomputed {
  const rows = moves.filter((row) => row.sku === sku)
  const sold = sales.filter((row) => row.sku === sku)
  const began = rows.map((row) => row.occurred_at!.slice(0, 10)).toSorted()[0]
  let [in_stock_days, stockout_days, untracked_days] = [0, 0, 0]
  let tracked = 0
  const inWindow: SaleFixture[] = []
  for (let day = addDays(end, -days); day < end; day = addDays(day, 1)) {
    const ofDay = sold.filter((row) => row.day === day)
    const units = sum(ofDay.map((row) => row.units))
    inWindow.push(...ofDay)
    if (began === undefined || day < began) untracked_days++
    else {
      tracked += units
      if (units > 0 || isStocked(rows, day)) in_stock_days++
      else stockout_days++
    }
  }
  const units = sum(inWindow.map((row) => row.units))
  const isUnknown = untracked_days === days
  const pace = isUnknown ? units / days : in_stock_days === 0 ? null : tracked / in_stock_days
  const lost_units = isUnknown || pace === null ? null : rounded((tracked * stockout_days) / in_stock_days, 2)
  const price = sum(inWindow.map((row) => row.gross_sales_cents - (row.discounts_cents ?? 0))) / units
  return {
    units,
    in_stock_days,
    stockout_days,
    untracked_days,
    units_per_day: pace === null ? null : rounded(pace, 4),
    basis: isUnknown ? 'as_sold' : 'in_stock_days',
    lost_units,
    lost_cents: lost_units === null ? null : lost_units === 0 ? 0 : Math.round(lost_units * price),
    net_cents: sum(
      inWindow.map((row) => row.gross_sales_cents - (row.discounts_cents ?? 0) - (row.returns_cents ?? 0)),
    ),
  }
}

export const readTable = async (tenant: Tenant, query: Record<string, string | number> = {}) => {
  const words = new URLSearchParams({ limit: '100' })
  for (const [key, value] of Object.entries(query)) words.set(key, String(value))
  return tenant.get(`${path}/table?${words.toString()}`)
}
