/** Another price of units that have shipped: their shipments count as sold at it, on the day on which they left. */
import { fulfilment_lines, fulfilments, invoices } from '../../../db/schema/selling/fulfilments.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { listOf } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import { pricePacked } from '../fulfilment/shipment.rules.ts'
import { readBounds } from '../fulfilment/voided_shipment.store.ts'
import type { LockedLine, LockedOrder } from '../orders/locked_order.store.ts'
import { moneyFor } from '../orders/rules.ts'
import { salesChange, type SalesPart, wholesaleSale } from '../sales_facts/sales_figures.rules.ts'

const shippedColumns = selections(
  selection(fulfilments, 'f', ['fulfilment_id', 'shipped_on', 'location_id']),
  selection(fulfilment_lines, 't', [
    'line_number',
    'order_line_id',
    'variant_id',
    'carton_number',
    'quantity',
    'unit_cost',
    'gross_sales_cents::float8',
    'discounts_cents::float8',
    'taxes_cents::float8',
    'regular_unit_price_cents::float8',
  ]),
)
type ShippedRow = RowOf<typeof shippedColumns>

/** In the order in which shipments were recorded: shares of discount and tax are rounded along it. */
const readShipped = (sql: Sql, organization_id: string, lineIds: readonly string[]) => sql<ShippedRow[]>`
  select ${shippedColumns} from fulfilment_lines t
  join fulfilments f on f.organization_id = ${organization_id} and f.fulfilment_id = t.fulfilment_id
  where t.organization_id = ${organization_id} and t.order_line_id = any(${arrayLiteral(lineIds)}::uuid[])
  order by f.recorded_at, f.fulfilment_id, t.line_number`

const pricedRows = recordset(fulfilment_lines, [
  'fulfilment_id',
  'line_number',
  'gross_sales_cents',
  'discounts_cents',
  'taxes_cents',
])

const savePriced = (sql: Sql, organization_id: string, rows: Parameters<typeof pricedRows.from>[0]) => sql`
  update fulfilment_lines t set gross_sales_cents = n.gross_sales_cents, discounts_cents = n.discounts_cents,
    taxes_cents = n.taxes_cents
  from ${pricedRows.from(rows)}
  where t.organization_id = ${organization_id} and t.fulfilment_id = n.fulfilment_id and t.line_number = n.line_number`

/** Whether price, discount or tax are others than those that follow from the quantity. */
function isRepriced(was: LockedLine, is: LockedLine, currency: string): boolean {
  const { discount_cents, tax_cents } = moneyFor(was, is.quantity, currency)
  return (
    was.unit_price_cents !== is.unit_price_cents || discount_cents !== is.discount_cents || tax_cents !== is.tax_cents
  )
}

const invoiceColumns = selection(invoices, 'i', ['invoice_id::float8', 'name'])

/** Invoices in force that bill units of the line. */
const readInvoicesOf = async (sql: Sql, organization_id: string, line_id: string) => {
  const rows = await sql<RowOf<typeof invoiceColumns>[]>`
    select ${invoiceColumns} from invoice_lines n
    join invoices i on i.organization_id = ${organization_id} and i.invoice_id = n.invoice_id and i.state = 'issued'
    where n.organization_id = ${organization_id} and n.order_line_id = ${line_id}
    order by i.issued_at, i.invoice_id`
  return rows.map(({ invoice_id, name }) => ({ invoice_id, name }))
}

/** Refuses for units whose money is settled at the price they had: they are invoiced, or a return takes them back. */
async function checkUnsettled(
  sql: Sql,
  organization_id: string,
  { name, lifecycle }: LockedOrder,
  lines: readonly LockedLine[],
): Promise<void> {
  const ids = lines.map(({ line_id }) => line_id)
  const bounds = await readBounds(sql, organization_id, ids)
  const settled = bounds.find(({ billed_quantity, returned_quantity }) => billed_quantity + returned_quantity > 0)
  if (settled === undefined) return
  const { line_id, billed_quantity, returns } = settled
  const { sku } = lines.find((line) => line.line_id === line_id)!
  const billing = billed_quantity > 0 ? await readInvoicesOf(sql, organization_id, line_id) : []
  const named = (documents: readonly { name: string }[]) =>
    listOf(
      documents.map((one) => one.name),
      'and',
    )
  const billed = billing.length === 0 ? 'left before the organisation came here' : `are invoiced by ${named(billing)}`
  const cause = billed_quantity > 0 ? billed : `are taken back by ${named(returns)}`
  refuse('conflict', {
    desc: `Units of ${sku} on ${name} ${cause}, so their price cannot change. The quantity of the line can.`,
    data: { act: 'update_prices', lifecycle, line_item_id: line_id, invoices: billing, returns },
  })
}

/**
 * Prices again what has shipped of lines whose price changed; returns how the sales of the days change. Those of consumer orders
 * follow from the lines of the order.
 */
export async function repriceShipped(
  sql: Sql,
  organization_id: string,
  before: LockedOrder,
  after: LockedOrder,
): Promise<SalesPart[]> {
  const known = new Map(before.lines.map((line) => [line.line_id, line]))
  const lines = after.lines.filter((line) => {
    const was = known.get(line.line_id)
    return was !== undefined && line.fulfilled_quantity > 0 && isRepriced(was, line, after.currency)
  })
  if (lines.length === 0) return []
  await checkUnsettled(sql, organization_id, before, lines)
  const rows = await readShipped(
    sql,
    organization_id,
    lines.map(({ line_id }) => line_id),
  )
  const lineOf = new Map(lines.map((line) => [line.line_id, { ...line, fulfilled_quantity: 0 }]))
  const packed = rows.map((row) => ({ ...row, line: lineOf.get(row.order_line_id)! }))
  const priced = pricePacked(packed, new Map(), after).map((one, i) => ({
    ...rows[i]!,
    gross_sales_cents: one.gross_sales_cents,
    discounts_cents: one.discounts_cents,
    taxes_cents: one.taxes_cents,
  }))
  await savePriced(
    sql,
    organization_id,
    priced.map(({ fulfilment_id, line_number, gross_sales_cents, discounts_cents, taxes_cents }) => ({
      fulfilment_id,
      line_number,
      gross_sales_cents,
      discounts_cents,
      taxes_cents,
    })),
  )
  if (!after.is_wholesale) return []
  const { sales_channel_id, currency } = after
  const partOf = (row: ShippedRow) => {
    const { variant_id, shipped_on: day, location_id } = row
    return wholesaleSale({ variant_id, day, sales_channel_id, location_id, currency }, row)
  }
  return salesChange(rows.map(partOf), priced.map(partOf))
}
