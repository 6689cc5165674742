/** Parts shared by orders and their changes: the header, and the segments after the first one of a line. */
import { freeText, identifier } from '../x12/characters.ts'
import { elementCodes } from '../x12/faults.ts'
import type { Segment } from '../x12/segments.ts'
import { readAllowances, readSchedule } from './order_details.ts'
import { basisOf, priceOfOne, singleUnits } from './units.ts'
import {
  dates,
  decimal,
  joinParts,
  optional,
  partsOf,
  type Placed,
  quantityText,
  references,
  segment,
  type Segments,
} from './fields.ts'
import { readItemIds, writeItemIds, writeTitle } from './items.ts'
import { partyCodes, readParties, writeParty } from './parties.ts'
import type { DoorQuantity, OrderHeader, OrderLine, Pack, PackComponent, Reference } from './record.ts'
import { readTerms, writeTerms } from './terms.ts'

const noteLengthMax = 264
const doorsOfSegment = 10
const dateCodes = {
  deliver_on: '002',
  ship_from_on: '010',
  cancel_after: '001',
  ship_not_before: '037',
  ship_not_after: '038',
} as const
const deliveryCodes = { deliver_not_before: '064', deliver_not_after: '063' } as const
const referenceCodes = { reference: 'CO', department: 'DP', vendor_number: 'IA' } as const
const headerParties = ['buyer', 'supplier', 'ship_to', 'bill_to'] as const

export const orderNumber = (number: string) => identifier(number, 22, 'The order number')

const named = <Name extends string>(
  codes: Readonly<Record<Name, string>>,
  values: Readonly<Record<NoInfer<Name>, string | null>>,
) => (Object.keys(codes) as Name[]).map((name) => [codes[name], values[name]] as const)

/** A note of any length, split into as many segments as it needs. */
export function writeNotes(notes: string | null): Segment[] {
  const text = freeText(notes, 10_000)
  if (text === '') return []
  return [segment('N9', 'L1', 'NOTES'), ...partsOf(text, noteLengthMax).map((part) => segment('MSG', part))]
}

/** Text of MSG, and of notes and packaging in words, each on a line of its own. */
export function readNotes(head: Segments): string | null {
  const parts = head.filter('MSG').map((one) => one.raw(1))
  const others = [
    ...head.filter('NTE').map((one) => one.text(2)),
    ...head.filter('PKG', 'F').map((one) => one.text(5)),
  ].filter((text) => text !== null)
  const all = [...(parts.length === 0 ? [] : [joinParts(parts, noteLengthMax)]), ...others]
  return all.length === 0 ? null : all.join('\n')
}

/** Carrier, way of transport and routing in words; left out where none is stated. */
function readRouting(head: Segments): Pick<OrderHeader, 'routing'> {
  const all = head.filter('TD5').flatMap((td5) => {
    const method = td5.text(4)
    const parts = [td5.text(3), td5.text(5), method === null ? null : `way of transport ${method}`]
    const known = parts.filter((part) => part !== null)
    return known.length === 0 ? [] : [known.join(', ')]
  })
  return all.length === 0 ? {} : { routing: all.join('; ') }
}

