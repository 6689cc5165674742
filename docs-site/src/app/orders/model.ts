/** A sales order as its page reads it, and what comes next with it. The rules are the service's own; it decides when a step is sent. */
import { sumOf, unitsText } from '../amounts'
import type { Figure } from '../cells'
import { get } from '../service'
import type { ShownStep } from '../step_list'

export interface Line {
  line_item_id: string
  variant_id: string
  sku: string
  ordered_quantity: number
  quantity: number
  allocated_quantity: number
  fulfilled_quantity: number
  cancelled_quantity: number
  over_shipped_quantity: number
  invoiced_quantity: number
  returned_quantity: number
  returnable_quantity: number
  unit_price: Figure
  discount: Figure
  tax: Figure
  verdict: string | null
  verdict_reason: string | null
}

export interface Shipment {
  shipment_id: string
  name: string
  location: { name: string }
  shipped_on: string
  carrier: string | null
  tracking_number: string | null
  cartons: { carton_number: number; sscc: string | null; weight_kg: number | null; tracking_number: string | null }[]
  lines: { line_item_id: string; sku: string; carton_number: number | null; quantity: number }[]
}

export interface Order {
  order_id: string
  name: string
  reference: string | null
  lifecycle: string
  updated_at: string
  is_wholesale: boolean
  account: { name: string; trading_partner_id: string } | null
  customer: { display_name: string } | null
  channel: { name: string; sales_channel_id: string } | null
  location: { name: string; location_id: string } | null
  requested_ship_date: string | null
  ship_window_start: string | null
  ship_window_end: string | null
  cancel_date: string | null
  terms: string | null
  notes: string | null
  units: number
  allocated_units: number
  fulfilled_units: number
  cancelled_units: number
  invoiced_units: number
  exceptions_open: number
  total: Figure
  tax: Figure
  freight: Figure
  grand_total: Figure
  currency: string
  hold: { reason: string; note: string | null; keeps_stock: boolean } | null
  line_items: Line[]
  unmatched_lines: unknown[]
  shipments: Shipment[]
  voided_shipments: (Shipment & { reason: string })[]
  returns: { id: number; name: string; state: string; units_expected: number; units_received: number }[]
}

/** An invoice of the order with what is still open of it. */
export interface InvoiceBalance {
  invoice_id: number
  name: string
  issued_on: string
  due_on: string | null
  paid_state: string
  total: Figure
  credited: Figure
  paid: Figure
  open: Figure
}

export interface Payment {
  customer_payment_id: string
  kind: string
  amount: Figure
  unallocated: Figure
  paid_on: string
  method: string
  reference: string | null
}

export interface OrderBalance {
  agreed: Figure
  invoiced: Figure
  paid: Figure
  paid_back: Figure
  open: Figure
  overpaid: Figure
}

export interface OrderMoney {
  balance: OrderBalance
  invoices: InvoiceBalance[]
  payments: Payment[]
}

const pageOfMoney = 100

export async function readMoney(order_id: string): Promise<OrderMoney> {
  const page = { order_id, limit: pageOfMoney }
  const [balance, invoices, payments] = await Promise.all([
    get<OrderBalance>(`/sales/orders/${order_id}/balance`),
    get<{ rows: InvoiceBalance[] }>('/sales/invoice-balances', page),
    get<{ rows: Payment[] }>('/sales/payments', page),
  ])
  return { balance, invoices: invoices.rows.toReversed(), payments: payments.rows }
}

/** Stock of a variant at the location that ships the order. */
export interface Level {
  on_hand_qty: number
  /** null where the page cannot know it. */
  available_qty: number | null
  /** A bundle that is put together when it is sold: its components leave the stock in its place. */
  is_assembled: boolean
}

const levelsOfPage = 100
const variantsOfMatrix = 50
const assembled = 'assembled_when_sold'

interface Matrix {
  variants: { variant_id: string; cells: { location_id: string; on_hand: number; cover_reason_code: string | null }[] }[]
}

/** Variants that never had stock of their own at the location: nothing is there of them, unless they are assembled. */
async function readOthers(ids: readonly string[], location_id: string): Promise<[string, Level][]> {
  const pages = Array.from({ length: Math.ceil(ids.length / variantsOfMatrix) }, (_, at) => ids.slice(at * variantsOfMatrix, (at + 1) * variantsOfMatrix).join(','))
  const answers = await Promise.all(pages.map((variant_ids) => get<Matrix>('/inventory/allocation-matrix', { variant_ids })))
  return answers.flatMap(({ variants }) =>
    variants.map(({ variant_id, cells }): [string, Level] => {
      const cell = cells.find((one) => one.location_id === location_id)
      const is_assembled = cells.some(({ cover_reason_code }) => cover_reason_code === assembled)
      return [variant_id, { on_hand_qty: cell?.on_hand ?? 0, available_qty: is_assembled ? null : 0, is_assembled }]
    }),
  )
}

/** Stock at the location by variant. */
export async function readLevels(variant_ids: readonly string[], location_id: string): Promise<Map<string, Level>> {
  const ids = [...new Set(variant_ids)]
  const pages = Array.from({ length: Math.ceil(ids.length / levelsOfPage) }, (_, at) => ids.slice(at * levelsOfPage, (at + 1) * levelsOfPage))
  const filtersOf = (page: readonly string[]) =>
    JSON.stringify([
      { key: 'variant_id', operation: 'in', value: page },
      { key: 'location_id', operation: 'eq', value: location_id },
    ])
  const answers = await Promise.all(pages.map((page) => get<{ rows: (Omit<Level, 'is_assembled'> & { variant_id: string; cover_reason_code: string | null })[] }>('/inventory/table', { limit: levelsOfPage, filter_args: filtersOf(page) })))
  const levels = new Map<string, Level>(answers.flatMap(({ rows }) => rows.map((row) => [row.variant_id, { ...row, is_assembled: row.cover_reason_code === assembled }] as const)))
  const others = ids.filter((id) => !levels.has(id))
  for (const [variant_id, level] of others.length === 0 ? [] : await readOthers(others, location_id)) levels.set(variant_id, level)
  return levels
}

