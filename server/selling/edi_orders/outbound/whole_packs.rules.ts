/** Prepacks of which a document states all items: it names them as they were ordered, by the pack. Pure. */
import type { PackComponent } from '../../../edi/documents/record.ts'
import { isPrepack } from '../units.rules.ts'
import type { BuyerLine } from '../inbound/read_lines.rules.ts'
import type { EdiDocumentLine } from './document_lines.store.ts'
import { itemIdsOf } from './item_ids.rules.ts'

type Lines = ReadonlyMap<string, EdiDocumentLine>

/** Units of lines of the order, by the id of the line. */
interface Stated {
  line_item_id: string
  quantity: number
}

export interface WholePacks {
  line: BuyerLine
  packs: number
  /** A line of each item, and its units in one pack. */
  items: readonly { line: EdiDocumentLine; units: number }[]
}

const sumOf = (stated: readonly Stated[]): number => stated.reduce((sum, { quantity }) => sum + quantity, 0)

/** The packs of the buyer's line at a position that the stated units make; null where it is no prepack, or they are no whole ones. */
export function wholePacks(position: number | null, stated: readonly Stated[], lines: Lines): WholePacks | null {
  const ofPack = [...lines.values()].filter(({ edi_position }) => position !== null && edi_position === position)
  const line = ofPack[0]?.buyer_line ?? null
  if (line === null || !isPrepack(line)) return null
  const items = [...Map.groupBy(ofPack, ({ variant_id }) => variant_id).values()].map((all) => {
    const units = all[0]!.pack_units ?? 0
    const own = stated.filter(({ line_item_id }) => all.some(({ line_id }) => line_id === line_item_id))
    const isOne = units > 0 && all.every(({ pack_units }) => pack_units === units)
    return { line: all[0]!, units, packs: isOne ? sumOf(own) / units : null }
  })
  const [first] = items
  const packs = first!.packs
  const isWhole = packs !== null && packs > 0 && Number.isInteger(packs) && items.every((one) => one.packs === packs)
  const isComplete = items.length === line.pack!.components.length
  return isWhole && isComplete ? { line, packs, items } : null
}

/** The contents of one pack; `priceOf` is the price of one unit as decimal text. */
export const contentsOf = (
  { items }: WholePacks,
  priceOf: (line: EdiDocumentLine) => string | null = () => null,
): PackComponent[] =>
  items.map(({ line, units }) => ({ ...itemIdsOf(line), quantity: units, unit_price: priceOf(line) }))

/** The numbers by which the buyer ordered the pack. */
export const packIdsOf = ({ line }: WholePacks) => {
  const { buyer_sku, buyer_sku_qualifier, supplier_sku, gtin, other_ids } = line
  return { buyer_sku, buyer_sku_qualifier, supplier_sku, gtin, other_ids }
}
