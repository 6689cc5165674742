/** Rules and defaults of a new order. Pure: takes drafts and the records they refer to, returns orders. */
import Big from 'big.js'
import { addDays } from '../../calendar/days.ts'
import { limits } from '../../contract/limits.ts'
import { checkAmounts } from '../../contract/amounts.ts'
import { costDecimals } from '../../contract/money.ts'
import { refuseField } from '../../contract/refusals.ts'
import { type Packing, singleUnits } from '../../contract/units_of_measure.ts'
import { keepsNoStock } from '../../ledger/bundles/parts.rules.ts'
import type { OrderType } from '../known_values.ts'
import {
  checkWhole,
  packingOfLine,
  purchaseUnitCostOf,
  type StatedPacking,
  statedUnitCost,
  statedUnits,
} from '../purchase_units/purchase_unit.rules.ts'
import type {
  KnownCommitment,
  KnownLocation,
  KnownSupplier,
  KnownVariant,
  SourceStock,
} from '../deliveries/on_file.store.ts'
import type { LineRow, OrderRow } from './creation.ts'
import type { DraftLine, OrderDraft } from './draft.ts'

/** The organisation's records that the drafts refer to. */
export interface OnFile {
  currency: string
  locations: ReadonlyMap<string, KnownLocation>
  suppliers: ReadonlyMap<string, KnownSupplier>
  commitments: ReadonlyMap<string, KnownCommitment>
  variants: ReadonlyMap<string, KnownVariant>
  /** By `supplier variant`. */
  supplier_costs: ReadonlyMap<string, string>
  /** How a supplier sells a variant, by `supplier variant`; single units where there is none. */
  packings: ReadonlyMap<string, Packing>
  /** By `location variant`. */
  source_stock: ReadonlyMap<string, SourceStock>
}

export const keyOf = (a: string, b: string) => `${a} ${b}`

export type LineToWrite = Omit<LineRow, 'purchase_order_id' | 'line_id'> & { unit_cost: string | null }

export interface OrderToWrite extends Omit<OrderRow, 'purchase_order_id' | 'name'> {
  /** null: the next name of the organisation. */
  given_name: string | null
  order_date: string
  line_items: LineToWrite[]
}

export function checkLocation(id: string, field: string, onFile: Pick<OnFile, 'locations'>): KnownLocation {
  const location = onFile.locations.get(id) ?? refuseField(field, 'must be a location of this organisation')
  if (!location.is_active) refuseField(field, `must be an active location; ${location.name} is inactive`)
  return location
}

export function checkSupplier(id: string, field: string, onFile: Pick<OnFile, 'suppliers'>): KnownSupplier {
  const supplier = onFile.suppliers.get(id) ?? refuseField(field, 'must be a supplier of this organisation')
  if (!supplier.is_active) refuseField(field, `must be an active supplier; ${supplier.name} is inactive`)
  return supplier
}

export function checkCommitment(id: string, field: string, onFile: Pick<OnFile, 'commitments'>): void {
  const commitment = onFile.commitments.get(id) ?? refuseField(field, 'must be a commitment of this organisation')
  if (commitment.status === 'closed' || commitment.status === 'retired')
    refuseField(field, `must be a declared or approved commitment; ${commitment.name} is ${commitment.status}`)
}

export function checkVariant(id: string, field: string, onFile: Pick<OnFile, 'variants'>): KnownVariant {
  const variant = onFile.variants.get(id) ?? refuseField(field, 'must be a variant of this organisation')
  if (variant.product_status === 'ARCHIVED')
    refuseField(field, `must not be a variant of an archived product; the product of ${variant.sku} is archived`)
  return variant
}

/** Checks that what an order brings can be stock. Units that a bundle has from before can still be moved. */
export function checkStocked({ sku, is_assembled }: KnownVariant, order_type: OrderType, field: string): void {
  if (is_assembled && order_type !== 'transfer') refuseField(field, keepsNoStock(sku))
}

export type Places = Pick<OrderRow, 'order_type' | 'location_id' | 'supplier_id' | 'source_location_id'>

/** Checks that supplier and locations fit the order type. */
export function checkPlaces(order: Places, at: string, onFile: Pick<OnFile, 'locations' | 'suppliers'>): void {
  const { order_type, supplier_id, source_location_id } = order
  checkLocation(order.location_id, `${at}location_id`, onFile)
  if (supplier_id !== null) {
    if (order_type === 'transfer') refuseField(`${at}supplier_id`, 'cannot be set on a transfer, which has no supplier')
    checkSupplier(supplier_id, `${at}supplier_id`, onFile)
  }
  if (source_location_id === null) {
    if (order_type === 'transfer') refuseField(`${at}source_location_id`, 'is required on a transfer')
    return
  }
  if (order_type === 'purchase')
    refuseField(`${at}source_location_id`, 'can be set only on transfers and manufacturing orders')
  checkLocation(source_location_id, `${at}source_location_id`, onFile)
  if (order_type === 'transfer' && source_location_id === order.location_id)
    refuseField(`${at}source_location_id`, 'must differ from location_id on a transfer')
}

