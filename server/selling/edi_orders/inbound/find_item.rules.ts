/** The item that the numbers of a buyer's line name. Two numbers that name two items are never settled here. Pure. */
import { listOf } from '../../../contract/outcome.ts'
import { gtinOf, isGtin } from '../../../edi/documents/items.ts'
import type { ItemId, ItemIds } from '../../../edi/documents/record.ts'
import type { OrderedVariant } from '../../orders/references.store.ts'
import { describedOtherwise, type DescribedItem } from '../described_item.rules.ts'
import { gtinQualifiers, numbersOf } from '../numbers.rules.ts'

export interface KnownItems {
  /** By the account's numbers, as the document writes them; several where they differ in case from several others. */
  byBuyerSku: ReadonlyMap<string, readonly OrderedVariant[]>
  bySku: ReadonlyMap<string, readonly OrderedVariant[]>
  byBarcode: ReadonlyMap<string, readonly OrderedVariant[]>
  /** Options of items by their id, where lines describe theirs; left out where they do not. */
  described?: ReadonlyMap<string, DescribedItem>
}

export const namesOf = ({ buyer_sku, supplier_sku, gtin }: ItemIds): string =>
  [buyer_sku, supplier_sku, gtin].filter((one) => one !== null).join(', ') || 'without a number'

export interface Unfound {
  fault: string
  /** Several numbers name several items; left out where the item is not known. */
  fault_kind?: 'identifiers_disagree'
}

interface Named {
  number: string
  variants: readonly OrderedVariant[]
  /** Several items of one barcode have it; those of a number differ from it in case. */
  is_barcode: boolean
}

const namedBy = (
  numbers: readonly string[],
  known: ReadonlyMap<string, readonly OrderedVariant[]>,
  keyOf: (number: string) => string = (number) => number,
  is_barcode = false,
): Named[] =>
  numbers.flatMap((number) => {
    const variants = known.get(keyOf(number))
    return variants === undefined ? [] : [{ number, variants, is_barcode }]
  })

const unknownTo =
  (known: ReadonlyMap<string, unknown>) =>
  (number: string): boolean =>
    !known.has(number)

/** What each number of the line names. A partner may state ours as its own, and its own as ours. */
function namedIn(ids: ItemIds, { byBuyerSku, bySku, byBarcode }: KnownItems): { certain: Named[]; assumed: Named[] } {
  const { buyer, own, gtins } = numbersOf(ids)
  return {
    certain: [...namedBy(buyer, byBuyerSku), ...namedBy(own, bySku), ...namedBy(gtins, byBarcode, gtinOf, true)],
    assumed: [
      ...namedBy(buyer.filter(unknownTo(byBuyerSku)), bySku),
      ...namedBy(own.filter(unknownTo(bySku)), byBuyerSku),
    ],
  }
}

const skusOf = (variants: readonly OrderedVariant[]): string =>
  listOf([...new Set(variants.map(({ sku }) => sku))], 'and')

const disagree = (ids: ItemIds, items: readonly OrderedVariant[]): Unfound => ({
  fault: `the numbers ${namesOf(ids)} name ${items.length === 2 ? 'two' : 'several'} different items, ${skusOf(items)}`,
  fault_kind: 'identifiers_disagree',
})

/** The one item of which all of them can be the numbers, or why there is none. */
function commonItem(ids: ItemIds, all: readonly Named[]): OrderedVariant | Unfound {
  const singles = all.filter(({ variants }) => variants.length === 1).map(({ variants }) => variants[0]!)
  const items = [...new Map(singles.map((item) => [item.variant_id, item])).values()]
  const [item, other] = items
  if (item !== undefined && other !== undefined) return disagree(ids, items)
  const unclear = all.find(({ variants }) => !variants.some(({ variant_id }) => variant_id === item?.variant_id))
  if (unclear === undefined) return item!
  const { number, variants, is_barcode } = unclear
  if (is_barcode)
    return item === undefined
      ? { fault: `the barcode ${number} is that of the items ${skusOf(variants)}` }
      : disagree(ids, [item, ...variants])
  return { fault: `the number ${number} differs in case alone from those of the items ${skusOf(variants)}` }
}

