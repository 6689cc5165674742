/** Compares the variants of a product record. */
import Big from 'big.js'
import { uuidv7 } from 'uuidv7'
import { limits } from '../../contract/limits.ts'
import { isCalendarDate } from '../../contract/schema.ts'
import { type Checked, checkLine, longText, plainText } from './field.rules.ts'
import {
  type Batch,
  type CustomField,
  type Draft,
  isSame,
  noteChange,
  type ProductRow,
  type StoredVariant,
  type VariantRow,
  type WrittenVariant,
} from './batch.model.ts'
import type { ProductRecord, VariantRecord } from './product_record.ts'
import {
  eventKindOf,
  optionValuesText,
  readFields,
  type VariantFieldName,
  variantFields,
} from './record_fields.rules.ts'
import { normalText } from '../../records/texts.ts'

const newVariant: VariantRow = {
  sku: '',
  shared_sku: null,
  barcode: null,
  title: '',
  option_values: {},
  position: 1,
  price_cents: null,
  compare_at_price_cents: null,
  unit_cost: null,
  weight_kg: null,
  carton_quantity: null,
  carton_cbm: null,
  carton_weight_kg: null,
  lead_time_days: null,
  archived_at: null,
}

interface VariantDraft extends WrittenVariant {
  /** `variants[0].`, for faults. */
  prefix: string
  stored: StoredVariant | null
  given: VariantRecord
}

interface CustomValue {
  variant_id: string
  custom_field_id: string
  value: string | null
}

export interface VariantWrites {
  variants: WrittenVariant[]
  custom_values: CustomValue[]
}

/** `row` is the product as it will be. */
export function diffVariants(batch: Batch, draft: Draft, row: ProductRow, record: ProductRecord): VariantWrites {
  const { variants = [] } = record
  const siblings = batch.known.siblings.get(draft.product_id) ?? []
  let position = siblings.reduce((last, one) => Math.max(last, one.position), 0)
  const seen = new Set<string>()
  const drafts = variants.flatMap((variantRecord, at): VariantDraft[] => {
    const variant = findVariant(batch, draft, variantRecord, `variants[${at}].`)
    if (variant === null) return []
    if (seen.has(variant.variant_id)) {
      draft.faults.push({ field: `${variant.prefix}sku`, rule: 'is repeated', value: variant.row.sku })
      return []
    }
    seen.add(variant.variant_id)
    if (variant.is_new) {
      position = Math.max(position + 1, variantRecord.position ?? 0)
      variant.row.position = Math.min(position, limits.product_variants_max)
    }
    return [variant]
  })
  for (const one of drafts) diffVariantRow(batch, draft, one, row)
  checkOptionValues(draft, drafts, siblings, row)
  const total = siblings.length + drafts.filter(({ is_new }) => is_new).length
  if (total > limits.product_variants_max)
    draft.faults.push({
      field: 'variants',
      rule: `must be at most ${limits.product_variants_max.toLocaleString('en-US')} for one product`,
      value: String(total),
    })
  const custom_values = drafts.flatMap((one) => diffCustomFields(batch, draft, one))
  const touched = new Set(draft.changes.map(({ variant }) => variant?.variant_id))
  const written = drafts.filter(({ is_new, variant_id }) => is_new || touched.has(variant_id))
  return {
    variants: written.map(({ variant_id, is_new, row: own }) => ({ variant_id, is_new, row: own })),
    custom_values,
  }
}

