/**
 * Brings what follows from invoices of suppliers up to date: the cost of received units whose billed price is accepted,
 * the match of each invoice, and its exceptions. Every write that changes invoices, deliveries or prices of orders ends
 * with it, and holds the locks on the orders' rows.
 */
import Big from 'big.js'
import { uuidv7 } from 'uuidv7'
import { supplier_invoice_costs } from '../../../db/schema/purchasing/supplier_invoices.ts'
import { purchase_order_delivery_lines } from '../../../db/schema/purchase_orders.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { exactCost } from '../../contract/money.ts'
import { actorOf } from '../../ledger/actor.ts'
import type { MovementToBook } from '../../ledger/rules.ts'
import { bookCorrectedCosts } from '../landed_costs/received_cost.store.ts'
import type { LockedOrder } from '../orders/store.ts'
import {
  type BookedCost,
  type CostEntry,
  type Effect,
  effectsOf,
  entriesOf,
  entryPlace,
  type Recost,
  recostsOf,
} from './costs.rules.ts'
import { settleExceptions } from './exceptions.ts'
import { totalDifference, wholeMatch } from './match.rules.ts'
import { matchesOf, type MatchFacts, readMatchFacts, type ReceivedUnits } from './match.store.ts'

interface LockedInvoice {
  supplier_invoice_id: string
  kind: string
  state: string
  invoice_number: string
  supplier: string
  stated_total: string | null
  lines_total: string
}

/** Locks the invoices that bill some orders, void ones included: what they changed is taken back. */
const lockInvoicesOf = (sql: Sql, organization_id: string, orders: string, also: string | null) => sql<LockedInvoice[]>`
  select i.supplier_invoice_id, i.kind, i.state, i.invoice_number, s.name as supplier, i.stated_total, i.lines_total
  from supplier_invoices i
  join suppliers s on s.organization_id = i.organization_id and s.supplier_id = i.supplier_id
  where i.organization_id = ${organization_id} and i.kind = 'invoice' and i.supplier_invoice_id in (
    select supplier_invoice_id from supplier_invoice_lines
    where organization_id = ${organization_id} and purchase_order_id = any(${orders}::uuid[])
    union all select ${also}::uuid)
  order by i.supplier_invoice_id for update of i`

const readOrdersOf = (sql: Sql, organization_id: string, invoices: string) => sql<{ purchase_order_id: string }[]>`
  select distinct purchase_order_id from supplier_invoice_lines
  where organization_id = ${organization_id} and supplier_invoice_id = any(${invoices}::uuid[])
    and purchase_order_id is not null`

/** Returns the orders whose received units cost something else now. `also` is an invoice that changed, if one did. */
export async function settleInvoices(
  sql: Sql,
  caller: Caller,
  now: string,
  orders: readonly LockedOrder[],
  also: string | null = null,
): Promise<string[]> {
  const { organization_id } = caller
  const purchases = orders.filter(({ order_type }) => order_type === 'purchase')
  if (purchases.length === 0 && also === null) return []
  const ids = purchases.map(({ purchase_order_id }) => purchase_order_id)
  const invoices = await lockInvoicesOf(sql, organization_id, arrayLiteral(ids), also)
  if (invoices.length === 0) return []
  const invoiceIds = arrayLiteral(invoices.map(({ supplier_invoice_id }) => supplier_invoice_id))
  const all = await readOrdersOf(sql, organization_id, invoiceIds)
  const facts = await readMatchFacts(
    sql,
    organization_id,
    all.map(({ purchase_order_id }) => purchase_order_id),
  )
  const recosted: string[] = []
  for (const order of purchases)
    if (await settleCosts(sql, caller, now, order, facts)) recosted.push(order.purchase_order_id)
  await settleMatches(sql, caller, now, invoices, facts)
  return recosted
}

const readBooked = (sql: Sql, organization_id: string, purchase_order_id: string) => sql<BookedCost[]>`
  select supplier_invoice_id, line_number, purchase_order_id, line_id, delivery_id, sum(units)::int as units,
    sum(difference)::text as difference, sum(stock_value)::text as stock_value, sum(variance)::text as variance
  from supplier_invoice_costs
  where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}
  group by supplier_invoice_id, line_number, purchase_order_id, line_id, delivery_id
  having sum(units) <> 0 or sum(difference) <> 0
  order by supplier_invoice_id, line_number, delivery_id, line_id`

