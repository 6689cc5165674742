/**
 * Orders of the accounts in every state, handled by the service's own operations: drafts, confirmed with verdicts, short
 * of stock, part-shipped, over-shipped, invoiced, void, cancelled and past their ship window.
 */
import { addDays } from '../../../server/calendar/days.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { expireOrders } from '../../../server/selling/fulfilment/expire_ship_windows.ts'
import { recordShipment } from '../../../server/selling/fulfilment/record_shipment.ts'
import { invoiceOrder } from '../../../server/selling/invoices/invoice.ts'
import type { Invoice } from '../../../server/selling/invoices/model.ts'
import { voidInvoice } from '../../../server/selling/invoices/void.ts'
import { allocateOrder } from '../../../server/selling/orders/allocation/allocate.ts'
import { cancelOrder } from '../../../server/selling/orders/cancel.ts'
import { confirmOrder } from '../../../server/selling/orders/confirm.ts'
import { createOrder } from '../../../server/selling/orders/creation/create.ts'
import type { Order } from '../../../server/selling/orders/model.ts'
import type { Desk } from '../desk.ts'

interface Trade {
  today: string
  sales_channel_id: string
  location_id: string
  account_ids: readonly string[]
  commitment_id: string
}

interface Stocked {
  variant_id: string
  available: number
  price_cents: number
}

const linesEach = 3
const wholesaleShare = 0.5

/** Variants of the central warehouse by what is available, most first; ties by SKU. */
const readStocked = ({ sql, organization_id }: Desk, location_id: string) => sql<Stocked[]>`
  select l.variant_id, l.on_hand - l.committed as available, v.price_cents::float8 as price_cents
  from stock_levels l
  join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
  where l.organization_id = ${organization_id} and l.location_id = ${location_id} and v.price_cents is not null
  order by l.on_hand - l.committed desc, v.sku`

type Handle = (order: Order) => Promise<unknown>

class Book {
  readonly #evening: string
  #minute = 0

  constructor(
    readonly desk: Desk,
    readonly trade: Trade,
  ) {
    this.#evening = addDays(trade.today, -1)
  }