/** The variant that a record names: by id, else by SKU, else a new one. null where it cannot be written. */
function findVariant(batch: Batch, draft: Draft, variantRecord: VariantRecord, prefix: string): VariantDraft | null {
  const { known } = batch
  const fault = (field: string, rule: string, value: unknown) => {
    draft.faults.push({ field: `${prefix}${field}`, rule, value: plainText(value) })
    return null
  }
  const sku = typeof variantRecord.sku === 'string' ? normalText(variantRecord.sku) : undefined
  const bySku = known.variants_by_sku.get(sku ?? '')
  if (variantRecord.variant_id === undefined && sku === undefined)
    return fault('sku', 'is required for a new variant', null)
  const stored =
    variantRecord.variant_id === undefined ? bySku : known.variants.get(variantRecord.variant_id.toLowerCase())
  if (variantRecord.variant_id !== undefined && stored === undefined)
    return fault('variant_id', 'must be a variant of this organisation', variantRecord.variant_id)
  if (stored !== undefined && stored.product_id !== draft.product_id)
    return fault(
      variantRecord.variant_id === undefined ? 'sku' : 'variant_id',
      'belongs to another product',
      variantRecord.variant_id ?? sku,
    )
  const isTaken =
    bySku !== undefined && (bySku !== stored || (batch.creates_only && variantRecord.variant_id === undefined))
  if (isTaken) return fault('sku', 'belongs to another variant', sku)
  const final = sku ?? stored!.sku
  if (batch.skus.has(final)) return fault('sku', 'is repeated', final)
  batch.skus.add(final)
  if (stored === undefined)
    return { prefix, given: variantRecord, stored: null, variant_id: uuidv7(), is_new: true, row: { ...newVariant } }
  const { variant_id, product_id: _product_id, ...row } = stored
  return { prefix, given: variantRecord, stored, variant_id, is_new: false, row }
}

const defaultTitle = (option_values: Readonly<Record<string, string>>, product: ProductRow): string => {
  const values = product.options.flatMap(({ name }) => option_values[name] ?? [])
  return (values.length === 0 ? product.title : values.join(' / ')).slice(0, limits.product_title_length_max)
}

function diffVariantRow({ context }: Batch, draft: Draft, one: VariantDraft, product: ProductRow): void {
  const { row, given, stored, prefix } = one
  const { is_archived, ...read } = readFields(variantFields, given, prefix, draft.faults)
  const option_values = readOptionValues(draft, one)
  const before = stored ?? { ...newVariant, position: row.position }
  const wasDefault = stored === null || stored.title === defaultTitle(stored.option_values, product)
  const next: Record<string, unknown> = { ...read }
  if (option_values !== undefined) next.option_values = option_values
  Object.assign(row, next)
  if (read.title === undefined && wasDefault) next.title = row.title = defaultTitle(row.option_values, product)
  if (is_archived !== undefined && is_archived !== (before.archived_at !== null))
    row.archived_at = is_archived === true ? context.now : null
  const variant = { variant_id: one.variant_id, sku: stored?.sku ?? row.sku }
  for (const [name, value] of Object.entries(next)) {
    const field = name as VariantFieldName | 'option_values'
    const previous = before[field as keyof typeof before]
    const text =
      field === 'option_values'
        ? (values: unknown) => optionValuesText(values as Record<string, string>)
        : variantFields[field].text
    const texts = { previous_text: text(previous), text: text(value) }
    noteChange(draft, { variant, field, kind: eventKindOf(field), previous, value, ...texts })
  }
  noteArchive(draft, variant, before.archived_at !== null, row.archived_at !== null, product.status)
}

/** A timeline shows the variant's status: that of its product, or ARCHIVED. */
function noteArchive(
  draft: Draft,
  variant: { variant_id: string; sku: string },
  previous: boolean,
  value: boolean,
  status: string,
): void {
  const shown = (is_archived: boolean) => (is_archived ? 'ARCHIVED' : status)
  noteChange(draft, {
    variant,
    field: 'is_archived',
    kind: 'status_changed',
    previous,
    value,
    previous_text: shown(previous),
    text: shown(value),
  })
}

function readOptionValues(draft: Draft, { given, prefix }: VariantDraft): Record<string, string> | undefined {
  if (given.option_values === undefined) return undefined
  const values: [string, string][] = []
  for (const [name, value] of Object.entries(given.option_values)) {
    const checked = checkLine(value, limits.product_label_length_max)
    if ('rule' in checked) {
      draft.faults.push({
        field: `${prefix}option_values`,
        rule: `has a value that ${checked.rule}`,
        value: plainText(value),
      })
      return undefined
    }
    values.push([normalText(name), checked.value as string])
  }
  return Object.fromEntries(values)
}

interface Combined {
  variant_id: string
  sku: string
  option_values: Readonly<Record<string, string>>
}

