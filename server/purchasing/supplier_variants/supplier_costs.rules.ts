/** Compares the variants of suppliers in files with those stored. Pure. */
import { type FoundVariants, unknownSku, unknownVariant } from '../../records/variant_names.rules.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type { FieldChange, RecordFault } from '../../imports/record_diff.ts'
import { type Packing, singleUnits, type UnitOfMeasure } from '../../contract/units_of_measure.ts'
import { nameKey, normalText } from '../../records/texts.ts'
import { changedPacking, checkBatch, costAfter } from '../purchase_units/purchase_unit.rules.ts'

/** Blank fields stay as they are. The supplier and the variant are named by id or by name and SKU. */
export interface SupplierCostRecord {
  supplier: string
  sku: string | null
  variant_id: string | null
  supplier_sku: string | null
  /** Decimal text in the supplier's currency. */
  unit_cost: string | null
  purchase_unit: UnitOfMeasure | null
  purchase_unit_factor: number | null
  inner_pack_quantity: number | null
  /** Decimal text, instead of unit_cost. */
  purchase_unit_cost: string | null
  currency: string | null
  min_order_quantity: number | null
  batch_size: number | null
  lead_time_days: number | null
  is_primary: boolean | null
}

/** A row of supplier_variants. */
export interface SuppliedVariant extends Packing {
  supplier_id: string
  variant_id: string
  supplier_sku: string | null
  unit_cost: string | null
  min_order_quantity: number | null
  batch_size: number | null
  lead_time_days: number | null
  is_primary: boolean
}

export interface SupplierCostWrite extends Omit<SuppliedVariant, 'is_primary'> {
  /** null: as it is when the batch is written. */
  is_primary: boolean | null
  previous: SuppliedVariant | null
}

export interface SupplierCostFacts {
  /** By id, and by name in lower case. */
  suppliers: ReadonlyMap<string, { supplier_id: string; currency: string }>
  variants: FoundVariants<{ variant_id: string }>
}

export const termNames = [
  'supplier_sku',
  'unit_cost',
  'purchase_unit',
  'purchase_unit_factor',
  'inner_pack_quantity',
  'min_order_quantity',
  'batch_size',
  'lead_time_days',
] as const

export const pairKey = (one: { supplier_id: string; variant_id: string }) => `${one.supplier_id} ${one.variant_id}`

export interface ResolvedCost {
  supplier_id: string
  variant_id: string
}

/** The supplier and the variant of a record, or what is wrong with it. */
export function resolveCost(record: SupplierCostRecord, facts: SupplierCostFacts): ResolvedCost | RecordFault[] {
  const faults: RecordFault[] = []
  const supplier = facts.suppliers.get(nameKey(record.supplier))
  if (supplier === undefined)
    faults.push(recordFault('supplier', 'must be the name or id of a supplier of this organisation', record.supplier))
  const { sku, variant_id: id } = record
  const { by_id, by_sku } = facts.variants
  const variant_id = (id === null ? by_sku.get(normalText(sku ?? '')) : by_id.get(id.toLowerCase()))?.variant_id
  if (sku === null && id === null) faults.push(recordFault('sku', 'is required where variant_id is absent', null))
  else if (variant_id === undefined)
    faults.push(id === null ? recordFault('sku', unknownSku, sku) : recordFault('variant_id', unknownVariant, id))
  const { currency } = record
  if (currency !== null && supplier !== undefined && currency.toUpperCase() !== supplier.currency)
    faults.push(
      recordFault('currency', `must be the supplier's currency, ${supplier.currency}`, currency, [supplier.currency]),
    )
  if (record.supplier_sku?.trim() === '') faults.push(recordFault('supplier_sku', 'must not be blank', ''))
  return faults.length > 0 ? faults : { supplier_id: supplier!.supplier_id, variant_id: variant_id! }
}

export const noTerms = {
  supplier_sku: null,
  unit_cost: null,
  ...singleUnits,
  min_order_quantity: null,
  batch_size: null,
  lead_time_days: null,
}

const numberOf = (text: string | null) => (text === null ? undefined : Number(text))

/** The row that a record makes of `previous`; refuses a purchase unit or a cost that cannot be. */
export function costWrite(
  record: SupplierCostRecord,
  { supplier_id, variant_id }: ResolvedCost,
  previous: SuppliedVariant | null,
  currency: string,
): SupplierCostWrite {
  const previousTerms = previous ?? noTerms
  const stated = {
    purchase_unit: record.purchase_unit ?? undefined,
    purchase_unit_factor: record.purchase_unit_factor ?? undefined,
    inner_pack_quantity: record.inner_pack_quantity ?? undefined,
  }
  const packing = changedPacking(stated, previousTerms, '')
  const batch_size = record.batch_size ?? previousTerms.batch_size
  checkBatch({ ...stated, batch_size: record.batch_size }, batch_size, packing, '')
  const costs = { unit_cost: numberOf(record.unit_cost), purchase_unit_cost: numberOf(record.purchase_unit_cost) }
  return {
    supplier_id,
    variant_id,
    supplier_sku: record.supplier_sku?.trim() ?? previousTerms.supplier_sku,
    unit_cost: costAfter(costs, previousTerms.unit_cost, packing, currency, ''),
    ...packing,
    min_order_quantity: record.min_order_quantity ?? previousTerms.min_order_quantity,
    batch_size,
    lead_time_days: record.lead_time_days ?? previousTerms.lead_time_days,
    is_primary: record.is_primary,
    previous,
  }
}

const shown = (field: string, value: string | number | boolean | null) => {
  if (value === null) return null
  return field === 'unit_cost' ? String(Number(value)) : String(value)
}

type Terms = Pick<SuppliedVariant, (typeof termNames)[number]>

export const hasSameTerms = (one: Terms, other: Terms): boolean =>
  termNames.every((field) => shown(field, one[field]) === shown(field, other[field]))

export function costChanges(previous: SuppliedVariant, write: SupplierCostWrite): FieldChange[] {
  const changes: FieldChange[] = termNames
    .map((field) => ({ field, previous_value: shown(field, previous[field]), value: shown(field, write[field]) }))
    .filter((change) => change.previous_value !== change.value)
  if (write.is_primary !== null && write.is_primary !== previous.is_primary)
    changes.push({
      field: 'is_primary',
      previous_value: String(previous.is_primary),
      value: String(write.is_primary),
    })
  return changes
}
