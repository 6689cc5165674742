/** Writes an arrival: its receipts, the lines and the state of the return, the ledger, sales by day and exceptions. */
import { return_lines, return_receipt_lines } from '../../../db/schema/selling/returns.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { assignments } from '../../../db/sql/lists.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { openExceptions } from '../../exceptions/open.ts'
import { actorOf } from '../../ledger/actor.ts'
import { bookingOf, bookMovements } from '../../ledger/book.ts'
import { readParts } from '../../ledger/bundles/parts.ts'
import type { StockPart } from '../../ledger/bundles/parts.rules.ts'
import { addSales } from '../sales_facts/add_sales.ts'
import { receivedReturn } from '../sales_facts/sales_figures.rules.ts'
import type { Moment } from './dates.ts'
import {
  type LockedReturn,
  readShipped,
  type ReturnLineRow,
  type ShippedFacts,
  type ShippedOrder,
} from './receipt.store.ts'
import { atAverage, type ReturnedPart, soldParts, unsoldParts } from './returned_parts.rules.ts'
import { type FilledLine, splitOff, stateAfter, type Unexpected } from './receiving.rules.ts'
import { divideArrived } from './surplus/surplus.rules.ts'
import { limited, paidBetween } from '../sales_facts/shipped_money.rules.ts'

export interface Arrival {
  locked: LockedReturn
  lines: readonly ReturnLineRow[]
  location_id: string
  moment: Moment
  /** Whether counts taken before now lack the units, though they arrived before them. */
  not_in_count: boolean
  filled: readonly FilledLine[]
  added: readonly { line_id: string; variant_id: string; order_line_id: string | null }[]
  unexpected: readonly Unexpected[]
}

const lineRows = recordset(return_lines, [
  'line_id',
  'variant_id',
  'order_line_id',
  'received_quantity',
  'restocked_quantity',
  'missing_quantity',
  'disposition',
])
const receiptLineRows = recordset(return_receipt_lines, [
  'receipt_number',
  'line_id',
  'variant_id',
  'received_quantity',
  'restocked_quantity',
  'missing_quantity',
  'surplus_quantity',
  'is_excess',
  'disposition',
  'unit_cost',
  'value_cents',
  'tax_cents',
  'currency',
])

interface ValuedLine extends FilledLine {
  receipt_number: number
  surplus_quantity: number
  /** Beyond all that shipped: of no sale of the order. */
  is_excess: boolean
  /** The cost at which the units left, in the currency of the organisation. */
  unit_cost: string | null
  value_cents: number
  tax_cents: number
  /** What one unit brings back into stock. */
  parts: readonly ReturnedPart[]
}

/**
 * Amounts paid for the units, such that all charged units of the order line together return exactly the amount paid.
 * Surplus units come without money: those that shipped beyond the order come back first, and those that came back beyond
 * what shipped, or that the order never sold, come last, on receipts of their own and at no cost of the order. A stated refund
 * counts by itself.
 */
function valueLines(
  arrival: Arrival,
  shipped: ShippedOrder,
  bundles: ReadonlyMap<string, readonly StockPart[]>,
  lastReceipt: number,
): ValuedLine[] {
  const { lines, added, filled, locked } = arrival
  const orderLines = new Map([...lines, ...added].map(({ line_id, order_line_id }) => [line_id, order_line_id]))
  const before = new Map(
    [...shipped.lines].map(([id, { charged_before: charged, surplus_before: surplus }]) => [id, { charged, surplus }]),
  )
  let { refundable_cents } = shipped
  const receiptOf = countReceipts(lastReceipt)
  return filled.flatMap((line): ValuedLine[] => {
    const order_line_id = orderLines.get(line.line_id) ?? null
    const facts = order_line_id === null ? undefined : shipped.lines.get(order_line_id)
    const noMoney = { unit_cost: null, value_cents: 0, tax_cents: 0 }
    const excessLine = (one: FilledLine, parts: readonly ReturnedPart[]): ValuedLine => {
      const surplus_quantity = one.received_quantity
      return { ...one, receipt_number: receiptOf(one), surplus_quantity, is_excess: true, ...noMoney, parts }
    }
    if (facts === undefined) {
      const parts = unsoldParts(line.variant_id, bundles)
      if (locked.order_id !== null) return [excessLine(line, parts)]
      return [{ ...line, receipt_number: receiptOf(line), surplus_quantity: 0, is_excess: false, ...noMoney, parts }]
    }
    const counted = before.get(facts.order_line_id)!
    const arrived = divideArrived(line.received_quantity, facts, counted)
    const [shippedUnits, excess] = splitOff(line, arrived.excess)
    const charged = counted.charged + arrived.charged
    const paid = locked.refund_is_stated
      ? { net_cents: 0, tax_cents: 0 }
      : limited(paidBetween(facts, counted.charged, charged), refundable_cents, facts.currency)
    refundable_cents -= paid.net_cents + paid.tax_cents
    before.set(facts.order_line_id, { charged, surplus: counted.surplus + arrived.surplus })
    const parts = soldParts(line.variant_id, facts)
    const back = shippedUnits.map((one): ValuedLine => ({
      ...one,
      receipt_number: receiptOf(one),
      surplus_quantity: arrived.surplus,
      is_excess: false,
      unit_cost: facts.unit_cost,
      value_cents: paid.net_cents,
      tax_cents: paid.tax_cents,
      parts,
    }))
    return [...back, ...excess.map((one) => excessLine(one, atAverage(parts)))]
  })
}

