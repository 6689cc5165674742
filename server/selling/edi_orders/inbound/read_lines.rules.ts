/**
 * A buyer's order line as lines of ours: one for each door and variant. A line that cannot be understood becomes none of
 * ours and keeps its reason; the acknowledgement of the order rejects it. Pure.
 */
import { counted } from '../../../contract/outcome.ts'
import { limits } from '../../../contract/limits.ts'
import type { DoorQuantity, OrderLine, Scheduled } from '../../../edi/documents/record.ts'
import { packReadings } from '../../../edi/documents/units.ts'
import type { exceptionKinds } from '../../../exceptions/known_values.ts'
import type { OrderedVariant } from '../../orders/references.store.ts'
import { type EachPrice, isMeasure, isPrepack, packSizeOf, unitsPer } from '../units.rules.ts'
import { doubtfulNumbers, findItem, isAssumed, type KnownItems, namesOf, type Unfound } from './find_item.rules.ts'
import { priceOf, priceOfPack, type Price } from './prices.rules.ts'

export interface Reading {
  items: KnownItems
  currency: string
  /** References of the account's doors, in lower case. */
  doors: ReadonlySet<string>
  /** The store that ordered, where the goods go to another place: the door of lines that name none. */
  store?: string | null
  each_price?: EachPrice
}

/** A line of an order, or of its change with the quantity that it leaves. */
export type BuyerLine = OrderLine & { quantity: number }

export interface LinePart {
  variant: OrderedVariant
  quantity: number
  door_reference: string | null
  /** Its day, where the line is scheduled by several. */
  scheduled: Pick<Scheduled, 'kind' | 'day'> | null
  buyer_sku: string | null
  pack_reference: string | null
  pack_units: number | null
  requested_unit_price_cents: number | null
  /** null where the price is open: a person agrees on it when confirming. */
  unit_price_cents: number | null
}

/** What a person must look at, in words that can be sent to the buyer. */
export interface LineNote {
  kind: Extract<
    (typeof exceptionKinds)[number],
    | 'unknown_sku'
    | 'identifiers_disagree'
    | 'price_mismatch'
    | 'quantity_not_in_packs'
    | 'unknown_door'
    | 'quantity_short'
    | 'not_understood'
  >
  sentence: string
}

export interface ReadLine {
  parts: LinePart[]
  /** Why there are no parts. */
  fault: string | null
  /** What the exception about the fault is; unknown_sku if left out. */
  fault_kind?: LineNote['kind']
  notes: LineNote[]
}

export const lineName = (line: OrderLine, position: number): string =>
  `line ${line.line_reference ?? position}, item ${namesOf(line)}`

interface PricedItem {
  variant: OrderedVariant
  buyer_sku: string | null
  /** Units of the variant for each unit that the line is ordered in. */
  units: number
  price: Price
}

const onFault = (fault: string, fault_kind?: LineNote['kind']): ReadLine => ({
  parts: [],
  fault,
  ...(fault_kind === undefined ? {} : { fault_kind }),
  notes: [],
})

/** The items of a prepack. Without prices of its own, the pack's price must be that of the list for its contents. */
function packItems(line: BuyerLine, { items, currency }: Reading): PricedItem[] | Unfound {
  const contents: (Omit<PricedItem, 'price'> & { askedPrice: string | null })[] = []
  for (const component of line.pack!.components) {
    const variant = findItem(component, items)
    if ('fault' in variant) return { ...variant, fault: `the pack cannot be supplied whole: ${variant.fault}` }
    const { quantity: units, unit_price: askedPrice, buyer_sku } = component
    if (units < 1 || !Number.isInteger(units))
      return { fault: `the pack has ${units} units of the item ${namesOf(component)}` }
    contents.push({ variant, units, askedPrice, buyer_sku: buyer_sku ?? line.buyer_sku })
  }
  const listed = contents.map(({ variant: { list_price_cents }, units }) =>
    list_price_cents === null ? null : list_price_cents * units,
  )
  const packCents = priceOfPack(line, currency)
  const isOwn = line.unit_price === null || contents.some(({ askedPrice }) => askedPrice !== null)
  const isListed = listed.every((one) => one !== null) && listed.reduce((sum, one) => sum + one!, 0) === packCents
  return contents.map(({ askedPrice, ...item }) => {
    if (isOwn || isListed)
      return { ...item, price: priceOf({ unit_price: askedPrice }, 1, item.variant.list_price_cents, { currency }) }
    const note = `the price ${line.unit_price} ${currency} of a pack is not the agreed one of its contents`
    return { ...item, price: { requested: null, agreed: null, note } }
  })
}

