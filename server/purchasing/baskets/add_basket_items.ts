import { limits } from '../../contract/limits.ts'
import type { Sql } from '../../contract/call.ts'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { sampleId, Id, Shape, type Static, Type } from '../../contract/schema.ts'
import { basketFull, lockBasket, writeItems } from './basket.store.ts'
import { BasketItem, basketTable } from './basket_table.ts'
import { checkLocation, checkSupplier, checkVariant } from '../order_creation/creation.rules.ts'
import { lineFields } from '../order_creation/draft.ts'
import { readOnFile } from '../deliveries/on_file.store.ts'
import { readPage } from '../../tables/page.ts'

const NewItem = Shape({
  variant_id: Id('The variant.'),
  location_id: Id('The location to deliver to.'),
  quantity: lineFields.quantity,
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
  service: 'purchase_order',
  body: Shape(
    {
      items: Type.Array(NewItem, {
        minItems: 1,
        maxItems: limits.purchase_basket_items_per_call_max,
        description: 'The items to add, each variant at most once per location.',
      }),
    },
    { examples: [{ items: [{ variant_id: sampleId, location_id: sampleId, quantity: 24 }] }] },
  ),
  answer: Shape({ items: Type.Array(BasketItem, { description: 'The items after the change.' }) }),
  refusals: ['conflict'],
  conflict: basketFull,
  async run({ sql, caller: { organization_id, currency }, body: { items }, now }) {
    await checkItems(sql, organization_id, currency, items)
    const inBasket = new Map((await lockBasket(sql, organization_id)).map((one) => [placeOf(one), one]))
    const rows = items.map((item, i) => {
      const before = inBasket.get(placeOf(item))
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
  const onFile = await readOnFile(sql, organization_id, currency, {
    location_ids: items.map(({ location_id }) => location_id),
    supplier_ids: items.flatMap(({ supplier_id }) => supplier_id ?? []),
    variant_ids: items.map(({ variant_id }) => variant_id),
  })
  const seen = new Set<string>()
  items.forEach((item, i) => {
    checkVariant(item.variant_id, `items[${i}].variant_id`, onFile)
    checkLocation(item.location_id, `items[${i}].location_id`, onFile)
    if (item.supplier_id !== undefined) checkSupplier(item.supplier_id, `items[${i}].supplier_id`, onFile)
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
