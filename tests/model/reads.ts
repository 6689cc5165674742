/** Compares what callers read about stock, its value and margins with the model, at the end of a history. */
import assert from 'node:assert/strict'
import { partsOf } from './truth/bundles.ts'
import type { DaySales } from './truth/selling/sale.ts'
import { addSales } from './truth/selling/sales.ts'
import { bundles, dayBefore, places, price_cents, skus, today } from './setting.ts'
import { dayOf, type Level, type Row, toCents, noCost } from './truth/stock.ts'
import type { World } from './world.ts'

const windowDays = 50

const levelOf = ({ model }: World, sku: string, place: string): Level | undefined =>
  model.stock.levels.get(`${sku} @ ${place}`)

const isCosted = ({ on_hand, average }: Level) => on_hand === 0 || average !== null
const worthOf = (levels: readonly Level[]): bigint =>
  levels.reduce((sum, { on_hand, average }) => sum + BigInt(on_hand) * (average ?? 0n), 0n)
const sum = <T>(of: readonly T[], value: (one: T) => number) => of.reduce((all, one) => all + value(one), 0)

/** Units that are announced to come back. */
const announcedOf = ({ model }: World, sku: string): number =>
  sum(model.takings.returns, ({ sale, line, receipt, expected, is_cancelled }) =>
    sale.lines[line]!.sku === sku && receipt === null && !is_cancelled ? expected : 0,
  )

/** Units, and what is promised and expected, of each variant at each place. */
export async function comparePositions(world: World): Promise<void> {
  const { ids, model, ask } = world
  for (const sku of skus) {
    const { data } = (await ask('GET', `/api/v1/inventory/position?variant_id=${ids.variants[sku]}`)).body
    const at = places.map((place) => {
      const { on_hand = 0, committed = 0 } = levelOf(world, sku, place) ?? {}
      const expected = model.incoming(sku, place)
      return [place, on_hand, committed, expected, on_hand - committed + expected] as const
    })
    assert.deepEqual(
      data.locations.map((one: any) => [one.location_name, one.on_hand, one.reserved, one.expected_inbound, one.atp]),
      at,
      `position of ${sku}`,
    )
    assert.deepEqual(
      [data.on_hand, data.reserved, data.atp, data.expected_inbound.returns_expected],
      [
        sum(at, ([, units]) => units),
        sum(at, ([, , reserved]) => reserved),
        sum(at, ([, , , , atp]) => atp),
        announcedOf(world, sku),
      ],
    )
  }
}

/** As many bundles as what they consist of suffices for, at each place. */
export async function compareBundles(world: World): Promise<void> {
  const { ids, model, ask } = world
  for (const sku of Object.keys(bundles)) {
    const { data } = (await ask('GET', `/api/v1/inventory/position?variant_id=${ids.variants[sku]}`)).body
    const atp = places.map((place) => {
      const suffices = partsOf(bundles, sku).map(({ sku: part, units }) => {
        const promised = model.stock.available(part, place) + model.incoming(part, place)
        return Math.floor(Math.max(promised, 0) / units)
      })
      return [place, 0, Math.min(...suffices)] as const
    })
    assert.deepEqual(
      data.locations.map((one: any) => [one.location_name, one.on_hand, one.atp]),
      atp,
      `position of ${sku}`,
    )
    assert.deepEqual(
      [data.atp, data.expected_inbound.returns_expected],
      [sum(atp, ([, , units]) => units), announcedOf(world, sku)],
    )
  }
}

const reasonOf = (unrated: string) =>
  new RegExp(
    unrated
      .split(', ')
      .map((code) => (code === noCost ? 'no cost of them was stated' : code))
      .join('.*'),
  )

