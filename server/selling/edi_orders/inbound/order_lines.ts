/** Lines and dates of an order as a buyer states them over EDI, as those of the order here. */
import { uuidv7 } from 'uuidv7'
import { trading_partners } from '../../../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import { addDays } from '../../../calendar/days.ts'
import type { Problem } from '../../../edi/understood/walk.ts'
import type { EachPrice } from '../units.rules.ts'
import { isCurrency } from '../../../contract/money.ts'
import { counted } from '../../../contract/outcome.ts'
import { limits } from '../../../contract/limits.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { OrderHeader } from '../../../edi/documents/record.ts'
import type { NewException } from '../../../exceptions/open.ts'
import type { NewLine } from '../../orders/creation/creation.store.ts'
import { orderSubject } from '../../orders/order.store.ts'
import { readDoors, readKnownItems, type StoredLine } from '../edi_order.store.ts'
import {
  type BuyerLine,
  lineName,
  type LineNote,
  type LinePart,
  readLine,
  type Reading,
  scheduledDay,
} from './read_lines.rules.ts'

/** What is not understood is named one by one: the document has the rest where there is more. */
const [named, problemsNamed] = [3, 20]

export type Note = LineNote & { name: string }

/** What of a document is not understood, as notes about its order. */
export const notesOfProblems = (problems: readonly Problem[]): Note[] =>
  problems.map(({ sentence }) => ({ kind: 'not_understood', name: 'document', sentence }))

/** Notes of one kind, each exception with some of them: what the document shows is counted beyond these, all else is named. */
function chunksOf(kind: Note['kind'], notes: readonly Note[]): { notes: readonly Note[]; more: number }[] {
  const most = kind === 'not_understood' ? problemsNamed : named
  const first = { notes: notes.slice(0, most), more: Math.max(0, notes.length - most) }
  const isShown = ({ name }: Note) => name === 'document'
  const rest = notes.filter((note) => !isShown(note))
  if (kind !== 'not_understood' || first.more === 0 || rest.length === 0) return [first]
  const shown = notes.filter(isShown)
  const chunks = Array.from({ length: Math.ceil(rest.length / most) }, (_, i) => rest.slice(i * most, (i + 1) * most))
  return [...(shown.length === 0 ? [] : chunksOf(kind, shown)), ...chunks.map((all) => ({ notes: all, more: 0 }))]
}

/** One exception of each kind, with the lines that it concerns; several where it has more than one can name. */
export function exceptionsOf(order: { order_id: string; number: string }, notes: readonly Note[]): NewException[] {
  return [...Map.groupBy(notes, ({ kind }) => kind)].flatMap(([kind, all]) => {
    const what = kind === 'not_understood' ? 'more place' : 'more line'
    return chunksOf(kind, all).map(({ notes: own, more }): NewException => {
      const lines = own.map(({ name, sentence }) => `${name}: ${sentence}`)
      const rest = more > 0 ? `; and ${counted(more, what)}` : ''
      return {
        kind,
        severity: 'warning',
        subject: { type: orderSubject, id: order.order_id },
        sentence: `Order ${order.number}, ${lines.join('; ')}${rest}.`,
      }
    })
  })
}

export interface ReadOrderLine extends StoredLine {
  parts: LinePart[]
  notes: Note[]
}

/** A line of the buyer with what it becomes. */
export function toOrderLine(line: BuyerLine, position: number, reading: Reading): ReadOrderLine {
  const { parts, fault, fault_kind = 'unknown_sku', notes } = readLine(line, reading)
  const name = lineName(line, position)
  const unknown: LineNote[] = fault === null ? [] : [{ kind: fault_kind, sentence: fault }]
  return { position, line, fault, parts, notes: [...unknown, ...notes].map((note) => ({ ...note, name })) }
}

export const readLines = (lines: readonly BuyerLine[], reading: Reading): ReadOrderLine[] =>
  lines.map((line, i) => toOrderLine(line, i + 1, reading))

/** The day on which the line must leave: as stated, or that of its delivery, earlier by the days in transit. */
export function shipDayOf(
  line: BuyerLine,
  transit_days: number,
  ofPart: Pick<LinePart, 'scheduled'> | null,
): string | null {
  const scheduled = ofPart?.scheduled ?? scheduledDay(line)
  const ship_on = scheduled?.kind === 'ship_on' ? scheduled.day : (line.ship_on ?? null)
  const deliver_on = scheduled?.kind === 'deliver_on' ? scheduled.day : line.deliver_on
  return ship_on ?? (deliver_on === null ? null : addDays(deliver_on, -transit_days))
}

