/** The numbers by which a row of an 852 is looked up, so that one which names another item is noticed. Pure. */
import { gtinOf } from '../../edi/documents/items.ts'
import type { SellOutRow } from './reading/row.rules.ts'

type ByNumber = ReadonlyMap<string, readonly { variant_id: string }[]>

/** Items by the numbers of the account, by ours, and by barcodes of 14 digits. */
export interface ReportedItems {
  byBuyerSku: ByNumber
  bySku: ByNumber
  byBarcode: ByNumber
}

/** Every number of an item: the account's, ours and barcodes, as they are marked. */
export interface ReportedNumbers {
  buyer: readonly string[]
  own: readonly string[]
  gtins: readonly string[]
}

interface Named {
  number: string
  variant_ids: readonly string[]
}

/** The numbers by which each kind is looked up. Partners call ours a stock keeping unit, too; the account's come first. */
function kindsOf({ buyer, own, gtins }: ReportedNumbers, { byBuyerSku, bySku, byBarcode }: ReportedItems) {
  const named = (number: string, byNumber: ByNumber, key = number): Named => ({
    number,
    variant_ids: (byNumber.get(key) ?? []).map(({ variant_id }) => variant_id),
  })
  const ours = [...own, ...buyer.filter((number) => !byBuyerSku.has(number))]
  return {
    buyer_sku: buyer.map((number) => named(number, byBuyerSku)),
    sku: ours.map((number) => named(number, bySku)),
    gtin: gtins.map((number) => named(number, byBarcode, gtinOf(number))),
  }
}

const isKnown = ({ variant_ids }: Named) => variant_ids.length > 0

/** One number of each kind, the first that is known: two kinds that name two items are ambiguous, and refused. */
export function reportedItem(
  numbers: ReportedNumbers,
  items: ReportedItems,
): Pick<SellOutRow, 'buyer_sku' | 'gtin' | 'sku'> {
  const { buyer_sku, sku, gtin } = kindsOf(numbers, items)
  const first = (all: readonly Named[]) => (all.find(isKnown) ?? all[0])?.number ?? null
  return { buyer_sku: first(buyer_sku), sku: first(sku), gtin: first(gtin) }
}

/** Two numbers of one kind that name two items: a row has one of each kind, so that nothing would notice it later. */
export function numbersThatDisagree(numbers: ReportedNumbers, items: ReportedItems): [string, string] | null {
  for (const all of Object.values(kindsOf(numbers, items))) {
    const [first, ...others] = all.filter(isKnown)
    const other = others.find(({ variant_ids }) => !variant_ids.some((id) => first!.variant_ids.includes(id)))
    if (other !== undefined) return [first!.number, other.number]
  }
  return null
}
