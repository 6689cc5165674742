import { operation } from '../../contract/operation.ts'
import { Id, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { IncomingOrder } from './incoming.ts'
import { incomingOrder } from './incoming.rules.ts'
import { readIncomingOfVariant } from './incoming.store.ts'
import { pageOf, todayOf } from '../pages.ts'

export const listVariantIncoming = operation({
  id: 'products.list_variant_incoming',
  route: 'GET /api/v1/variants/{variant_id}/incoming-pos',
  summary: 'List what is on order of a variant',
  description:
    'The open purchase, manufacturing and transfer orders (approved, issued or partially delivered) that still bring the variant, the delivery expected first at the top and orders without a date last. Quantities count this variant alone, over all its lines on the order. An order is late by whole days of UTC. Orders on hold are listed and say so.',
  params: Type.Object({ variant_id: Id('The variant.') }),
  query: Type.Object(
    { ...pagingQuery(), location_id: Type.Optional(Id('Only orders that arrive at this location.')) },
    { additionalProperties: false },
  ),
  answer: Page(IncomingOrder),
  refusals: ['variant_not_on_file', 'location_not_on_file'],
  async run({ sql, caller, params, query, now }) {
    const wanted = { organization_id: caller.organization_id, location_id: query.location_id }
    const orders = await readIncomingOfVariant(sql, wanted, params.variant_id)
    return pageOf(orders, query, (order) => incomingOrder(order, todayOf(now)))
  },
})
