/** The notice of a shipment, transaction set 856: shipment, orders by door, cartons, items. */
import { freeText, identifier } from '../x12/characters.ts'
import { elementCodes, X12Error } from '../x12/faults.ts'
import type { Segment } from '../x12/segments.ts'
import type { OutgoingSet } from '../x12/write_interchange.ts'
import {
  checkTotals,
  type Content,
  contentOf,
  dates,
  decimal,
  optional,
  references,
  segment,
  type Segments,
  totals,
  x12Day,
  x12Time,
} from './fields.ts'
import { readItemIds, writeItemIds, writeTitle } from './items.ts'
import {
  customerReference,
  orderNumber,
  readComponents,
  readReferences,
  writeComponents,
  writeReferences,
} from './orders.ts'
import { isNowhere, partyCodes, readParties, writeParty } from './parties.ts'
import type { ItemIds, PackComponent, Party, Reference } from './record.ts'
import { readSscc, writeSscc } from './sscc.ts'

export interface ShippedItem extends ItemIds {
  line_reference: string | null
  quantity: number
  unit: string
  title: string | null
  ordered_quantity: number | null
  /** Contents of one of the unit, where that is a prepack (SLN). */
  components?: PackComponent[]
}

export interface ShippedCarton {
  /** 18 digits. Null only where a partner's notice lacks it: writing refuses a carton without one. */
  sscc: string | null
  /** The pallet on which the carton stands; cartons of one pallet follow one another. */
  pallet_sscc: string | null
  tracking_number: string | null
  /** Decimal text. */
  weight: string | null
  items: ShippedItem[]
}

/** The part of a shipment for one order and one door: an order that is split by door has several. */
export interface ShippedOrder {
  number: string
  release_number: string | null
  ordered_on: string | null
  department: string | null
  supplier_reference: string | null
  /** The customer's order reference (REF CO), as the order states it. */
  reference?: string
  /** Further references of the order. */
  references?: Reference[]
  /** The store that the cartons are marked for. */
  door: Party | null
  cartons: ShippedCarton[]
}

export interface ShippingNotice856 {
  purpose: 'original' | 'replacement' | 'cancellation'
  shipment_number: string
  created_on: string
  /** HH:MM. */
  created_at: string
  shipped_on: string | null
  /** Estimated. */
  deliver_on: string | null
  /** Standard Carrier Alpha Code. */
  carrier_scac: string | null
  carrier_name: string | null
  bill_of_lading: string | null
  /** The carrier's number of the shipment. */
  pro_number: string | null
  vendor_number: string | null
  carton_count: number | null
  /** Decimal text. */
  weight: string | null
  weight_unit: 'LB' | 'KG' | null
  ship_from: Party | null
  ship_to: Party | null
  orders: ShippedOrder[]
}

const purposes = { original: '00', cancellation: '01', replacement: '05' } as const
/** Shipment, order, packaging, item. */
const structure = '0001'
const shipmentReferences = { bill_of_lading: 'BM', pro_number: 'CN', vendor_number: 'IA' } as const
const dateCodes = { shipped_on: '011', deliver_on: '017' } as const
const units = { LB: 'LB', KG: 'KG' } as const

/** Levels are numbered through; HL names the number of the level above. */
class Levels {
  readonly segments: Segment[] = []
  count = 0

  add(parent: number | null, kind: string, segments: readonly Segment[]): number {
    this.count++
    this.segments.push(segment('HL', this.count, parent, kind), ...segments)
    return this.count
  }
}

function writeShipment(notice: ShippingNotice856): Segment[] {
  if (notice.ship_to !== null && isNowhere(notice.ship_to))
    throw new X12Error('The place to ship to has no number, and its name is not stored: state the door of the order.')
  const { carrier_scac, carrier_name, carton_count, weight, weight_unit } = notice
  const packages = carton_count === null ? ['', ''] : ['CTN', carton_count]
  const load = weight === null ? [] : ['G', decimal(weight), weight_unit]
  const hasLoad = carton_count !== null || weight !== null
  const scac = carrier_scac === null ? ['', ''] : ['2', identifier(carrier_scac, 4, 'The SCAC')]
  const hasCarrier = carrier_scac !== null || carrier_name !== null
  const names = ['bill_of_lading', 'pro_number', 'vendor_number'] as const
  return [
    ...(hasLoad ? [segment('TD1', ...packages, '', '', '', ...load)] : []),
    ...(hasCarrier ? [segment('TD5', 'B', ...scac, '', freeText(carrier_name, 35))] : []),
    ...references(names.map((name) => [shipmentReferences[name], notice[name]])),
    ...dates([
      [dateCodes.shipped_on, notice.shipped_on],
      [dateCodes.deliver_on, notice.deliver_on],
    ]),
    ...writeParty(partyCodes.ship_from, notice.ship_from),
    ...writeParty(partyCodes.ship_to, notice.ship_to),
  ]
}