/** Units that are agreed, not cancelled and not shipped. */
export const outstandingOf = (line: Line): number => line.quantity - line.cancelled_quantity - (line.fulfilled_quantity - line.over_shipped_quantity)
export const unallocatedOf = (line: Line): number => outstandingOf(line) - line.allocated_quantity
/** Shipped units that are on no invoice. */
export const toInvoiceOf = (line: Line): number => line.fulfilled_quantity - line.invoiced_quantity

/** Units at their prices; unknown while a price is open. */
export function goodsOf(lines: readonly Line[], unitsOf: (line: Line) => number, currency: string): Figure {
  const counted = lines.filter((line) => unitsOf(line) !== 0)
  if (counted.some(({ unit_price }) => unit_price.cents === null)) return { cents: null, currency, reason: 'A price is not agreed yet.' }
  return { cents: sumOf(counted, (line) => unitsOf(line) * line.unit_price.cents!), currency, reason: null }
}

export type StepName = 'confirm' | 'allocate' | 'ship' | 'invoice' | 'pay'

export type Step = ShownStep<StepName>

const confirmStep = ({ lifecycle, is_wholesale, line_items, hold }: Order): Step[] => {
  if (!is_wholesale) return []
  const isDraft = lifecycle === 'draft'
  const lines = `${line_items.length} ${line_items.length === 1 ? 'line waits' : 'lines wait'} for a verdict.`
  return [{ name: 'confirm', title: 'Confirm', state: !isDraft ? 'done' : hold === null ? 'possible' : 'later', says: isDraft ? lines : 'Every line has its verdict.' }]
}

function allocateStep({ lifecycle, line_items, hold }: Order): Step {
  const outstanding = sumOf(line_items, outstandingOf)
  const missing = sumOf(line_items, unallocatedOf)
  const held = `${new Intl.NumberFormat().format(outstanding - missing)} of ${unitsText(outstanding)} to ship hold stock.`
  if (lifecycle === 'draft') return { name: 'allocate', title: 'Allocate', state: 'later', says: 'A draft holds no stock.' }
  if (outstanding === 0) return { name: 'allocate', title: 'Allocate', state: 'done', says: 'Nothing is left to ship.' }
  return { name: 'allocate', title: 'Allocate', state: missing <= 0 ? 'done' : hold === null ? 'possible' : 'later', says: held }
}

function shipStep({ lifecycle, line_items, fulfilled_units, hold }: Order): Step {
  const outstanding = sumOf(line_items, outstandingOf)
  const shipped = `${unitsText(fulfilled_units)} shipped`
  if (lifecycle === 'draft') return { name: 'ship', title: 'Ship', state: 'later', says: 'A draft does not ship.' }
  if (outstanding === 0) return { name: 'ship', title: 'Ship', state: 'done', says: `${shipped}, nothing is left to ship.` }
  return { name: 'ship', title: 'Ship', state: hold === null ? 'possible' : 'later', says: `${shipped}, ${unitsText(outstanding)} to ship.` }
}

function invoiceStep({ is_wholesale, line_items, invoiced_units }: Order): Step[] {
  if (!is_wholesale) return []
  const waiting = sumOf(line_items, toInvoiceOf)
  const rest = sumOf(line_items, outstandingOf)
  const says = waiting > 0 ? `${unitsText(waiting)} shipped and on no invoice.` : invoiced_units > 0 ? `${unitsText(invoiced_units)} invoiced.` : 'Nothing has shipped yet.'
  return [{ name: 'invoice', title: 'Invoice', state: waiting > 0 ? 'possible' : rest > 0 ? 'later' : 'done', says }]
}

/** What invoices and the order itself leave to pay. */
export const openOf = ({ balance, invoices }: OrderMoney): number => sumOf(invoices, ({ open }) => open.cents ?? 0) + (balance.open.cents ?? 0)

function payStep({ lifecycle, is_wholesale }: Order, money: OrderMoney | null, text: (cents: number) => string): Step {
  const step = { name: 'pay', title: 'Payment' } as const
  if (money === null) return { ...step, state: 'later', says: 'The money of the order is being read.' }
  if (lifecycle === 'draft') return { ...step, state: 'later', says: 'Nothing is owed on a draft.' }
  const invoiced = sumOf(money.invoices, ({ open }) => open.cents ?? 0)
  if (invoiced > 0) return { ...step, state: 'possible', says: `${text(invoiced)} of its invoices is open.` }
  const open = openOf(money)
  if (open <= 0) return { ...step, state: 'done', says: 'Nothing is open.' }
  return { ...step, state: is_wholesale ? 'later' : 'possible', says: is_wholesale ? `No invoice is open; ${text(open)} is not invoiced.` : `${text(open)} is open.` }
}

/** Steps of an order in the order in which they are taken. The first that is possible is next, but nothing can be allocated where no stock is. */
export function stepsOf(order: Order, money: OrderMoney | null, text: (cents: number) => string): Step[] {
  if (order.lifecycle === 'cancelled') return []
  const steps = [...confirmStep(order), allocateStep(order), shipStep(order), ...invoiceStep(order), payStep(order, money, text)]
  const next = steps.find(({ name, state }) => state === 'possible' && !(name === 'allocate' && order.allocated_units > 0))
  return steps.map((step) => (step === next ? { ...step, state: 'next' } : step))
}
