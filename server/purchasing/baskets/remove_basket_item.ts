import { sessionOperation } from '../../contract/operation.ts'
import { ItemPath, unknownItem } from './basket_item.ts'

export const removeFromBasket = sessionOperation({
  id: 'session.remove_basket_item',
  route: 'DELETE /api/v1/purchase-basket/{item_id}',
  summary: 'Remove an item from the purchase basket',
  description: 'Removes the item. Suggestions may add the variant again while it needs replenishment.',
  service: 'purchase_order',
  status: 204,
  params: ItemPath,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params: { item_id } }) {
    const removed = await sql`
      delete from purchase_basket_items where organization_id = ${organization_id} and item_id = ${item_id}`
    if (removed.count === 0) unknownItem()
  },
})
