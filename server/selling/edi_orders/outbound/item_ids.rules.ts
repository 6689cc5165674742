/** Ids of items and parties in a document: the numbers of the buyer's order, and ours. Pure. */
import type { BuyerSkuQualifier, ItemIds, OrderHeader, PackComponent, Party } from '../../../edi/documents/record.ts'
import { plainText } from '../../../edi/x12/characters.ts'
import type { BuyerLine } from '../inbound/read_lines.rules.ts'

export interface NamedLine {
  sku: string
  barcode: string | null
  buyer_sku: string | null
  buyer_line_reference: string | null
  product_title: string
  variant_title: string
  /** null for a line that did not arrive over EDI. */
  buyer_line: BuyerLine | null
  /** Kind of the account's own numbers, where its order does not say; null for BP. */
  item_qualifier: BuyerSkuQualifier | null
}

const gtin = /^(\d{8}|\d{12,14})$/

/** A number that X12 can represent; others are left out. */
const codable = (text: string | null) => (text !== null && text !== '' && plainText(text) === text ? text : null)

/** The item of a pack that the line is: by a number as it is written, else in any case. */
function componentOf(components: readonly PackComponent[], { sku, barcode, buyer_sku }: NamedLine) {
  const inLowerCase = (text: string | null) => text?.toLowerCase() ?? null
  return (
    components.find(
      (one) => one.supplier_sku === sku || (one.buyer_sku ?? '') === buyer_sku || one.gtin === (barcode ?? ''),
    ) ?? components.find((one) => inLowerCase(one.supplier_sku) === inLowerCase(sku))
  )
}

export function itemIdsOf(line: NamedLine): ItemIds {
  const { sku, barcode, buyer_sku, buyer_line, item_qualifier } = line
  const own = codable(sku)
  const code = barcode !== null && gtin.test(barcode) ? barcode : null
  const components = buyer_line?.pack?.components ?? []
  const stated = components.length === 0 ? buyer_line : componentOf(components, line)
  if (stated != null)
    return {
      buyer_sku: stated.buyer_sku,
      buyer_sku_qualifier: stated.buyer_sku_qualifier,
      supplier_sku: stated.supplier_sku ?? own,
      gtin: stated.gtin ?? code,
      other_ids: stated.other_ids,
    }
  const known = codable(buyer_sku)
  return {
    buyer_sku: known,
    buyer_sku_qualifier: known === null ? null : (item_qualifier ?? 'BP'),
    supplier_sku: own,
    gtin: code,
    other_ids: [],
  }
}

/** References that every answer to an order repeats; left out where the order states none. */
export const referencesOf = (header: OrderHeader | null): Pick<OrderHeader, 'references'> & { reference?: string } => ({
  ...(header?.reference == null ? {} : { reference: header.reference }),
  ...(header?.references === undefined ? {} : { references: header.references }),
})

export const titleOf = ({ product_title, variant_title, buyer_line }: NamedLine): string =>
  buyer_line?.title ?? `${product_title}, ${variant_title}`

/** A party by its name, or by the number that the buyer gave it. */
export const namedParty = (name: string, code: string | null = null): Party => ({
  name,
  code,
  code_qualifier: code === null ? null : '92',
  address: null,
})