/** Without what is null: these fields are left out where the document does not state them. */
const stated = <Name extends string>(values: Record<Name, string | null>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Partial<Record<Name, string>>

export const writeReferences = (all: readonly Reference[] = []): Segment[] =>
  all.map(({ qualifier, id }) => segment('REF', qualifier, identifier(id, 50, 'The reference')))

/** References other than those that have fields of their own; left out where there are none. */
export function readReferences(part: Segments, own: readonly string[]): { references?: Reference[] } {
  const all = part.filter('REF').flatMap((ref) => {
    const [qualifier, id] = [ref.need(1), ref.text(2)]
    return id === null || own.includes(qualifier) ? [] : [{ qualifier, id }]
  })
  return all.length === 0 ? {} : { references: all }
}

/** Segments after BEG or BCH. */
export const writeHeader = (order: OrderHeader): Segment[] => [
  ...optional(order.currency, (currency) => segment('CUR', 'BY', currency)),
  ...references(
    named(referenceCodes, order).map(([code, value]) => [
      code,
      value === null ? null : identifier(value, 50, 'The reference'),
    ]),
  ),
  ...writeReferences(order.references),
  ...optional(order.freight ?? null, (freight) => segment('FOB', freight)),
  ...writeTerms(order.terms),
  ...dates(named(dateCodes, order)),
  ...writeNotes(order.notes),
  ...headerParties.flatMap((name) => writeParty(partyCodes[name], order[name])),
]

export const writeTotal = (total: string | null): Segment[] =>
  optional(total, (amount) => segment('AMT', 'TT', decimal(amount)))

type HeaderFields = Omit<OrderHeader, 'number' | 'order_type' | 'release_number' | 'ordered_on'>

export function readHeader(head: Segments, tail: Segments): HeaderFields {
  const party = readParties(head)
  return {
    currency: head.find('CUR')?.text(2) ?? null,
    reference: head.reference(referenceCodes.reference),
    department: head.reference(referenceCodes.department),
    vendor_number: head.reference(referenceCodes.vendor_number),
    ...readReferences(head, Object.values(referenceCodes)),
    terms: readTerms(head).terms,
    deliver_on: head.date(dateCodes.deliver_on),
    ship_from_on: head.date(dateCodes.ship_from_on),
    cancel_after: head.date(dateCodes.cancel_after),
    ship_not_before: head.date(dateCodes.ship_not_before),
    ship_not_after: head.date(dateCodes.ship_not_after),
    ...stated({
      freight: head.find('FOB')?.text(1) ?? null,
      deliver_not_before: head.date(deliveryCodes.deliver_not_before),
      deliver_not_after: head.date(deliveryCodes.deliver_not_after),
    }),
    ...readAllowances(head),
    ...readRouting(head),
    notes: readNotes(head),
    buyer: party(partyCodes.buyer),
    supplier: party(partyCodes.supplier),
    ship_to: party(partyCodes.ship_to),
    bill_to: party(partyCodes.bill_to),
    total: (tail.find('AMT', 'TT') ?? head.find('AMT', 'TT'))?.decimal(2) ?? null,
  }
}

export const writeDoors = (doors: readonly DoorQuantity[], unit: string): Segment[] =>
  Array.from({ length: Math.ceil(doors.length / doorsOfSegment) }, (_, i) => {
    const part = doors.slice(i * doorsOfSegment, (i + 1) * doorsOfSegment)
    const pairs = part.flatMap(({ door_reference, quantity }) => [
      identifier(door_reference, 80, 'The door'),
      quantityText(quantity),
    ])
    return segment('SDQ', unit, '92', ...pairs)
  })

export const readDoors = (all: readonly Placed[]): DoorQuantity[] =>
  all
    .filter(({ tag }) => tag === 'SDQ')
    .flatMap((sdq) => {
      const places = Array.from({ length: doorsOfSegment }, (_, i) => 3 + 2 * i)
      return places
        .filter((place) => sdq.text(place) !== null)
        .map((place) => ({ door_reference: sdq.need(place), quantity: sdq.needQuantity(place + 1) }))
    })

function writePack(pack: Pack | null): Segment[] {
  if (pack === null) return []
  const { inner_packs, units_per_inner_pack } = pack
  const unused = Array.from({ length: 12 }, () => '')
  return inner_packs === null && units_per_inner_pack === null
    ? []
    : [segment('PO4', inner_packs, ...unused, units_per_inner_pack)]
}

export const writeComponents = (components: readonly PackComponent[]): Segment[] =>
  components.map(({ quantity, unit_price, ...ids }, i) => {
    const price = unit_price === null ? ['', ''] : [decimal(unit_price), 'PE']
    return segment('SLN', i + 1, '', 'I', quantityText(quantity), 'EA', ...price, '', ...writeItemIds(ids))
  })

/** In single units, as packs are taken apart: two of an item in DZ are 24, and their price is that of one. */
function readComponent(sln: Placed): PackComponent {
  const unit = sln.unit(5) ?? 'EA'
  const units =
    singleUnits[unit] ?? sln.refuse(5, elementCodes.invalid_code, `one of ${Object.keys(singleUnits).join(', ')}`)
  return {
    ...readItemIds(sln, 9),
    quantity: sln.needQuantity(4) * units,
    unit_price: priceOfOne(sln.decimal(6), sln.text(7), units),
  }
}

/** PO402 and PO403 in single units; a size of 1, or one that measures the item, says nothing about the pack. */
function sizeOf(po4: Placed | undefined): Pick<Pack, 'size_in_units'> {
  const units = singleUnits[po4?.text(3) ?? '']
  const size = po4?.decimal(2) ?? null
  if (units === undefined || size === null) return {}
  const size_in_units = Number(size) * units
  return size_in_units === 1 ? {} : { size_in_units }
}

/** Code I includes an item in the pack; other codes tell how it is made or sold. */
export const readComponents = (loop: Segments): PackComponent[] =>
  loop.all.filter((one) => one.tag === 'SLN' && one.raw(3) === 'I').map(readComponent)

export function readPack(loop: Segments): Pack | null {
  const po4 = loop.find('PO4')
  const [inner_packs, units_per_inner_pack] = [po4?.integer(1) ?? null, po4?.integer(14) ?? null]
  const components = readComponents(loop)
  const size = sizeOf(po4)
  const isStated =
    inner_packs !== null || units_per_inner_pack !== null || components.length > 0 || size.size_in_units !== undefined
  return isStated ? { inner_packs, units_per_inner_pack, ...size, components } : null
}

/** The price of a line and its basis: the one that is named, for each, or else for one of the line's unit. */
export const writePrice = (
  unit_price: string | null,
  unit = 'EA',
  basis = unit === 'EA' ? 'PE' : 'UM',
): [price: string, basis: string] => (unit_price === null ? ['', ''] : [decimal(unit_price), basis])

/** The basis of a line's price, where it is not one of the unit that is ordered. */
export const readBasis = (one: Placed, place: number, unit: string): Pick<OrderLine, 'price_basis'> => {
  const price_basis = basisOf(one.text(place), unit)
  return price_basis === undefined ? {} : { price_basis }
}

/** Segments after PO1 or POC. */
export const writeLineDetails = (line: OrderLine): Segment[] => [
  ...writeTitle(line.title),
  ...writePack(line.pack),
  ...writeDoors(line.doors, line.unit),
  ...dates([[dateCodes.deliver_on, line.deliver_on]]),
  ...writeComponents(line.pack?.components ?? []),
]

/** A line that names one place to ship to is for that door as a whole. */
function lineDoors(loop: Segments, quantity: number | null): DoorQuantity[] {
  const doors = readDoors(loop.all)
  const door_reference = readParties(loop)(partyCodes.ship_to)?.code ?? null
  return doors.length === 0 && door_reference !== null && quantity !== null ? [{ door_reference, quantity }] : doors
}

type LineDetails = Pick<OrderLine, 'title' | 'deliver_on' | 'ship_on' | 'schedule' | 'allowances' | 'doors' | 'pack'>

export const readLineDetails = (loop: Segments, quantity: number | null): LineDetails => ({
  title: loop.find('PID')?.text(5) ?? null,
  deliver_on: loop.date(dateCodes.deliver_on),
  ...stated({ ship_on: loop.date(dateCodes.ship_from_on) }),
  ...readSchedule(loop),
  ...readAllowances(loop),
  doors: lineDoors(loop, quantity),
  pack: readPack(loop),
})

/** The customer's order reference in an answer; left out where it states none. */
export function customerReference(part: Segments): { reference?: string } {
  const reference = part.reference('CO')
  return reference === null ? {} : { reference }
}