function lineItems(line: BuyerLine, reading: Reading, per: number): PricedItem[] | Unfound {
  if (isPrepack(line)) return packItems(line, reading)
  const variant = findItem(line, reading.items)
  if ('fault' in variant) return variant
  const price = priceOf(line, per, variant.list_price_cents, reading)
  return [{ variant, buyer_sku: line.buyer_sku, units: per, price }]
}

type Split = Pick<LinePart, 'quantity' | 'scheduled'> & { door_reference: string | null }

/** The quantity by door; what the split leaves out has that of the order. */
function splitByDoor({ doors, quantity }: BuyerLine, { store = null }: Reading): Split[] {
  const named: Split[] = doors
    .filter((door: DoorQuantity) => door.quantity > 0)
    .map((door) => ({ ...door, scheduled: null }))
  const rest = quantity - named.reduce((sum, door) => sum + door.quantity, 0)
  return rest > 0 ? [...named, { door_reference: store, quantity: rest, scheduled: null }] : named
}

/** The quantity by door, or by the days of one door; whether units of several doors leave on which day is not stated. */
function splitOf(line: BuyerLine, reading: Reading): Split[] {
  const split = splitByDoor(line, reading)
  const days = scheduledDays(line)
  const [only] = split
  return days === null || split.length !== 1
    ? split
    : days.map(({ quantity, kind, day }) => ({ ...only!, quantity, scheduled: { kind, day } }))
}

