/**
 * Compares every read of past stock with the model's current deliveries: closing stock by day, the overview's previous
 * values, in-stock days and the velocity derived from them.
 */
import assert from 'node:assert/strict'
import { refreshCover } from '../../server/ledger/cover.ts'
import { recordSales } from '../support/fixtures/catalogue.ts'
import type { World } from './world.ts'
import { partsOf } from './truth/bundles.ts'
import { bundles, dayBefore, places, price_cents, skus, today } from './setting.ts'
import { dayOf, type Row, toCents } from './truth/stock.ts'

const dayMs = 86_400_000
const overviewDays = 28
/** Earlier than any delivery. */
const daysShown = 50
const daysOf = () => Array.from({ length: daysShown }, (_, i) => dayBefore(daysShown - i))

/** Sells one unit of everything everywhere each day, in sales sums only: they affect velocity but not stock. */
export const sellDaily = ({ tenant, ids }: World): Promise<void> =>
  recordSales(
    tenant,
    ids,
    skus.flatMap((sku) =>
      places.flatMap((location) =>
        daysOf().map((day, i) => ({
          sku,
          location,
          channel: 'Kiosk',
          day,
          units: (i % 3) + 1,
          gross_sales_cents: price_cents,
        })),
      ),
    ),
  )

/** Rows that count for the days: what a reversal takes back was never there. */
function standing(rows: readonly Row[]): Row[] {
  const reversed = new Set(rows.map(({ reverses }) => reverses))
  return rows.filter((row) => row.delta !== 0 && row.reverses === null && !reversed.has(row))
}

const dayOfRow = ({ when }: Row): string => dayOf(when) ?? today()
const firstOf = (rows: readonly Row[]): string =>
  standing(rows)
    .map(dayOfRow)
    .reduce((first, day) => (day < first ? day : first), today())

/** The first day covered by the ledger. */
export const beginsOn = ({ model }: World): string =>
  firstOf([...model.stock.levels.values()].flatMap(({ rows }) => rows))

async function compareClosings({ model, ids, ask }: World, firstDay: string): Promise<void> {
  const days = daysOf()
  for (const place of places) {
    const window = `start_date=${days[0]}&end_date=${today()}&grain=day&locations=${ids.locations[place]}`
    const answer = await ask('GET', `/api/v1/inventory/stock-on-hand?${window}`)
    const shown = new Map<string, number | null>(
      answer.body.data.rows.map((row: any) => [`${row.category} ${row.period_start}`, row.closing]),
    )
    for (const sku of skus) {
      if ((model.stock.levels.get(`${sku} @ ${place}`)?.rows.length ?? 0) === 0) continue
      const figures = (closing: (day: string) => number | null | undefined) =>
        [...days, today()].map((day) => [sku, place, day, closing(day)])
      assert.deepEqual(
        figures((day) => shown.get(`${sku} ${day}`)),
        figures((day) => {
          if (day === today()) return model.stock.at(sku, place).on_hand
          return day < firstDay ? null : model.stock.unitsOn(sku, place, day)
        }),
      )
    }
  }
}

/** What a row changed of the value of stock. */
function worthOf({ delta, landed, adjusted }: Row): bigint {
  if (adjusted !== null) return adjusted.stock === 'on_hand' ? adjusted.cost : 0n
  return (landed ?? 0n) * BigInt(delta)
}

export async function comparePrevious({ tenant, model, ask }: World): Promise<void> {
  const since = dayBefore(overviewDays)
  let worth = 0n
  let units = 0
  for (const [key, level] of model.stock.levels) {
    const [sku, place] = key.split(' @ ') as [string, string]
    worth += (level.average ?? 0n) * BigInt(level.on_hand)
    for (const row of level.rows) if (dayOfRow(row) >= since) worth -= worthOf(row)
    units += model.stock.unitsOn(sku, place, since)
  }
  const answer = await ask('GET', `/api/v1/organizations/${tenant.organization_id}/products/overview`)
  const [cost, , revenue] = answer.body.data.cards
  if (cost.value !== null) assert.equal(cost.previous_value, toCents(worth) / 100, 'previous inventory cost')
  if (revenue.value !== null)
    assert.equal(revenue.previous_value, (units * price_cents) / 100, 'previous expected revenue')
}

/** After a step. */
export const compareHistory = (world: World): Promise<void> => compareClosings(world, beginsOn(world))

