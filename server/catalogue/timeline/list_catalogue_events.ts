import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Type } from '../../contract/schema.ts'
import { Page } from '../../tables/table.ts'
import { CatalogueEvent, checkPeriod, timelineQuery } from './catalogue_events.ts'
import { readCatalogueEvents } from './catalogue_events.store.ts'

export const listCatalogueEvents = operation({
  id: 'products.list_catalogue_events',
  route: 'GET /api/v1/variants/events',
  summary: 'List catalogue changes',
  description:
    'Returns the changes of all products and variants, newest first. `product_id` limits them to one product and its variants. To follow the catalogue, set `since` to the `occurred_at` of the newest event you have seen, and skip every `event_id` you have already processed.',
  query: Type.Object(
    {
      ...timelineQuery,
      product_id: Type.Optional(Id('Limits the result to changes of this product and its variants.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(CatalogueEvent),
  refusals: ['product_not_on_file'],
  async run({ sql, caller, query }) {
    checkPeriod(query)
    const { product_id } = query
    const [isKnown, page] = await Promise.all([
      product_id === undefined
        ? [1]
        : sql<{ one: number }[]>`
            select 1 as one from products
            where organization_id = ${caller.organization_id} and product_id = ${product_id}`,
      readCatalogueEvents(sql, caller.organization_id, query),
    ])
    return isKnown.length > 0 ? page : refuse('product_not_on_file')
  },
})
