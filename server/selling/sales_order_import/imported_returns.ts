/**
 * Returned units and refunds of imported orders. Units that came back before the cut-over move no stock. Money that was paid back
 * alone has a return without units, since that is where people look for it.
 */
import { uuidv7 } from 'uuidv7'
import Big from 'big.js'
import { return_lines, return_receipt_lines, return_receipts, returns } from '../../../db/schema/selling/returns.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { exactCost } from '../../contract/money.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { emit } from '../../outbox/emit.ts'
import { bookMovements } from '../../ledger/book.ts'
import { costOfParts, isTakenApart } from '../../ledger/bundles/parts.rules.ts'
import { type ReturnedPart, soldParts } from '../returns/returned_parts.rules.ts'
import { limited, type PaidCents, paidBetween } from '../sales_facts/shipped_money.rules.ts'
import { readReturns } from '../returns/store.ts'
import { takeReturnNames } from '../returns/write_returns.ts'
import { receivedReturn, refundedReturn, type SalesPart } from '../sales_facts/sales_figures.rules.ts'
import { writeRefunds } from './imported_refunds.ts'
import type { PartsOf, WrittenUnits } from './imported_shipments.ts'
import type { ResolvedLine } from './matching/matching.model.ts'
import type { OrderWrite } from './resolve_order.rules.ts'

interface ReturnedLine {
  line: ResolvedLine
  return_line_id: string
  unit_cost: string | null
  value_cents: number
  tax_cents: number
  /** What one unit brings back into stock. */
  parts: readonly ReturnedPart[]
}

export interface ImportedReturn {
  order: OrderWrite
  return_id: number
  name: string
  lines: ReturnedLine[]
}

/** Average cost of a shipped unit of each line; null if the cost of any is unknown. */
function averageCosts(shipped: readonly WrittenUnits[]): Map<ResolvedLine, string | null> {
  const byLine = Map.groupBy(shipped, ({ line }) => line)
  return new Map(
    [...byLine].map(([line, units]) => {
      if (units.some(({ unit_cost }) => unit_cost === null)) return [line, null]
      const quantity = units.reduce((sum, one) => sum + one.quantity, 0)
      const cost = units.reduce((sum, one) => sum.plus(Big(one.unit_cost!).times(one.quantity)), Big(0))
      return [line, exactCost(cost.div(quantity))]
    }),
  )
}

/** What a unit of the line brings back: components at the average cost at which they left. */
function returnedParts(
  line: ResolvedLine,
  partsOf: PartsOf,
  unit_cost: string | null,
  shipped: readonly WrittenUnits[],
): readonly ReturnedPart[] {
  const { variant_id } = line
  const parts = partsOf(line)
  if (!isTakenApart({ variant_id, parts })) return soldParts(variant_id, { unit_cost, components: [] })
  const booked = [...new Set(shipped.filter((one) => one.line === line).flatMap((one) => one.booked))]
  const components = parts.map((part) => {
    const moved = booked.filter((row) => row.variant_id === part.variant_id)
    const quantity = moved.reduce((sum, row) => sum - row.quantity_delta, 0)
    return {
      variant_id: part.variant_id,
      units: part.units,
      unit_cost: quantity === 0 ? null : costOfParts(moved, quantity),
    }
  })
  return soldParts(variant_id, { unit_cost, components })
}

const noValue = { net_cents: 0, tax_cents: 0 }

/** Units without a refund count at the price paid, as they do in later returns of the line. */
function priceOf(line: ResolvedLine, { record, currency }: OrderWrite, shipped: readonly WrittenUnits[]): PaidCents {
  if (record.refund !== null) return noValue
  const parts = shipped
    .filter((one) => one.line === line)
    .toSorted((one, other) => (one.fulfilment_id < other.fulfilment_id ? -1 : 1))
    .map(({ quantity, gross_sales_cents, discounts_cents, taxes_cents: tax_cents }) => ({
      quantity,
      net_cents: gross_sales_cents - discounts_cents,
      tax_cents,
    }))
  const { returned_before, returned_quantity } = line
  return paidBetween(
    { parts, charged_quantity: line.quantity, currency },
    returned_before,
    returned_before + returned_quantity,
  )
}

/** The price of what came back, by line; of an order that is known no more than is left to be paid back. */
function valuesOf(order: OrderWrite, shipped: readonly WrittenUnits[]): Map<ResolvedLine, PaidCents> {
  let left = order.refundable_cents === null ? null : Math.max(order.refundable_cents, 0)
  return new Map(
    order.lines.map((line) => {
      const price = line.returned_quantity === 0 ? noValue : priceOf(line, order, shipped)
      const paid = left === null ? price : limited(price, left, order.currency)
      if (left !== null) left -= paid.net_cents + paid.tax_cents
      return [line, paid]
    }),
  )
}