/** Checks changed options and option values: every value is one of its option, and no combination occurs twice. */
function checkOptionValues(
  draft: Draft,
  drafts: readonly VariantDraft[],
  siblings: readonly Combined[],
  product: ProductRow,
): void {
  const { options } = product
  const hasOtherOptions = draft.changes.some(({ field }) => field === 'options')
  const drafted = new Map(drafts.map((one) => [one.variant_id, one]))
  const changes = ({ stored, row }: VariantDraft) => stored === null || !isSame(stored.option_values, row.option_values)
  // Those that stay as they are come first, so that a variant that changes meets each of them.
  const [changing, staying] = [drafts.filter(changes), drafts.filter((one) => !changes(one))]
  const final: Combined[] = [
    ...siblings.filter(({ variant_id }) => !drafted.has(variant_id)),
    ...[...staying, ...changing].map(({ variant_id, row: { sku, option_values } }) => ({
      variant_id,
      sku,
      option_values,
    })),
  ]
  const combinations = new Map<string, Combined>()
  for (const one of final) {
    const own = drafted.get(one.variant_id)
    const field = own === undefined ? 'options' : `${own.prefix}option_values`
    const value = optionValuesText(one.option_values)
    const isChecked = hasOtherOptions || (own !== undefined && changes(own))
    const fault = isChecked ? combinationFault(options, one.option_values) : null
    if (fault !== null) {
      const ofSibling = `must fit every variant of the product; variant ${one.sku} has ${value ?? 'no option values'}`
      draft.faults.push(own === undefined ? { field, rule: ofSibling, value } : { field, value, ...fault })
      continue
    }
    if (options.length === 0) continue
    const combination = JSON.stringify(options.map(({ name }) => one.option_values[name] ?? null))
    const twin = combinations.get(combination)
    combinations.set(combination, one)
    if (twin !== undefined && isChecked)
      draft.faults.push({ field, rule: `must differ from those of variant ${twin.sku}`, value })
  }
}

function combinationFault(
  options: ProductRow['options'],
  option_values: Readonly<Record<string, string>>,
): { rule: string; allowed?: readonly string[] } | null {
  const names = options.map(({ name }) => name)
  const stray = Object.keys(option_values).find((name) => !names.includes(name))
  if (stray !== undefined)
    return { rule: `must name options of the product; ${plainText(stray)} is none`, allowed: names }
  for (const { name, values } of options) {
    const value = option_values[name]
    if (value === undefined) return { rule: `must have a value for the option ${name}`, allowed: values }
    if (!values.includes(value)) return { rule: `must have a value of the option ${name}`, allowed: values }
  }
  return null
}

const customText = longText(limits.product_field_value_length_max)

function checkCustomValue({ data_type, choices }: CustomField, raw: unknown): Checked {
  const checked = customText.check(typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw)
  if ('rule' in checked) return checked
  const value = checked.value as string
  switch (data_type) {
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? { value: Big(value).toFixed() } : { rule: 'must be a number' }
    case 'date':
      return isCalendarDate(value) ? { value } : { rule: 'must be a date in the format YYYY-MM-DD' }
    case 'boolean':
      return value === 'true' || value === 'false'
        ? { value }
        : { rule: 'must be true or false', allowed: ['true', 'false'] }
    case 'choice':
      return choices.includes(value) ? { value } : { rule: 'must be one of the choices of the field', allowed: choices }
    default:
      return { value }
  }
}

function diffCustomFields({ known }: Batch, draft: Draft, one: VariantDraft): CustomValue[] {
  const stored = known.custom_values.get(one.variant_id)
  const variant = { variant_id: one.variant_id, sku: one.stored?.sku ?? one.row.sku }
  return Object.entries(one.given.custom_fields ?? {}).flatMap(([fieldName, value]) => {
    const name = normalText(fieldName)
    const field = `${one.prefix}custom_fields.${plainText(name)}`
    const definition = known.custom_fields.get(name)
    if (definition === undefined) {
      draft.faults.push({ field, rule: 'must be a custom field of this organisation', value: plainText(value) })
      return []
    }
    const checked = value === null ? { value: null } : checkCustomValue(definition, value)
    if ('rule' in checked) {
      draft.faults.push({ field, value: plainText(value), ...checked })
      return []
    }
    const { custom_field_id } = definition
    const [previous, next] = [stored?.get(custom_field_id) ?? null, checked.value as string | null]
    if (previous === next) return []
    draft.changes.push({
      variant,
      field: 'custom_fields',
      key: name,
      kind: 'custom_field_changed',
      previous,
      value: next,
      previous_text: plainText(previous),
      text: plainText(next),
    })
    return [{ variant_id: one.variant_id, custom_field_id, value: next }]
  })
}
