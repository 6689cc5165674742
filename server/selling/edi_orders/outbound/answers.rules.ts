/** Computes the acknowledgement of an order or a change, line by line, in the buyer's units. Pure. */
import type { AcknowledgedLine, LineAnswer } from '../../../edi/documents/acknowledgement_855.ts'
import type { AnsweredLine } from '../../../edi/documents/change_acknowledgement_865.ts'
import type { LockedLine } from '../../orders/locked_order.store.ts'
import { outstandingOf } from '../../orders/rules.ts'
import type { LineAfter } from '../inbound/change.rules.ts'
import type { StoredLine } from '../edi_order.store.ts'
import { type BuyerLine } from '../inbound/read_lines.rules.ts'
import type { BuyerSkuQualifier } from '../../../edi/documents/record.ts'
import { decimalOf } from '../../../contract/money.ts'
import { unitsOfBasis } from '../../../edi/documents/units.ts'
import { isPrepack, pricedUnits, unitsPer } from '../units.rules.ts'

const agreedOf = ({ quantity, cancelled_quantity }: LockedLine) => quantity - cancelled_quantity

const unitsOf = (lines: readonly LockedLine[]): number => lines.reduce((sum, one) => sum + agreedOf(one), 0)

/** Packs of a line that is agreed by the pack: of each door, as many as its scarcest item allows. */
function agreedPacks(lines: readonly LockedLine[]): number {
  const packs = Map.groupBy(lines, ({ door_reference }) => door_reference)
  const packsIn = (one: LockedLine) => Math.floor(agreedOf(one) / (one.pack_units ?? 1))
  return [...packs.values()].reduce((sum, ofDoor) => sum + Math.min(...ofDoor.map(packsIn)), 0)
}

type Agreed = Pick<LineAnswer, 'quantity' | 'unit'>

/** What is agreed of the line, in the unit that the buyer ordered in where it is whole in it, and in single units otherwise. */
function agreedIn(line: BuyerLine, lines: readonly LockedLine[]): Agreed {
  const [units, per] = [unitsOf(lines), unitsPer(line) ?? 1]
  const isWhole = isPrepack(line) ? beyondPacks(line, lines).length === 0 : units % per === 0
  if (!isWhole) return { quantity: units, unit: 'EA' }
  return { quantity: isPrepack(line) ? agreedPacks(lines) : units / per }
}

/** Units of the items of a prepack that make no whole packs; none of a line that is answered in its own units. */
function beyondPacks(line: BuyerLine, lines: readonly LockedLine[]): LockedLine[] {
  if (!isPrepack(line)) return []
  const inPacks = (one: LockedLine) =>
    agreedPacks(lines.filter(({ door_reference }) => door_reference === one.door_reference)) * (one.pack_units ?? 1)
  return lines.some((one) => agreedOf(one) !== inPacks(one)) ? [...lines] : []
}

/** Whether other quantities are agreed than the buyer ordered last. */
export function isOrderedOtherwise({ position, line }: StoredLine, order: Pick<AnsweredOrder, 'lines'>): boolean {
  const lines = order.lines.filter(({ edi_position }) => edi_position === position)
  const { quantity, unit } = agreedIn(line, lines)
  return unit !== undefined || quantity !== line.quantity
}

/**
 * Single units for which the buyer states prices: by the reading of its price that was agreed, if it has several; those of
 * an unknown basis are answered in the unit that is ordered.
 */
function pricedFor(line: BuyerLine, cents: number): number {
  const per = unitsPer(line) ?? 1
  const readings = pricedUnits(line, per)
  return readings.find((units) => cents * units === Number(line.unit_price) * 100) ?? readings[0] ?? per
}

/** The confirmed price in the buyer's unit and basis: of a pack, that of its contents; null while a price is open. */
function agreedPrice(line: BuyerLine, lines: readonly LockedLine[]): string | null {
  // Of an order that was split, the units that are left to ship may have another price than those that have shipped.
  const first = lines.find((one) => outstandingOf(one) > 0) ?? lines[0]
  if (first === undefined) return line.unit_price
  const ofPack = lines.filter(({ door_reference }) => door_reference === first.door_reference)
  const parts = isPrepack(line)
    ? ofPack.map((one) => (one.unit_price_cents === null ? null : one.unit_price_cents * (one.pack_units ?? 1)))
    : [first.unit_price_cents === null ? null : first.unit_price_cents * pricedFor(line, first.unit_price_cents)]
  if (parts.includes(null)) return line.unit_price
  return decimalOf(parts.reduce((sum: number, one) => sum + one!, 0))
}

const isSamePrice = (agreed: string | null, ordered: string | null) =>
  ordered === null || Number(agreed) === Number(ordered)

function echoed(
  { line_reference, unit, title, ...line }: BuyerLine,
  ordered_quantity: number,
  unit_price: string | null,
  answers: LineAnswer[],
): AcknowledgedLine {
  const { buyer_sku, buyer_sku_qualifier, supplier_sku, gtin, other_ids, price_basis } = line
  const basis = price_basis !== undefined && price_basis in unitsOfBasis ? { price_basis } : {}
  const ids = { buyer_sku, buyer_sku_qualifier, supplier_sku, gtin, other_ids }
  return { ...ids, line_reference, ordered_quantity, unit, unit_price, ...basis, title, answers }
}