const writeOrder = (order: ShippedOrder): Segment[] => [
  segment('PRF', orderNumber(order.number), order.release_number, '', x12Day(order.ordered_on)),
  ...references([
    ['DP', order.department],
    ['VN', order.supplier_reference],
    ['CO', order.reference ?? null],
  ]),
  ...writeReferences(order.references),
  ...writeParty(partyCodes.buyer, order.door),
]

function writeCarton({ sscc, tracking_number, weight }: ShippedCarton, unit: string | null, order: string): Segment[] {
  if (sscc === null)
    throw new X12Error(`A carton of order ${order} has no SSCC; a shipping notice needs one on each carton.`)
  return [
    ...optional(weight, (text) => segment('TD1', '', '', '', '', '', 'G', decimal(text), unit)),
    segment('MAN', 'GM', writeSscc(sscc)),
    ...optional(tracking_number, (text) => segment('MAN', 'CP', identifier(text, 48, 'The tracking number'))),
  ]
}

function writeItem(item: ShippedItem): Segment[] {
  const { line_reference, quantity, unit, ordered_quantity } = item
  const ordered = ordered_quantity === null ? [] : ['', ordered_quantity, unit]
  return [
    segment('LIN', line_reference, ...writeItemIds(item)),
    segment('SN1', line_reference, quantity, unit, ...ordered),
    ...writeComponents(item.components ?? []),
    ...writeTitle(item.title),
  ]
}

function addOrder(levels: Levels, shipment: number, order: ShippedOrder, unit: string | null): void {
  const parent = levels.add(shipment, 'O', writeOrder(order))
  let pallet: { sscc: string | null; level: number } = { sscc: null, level: parent }
  for (const carton of order.cartons) {
    const { pallet_sscc } = carton
    if (pallet_sscc !== pallet.sscc) {
      const marks = optional(pallet_sscc, (sscc) => segment('MAN', 'GM', writeSscc(sscc)))
      pallet = { sscc: pallet_sscc, level: pallet_sscc === null ? parent : levels.add(parent, 'T', marks) }
    }
    const level = levels.add(pallet.level, 'P', writeCarton(carton, unit, order.number))
    for (const item of carton.items) levels.add(level, 'I', writeItem(item))
  }
}

const itemsOf = ({ orders }: ShippingNotice856) =>
  orders.flatMap(({ cartons }) => cartons.flatMap(({ items }) => items))

export function write856(notice: ShippingNotice856): OutgoingSet {
  const { purpose, shipment_number, created_on, created_at, weight_unit, orders } = notice
  const number = identifier(shipment_number, 30, 'The shipment number')
  const levels = new Levels()
  const shipment = levels.add(null, 'S', writeShipment(notice))
  for (const order of orders) addOrder(levels, shipment, order, weight_unit)
  const quantities = itemsOf(notice).map(({ quantity }) => quantity)
  const segments = [
    segment('BSN', purposes[purpose], number, x12Day(created_on), x12Time(created_at), structure),
    ...levels.segments,
    totals(levels.count, quantities),
  ]
  return { type: '856', segments }
}

interface Level {
  id: string
  kind: string
  pallet_sscc: string | null
  order: ShippedOrder | null
  carton: ShippedCarton | null
}

function readOrder(loop: Segments): ShippedOrder {
  const prf = loop.need('PRF')
  const party = readParties(loop)
  return {
    number: prf.need(1),
    release_number: prf.text(2),
    ordered_on: prf.day(4),
    department: loop.reference('DP'),
    supplier_reference: loop.reference('VN'),
    ...customerReference(loop),
    ...readReferences(loop, ['DP', 'VN', 'CO']),
    door: party(partyCodes.buyer) ?? party(partyCodes.marked_for),
    cartons: [],
  }
}

const marked = (loop: Segments): string | null => {
  const mark = loop.find('MAN', 'GM') ?? loop.find('MAN', 'AA')
  return mark === undefined ? null : readSscc(mark)
}

const readCarton = (loop: Segments, pallet_sscc: string | null): ShippedCarton => ({
  sscc: marked(loop),
  pallet_sscc,
  tracking_number: loop.find('MAN', 'CP')?.text(2) ?? null,
  weight: loop.find('TD1')?.decimal(7) ?? null,
  items: [],
})