  /** Stock movements follow the last sales of the history, one a minute. */
  evening(): string {
    const minute = String(this.#minute++).padStart(2, '0')
    return `${this.#evening}T22:${minute}:00Z`
  }

  daysAgo = (days: number, time = '10:00:00') => `${addDays(this.trade.today, -days)}T${time}Z`

  act<A>(operation: Operation, order: Order, body: object, at: string): Promise<A> {
    return this.desk.run<A>(operation, { params: { order_id: order.order_id }, body, at })
  }

  create(account: number, days: number, lines: readonly object[], more: object = {}): Promise<Order> {
    const { account_ids, sales_channel_id, location_id } = this.trade
    const at = this.daysAgo(days)
    const window = {
      ship_window_start: addDays(at.slice(0, 10), 10),
      ship_window_end: addDays(at.slice(0, 10), 31),
      terms: 'net_30',
      reference: `PO ${88_000 + account * 100 + days}`,
    }
    const buyer = { email: `buying@account-${account + 1}.example`, name: 'Buying Office', country_code: 'PT' }
    const customer = this.desk.secrets === null ? {} : { customer: buyer }
    const body = {
      ...customer,
      trading_partner_id: account_ids[account],
      sales_channel_id,
      location_id,
      ...window,
      ...more,
      lines,
    }
    return this.desk.run<Order>(createOrder, { body, at })
  }

  /** A verdict on each line; accepted unless another one is named. */
  confirm(order: Order, days: number, verdicts: readonly object[] = []): Promise<Order> {
    const lines = order.line_items.map(({ line_item_id }, i) => ({
      line_item_id,
      ...(verdicts[i] ?? { verdict: 'accepted' }),
    }))
    return this.act(confirmOrder, order, { lines }, this.daysAgo(days, '14:00:00'))
  }

  /** Ships a share of each line, in one carton a line. */
  ship(order: Order, share: number): Promise<Order> {
    const cartons = order.line_items
      .filter(({ quantity }) => quantity > 0)
      .map(({ line_item_id, quantity }) => ({
        weight_kg: 8.5,
        lines: [{ line_item_id, quantity: Math.max(1, Math.floor(quantity * share)) }],
      }))
    return this.act(recordShipment, order, { carrier: 'UPS', cartons }, this.evening())
  }

  invoice = (order: Order): Promise<Invoice> => this.act<Invoice>(invoiceOrder, order, {}, this.evening())
}

/** Lines of so many units, each from the next variants that can take them. */
function linesOf(stocked: Stocked[], units: number, price = true): object[] {
  const items = stocked.filter(({ available }) => available >= 2 * units).slice(0, linesEach)
  for (const one of items) one.available -= 2 * units
  return items.map(({ variant_id, price_cents }) => ({
    variant_id,
    quantity: units,
    ...(price ? { unit_price_cents: Math.round(price_cents * wholesaleShare) } : {}),
  }))
}

/** More than is there of the variants with least stock. */
const scarceLines = (stocked: readonly Stocked[]): object[] =>
  stocked
    .filter(({ available }) => available > 0)
    .slice(-2)
    .map(({ variant_id, available, price_cents }) => ({
      variant_id,
      quantity: available + 6,
      unit_price_cents: Math.round(price_cents * wholesaleShare),
    }))

type Story = readonly [lines: object[], days: number, more: object, handle: Handle]

/** Orders of which nothing has shipped, each with the days since it was placed. */
function openStories(book: Book, stocked: Stocked[]): Story[] {
  const take = (units: number) => linesOf(stocked, units)
  const late = 'The account closed two stores.'
  const { commitment_id } = book.trade
  const details = {
    commitment_id,
    requested_ship_date: addDays(book.trade.today, 8),
    cancel_date: addDays(book.trade.today, 40),
    door_reference: '0101',
    notes: 'Call before delivery.',
  }
  const allocate: Handle = (order) => book.act(allocateOrder, order, {}, book.daysAgo(5))
  const cancel: Handle = async (order) => {
    await book.confirm(order, 13)
    await book.act(cancelOrder, order, { reason: late }, book.daysAgo(4))
  }
  return [
    [take(6), 3, { freight_cents: 4_500 }, async () => {}],
    [linesOf(stocked, 4, false), 2, {}, async () => {}],
    [take(6), 5, { lifecycle: 'open', ...details }, async () => {}],
    [take(8), 12, {}, (order) => book.confirm(order, 11, partial)],
    [scarceLines(stocked), 9, {}, (order) => book.confirm(order, 8)],
    [take(6), 6, { lifecycle: 'open' }, allocate],
    [take(6), 14, {}, cancel],
    [take(6), 60, {}, (order) => book.confirm(order, 58)],
  ]
}

function shippedStories(book: Book, stocked: Stocked[], account: number): Story[] {
  const take = (units: number) => linesOf(stocked, units)
  const ship = (share: number, days: number) => async (order: Order) =>
    book.ship(await book.confirm(order, days), share)
  const bill = (share: number, days: number) => async (order: Order) => {
    await ship(share, days)(order)
    return book.invoice(order)
  }
  const reason = 'The rest is too late for the season.'
  const cancelRest: Handle = async (order) => {
    await bill(0.5, 27)(order)
    await book.act(cancelOrder, order, { reason }, book.evening())
  }
  const voidAgain: Handle = async (order) => {
    const { invoice_id } = await bill(1, 29)(order)
    const body = { reason: 'Issued with the wrong freight' }
    await book.desk.run(voidInvoice, { params: { invoice_id }, body, at: book.evening() })
    if (account === 0) await book.invoice(order)
  }
  return [
    [take(10), 21, {}, ship(0.5, 20)],
    [take(8), 24, {}, bill(1, 23)],
    [take(4), 26, {}, ship(1, 25)],
    [take(5), 18, {}, ship(1.4, 17)],
    [take(4), 16, { lifecycle: 'open' }, (order) => book.ship(order, 1)],
    [take(8), 28, {}, cancelRest],
    [take(4), 30, { freight_cents: 2_500 }, voidAgain],
  ]
}

const partial = [
  { verdict: 'accepted' },
  { verdict: 'quantity_changed', quantity: 5, reason: 'The rest is promised to another account' },
  { verdict: 'rejected', reason: 'Sold out in this colour' },
]

/** Handles the orders of the accounts; a small demo has those of one account. */
export async function handleOrders(desk: Desk, trade: Trade, accounts: number): Promise<number> {
  const book = new Book(desk, trade)
  const stocked = [...(await readStocked(desk, trade.location_id))]
  let orderCount = 0
  for (let account = 0; account < accounts; account++)
    for (const [lines, days, more, handle] of [
      ...openStories(book, stocked),
      ...shippedStories(book, stocked, account),
    ]) {
      if (lines.length === 0) continue
      await handle(await book.create(account, days, lines, more))
      orderCount++
    }
  await expireOrders(desk.sql, desk.organization_id, trade.today, book.evening())
  return orderCount
}
