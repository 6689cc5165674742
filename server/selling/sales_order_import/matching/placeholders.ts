/**
 * Variants that stand for what an order names and the catalogue does not have: goods of the past, and lines without goods
 * that count in sales. Their SKUs are none that a shop gives, so that a real variant is never kept from its own.
 */
import { createHash } from 'node:crypto'
import { limits } from '../../../contract/limits.ts'
import { normalText } from '../../../records/texts.ts'
import type { OtherKind } from './line_kinds.rules.ts'
import type { NamedLine } from './match_line.rules.ts'

export interface Placeholder {
  sku: string
  title: string
}

const placeholderPrefix = 'placeholder/'
const otherPrefix = 'without-goods/'

/** Whether a variant stands for what the catalogue does not have: no line means it by its name. */
export const isPlaceholder = (sku: string): boolean => sku.startsWith(placeholderPrefix) || sku.startsWith(otherPrefix)

const skuMax = limits.product_label_length_max

/** Long names keep what tells them apart. */
function shortened(text: string): string {
  if (text.length <= skuMax) return text
  const rest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `${text.slice(0, skuMax - rest.length - 1).toWellFormed()}~${rest}`
}

/** The same texts always get the same placeholder, whichever file or batch they are in. */
export function placeholderOf({ sku, product_name, variant_name, barcode }: NamedLine): Placeholder {
  const texts = [sku ?? barcode, product_name, variant_name].flatMap((text) =>
    text === null ? [] : [normalText(text).replaceAll(/\s+/g, ' ')],
  )
  const title = [product_name, variant_name].flatMap((text) => text ?? []).join(' - ') || texts.join(' ')
  return {
    sku: shortened(`${placeholderPrefix}${texts.join('/')}`),
    title: title.slice(0, limits.product_title_length_max).toWellFormed(),
  }
}

const otherTitles: Record<OtherKind, string> = {
  tip: 'Tips',
  gift_card: 'Gift cards',
  fee: 'Fees',
  shipping: 'Shipping',
  rental: 'Rentals',
  custom: 'Custom items',
}

export const otherPlaceholderOf = (kind: OtherKind): Placeholder => ({
  sku: `${otherPrefix}${kind}`,
  title: otherTitles[kind],
})

const others = Object.keys(otherTitles).map((kind) => otherPlaceholderOf(kind as OtherKind).sku)

/** SKUs of the placeholders that a line may have been given before. */
export const placeholderSkus = (line: NamedLine): string[] => [placeholderOf(line).sku, ...others]

/** A draft is in no assortment, and what is not managed is not planned. */
export const placeholderProduct = ({ sku, title }: Placeholder) => ({
  title,
  status: 'DRAFT' as const,
  is_managed: false,
  tags: ['placeholder'],
  variants: [{ sku, title }],
})
