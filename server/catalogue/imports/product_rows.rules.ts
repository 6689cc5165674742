/** Rows of a product into a record. Pure. */
import Big from 'big.js'
import { limits } from '../../contract/limits.ts'
import type { FieldValue } from '../../imports/field.ts'
import type { RecordFault } from '../../imports/record_diff.ts'
import type { ProductOption, ProductRecord, VariantRecord } from '../product_records/product_record.ts'
import type {
  AssembledProduct,
  ImportedProduct,
  ProductImportOptions,
  ProductRow,
  ProductRowValues,
} from './imported_product.model.ts'
import { deepestPath, rejoin, splitList, unescapeLines } from './option_texts.rules.ts'
import { customFieldFamily, metafieldFamily, productFieldNames } from './product_fields.ts'
import { optionsOf, type RowOptions, rowOptions } from './row_options.rules.ts'
import type { RowType } from './row_types.ts'

const typeOf = ({ values }: ProductRow): RowType => values.row_type ?? 'product_and_variant'
const statesProduct = (row: ProductRow) => ['product_and_variant', 'parent', 'single_or_parent'].includes(typeOf(row))

const variantFieldNames = [
  'sku',
  'barcode',
  'variant_title',
  'option1_value',
  'option2_value',
  'option3_value',
  'option4_value',
  'option5_value',
  'option6_value',
  'option_colour',
  'option_size',
  'variant_options',
  'position',
  'price',
  'compare_at_price',
  'sale_price',
  'unit_cost',
  'weight_kg',
  'weight_g',
  'weight_lb',
  'weight_oz',
  'carton_quantity',
  'carton_cbm',
  'carton_weight_kg',
] as const

const hasVariantFields = ({ values }: ProductRow) =>
  variantFieldNames.some((name) => values[name] !== null) ||
  Object.keys(values).some((name) => name.startsWith(customFieldFamily) && values[name] !== null)

/** What a row says of its variant. */
const sayingOf = ({ values }: ProductRow) =>
  JSON.stringify([
    variantFieldNames.map((name) => values[name]),
    Object.entries(values).filter(([name]) => name.startsWith(customFieldFamily)),
  ])

/**
 * The rows that are variants, in their order. A row that says once more what another says of its variant is no further
 * one: sheets of stock have a row for each location.
 */
export function variantRowsOf(rows: readonly ProductRow[]): ProductRow[] {
  const named = rows.filter((row) => typeOf(row) === 'variant')
  const all = rows.filter((row) => {
    const type = typeOf(row)
    if (type === 'variant') return true
    if (type === 'single_or_parent') return named.length === 0
    return type === 'product_and_variant' && hasVariantFields(row)
  })
  return [...Map.groupBy(all, sayingOf).values()].map(([first]) => first!)
}

export const isSkipped = (row: ProductRow): boolean => typeOf(row) === 'skipped'

const same = (a: FieldValue, b: FieldValue) => JSON.stringify(a) === JSON.stringify(b)
const shown = (value: FieldValue) => (typeof value === 'object' ? value.join(', ') : String(value))

/** Values of the product, each field once; another value on another row is a fault. */
function productValues(rows: readonly ProductRow[], faults: RecordFault[]): Map<string, FieldValue> {
  const valueOf = new Map<string, FieldValue>()
  for (const { row_number, values } of rows)
    for (const [field, value] of Object.entries(values)) {
      const isOwn = (productFieldNames as readonly string[]).includes(field) || field.startsWith(metafieldFamily)
      if (!isOwn || value === null) continue
      const earlierValue = valueOf.get(field)
      if (earlierValue === undefined) valueOf.set(field, value)
      else if (!same(earlierValue, value)) {
        const rule = `differs from the value ${shown(earlierValue).slice(0, 200)} of another row of the same product`
        faults.push({ field, rule, value: shown(value), row_number })
      }
    }
  return valueOf
}

/** Images of all rows, by position where they have one. */
function imagesOf(rows: readonly ProductRow[], escaped: boolean): string[] {
  const images = rows.flatMap(({ values }, i) => {
    const listed = values.images === null ? [] : splitList(values.images, escaped)
    const own = values.image_url === null ? [] : [values.image_url]
    const place = values.image_position ?? limits.product_list_max + i
    return [...own, ...listed].map((url) => ({ url, place }))
  })
  return [...new Set(images.toSorted((a, b) => a.place - b.place).map(({ url }) => url))]
}

const kilograms = { kg: 1, g: 0.001, lb: 0.45359237, oz: 0.028349523125 } as const

/** Kilograms with four decimals. */
function weightOf(values: ProductRowValues): string | null {
  const { weight_kg, weight_g, weight_lb, weight_oz, weight_unit } = values
  const [text, unit] =
    weight_kg !== null
      ? ([weight_kg, weight_unit ?? 'kg'] as const)
      : weight_g !== null
        ? ([weight_g, 'g'] as const)
        : weight_lb !== null
          ? ([weight_lb, 'lb'] as const)
          : ([weight_oz, 'oz'] as const)
  return text === null ? null : Big(text).times(kilograms[unit]).toFixed(4)
}

/** A reduced price is the selling price, and the price becomes the one before it. */
function pricesOf(
  values: ProductRowValues,
  isCurrent: boolean,
): Pick<VariantRecord, 'price_cents' | 'compare_at_price_cents'> {
  const { price, compare_at_price, sale_price } = values
  if (sale_price !== null) return { price_cents: sale_price, compare_at_price_cents: price ?? undefined }
  return {
    price_cents: price ?? undefined,
    compare_at_price_cents: compare_at_price ?? (isCurrent && price !== null ? null : undefined),
  }
}