const returnRows = recordset(returns, [
  'name',
  'refund_status',
  'refund_cents',
  'refund_currency',
  'refund_is_stated',
  'order_id',
  'customer_id',
  'sales_channel_id',
  'location_id',
  'received_at',
  'closed_at',
  'source_system',
])
const lineRows = recordset(return_lines, [
  'return_id',
  'line_id',
  'variant_id',
  'order_line_id',
  'expected_quantity',
  'restocked_quantity',
  'disposition',
])
const receiptRows = recordset(return_receipts, ['return_id', 'location_id', 'received_at', 'received_on'])
const receiptLineRows = recordset(return_receipt_lines, [
  'return_id',
  'line_id',
  'variant_id',
  'received_quantity',
  'restocked_quantity',
  'disposition',
  'unit_cost',
  'value_cents',
  'tax_cents',
  'currency',
])

const hasUnits = (lines: readonly Pick<ResolvedLine, 'returned_quantity'>[]) =>
  lines.some(({ returned_quantity }) => returned_quantity > 0)

/** Lines of which units came back, or money alone. */
const linesBack = ({ lines, record: { refund } }: OrderWrite): ResolvedLine[] =>
  lines.filter((line, i) => {
    const { amount_cents = 0, tax_cents = 0 } = refund?.lines[i] ?? {}
    return line.returned_quantity > 0 || amount_cents + tax_cents > 0
  })

const refundStatus = ({ record: { refund } }: OrderWrite) =>
  refund === null ? 'none' : refund.is_full ? 'full' : 'partial'

async function insertReturns(
  sql: Sql,
  { organization_id, now }: WriteContext,
  orders: readonly OrderWrite[],
  customerOf: ReadonlyMap<string, string>,
) {
  const names = await takeReturnNames(sql, organization_id, orders.length)
  const rows = orders.map((order, i) => ({
    name: names[i]!,
    refund_status: refundStatus(order),
    refund_cents: order.record.refund?.amount_cents ?? null,
    refund_currency: order.record.refund === null ? null : order.currency,
    refund_is_stated: order.record.refund !== null,
    order_id: order.order_id,
    customer_id: customerOf.get(order.order_id) ?? null,
    sales_channel_id: order.sales_channel_id,
    location_id: order.location_id,
    received_at: hasUnits(order.lines) ? order.record.refunded_at : null,
    closed_at: order.record.refunded_at,
    source_system: order.record.source_system,
  }))
  const inserted = await sql<{ return_id: number; name: string }[]>`
    insert into returns (organization_id, ${returnRows.names}, state, origin, created_at, updated_at)
    select ${organization_id}, ${returnRows.values}, 'closed', 'import', ${now}::timestamptz,
      ${now}::timestamptz
    from ${returnRows.from(rows)}
    returning return_id::float8 as return_id, name`
  const ids = new Map(inserted.map(({ return_id, name }) => [name, return_id]))
  return orders.map((order, i) => ({ order, name: names[i]!, return_id: ids.get(names[i]!)! }))
}

async function insertLines(
  sql: Sql,
  { organization_id, actor, now }: WriteContext,
  importedReturns: readonly ImportedReturn[],
) {
  const lines = importedReturns.flatMap(({ order, return_id, lines: of }) =>
    of.map(({ line, return_line_id, unit_cost, value_cents, tax_cents }) => ({
      return_id,
      line_id: return_line_id,
      variant_id: line.variant_id,
      order_line_id: line.line_id,
      received_quantity: line.returned_quantity,
      restocked_quantity: line.restocked_quantity,
      disposition: line.restocked_quantity > 0 ? 'restock' : null,
      unit_cost,
      value_cents,
      tax_cents,
      currency: order.currency,
    })),
  )
  const bare = lines.map(
    ({ return_id, line_id, variant_id, order_line_id, restocked_quantity, disposition, received_quantity }) => ({
      return_id,
      line_id,
      variant_id,
      order_line_id,
      restocked_quantity,
      disposition,
      expected_quantity: received_quantity,
    }),
  )
  await sql`
    insert into return_lines (organization_id, ${lineRows.names}, received_quantity)
    select ${organization_id}, ${lineRows.values}, n.expected_quantity from ${lineRows.from(bare)}`
  const arrived = lines.filter(({ received_quantity }) => received_quantity > 0)
  if (arrived.length > 0) await insertReceipts(sql, { organization_id, actor, now }, importedReturns, arrived)
}

type ArrivedLine = Parameters<typeof receiptLineRows.from>[0][number]

