/** The rows of orders that were made of sales: lines, shipments with cartons, and invoices without gaps. */
import { addDays } from '../../../server/calendar/days.ts'
import { ssccOf } from '../../../server/selling/fulfilment/sscc.rules.ts'
import { dueOn, invoiceName } from '../../../server/selling/invoices/rules.ts'
import { CopyBuffer } from '../copy.ts'
import { channels, type MasterData } from '../master_data.ts'
import { hashOf, type MakeId } from '../random.ts'
import { costText } from '../range_rows.ts'
import { streams } from '../sales.ts'
import { type Buyers, buyersOf } from './customer_rows.ts'
import { shippedAt } from './day_figures.ts'
import type { SoldLine, SoldOrder } from './sold_orders.ts'

export interface OrderFacts {
  organization_id: string
  currency: string
  seed: number
  days: readonly string[]
  makeId: MakeId
  masterData: MasterData
  account_ids: readonly string[]
  /** Public ids, one for each shipped wholesale order. */
  invoice_ids: readonly string[]
  gs1_company_prefix: string
}

const invoiceTerms = 'net_30'
const cartonLinesMax = 4
const cancelledEvery = 40
/** Codes of cartons of the demo begin here, above those that shipments take. */
const firstCarton = 500_000

const orderBuffers = () => ({
  sales_orders: new CopyBuffer(
    'sales_orders',
    'order_id name reference origin source_system external_id lifecycle lifecycle_updated_at is_wholesale trading_partner_id customer_id sales_channel_id location_id door_reference currency ordered_at ordered_on ship_window_start ship_window_end terms confirmed_at confirmed_by fulfilled_at cancelled_at cancel_reason created_by created_at updated_at',
  ),
  order_lines: new CopyBuffer(
    'order_lines',
    'line_id order_id line_number variant_id ordered_quantity quantity allocated_quantity fulfilled_quantity cancelled_quantity invoiced_quantity location_id unit_price_cents regular_unit_price_cents discount_cents tax_cents unit_cost verdict',
  ),
  fulfilments: new CopyBuffer(
    'fulfilments',
    'fulfilment_id order_id name location_id shipped_at shipped_on carrier tracking_number recorded_by recorded_at',
  ),
  fulfilment_cartons: new CopyBuffer('fulfilment_cartons', 'fulfilment_id carton_number sscc weight_kg'),
  fulfilment_lines: new CopyBuffer(
    'fulfilment_lines',
    'fulfilment_id line_number order_line_id variant_id carton_number quantity unit_cost gross_sales_cents discounts_cents taxes_cents regular_unit_price_cents',
  ),
  invoices: new CopyBuffer(
    'invoices',
    'invoice_id invoice_year invoice_number name order_id trading_partner_id state currency terms issued_at issued_on due_on total_cents created_by created_at',
  ),
  invoice_lines: new CopyBuffer(
    'invoice_lines',
    'invoice_id line_number order_line_id variant_id quantity unit_price_cents discount_cents amount_cents',
  ),
})
type Buffers = ReturnType<typeof orderBuffers>

const cost = (line: SoldLine) => (line.cost === null ? null : costText(line.cost))
const grossOf = (line: SoldLine) => line.quantity * line.unit_price_cents

export class OrderWriter {
  readonly tables: Buffers = orderBuffers()
  readonly buyers: Buyers
  /** Last invoice number of each year. */
  readonly invoiced = new Map<number, number>()
  #invoices = 0
  #cartons = 0
  #cancelled = 0

  constructor(
    readonly facts: OrderFacts,
    orders: readonly SoldOrder[],
  ) {
    this.buyers = buyersOf(facts.seed, orders)
    const byDay = orders.toSorted((one, other) => one.day - other.day || one.minute - other.minute)
    for (const [i, order] of byDay.entries()) {
      this.#addOrder(order)
      if (order.account === null && i % cancelledEvery === cancelledEvery - 1) this.#addCancelled(order)
    }
  }

  placedAt = ({ day, minute }: SoldOrder) => {
    const [hour, rest] = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'))
    return `${this.facts.days[day]} ${hour}:${rest}:00+00`
  }

