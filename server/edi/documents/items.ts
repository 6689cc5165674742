/** Product numbers: pairs of qualifier and number, in any order. */
import { freeText, identifier } from '../x12/characters.ts'
import { X12Error } from '../x12/faults.ts'
import type { Segment } from '../x12/segments.ts'
import { optional, type Placed, segment } from './fields.ts'
import { checkDigit } from './sscc.ts'
import type { BuyerSkuQualifier, ItemId, ItemIds } from './record.ts'

const numberLengthMax = 48
const pairsMax = 10

/** In the order in which one is taken where a line has several. */
const buyerQualifiers = ['SK', 'IN', 'BP', 'CB', 'PI'] as const satisfies BuyerSkuQualifier[]
const supplierQualifiers = ['VN', 'VP', 'VC', 'VA']
const gtinQualifiers = ['UP', 'EN', 'UK']
/** A UPC without its check digit. */
const bareUpc = 'UI'

/** Qualifier of a GTIN, by its length. */
const gtinQualifier: Record<number, string> = { 8: 'EN', 12: 'UP', 13: 'EN', 14: 'UK' }

const gtinForm = /^(\d{8}|\d{12,14})$/

export const isGtin = (text: string | null): boolean => text !== null && gtinForm.test(text)

const gtinSizeMax = 14
/** GTINs compare with leading zeros: a UPC is an EAN with one more. */
export const gtinOf = (digits: string): string => digits.padStart(gtinSizeMax, '0')

/** The pairs of a line. */
export function writeItemIds(ids: ItemIds): string[] {
  const { buyer_sku, buyer_sku_qualifier, supplier_sku, gtin, other_ids } = ids
  if (gtin !== null && !isGtin(gtin)) throw new X12Error(`The GTIN "${gtin}" must have 8, 12, 13 or 14 digits.`)
  const pairs = [
    ...(buyer_sku === null ? [] : [[buyer_sku_qualifier ?? 'BP', identifier(buyer_sku, numberLengthMax, 'The SKU')]]),
    ...(supplier_sku === null ? [] : [['VN', identifier(supplier_sku, numberLengthMax, "The supplier's SKU")]]),
    ...(gtin === null ? [] : [[gtinQualifier[gtin.length]!, gtin]]),
    ...other_ids.map(({ qualifier, id }) => [qualifier, identifier(id, numberLengthMax, 'The product number')]),
  ]
  if (pairs.length > pairsMax) throw new X12Error(`A line takes at most ${pairsMax} product numbers.`)
  return pairs.flat()
}

/** The pairs from an element on. */
export function readItemIds(segment: Placed, from: number): ItemIds {
  const pairs: ItemId[] = []
  for (let place = from; place < segment.segment.length; place += 2) {
    const [qualifier, id] = [segment.text(place), segment.text(place + 1)]
    if (qualifier === bareUpc && id !== null && /^\d{11}$/.test(id))
      pairs.push({ qualifier: 'UP', id: `${id}${checkDigit(id)}` })
    else if (qualifier !== null && id !== null) pairs.push({ qualifier, id })
  }
  const first = (qualifiers: readonly string[], fits: (id: string) => boolean = () => true) =>
    qualifiers
      .map((one) => pairs.find(({ qualifier, id }) => qualifier === one && fits(id)))
      .find((pair) => pair !== undefined)
  const buyer = first(buyerQualifiers)
  const supplier = first(supplierQualifiers)
  const gtin = first(gtinQualifiers, isGtin)
  return {
    buyer_sku: buyer?.id ?? null,
    buyer_sku_qualifier: (buyer?.qualifier ?? null) as BuyerSkuQualifier | null,
    supplier_sku: supplier?.id ?? null,
    gtin: gtin?.id ?? null,
    other_ids: pairs.filter((pair) => pair !== buyer && pair !== supplier && pair !== gtin),
  }
}

export const writeTitle = (title: string | null): Segment[] =>
  optional(title, (text) => segment('PID', 'F', '', '', '', freeText(text, 80)))

/** Alike if every number is. */
export const itemKey = ({ buyer_sku, buyer_sku_qualifier, supplier_sku, gtin, other_ids }: ItemIds): string =>
  JSON.stringify([buyer_sku, buyer_sku_qualifier, supplier_sku, gtin, other_ids])