/** The days of the line with their quantities, first day first; null where they do not add up to the line. */
function daysOf({ schedule = [], quantity }: BuyerLine): Scheduled[] | null {
  const byDay = Map.groupBy(schedule, ({ kind, day }) => `${day} ${kind}`)
  const days = [...byDay.values()].map((all) => ({ ...all[0]!, quantity: sumOf(all) }))
  if (sumOf(days) !== quantity || days.some((one) => one.quantity < 1 || !Number.isInteger(one.quantity))) return null
  return days.toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

const sumOf = (parts: readonly { quantity: number }[]) => parts.reduce((sum, { quantity }) => sum + quantity, 0)

/** The day of a schedule that has one day alone for the whole line. */
export function scheduledDay(line: BuyerLine): Scheduled | null {
  const days = daysOf(line)
  return days?.length === 1 ? days[0]! : null
}

/** Several days of the line, which becomes a line for each; null for a pack of several items, which is answered as one. */
function scheduledDays(line: BuyerLine): Scheduled[] | null {
  const days = daysOf(line)
  return days === null || days.length === 1 || isPrepack(line) ? null : days
}

/** A schedule that the lines of the order do not follow, or that contradicts the day of the line; null if there is none. */
function scheduleNote(line: BuyerLine, reading: Reading): string | null {
  const { schedule = [], quantity, unit, deliver_on } = line
  if (schedule.length === 0) return null
  const day = scheduledDay(line)
  if (day !== null && (day.kind !== 'deliver_on' || deliver_on === null || deliver_on === day.day)) return null
  const isSplit = scheduledDays(line) !== null && splitByDoor(line, reading).length === 1
  if (isSplit && deliver_on === null && line.ship_on === undefined) return null
  const parts = schedule.map((one) => `${one.quantity} ${one.kind === 'ship_on' ? 'to ship' : 'due'} on ${one.day}`)
  return `${quantity} ${unit} are scheduled: ${parts.join(', ')}; split the line by its days`
}

function notesOf(line: BuyerLine, priced: readonly PricedItem[], reading: Reading): LineNote[] {
  const { doors, items } = reading
  const notes: LineNote[] = []
  // A price that is that of the list confirms the item.
  const isPriced = priced.every(({ price }) => price.requested !== null && price.requested === price.agreed)
  if (!isPrepack(line) && !isPriced && isAssumed(line, items))
    notes.push({
      kind: 'not_understood',
      sentence: `${namesOf(line)} is no number of the account, and was found among our own`,
    })
  for (const sentence of isPrepack(line) ? [] : doubtfulNumbers(line, priced[0]!.variant, items))
    notes.push({ kind: 'not_understood', sentence })
  const prices = [...new Set(priced.flatMap(({ price }) => price.note ?? []))]
  if (prices.length > 0) notes.push({ kind: 'price_mismatch', sentence: prices.join(', ') })
  const size = packSizeOf(line)
  const per = unitsPer(line)!
  const broken = [line.quantity, ...(scheduledDays(line) ?? []).map(({ quantity }) => quantity)].find(
    (quantity) => size !== null && (quantity * per) % size !== 0,
  )
  if (broken !== undefined)
    notes.push({
      kind: 'quantity_not_in_packs',
      sentence: `${counted(broken * per, 'unit')} are not whole packs of ${size}`,
    })
  const unknown = line.doors.filter(({ door_reference }) => !doors.has(door_reference.toLowerCase()))
  if (unknown.length > 0)
    notes.push({
      kind: 'unknown_door',
      sentence: `unknown ${unknown.length === 1 ? 'door' : 'doors'} ${unknown.map((door) => door.door_reference).join(', ')}`,
    })
  const days = scheduleNote(line, reading)
  if (days !== null) notes.push({ kind: 'not_understood', sentence: days })
  const split = line.doors.reduce((sum, door) => sum + door.quantity, 0)
  if (line.doors.length > 0 && split < line.quantity)
    notes.push({ kind: 'quantity_short', sentence: `${split} of ${line.quantity} are assigned to doors` })
  return notes
}

/** Why the units of the line cannot be counted. */
function uncounted(line: BuyerLine): ReadLine {
  if (isMeasure(line.unit) && !isPrepack(line))
    return onFault(`it is ordered in ${line.unit}, which measures and does not count items`, 'not_understood')
  const readings = packReadings(line.pack)
  if (readings.length > 1)
    return {
      ...onFault(
        `it is ordered in ${line.unit}, and PO4 has two readings: ${readings.map((units) => `${units} in one, ${counted(units * line.quantity, 'unit')}`).join('; or ')}`,
      ),
      fault_kind: 'not_understood',
    }
  return onFault(
    isPrepack(line)
      ? `a pack is ordered in ${line.unit}, which does not count packs; use AS, PK or CA`
      : `it is ordered in ${line.unit}, and the line does not say how many units that is`,
  )
}

/** A quantity that is not whole, such as 2.5 EA or 12.75 YD, in words; null if all are. */
function brokenQuantity({ quantity, unit, doors }: BuyerLine): string | null {
  if (!Number.isInteger(quantity)) return `it orders ${quantity} ${unit}, and items are counted in whole units`
  const door = doors.find((one) => !Number.isInteger(one.quantity))
  return door === undefined
    ? null
    : `it orders ${door.quantity} ${unit} for the door ${door.door_reference}, and items are counted in whole units`
}

const noUnits = ({ quantity, unit }: BuyerLine) =>
  quantity === 0 ? 'it orders no units' : `it orders ${quantity} ${unit}, which is less than nothing`

export function readLine(line: BuyerLine, reading: Reading): ReadLine {
  const broken = brokenQuantity(line)
  if (broken !== null) return onFault(broken, 'not_understood')
  const per = unitsPer(line) ?? 0
  if (per < 1) return uncounted(line)
  if (line.quantity < 1) return onFault(noUnits(line), 'not_understood')
  if (line.quantity * per > limits.sales_order_quantity_max)
    return onFault(`it orders more than ${limits.sales_order_quantity_max} units`)
  const below = line.doors.find(({ quantity }) => quantity < 0)
  if (below !== undefined) return onFault(`it orders ${below.quantity} for the door ${below.door_reference}`)
  const doors = line.doors.reduce((sum, { quantity }) => sum + quantity, 0)
  if (doors > line.quantity) return onFault(`the doors add up to ${doors}, and the line orders ${line.quantity}`)
  const priced = lineItems(line, reading, per)
  if ('fault' in priced) return onFault(priced.fault, priced.fault_kind)
  const pack = isPrepack(line)
  const parts = splitOf(line, reading).flatMap(({ door_reference, quantity, scheduled }) =>
    priced.map(({ variant, buyer_sku, units, price }): LinePart => ({
      variant,
      quantity: quantity * units,
      door_reference,
      scheduled,
      buyer_sku,
      pack_reference: pack ? (line.buyer_sku ?? line.supplier_sku ?? line.line_reference ?? 'pack') : null,
      pack_units: pack ? units : null,
      requested_unit_price_cents: price.requested,
      unit_price_cents: price.agreed,
    })),
  )
  return { parts, fault: null, notes: notesOf(line, priced, reading) }
}