  #addOrder(order: SoldOrder): void {
    const { organization_id, account_ids } = this.facts
    const isShipped = order.progress === 'shipped'
    const lifecycle = isShipped ? 'fulfilled' : order.progress === 'held' ? 'allocated' : 'open'
    const account_id = order.account === null ? null : account_ids[order.account]!
    this.#addHeader(order, { lifecycle, account_id })
    for (const line of order.lines) this.#addLine(order, line)
    if (!isShipped) return
    const shipped_at = shippedAt(this.facts.days, order.day)
    const { fulfilment_id, order_id, name, day } = order
    const carrier = order.stream === 3 || order.stream === 4 ? null : 'UPS'
    this.tables.fulfilments.add(organization_id, [
      fulfilment_id,
      order_id,
      `${name}-1`,
      this.#locationOf(order),
      shipped_at,
      this.facts.days[day],
      carrier,
      carrier && `1Z999AA1${String(10_000_000 + order.index).padStart(10, '0')}`,
      'user:Warehouse',
      shipped_at,
    ])
    this.#addContents(order)
    if (account_id !== null) this.#addInvoice(order, account_id)
  }

  #locationOf = (order: SoldOrder) => this.facts.masterData.location_ids[streams[order.stream]!.location]!

  #addHeader(order: SoldOrder, { lifecycle, account_id }: { lifecycle: string; account_id: string | null }): void {
    const { days, masterData, currency, makeId, organization_id } = this.facts
    const { channel } = streams[order.stream]!
    const isWholesale = account_id !== null
    const placedOn = isWholesale ? addDays(days[order.day]!, -7 - (order.index % 14)) : days[order.day]!
    const placedAt = isWholesale ? `${placedOn} 10:00:00+00` : this.placedAt(order)
    const shipped_at = shippedAt(days, order.day)
    const buyer = isWholesale ? null : (this.buyers.of.get(order.index) ?? null)
    const changedAt = lifecycle === 'fulfilled' ? shipped_at : placedAt
    this.tables.sales_orders.add(organization_id, [
      order.order_id,
      order.name,
      isWholesale ? `PO ${70_000 + order.index}` : null,
      isWholesale ? 'app' : 'channel',
      isWholesale ? null : channels[channel]!.name,
      isWholesale ? null : order.name,
      lifecycle,
      changedAt,
      isWholesale,
      account_id,
      buyer === null ? null : makeId('customer', buyer),
      masterData.channel_ids[channel],
      this.#locationOf(order),
      isWholesale ? '0101' : null,
      currency,
      placedAt,
      placedOn,
      isWholesale ? placedOn : null,
      isWholesale ? addDays(days[order.day]!, 14) : null,
      isWholesale ? invoiceTerms : null,
      isWholesale ? `${placedOn} 15:00:00+00` : null,
      isWholesale ? 'user:Sales' : null,
      lifecycle === 'fulfilled' ? shipped_at : null,
      lifecycle === 'cancelled' ? placedAt : null,
      lifecycle === 'cancelled' ? 'Changed their mind' : null,
      isWholesale ? 'user:Sales' : 'system:Channels',
      placedAt,
      changedAt,
    ])
  }

  #addLine(order: SoldOrder, line: SoldLine, cancelled = false): void {
    const { quantity, variant_id, line_id, line_number } = line
    const isShipped = order.progress === 'shipped' && !cancelled
    const isHeld = order.progress === 'held' && !cancelled
    const isWholesale = order.account !== null
    this.tables.order_lines.add(this.facts.organization_id, [
      line_id,
      order.order_id,
      line_number,
      variant_id,
      quantity,
      quantity,
      isHeld ? quantity : 0,
      isShipped ? quantity : 0,
      cancelled ? quantity : 0,
      isWholesale ? quantity : 0,
      isShipped || isHeld ? this.#locationOf(order) : null,
      line.unit_price_cents,
      line.regular_unit_price_cents,
      line.discount_cents,
      line.tax_cents,
      cost(line),
      isWholesale ? 'accepted' : null,
    ])
  }

  /** An order like another one that the customer cancelled at once: none of its units counts. */
  #addCancelled(order: SoldOrder): void {
    const i = this.#cancelled++
    const id = (kind: 'sales_order' | 'order_line', at: number) => this.facts.makeId(kind, 10_000_000 + at)
    const copy = { ...order, order_id: id('sales_order', i), name: `${order.name}C`, index: -1 }
    this.#addHeader(copy, { lifecycle: 'cancelled', account_id: null })
    for (const [j, line] of order.lines.entries())
      this.#addLine(copy, { ...line, line_id: id('order_line', i * 10 + j) }, true)
  }

  #addContents({ fulfilment_id, account, lines, index }: SoldOrder): void {
    const { organization_id, gs1_company_prefix, seed } = this.facts
    const cartons = account === null ? 0 : Math.ceil(lines.length / cartonLinesMax)
    for (let carton = 1; carton <= cartons; carton++) {
      const sscc = ssccOf(gs1_company_prefix, firstCarton + this.#cartons++)
      const weight = (40 + (hashOf(seed, index, carton) % 120)) / 10
      this.tables.fulfilment_cartons.add(organization_id, [fulfilment_id, carton, sscc, weight.toFixed(1)])
    }
    for (const [i, line] of lines.entries())
      this.tables.fulfilment_lines.add(organization_id, [
        fulfilment_id,
        i + 1,
        line.line_id,
        line.variant_id,
        cartons === 0 ? null : 1 + Math.floor(i / cartonLinesMax),
        line.quantity,
        cost(line),
        grossOf(line),
        line.discount_cents,
        line.tax_cents,
        line.regular_unit_price_cents,
      ])
  }

  #addInvoice(order: SoldOrder, account_id: string): void {
    const { organization_id, days, currency, invoice_ids } = this.facts
    const invoice_id = invoice_ids[this.#invoices++]!
    const issued_on = days[order.day]!
    const year = Number(issued_on.slice(0, 4))
    const number = (this.invoiced.get(year) ?? 0) + 1
    this.invoiced.set(year, number)
    const issued_at = `${issued_on} 21:00:00+00`
    this.tables.invoices.add(organization_id, [
      invoice_id,
      year,
      number,
      invoiceName(year, number),
      order.order_id,
      account_id,
      'issued',
      currency,
      invoiceTerms,
      issued_at,
      issued_on,
      dueOn(invoiceTerms, issued_on),
      order.lines.reduce((sum, line) => sum + grossOf(line), 0),
      'user:Sales',
      issued_at,
    ])
    for (const [i, line] of order.lines.entries())
      this.tables.invoice_lines.add(organization_id, [
        invoice_id,
        i + 1,
        line.line_id,
        line.variant_id,
        line.quantity,
        line.unit_price_cents,
        0,
        grossOf(line),
      ])
  }
}
