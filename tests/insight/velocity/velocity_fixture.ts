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
    sales_channels: ['Web', 'Shop', { name: 'Wholesale', channel_type: 'wholesale' }],
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

/** Sales at the other location, and wholesale: of some SKUs on one day, of others on several. */
export async function fillDemand(history: History, seed: number): Promise<void> {
  const random = randomOf(seed)
  const sales: SaleFixture[] = []
  for (const [i, sku] of skus.entries()) {
    for (let day = 100; day > 0; day--) {
      const units = 1 + random(3)
      if (random(9) === 0)
        sales.push({ sku, day: daysAgo(day), channel: 'Web', location: 'South', units, gross_sales_cents: units * 990 })
    }
    const shipped = new Set(Array.from({ length: i % 4 }, () => 1 + random(60)))
    for (const day of shipped) {
      const units = 5 + random(40)
      const location = random(2) === 0 ? 'North' : 'South'
      sales.push({ sku, day: daysAgo(day), channel: 'Wholesale', location, units, gross_sales_cents: units * 500 })
    }
  }
  await sell(history, sales)
}

/** What people correct afterwards: sales that are taken back or were late, and movements that were forgotten. */
export async function correctHistory(history: History, seed: number): Promise<void> {
  const random = randomOf(seed + 1)
  const { tenant, ids } = history
  const chosen = () => skus[random(skus.length)]!
  for (let i = 0; i < 3; i++) {
    const [sku, day] = [chosen(), daysAgo(1 + random(40))]
    history.sales = history.sales.filter((row) => row.sku !== sku || row.day !== day)
    await tenant.service.database.sql`
      delete from sales_daily where organization_id = ${tenant.organization_id}
        and variant_id = ${ids.variants[sku]!} and day = ${day}`
  }
  const late = chosen()
  history.sales = history.sales.filter((row) => row.sku !== late || row.day !== daysAgo(2))
  await tenant.service.database.sql`
    delete from sales_daily where organization_id = ${tenant.organization_id}
      and variant_id = ${ids.variants[late]!} and day = ${daysAgo(2)}`
  await sell(history, [
    { sku: late, day: daysAgo(2), channel: 'Shop', location: 'South', units: 9, gross_sales_cents: 9_900 },
  ])
  const forgotten = { sku: chosen(), location: 'South', kind: 'receipt' as const, quantity: 1 + random(9) }
  await move(history, [{ ...forgotten, occurred_at: `${daysAgo(5 + random(60))}T05:00:00Z` }])
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

/** Whether units were on hand at some time of the day at one location: its ledger replayed from its first row. */
function isStockedAt(rows: readonly MoveFixture[], day: string): boolean {
  const before = sum(rows.filter((row) => row.occurred_at! < `${day}T`).map((row) => row.quantity))
  const instants = [...new Set(rows.map((row) => row.occurred_at!))].filter((one) => one.startsWith(day))
  const after = instants.map((one) => sum(rows.filter((row) => row.occurred_at! <= one).map((row) => row.quantity)))
  return [before, ...after].some((units) => units > 0)
}

const firstDayOf = (rows: readonly MoveFixture[]) => rows.map((row) => row.occurred_at!.slice(0, 10)).toSorted()[0]
const unitsOf = (sales: readonly SaleFixture[]) => sum(sales.map((row) => row.units))
const isWholesale = ({ channel }: SaleFixture) => channel === 'Wholesale'
const daysBefore = (end: string, days: number) => Array.from({ length: days }, (_, i) => addDays(end, i - days))

export interface Recomputed {
  units: number
  consumer_units: number
  shipping_days: number
  in_stock_days: number
  stockout_days: number
  untracked_days: number
  units_per_day: number | null
  basis: string
  lost_units: number | null
  lost_cents: number | null
  net_cents: number
}

interface Places {
  rate: number | null
  lost: number
  availability: number | null
  unmeasured: number
}

/** What consumers buy at each location: the units of tracked days by the days in stock there. */
function consumersByLocation(
  moves: readonly MoveFixture[],
  sold: readonly SaleFixture[],
  window: readonly string[],
  boughtBefore: ReadonlySet<string>,
): Places | null {
  const began = firstDayOf(moves)
  const atLocation = Object.groupBy(moves, ({ location }) => location)
  const isStockedAnywhere = (day: string) => Object.values(atLocation).some((rows) => isStockedAt(rows!, day))
  const at = [...new Set([...sold.filter((row) => row.units > 0).map((row) => row.location), ...boughtBefore])]
  if (at.length === 0) return null
  const places = at.map((location) => {
    const own = atLocation[location] ?? []
    const ownFrom = firstDayOf(own) ?? '9999-12-31'
    const tracked = window.filter((day) => began !== undefined && day >= began)
    const unitsOn = (day: string) => unitsOf(sold.filter((row) => row.location === location && row.day === day))
    const stocked = tracked.filter(
      (day) => unitsOn(day) > 0 || (day >= ownFrom ? isStockedAt(own, day) : isStockedAnywhere(day)),
    )
    const units = sum(tracked.map(unitsOn))
    if (tracked.length === 0) {
      const rate = unitsOf(sold.filter((row) => row.location === location)) / window.length
      return { rate, lost: 0, days: 0, tracked: 0 }
    }
    const rate = stocked.length === 0 ? null : units / stocked.length
    const lost = stocked.length === 0 ? 0 : (units * (tracked.length - stocked.length)) / stocked.length
    return { rate, lost, days: stocked.length, tracked: tracked.length }
  })
  const weigh = (of: (place: (typeof places)[number]) => number, by: (place: (typeof places)[number]) => number) =>
    sum(places.map((place) => of(place) * by(place)))
  const byRate = ({ rate }: (typeof places)[number]) => rate ?? 0
  const by = weigh(({ tracked }) => tracked, byRate) > 0 ? byRate : () => 1
  const days = weigh(({ tracked }) => tracked, by)
  const known = places.filter(({ rate }) => rate !== null)
  return {
    rate: known.length === 0 ? null : sum(known.map(byRate)),
    lost: sum(places.map(({ lost }) => lost)),
    availability: days === 0 ? null : weigh((place) => place.days, by) / days,
    unmeasured: places.length - known.length,
  }
}

function inStockDays(availability: number | null, tracked: number, anywhere: number): number {
  if (availability === null) return anywhere
  if (availability === 0 || availability === 1 || tracked === 1) return Math.ceil(availability * tracked)
  return Math.min(tracked - 1, Math.max(1, Math.round(Number((availability * tracked).toFixed(9)))))
}

/**
 * Velocity of a SKU over the `days` before `end`, exclusive; `moves` and `sales` are all there are. `isFirst` where no window
 * before it counts.
 */
export function recompute(
  { moves, sales }: Pick<History, 'moves' | 'sales'>,
  sku: string,
  end: string,
  days: number,
  isFirst = false,
): Recomputed {
  const rows = moves.filter((row) => row.sku === sku)
  const sold = sales.filter((row) => row.sku === sku)
  const window = daysBefore(end, days)
  const inWindow = sold.filter((row) => row.day >= window[0]! && row.day < end)
  const consumers = inWindow.filter((row) => !isWholesale(row))
  const before = daysBefore(window[0]!, days)
  const boughtBefore = isFirst
    ? []
    : sold.filter((row) => row.units > 0 && !isWholesale(row) && row.day >= before[0]! && row.day < window[0]!)
  const places = consumersByLocation(rows, consumers, window, new Set(boughtBefore.map(({ location }) => location)))

  const began = firstDayOf(rows)
  const tracked = window.filter((day) => began !== undefined && day >= began)
  const atLocation = Object.values(Object.groupBy(rows, ({ location }) => location))
  const anywhere = tracked.filter(
    (day) => unitsOf(inWindow.filter((row) => row.day === day)) > 0 || atLocation.some((own) => isStockedAt(own!, day)),
  ).length
  const consumerRate = places === null ? (tracked.length === 0 || anywhere > 0 ? 0 : null) : places.rate
  const wholesale = inWindow.filter((row) => isWholesale(row) && row.units > 0)
  const shippingDays = new Set(wholesale.map(({ day }) => day)).size
  const isOnce = shippingDays === 1
  const pace =
    consumerRate === null || (isOnce && unitsOf(consumers) === 0)
      ? null
      : consumerRate + (isOnce ? 0 : unitsOf(wholesale) / days)
  const in_stock_days = inStockDays(places?.availability ?? null, tracked.length, anywhere)
  const lost_units = tracked.length === 0 || consumerRate === null ? null : rounded(places?.lost ?? 0, 2)
  const price = sum(consumers.map((row) => row.gross_sales_cents - (row.discounts_cents ?? 0))) / unitsOf(consumers)
  return {
    units: unitsOf(inWindow),
    consumer_units: unitsOf(consumers),
    shipping_days: shippingDays,
    in_stock_days,
    stockout_days: tracked.length - in_stock_days,
    untracked_days: days - tracked.length,
    units_per_day: pace === null ? null : rounded(pace, 4),
    basis: tracked.length === 0 ? 'as_sold' : 'in_stock_days',
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
