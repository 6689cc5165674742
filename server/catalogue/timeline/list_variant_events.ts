import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Type } from '../../contract/schema.ts'
import { Page } from '../../tables/table.ts'
import { CatalogueEvent, checkPeriod, timelineQuery } from './catalogue_events.ts'
import { readVariantEvents } from './catalogue_events.store.ts'

export const listVariantEvents = operation({
  id: 'products.list_variant_events',
  route: 'GET /api/v1/variants/{variant_id}/events',
  summary: 'List variant changes',
  description:
    'Returns the timeline of a variant, newest first: its own changes, and changes of its product as a whole, whose `variant_id` is null. Changes with the same time are sorted by when they were recorded.',
  params: Type.Object({ variant_id: Id('Id of the variant.') }),
  query: Type.Object(timelineQuery, { additionalProperties: false }),
  answer: Page(CatalogueEvent),
  refusals: ['variant_not_on_file'],
  async run({ sql, caller, params, query }) {
    checkPeriod(query)
    const [isKnown, page] = await Promise.all([
      sql<{ one: number }[]>`
        select 1 as one from variants
        where organization_id = ${caller.organization_id} and variant_id = ${params.variant_id}`,
      readVariantEvents(sql, caller.organization_id, params.variant_id, query),
    ])
    return isKnown.length > 0 ? page : refuse('variant_not_on_file')
  },
})
