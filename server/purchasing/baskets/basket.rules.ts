/** Orders from the basket. Pure: items in, drafts or a refusal out. */
import { limits } from '../../contract/limits.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { OrderDraft } from '../order_creation/draft.ts'

export const basket_sources = ['suggestion', 'manual'] as const
export type BasketSource = (typeof basket_sources)[number]

export interface ItemToOrder {
  item_id: string
  variant_id: string
  sku: string
  location_id: string
  /** The one that was named, else the variant's primary one. */
  supplier_id: string | null
  quantity: number
}

export interface Picked {
  item_ids?: readonly string[]
  supplier_ids?: readonly string[]
  location_ids?: readonly string[]
  variant_ids?: readonly string[]
}

const picks = [
  ['item_ids', 'item_id'],
  ['supplier_ids', 'supplier_id'],
  ['location_ids', 'location_id'],
  ['variant_ids', 'variant_id'],
] as const

/** Items that every given list names; refuses an id that names nothing in the basket. */
export function pickItems<T extends ItemToOrder>(items: readonly T[], picked: Picked): T[] {
  let left = [...items]
  for (const [list, key] of picks) {
    const ids = picked[list]
    if (ids === undefined) continue
    const there = new Set(items.map((item) => item[key]))
    const strange = ids.findIndex((id) => !there.has(id))
    if (strange >= 0) refuseField(`${list}[${strange}]`, 'names nothing that is in the basket')
    const wanted = new Set<string | null>(ids)
    left = left.filter((item) => wanted.has(item[key]))
  }
  return left
}

const shown = (items: readonly ItemToOrder[]) => {
  const skus = items.slice(0, 5).map(({ sku }) => sku)
  return items.length > skus.length ? `${skus.join(', ')} and ${items.length - skus.length} more` : skus.join(', ')
}

/** One draft for each supplier and destination, in the order in which their first items were put in. */
export function draftsFromBasket(
  items: readonly ItemToOrder[],
  words: Omit<OrderDraft, 'at' | 'order_type' | 'location_id' | 'supplier_id' | 'line_items'>,
): OrderDraft[] {
  if (items.length === 0)
    refuse('conflict', { desc: 'There is nothing of that in the basket. Put in what is to be ordered.' })
  const without = items.filter(({ supplier_id }) => supplier_id === null)
  if (without.length > 0) {
    refuse('conflict', {
      desc: `${shown(without)} in the basket ${without.length === 1 ? 'has' : 'have'} no supplier to be ordered from. Name one on the item, or order by supplier_ids.`,
      data: { variant_ids: without.slice(0, limits.page_limit_common_max).map(({ variant_id }) => variant_id) },
    })
  }
  const groups = Map.groupBy(items, ({ supplier_id, location_id }) => `${supplier_id} ${location_id}`)
  return [...groups.values()].map((group, i) => ({
    ...words,
    at: `purchase_orders[${i}].`,
    order_type: 'purchase',
    supplier_id: group[0]!.supplier_id,
    location_id: group[0]!.location_id,
    line_items: group.map(({ variant_id, quantity }) => ({ variant_id, quantity })),
  }))
}
