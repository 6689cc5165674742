import { limits } from '../../contract/limits.ts'
import type { Sql } from '../../contract/call.ts'
import { differenceOf } from '../../contract/difference.ts'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { example_id, Id, Nullable, Shape, type Static, Type, Whole } from '../../contract/schema.ts'
import { lockBasket, removeItems, writeItems } from './basket.store.ts'
import { BasketItem, basketTable } from './basket_table.ts'
import { checkLocation, checkSupplier, checkVariant } from '../order_creation/creation.rules.ts'
import { line_fields } from '../order_creation/draft.ts'
import { readOnFile } from '../deliveries/on_file.store.ts'
import { readPage } from '../../tables/page.ts'
import { Page, tableQuery } from '../../tables/table.ts'

const service = 'purchase_order'
const ItemPath = Shape({ item_id: Id('The item.') })

export const listBasket = sessionOperation({
  id: 'session.list_basket_items',
  route: 'GET /api/v1/purchase-basket',
  summary: 'List the purchase basket',
  description:
    'Returns the items waiting to be ordered, each with its supplier and cost. The basket belongs to the organisation: all members see and change the same one.',
  service,
  needs: 'member',
  query: tableQuery(basketTable),
  answer: Page(basketTable.row),
  run: ({ sql, caller, query }) => readPage(sql, basketTable, caller.organization_id, query),
})

const NewItem = Shape({
  variant_id: Id('The variant.'),
  location_id: Id('The location to deliver to.'),
  quantity: line_fields.quantity,
  supplier_id: Type.Optional(
    Id("The supplier to order from; if omitted, the variant's primary supplier at the time of ordering."),
  ),
})
type NewItem = Static<typeof NewItem>

export const addToBasket = sessionOperation({
  id: 'session.add_basket_items',
  route: 'POST /api/v1/purchase-basket',
  summary: 'Add items to the purchase basket',
  desc: ({ items }) => `${counted(items.length, 'item')} added to the basket.`,
  description: `Adds up to ${limits.purchase_basket_items_per_call_max.toLocaleString('en-US')} items, all or none. If the basket already has the variant for the same location, the units are added to that item and its supplier is replaced if one is sent; the item then counts as added by hand and no longer as a suggestion. A basket holds at most ${limits.purchase_basket_items_max.toLocaleString('en-US')} items.`,
  service,
  needs: 'member',
  body: Shape(
    {
      items: Type.Array(NewItem, {
        minItems: 1,
        maxItems: limits.purchase_basket_items_per_call_max,
        description: 'The items to add, each variant at most once per location.',
      }),
    },
    { examples: [{ items: [{ variant_id: example_id, location_id: example_id, quantity: 24 }] }] },
  ),
  answer: Shape({ items: Type.Array(BasketItem, { description: 'The items after the change.' }) }),
  refusals: ['conflict'],
  async run({ sql, caller: { organization_id, currency }, body: { items }, now }) {
    await checkItems(sql, organization_id, currency, items)
    const in_basket = new Map((await lockBasket(sql, organization_id)).map((one) => [placeOf(one), one]))
    const rows = items.map((item, i) => {
      const before = in_basket.get(placeOf(item))
      const quantity = item.quantity + (before?.quantity ?? 0)
      if (quantity > limits.purchase_order_quantity_max)
        refuseField(
          `items[${i}].quantity`,
          `would make ${quantity} units together with those in the basket; the maximum is ${limits.purchase_order_quantity_max}`,
        )
      const { variant_id, location_id, supplier_id = before?.named_supplier_id ?? null } = item
      return { variant_id, location_id, supplier_id, quantity, reason: null }
    })
    await writeItems(sql, organization_id, now, 'manual', rows)
    return { items: await readItems(sql, organization_id, rows) }
  },
})

interface Place {
  variant_id: string
  location_id: string
}
const placeOf = ({ variant_id, location_id }: Place) => `${variant_id} ${location_id}`

