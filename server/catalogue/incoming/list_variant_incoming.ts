import { operation } from '../../contract/operation.ts'
import { Id, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { IncomingOrder } from './incoming.ts'
import { incomingOrder } from './incoming.rules.ts'
import { readIncomingOfVariant } from './incoming.store.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { pageOf } from '../pages.ts'

export const listVariantIncoming = operation({
  id: 'products.list_variant_incoming',
  route: 'GET /api/v1/variants/{variant_id}/incoming-pos',
  summary: 'List incoming orders of a variant',
  description:
    "Returns the open purchase, manufacturing and transfer orders (approved, issued or partially delivered) with outstanding units of the variant, sorted by expected delivery date, orders without a date last. Quantities cover this variant only, over all its lines on the order. Days late are whole days in the organisation's time zone. Orders on hold are included, with `on_hold` set to true.",
  params: Type.Object({ variant_id: Id('Id of the variant.') }),
  query: Type.Object(
    { ...pagingQuery(), location_id: Type.Optional(Id('Limits the result to orders that arrive at this location.')) },
    { additionalProperties: false },
  ),
  answer: Page(IncomingOrder),
  refusals: ['variant_not_on_file', 'location_not_on_file'],
  async run({ sql, caller, params, query, now }) {
    const incoming = { organization_id: caller.organization_id, location_id: query.location_id }
    const orders = await readIncomingOfVariant(sql, incoming, params.variant_id)
    const today = dayInTimeZone(caller.time_zone, now)
    return pageOf(orders, query, (order) => incomingOrder(order, today))
  },
})
