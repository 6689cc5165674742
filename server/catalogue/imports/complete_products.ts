/** Completes assembled products with what the catalogue knows: options that stand, and variants without a SKU. */
import type { Sql } from '../../contract/sql.ts'
import type { RecordFault } from '../../imports/record_diff.ts'
import type { ProductOption, ProductRecord, VariantRecord } from '../product_records/product_record.ts'
import { derivedSku, optionKey } from './derived_sku.rules.ts'
import type { AssembledProduct } from './imported_product.model.ts'
import { readChoices, readStoredOptions, type StoredChoice } from './stored_products.store.ts'
import { normalText } from '../../records/texts.ts'

export interface CompletedProduct extends AssembledProduct {
  /** Places of variants whose SKU was derived. */
  derived: ReadonlySet<number>
  is_stored: boolean
}

const lacksSku = ({ record: { variants = [] } }: AssembledProduct) => variants.some(({ sku }) => sku === undefined)

export async function completeProducts(
  sql: Sql,
  organization_id: string,
  assembled: readonly AssembledProduct[],
): Promise<CompletedProduct[]> {
  const handles = assembled.flatMap(({ record: { handle } }) => handle ?? [])
  const loose = assembled.filter(({ record: { handle } }) => typeof handle !== 'string')
  const skus = loose.flatMap(({ record: { variants = [] } }) => variants.flatMap(({ sku }) => sku ?? []))
  const searched = assembled.filter(lacksSku).flatMap(({ record: { handle } }) => handle ?? [])
  const [products, choices] = await Promise.all([
    readStoredOptions(sql, organization_id, handles, skus),
    searched.length === 0 ? [] : readChoices(sql, organization_id, searched),
  ])
  const byHandle = new Map(products.flatMap((one) => (one.sku === null ? [[one.handle, one] as const] : [])))
  const bySku = new Map(products.flatMap((one) => (one.sku === null ? [] : [[one.sku, one] as const])))
  const byChoice = new Map(choices.map((one) => [choiceKey(one.handle ?? '', one.option_values), one]))
  return assembled.map((one) => {
    const { handle, variants = [] } = one.record
    const stored =
      typeof handle === 'string'
        ? byHandle.get(normalText(handle))
        : variants.map(({ sku }) => bySku.get(normalText(sku ?? ''))).find((product) => product !== undefined)
    const { variants: named, faults, derived } = nameVariants(one, byChoice)
    const options = standingOptions(one.record.options, stored?.options ?? [])
    const record: ProductRecord = { ...one.record, ...(options && { options }), ...(named && { variants: named }) }
    return { ...one, record, faults: [...one.faults, ...faults], derived, is_stored: stored !== undefined }
  })
}

const choiceKey = (handle: string, option_values: Readonly<Record<string, string>>) =>
  `${normalText(handle)} ${optionKey(option_values)}`

/** Values that stand keep their order, and stay for variants that the file does not name; new ones follow. */
function standingOptions(
  options: readonly ProductOption[] | undefined,
  stored: readonly ProductOption[],
): readonly ProductOption[] | undefined {
  if (options === undefined) return undefined
  const names = new Set(options.map(({ name }) => name))
  if (stored.length !== options.length || !stored.every(({ name }) => names.has(name))) return options
  return stored.map(({ name, values }) => {
    const more = options.find((one) => one.name === name)!.values
    return { name, values: [...new Set([...values, ...more])] }
  })
}

interface NamedVariants {
  variants: VariantRecord[] | undefined
  faults: RecordFault[]
  derived: Set<number>
}

function nameVariants(
  { record: { handle, variants }, variant_rows }: AssembledProduct,
  byChoice: ReadonlyMap<string, StoredChoice>,
): NamedVariants {
  const derived = new Set<number>()
  const faults: RecordFault[] = []
  const named = variants?.map((variant, at): VariantRecord => {
    if (variant.sku !== undefined) return variant
    if (typeof handle !== 'string') {
      const rule = 'is required where the row has no handle'
      faults.push({ field: 'sku', rule, value: null, row_number: variant_rows[at]! })
      return variant
    }
    const { option_values = {}, title = null } = variant
    const variantOnFile = byChoice.get(choiceKey(handle, option_values))
    if (variantOnFile !== undefined) return { ...variant, sku: variantOnFile.sku }
    derived.add(at)
    return { ...variant, sku: derivedSku(handle, Object.values(option_values), title) }
  })
  return { variants: named, faults, derived }
}
