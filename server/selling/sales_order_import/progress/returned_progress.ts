/** Returns and refunds of known orders, in the form in which those of new orders are written. */
import { fulfilment_components, fulfilment_lines, fulfilments } from '../../../../db/schema/selling/fulfilments.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import { isBefore } from '../../../calendar/instants.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import type { Sql } from '../../../contract/sql.ts'
import { readLineParts } from '../../orders/allocation/line_components.store.ts'
import type { PartsOf, WrittenUnits } from '../imported_shipments.ts'
import type { ResolvedLine } from '../matching/matching.model.ts'
import type { OrderWrite } from '../resolve_order.rules.ts'
import type { LineProgress } from './progress.rules.ts'
import type { ProgressWrite } from './write_progress.ts'

function returnedLine({ known, shipped, ...news }: LineProgress): ResolvedLine {
  const { returned_quantity: returned_before, restocked_quantity: _restocked, paid_back_cents: _paid, ...line } = known
  return {
    ...line,
    ...news,
    shipped,
    returned_before,
    row_number: 0,
    barcode: null,
    product_name: null,
    variant_name: null,
    other: null,
    is_without_goods: false,
  }
}

/** The order with what came back of it, and the money, that is new. */
export function returnOf({ progress, cut_over, location_id }: ProgressWrite, time_zone: string): OrderWrite {
  const { known, record, lines, refund } = progress
  return {
    record: { ...record, refund },
    order_id: known.order_id,
    is_wholesale: known.is_wholesale,
    trading_partner_id: known.trading_partner_id,
    payment_terms: null,
    sales_channel_id: known.sales_channel_id,
    location_id: known.location_id ?? location_id,
    ordered_on: known.ordered_on,
    refunded_on: dayInTimeZone(time_zone, record.refunded_at),
    is_refund_historical: isBefore(record.refunded_at, cut_over),
    lines: lines.map(returnedLine),
    lines_without_goods: [],
    placeholders: [],
    cut_over,
    time_zone,
    currency: known.currency,
    refundable_cents: known.refundable_cents,
  }
}

const unitColumns = selection(fulfilment_lines, 't', [
  'fulfilment_id',
  'order_line_id',
  'quantity',
  'unit_cost',
  'gross_sales_cents::float8',
  'discounts_cents::float8',
  'taxes_cents::float8',
  'regular_unit_price_cents::float8',
])
const dayColumns = selection(fulfilments, 'f', ['shipped_on as day'])
const componentColumns = selection(fulfilment_components, 'c', [
  'fulfilment_id',
  'order_line_id',
  'variant_id',
  'quantity',
  'unit_cost',
])

/** Units come back of lines that have shipped, which keep their parts. */
const asShipped = ({ line_id, variant_id, sku }: ResolvedLine) => ({
  line_id,
  variant_id,
  sku: sku ?? '',
  allocated_quantity: 0,
  fulfilled_quantity: 1,
})

/** Every unit of the orders as it left, and what their lines take from stock. */
export async function readShippedUnits(
  sql: Sql,
  organization_id: string,
  back: readonly OrderWrite[],
): Promise<{ shipped: WrittenUnits[]; partsOf: PartsOf }> {
  const ids = back.map(({ order_id }) => order_id)
  const lines = back.flatMap((order) => order.lines)
  const lineOf = new Map(lines.map((line) => [line.line_id, line]))
  const [units, components, partsOfLine] = await Promise.all([
    sql<(RowOf<typeof unitColumns> & RowOf<typeof dayColumns>)[]>`
      select ${unitColumns}, ${dayColumns} from fulfilments f
      join fulfilment_lines t on t.organization_id = ${organization_id} and t.fulfilment_id = f.fulfilment_id
      where f.organization_id = ${organization_id} and f.order_id = any(${ids}::uuid[])
      order by t.fulfilment_id, t.line_number`,
    sql<RowOf<typeof componentColumns>[]>`
      select ${componentColumns} from fulfilments f
      join fulfilment_components c on c.organization_id = ${organization_id} and c.fulfilment_id = f.fulfilment_id
      where f.organization_id = ${organization_id} and f.order_id = any(${ids}::uuid[])`,
    readLineParts(sql, organization_id, ids, lines.map(asShipped)),
  ])
  const keyOf = (one: { fulfilment_id: string; order_line_id: string }) => `${one.fulfilment_id} ${one.order_line_id}`
  const leftAs = Map.groupBy(components, keyOf)
  const shipped = units.map(({ order_line_id, ...one }) => ({
    ...one,
    line: lineOf.get(order_line_id)!,
    booked: (leftAs.get(keyOf({ ...one, order_line_id })) ?? []).map(({ variant_id, quantity, unit_cost }) => ({
      variant_id,
      quantity_delta: 0 - quantity,
      unit_cost,
    })),
  }))
  return { shipped, partsOf: (line) => partsOfLine(asShipped(line)) }
}
