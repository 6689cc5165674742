/** The numbers by which a line is looked up. Pure. */
import { isGtin } from '../../edi/documents/items.ts'
import type { ItemIds } from '../../edi/documents/record.ts'

const buyerQualifiers = ['SK', 'IN', 'BP', 'CB', 'PI']
const ownQualifiers = ['VN', 'VP', 'VC']
export const gtinQualifiers: readonly string[] = ['UP', 'EN', 'UK']

export interface Numbers {
  /** In the books of the account. */
  buyer: string[]
  /** In ours. */
  own: string[]
  gtins: string[]
}

/** Every number of a line that can name its item, so that one which names another item is noticed. */
export function numbersOf({ buyer_sku, supplier_sku, gtin, other_ids }: ItemIds): Numbers {
  const others = (qualifiers: readonly string[]) =>
    other_ids.filter(({ qualifier }) => qualifiers.includes(qualifier)).map(({ id }) => id)
  const all = (first: string | null, qualifiers: readonly string[]) => [
    ...(first === null ? [] : [first]),
    ...others(qualifiers),
  ]
  return {
    buyer: all(buyer_sku, buyerQualifiers),
    own: all(supplier_sku, ownQualifiers),
    gtins: all(gtin, gtinQualifiers).filter(isGtin),
  }
}
