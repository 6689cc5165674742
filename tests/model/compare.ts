/** Compares the service with the model: every level, every ledger row, every order. */
import assert from 'node:assert/strict'
import { proveSales } from '../support/prove_sales.ts'
import { verifyVariantStock } from '../../server/catalogue/variant_stock/verify_variant_stock.ts'
import { verifyLedger } from '../../server/ledger/verify.ts'
import { verifyOrderSums } from '../../server/purchasing/order_sums/verify_order_sums.ts'
import { verifyStockValues } from '../../server/stock/stock_values/verify_stock_values.ts'
import { compareHistory, comparePrevious, compareStockDays, compareVelocity } from './history.ts'
import type { Order } from './truth/orders.ts'
import {
  compareBundles,
  compareCards,
  compareChannels,
  compareMargins,
  compareMovementReport,
  compareOpenToBuy,
  comparePositions,
  compareStockReport,
  compareValues,
} from './reads.ts'
import { compareSalesTable } from './sales_table.ts'
import type { World } from './world.ts'
import { compareExchanges } from './steps/kind_exchanging.ts'
import { compareBills } from './steps/kind_invoicing.ts'
import { compareBalances, compareOrderBalance } from './steps/kind_paying.ts'
import { compareCredits } from './steps/play_credits.ts'
import { compareInvoices } from './steps/play_invoices.ts'
import { compareReturns } from './steps/play_returns.ts'
import { compareDays, compareSale } from './steps/play_sales.ts'
import { today } from './setting.ts'
import { type Cost, costOf, dayOf, shown } from './truth/stock.ts'
import type { Touched } from './steps/kind.ts'

interface LevelRow {
  words: string
  on_hand: number
  committed: number
  incoming: number
  average_cost: string | null
  unrated: string | null
  sequence: number
}

interface LedgerRow {
  words: string
  sequence: number
  kind: string
  delta: number
  after: number
  cost: string | null
  landed: string | null
  unrated: string | null
  adjusted: string | null
  adjusted_units: number | null
  adjusted_stock: string | null
  value: string | null
  variance: string | null
  day: string
  reverses: number | null
}

const text = (cost: Cost): string | null => (cost === null ? null : cost.toString())

/** Only the ledger and the levels have an average cost to its last digit, so it is read from the tables. */
async function compareStock({ tenant, model }: World): Promise<void> {
  const { sql } = tenant.service.database
  const [levels, rows] = await Promise.all([
    sql<LevelRow[]>`
      select v.sku || ' @ ' || o.name as words, l.on_hand, l.committed, l.incoming, l.average_cost,
        l.unrated_currency as unrated, l.sequence
      from stock_levels l
      join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
      join locations o on o.organization_id = l.organization_id and o.location_id = l.location_id
      where l.organization_id = ${tenant.organization_id}`,
    sql<LedgerRow[]>`
      select v.sku || ' @ ' || o.name as words, m.sequence, m.kind, m.quantity_delta as delta, m.on_hand_after as after,
        m.unit_cost as cost, m.landed_unit_cost as landed, m.unrated_currency as unrated, m.adjusted_cost as adjusted,
        m.adjusted_quantity as adjusted_units, m.adjusted_stock,
        m.value_after as value, m.cost_variance as variance,
        (m.occurred_at at time zone 'UTC')::date::text as day, r.sequence as reverses
      from stock_movements m
      join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id
      join locations o on o.organization_id = m.organization_id and o.location_id = m.location_id
      left join stock_movements r on r.organization_id = m.organization_id and r.movement_id = m.reverses_movement_id
      where m.organization_id = ${tenant.organization_id} order by words, m.sequence`,
  ])
  const held = new Map(levels.map((level) => [level.words, level]))
  // A level without movements may exist or not.
  for (const words of new Set([...held.keys(), ...model.stock.levels.keys()])) {
    const [sku, place] = words.split(' @ ') as [string, string]
    const level = model.stock.at(sku, place)
    const found = held.get(words)
    assert.deepEqual(
      rows
        .filter((row) => row.words === words)
        .map((row) => ({
          ...row,
          cost: text(costOf(row.cost)),
          landed: text(costOf(row.landed)),
          adjusted: text(costOf(row.adjusted)),
          value: text(costOf(row.value)),
          variance: text(costOf(row.variance)),
        })),
      level.rows.map((row, i) => ({
        words,
        sequence: i + 1,
        kind: row.kind,
        delta: row.delta,
        after: row.after,
        cost: text(row.cost),
        landed: text(row.landed),
        unrated: row.unrated,
        adjusted: text(row.adjusted?.cost ?? null),
        adjusted_units: row.adjusted?.quantity ?? null,
        adjusted_stock: row.adjusted?.stock ?? null,
        value: text(row.value),
        variance: text(row.variance),
        day: dayOf(row.when) ?? today(),
        reverses: row.reverses === null ? null : level.rows.indexOf(row.reverses) + 1,
      })),
    )
    assert.deepEqual(
      {
        words,
        on_hand: found?.on_hand ?? 0,
        committed: found?.committed ?? 0,
        incoming: found?.incoming ?? 0,
        average: text(costOf(found?.average_cost ?? null)),
        unrated: found?.unrated ?? null,
        rows: found?.sequence ?? 0,
      },
      {
        words,
        on_hand: level.on_hand,
        committed: level.committed,
        incoming: model.incoming(sku, place),
        average: text(level.average),
        unrated: level.unrated,
        rows: level.rows.length,
      },
    )
  }
}

