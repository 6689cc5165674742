import { operation } from '../../contract/operation.ts'
import { Id, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { IncomingProductOrder } from './incoming.ts'
import { incomingProductOrder } from './incoming.rules.ts'
import { readIncomingOfProduct } from './incoming.store.ts'
import { pageOf, todayOf } from '../pages.ts'

export const listProductIncoming = operation({
  id: 'products.list_product_incoming',
  route: 'GET /api/v1/product/{product_id}/incoming-pos',
  summary: 'List what is on order of a product',
  description:
    'The open purchase, manufacturing and transfer orders (approved, issued or partially delivered) that still bring any variant of the product, the delivery expected first at the top and orders without a date last. Quantities count this product alone. An order is late by whole days of UTC. Orders on hold are listed and say so.',
  params: Type.Object({ product_id: Id('The product.') }),
  query: Type.Object(
    { ...pagingQuery(), location_id: Type.Optional(Id('Only orders that arrive at this location.')) },
    { additionalProperties: false },
  ),
  answer: Page(IncomingProductOrder),
  refusals: ['product_not_on_file', 'location_not_on_file'],
  async run({ sql, caller, params, query, now }) {
    const wanted = { organization_id: caller.organization_id, location_id: query.location_id }
    const { variants, orders } = await readIncomingOfProduct(sql, wanted, params.product_id)
    return pageOf(orders, query, (order) => incomingProductOrder(order, variants, todayOf(now)))
  },
})