export type Dates = Pick<OrderRow, 'order_date' | 'expected_delivery_date' | 'cancel_date' | 'ship_window_start'>

export function checkDates(dates: Dates, at: string): void {
  const { order_date, expected_delivery_date, cancel_date, ship_window_start } = dates
  if (order_date !== null) {
    if (expected_delivery_date !== null && expected_delivery_date < order_date)
      refuseField(`${at}expected_delivery_date`, `must not be before the order date, ${order_date}`)
    if (cancel_date !== null && cancel_date < order_date)
      refuseField(`${at}cancel_date`, `must not be before the order date, ${order_date}`)
  }
  if (ship_window_start !== null && cancel_date !== null && cancel_date < ship_window_start)
    refuseField(`${at}cancel_date`, 'must not be before ship_window_start')
}

/** Keeps sums within the range of the figures. */
export function checkSize(
  lines: readonly { quantity: number; unit_cost: string | null }[],
  at: string,
  linesMax: number = limits.purchase_order_lines_max,
): void {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const cost = lines.reduce((sum, line) => sum.plus(Big(line.unit_cost ?? 0).times(line.quantity)), Big(0))
  if (lines.length > linesMax) refuseField(`${at}line_items`, `may contain at most ${linesMax} lines`)
  if (units > limits.purchase_order_units_max)
    refuseField(`${at}line_items`, `may order at most ${limits.purchase_order_units_max.toLocaleString('en-US')} units`)
  if (cost.gt(limits.purchase_order_cost_max))
    refuseField(`${at}line_items`, `may cost at most ${limits.purchase_order_cost_max.toLocaleString('en-US')}`)
}

/** The source's available units must cover the transfer; lines with the same variant are summed. */
export function checkSource(
  source_location_id: string,
  lines: readonly { variant_id: string; quantity: number }[],
  at: string,
  onFile: Pick<OnFile, 'source_stock' | 'variants' | 'locations'>,
): void {
  const drawn = new Map<string, number>()
  lines.forEach(({ variant_id, quantity }, i) => {
    const units = (drawn.get(variant_id) ?? 0) + quantity
    drawn.set(variant_id, units)
    const stock = onFile.source_stock.get(keyOf(source_location_id, variant_id))
    const available = Math.max((stock?.on_hand ?? 0) - (stock?.committed ?? 0), 0)
    if (units <= available) return
    const sku = onFile.variants.get(variant_id)?.sku ?? variant_id
    const place = onFile.locations.get(source_location_id)?.name ?? source_location_id
    refuseField(
      `${at}line_items[${i}].quantity`,
      `needs ${units} of ${sku}, but ${place} has only ${available} available`,
    )
  })
}

/** The order's currency: the supplier's, or the organisation's if there is no supplier. */
export const currencyOf = (supplier_id: string | null, onFile: Pick<OnFile, 'suppliers' | 'currency'>): string =>
  (supplier_id === null ? undefined : onFile.suppliers.get(supplier_id)?.currency) ?? onFile.currency

/** A transfer costs its source's average; else the supplier's cost, or the variant's own cost if in the order's currency. */
export function knownCost(order: Places & { currency: string }, variant: KnownVariant, onFile: OnFile): string | null {
  const { order_type, supplier_id, source_location_id } = order
  if (order_type === 'transfer')
    return onFile.source_stock.get(keyOf(source_location_id!, variant.variant_id))?.average_cost ?? null
  const supplierCost =
    supplier_id === null ? undefined : onFile.supplier_costs.get(keyOf(supplier_id, variant.variant_id))
  return supplierCost ?? (variant.currency === order.currency ? variant.unit_cost : null)
}

/** How the order's supplier sells a variant. */
export const termsPacking = (
  supplier_id: string | null,
  variant_id: string,
  onFile: Pick<OnFile, 'packings'>,
): Packing => (supplier_id === null ? undefined : onFile.packings.get(keyOf(supplier_id, variant_id))) ?? singleUnits

/** Only what is bought has purchase units: transfers and manufacturing count single units. */
export function checkCountsSingle(order_type: OrderType, stated: StatedPacking, at: string): void {
  if (order_type === 'purchase') return
  if ((stated.purchase_unit ?? 'EA') !== 'EA' || (stated.purchase_unit_factor ?? 1) !== 1)
    refuseField(`${at}purchase_unit`, `must be EA on a ${order_type} order, which counts single units`)
}

