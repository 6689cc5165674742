import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Type } from '../../contract/schema.ts'
import { Page } from '../../tables/table.ts'
import { CatalogueEvent, checkPeriod, timelineQuery } from './catalogue_events.ts'
import { readCatalogueEvents } from './catalogue_events.store.ts'

export const listCatalogueEvents = operation({
  id: 'products.list_catalogue_events',
  route: 'GET /api/v1/variants/events',
  summary: 'List what changed on the catalogue',
  description:
    'The changes of every product and variant, newest first; product_id narrows them to one product with its variants. To follow the catalogue, read with since set to the occurred_at of the newest change seen, and skip the event_ids that were seen.',
  query: Type.Object(
    { ...timelineQuery, product_id: Type.Optional(Id('Only changes of this product and its variants.')) },
    { additionalProperties: false },
  ),
  answer: Page(CatalogueEvent),
  refusals: ['product_not_on_file'],
  async run({ sql, caller, query }) {
    checkPeriod(query)
    const { product_id } = query
    const [known, page] = await Promise.all([
      product_id === undefined
        ? [1]
        : sql<{ one: number }[]>`
            select 1 as one from products
            where organization_id = ${caller.organization_id} and product_id = ${product_id}`,
      readCatalogueEvents(sql, caller.organization_id, query),
    ])
    return known.length > 0 ? page : refuse('product_not_on_file')
  },
})