/** Numbers receipts: each line has at most one row in each. */
function countReceipts(lastReceipt: number) {
  const rows = new Map<string, number>()
  return ({ line_id }: FilledLine): number => {
    rows.set(line_id, (rows.get(line_id) ?? 0) + 1)
    return lastReceipt + rows.get(line_id)!
  }
}

/** Bundles among the units that no order line sold, as they are composed now. */
async function readBundles(sql: Sql, organization_id: string, { lines, added, filled }: Arrival) {
  const sold = new Set(
    [...lines, ...added].filter(({ order_line_id }) => order_line_id !== null).map(({ line_id }) => line_id),
  )
  const unsold = filled.filter(({ line_id }) => !sold.has(line_id)).map(({ variant_id }) => variant_id)
  return unsold.length === 0 ? new Map<string, StockPart[]>() : readParts(sql, organization_id, unsold)
}

async function writeReceipts(sql: Sql, caller: Caller, now: string, arrival: Arrival, valued: readonly ValuedLine[]) {
  const { organization_id, currency } = caller
  const { locked, location_id, moment } = arrival
  const numbers = [...new Set(valued.map(({ receipt_number }) => receipt_number))]
  const rows = valued.map(({ parts: _parts, ...line }) => ({
    ...line,
    currency: locked.currency ?? currency,
  }))
  await sql`
    insert into return_receipts (organization_id, return_id, receipt_number, location_id, received_at, received_on,
      recorded_by, recorded_at)
    select ${organization_id}, ${locked.return_id}, n, ${location_id}, ${moment.at}::timestamptz, ${moment.day}::date,
      ${actorOf(caller)}, ${now}::timestamptz
    from unnest(${numbers}::int[]) n`
  await sql`
    insert into return_receipt_lines (organization_id, return_id, ${receiptLineRows.names})
    select ${organization_id}, ${locked.return_id}, ${receiptLineRows.values} from ${receiptLineRows.from(rows)}`
}

/** The lines with what arrived, those that were added included. */
function linesAfter({ lines, added, filled }: Arrival) {
  const all = [
    ...lines,
    ...added.map((line) => ({
      ...line,
      expected_quantity: 0,
      received_quantity: 0,
      restocked_quantity: 0,
      missing_quantity: 0,
    })),
  ]
  return all.map(({ line_id, variant_id, order_line_id, expected_quantity, ...line }) => {
    const parts = filled.filter((one) => one.line_id === line_id)
    return {
      line_id,
      variant_id,
      order_line_id,
      expected_quantity,
      received_quantity: parts.reduce((sum, one) => sum + one.received_quantity, line.received_quantity),
      restocked_quantity: parts.reduce((sum, one) => sum + one.restocked_quantity, line.restocked_quantity),
      missing_quantity: parts.reduce((sum, one) => sum + one.missing_quantity, line.missing_quantity),
      disposition: parts.at(-1)?.disposition ?? null,
      is_changed: parts.length > 0,
    }
  })
}

async function writeLines(
  sql: Sql,
  organization_id: string,
  { locked, added }: Arrival,
  after: ReturnType<typeof linesAfter>,
) {
  const rows = after
    .filter(({ is_changed }) => is_changed)
    .map(({ expected_quantity: _expected, is_changed: _changed, ...line }) => line)
  if (added.length > 0)
    await sql`
      insert into return_lines (organization_id, return_id, line_id, variant_id, order_line_id, expected_quantity)
      select ${organization_id}, ${locked.return_id}, n.line_id, n.variant_id, n.order_line_id, 0
      from ${lineRows.from(rows)} where n.line_id = any(${added.map(({ line_id }) => line_id)}::uuid[])`
  await sql`
    update return_lines l set ${assignments(['received_quantity', 'restocked_quantity', 'missing_quantity', 'disposition'], 'n')}
    from ${lineRows.from(rows)}
    where l.organization_id = ${organization_id} and l.return_id = ${locked.return_id} and l.line_id = n.line_id`
}

