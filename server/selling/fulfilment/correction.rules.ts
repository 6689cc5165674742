/** A shipment as it is to be after a correction, and what differs from another account of it. Pure. */
import { isDifferent } from '../../contract/difference.ts'
import { counted } from '../../contract/outcome.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import type { CartonRow } from './new_shipment.store.ts'
import type { Transport } from './ship_order.ts'
import type { PackedLine } from './shipment.rules.ts'
import type { ShipmentLineOnFile, ShipmentOnFile } from './voided_shipment.store.ts'

export interface Contents {
  cartons: readonly CartonRow[]
  packed: readonly PackedLine[]
}

/** The contents of a shipment on file, by lines of the order as if it had not shipped. */
export function contentsOnFile({ cartons, lines }: ShipmentOnFile, from: LockedOrder): Contents {
  const lineOf = new Map(from.lines.map((line) => [line.line_id, line]))
  const packed = lines.map(({ order_line_id, carton_number, quantity }) => ({
    line: lineOf.get(order_line_id)!,
    carton_number,
    quantity,
  }))
  return { cartons, packed }
}

/** A carton that is sent without a code keeps the one that is on the carton of its number. */
export const keepCodes = (cartons: readonly CartonRow[], onFile: readonly CartonRow[]): CartonRow[] => {
  const sent = new Set(cartons.flatMap(({ sscc }) => sscc ?? []))
  const codes = new Map(onFile.map(({ carton_number, sscc }) => [carton_number, sscc ?? null]))
  return cartons.map((carton) => {
    const code = codes.get(carton.carton_number) ?? null
    return { ...carton, sscc: carton.sscc ?? (code !== null && sent.has(code) ? null : code) }
  })
}

const packedKey = (line_id: string, carton_number: number | null) => `${line_id} ${carton_number ?? ''}`

function packedUnits(packed: Contents['packed']): Map<string, number> {
  const units = new Map<string, number>()
  for (const { line, carton_number, quantity } of packed) {
    const key = packedKey(line.line_id, carton_number)
    units.set(key, (units.get(key) ?? 0) + quantity)
  }
  return units
}

const isSameMap = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
  one.size === other.size && [...one].every(([key, units]) => other.get(key) === units)

export const transportNames = ['carrier_scac', 'bill_of_lading', 'deliver_on'] as const

export interface ShipmentDetails extends Transport {
  location_id: string
  shipped_at: string
  carrier: string | null
  tracking_number: string | null
}

const isSameCarton = (one: CartonRow, other: CartonRow | undefined) =>
  other !== undefined &&
  !isDifferent(
    { ...other, weight_kg: other.weight_kg == null ? null : Number(other.weight_kg) },
    { ...one, weight_kg: one.weight_kg == null ? null : Number(one.weight_kg) },
  )

/** Whether a correction changes nothing of what is on file. */
export function isUnchanged(
  details: ShipmentDetails,
  contents: Contents,
  onFile: ShipmentOnFile,
  before: Contents,
): boolean {
  return (
    details.location_id === onFile.location_id &&
    Date.parse(details.shipped_at) === Date.parse(onFile.shipped_at) &&
    details.carrier === onFile.carrier &&
    details.tracking_number === onFile.tracking_number &&
    transportNames.every((name) => details[name] === onFile[name]) &&
    isSameMap(packedUnits(contents.packed), packedUnits(before.packed)) &&
    contents.cartons.length === before.cartons.length &&
    contents.cartons.every((carton, i) => isSameCarton(carton, before.cartons[i]))
  )
}

/** A line of a request, by the SKU that it names, itself or through its line of the order. */
export interface StatedUnits {
  sku: string
  carton_number: number | null
  quantity: number
}

/** What a repeated request states; what it leaves out may have any value. */
export interface StatedShipment extends Transport {
  location_id?: string
  shipped_at?: string
  carrier: string | null
  tracking_number: string | null
  cartons: readonly CartonRow[]
  units: readonly StatedUnits[]
}

function unitsBySku(all: readonly StatedUnits[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const { sku, carton_number, quantity } of all) {
    const key = carton_number === null ? sku : `${sku} in carton ${carton_number}`
    units.set(key, (units.get(key) ?? 0) + quantity)
  }
  return units
}

const said = (value: string | null | undefined) => value ?? 'none'

/** Each difference between a request and the shipment that was recorded under its id, as a clause; empty if there is none. */
export function differencesOf(
  stated: StatedShipment,
  onFile: ShipmentOnFile,
  skuOf: (line: ShipmentLineOnFile) => string,
): string[] {
  const differences: string[] = []
  const compare = (what: string, one: string | null, other: string | null | undefined) => {
    if (one !== (other ?? null)) differences.push(`${what} ${said(one)}, recorded with ${said(other)}`)
  }
  if (stated.location_id !== undefined && stated.location_id.toLowerCase() !== onFile.location_id)
    differences.push('another location')
  if (stated.shipped_at !== undefined && Date.parse(stated.shipped_at) !== Date.parse(onFile.shipped_at))
    compare('shipped_at', new Date(stated.shipped_at).toISOString(), new Date(onFile.shipped_at).toISOString())
  compare('carrier', stated.carrier, onFile.carrier)
  compare('tracking_number', stated.tracking_number, onFile.tracking_number)
  for (const name of transportNames) compare(name, stated[name], onFile[name])
  const before = unitsBySku(onFile.lines.map((line) => ({ ...line, sku: skuOf(line) })))
  const now = unitsBySku(stated.units)
  for (const key of new Set([...now.keys(), ...before.keys()])) {
    const [units, recorded] = [now.get(key) ?? 0, before.get(key) ?? 0]
    if (units !== recorded) differences.push(`${counted(units, 'unit')} of ${key}, recorded with ${recorded}`)
  }
  for (const carton of stated.cartons) {
    const other = onFile.cartons.find(({ carton_number }) => carton_number === carton.carton_number)
    if (carton.sscc != null) compare(`SSCC of carton ${carton.carton_number}`, carton.sscc, other?.sscc)
    if (carton.pallet_sscc != null)
      compare(`pallet of carton ${carton.carton_number}`, carton.pallet_sscc, other?.pallet_sscc)
  }
  return differences
}
