import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Shape, Whole } from '../../contract/schema.ts'
import { lockBasket, removeItems } from './basket.store.ts'

export const emptyBasket = sessionOperation({
  id: 'session.empty_basket',
  route: 'DELETE /api/v1/purchase-basket',
  summary: 'Empty the purchase basket',
  desc: ({ removed }) => `${counted(removed, 'item')} removed. The basket is empty.`,
  description: 'Removes every item, including those added by hand, and returns how many were removed.',
  service: 'purchase_order',
  answer: Shape({ removed: Whole('Number of items removed.', { examples: [12] }) }),
  async run({ sql, caller: { organization_id } }) {
    const items = await lockBasket(sql, organization_id)
    await removeItems(
      sql,
      organization_id,
      items.map(({ item_id }) => item_id),
    )
    return { removed: items.length }
  },
})
