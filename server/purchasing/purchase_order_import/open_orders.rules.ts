/**
 * Open purchase orders of another system, as files have them. An order is imported with the units that are still to
 * come: those that arrived before are in the opening stock, and its notes name them. Pure.
 */
import { type FoundVariants, unknownSku, unknownVariant } from '../../records/variant_names.rules.ts'
import { limits } from '../../contract/limits.ts'
import { shownCost } from '../../contract/money.ts'
import { Refusal, refuseField } from '../../contract/refusals.ts'
import type { Packing, UnitOfMeasure } from '../../contract/units_of_measure.ts'
import { orFault, recordFault } from '../../imports/record_fault.ts'
import type { FieldChange, RecordFault } from '../../imports/record_diff.ts'
import { orderToWrite, type OnFile, type OrderToWrite } from '../order_creation/creation.rules.ts'
import type { OrderDraft } from '../order_creation/draft.ts'
import { isSamePacking, packingOfLine, statedUnits } from '../purchase_units/purchase_unit.rules.ts'
import { nameKey, normalText } from '../../records/texts.ts'

export const openOrderStates = ['draft', 'approved', 'issued'] as const
export type OpenOrderState = (typeof openOrderStates)[number]

export interface OpenOrderLine {
  row_number: number
  sku: string | null
  variant_id: string | null
  ordered_quantity: number
  received_quantity: number
  /** Decimal text in the order's currency; the known cost where null. */
  unit_cost: string | null
  /** Instead of unit_cost, or agreeing with it. */
  purchase_unit_cost?: string | null
  /** As the file states it; that of the supplier's terms where it states none. */
  packing?: Packing
}

export interface OpenOrderRecord {
  reference: string
  supplier: string
  location: string
  status: OpenOrderState
  order_date: string | null
  expected_date: string | null
  currency: string | null
  lines: readonly OpenOrderLine[]
}

/**
 * Stored records by the names in records: ids by id, and by name in lower case or by SKU. null: several have the name.
 */
export interface OpenOrderNames {
  suppliers: ReadonlyMap<string, string | null>
  locations: ReadonlyMap<string, string | null>
  variants: FoundVariants<{ variant_id: string }>
}

export interface StandingLine extends Packing {
  line_id: string
  variant_id: string
  quantity: number
  unit_cost: string | null
}

/** An order that is there under the reference of a record. */
export interface StandingOrder {
  purchase_order_id: string
  name: string
  external_id: string | null
  order_type: string
  status: string
  supplier_id: string | null
  location_id: string
  order_date: string | null
  expected_delivery_date: string | null
  /** Whether anything was received, confirmed, shipped or sent. */
  is_in_use: boolean
  lines: readonly StandingLine[]
}

export interface LineChange {
  line_id: string
  quantity: number
  unit_cost: string | null
  /** Absent: it stays. */
  packing?: Packing
}

export interface OpenOrderChange {
  purchase_order_id: string
  /** null: it stays. */
  expected_delivery_date: string | null
  lines: readonly LineChange[]
}

export type OpenOrderWrite =
  | { kind: 'create'; status: OpenOrderState; draft: OrderDraft }
  | { kind: 'change'; before: OpenOrderChange; after: OpenOrderChange }

const linesOf = ({ lines }: OpenOrderRecord) => lines.filter((line) => line.ordered_quantity > line.received_quantity)

const received = ({ sku, variant_id, ordered_quantity, received_quantity }: OpenOrderLine) =>
  `${received_quantity} of ${ordered_quantity} ${sku ?? variant_id ?? ''}`

/** A note for people on what arrived before the import, for which there is no delivery and no ledger row. */
export function notesOf({ lines }: OpenOrderRecord): string | null {
  const arrived = lines.filter((line) => line.received_quantity > 0).map(received)
  const text = `Received before the import: ${arrived.join(', ')}.`
  return arrived.length === 0 ? null : text.slice(0, limits.purchase_order_notes_length_max).toWellFormed()
}

/** A row of a file before its units are counted: it states single units, purchase units, or both. */
export interface StatedOrderLine extends Omit<OpenOrderLine, 'ordered_quantity' | 'packing'> {
  ordered_quantity: number | null
  purchase_quantity: number | null
  purchase_unit: UnitOfMeasure | null
  purchase_unit_factor: number | null
}

export type StatedOrderRecord = Omit<OpenOrderRecord, 'lines'> & { lines: readonly StatedOrderLine[] }

/** How the supplier of a record sells the variant of a line. */
export type PackingOf = (record: StatedOrderRecord, line: StatedOrderLine) => Packing

