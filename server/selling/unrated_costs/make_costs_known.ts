/**
 * Goods bought in another currency have no cost until a rate of the day of their arrival, or an earlier one, is on file.
 * Once it is, their cost and that of what left since become known: stock on hand, transferred units, shipped lines and the
 * cost of sales on their own days.
 */
import Big from 'big.js'
import { exactCost } from '../../contract/money.ts'
import type { Sql } from '../../contract/sql.ts'
import { forEachDue, type Job, type Only, within } from '../../jobs/job.ts'
import type { Booking } from '../../ledger/book.ts'
import { costCovered, makeKnown } from '../../ledger/costs/make_known.ts'
import { costMade, findMadeOf } from './made_units.ts'
import type { Replay } from '../../ledger/costs/replay.rules.ts'
import { adjustCosts } from '../../purchasing/landed_costs/received_cost.store.ts'
import { lockOrder } from '../../purchasing/orders/store.ts'
import { readLocked, salesOf, withLines } from '../orders/locked_order.store.ts'
import { addSales } from '../sales_facts/add_sales.ts'
import { costOf, noFigures, type SalesPart, salesChange } from '../sales_facts/sales_figures.rules.ts'
import {
  costDelivered,
  costPart,
  costReturned,
  costShipped,
  findCovering,
  findRated,
  addedAtArrival,
  lockPurchases,
  lockShippedUnknown,
  type RatedArrival,
} from './unrated_costs.store.ts'
import { costOnTheWay, type Departure, findTransferred, recordTransferred } from './transferred.store.ts'

const batchArrivals = 100

type Costed = Replay['costed'][number]

/** What units of an order line that came back at an unknown cost take back from the cost of sales. */
async function returnedParts(sql: Sql, organization_id: string, order_line_id: string): Promise<SalesPart[]> {
  const rows = await costReturned(sql, organization_id, order_line_id)
  return rows.flatMap(({ quantity, surplus_quantity, unit_cost, sales_channel_id, ...key }) =>
    sales_channel_id === null
      ? []
      : {
          ...noFigures,
          ...key,
          sales_channel_id,
          // Surplus is no returned unit, and its cost comes back all the same.
          costed_units: quantity - surplus_quantity,
          known_cost_cents: costOf(-quantity, unit_cost),
        },
  )
}

/** What follows from the cost of a row by which units left: the arrivals elsewhere, and the lines that shipped them. */
async function follow(
  sql: Sql,
  booking: Booking,
  evidence: string,
  { entry, unit_cost }: Costed,
): Promise<SalesPart[]> {
  const { organization_id } = booking
  const { document_type, document_id, document_line_id } = entry
  if (document_type === 'fulfilment_request') {
    const shipped = { fulfilment_id: document_id, order_line_id: document_line_id }
    const whole = await costPart(sql, organization_id, { ...shipped, variant_id: entry.variant_id, unit_cost })
    if (whole === null) return []
    const rows = await costShipped(sql, organization_id, { ...shipped, unit_cost: whole })
    const sold = rows
      .filter(({ is_wholesale }) => is_wholesale)
      .map(({ quantity, is_wholesale: _is_wholesale, ...key }) => ({
        ...noFigures,
        ...key,
        costed_units: quantity,
        known_cost_cents: costOf(quantity, whole),
      }))
    return [...sold, ...(await returnedParts(sql, organization_id, document_line_id))]
  }
  if (entry.kind === 'assembly_out') return followMade(sql, booking, evidence, entry)
  return entry.kind === 'transfer_out' ? followTransferred(sql, booking, evidence, { ...entry, unit_cost }) : []
}

/** What follows where units arrived on a transfer, or are on the way. */
async function followTransferred(
  sql: Sql,
  booking: Booking,
  evidence: string,
  departure: Departure,
): Promise<SalesPart[]> {
  const { organization_id } = booking
  await costOnTheWay(sql, organization_id, departure)
  await recordTransferred(sql, organization_id, departure.document_id, departure.document_line_id)
  const parts: SalesPart[] = []
  for (const arrival of await findTransferred(sql, organization_id, departure)) {
    const { unit_cost } = arrival
    await costDelivered(sql, organization_id, { ...arrival, rate: null, rate_date: null }, unit_cost)
    const known = { ...arrival, landed_unit_cost: unit_cost, evidence }
    for (const one of await makeKnown(sql, booking, known)) parts.push(...(await follow(sql, booking, evidence, one)))
  }
  return parts
}