function packingOf(line: DraftLine, at: string, { order_type, supplier_id }: Places, onFile: OnFile): Packing {
  checkCountsSingle(order_type, line, at)
  if (order_type !== 'purchase') return singleUnits
  const { variant_id, packing } = line
  return packing ?? packingOfLine(line, termsPacking(supplier_id, variant_id, onFile), at)
}

/** The cost that is on file; one that the supplier's currency cannot have must be stated. */
export function costOnFile(
  order: Places & { currency: string },
  variant: KnownVariant,
  { purchase_unit_factor }: Packing,
  at: string,
  onFile: OnFile,
): string | null {
  const cost = knownCost(order, variant, onFile)
  if (cost === null || order.order_type !== 'purchase' || costDecimals(order.currency) > 0) return cost
  if (!Big(purchaseUnitCostOf(cost, purchase_unit_factor)).mod(1).eq(0))
    refuseField(
      `${at}unit_cost`,
      `must be stated: the cost of ${variant.sku} on file, ${Big(cost).toFixed()}, has decimals, and ${order.currency} has none`,
    )
  return cost
}

function lineToWrite(
  line: DraftLine,
  field: string,
  order: Places & { currency: string; order_date: string },
  onFile: OnFile,
): LineToWrite {
  const at = `${field}.`
  const variant = checkVariant(line.variant_id, `${at}variant_id`, onFile)
  checkStocked(variant, order.order_type, `${at}variant_id`)
  const packing = packingOf(line, at, order, onFile)
  const { quantity: sent, purchase_quantity } = line
  const quantity =
    statedUnits({ quantity: sent, purchase_quantity }, packing, at) ??
    refuseField(`${at}quantity`, 'is required, unless purchase_quantity is sent')
  if (line.packing === undefined) checkWhole({ ...line, quantity, purchase_quantity }, packing, at)
  const sentCost = { unit_cost: line.unit_cost ?? undefined, purchase_unit_cost: line.purchase_unit_cost ?? undefined }
  const statedCost = line.copied_cost ?? statedUnitCost(sentCost, packing, order.currency, at) ?? null
  if (statedCost !== null && order.order_type === 'transfer') refuseTransferCost(`${at}unit_cost`)
  const expected = line.expected_delivery_date ?? null
  if (expected !== null && expected < order.order_date)
    refuseField(`${at}expected_delivery_date`, `must not be before the order date, ${order.order_date}`)
  return {
    variant_id: line.variant_id,
    quantity,
    ...packing,
    unit_cost: statedCost ?? costOnFile(order, variant, packing, at, onFile),
    duty_bp: line.duty_bp ?? null,
    expected_delivery_date: expected,
  }
}

export const refuseTransferCost = (field: string): never =>
  refuseField(field, 'cannot be set on a transfer, which moves goods at the cost at which they are held')

/** The requested date, or else the order date plus the supplier's lead time. */
function expectedOf(draft: OrderDraft, order_date: string, onFile: OnFile): string | null {
  if (draft.expected_delivery_date != null) return draft.expected_delivery_date
  const days = draft.supplier_id == null ? null : onFile.suppliers.get(draft.supplier_id)?.lead_time_days
  return days == null ? null : addDays(order_date, days)
}

/** The order that a draft becomes on `today`; refuses the first invalid field. */
export function orderToWrite(draft: OrderDraft, onFile: OnFile, today: string): OrderToWrite {
  const { at, order_type, location_id } = draft
  const supplier_id = draft.supplier_id ?? null
  const source_location_id = draft.source_location_id ?? (order_type === 'manufacturing' ? location_id : null)
  const places = { order_type, location_id, supplier_id, source_location_id }
  checkPlaces(places, at, onFile)
  if (draft.commitment_id != null) checkCommitment(draft.commitment_id, `${at}commitment_id`, onFile)
  const order_date = draft.order_date ?? today
  const dates = {
    order_date,
    is_order_date_stated: draft.order_date != null,
    expected_delivery_date: expectedOf(draft, order_date, onFile),
    cancel_date: draft.cancel_date ?? null,
    ship_window_start: draft.ship_window_start ?? null,
  }
  checkDates(dates, at)
  const priced = { ...places, currency: currencyOf(supplier_id, onFile), order_date }
  const { freight_per_container_cents = null } = draft
  checkAmounts(priced.currency, { [`${at}freight_per_container_cents`]: freight_per_container_cents })
  const line_items = draft.line_items.map((line, i) => lineToWrite(line, `${at}line_items[${i}]`, priced, onFile))
  checkSize(line_items, at)
  if (order_type === 'transfer') checkSource(source_location_id!, line_items, at, onFile)
  return {
    ...places,
    ...dates,
    given_name: draft.name ?? null,
    external_id: draft.external_id ?? null,
    currency: priced.currency,
    commitment_id: draft.commitment_id ?? null,
    notes: draft.notes ?? null,
    container_type_id: draft.container_type_id ?? null,
    freight_per_container_cents,
    line_items,
  }
}