/** The record with its lines in single units, or what is wrong with their units. */
export function countedRecord(record: StatedOrderRecord, packingOf: PackingOf): OpenOrderRecord | RecordFault[] {
  const faults: RecordFault[] = []
  const lines = record.lines.flatMap((stated): OpenOrderLine[] => {
    const { purchase_quantity, purchase_unit, purchase_unit_factor, ordered_quantity, ...line } = stated
    const counted = orFault(stated, () => {
      const known = packingOf(record, stated)
      const unit = {
        purchase_unit: purchase_unit ?? undefined,
        purchase_unit_factor: purchase_unit_factor ?? undefined,
      }
      const packing = packingOfLine(unit, known, '')
      const sent = { quantity: ordered_quantity ?? undefined, purchase_quantity: purchase_quantity ?? undefined }
      const units = statedUnits(sent, packing, '', 'ordered_quantity')
      return {
        units: units ?? refuseField('ordered_quantity', 'is required, unless purchase_quantity is given'),
        packing,
      }
    })
    if ('rule' in counted) {
      faults.push({ ...counted, row_number: line.row_number })
      return []
    }
    const statesUnit = purchase_quantity !== null || purchase_unit !== null || purchase_unit_factor !== null
    return [{ ...line, ordered_quantity: counted.units, ...(statesUnit ? { packing: counted.packing } : {}) }]
  })
  return faults.length > 0 ? faults : { ...record, lines }
}

/** The draft of a record, or what is wrong with it. */
export function draftOfRecord(record: OpenOrderRecord, names: OpenOrderNames): OrderDraft | RecordFault[] {
  const faults: RecordFault[] = []
  const find = (field: 'supplier' | 'location') => {
    const id = names[`${field}s`].get(nameKey(record[field]))
    if (id != null) return id
    const rule =
      id === null ? `names several ${field}s; use the id` : `must be the name or id of a ${field} of this organisation`
    faults.push(recordFault(field, rule, record[field]))
    return ''
  }
  const [supplier_id, location_id] = [find('supplier'), find('location')]
  const at = (line: OpenOrderLine, fault: RecordFault) => faults.push({ ...fault, row_number: line.row_number })
  const line_items = linesOf(record).map((line) => {
    const { sku, variant_id: id } = line
    const { by_id, by_sku } = names.variants
    const variant_id = (id === null ? by_sku.get(normalText(sku ?? '')) : by_id.get(id.toLowerCase()))?.variant_id
    if (sku === null && id === null) at(line, recordFault('sku', 'is required where variant_id is absent', null))
    else if (variant_id === undefined && id === null) at(line, recordFault('sku', unknownSku, sku))
    else if (variant_id === undefined) at(line, recordFault('variant_id', unknownVariant, id))
    return {
      variant_id: variant_id ?? '',
      quantity: line.ordered_quantity - line.received_quantity,
      unit_cost: line.unit_cost,
      ...(line.purchase_unit_cost == null ? {} : { purchase_unit_cost: line.purchase_unit_cost }),
      ...(line.packing === undefined ? {} : { packing: line.packing }),
    }
  })
  for (const line of record.lines)
    if (line.received_quantity > line.ordered_quantity)
      at(line, recordFault('received_quantity', 'must not be more than ordered_quantity', line.received_quantity))
  if (line_items.length === 0 && faults.length === 0)
    faults.push(recordFault('received_quantity', 'leaves nothing to come; import open orders only', null))
  if (faults.length > 0) return faults
  const { reference, order_date, expected_date, currency: _currency } = record
  return {
    at: '',
    order_type: 'purchase',
    name: reference,
    external_id: reference,
    supplier_id,
    location_id,
    order_date,
    expected_delivery_date: expected_date,
    notes: notesOf(record),
    line_items,
  }
}

const fileFields: Readonly<Record<string, string>> = {
  supplier_id: 'supplier',
  location_id: 'location',
  expected_delivery_date: 'expected_date',
  variant_id: 'sku',
  quantity: 'ordered_quantity',
  line_items: 'ordered_quantity',
}

/** A refusal of the rules of new orders in the words of the file. */
export function faultOfRefusal({ code, data, desc }: Refusal, record: OpenOrderRecord): RecordFault {
  if (code !== 'bad_request' || typeof data?.field !== 'string') return recordFault('reference', desc, record.reference)
  const inLine = /line_items\[(\d+)\]\.(.+)/.exec(data.field)
  const line = inLine === null ? undefined : linesOf(record)[Number(inLine[1])]
  const name = inLine?.[2] ?? data.field
  const field = fileFields[name] ?? name
  const fault = recordFault(field, String(data.rule), (line ?? record)[field as never] as string | null)
  return line === undefined ? fault : { ...fault, row_number: line.row_number }
}

/** The order of a draft by the rules of all new orders, or the first fault. */
export function statedOrder(
  record: OpenOrderRecord,
  draft: OrderDraft,
  onFile: OnFile,
  today: string,
): OrderToWrite | RecordFault {
  try {
    const order = orderToWrite(draft, onFile, today)
    if (record.currency !== null && record.currency !== order.currency)
      return recordFault('currency', `must be the supplier's currency, ${order.currency}`, record.currency)
    return order
  } catch (error) {
    if (error instanceof Refusal) return faultOfRefusal(error, record)
    throw error
  }
}