const weightFields = ['weight_kg', 'weight_g', 'weight_lb', 'weight_oz'] as const

/** A row of a variant alone has the prices, the cost and the weight of its product's row where it states none. */
function withParent(row: ProductRow, parent: ProductRow | undefined): ProductRowValues {
  if (parent === undefined || typeOf(row) !== 'variant') return row.values
  const { values: own } = row
  const { values: from } = parent
  const isPriced = own.price !== null || own.sale_price !== null
  const hasWeight = weightFields.some((name) => own[name] !== null)
  return {
    ...own,
    price: own.price ?? from.price,
    ...(isPriced
      ? {}
      : { sale_price: from.sale_price, compare_at_price: own.compare_at_price ?? from.compare_at_price }),
    unit_cost: own.unit_cost ?? from.unit_cost,
    ...(hasWeight ? {} : Object.fromEntries(weightFields.map((name) => [name, from[name]]))),
    weight_unit: hasWeight ? own.weight_unit : from.weight_unit,
  }
}

function customFieldsOf(values: ProductRowValues): VariantRecord['custom_fields'] {
  const stated = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(customFieldFamily) && value !== null ? [[name.slice(customFieldFamily.length), shown(value)]] : [],
  )
  return stated.length === 0 ? undefined : Object.fromEntries(stated)
}

const defined = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T

function variantOf(
  row: ProductRow,
  parent: ProductRow | undefined,
  own: RowOptions,
  isCurrent: boolean,
): VariantRecord {
  const values = withParent(row, parent)
  const isAlone = typeOf(row) !== 'variant' && typeOf(row) !== 'product_and_variant'
  return defined<VariantRecord>({
    sku: values.sku ?? undefined,
    barcode: values.barcode ?? undefined,
    title: values.variant_title ?? undefined,
    option_values: own.pairs.length === 0 ? undefined : Object.fromEntries(own.pairs),
    position: values.position ?? undefined,
    ...pricesOf(values, isCurrent),
    unit_cost: values.unit_cost ?? undefined,
    weight_kg: weightOf(values) ?? undefined,
    carton_quantity: values.carton_quantity ?? undefined,
    carton_cbm: values.carton_cbm ?? undefined,
    carton_weight_kg: values.carton_weight_kg ?? undefined,
    is_archived: isAlone ? undefined : (values.is_archived ?? undefined),
    custom_fields: customFieldsOf(values),
  })
}

function productOf(stated: ReadonlyMap<string, FieldValue>, options: ProductImportOptions): ProductRecord {
  const escaped = options.escapes === 'backslash'
  const { category_paths, ...plain } = Object.fromEntries(
    productFieldNames.map((name) => [name, stated.get(name)]),
  ) as Record<string, FieldValue | undefined>
  const path = typeof category_paths === 'string' ? deepestPath(category_paths, escaped) : null
  const record: Record<string, unknown> = { ...plain }
  if (path !== null) {
    record.category ??= path.category
    record.subcategory ??= path.subcategory ?? undefined
  }
  if (escaped) {
    if (typeof record.description === 'string') record.description = unescapeLines(record.description)
    for (const name of ['tags', 'platform_tags', 'seasons', 'sales_channels'])
      if (record[name] !== undefined) record[name] = rejoin(record[name] as string[])
  }
  return defined(record) as ProductRecord
}

function metafieldsOf(
  stated: ReadonlyMap<string, FieldValue>,
  unused: readonly ProductOption[],
): ProductRecord['metafields'] {
  const own = [...stated].flatMap(([name, value]) =>
    name.startsWith(metafieldFamily) ? [[name.slice(metafieldFamily.length), shown(value)] as const] : [],
  )
  const attributes = unused.map(({ name, values }) => [`attribute.${name}`, values.join(', ')] as const)
  const all = [...attributes, ...own]
  return all.length === 0 ? undefined : Object.fromEntries(all)
}

export function assembleProduct({ handle, rows }: ImportedProduct, options: ProductImportOptions): AssembledProduct {
  const faults: RecordFault[] = []
  const escaped = options.escapes === 'backslash'
  const productRows = rows.filter(statesProduct)
  const stated = productValues(productRows, faults)
  const variantRows = variantRowsOf(rows)
  const own = rowOptions(rows, variantRows, escaped, faults)
  const { used, unused } = optionsOf(
    rows.filter((row) => !variantRows.includes(row)),
    variantRows,
    own,
    escaped,
  )
  const parent = productRows.find((row) => typeOf(row) !== 'product_and_variant')
  const isCurrent = options.sale_prices === 'current'
  const variants = variantRows.map((row) => variantOf(row, parent, own.get(row)!, isCurrent))
  const [image_url, ...gallery_images] = imagesOf(rows, escaped)
  // A parent whose variants stand elsewhere says nothing of which of its attributes are options.
  const metafields = metafieldsOf(stated, variantRows.length === 0 ? [] : unused)
  const record = defined<ProductRecord>({
    ...productOf(stated, options),
    handle: handle ?? undefined,
    image_url,
    gallery_images: image_url === undefined ? undefined : gallery_images,
    options: used.length === 0 ? undefined : used,
    metafields,
    variants: variants.length === 0 ? undefined : variants,
  })
  const variant_rows = variantRows.map(({ row_number }) => row_number)
  return { record, variant_rows, faults, has_product_row: productRows.length > 0 }
}
