/** References of a line to a variant, and the fault of one that is not on file. Pure. */
import { refuseField } from '../contract/refusals.ts'

export interface FoundVariants<V> {
  by_id: ReadonlyMap<string, V>
  by_sku: ReadonlyMap<string, V>
}

/** A barcode without its leading zeros, which the sizes of GTIN differ in and spreadsheets lose. */
export const bareBarcode = (barcode: string): string => barcode.replace(/^0+/, '')

export const unknownVariant = 'must be a variant of this organisation'
export const unknownSku = 'must be the SKU of a variant of this organisation'
export const needsOneName = 'is required unless sku is given; send exactly one of them'

/** The variant of a line, which names it by exactly one of its id and its SKU. `at` is the line. */
export function namedVariant<V>(
  { by_id, by_sku }: FoundVariants<V>,
  { variant_id, sku }: { variant_id?: string | undefined; sku?: string | undefined },
  at: string,
): V {
  if ((variant_id === undefined) === (sku === undefined))
    refuseField(`${at}.variant_id`, needsOneName, ['variant_id', 'sku'])
  return sku === undefined
    ? (by_id.get(variant_id!.toLowerCase()) ?? refuseField(`${at}.variant_id`, unknownVariant))
    : (by_sku.get(sku) ?? refuseField(`${at}.sku`, unknownSku))
}
