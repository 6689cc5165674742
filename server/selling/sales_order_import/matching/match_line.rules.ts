/** The variant of a line: by its id or SKU, else by its barcode, else by its name. Pure. */
import { bareBarcode, type FoundVariants } from '../../../records/variant_names.rules.ts'
import type { LineRecord } from '../reading/order_record.ts'
import { type GoodsIndex, goodsNamed } from './name_match.rules.ts'

export interface FoundVariant {
  variant_id: string
  sku: string
  is_archived: boolean
  unit_cost: string | null
  regular_price_cents: number | null
}

export interface FoundGoods extends FoundVariants<FoundVariant> {
  /** Variants that share a SKU in the system that they came from. */
  by_shared_sku: ReadonlyMap<string, readonly FoundVariant[]>
  /** Without leading zeros. */
  by_barcode: ReadonlyMap<string, readonly FoundVariant[]>
  by_name: GoodsIndex
}

type MatchedBy = 'variant_id' | 'sku' | 'barcode' | 'product_name'

export type LineMatch = { variant: FoundVariant; by: MatchedBy } | { several: readonly string[]; by: MatchedBy } | null

export type NamedLine = Pick<LineRecord, 'variant_id' | 'sku' | 'barcode' | 'product_name' | 'variant_name'>

const matchOf = (variants: readonly FoundVariant[], by: MatchedBy): LineMatch => {
  const [variant, other] = variants
  if (variant === undefined) return null
  return other === undefined ? { variant, by } : { several: variants.map(({ sku }) => sku).toSorted(), by }
}

const listOf = (variant: FoundVariant | undefined) => (variant === undefined ? [] : [variant])

/** An id is the variant or nothing: what a file names by our own id is not looked for by other names. */
export function matchLine(
  line: NamedLine,
  { by_id, by_sku, by_shared_sku, by_barcode, by_name }: FoundGoods,
): LineMatch {
  const { variant_id, sku, barcode, product_name, variant_name } = line
  if (variant_id !== null) return matchOf(listOf(by_id.get(variant_id.toLowerCase())), 'variant_id')
  const bearers = sku === null ? [] : [...listOf(by_sku.get(sku)), ...(by_shared_sku.get(sku) ?? [])]
  const bySku = matchOf(bearers, 'sku')
  if (bySku !== null && 'variant' in bySku) return bySku
  // A shared SKU and another name say together which variant it is; the other name alone cannot overrule the SKU.
  const among = (variants: readonly FoundVariant[]) =>
    bySku === null ? variants : variants.filter((one) => bearers.includes(one))
  const byBarcode = matchOf(barcode === null ? [] : among(by_barcode.get(bareBarcode(barcode)) ?? []), 'barcode')
  if (byBarcode !== null && 'variant' in byBarcode) return byBarcode
  const called = product_name === null ? [] : goodsNamed({ product_name, variant_name }, by_name)
  const byName = matchOf(among(called.map(({ variant_id: id }) => by_id.get(id)!)), 'product_name')
  if (byName !== null && 'variant' in byName) return byName
  return bySku ?? byName ?? byBarcode
}