const bookRestocked = (sql: Sql, caller: Caller, now: string, arrival: Arrival, valued: readonly ValuedLine[]) => {
  const { locked, location_id, moment } = arrival
  const document = { type: 'return', id: String(locked.return_id), name: locked.name } as const
  return bookMovements(
    sql,
    bookingOf(caller, now, 'none'),
    valued
      .filter(({ restocked_quantity }) => restocked_quantity > 0)
      .flatMap(({ line_id, parts, receipt_number, restocked_quantity }) =>
        parts.map(({ variant_id, units, unit_cost }) => ({
          variant_id,
          location_id,
          kind: 'return' as const,
          quantity_delta: restocked_quantity * units,
          unit_cost,
          occurred_at: moment.at,
          counted_from: arrival.not_in_count ? now : null,
          document,
          document_line_id: `${line_id} ${receipt_number}`,
          source_system: locked.source_system,
        })),
      ),
  )
}

const addReturned = (
  sql: Sql,
  caller: Caller,
  { locked, location_id, moment }: Arrival,
  valued: readonly ValuedLine[],
) => {
  const { sales_channel_id } = locked
  if (sales_channel_id === null) return
  const currency = locked.currency ?? caller.currency
  const keyed = { day: moment.day, sales_channel_id, location_id, currency }
  return addSales(
    sql,
    caller.organization_id,
    valued.map((line) => receivedReturn({ variant_id: line.variant_id, ...keyed }, line)),
  )
}

async function reportUnexpected(sql: Sql, organization_id: string, now: string, arrival: Arrival): Promise<void> {
  const { locked, unexpected } = arrival
  if (unexpected.length === 0) return
  const skus = await sql<{ variant_id: string; sku: string }[]>`
    select variant_id, sku from variants
    where organization_id = ${organization_id}
      and variant_id = any(${unexpected.map(({ variant_id }) => variant_id)}::uuid[])`
  const skuOf = new Map(skus.map(({ variant_id, sku }) => [variant_id, sku]))
  await openExceptions(
    sql,
    organization_id,
    now,
    unexpected.map(({ variant_id, quantity }) => ({
      kind: 'return_unmatched',
      severity: 'warning',
      subject: { type: 'return', id: String(locked.return_id) },
      sentence: `${quantity === 1 ? '1 unit' : `${quantity} units`} of ${skuOf.get(variant_id)} more than expected arrived on ${locked.name}.`,
    })),
  )
}

/** The order is locked before levels, and levels before sales, as everywhere in selling. */
export async function writeArrival(sql: Sql, caller: Caller, now: string, arrival: Arrival): Promise<void> {
  const { organization_id } = caller
  const { locked, lines, added, location_id, moment } = arrival
  const { return_id, order_id } = locked
  const orderLineIds = [...lines, ...added].flatMap(({ order_line_id }) => order_line_id ?? [])
  const shipped =
    order_id === null
      ? { lines: new Map<string, ShippedFacts>(), refundable_cents: 0 }
      : await readShipped(sql, organization_id, order_id, orderLineIds, return_id)
  const [last] = await sql<{ receipt_number: number }[]>`
    select coalesce(max(receipt_number), 0)::int as receipt_number from return_receipts
    where organization_id = ${organization_id} and return_id = ${return_id}`
  const bundles = await readBundles(sql, organization_id, arrival)
  const valued = valueLines(arrival, shipped, bundles, last!.receipt_number)
  const after = linesAfter(arrival)
  const state = stateAfter(after)
  const isReceived = valued.some(({ received_quantity }) => received_quantity > 0)
  await writeLines(sql, organization_id, arrival, after)
  await writeReceipts(sql, caller, now, arrival, valued)
  const booked = await bookRestocked(sql, caller, now, arrival, valued)
  await sql`
    update returns set state = ${state}, location_id = coalesce(location_id, ${location_id}),
      received_at = case when ${isReceived} then greatest(received_at, ${moment.at}::timestamptz) else received_at end,
      closed_at = case when ${state} = 'closed' then ${now}::timestamptz end,
      ledger_written_at = case when ${booked.length > 0} then ${now}::timestamptz else ledger_written_at end,
      updated_at = ${now}::timestamptz
    where organization_id = ${organization_id} and return_id = ${return_id}`
  await addReturned(sql, caller, arrival, valued)
  await reportUnexpected(sql, organization_id, now, arrival)
}