/** Corrects the cost of the received units of an order and records the change on the invoices; whether any changed. */
async function settleCosts(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  facts: MatchFacts,
): Promise<boolean> {
  const { organization_id } = caller
  const { purchase_order_id } = order
  const rateOf = ({ cost_rate }: ReceivedUnits) => (order.currency === caller.currency ? '1' : cost_rate)
  const received = facts.received.filter((row) => row.purchase_order_id === purchase_order_id)
  const shares = facts.shares.filter(({ billed }) => billed.purchase_order_id === purchase_order_id)
  const booked = await readBooked(sql, organization_id, purchase_order_id)
  const { recosts, followed } = recostsOf(received, shares, rateOf)
  const entries = entriesOf(recosts, followed, booked, rateOf)
  const effects = await bookRecosts(sql, caller, now, order, recosts)
  const onFile = new Set(received.map(entryPlace))
  const rows = [...Map.groupBy(entries, entryPlace)].flatMap(([place, own]) => {
    const parts = onFile.has(place)
      ? effectsOf(own, effects.get(place) ?? { stock_value: Big(0), variance: Big(0) })
      : own.map((entry) => takenBack(entry, booked))
    return own.map((entry, i) => ({
      ...entry,
      cost_id: uuidv7(),
      stock_value: exactCost(parts[i]!.stock_value),
      variance: exactCost(parts[i]!.variance),
    }))
  })
  if (rows.length > 0)
    await sql`
    insert into supplier_invoice_costs (organization_id, ${costRows.names}, booked_on, booked_at, actor)
    select ${organization_id}, ${costRows.values}, ${dayInTimeZone(caller.time_zone, now)}, ${now}, ${actorOf(caller)}
    from ${costRows.from(rows)}`
  return effects.size > 0
}

const costRows = recordset(supplier_invoice_costs, [
  'cost_id',
  'supplier_invoice_id',
  'line_number',
  'purchase_order_id',
  'line_id',
  'delivery_id',
  'units',
  'difference',
  'stock_value',
  'variance',
])

/** A delivery that was removed took its adjustments back with it. */
function takenBack(entry: CostEntry, booked: readonly BookedCost[]): Effect {
  const own = booked.find(
    (one) =>
      entryPlace(one) === entryPlace(entry) &&
      one.supplier_invoice_id === entry.supplier_invoice_id &&
      one.line_number === entry.line_number,
  )
  return { stock_value: Big(own?.stock_value ?? 0).times(-1), variance: Big(own?.variance ?? 0).times(-1) }
}

const uninvoicedRows = recordset(purchase_order_delivery_lines, ['delivery_id', 'line_id', 'uninvoiced_unit_cost'])

/** Books the new costs, delivery by delivery, and returns what each line of a delivery changed. */
async function bookRecosts(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  recosts: readonly Recost[],
): Promise<Map<string, Effect>> {
  const { organization_id } = caller
  const effects = new Map<string, Effect>()
  const rebased = recosts.filter(({ row, uninvoiced }) => row.uninvoiced_unit_cost !== uninvoiced)
  const rows = rebased.map(({ row: { delivery_id, line_id }, uninvoiced }) => ({
    delivery_id,
    line_id,
    uninvoiced_unit_cost: uninvoiced,
  }))
  if (rows.length > 0)
    await sql`
      update purchase_order_delivery_lines l set uninvoiced_unit_cost = n.uninvoiced_unit_cost
      from ${uninvoicedRows.from(rows)}
      where l.organization_id = ${organization_id} and l.delivery_id = n.delivery_id and l.line_id = n.line_id`
  const changed = recosts.filter(({ row, after }) => !Big(after).eq(row.unit_cost!))
  for (const [delivery_id, own] of Map.groupBy(changed, ({ row }) => row.delivery_id)) {
    const revision = own[0]!.row.revision + 1
    const lines = own.map(({ row, after }) => ({ ...row, after }))
    const movements = await bookCorrectedCosts(sql, caller, now, order, { delivery_id, revision }, lines)
    for (const movement of movements) addEffect(effects, delivery_id, movement)
    await sql`
      update purchase_order_deliveries set revision = ${revision}, updated_at = ${now}
      where organization_id = ${organization_id} and delivery_id = ${delivery_id}`
  }
  return effects
}

/** The share of units that have left is a variance; any other is value of stock. */
function addEffect(effects: Map<string, Effect>, delivery_id: string, { document_line_id, adjusted }: MovementToBook) {
  if (adjusted === undefined || document_line_id == null) return
  const place = entryPlace({ delivery_id, line_id: document_line_id.split(' ')[0]! })
  const before = effects.get(place) ?? { stock_value: Big(0), variance: Big(0) }
  const field = adjusted.stock === 'left' ? 'variance' : 'stock_value'
  effects.set(place, { ...before, [field]: before[field].plus(adjusted.cost) })
}

/** Writes the match of each invoice, and opens and resolves its exceptions. */
async function settleMatches(
  sql: Sql,
  caller: Caller,
  now: string,
  invoices: readonly LockedInvoice[],
  facts: MatchFacts,
): Promise<void> {
  const matched = invoices.map((invoice) => {
    const lines = [...matchesOf(facts, invoice.supplier_invoice_id).values()]
    const difference = totalDifference(invoice.stated_total, invoice.lines_total)
    return { ...invoice, lines, match: invoice.state === 'void' ? null : wholeMatch(lines, difference) }
  })
  await sql`
    update supplier_invoices i set match = n.match
    from unnest(${matched.map((one) => one.supplier_invoice_id)}::uuid[], ${matched.map(({ match }) => match)}::text[])
      as n (supplier_invoice_id, match)
    where i.organization_id = ${caller.organization_id} and i.supplier_invoice_id = n.supplier_invoice_id
      and i.match is distinct from n.match`
  await settleExceptions(sql, caller, now, matched)
}