const costText = (cost: string | null) => (cost === null ? null : String(shownCost(cost)))

const shownUnit = ({ purchase_unit, purchase_unit_factor }: Packing, sku: string) =>
  `${purchase_unit} of ${purchase_unit_factor} ${sku}`

interface Difference {
  changes: FieldChange[]
  before: LineChange[]
  after: LineChange[]
}

/** Lines that differ; null where they are not those of the file. Lines of one variant are paired in their order. */
function lineDifference(record: OpenOrderRecord, order: OrderToWrite, existingOrder: StandingOrder): Difference | null {
  const left = Map.groupBy(existingOrder.lines, ({ variant_id }) => variant_id)
  const difference: Difference = { changes: [], before: [], after: [] }
  const lines = linesOf(record)
  for (const [i, { variant_id, quantity, unit_cost }] of order.line_items.entries()) {
    const line = left.get(variant_id)?.shift()
    if (line === undefined) return null
    // A file without costs leaves those of the lines.
    const { unit_cost: stated, purchase_unit_cost: ofUnit, packing } = lines[i]!
    const cost = stated === null && ofUnit == null ? line.unit_cost : unit_cost
    const isSameCost = costText(cost) === costText(line.unit_cost)
    const isSameUnit = packing === undefined || isSamePacking(packing, line)
    if (line.quantity === quantity && isSameCost && isSameUnit) continue
    const sku = lines[i]!.sku ?? variant_id
    if (line.quantity !== quantity)
      difference.changes.push({
        field: 'ordered_quantity',
        previous_value: `${line.quantity} ${sku} to come`,
        value: `${quantity} ${sku} to come`,
      })
    if (!isSameCost)
      difference.changes.push({
        field: 'unit_cost',
        previous_value: line.unit_cost === null ? null : `${costText(line.unit_cost)} of ${sku}`,
        value: `${costText(cost)} of ${sku}`,
      })
    const { line_id, purchase_unit, purchase_unit_factor, inner_pack_quantity } = line
    const held = { purchase_unit, purchase_unit_factor, inner_pack_quantity }
    if (!isSameUnit)
      difference.changes.push({
        field: 'purchase_unit',
        previous_value: shownUnit(held, sku),
        value: shownUnit(packing, sku),
      })
    const before = { line_id, quantity: line.quantity, unit_cost: line.unit_cost }
    const after = { line_id, quantity, unit_cost: cost }
    difference.before.push(isSameUnit ? before : { ...before, packing: held })
    difference.after.push(isSameUnit ? after : { ...after, packing })
  }
  return [...left.values()].some((rest) => rest.length > 0) ? null : difference
}

const fixed = (field: string, value: string | null) =>
  recordFault(field, 'differs from the order, which was imported before; change the order itself', value)

export type OpenOrderDifference =
  | { faults: RecordFault[] }
  | { changes: FieldChange[]; before: OpenOrderChange; after: OpenOrderChange }

/** Compares a record with the order that an earlier import made of it. */
export function orderDifference(
  record: OpenOrderRecord,
  order: OrderToWrite,
  existingOrder: StandingOrder,
): OpenOrderDifference {
  const { purchase_order_id, is_in_use } = existingOrder
  if (existingOrder.order_type !== 'purchase' || existingOrder.external_id !== record.reference)
    return { faults: [recordFault('reference', 'is the name of another order', record.reference)] }
  const faults: RecordFault[] = []
  if (existingOrder.supplier_id !== order.supplier_id) faults.push(fixed('supplier', record.supplier))
  if (existingOrder.location_id !== order.location_id) faults.push(fixed('location', record.location))
  if (record.order_date !== null && existingOrder.order_date !== record.order_date)
    faults.push(fixed('order_date', record.order_date))
  const lines = lineDifference(record, order, existingOrder)
  if (lines === null) faults.push(fixed('sku', null))
  if (faults.length > 0) return { faults }
  const changes = [...lines!.changes]
  const isLater = record.expected_date !== null && record.expected_date !== existingOrder.expected_delivery_date
  if (isLater)
    changes.push({
      field: 'expected_date',
      previous_value: existingOrder.expected_delivery_date,
      value: record.expected_date,
    })
  const isOpen = openOrderStates.some((state) => state === existingOrder.status)
  if (changes.length > 0 && (is_in_use || !isOpen)) return { faults: [fixed(changes[0]!.field, changes[0]!.value)] }
  return {
    changes,
    before: {
      purchase_order_id,
      expected_delivery_date: isLater ? existingOrder.expected_delivery_date : null,
      lines: lines!.before,
    },
    after: { purchase_order_id, expected_delivery_date: isLater ? record.expected_date : null, lines: lines!.after },
  }
}
