import { purchase_basket_items } from '../../../db/schema/purchase_orders.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { differenceOf } from '../../contract/difference.ts'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Id, Nullable, Shape, Type } from '../../contract/schema.ts'
import { BasketItem, basketTable } from './basket_table.ts'
import { checkSupplier } from '../order_creation/creation.rules.ts'
import { lineFields } from '../order_creation/draft.ts'
import { readOnFile } from '../deliveries/on_file.store.ts'
import { readPage } from '../../tables/page.ts'
import { ItemPath, unknownItem } from './basket_item.ts'

const itemColumns = selection(purchase_basket_items, 'b', ['quantity', 'supplier_id'])
interface HeldItem extends RowOf<typeof itemColumns> {
  /** The supplier as shown: the chosen or the primary one. */
  shown_supplier_id: string | null
}

async function lockItem(sql: Sql, organization_id: string, item_id: string): Promise<HeldItem> {
  const [item] = await sql<HeldItem[]>`
    select ${itemColumns}, coalesce(b.supplier_id, sp.supplier_id) as shown_supplier_id
    from purchase_basket_items b
    left join supplier_variants sp on sp.organization_id = b.organization_id and sp.variant_id = b.variant_id
      and sp.is_primary
    where b.organization_id = ${organization_id} and b.item_id = ${item_id} for update of b`
  return item ?? unknownItem()
}

/** Sending the supplier that is already shown is no change; sending null is one only if a supplier was chosen. */
function changedItem(
  { shown_supplier_id, ...item }: HeldItem,
  body: { quantity?: number; supplier_id?: string | null },
) {
  const displayed = { ...item, supplier_id: body.supplier_id === null ? item.supplier_id : shown_supplier_id }
  const change = differenceOf(displayed, body)
  return { ...item, ...change, is_changed: Object.keys(change).length > 0 }
}

export const changeBasketItem = sessionOperation({
  id: 'session.change_basket_item',
  route: 'PATCH /api/v1/purchase-basket/{item_id}',
  summary: 'Update a purchase basket item',
  desc: ({ sku, quantity }) => `${sku} is in the basket with ${counted(quantity, 'unit')}.`,
  description:
    "Changes the quantity or the supplier of an item. Omitted fields stay unchanged; `supplier_id: null` selects the variant's primary supplier. A changed item counts as added by hand, so suggestions leave it alone. Sending the current values changes nothing.",
  service: 'purchase_order',
  params: ItemPath,
  body: Shape(
    {
      quantity: Type.Optional(lineFields.quantity),
      supplier_id: Type.Optional(Nullable(Id("The supplier to order from; null for the variant's primary supplier."))),
    },
    { examples: [{ quantity: 36 }] },
  ),
  answer: BasketItem,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id, currency }, params: { item_id }, body, now }) {
    const { supplier_id } = body
    if (supplier_id != null) {
      const onFile = await readOnFile(sql, organization_id, currency, { supplier_ids: [supplier_id] })
      checkSupplier(supplier_id, 'supplier_id', onFile)
    }
    const item = await lockItem(sql, organization_id, item_id)
    const { quantity, supplier_id: from, is_changed } = changedItem(item, body)
    if (is_changed) {
      await sql`
        update purchase_basket_items
        set quantity = ${quantity}, supplier_id = ${from}, source = 'manual', reason = null, updated_at = ${now}
        where organization_id = ${organization_id} and item_id = ${item_id}`
    }
    const page = await readPage(
      sql,
      basketTable,
      organization_id,
      { limit: 1 },
      (param) => `b.item_id = ${param(item_id)}::uuid`,
    )
    return page.rows[0]!
  },
})