/** The inventory that callers read; in the model just its levels. */
async function compareTable({ ids, model, ask }: World): Promise<void> {
  const answer = await ask('GET', '/api/v1/inventory/table?limit=100')
  for (const row of answer.body.data.rows) {
    const { sku, location_name: place, variant_id, on_hand_qty, committed_qty, available_qty, incoming_qty } = row
    const { on_hand, committed } = model.stock.at(sku, place)
    assert.deepEqual(
      { variant_id, on_hand_qty, committed_qty, available_qty, incoming_qty },
      {
        variant_id: ids.variants[sku],
        on_hand_qty: on_hand,
        committed_qty: committed,
        available_qty: on_hand - committed,
        incoming_qty: model.incoming(sku, place),
      },
    )
  }
}

async function compareOrder({ model, ids, ask, at }: World, order: Order): Promise<void> {
  const answer = await ask('GET', at(`/${order.id}`))
  const { status, on_hold, line_items, deliveries, components } = answer.body.data
  assert.deepEqual(
    { name: order.id, status, on_hold },
    { name: order.id, status: order.status, on_hold: order.on_hold },
  )
  const lines = new Map<string, any>(line_items.map((line: any) => [line.line_id, line]))
  assert.deepEqual(
    order.line_ids
      .map((id) => lines.get(id))
      .map((line) => ({
        variant_id: line?.variant_id,
        quantity: line?.quantity,
        delivered_quantity: line?.delivered_quantity,
        outstanding_quantity: line?.outstanding_quantity,
        in_transit_quantity: line?.in_transit_quantity,
        unit_cost: line?.unit_cost,
      })),
    order.lines.map(({ sku, quantity, delivered, in_transit, cost }) => ({
      variant_id: ids.variants[sku],
      quantity,
      delivered_quantity: delivered,
      outstanding_quantity: Math.max(quantity - delivered, 0),
      in_transit_quantity: in_transit,
      unit_cost: shown(cost),
    })),
  )
  assert.deepEqual(
    components.map((one: any) => [one.sku, one.required_quantity, one.reserved_quantity, one.consumed_quantity]),
    [...order.components]
      .map(([sku, { required, reserved, consumed }]) => [sku, required, reserved, consumed])
      .toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
  )
  const figures = (id: string, units: number) => `${id} ${units}`
  assert.deepEqual(
    deliveries.map((one: any) => figures(one.delivery_id, one.units)).sort(),
    model.deliveries
      .filter((one) => one.order === order && !one.is_removed)
      .map((one) =>
        figures(
          one.id,
          [...one.lines.values()].reduce((sum, { quantity }) => sum + quantity, 0),
        ),
      )
      .sort(),
  )
}