async function insertReceipts(
  sql: Sql,
  { organization_id, actor, now }: Pick<WriteContext, 'organization_id' | 'actor' | 'now'>,
  importedReturns: readonly ImportedReturn[],
  arrived: readonly (ArrivedLine & { order_line_id: string })[],
) {
  const back = importedReturns.filter(({ order }) => hasUnits(order.lines))
  const receipts = back.map(({ order, return_id }) => ({
    return_id,
    location_id: order.location_id!,
    received_at: order.record.refunded_at,
    received_on: order.refunded_on,
  }))
  await sql`
    insert into return_receipts (organization_id, ${receiptRows.names}, receipt_number, recorded_by, recorded_at)
    select ${organization_id}, ${receiptRows.values}, 1, ${actor}, ${now}::timestamptz from ${receiptRows.from(receipts)}`
  await sql`
    insert into return_receipt_lines (organization_id, ${receiptLineRows.names}, receipt_number)
    select ${organization_id}, ${receiptLineRows.values}, 1 from ${receiptLineRows.from(arrived.map(({ order_line_id: _line, ...line }) => line))}`
}

/** Restocked units of returns after the cut-over come back into stock. */
async function bookReturns(sql: Sql, context: WriteContext, importedReturns: readonly ImportedReturn[]): Promise<void> {
  const { organization_id, actor, now, currency } = context
  const movements = importedReturns
    .filter(({ order }) => !order.is_refund_historical)
    .flatMap(({ order, return_id, name, lines }) =>
      lines
        .filter(({ line }) => line.restocked_quantity > 0)
        .flatMap(({ line, return_line_id, parts }) =>
          parts.map(({ variant_id, units, unit_cost }) => ({
            variant_id,
            location_id: order.location_id!,
            kind: 'return' as const,
            quantity_delta: line.restocked_quantity * units,
            unit_cost,
            occurred_at: order.record.refunded_at,
            document: { type: 'return' as const, id: String(return_id), name },
            document_line_id: `${return_line_id} 1`,
            source_system: order.record.source_system,
          })),
        ),
    )
  if (movements.length === 0) return
  const booked = await bookMovements(sql, { organization_id, actor, now, currency, floor: 'none' }, movements)
  const ids = [...new Set(booked.map(({ document_id }) => Number(document_id)))]
  await sql`
    update returns set ledger_written_at = ${now}::timestamptz
    where organization_id = ${organization_id} and return_id = any(${ids}::bigint[])`
}

/** Writes returns and refunds; `shipped` are the units of these orders as they left. */
export async function writeReturned(
  sql: Sql,
  context: WriteContext,
  writes: readonly OrderWrite[],
  shipped: readonly WrittenUnits[],
  customerOf: ReadonlyMap<string, string>,
  partsOf: PartsOf,
): Promise<ImportedReturn[]> {
  const back = writes.filter(({ lines, record }) => hasUnits(lines) || record.refund !== null)
  const costs = averageCosts(shipped)
  const inserted = back.length === 0 ? [] : await insertReturns(sql, context, back, customerOf)
  const importedReturns = inserted.map((one): ImportedReturn => {
    const values = valuesOf(one.order, shipped)
    const lines = linesBack(one.order).map((line) => ({
      line,
      return_line_id: uuidv7(),
      unit_cost: costs.get(line) ?? null,
      value_cents: values.get(line)!.net_cents,
      tax_cents: values.get(line)!.tax_cents,
      parts: returnedParts(line, partsOf, costs.get(line) ?? null, shipped),
    }))
    return { ...one, lines }
  })
  if (importedReturns.length > 0) await insertLines(sql, context, importedReturns)
  await bookReturns(sql, context, importedReturns)
  await writeRefunds(sql, context, importedReturns)
  return importedReturns
}

/** Sales by day that returns and refunds of an order add. */
export function returnedSales(order: OrderWrite, importedReturn: ImportedReturn | undefined): SalesPart[] {
  const { refunded_on: day, sales_channel_id, location_id, currency, record } = order
  const keyOf = ({ variant_id }: ResolvedLine) => ({
    variant_id,
    day,
    sales_channel_id,
    location_id: location_id!,
    currency,
  })
  const back = (importedReturn?.lines ?? []).filter(({ line }) => line.returned_quantity > 0)
  const received = back.map(({ line, unit_cost, value_cents, tax_cents }) =>
    receivedReturn(keyOf(line), {
      received_quantity: line.returned_quantity,
      surplus_quantity: 0,
      unit_cost,
      value_cents,
      tax_cents,
    }),
  )
  const refunded = (record.refund?.lines ?? []).map((money, i) => refundedReturn(keyOf(order.lines[i]!), money))
  return [...received, ...refunded]
}

/** Announces the returns that came after the cut-over; what came before is history. */
export async function announceReturned(
  sql: Sql,
  organization_id: string,
  returned: readonly ImportedReturn[],
): Promise<void> {
  const now = returned.filter(({ order }) => !order.is_refund_historical)
  const live = now.map(({ return_id }) => return_id)
  if (live.length === 0) return
  const arrived = new Set(now.filter(({ order }) => hasUnits(order.lines)).map(({ return_id }) => return_id))
  const records = await readReturns(sql, organization_id, live)
  await emit(
    sql,
    organization_id,
    records.flatMap((record) => [
      { event: 'return.created' as const, record },
      ...(arrived.has(record.id) ? [{ event: 'return.received' as const, record }] : []),
    ]),
  )
}
