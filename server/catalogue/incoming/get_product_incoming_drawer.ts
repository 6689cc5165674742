import { operation } from '../../contract/operation.ts'
import { CalendarDate, Id, OwnId, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { IncomingByMonth, IncomingByVariant, IncomingProductOrder, IncomingTotals } from './incoming.ts'
import { incomingByMonth, incomingByVariant, incomingProductOrder, incomingTotals } from './incoming.rules.ts'
import { readIncomingOfProduct } from './incoming.store.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { pageOf } from '../pages.ts'

export const getProductIncomingDrawer = operation({
  id: 'products.get_product_incoming_drawer',
  route: 'GET /api/v1/product/{product_id}/incoming-pos/drawer',
  summary: 'Get the incoming stock of a product',
  description:
    "Returns a page of the product's open orders, as in List incoming orders of a product, with totals and the outstanding units by variant and by month of the expected delivery date. Totals and breakdowns cover every open order, not only the page. Every variant of the product has a row, with zeros when nothing is on order.",
  params: Type.Object({ product_id: Id('Id of the product.') }),
  query: Type.Object(
    { ...pagingQuery(), location_id: Type.Optional(Id('Limits the result to orders that arrive at this location.')) },
    { additionalProperties: false },
  ),
  answer: Page(
    IncomingProductOrder,
    {
      product_id: OwnId('Id of the product.'),
      as_of: CalendarDate("The current day in the organisation's time zone, used to compute lateness."),
      totals: IncomingTotals,
      by_variant: Type.Array(IncomingByVariant, {
        description: "Incoming units by variant, in the product's variant order.",
      }),
      by_month: Type.Array(IncomingByMonth, {
        description: 'Incoming units by month, earliest first, orders without a date last.',
      }),
    },
    'ProductIncoming',
  ),
  refusals: ['product_not_on_file', 'location_not_on_file'],
  async run({ sql, caller, params, query, now }) {
    const incoming = { organization_id: caller.organization_id, location_id: query.location_id }
    const { currency, variants, orders } = await readIncomingOfProduct(sql, incoming, params.product_id)
    const today = dayInTimeZone(caller.time_zone, now)
    return {
      ...pageOf(orders, query, (order) => incomingProductOrder(order, variants, today)),
      product_id: params.product_id,
      as_of: today,
      totals: incomingTotals(orders, currency, today),
      by_variant: incomingByVariant(orders, variants),
      by_month: incomingByMonth(orders),
    }
  },
})
