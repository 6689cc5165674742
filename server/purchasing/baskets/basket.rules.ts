/** Orders from the basket. Pure: takes items, returns drafts or refuses. */
import { limits } from '../../contract/limits.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { OrderDraft } from '../order_creation/draft.ts'
import type { BasketRow } from './basket.store.ts'

export type ItemToOrder = Omit<BasketRow, 'source' | 'named_supplier_id' | 'reason'>

export interface Selection {
  item_ids?: readonly string[]
  supplier_ids?: readonly string[]
  location_ids?: readonly string[]
  variant_ids?: readonly string[]
}

const selectors = [
  ['item_ids', 'item_id'],
  ['supplier_ids', 'supplier_id'],
  ['location_ids', 'location_id'],
  ['variant_ids', 'variant_id'],
] as const

/** Items that match every given list; refuses an id that matches nothing in the basket. */
export function pickItems<T extends ItemToOrder>(items: readonly T[], selection: Selection): T[] {
  let left = [...items]
  for (const [list, key] of selectors) {
    const ids = selection[list]
    if (ids === undefined) continue
    const inBasket = new Set(items.map((item) => item[key]))
    const unknown = ids.findIndex((id) => !inBasket.has(id))
    if (unknown >= 0) refuseField(`${list}[${unknown}]`, 'matches nothing in the basket')
    const supplierIds = new Set<string | null>(ids)
    left = left.filter((item) => supplierIds.has(item[key]))
  }
  return left
}

const skuList = (items: readonly ItemToOrder[]) => {
  const skus = items.slice(0, 5).map(({ sku }) => sku)
  return items.length > skus.length ? `${skus.join(', ')} and ${items.length - skus.length} more` : skus.join(', ')
}

/** One draft for each supplier and destination, in the order in which their first items were added. */
export function draftsFromBasket(
  items: readonly ItemToOrder[],
  shared: Omit<OrderDraft, 'at' | 'order_type' | 'location_id' | 'supplier_id' | 'line_items'>,
): OrderDraft[] {
  if (items.length === 0)
    refuse('conflict', { desc: 'The basket has no matching items. Add the items to order first.' })
  const without = items.filter(({ supplier_id }) => supplier_id === null)
  if (without.length > 0) {
    refuse('conflict', {
      desc: `${skuList(without)} in the basket ${without.length === 1 ? 'has' : 'have'} no supplier. Set a supplier on the item, or choose other items with supplier_ids.`,
      data: { variant_ids: without.slice(0, limits.page_limit_common_max).map(({ variant_id }) => variant_id) },
    })
  }
  const groups = Map.groupBy(items, ({ supplier_id, location_id }) => `${supplier_id} ${location_id}`)
  return [...groups.values()].map((group, i) => ({
    ...shared,
    at: `purchase_orders[${i}].`,
    order_type: 'purchase',
    supplier_id: group[0]!.supplier_id,
    location_id: group[0]!.location_id,
    line_items: group.map(({ variant_id, quantity }) => ({ variant_id, quantity })),
  }))
}