/** The value of each variant, and the reason where it is unknown. */
export async function compareValues(world: World): Promise<void> {
  const { ids, model, ask } = world
  for (const sku of skus) {
    const { data } = (await ask('GET', `/api/v1/variants/${ids.variants[sku]}`)).body
    const levels = model.stock.everywhere(sku).map(([, level]) => level)
    for (const { location_name, on_hand_qty, inventory_value, average_cost } of data.stock) {
      const level = levelOf(world, sku, location_name)
      if (level === undefined) continue
      const value = isCosted(level) ? toCents(worthOf([level])) : null
      assert.deepEqual(
        [sku, location_name, on_hand_qty, inventory_value.cents],
        [sku, location_name, level.on_hand, value],
      )
      if (value === null && level.unrated !== null) assert.match(inventory_value.reason, reasonOf(level.unrated))
      assert.equal(average_cost.cents, level.average === null ? null : toCents(level.average))
    }
    const value = levels.every(isCosted) ? toCents(worthOf(levels)) : null
    assert.deepEqual([sku, data.inventory_value.cents], [sku, value], 'value of a variant')
  }
}

type Query = Record<string, unknown>

async function metrics({ ask }: World, query: Query): Promise<any[]> {
  const answer = await ask('POST', '/api/v1/metrics/query', { query })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.rows
}

const time_range = () => ({ kind: 'absolute', start: dayBefore(windowDays), end: today() })
const dayOfRow = ({ when }: Row): string => dayOf(when) ?? today()

/** Stock by product and location, as reports add it up. */
export async function compareStockReport(world: World): Promise<void> {
  const { model, ids } = world
  const measures = ['on_hand', 'committed', 'incoming', 'inventory_value']
  const rows = await metrics(world, { domain: 'inventory', measures, dimensions: ['product', 'location'] })
  const found = new Map(
    rows.map((row) => [
      `${row.product_id} ${row.location_id}`,
      [row.on_hand, row.committed, row.incoming, row.inventory_value.cents],
    ]),
  )
  for (const [key, level] of model.stock.levels) {
    const [sku, place] = key.split(' @ ') as [string, string]
    const row = found.get(`${ids.products[`Thing ${sku}`]} ${ids.locations[place]}`)
    if (level.rows.length === 0 && row === undefined) continue
    const value = isCosted(level) ? toCents(worthOf([level])) : null
    assert.deepEqual([key, row], [key, [level.on_hand, level.committed, model.incoming(sku, place), value]])
  }
}

/** Units that moved, and variances of cost, by day and location. */
export async function compareMovementReport(world: World): Promise<void> {
  const { model, ids } = world
  const measures = ['units_in', 'units_out', 'net_movement', 'units_received', 'units_shipped', 'cost_variance']
  const rows = await metrics(world, {
    domain: 'movements',
    measures,
    dimensions: ['location'],
    grain: 'day',
    time_range: time_range(),
  })
  const found = new Map(rows.map((row) => [`${row.location_id} ${row.period_start}`, row]))
  const all = [...model.stock.levels].flatMap(([key, level]) =>
    level.rows.map((row) => ({ place: key.split(' @ ')[1]!, day: dayOfRow(row), row })),
  )
  const variances = new Map<string, bigint>()
  const vary = (place: string, day: string, cost: bigint) => {
    const key = `${ids.locations[place]} ${day}`
    variances.set(key, (variances.get(key) ?? 0n) + cost)
  }
  for (const { place, day, row } of all) {
    if (row.adjusted?.stock === 'left' && !row.is_rate) vary(place, day, row.adjusted.cost)
    // What a row shows of units that had left is of the day on which it is booked.
    if (row.variance !== null) vary(place, today(), row.variance)
  }
  for (const [key, group] of Map.groupBy(all, ({ place, day }) => `${ids.locations[place]} ${day}`)) {
    const of = (value: (row: Row) => number) => sum(group, ({ row }) => value(row))
    const kinds =
      (...names: string[]) =>
      (row: Row) =>
        names.includes(row.kind) ? row.delta : 0
    const variance = variances.get(key) ?? 0n
    const row = found.get(key)
    const figures = [
      of(({ delta }) => Math.max(delta, 0)),
      of(({ delta }) => Math.max(-delta, 0)),
      of(({ delta }) => delta),
      of(kinds('receipt', 'assembly_in')),
      0 - of(kinds('fulfilment')),
      toCents(variance),
    ]
    assert.deepEqual(
      [key, ...measures.slice(0, -1).map((name) => row?.[name] ?? 0), row?.cost_variance?.cents ?? 0],
      [key, ...figures.map((n) => n + 0)],
      'movements by day and location',
    )
  }
}