function readItem(loop: Segments): ShippedItem {
  const [lin, sn1] = [loop.need('LIN'), loop.need('SN1')]
  const components = readComponents(loop)
  return {
    line_reference: lin.text(1) ?? sn1.text(1),
    ...readItemIds(lin, 2),
    quantity: sn1.needInteger(2),
    unit: sn1.need(3),
    ordered_quantity: sn1.integer(5),
    title: loop.find('PID')?.text(5) ?? null,
    ...(components.length === 0 ? {} : { components }),
  }
}

/** Which levels a level may stand under; items straight under an order are in cartons that it does not describe. */
const parents: Record<string, string> = { S: '', O: 'S', T: 'O', P: 'OT', I: 'OP' }

/** Every level stands under the last one of the level above, so a damaged number cannot move an item elsewhere. */
function readLevels(loops: readonly Segments[]): { shipment: Segments; orders: ShippedOrder[] } {
  const orders: ShippedOrder[] = []
  const packed = new Set<ShippedOrder | null>()
  let path: Level[] = []
  for (const [i, loop] of loops.entries()) {
    const hl = loop.need('HL')
    const [id, kind] = [hl.need(1), hl.need(3)]
    if (Number(id) !== i + 1) hl.refuse(1, elementCodes.invalid_code, `${i + 1}, the next number`)
    if (parents[kind] === undefined) hl.refuse(3, elementCodes.invalid_code, 'S, O, T, P or I')
    const place = path.findIndex((level) => level.id === hl.text(2))
    const parent = path[place]
    const fits =
      kind === 'S' ? i === 0 && hl.text(2) === null : parent !== undefined && parents[kind]!.includes(parent.kind)
    const isLoose = kind === 'I' && parent?.kind === 'O' && packed.has(parent.order)
    if (!fits || isLoose) hl.refuse(2, elementCodes.invalid_code, 'the number of an open level above this one')
    const order = kind === 'O' ? readOrder(loop) : (parent?.order ?? null)
    const pallet_sscc = kind === 'T' ? marked(loop) : (parent?.pallet_sscc ?? null)
    let carton = kind === 'P' ? readCarton(loop, pallet_sscc) : (parent?.carton ?? null)
    if (kind === 'O') orders.push(order!)
    if (kind === 'P') {
      packed.add(order)
      order!.cartons.push(carton!)
    }
    if (kind === 'I' && carton === null) {
      carton = { sscc: null, pallet_sscc: null, tracking_number: null, weight: null, items: [] }
      order!.cartons.push(carton)
      parent!.carton = carton
    }
    if (kind === 'I') carton!.items.push(readItem(loop))
    path = [...path.slice(0, place + 1), { id, kind, pallet_sscc, order, carton: kind === 'P' ? carton : null }]
  }
  return { shipment: loops[0]!, orders }
}

export function read856(content: Content): ShippingNotice856 {
  const all = contentOf(content, '856')
  const bsn = all.need('BSN')
  all.need('HL')
  const { loops, tail } = all.loops('HL')
  const { shipment, orders } = readLevels(loops)
  const quantities = loops.flatMap((loop) => loop.filter('SN1').map((sn1) => sn1.integer(2) ?? 0))
  checkTotals(tail, loops.length, quantities)
  const party = readParties(shipment)
  const [td1, td5] = [shipment.find('TD1'), shipment.find('TD5')]
  const weighed = loops.flatMap((loop) => loop.filter('TD1')).find((one) => one.text(8) !== null)
  return {
    purpose: bsn.choice(1, purposes),
    shipment_number: bsn.need(2),
    created_on: bsn.needDay(3),
    created_at: bsn.time(4) ?? bsn.need(4),
    shipped_on: shipment.date(dateCodes.shipped_on),
    deliver_on: shipment.date(dateCodes.deliver_on),
    carrier_scac: td5?.raw(2) === '2' ? td5.text(3) : null,
    carrier_name: td5?.text(5) ?? null,
    bill_of_lading: shipment.reference(shipmentReferences.bill_of_lading),
    pro_number: shipment.reference(shipmentReferences.pro_number),
    vendor_number: shipment.reference(shipmentReferences.vendor_number),
    carton_count: td1?.integer(2) ?? null,
    weight: td1?.decimal(7) ?? null,
    weight_unit: weighed?.choice(8, units) ?? null,
    ship_from: party(partyCodes.ship_from),
    ship_to: party(partyCodes.ship_to),
    orders,
  }
}