/** The item that the line's numbers name. All numbers that are known must name the same one. */
export function findItem(ids: ItemIds, known: KnownItems): OrderedVariant | Unfound {
  const { certain, assumed } = namedIn(ids, known)
  if (certain.length + assumed.length === 0) return { fault: `the item ${namesOf(ids)} is unknown` }
  const item = commonItem(ids, [...certain, ...assumed])
  if ('fault' in item) return item
  const { fault } = describedOtherwise(ids, known.described?.get(item.variant_id))
  if (fault !== null) return { fault, fault_kind: 'identifiers_disagree' }
  return item.archived_at === null ? item : { fault: `the item ${namesOf(ids)} is no longer sold` }
}

/** Whether the item was found by our own number alone, which the partner states as its number. */
export function isAssumed(ids: ItemIds, known: KnownItems): boolean {
  const { certain, assumed } = namedIn(ids, known)
  return certain.length === 0 && assumed.length > 0
}

/** Numbers of the line that can mean another item than the one that was found, in words. */
export function doubtfulNumbers(
  ids: ItemIds,
  { barcode, variant_id }: OrderedVariant,
  { byBarcode, described }: KnownItems,
): string[] {
  const { gtins } = numbersOf(ids)
  const malformed = ids.other_ids.filter(({ qualifier, id }) => gtinQualifiers.includes(qualifier) && !isGtin(id))
  const own = barcode ?? null
  return [
    ...describedOtherwise(ids, described?.get(variant_id)).doubts,
    ...malformed.map(({ qualifier, id }) => `${qualifier} ${id} is no barcode of 8, 12, 13 or 14 digits`),
    ...(own === null ? [] : gtins.filter((gtin) => !byBarcode.has(gtinOf(gtin)) && gtinOf(gtin) !== gtinOf(own))).map(
      (gtin) => `the barcode ${gtin} is unknown, and the item has ${own}`,
    ),
  ]
}

const pairsOf = ({ buyer_sku, buyer_sku_qualifier, supplier_sku, gtin, other_ids }: ItemIds): ItemId[] => [
  ...(buyer_sku === null ? [] : [{ qualifier: buyer_sku_qualifier ?? 'SK', id: buyer_sku }]),
  ...(supplier_sku === null ? [] : [{ qualifier: 'VN', id: supplier_sku }]),
  ...(gtin === null ? [] : [{ qualifier: 'UP', id: gtin }]),
  ...other_ids,
]

/** What the further numbers by which a change names a line say against the items of the line; null if nothing. */
export function otherItem(
  line: ItemIds,
  named: ItemIds,
  items: readonly { variant_id: string; sku: string }[],
  known: KnownItems,
): string | null {
  const before = new Set(pairsOf(line).map(({ id }) => id.toLowerCase()))
  const fresh = pairsOf(named).filter(({ id }) => !before.has(id.toLowerCase()))
  if (items.length === 0 || fresh.length === 0) return null
  const { fault } = describedOtherwise({ other_ids: fresh }, known.described?.get(items[0]!.variant_id))
  if (fault !== null) return fault
  const nothing = { buyer_sku: null, buyer_sku_qualifier: null, supplier_sku: null, gtin: null }
  const item = findItem({ ...nothing, other_ids: fresh }, known)
  const numbers = listOf(
    fresh.map(({ id }) => id),
    'and',
  )
  if ('fault' in item) return item.fault_kind === undefined ? null : `the numbers ${numbers} name different items`
  return items.some(({ variant_id }) => variant_id === item.variant_id)
    ? null
    : `${numbers} is the item ${item.sku}, where ${listOf([...new Set(items.map(({ sku }) => sku))], 'and')} was ordered`
}
