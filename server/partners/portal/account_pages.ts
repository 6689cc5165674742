/** Pages of an account's buyer, as HTML. Pure: records in, text out. */
import type { InvoiceSummary } from '../../selling/orders/model.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { escapeHtml } from '../../pipeline/html.ts'
import type { ShownLine, ShownOrder, ShownShipment } from './shown.store.ts'

const stateWords: Record<string, string> = {
  open: 'Confirmed',
  partially_allocated: 'Confirmed, partly reserved',
  allocated: 'Confirmed, reserved',
  partially_fulfilled: 'Partly shipped',
  fulfilled: 'Shipped',
  cancelled: 'Cancelled',
}
const stateOf = ({ lifecycle }: ShownOrder): string => stateWords[lifecycle] ?? escapeHtml(lifecycle)
const invoiceWords: Record<string, string> = { issued: 'Issued', void: 'Void: please do not pay' }

const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })
const numberFormat = new Intl.NumberFormat('en-US')

const none = '–'
const text = (value: string | null): string => (value === null ? none : escapeHtml(value))
const units = (value: number): string => numberFormat.format(value)
const day = (value: string | null): string =>
  value === null ? none : `<time datetime="${value}">${dayFormat.format(new Date(`${value}T00:00:00Z`))}</time>`

/** With the code of the currency, since several currencies share a sign such as $. */
function amount({ cents, currency }: InvoiceSummary['total']): string {
  if (cents === null) return none
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return `${new Intl.NumberFormat('en-US', digits).format(cents / 100)} ${escapeHtml(currency ?? '')}`
}

interface Column<Row> {
  title: string
  is_number?: boolean
  cell: (row: Row) => string
}

const classOf = ({ is_number }: { is_number?: boolean }) => (is_number === true ? ' class="number"' : '')

/** Wide tables scroll within the page, also by keyboard; the first cell names the row. */
function table<Row>(label: string, columns: readonly Column<Row>[], rows: readonly Row[], nothing: string): string {
  if (rows.length === 0) return `<p>${nothing}</p>`
  const heads = columns.map((column) => `<th scope="col"${classOf(column)}>${column.title}</th>`)
  const body = rows.map(
    (row) => `<tr>${columns.map((column) => `<td${classOf(column)}>${column.cell(row)}</td>`).join('')}</tr>`,
  )
  return `<div class="rows" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody></table></div>`
}

const shipWindow = ({ ship_window_start, ship_window_end }: ShownOrder): string =>
  ship_window_start === null && ship_window_end === null ? none : `${day(ship_window_start)} to ${day(ship_window_end)}`

const leftToShip = (row: { units: number; shipped_units: number }) => Math.max(row.units - row.shipped_units, 0)

const orderLink = (root: string, order_id: string, name: string): string =>
  `<a href="${escapeHtml(root)}/portal/orders/${order_id}">${escapeHtml(name)}</a>`

const orderColumns = (root: string): Column<ShownOrder>[] => [
  { title: 'Order', cell: ({ order_id, name }) => orderLink(root, order_id, name) },
  { title: 'Your reference', cell: ({ reference }) => text(reference) },
  { title: 'State', cell: stateOf },
  { title: 'Ship window', cell: shipWindow },
  { title: 'Units', is_number: true, cell: (row) => units(row.units) },
  { title: 'Shipped', is_number: true, cell: (row) => units(row.shipped_units) },
  { title: 'Left', is_number: true, cell: (row) => units(leftToShip(row)) },
]

const shipmentColumns: Column<ShownShipment>[] = [
  {
    title: 'Shipment',
    cell: ({ name, is_voided }) => escapeHtml(is_voided ? `${name} (voided: it did not leave)` : name),
  },
  { title: 'Shipped on', cell: ({ shipped_on }) => day(shipped_on) },
  { title: 'Carrier', cell: ({ carrier }) => text(carrier) },
  { title: 'Tracking number', cell: ({ tracking_number }) => text(tracking_number) },
  { title: 'Units', is_number: true, cell: (row) => units(row.units) },
]