async function checkItems(sql: Sql, organization_id: string, currency: string, items: readonly NewItem[]) {
  const on_file = await readOnFile(sql, organization_id, currency, {
    location_ids: items.map(({ location_id }) => location_id),
    supplier_ids: items.flatMap(({ supplier_id }) => supplier_id ?? []),
    variant_ids: items.map(({ variant_id }) => variant_id),
    commitment_ids: [],
    source_location_ids: [],
  })
  const seen = new Set<string>()
  items.forEach((item, i) => {
    checkVariant(item.variant_id, `items[${i}].variant_id`, on_file)
    checkLocation(item.location_id, `items[${i}].location_id`, on_file)
    if (item.supplier_id !== undefined) checkSupplier(item.supplier_id, `items[${i}].supplier_id`, on_file)
    if (seen.has(placeOf(item))) refuseField(`items[${i}].variant_id`, 'is repeated for the same location')
    seen.add(placeOf(item))
  })
}

/** Items by variant and location, in the order of the request. */
async function readItems(sql: Sql, organization_id: string, places: readonly Place[]): Promise<BasketItem[]> {
  const wanted = JSON.stringify(places)
  const { rows } = await readPage(
    sql,
    basketTable,
    organization_id,
    { limit: places.length },
    (param) =>
      `(b.variant_id, b.location_id) in (select n.variant_id, n.location_id
        from jsonb_to_recordset(${param(wanted)}::text::jsonb) as n (variant_id uuid, location_id uuid))`,
  )
  const found = new Map(rows.map((row) => [placeOf(row), row]))
  return places.map((place) => found.get(placeOf(place))!)
}

interface HeldItem {
  quantity: number
  /** The supplier chosen on the item; null for the variant's primary supplier. */
  supplier_id: string | null
  /** The supplier as shown: the chosen or the primary one. */
  shown_supplier_id: string | null
}

async function lockItem(sql: Sql, organization_id: string, item_id: string): Promise<HeldItem> {
  const [item] = await sql<HeldItem[]>`
    select b.quantity, b.supplier_id, coalesce(b.supplier_id, sp.supplier_id) as shown_supplier_id
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

const unknownItem = () => refuse('not_found', { desc: 'The basket has no item with this id.' })

export const changeBasketItem = sessionOperation({
  id: 'session.change_basket_item',
  route: 'PATCH /api/v1/purchase-basket/{item_id}',
  summary: 'Update a purchase basket item',
  desc: ({ sku, quantity }) => `${sku} is in the basket with ${counted(quantity, 'unit')}.`,
  description:
    "Changes the quantity or the supplier of an item. Omitted fields stay unchanged; `supplier_id: null` selects the variant's primary supplier. A changed item counts as added by hand, so suggestions leave it alone. Sending the current values changes nothing.",
  service,
  needs: 'member',
  params: ItemPath,
  body: Shape(
    {
      quantity: Type.Optional(line_fields.quantity),
      supplier_id: Type.Optional(Nullable(Id("The supplier to order from; null for the variant's primary supplier."))),
    },
    { examples: [{ quantity: 36 }] },
  ),
  answer: BasketItem,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id, currency }, params: { item_id }, body, now }) {
    const { supplier_id } = body
    if (supplier_id != null) {
      const named = { location_ids: [], variant_ids: [], commitment_ids: [], source_location_ids: [] }
      const on_file = await readOnFile(sql, organization_id, currency, { ...named, supplier_ids: [supplier_id] })
      checkSupplier(supplier_id, 'supplier_id', on_file)
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

export const removeFromBasket = sessionOperation({
  id: 'session.remove_basket_item',
  route: 'DELETE /api/v1/purchase-basket/{item_id}',
  summary: 'Remove an item from the purchase basket',
  description: 'Removes the item. Suggestions may add the variant again while it needs replenishment.',
  service,
  needs: 'member',
  status: 204,
  params: ItemPath,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params: { item_id } }) {
    const removed = await sql`
      delete from purchase_basket_items where organization_id = ${organization_id} and item_id = ${item_id}`
    if (removed.count === 0) unknownItem()
  },
})

export const emptyBasket = sessionOperation({
  id: 'session.empty_basket',
  route: 'DELETE /api/v1/purchase-basket',
  summary: 'Empty the purchase basket',
  desc: ({ removed }) => `${counted(removed, 'item')} removed. The basket is empty.`,
  description: 'Removes every item, including those added by hand, and returns how many were removed.',
  service,
  needs: 'member',
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
