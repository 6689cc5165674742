/** One change on the catalogue, as both timelines show it, and the parameters that narrow a timeline. */
import { catalogue_event_kinds } from '../known_values.ts'
import { refuseField } from '../../contract/refusals.ts'
import {
  Choice,
  CommaList,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { pagingQuery } from '../../tables/table.ts'

export const CatalogueEvent = Shape({
  event_id: Whole('The change. Ids are opaque and say nothing about order.', { examples: [6_917_215_903_361_082] }),
  kind: OpenChoice(catalogue_event_kinds, 'What happened.'),
  occurred_at: Instant('When it happened.'),
  actor: Text('Who or what made the change.', { examples: ['user:Ada', 'import'] }),
  product_id: OwnId('The product.'),
  product_title: Text("The product's title as it stands now."),
  variant_id: Nullable(OwnId('The variant; null where the product as a whole changed.')),
  sku: Nullable(Text("The variant's stock keeping unit as it stands now.")),
  variant_title: Nullable(Text("The variant's title as it stands now.")),
  field: Nullable(Text('The field that changed; null where no single field did.', { examples: ['price_cents'] })),
  previous_value: Nullable(Text('Its value before, as text; null where there was none.', { examples: ['8900'] })),
  value: Nullable(Text('Its value after, as text; null where there is none.', { examples: ['7900'] })),
})

export const timelineQuery = {
  ...pagingQuery(),
  kind: Type.Optional(
    CommaList(Choice(catalogue_event_kinds, 'A kind of change.'), {
      description: 'Only changes of these kinds, comma-separated.',
      examples: ['price_changed,cost_changed'],
    }),
  ),
  since: Type.Optional(Instant('Only changes at or after this instant.')),
  until: Type.Optional(Instant('Only changes before this instant.')),
}

const Timeline = Type.Object(timelineQuery)
export type TimelineQuery = Static<typeof Timeline>

export function checkPeriod({ since, until }: TimelineQuery): void {
  if (since !== undefined && until !== undefined && Date.parse(until) <= Date.parse(since))
    refuseField('until', 'must be later than since')
}
