/**
 * A buyer's order line as lines of ours: one for each door and variant. A line that cannot be understood becomes none of
 * ours and keeps its reason; the acknowledgement of the order rejects it. Pure.
 */
import { counted } from '../../../contract/outcome.ts'
import { limits } from '../../../contract/limits.ts'
import type { DoorQuantity, ItemIds, OrderLine } from '../../../edi/documents/record.ts'
import type { exceptionKinds } from '../../../exceptions/known_values.ts'
import type { OrderedVariant } from '../../orders/references.store.ts'
import { decimalOf } from '../../../contract/money.ts'
import { centsOf, isPrepack, packSizeOf, unitsPer } from '../units.rules.ts'

export interface KnownItems {
  /** The account's own SKUs. */
  byBuyerSku: ReadonlyMap<string, OrderedVariant>
  bySku: ReadonlyMap<string, OrderedVariant>
  byBarcode: ReadonlyMap<string, readonly OrderedVariant[]>
}

export interface Reading {
  items: KnownItems
  currency: string
  /** References of the account's doors, in lower case. */
  doors: ReadonlySet<string>
}

/** A line of an order, or of its change with the quantity that it leaves. */
export type BuyerLine = OrderLine & { quantity: number }

export interface LinePart {
  variant: OrderedVariant
  quantity: number
  door_reference: string | null
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
    'unknown_sku' | 'price_mismatch' | 'quantity_not_in_packs' | 'unknown_door' | 'quantity_short'
  >
  sentence: string
}

export interface ReadLine {
  parts: LinePart[]
  /** Why there are no parts. */
  fault: string | null
  notes: LineNote[]
}

const barcodeSizes = 14
/** GTINs compare with leading zeros: a UPC is an EAN with one more. */
export const gtinOf = (digits: string): string => digits.padStart(barcodeSizes, '0')

const namesOf = ({ buyer_sku, supplier_sku, gtin }: ItemIds): string =>
  [buyer_sku, supplier_sku, gtin].filter((one) => one !== null).join(', ') || 'without a number'

export const lineName = (line: OrderLine, position: number): string =>
  `line ${line.line_reference ?? position}, item ${namesOf(line)}`

/** The item that the line's numbers name. All numbers that are known must name the same one. */
function findItem(ids: ItemIds, { byBuyerSku, bySku, byBarcode }: KnownItems): OrderedVariant | { fault: string } {
  const barcodes = ids.gtin === null ? [] : (byBarcode.get(gtinOf(ids.gtin)) ?? [])
  const named = [
    ids.buyer_sku === null ? undefined : byBuyerSku.get(ids.buyer_sku),
    ids.supplier_sku === null ? undefined : bySku.get(ids.supplier_sku),
    barcodes.length === 1 ? barcodes[0] : undefined,
  ].filter((one) => one !== undefined)
  const [item] = named
  if (item === undefined) return { fault: `the item ${namesOf(ids)} is unknown` }
  const other = named.find(({ variant_id }) => variant_id !== item.variant_id)
  if (other !== undefined)
    return { fault: `the numbers ${namesOf(ids)} name two different items, ${item.sku} and ${other.sku}` }
  if (item.archived_at !== null) return { fault: `the item ${namesOf(ids)} is no longer sold` }
  return item
}

interface Price {
  requested: number | null
  agreed: number | null
  note: string | null
}

/** The agreed price: that of the account's list, unless the buyer orders at another one; then it stays open. */
function priceOf(requestedPrice: string | null, units: number, list: number | null, currency: string): Price {
  if (requestedPrice === null) return { requested: null, agreed: list, note: null }
  const requested = centsOf(requestedPrice, units)
  if (requested === null)
    return {
      requested: null,
      agreed: null,
      note: `the price ${requestedPrice} ${currency}${units === 1 ? '' : ` for ${units} units`} is no whole number of cents a unit`,
    }
  if (list === null || list === requested) return { requested, agreed: requested, note: null }
  return {
    requested,
    agreed: null,
    note: `ordered at ${decimalOf(requested)} ${currency}, the agreed price is ${decimalOf(list)} ${currency}`,
  }
}

interface PricedItem {
  variant: OrderedVariant
  buyer_sku: string | null
  /** Units of the variant for each unit that the line is ordered in. */
  units: number
  price: Price
}

const onFault = (fault: string): ReadLine => ({ parts: [], fault, notes: [] })