async function compareExceptions({ tenant, model }: World): Promise<void> {
  const open = await tenant.service.database.sql<{ kind: string; id: string }[]>`
    select distinct kind, subject_id as id from exceptions
    where organization_id = ${tenant.organization_id} and kind in ('over_receipt', 'allocation_short')
      and resolved_at is null`
  const expected = [
    ...model.orders.filter(({ is_questioned }) => is_questioned).map(({ id }) => `over_receipt ${id}`),
    ...model.sales.orders.filter(({ is_short }) => is_short).map(({ id }) => `allocation_short ${id}`),
  ]
  assert.deepEqual(open.map(({ kind, id }) => `${kind} ${id}`).sort(), expected.sort())
}

/** After a step: all stock and its history, all sales, and what the step concerned. */
export async function compareStep(world: World, { order, sale }: Touched): Promise<void> {
  const { compare } = world
  await Promise.all([
    compare('stock levels and ledger rows', compareStock(world)),
    compare('inventory table', compareTable(world)),
    compare('daily closing stock', compareHistory(world)),
    compare('sales and cost of sales by day', compareDays(world)),
    compare('invoices', compareInvoices(world)),
    compare('sales table', compareSalesTable(world)),
    compare('overview of products', compareCards(world)),
    ...(order === undefined
      ? []
      : [
          compare('purchase orders', compareOrder(world, order)),
          compare('supplier invoices', compareBills(world, order)),
        ]),
    ...(sale === undefined
      ? []
      : [
          compare('sales orders', compareSale(world, sale)),
          compare('returns', compareReturns(world, sale)),
          compare('exchanges', compareExchanges(world, sale)),
          compare('credit notes', compareCredits(world)),
          compare('payments and open balances', compareBalances(world)),
          compare('balance of an order', compareOrderBalance(world, sale)),
        ]),
  ])
}

/** The service's own verification: of the ledger, and of every kept sum. */
async function verify({ tenant, ids }: World): Promise<void> {
  const { organization_id, service } = tenant
  const { sql } = service.database
  const proof = await verifyLedger(sql as never, { organization_id, is_full: true })
  assert.deepEqual(proof.faults, [])
  assert.deepEqual(await verifyStockValues(sql as never, organization_id), [])
  assert.deepEqual(await verifyOrderSums(sql as never, organization_id), [])
  assert.deepEqual(await verifyVariantStock(sql as never, organization_id), [])
  const { sales, order_counts } = await sql.begin((tx) => proveSales(tx as never, { organization_id, is_full: true }))
  // Sales of the kiosk are sums without orders, for velocity alone (history.ts).
  assert.deepEqual(
    sales.faults.filter(({ sentence }) => !sentence.includes(ids.sales_channels.Kiosk!)),
    [],
  )
  assert.deepEqual(order_counts, [])
}

/** At the end: every order, the open exceptions, every report, and the ledger's own verification. */
export async function compareWhole(world: World): Promise<void> {
  const { compare, model } = world
  for (const order of model.orders) {
    await compare('purchase orders', compareOrder(world, order))
    await compare('supplier invoices', compareBills(world, order))
  }
  for (const sale of model.sales.orders) {
    await compare('sales orders', compareSale(world, sale))
    await compare('returns', compareReturns(world, sale))
    await compare('exchanges', compareExchanges(world, sale))
    await compare('balance of an order', compareOrderBalance(world, sale))
  }
  await compare('credit notes', compareCredits(world))
  await compare('payments and open balances', compareBalances(world))
  await compare('open exceptions', compareExceptions(world))
  await compare('overview of products, before', comparePrevious(world))
  await compare('velocity', compareVelocity(world))
  await compare('days in stock', compareStockDays(world))
  for (const [read, comparison] of Object.entries(finalReads)) await compare(read, comparison(world))
  await compare('verification of the ledger', verify(world))
}

const finalReads: Record<string, (world: World) => Promise<void>> = {
  'stock positions': comparePositions,
  'positions of bundles': compareBundles,
  'value of variants': compareValues,
  'stock on hand report': compareStockReport,
  'movement report and cost variances': compareMovementReport,
  'margins by channel and day': compareMargins,
  'channel performance': compareChannels,
  'open-to-buy': compareOpenToBuy,
}