/** Whether there were units at some time of a day. */
function isInStock({ model }: World, sku: string, place: string, day: string): boolean {
  const rows = model.stock.levels.get(`${sku} @ ${place}`)?.rows ?? []
  let units = model.stock.unitsOn(sku, place, new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10))
  if (units > 0) return true
  const ofDay = rows.filter((row) => row.delta !== 0 && dayOfRow(row) === day)
  const moments = [...Map.groupBy(ofDay, ({ when }) => when)].toSorted(([a], [b]) => a - b)
  return moments.some(([, all]) => {
    units += all.reduce((sum, { delta }) => sum + delta, 0)
    return units > 0
  })
}

/** Days in the window with units at some time, and days covered by the ledger. */
function stockDays(world: World, sku: string, place: string) {
  const window = daysOf().slice(-overviewDays)
  return { window, in_stock: window.filter((day) => isInStock(world, sku, place, day)) }
}

/** Stored exactly, but for the sixteenth decimal. */
const decimals = 12

export async function compareVelocity(world: World): Promise<void> {
  const { tenant, ids, model } = world
  const days = daysOf()
  const sales = model.sales.days()
  // Bundles are demand for what they consist of.
  const soldIn = (channel: string) => (sku: string, place: string, day: string) =>
    [sku, ...Object.keys(bundles)].reduce((sum, sold) => {
      const each = partsOf(bundles, sold).find((part) => part.sku === sku)?.units ?? 0
      return sum + each * (sales.get(`${sold} ${channel} ${place} ${day}`)?.units ?? 0)
    }, 0)
  const [inShop, shipped] = [soldIn('Shop'), soldIn('Trade')]
  const bought = (sku: string, place: string, day: string) => (days.indexOf(day) % 3) + 1 + inShop(sku, place, day)
  const { sql } = tenant.service.database
  await refreshCover(sql as never, tenant.organization_id, `${today()}T12:00:00Z`)
  const levels = await sql<{ variant_id: string; location_id: string; units_per_day: string | null }[]>`
    select variant_id, location_id, units_per_day from stock_levels where organization_id = ${tenant.organization_id}`
  for (const sku of skus)
    for (const place of places) {
      const level = levels.find(
        (one) => one.variant_id === ids.variants[sku] && one.location_id === ids.locations[place],
      )
      if (level === undefined) continue
      const { window, in_stock } = stockDays(world, sku, place)
      const sum = (of: readonly string[], units: (sku: string, place: string, day: string) => number) =>
        of.reduce((all, day) => all + units(sku, place, day), 0)
      const shippingDays = window.filter((day) => places.some((from) => shipped(sku, from, day) > 0)).length
      // Consumers buy on days in stock; one shipment to an account is no rate.
      const ofConsumers = in_stock.length === 0 ? 0 : Math.max(0, sum(in_stock, bought) / in_stock.length)
      const ofAccounts = shippingDays > 1 ? Math.max(0, sum(window, shipped) / window.length) : 0
      const rate = ofConsumers + ofAccounts
      const expected = rate === 0 ? null : rate.toFixed(decimals)
      const found = level.units_per_day === null ? null : Number(level.units_per_day).toFixed(decimals)
      assert.deepEqual([sku, place, 'velocity', found], [sku, place, 'velocity', expected])
    }
}

/** A week is out of stock on days on which no location had units; unknown before the ledger begins. */
export async function compareStockDays(world: World): Promise<void> {
  const { ids, model, ask } = world
  for (const sku of skus) {
    const overview = await ask('GET', `/api/v1/variants/${ids.variants[sku]}/drawer-overview`)
    for (const place of places) {
      const shown = overview.body.data.locations.find((one: any) => one.location_id === ids.locations[place])
      const rows = model.stock.levels.get(`${sku} @ ${place}`)?.rows ?? []
      const unreversed = standing(rows)
      if (shown === undefined || unreversed.length === 0) continue
      const { window, in_stock } = stockDays(world, sku, place)
      const firstDay = firstOf(rows)
      const tracked = window.filter((day) => day >= firstDay)
      const counted = in_stock.filter((day) => day >= firstDay).length
      assert.deepEqual(
        [sku, place, shown.velocity.in_stock_days, shown.velocity.stockout_days, shown.velocity.untracked_days],
        tracked.length === 0
          ? [sku, place, null, null, window.length]
          : [sku, place, counted, tracked.length - counted, window.length - tracked.length],
      )
    }
  }
}