/** The items of a prepack. Without prices of its own, the pack's price must be that of the list for its contents. */
function packItems(line: BuyerLine, { items, currency }: Reading): PricedItem[] | { fault: string } {
  const contents: (Omit<PricedItem, 'price'> & { askedPrice: string | null })[] = []
  for (const component of line.pack!.components) {
    const variant = findItem(component, items)
    if ('fault' in variant) return { fault: `the pack cannot be supplied whole: ${variant.fault}` }
    const { quantity: units, unit_price: askedPrice, buyer_sku } = component
    if (units < 1) return { fault: `the pack has ${units} units of the item ${namesOf(component)}` }
    contents.push({ variant, units, askedPrice, buyer_sku: buyer_sku ?? line.buyer_sku })
  }
  const listed = contents.map(({ variant: { list_price_cents }, units }) =>
    list_price_cents === null ? null : list_price_cents * units,
  )
  const packCents = line.unit_price === null ? null : centsOf(line.unit_price)
  const isOwn = line.unit_price === null || contents.some(({ askedPrice }) => askedPrice !== null)
  const isListed = listed.every((one) => one !== null) && listed.reduce((sum, one) => sum + one!, 0) === packCents
  return contents.map(({ askedPrice, ...item }) => {
    if (isOwn || isListed) return { ...item, price: priceOf(askedPrice, 1, item.variant.list_price_cents, currency) }
    const note = `the price ${line.unit_price} ${currency} of a pack is not the agreed one of its contents`
    return { ...item, price: { requested: null, agreed: null, note } }
  })
}

function lineItems(line: BuyerLine, reading: Reading, per: number): PricedItem[] | { fault: string } {
  if (isPrepack(line)) return packItems(line, reading)
  const variant = findItem(line, reading.items)
  if ('fault' in variant) return variant
  const price = priceOf(line.unit_price, per, variant.list_price_cents, reading.currency)
  return [{ variant, buyer_sku: line.buyer_sku, units: per, price }]
}

/** The quantity by door; what the split leaves out has none. */
function splitOf({ doors, quantity }: BuyerLine): { door_reference: string | null; quantity: number }[] {
  const named: { door_reference: string | null; quantity: number }[] = doors.filter(
    (door: DoorQuantity) => door.quantity > 0,
  )
  const rest = quantity - named.reduce((sum, door) => sum + door.quantity, 0)
  return rest > 0 ? [...named, { door_reference: null, quantity: rest }] : named
}

function notesOf(line: BuyerLine, priced: readonly PricedItem[], { doors }: Reading): LineNote[] {
  const notes: LineNote[] = []
  const prices = [...new Set(priced.flatMap(({ price }) => price.note ?? []))]
  if (prices.length > 0) notes.push({ kind: 'price_mismatch', sentence: prices.join(', ') })
  const size = packSizeOf(line)
  const per = unitsPer(line)!
  if (size !== null && (line.quantity * per) % size !== 0)
    notes.push({
      kind: 'quantity_not_in_packs',
      sentence: `${counted(line.quantity * per, 'unit')} are not whole packs of ${size}`,
    })
  const unknown = line.doors.filter(({ door_reference }) => !doors.has(door_reference.toLowerCase()))
  if (unknown.length > 0)
    notes.push({
      kind: 'unknown_door',
      sentence: `unknown ${unknown.length === 1 ? 'door' : 'doors'} ${unknown.map((door) => door.door_reference).join(', ')}`,
    })
  const split = line.doors.reduce((sum, door) => sum + door.quantity, 0)
  if (line.doors.length > 0 && split < line.quantity)
    notes.push({ kind: 'quantity_short', sentence: `${split} of ${line.quantity} are assigned to doors` })
  return notes
}

export function readLine(line: BuyerLine, reading: Reading): ReadLine {
  const per = unitsPer(line) ?? 0
  if (per < 1)
    return onFault(
      isPrepack(line)
        ? `a pack is ordered in ${line.unit}, which does not count packs; use AS, PK or CA`
        : `it is ordered in ${line.unit}, and the line does not say how many units that is`,
    )
  if (line.quantity < 1) return onFault('it orders no units')
  if (line.quantity * per > limits.sales_order_quantity_max)
    return onFault(`it orders more than ${limits.sales_order_quantity_max} units`)
  const below = line.doors.find(({ quantity }) => quantity < 0)
  if (below !== undefined) return onFault(`it orders ${below.quantity} for the door ${below.door_reference}`)
  const doors = line.doors.reduce((sum, { quantity }) => sum + quantity, 0)
  if (doors > line.quantity) return onFault(`the doors add up to ${doors}, and the line orders ${line.quantity}`)
  const priced = lineItems(line, reading, per)
  if ('fault' in priced) return onFault(priced.fault)
  const pack = isPrepack(line)
  const parts = splitOf(line).flatMap(({ door_reference, quantity }) =>
    priced.map(({ variant, buyer_sku, units, price }): LinePart => ({
      variant,
      quantity: quantity * units,
      door_reference,
      buyer_sku,
      pack_reference: pack ? (line.buyer_sku ?? line.supplier_sku ?? line.line_reference ?? 'pack') : null,
      pack_units: pack ? units : null,
      requested_unit_price_cents: price.requested,
      unit_price_cents: price.agreed,
    })),
  )
  return { parts, fault: null, notes: notesOf(line, priced, reading) }
}