const invoiceColumns = (root: string): Column<InvoiceSummary>[] => [
  {
    title: 'Invoice',
    cell: ({ invoice_id, name }) =>
      `<a href="${escapeHtml(root)}/portal/invoices/${invoice_id}">${escapeHtml(name)} (PDF)</a>`,
  },
  { title: 'State', cell: ({ state }) => invoiceWords[state] ?? escapeHtml(state) },
  { title: 'Issued on', cell: ({ issued_on }) => day(issued_on) },
  { title: 'Due on', cell: ({ due_on }) => day(due_on) },
  { title: 'Total', is_number: true, cell: ({ total }) => amount(total) },
]

export interface AccountFacts {
  /** One more than is shown, if there are more. */
  orders: readonly ShownOrder[]
  shipments: readonly ShownShipment[]
  invoices: readonly InvoiceSummary[]
}

export function accountBody(root: string, { orders, shipments, invoices }: AccountFacts): string {
  const shown = orders.slice(0, limits.portal_orders_shown_max)
  const withOrder: Column<ShownShipment>[] = [
    shipmentColumns[0]!,
    { title: 'Order', cell: ({ order_id, order_name }) => orderLink(root, order_id, order_name) },
    { title: 'Your reference', cell: ({ reference }) => text(reference) },
    ...shipmentColumns.slice(1),
  ]
  return `<section><h2>Open orders</h2>
${table('Open orders', orderColumns(root), shown, 'There are no open orders.')}
${shown.length < orders.length ? `<p>The ${shown.length} orders whose ship window ends first are shown; there are more.</p>` : ''}
</section>
<section><h2>Shipments</h2>
${table('Shipments', withOrder, shipments, 'Nothing has been shipped yet.')}
${shipments.length < limits.portal_shipments_shown_max ? '' : `<p>The latest ${shipments.length} shipments are shown.</p>`}
</section>
<section><h2>Invoices</h2>
${table('Invoices', invoiceColumns(root), invoices, 'There are no invoices.')}
${invoices.length < limits.customer_records_max ? '' : `<p>The latest ${invoices.length} invoices are shown.</p>`}
</section>`
}

const lineColumns: Column<ShownLine>[] = [
  { title: 'SKU', cell: ({ sku }) => escapeHtml(sku) },
  { title: 'Your SKU', cell: ({ buyer_sku }) => text(buyer_sku) },
  { title: 'Item', cell: ({ product_title, variant_title }) => escapeHtml(`${product_title}, ${variant_title}`) },
  { title: 'Door', cell: ({ door_reference }) => text(door_reference) },
  { title: 'Ordered', is_number: true, cell: ({ ordered_quantity }) => units(ordered_quantity) },
  { title: 'Confirmed', is_number: true, cell: (line) => units(line.quantity - line.cancelled_quantity) },
  { title: 'Shipped', is_number: true, cell: ({ fulfilled_quantity }) => units(fulfilled_quantity) },
]

const fact = (name: string, value: string) => `<dt>${name}</dt><dd>${value}</dd>`

export function orderBody(
  root: string,
  order: ShownOrder,
  lines: readonly ShownLine[],
  shipments: readonly ShownShipment[],
): string {
  return `<p><a href="${escapeHtml(root)}/portal">All orders, shipments and invoices</a></p>
<dl>
${[
  fact('State', stateOf(order)),
  fact('Your reference', text(order.reference)),
  fact('Ordered on', day(order.ordered_on)),
  fact('Requested ship date', day(order.requested_ship_date)),
  fact('Ship window', shipWindow(order)),
  fact('Door', text(order.door_reference)),
  fact('Units', `${counted(order.units, 'unit')}, ${units(order.shipped_units)} shipped`),
].join('\n')}
</dl>
<section><h2>Lines</h2>
${table('Lines', lineColumns, lines, 'The order has no lines.')}
</section>
<section><h2>Shipments</h2>
${table('Shipments', shipmentColumns, shipments, 'Nothing of this order has been shipped yet.')}
</section>`
}
