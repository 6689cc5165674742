import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { Id, Shape, Type, Whole } from '../../contract/schema.ts'
import { draftsFromBasket, pickItems } from './basket.rules.ts'
import { lockBasket, removeItems } from './basket.store.ts'
import { createOrders, creatorOf } from '../order_creation/creation.ts'
import { order_fields } from '../order_creation/draft.ts'
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
    "Turns what is in the organisation's basket into drafts, one for each supplier and destination, and takes it out of the basket, in one write: all of it or none. An empty object orders everything; the lists choose, and where several are given an item must be named by each.\n\nAn item is ordered from the supplier that was named on it, else from the variant's primary one; without either the whole is refused `conflict`, as is a basket that holds nothing of what is asked for. Costs, days and refusals are those of creating the orders one by one; a refusal names the order by its place in the answer, e.g. `purchase_orders[0].line_items[2].variant_id`. Of two calls at once each item goes to one.",
  params: OrganizationPath,
  body: Shape(
    {
      item_ids: Ids('An item of the basket.', 'Only these items.'),
      supplier_ids: Ids('A supplier.', 'Only what is ordered from these suppliers.'),
      location_ids: Ids('A location.', 'Only what goes to these locations.'),
      variant_ids: Ids('A variant.', 'Only these variants.'),
      order_date: Type.Optional(order_fields.order_date),
      expected_delivery_date: Type.Optional(order_fields.expected_delivery_date),
      commitment_id: Type.Optional(Id('The commitment that the orders draw from.')),
      notes: Type.Optional(order_fields.notes),
    },
    { examples: [{}] },
  ),
  answer: Shape({
    purchase_orders: Type.Array(NewPurchaseOrder, { description: 'What was created.' }),
    total_created: Whole('How many orders were created.'),
  }),
  refusals: ['conflict'],
  emits: ['new_purchase_order'],
  async run({ sql, caller, body, now }) {
    const { order_date, expected_delivery_date, commitment_id, notes } = body
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
