import { operation } from '../../contract/operation.ts'
import { Id, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { IncomingProductOrder } from './incoming.ts'
import { incomingProductOrder } from './incoming.rules.ts'
import { readIncomingOfProduct } from './incoming.store.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { pageOf } from '../pages.ts'

export const listProductIncoming = operation({
  id: 'products.list_product_incoming',
  route: 'GET /api/v1/product/{product_id}/incoming-pos',
  summary: 'List incoming orders of a product',
  description:
    "Returns the open purchase, manufacturing and transfer orders (approved, issued or partially delivered) with outstanding units of any variant of the product, sorted by expected delivery date, orders without a date last. Quantities cover this product only. Days late are whole days in the organisation's time zone. Orders on hold are included, with `on_hold` set to true.",
  params: Type.Object({ product_id: Id('Id of the product.') }),
  query: Type.Object(
    { ...pagingQuery(), location_id: Type.Optional(Id('Limits the result to orders that arrive at this location.')) },
    { additionalProperties: false },
  ),
  answer: Page(IncomingProductOrder),
  refusals: ['product_not_on_file', 'location_not_on_file'],
  async run({ sql, caller, params, query, now }) {
    const incoming = { organization_id: caller.organization_id, location_id: query.location_id }
    const { variants, orders } = await readIncomingOfProduct(sql, incoming, params.product_id)
    const today = dayInTimeZone(caller.time_zone, now)
    return pageOf(orders, query, (order) => incomingProductOrder(order, variants, today))
  },
})
