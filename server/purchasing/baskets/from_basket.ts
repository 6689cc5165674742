import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { Count, Id, Shape, Type } from '../../contract/schema.ts'
import { draftsFromBasket, pickItems } from './basket.rules.ts'
import { lockBasket, removeItems } from './basket.store.ts'
import { checkOrderDates } from '../orders/order_dates.ts'
import { createOrders, creatorOf } from '../order_creation/creation.ts'
import { orderFields } from '../order_creation/draft.ts'
import { NewPurchaseOrder, OrganizationPath } from '../orders/model.ts'

const Ids = (one: string, description: string) =>
  Type.Optional(
    Type.Array(Id(one), { minItems: 1, maxItems: limits.purchase_basket_items_max, uniqueItems: true, description }),
  )

export const createPurchaseOrdersFromBasket = operation({
  id: 'purchase_orders.from_basket',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/from-basket',
  summary: 'Create purchase orders from the basket',
  desc: ({ total_created }) => `${counted(total_created, 'purchase order')} created from the basket.`,
  description:
    "Creates one draft for each supplier and destination from the items in the organisation's basket and removes those items from the basket, in one transaction. An empty object orders everything. The lists select items; an item must match every list that is sent. Each item is ordered from the supplier set on it, or else from the variant's primary supplier. The request fails with `conflict` if an item has neither, or if no item in the basket matches. Costs, dates and validation are the same as for creating each order separately; an error names the order by its position in the response, e.g. `purchase_orders[0].line_items[2].variant_id`. Of two concurrent calls, each item is ordered by only one.",
  params: OrganizationPath,
  body: Shape(
    {
      item_ids: Ids('ID of a basket item.', 'Order only these items.'),
      supplier_ids: Ids('ID of a supplier.', 'Order only items from these suppliers.'),
      location_ids: Ids('ID of a location.', 'Order only items for these locations.'),
      variant_ids: Ids('ID of a variant.', 'Order only these variants.'),
      order_date: Type.Optional(orderFields.order_date),
      expected_delivery_date: Type.Optional(orderFields.expected_delivery_date),
      commitment_id: Type.Optional(Id('The commitment whose budgets the orders draw from.')),
      notes: Type.Optional(orderFields.notes),
    },
    { examples: [{}] },
  ),
  answer: Shape({
    purchase_orders: Type.Array(NewPurchaseOrder, { description: 'The orders created.' }),
    total_created: Count('Number of orders created.'),
  }),
  refusals: ['conflict'],
  conflict: 'The basket has no matching items, or an item has no supplier.',
  emits: ['new_purchase_order'],
  async run({ sql, caller, body, now }) {
    const { order_date, expected_delivery_date, commitment_id, notes } = body
    await checkOrderDates(sql, caller.organization_id, now, [{ at: '', order_date }])
    const items = pickItems(await lockBasket(sql, caller.organization_id), body)
    const drafts = draftsFromBasket(items, { order_date, expected_delivery_date, commitment_id, notes })
    const purchase_orders = await createOrders(sql, creatorOf(caller), now, drafts)
    await removeItems(
      sql,
      caller.organization_id,
      items.map(({ item_id }) => item_id),
    )
    return { purchase_orders, total_created: purchase_orders.length }
  },
})