interface Margin extends DaySales {
  key: string
}

/** Sales by channel and day, without those of the kiosk. */
function salesBy({ model }: World, keyOf: (sku: string, channel: string, place: string, day: string) => string) {
  const sums = new Map<string, Margin>()
  for (const [words, figures] of model.sales.days()) {
    const key = keyOf(...(words.split(' ') as [string, string, string, string]))
    const before = sums.get(key)
    sums.set(key, { key, ...(before === undefined ? figures : addSales(before, figures)) })
  }
  return sums
}

const netOf = ({ gross, discounts, returns }: DaySales) => gross - discounts - returns
const isMarginKnown = ({ costed, units, returned }: DaySales) => costed === units + returned

/** Net sales, cost of sales and margin, by channel and day. */
export async function compareMargins(world: World): Promise<void> {
  const measures = ['units_sold', 'units_returned', 'net_sales', 'cost_of_sales', 'gross_margin']
  const rows = await metrics(world, {
    domain: 'sales',
    measures,
    dimensions: ['sales_channel'],
    grain: 'day',
    time_range: time_range(),
  })
  const found = new Map(rows.map((row) => [`${row.sales_channel_name} ${row.period_start}`, row]))
  for (const [key, figures] of salesBy(world, (_sku, channel, _place, day) => `${channel} ${day}`)) {
    const row = found.get(key)
    const cost = isMarginKnown(figures) ? toCents(figures.cost) : null
    const expected = [
      figures.units,
      figures.returned,
      netOf(figures),
      cost,
      cost === null ? null : netOf(figures) - cost,
    ]
    if (row === undefined && expected.every((n) => n === 0)) continue
    assert.deepEqual(
      [
        key,
        row?.units_sold,
        row?.units_returned,
        row?.net_sales.cents,
        row?.cost_of_sales.cents,
        row?.gross_margin.cents,
      ],
      [key, ...expected],
      'margins by channel and day',
    )
  }
}

/** What each channel sold by day. */
export async function compareChannels(world: World): Promise<void> {
  const window = `start_date=${dayBefore(windowDays)}&end_date=${today()}&granularity=day`
  const answer = await world.ask('GET', `/api/v1/sales/performance/channels?${window}`)
  assert.equal(answer.status, 200, answer.text)
  const all = salesBy(world, (_sku, channel, _place, day) => `${channel} ${day}`)
  for (const { channel_name, total_revenue, data } of answer.body.data.channels) {
    if (channel_name === 'Kiosk') continue
    const ofChannel = [...all.values()].filter(({ key }) => key.startsWith(`${channel_name} `))
    assert.deepEqual(
      [channel_name, total_revenue.cents, ...data.map(({ date, revenue }: any) => [date, revenue.cents])],
      [
        channel_name,
        sum(ofChannel, netOf),
        ...data.map(({ date }: any) => {
          const figures = all.get(`${channel_name} ${date}`)
          return [date, figures === undefined ? 0 : netOf(figures)]
        }),
      ],
      'channel performance',
    )
  }
}

/** The cards of the overview of products: stock as it is now. */
export async function compareCards({ model, ask, tenant }: World): Promise<void> {
  const answer = await ask('GET', `/api/v1/organizations/${tenant.organization_id}/products/overview`)
  const cards = new Map<string, any>(answer.body.data.cards.map((card: any) => [card.key, card]))
  const levels = [...model.stock.levels.values()].filter(({ on_hand }) => on_hand !== 0)
  const costed = levels.filter(({ average }) => average !== null)
  const value = levels.length > 0 && costed.length === 0 ? null : toCents(worthOf(costed)) / 100
  assert.equal(cards.get('current_inventory_cost').value, value, 'inventory cost')
  assert.equal(cards.get('expected_revenue').value, (sum(levels, ({ on_hand }) => on_hand) * price_cents) / 100)
}

