/** The notice of a shipment (856): its cartons by door, and the items in each. Pure. */
import type {
  ShippedCarton,
  ShippedItem,
  ShippedOrder,
  ShippingNotice856,
} from '../../../edi/documents/shipping_notice_856.ts'
import type { Party } from '../../../edi/documents/record.ts'
import { documentUnit } from '../units.rules.ts'
import type { Order } from '../../orders/model.ts'
import type { EdiDocumentLine, EdiDocumentOrder } from './document_lines.store.ts'
import { itemIdsOf, namedParty, titleOf } from './item_ids.rules.ts'
import type { Parties } from './parties.store.ts'

export type Shipment = Order['shipments'][number]
type Carton = Shipment['cartons'][number]
type Contents = Shipment['lines'][number]

export interface Noticed {
  order: EdiDocumentOrder
  shipment: Shipment
  lines: ReadonlyMap<string, EdiDocumentLine>
  /** Names of the account's doors, by reference in lower case. */
  doors: ReadonlyMap<string, string>
  parties: Parties
  /** In the organisation's time zone. */
  created: { on: string; at: string }
}

/** Why no notice can be made of a shipment; null if it can. */
export function faultOf({ name, cartons, lines }: Shipment): { reason: string; sentence: string } | null {
  if (cartons.length === 0)
    return {
      reason: 'no_cartons',
      sentence: `The warehouse reported no cartons of shipment ${name}, and an 856 lists the contents of each.`,
    }
  const bare = cartons.filter(({ sscc }) => sscc === null)
  if (bare.length > 0)
    return {
      reason: 'no_sscc',
      sentence: `Carton ${bare[0]!.carton_number} of shipment ${name} has no SSCC. The warehouse must report one, or the organisation needs a GS1 company prefix before the shipment.`,
    }
  const empty = cartons.find((one) => !lines.some(({ carton_number }) => carton_number === one.carton_number))
  if (empty !== undefined)
    return { reason: 'empty_carton', sentence: `Carton ${empty.carton_number} of shipment ${name} has no contents.` }
  return null
}

/**
 * The store of a carton: the one written on it, else the only one of its contents, else the store or buyer that the order
 * names (BY); the place to ship to stands for it only where the order names none.
 */
function doorOf({ door_reference }: Carton, contents: readonly Contents[], { lines, order }: Noticed): string | null {
  if (door_reference !== null) return door_reference
  const named = new Set(contents.map(({ line_item_id }) => lines.get(line_item_id)!.door_reference))
  const [only] = named
  return (named.size === 1 ? only : null) ?? order.header?.buyer?.code ?? order.door_reference
}

/** The party of a store: as the order names it, else by the name on file. */
function partyOf(door: string, { order, doors }: Noticed): Party {
  const buyer = order.header?.buyer ?? null
  return buyer?.code === door ? buyer : namedParty(doors.get(door.toLowerCase()) ?? '', door)
}

const itemKeyOf = ({ edi_position, variant_id, line_id }: EdiDocumentLine) =>
  edi_position === null ? line_id : `${edi_position} ${variant_id}`

const unitsIn = (contents: readonly Contents[]) => contents.reduce((sum, { quantity }) => sum + quantity, 0)

/** Items of a carton. An item has one unit in all cartons of the shipment: that of the order, where none is broken. */
function itemsOf(contents: readonly Contents[], { lines, shipment }: Noticed): ShippedItem[] {
  const keyOf = ({ line_item_id }: Contents) => itemKeyOf(lines.get(line_item_id)!)
  return [...Map.groupBy(contents, keyOf)].map(([key, all]) => {
    const line = lines.get(all[0]!.line_item_id)!
    const alike = shipment.lines.filter((one) => keyOf(one) === key)
    const inCartons = [...Map.groupBy(alike, ({ carton_number }) => carton_number).values()].map(unitsIn)
    const orderedUnits = (ids: readonly Contents[]) =>
      [...new Set(ids.map(({ line_item_id }) => line_item_id))].map((id) => lines.get(id)!.ordered_quantity)
    const { unit, units } = documentUnit(line.buyer_line, [...inCartons, ...orderedUnits(alike)])
    return {
      ...itemIdsOf(line),
      line_reference: line.buyer_line_reference,
      quantity: unitsIn(all) / units,
      unit,
      title: titleOf(line),
      ordered_quantity: orderedUnits(all).reduce((sum, ordered) => sum + ordered, 0) / units,
    }
  })
}

function ordersOf(noticed: Noticed): ShippedOrder[] {
  const { order, shipment } = noticed
  const cartons = shipment.cartons.map((carton) => {
    const contents = shipment.lines.filter(({ carton_number }) => carton_number === carton.carton_number)
    const shipped: ShippedCarton = {
      sscc: carton.sscc,
      pallet_sscc: null,
      tracking_number: carton.tracking_number,
      weight: carton.weight_kg === null ? null : String(carton.weight_kg),
      items: itemsOf(contents, noticed),
    }
    return { door: doorOf(carton, contents, noticed), shipped }
  })
  return [...Map.groupBy(cartons, ({ door }) => door)].map(([door, all]) => ({
    number: order.number,
    release_number: order.release_number,
    ordered_on: order.header?.ordered_on ?? order.ordered_on,
    department: order.header?.department ?? null,
    supplier_reference: order.name,
    ...(order.header?.reference == null ? {} : { reference: order.header.reference }),
    door: door === null ? null : partyOf(door, noticed),
    cartons: all.map(({ shipped }) => shipped),
  }))
}

/** Total weight in kilograms; null if one is not known. */
function weightOf(cartons: readonly Carton[]): string | null {
  if (cartons.some(({ weight_kg }) => weight_kg === null)) return null
  const grams = cartons.reduce((sum, { weight_kg }) => sum + Math.round(weight_kg! * 10_000), 0)
  return String(grams / 10_000)
}

/** A replacement or a cancellation names the shipment as the notice before it did. */
export function noticeOf(noticed: Noticed, purpose: ShippingNotice856['purpose'] = 'original'): ShippingNotice856 {
  const { order, shipment, parties, created } = noticed
  const weight = weightOf(shipment.cartons)
  return {
    purpose,
    shipment_number: shipment.name,
    created_on: created.on,
    created_at: created.at,
    shipped_on: shipment.shipped_on,
    deliver_on: null,
    carrier_scac: null,
    carrier_name: shipment.carrier,
    bill_of_lading: null,
    pro_number: shipment.tracking_number,
    vendor_number: order.header?.vendor_number ?? null,
    carton_count: shipment.cartons.length,
    weight,
    // Cartons state their weights in it also where another carton has none, and so the shipment has no sum.
    weight_unit: shipment.cartons.some(({ weight_kg }) => weight_kg !== null) ? 'KG' : null,
    ship_from: namedParty(shipment.location.name),
    ship_to:
      order.header?.ship_to ?? (order.door_reference === null ? parties.buyer : namedParty('', order.door_reference)),
    orders: ordersOf(noticed),
  }
}