/** Lines of the order for the parts of a buyer's line. */
export const linesOf = (
  { position, line, parts }: ReadOrderLine,
  header: { currency: string; cost_currency: string; requested_ship_date: string | null; transit_days: number },
  first_number: number,
): NewLine[] =>
  parts.map(({ variant, scheduled, ...part }, i) => {
    const ship_on = shipDayOf(line, header.transit_days, { scheduled })
    return {
      ...part,
      line_id: uuidv7(),
      line_number: first_number + i,
      variant_id: variant.variant_id,
      regular_unit_price_cents: variant.list_price_cents,
      unit_cost:
        header.currency === header.cost_currency && variant.currency === header.currency ? variant.unit_cost : null,
      discount_cents: 0,
      tax_cents: 0,
      requested_ship_date: ship_on === header.requested_ship_date ? null : ship_on,
      buyer_line_reference: line.line_reference,
      edi_position: position,
    }
  })

/** Days in ascending order, without those that are not stated. */
const statedDays = (days: readonly (string | null)[]): string[] => days.filter((day) => day !== null).toSorted()

/**
 * Delivery is asked for on a day, or within days; the goods leave earlier by the account's days in transit. Of windows for
 * shipment and for delivery, both hold.
 */
export function datesOf(header: OrderHeader, transit_days: number) {
  const { deliver_on, ship_from_on, ship_not_before, ship_not_after, cancel_after } = header
  const leaves = (day: string | null | undefined) => (day == null ? null : addDays(day, -transit_days))
  return {
    requested_ship_date: ship_from_on ?? leaves(deliver_on),
    ship_window_start: statedDays([ship_not_before ?? ship_from_on, leaves(header.deliver_not_before)]).at(-1) ?? null,
    ship_window_end: statedDays([ship_not_after, leaves(header.deliver_not_after)])[0] ?? null,
    cancel_date: cancel_after,
  }
}

const accountColumns = selection(trading_partners, 'p', [
  'trading_partner_id',
  'name',
  'currency',
  'payment_terms',
  'price_list_id',
  'buyer_id',
  'archived_at',
])
export interface BuyingAccount extends RowOf<typeof accountColumns> {
  transit_days: number
  each_price: EachPrice
}

/** Refuses an archived account. */
export async function readBuyer(sql: Sql, organization_id: string, trading_partner_id: string): Promise<BuyingAccount> {
  const [account] = await sql<BuyingAccount[]>`
    select ${accountColumns}, coalesce(p.transit_time_days, 0) as transit_days, e.each_price as each_price
    from trading_partners p
    left join account_edi_profiles e on e.organization_id = ${organization_id}
      and e.trading_partner_id = p.trading_partner_id
    where p.organization_id = ${organization_id} and p.trading_partner_id = ${trading_partner_id}`
  if (account!.archived_at !== null) refuse('conflict', { desc: `${account!.name} is an archived account.` })
  return account!
}

export function currencyOf(header: OrderHeader, account: BuyingAccount): string {
  const currency = header.currency ?? account.currency
  if (!isCurrency(currency)) refuse('conflict', { desc: `Its currency ${currency} is not an ISO 4217 code.` })
  return currency
}

type Parties = Pick<OrderHeader, 'buyer' | 'ship_to'>

/** The store that orders (BY), unless the goods go to it anyway (ST): mostly they go to a distribution centre. */
function storeOf({ buyer, ship_to }: Parties, doors: ReadonlySet<string>): string | null {
  const code = buyer?.code ?? null
  const place = ship_to?.code ?? null
  if (code === null || code.toLowerCase() === place?.toLowerCase()) return null
  return doors.has(code.toLowerCase()) ? code : null
}

/** Facts for reading lines: the items that they name, with the agreed prices of the day, and the account's doors. */
export async function readingOf(
  sql: Sql,
  organization_id: string,
  account: BuyingAccount,
  { lines, currency, day, header }: { lines: readonly BuyerLine[]; currency: string; day: string; header: Parties },
): Promise<Reading> {
  const { trading_partner_id, price_list_id, each_price } = account
  const list = { price_list_id, currency, day }
  const [items, doors] = await Promise.all([
    readKnownItems(sql, organization_id, trading_partner_id, lines, list),
    readDoors(sql, organization_id, trading_partner_id),
  ])
  return { items, doors, currency, each_price, store: storeOf(header, doors) }
}

export function checkLines(count: number): void {
  if (count > limits.sales_order_lines_max)
    refuse('conflict', {
      desc: `It has ${count.toLocaleString('en-US')} lines by door and item; an order has at most ${limits.sales_order_lines_max.toLocaleString('en-US')}.`,
    })
}