/** What follows where units were made of these, once the cost of all of their components is known. */
async function followMade(sql: Sql, booking: Booking, evidence: string, entry: Costed['entry']): Promise<SalesPart[]> {
  const parts: SalesPart[] = []
  for (const one of await costMade(sql, booking, evidence, entry))
    parts.push(...(await follow(sql, booking, evidence, one)))
  return parts
}

async function makeOneKnown(sql: Sql, booking: Booking, arrival: RatedArrival): Promise<SalesPart[]> {
  const { currency, stated_unit_cost, is_stated_late, rate, rate_date } = arrival
  // Units of a transfer become known with the units at its source.
  if (stated_unit_cost === null) return []
  const unit_cost = exactCost(Big(stated_unit_cost).times(rate))
  const isOwn = currency === booking.currency
  const at = isOwn ? '' : ` at ${rate}, the rate of ${rate_date}`
  const late = isOwn || is_stated_late ? 'stated' : 'recorded'
  const evidence = `Cost of ${currency} ${Big(stated_unit_cost).toFixed()}${at}, ${late} after the units arrived.`
  const { organization_id } = booking
  // Freight and duty that lacked a rate on arrival are none of these: they become known with it, and are added after it.
  const added = await addedAtArrival(sql, organization_id, arrival.movement_id)
  const landed_unit_cost = exactCost(Big(unit_cost).plus(added))
  await costDelivered(sql, organization_id, isOwn ? { ...arrival, rate: null, rate_date: null } : arrival, unit_cost)
  const costed = await makeKnown(sql, booking, { ...arrival, unit_cost, landed_unit_cost, evidence })
  const parts: SalesPart[] = []
  for (const one of costed) parts.push(...(await follow(sql, booking, evidence, one)))
  return parts
}

/** Makes costs of one organisation known, at most a batch of arrivals of each kind; returns how many it found. */
export async function makeCostsKnown(
  sql: Sql,
  organization_id: string,
  context: { currency: string; now: string; actor: string },
): Promise<number> {
  const rated = await findRated(sql, organization_id, context.currency, batchArrivals)
  const covering = await findCovering(sql, organization_id, batchArrivals)
  if (rated.length === 0 && covering.length === 0) return 0
  const booking: Booking = { organization_id, floor: 'none', ...context }
  const made = await findMadeOf(sql, organization_id, [...rated, ...covering])
  const orders = (await lockShippedUnknown(sql, organization_id, [...rated, ...covering, ...made])).map(
    ({ order_id }) => order_id,
  )
  const purchases = await lockPurchases(sql, organization_id, [...rated, ...made])
  const read = async () =>
    (await withLines(sql, organization_id, await readLocked(sql, organization_id, orders))).flatMap(salesOf)
  const before = await read()
  const parts: SalesPart[] = []
  for (const arrival of rated) parts.push(...(await makeOneKnown(sql, booking, arrival)))
  for (const arrival of covering)
    for (const one of await costCovered(sql, booking, arrival))
      parts.push(...(await follow(sql, booking, 'The units had left before their cost was known.', one)))
  // Freight and duty of theirs have a rate by now, too.
  for (const { purchase_order_id } of purchases)
    await adjustCosts(sql, booking, await lockOrder(sql, organization_id, purchase_order_id))
  await addSales(sql, organization_id, [...salesChange(before, await read()), ...parts])
  return Math.max(rated.length, covering.length)
}

const readDue = (sql: Sql, _now: string, only: Only) => sql<{ organization_id: string; currency: string }[]>`
  select o.organization_id, o.currency from organizations o
  where ${within(sql, only, sql`o.organization_id`)} and exists (
    select from unrated_arrivals u
    where u.organization_id = o.organization_id and u.known_at is null
      and (u.stated_unit_cost is not null or u.unit_cost is not null)
      and (u.currency = o.currency or exists (select from exchange_rates r
        where r.organization_id = u.organization_id and r.currency = u.currency and r.rate_date <= u.arrived_on))
      and not exists (select from stock_movements v
        where v.organization_id = u.organization_id and v.reverses_movement_id = u.movement_id))
  order by o.organization_id`

/** Works off what setting rates left: the rates of an import, and more arrivals than a request makes known. */
export const makeCostsKnownJob: Job = {
  name: 'make_costs_known',
  every_seconds: 60,
  run: (step) =>
    forEachDue(step, readDue, async ({ organization_id, currency }) => {
      const context = { currency, actor: 'service:exchange_rates' }
      while ((await step((sql, now) => makeCostsKnown(sql, organization_id, { ...context, now }))) === batchArrivals);
    }),
}
