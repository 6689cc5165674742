/** The notice of a shipment (856): its cartons by door, and the items in each. Pure. */
import type {
  ShippedCarton,
  ShippedItem,
  ShippedOrder,
  ShippingNotice856,
} from '../../../edi/documents/shipping_notice_856.ts'
import { isNowhere } from '../../../edi/documents/parties.ts'
import type { Party } from '../../../edi/documents/record.ts'
import Big from 'big.js'
import { addDays } from '../../../calendar/days.ts'
import type { ShipmentTransport } from '../../fulfilment/transport/transports.store.ts'
import { documentUnit } from '../units.rules.ts'
import type { Order } from '../../orders/model.ts'
import type { EdiDocumentLine, EdiDocumentOrder } from './document_lines.store.ts'
import { addressOf } from './addresses.rules.ts'
import { itemIdsOf, namedParty, referencesOf, titleOf } from './item_ids.rules.ts'
import type { Parties } from './parties.store.ts'
import { contentsOf, packIdsOf, type WholePacks, wholePacks } from './whole_packs.rules.ts'

export type Shipment = Order['shipments'][number]
type Carton = Shipment['cartons'][number]
type Contents = Shipment['lines'][number]

export interface Asked {
  weight_unit: 'KG' | 'LB'
  has_pallet_level: boolean
  /** Whether the account requires a description of the items (PID); few guides of the 856 have one. */
  has_item_titles: boolean
  /** Whether the account requires the store or buyer (N1 BY) of each order, also where an order names none. */
  requires_buyer: boolean
  transit_time_days: number | null
}

export interface Noticed {
  order: EdiDocumentOrder
  shipment: Shipment
  lines: ReadonlyMap<string, EdiDocumentLine>
  /** Names of the account's doors, by reference in lower case. */
  doors: ReadonlyMap<string, string>
  parties: Parties
  /** What was recorded of the transport of each shipment of the order, in force or voided. */
  transports: ReadonlyMap<string, ShipmentTransport>
  /** What the account asks of weights and pallets, and its days in transit. */
  asked: Asked
  /** Address of the place to ship to, as it is on file, where the order states none. */
  ship_to_address: string | null
  /** In the organisation's time zone. */
  created: { on: string; at: string }
}

/** Undefined for a shipment without a location on file. */
const transportIn = ({ transports, shipment }: Noticed) => transports.get(shipment.shipment_id)

/** Why no notice can be made, as a code and a sentence. */
export interface NoticeFault {
  reason: string
  sentence: string
}

