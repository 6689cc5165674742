/** Gives the variants of a batch SKUs of their own, where those of the file are shared. */
import type { Sql } from '../../contract/sql.ts'
import { normalText } from '../../records/texts.ts'
import type { AssembledProduct } from './imported_product.model.ts'
import { possibleSkus, type SkuClaim, uniqueSkus } from './repeated_skus.rules.ts'
import { readNamedSkus } from './stored_products.store.ts'

export async function withUniqueSkus(
  sql: Sql,
  organization_id: string,
  assembled: readonly AssembledProduct[],
): Promise<AssembledProduct[]> {
  const claims = assembled.flatMap(({ record: { handle, variants = [] } }): SkuClaim[] =>
    variants.flatMap(({ sku, option_values = {} }) =>
      sku === undefined ? [] : { handle: handle ?? null, sku: normalText(sku), option_values },
    ),
  )
  if (claims.length === 0) return [...assembled]
  const unique = uniqueSkus(claims, await readNamedSkus(sql, organization_id, possibleSkus(claims)))
  let place = 0
  return assembled.map((one) => {
    const { variants } = one.record
    if (variants === undefined) return one
    const named = variants.map((variant) => (variant.sku === undefined ? variant : { ...variant, ...unique[place++]! }))
    return { ...one, record: { ...one.record, variants: named } }
  })
}