/** The month before the current one is the first of the fiscal year of a plan, so that a plan has both. */
function fiscalYear() {
  const [year, month] = [Number(today().slice(0, 4)), Number(today().slice(5, 7))]
  return month === 1 ? { fiscal_year: year - 1, start: 12 } : { fiscal_year: year, start: month - 1 }
}

const startOf = (monthsAgo: number): string => {
  const day = new Date(`${today().slice(0, 7)}-01T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() - monthsAgo)
  return day.toISOString().slice(0, 10)
}

async function newPlan({ tenant, admin }: World): Promise<string> {
  const { fiscal_year, start } = fiscalYear()
  await tenant.service.database.sql`
    update organizations set fiscal_year_start_month = ${start} where organization_id = ${tenant.organization_id}`
  const plan = { name: 'Plan', fiscal_year, baseline_source: 'empty', calendar: 'gregorian' }
  const created = await admin.post('/api/v1/mfp', plan)
  assert.equal(created.status, 201, created.text)
  return created.body.data.mfp_id
}

/** Stock and receipts of open-to-buy, of the last month and of this one. */
export async function compareOpenToBuy(world: World): Promise<void> {
  const { model, ask } = world
  const answer = await ask('GET', `/api/v1/otb/${await newPlan(world)}/rollup?view=working`)
  assert.equal(answer.status, 200, answer.text)
  const began = world.beginsOn()
  const [before, current] = [startOf(1), startOf(0)]
  for (const { category: sku, months } of answer.body.data.rows) {
    const levels = model.stock.everywhere(sku).map(([, level]) => level)
    const rows = levels.flatMap((level) => level.rows.filter(({ delta }) => delta !== 0).map((row) => ({ level, row })))
    if (rows.length === 0) continue
    const isKnown =
      levels.every(isCosted) && rows.every(({ level, row }) => level.average !== null || dayOfRow(row) < before)
    for (const [i, start] of [before, current].entries()) {
      const end = i === 0 ? current : '9999'
      const moved = (of: (level: Level, row: Row) => bigint) =>
        rows.reduce((all, { level, row }) => (dayOfRow(row) >= start ? all + of(level, row) : all), 0n)
      const units = sum(levels, ({ on_hand }) => on_hand) - Number(moved((_level, { delta }) => BigInt(delta)))
      const cost = worthOf(levels) - moved(({ average }, { delta }) => (average ?? 0n) * BigInt(delta))
      const received = rows.filter(({ row }) => {
        return ['receipt', 'assembly_in'].includes(row.kind) && dayOfRow(row) >= start && dayOfRow(row) < end
      })
      // What was taken back before its cost was known lacks none.
      const unknown = received.filter(({ row }) => model.landedOf(row) === null)
      const isReceivedKnown = sum(unknown, ({ row }) => (row.reverses === null ? 1 : -1)) === 0
      const receipts = received.reduce((all, { row }) => all + (model.landedOf(row) ?? 0n) * BigInt(row.delta), 0n)
      const isOpen = began < start
      const { at_cost, at_retail } = months[i]
      assert.deepEqual(
        [sku, start, at_cost.opening_stock.cents, at_retail.opening_stock.cents],
        [sku, start, isOpen && isKnown ? toCents(cost) : null, isOpen ? units * price_cents : null],
        'opening stock of open-to-buy',
      )
      // Before the ledger begins, what was received is not known.
      if (began >= end) continue
      assert.deepEqual(
        [sku, start, at_cost.receipts_to_date.cents, at_retail.receipts_to_date.cents],
        [sku, start, isReceivedKnown ? toCents(receipts) : null, sum(received, ({ row }) => row.delta) * price_cents],
        'receipts of open-to-buy',
      )
    }
  }
}
