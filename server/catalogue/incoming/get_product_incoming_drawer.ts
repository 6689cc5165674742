import { operation } from '../../contract/operation.ts'
import { CalendarDate, Id, OwnId, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { IncomingByMonth, IncomingByVariant, IncomingProductOrder, IncomingTotals } from './incoming.ts'
import { incomingByMonth, incomingByVariant, incomingProductOrder, incomingTotals } from './incoming.rules.ts'
import { readIncomingOfProduct } from './incoming.store.ts'
import { pageOf, todayOf } from '../pages.ts'

export const getProductIncomingDrawer = operation({
  id: 'products.get_product_incoming_drawer',
  route: 'GET /api/v1/product/{product_id}/incoming-pos/drawer',
  summary: 'Get what is on order of a product, summed',
  description:
    "A page of the product's open orders, as the list answers it, with totals and the outstanding units by variant and by month of the expected date. Totals and breakdowns cover every open order, not just the page. Every variant of the product has a row, with zeros where nothing is on order.",
  params: Type.Object({ product_id: Id('The product.') }),
  query: Type.Object(
    { ...pagingQuery(), location_id: Type.Optional(Id('Only orders that arrive at this location.')) },
    { additionalProperties: false },
  ),
  answer: Page(IncomingProductOrder, {
    product_id: OwnId('The product.'),
    as_of: CalendarDate('The day, in UTC, that lateness counts from.'),
    totals: IncomingTotals,
    by_variant: Type.Array(IncomingByVariant, { description: "In the product's own order of variants." }),
    by_month: Type.Array(IncomingByMonth, { description: 'Earliest month first, undated orders last.' }),
  }),
  refusals: ['product_not_on_file', 'location_not_on_file'],
  async run({ sql, caller, params, query, now }) {
    const wanted = { organization_id: caller.organization_id, location_id: query.location_id }
    const { currency, variants, orders } = await readIncomingOfProduct(sql, wanted, params.product_id)
    const today = todayOf(now)
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