/** Why the cartons of a shipment can be neither announced nor labelled; null if they can. */
export function faultOf({ name, cartons, lines }: Shipment): NoticeFault | null {
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

const storesOf = (contents: readonly Contents[], { lines }: Pick<Noticed, 'lines'>) => [
  ...new Set(contents.map(({ line_item_id }) => lines.get(line_item_id)!.door_reference)),
]

/** The store of a carton: the one written on it, else the only one of its contents. */
function doorOf({ door_reference }: Carton, contents: readonly Contents[], noticed: Noticed): string | null {
  if (door_reference !== null) return door_reference
  const [only, ...others] = storesOf(contents, noticed)
  return others.length === 0 ? (only ?? null) : null
}

/** Why no notice can be made of a shipment; null if it can. A notice names one store for each carton. */
export function noticeFaultOf(noticed: Pick<Noticed, 'shipment' | 'lines'>): NoticeFault | null {
  const { shipment } = noticed
  const fault = faultOf(shipment)
  if (fault !== null) return fault
  for (const { carton_number, door_reference } of shipment.cartons) {
    const contents = shipment.lines.filter((one) => one.carton_number === carton_number)
    const stores = door_reference === null ? storesOf(contents, noticed).filter((one) => one !== null) : []
    if (stores.length > 1)
      return {
        reason: 'several_stores',
        sentence: `Carton ${carton_number} of shipment ${shipment.name} has units of the stores ${stores.join(', ')}, and an 856 names one store for each carton. Correct the shipment: pack them apart, or state the door_reference of the carton.`,
      }
  }
  return null
}

/**
 * The store or buyer (BY) of cartons: their own, else that of the order. The ship-to is never named in its place: without
 * one, the account itself is named where its profile requires a buyer, and nobody otherwise.
 */
function partyOf(door: string | null, { order, doors, parties, asked }: Noticed): Party | null {
  const buyer = order.header?.buyer ?? null
  if (door !== null && door !== buyer?.code) return namedParty(doors.get(door.toLowerCase()) ?? '', door)
  if (buyer !== null && !isNowhere(buyer)) return buyer
  return asked.requires_buyer ? parties.buyer : null
}

const itemKeyOf = ({ edi_position, variant_id, line_id }: EdiDocumentLine) =>
  edi_position === null ? line_id : `${edi_position} ${variant_id}`

const unitsIn = (contents: readonly Contents[]) => contents.reduce((sum, { quantity }) => sum + quantity, 0)

type PacksOf = (contents: readonly Contents[]) => WholePacks | null

/** Packs of a line in a carton: none where a carton of the shipment, or what was ordered for one, has a part of one. */
function packsIn({ lines, shipment }: Noticed): PacksOf {
  const positionOf = ({ line_item_id }: Contents) => lines.get(line_item_id)!.edi_position
  const orderedOf = (ids: readonly Contents[]) =>
    [...new Set(ids.map(({ line_item_id }) => line_item_id))].map((line_item_id) => ({
      line_item_id,
      quantity: lines.get(line_item_id)!.ordered_quantity,
    }))
  const inPacks = (position: number | null, ids: readonly Contents[]) =>
    wholePacks(position, orderedOf(ids), lines) === null ? null : wholePacks(position, ids, lines)
  const broken = new Set<number | null>([null])
  for (const [position, alike] of Map.groupBy(shipment.lines, positionOf)) {
    const cartons = Map.groupBy(alike, ({ carton_number }) => carton_number).values()
    if (cartons.some((one) => inPacks(position, one) === null)) broken.add(position)
  }
  return (contents) => {
    const position = positionOf(contents[0]!)
    return broken.has(position) ? null : inPacks(position, contents)
  }
}

/** Items of a carton. An item has one unit in all cartons of the shipment: that of the order, where none is broken. */
function itemsOf(contents: readonly Contents[], { lines, shipment, asked }: Noticed, packsOf: PacksOf): ShippedItem[] {
  const lineOf = ({ line_item_id }: Contents) => lines.get(line_item_id)!
  const orderedUnits = (ids: readonly Contents[]) =>
    [...new Set(ids.map(({ line_item_id }) => line_item_id))].map((id) => lines.get(id)!.ordered_quantity)
  const packed = new Map(
    [...Map.groupBy(contents, (one) => lineOf(one).edi_position)].map(([position, all]) => [position, packsOf(all)]),
  )
  const keyOf = (one: Contents) => {
    const { edi_position } = lineOf(one)
    return (packed.get(edi_position) ?? null) === null ? itemKeyOf(lineOf(one)) : `pack ${edi_position}`
  }
  return [...Map.groupBy(contents, keyOf)].map(([key, all]) => {
    const line = lineOf(all[0]!)
    const packs = packed.get(line.edi_position) ?? null
    if (packs !== null) return packItem(packs, sumOf(orderedUnits(all)), asked)
    const alike = shipment.lines.filter((one) => itemKeyOf(lineOf(one)) === key)
    const inCartons = [...Map.groupBy(alike, ({ carton_number }) => carton_number).values()].map(unitsIn)
    const { unit, units } = documentUnit(line.buyer_line, [...inCartons, ...orderedUnits(alike)])
    return {
      ...itemIdsOf(line),
      line_reference: line.buyer_line_reference,
      quantity: unitsIn(all) / units,
      unit,
      title: asked.has_item_titles ? titleOf(line) : null,
      ordered_quantity: sumOf(orderedUnits(all)) / units,
    }
  })
}

const sumOf = (quantities: readonly number[]): number => quantities.reduce((sum, one) => sum + one, 0)

function packItem(packs: WholePacks, ordered: number, { has_item_titles }: Asked): ShippedItem {
  const { line, items } = packs
  return {
    ...packIdsOf(packs),
    line_reference: line.line_reference,
    quantity: packs.packs,
    unit: line.unit,
    title: has_item_titles ? line.title : null,
    ordered_quantity: ordered / sumOf(items.map(({ units }) => units)),
    components: contentsOf(packs),
  }
}

function ordersOf(noticed: Noticed): ShippedOrder[] {
  const { order, shipment, asked } = noticed
  const stacked = asked.has_pallet_level ? (transportIn(noticed)?.pallets ?? []) : []
  const palletOf = new Map(stacked.map(({ carton_number, pallet_sscc }) => [carton_number, pallet_sscc]))
  // Cartons of one pallet stand under its level one after the other, those on none before.
  const places = [null, ...new Set(palletOf.values())]
  const placeOf = ({ carton_number }: Carton) => places.indexOf(palletOf.get(carton_number) ?? null)
  const packsOf = packsIn(noticed)
  const stackedCartons = shipment.cartons.toSorted((one, other) => placeOf(one) - placeOf(other))
  const cartons = stackedCartons.map((carton) => {
    const contents = shipment.lines.filter(({ carton_number }) => carton_number === carton.carton_number)
    const shipped: ShippedCarton = {
      sscc: carton.sscc,
      pallet_sscc: palletOf.get(carton.carton_number) ?? null,
      tracking_number: carton.tracking_number,
      weight: carton.weight_kg === null ? null : weightIn(asked.weight_unit, new Big(carton.weight_kg)),
      items: itemsOf(contents, noticed, packsOf),
    }
    return { door: doorOf(carton, contents, noticed), shipped }
  })
  // Cartons of no store are those of the buyer of the order.
  const buyer = order.header?.buyer?.code ?? null
  return [...Map.groupBy(cartons, ({ door }) => door ?? buyer)].map(([door, all]) => ({
    number: order.number,
    release_number: order.release_number,
    ordered_on: order.header?.ordered_on ?? order.ordered_on,
    department: order.header?.department ?? null,
    supplier_reference: order.name,
    ...referencesOf(order.header),
    door: partyOf(door, noticed),
    cartons: all.map(({ shipped }) => shipped),
  }))
}

const kilogramsOfPound = new Big('0.45359237')
const poundDecimals = 2

/** Pounds are rounded, and never to none. */
function weightIn(unit: Asked['weight_unit'], kilograms: Big): string {
  if (unit === 'KG') return kilograms.toFixed()
  const pounds = kilograms.div(kilogramsOfPound).round(poundDecimals)
  return pounds.eq(0) ? '0.01' : pounds.toFixed()
}

/** Total weight; null if that of a carton is not known. */
function weightOf(cartons: readonly Carton[], unit: Asked['weight_unit']): string | null {
  if (cartons.some(({ weight_kg }) => weight_kg === null)) return null
  return weightIn(
    unit,
    cartons.reduce((sum, { weight_kg }) => sum.plus(weight_kg!), new Big(0)),
  )
}

/** The stated day of arrival, else the day of the shipment and the account's days in transit; null if neither is known. */
function arrivalOf(noticed: Noticed): string | null {
  const { shipment, asked } = noticed
  const { transit_time_days } = asked
  return (
    transportIn(noticed)?.deliver_on ??
    (transit_time_days === null ? null : addDays(shipment.shipped_on, transit_time_days))
  )
}

/** As the order states it; its address as it is on file where the order states none. */
function shipToOf({ order, parties, ship_to_address }: Noticed): Party {
  const { header, door_reference } = order
  const stated = header?.ship_to ?? null
  // A place without a number, whose name was not stored, is the door that a person has stated since.
  const isStated = stated !== null && (!isNowhere(stated) || door_reference === null)
  const party = isStated ? stated : door_reference === null ? parties.buyer : namedParty('', door_reference)
  const isOnFile = !isStated || (party.code !== null && party.code === door_reference)
  return { ...party, address: party.address ?? (isOnFile ? addressOf(ship_to_address) : null) }
}

function shipFromOf(noticed: Noticed): Party {
  const transport = transportIn(noticed)
  const address = addressOf(transport?.ship_from_address ?? null)
  const country = address?.country ?? transport?.country_code ?? null
  return { ...namedParty(noticed.shipment.location.name), address: address === null ? null : { ...address, country } }
}

/** A replacement or a cancellation names the shipment as the notice before it did. */
export function noticeOf(noticed: Noticed, purpose: ShippingNotice856['purpose'] = 'original'): ShippingNotice856 {
  const { order, shipment, asked, created } = noticed
  const transport = transportIn(noticed)
  const weight = weightOf(shipment.cartons, asked.weight_unit)
  return {
    purpose,
    shipment_number: shipment.name,
    created_on: created.on,
    created_at: created.at,
    shipped_on: shipment.shipped_on,
    deliver_on: arrivalOf(noticed),
    carrier_scac: transport?.carrier_scac ?? null,
    carrier_name: shipment.carrier,
    bill_of_lading: transport?.bill_of_lading ?? null,
    pro_number: shipment.tracking_number,
    vendor_number: order.header?.vendor_number ?? null,
    carton_count: shipment.cartons.length,
    weight,
    // Cartons state their weights in it also where another carton has none, and so the shipment has no sum.
    weight_unit: shipment.cartons.some(({ weight_kg }) => weight_kg !== null) ? asked.weight_unit : null,
    ship_from: shipFromOf(noticed),
    ship_to: shipToOf(noticed),
    orders: ordersOf(noticed),
  }
}