/** An answer for each ship date; a single one where the dates divide packs. */
function answersByDay(
  line: BuyerLine,
  lines: readonly LockedLine[],
  order: AnsweredOrder,
  { status, ...whole }: Omit<LineAnswer, 'ship_on'>,
): LineAnswer[] {
  const dayOf = (one: LockedLine) => one.requested_ship_date ?? order.requested_ship_date
  const byDay = Map.groupBy(
    lines.filter((one) => agreedOf(one) > 0),
    dayOf,
  )
  const agreedOn = (ofDay: readonly LockedLine[]): Agreed =>
    whole.unit === undefined ? agreedIn(line, ofDay) : { ...whole, quantity: unitsOf(ofDay) }
  const answers = [...byDay].map(([ship_on, ofDay]) => ({ status, ...agreedOn(ofDay), ship_on }))
  const isDivided = answers.every(({ unit }) => unit === whole.unit) && sumOf(answers) === whole.quantity
  return isDivided ? answers : [{ status, ...whole, ship_on: dayOf(lines[0]!) }]
}

const sumOf = (answers: readonly LineAnswer[]): number => answers.reduce((sum, { quantity }) => sum + quantity, 0)

export interface AnsweredOrder {
  requested_ship_date: string | null
  lines: readonly LockedLine[]
}

/** What of the items of a prepack is agreed where they make no whole packs. */
const packNote = (line: BuyerLine, lines: readonly LockedLine[]): Pick<AcknowledgedLine, 'note'> => {
  const all = beyondPacks(line, lines)
  if (all.length === 0) return {}
  const parts = [...Map.groupBy(all, ({ sku }) => sku)].map(([sku, of]) => `${unitsOf(of)} of ${sku}`)
  return { note: `agreed are ${parts.join(', ')}, which are no whole packs` }
}

/** A line of the order with its verdict; without lines here, it is rejected, and the answer says why. */
export function answerLine({ position, line, fault }: StoredLine, order: AnsweredOrder): AcknowledgedLine {
  const lines = order.lines.filter(({ edi_position }) => edi_position === position)
  const agreed = agreedIn(line, lines)
  const price = agreedPrice(line, lines)
  if (agreed.quantity === 0) {
    const answers: LineAnswer[] = [{ status: 'rejected', quantity: line.quantity, ship_on: null }]
    const why = fault === null ? {} : { note: fault }
    return { ...echoed(line, line.quantity, line.unit_price, answers), ...why }
  }
  const sameQuantity = !isOrderedOtherwise({ position, line, fault }, order)
  const samePrice = isSamePrice(price, line.unit_price)
  const changed = samePrice ? 'accepted_quantity_changed' : 'accepted_with_changes'
  const status = sameQuantity ? (samePrice ? 'accepted' : 'accepted_price_changed') : changed
  const answers = answersByDay(line, lines, order, { status, ...agreed })
  return { ...echoed(line, line.quantity, price, answers), ...packNote(line, lines) }
}

/** A line that was added on this side, in units: its buyer ordered it by other means. */
export function answerAdded(
  line: LockedLine,
  order: AnsweredOrder,
  { is_new, item_qualifier }: { is_new: boolean; item_qualifier: BuyerSkuQualifier | null },
): AnsweredLine {
  const quantity = agreedOf(line)
  const { buyer_line_reference: line_reference, buyer_sku, sku: supplier_sku, unit_price_cents } = line
  const status = quantity === 0 ? 'deleted' : is_new ? 'accepted' : 'accepted_with_changes'
  return {
    line_reference,
    buyer_sku,
    buyer_sku_qualifier: buyer_sku === null ? null : item_qualifier,
    supplier_sku,
    gtin: null,
    other_ids: [],
    ordered_quantity: quantity,
    unit: 'EA',
    unit_price: unit_price_cents === null ? null : decimalOf(unit_price_cents),
    title: null,
    answers: [{ status, quantity, ship_on: line.requested_ship_date ?? order.requested_ship_date }],
    change: is_new ? 'added' : quantity === 0 ? 'deleted' : 'changed',
  }
}

/** A changed line with the outcome of the change; it is rejected where `is_applied` is false. */
export function answerChange(
  { position, change, line }: LineAfter,
  order: AnsweredOrder,
  is_applied: boolean,
): AnsweredLine {
  if (!is_applied)
    return {
      ...echoed(line, line.quantity, line.unit_price, [{ status: 'rejected', quantity: line.quantity, ship_on: null }]),
      change,
    }
  const lines = order.lines.filter(({ edi_position }) => edi_position === position)
  const left = agreedIn(line, lines)
  if (line.quantity === 0 && left.quantity === 0)
    return { ...echoed(line, 0, line.unit_price, [{ status: 'deleted', quantity: 0, ship_on: null }]), change }
  if (line.quantity === 0)
    return {
      ...echoed(line, 0, line.unit_price, [{ status: 'accepted_quantity_changed', ...left, ship_on: null }]),
      change,
    }
  return { ...answerLine({ position, line, fault: null }, order), change }
}
